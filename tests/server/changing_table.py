"""A table to which everything happens, and what its clients get."""

from __future__ import annotations

import itertools
import json
import random
from collections.abc import Iterator
from typing import Any

from quincunx import games
from quincunx.games import CHANCE
from quincunx.record import Pace
from quincunx.server.auth import Caller
from quincunx.server.tables.room_state import CommandResult, RoomState
from quincunx.server.tables.snapshot import Snapshot, SnapshotRenderer
from quincunx.server.tables.summary import summary_row
from quincunx.store import Change, ChatLine, StoredTable
from quincunx.store.interface import TableInfo
from quincunx.table import Setup, Table, TableRefusal, person
from quincunx.table.events import Moved, Rolled
from quincunx.table.updates import BRIEF

Json = dict[str, Any]


def caller(n: int) -> Caller:
    found = Caller.with_secret(f"somebody-who-plays-here-{n}")
    assert found
    return found


PLAYERS = [caller(n) for n in range(1, 5)]


class ChangingTable:
    """A table that changes, and a snapshot after each change."""

    def __init__(self, game: str, seed: str, pace: Pace | None = None) -> None:
        self.draws = random.Random(seed)
        rules = games.game(game)
        seats = tuple(person(f"Player {n}", player.player) for n, player in enumerate(PLAYERS[: rules.seats], 1))
        setup = Setup(rules, (None, *seats[1:]), seed, f"dice {seed}", pace)
        info = TableInfo("0123456789abcdef", setup, PLAYERS[0].player, False, "", "0123456789abcdef", 1.0)
        self.now = 1_790_000_000.123456
        self.state = RoomState(StoredTable(info, (), {}, (), None, self.now), 90.0, self.now)
        self.renderer = SnapshotRenderer(self.state)
        self.first = seats[0]
        self.moved = False
        """Whether the last change was a move or a roll."""

    def take(self) -> Snapshot:
        self.moved = False
        return self.renderer.take(self.now)

    def change(self, table: Table, line: ChatLine | None = None) -> Snapshot:
        events = table.events[self.state.table.version :]
        self.moved = bool(events) and isinstance(events[-1], Moved | Rolled)
        change = Change(self.state.id, self.state.stamp, events, summary_row(table, self.now), None, line)
        self.state.commit(CommandResult(table, line), change, self.now)
        return self.renderer.take(self.now)

    def snapshots(self) -> Iterator[Snapshot]:
        """A match with all that can happen besides moves."""
        yield self.take()
        yield self.change(self.state.table.sit(1, self.first, self.now))
        yield self.change(self.state.table.begin(self.now))
        while not self.state.table.over:
            self.now += self.draws.uniform(0.1, 3)
            table = self.state.table
            match self.draws.randrange(8):
                case 0:
                    yield self._say(self.draws.choice(("well", "played")))
                case 1:
                    player = self.draws.choice(PLAYERS).player
                    self.state.presence.connect(player)
                    yield self.take()
                case 2:
                    self.state.presence.disconnect(self.draws.choice(PLAYERS).player)
                    yield self.take()
                case 3:
                    yield from self._ask(table)
                case _:
                    yield self.change(self._moved(table))

    def _say(self, words: str) -> Snapshot:
        n = self.state.lines[-1].n + 1 if self.state.lines else 1
        return self.change(self.state.table, ChatLine(n, 1, "Player 1", words, self.now))

    def _ask(self, table: Table) -> Iterator[Snapshot]:
        what = self.draws.choice(("undo", "redo", "draw", "hints"))
        try:
            yield self.change(table.ask(self.draws.choice(table.living), what, self.now))  # type: ignore[arg-type]
            while self.state.table.question:
                yes = what != "draw" and self.draws.random() < 0.8
                yield self.change(self.state.table.answer(self.state.table.must_answer[0], yes, self.now))
        except TableRefusal:
            return

    def _moved(self, table: Table) -> Table:
        turn, deadline = table.state.turn, table.clock and table.clock.deadline
        if deadline and self.now >= deadline:
            return table.flag(self.now)
        if self.draws.random() < 0.01:
            return table.resign(turn, self.now)
        if table.state.actor == CHANCE:
            return table.roll(turn, self.now)
        return table.move(turn, self.draws.choice(table.state.moves()), self.now)


def whole(snapshot: Snapshot, viewer: Caller) -> Json:
    return dict(json.loads(b"".join(snapshot.whole(viewer))))


def comparable(table: Json, *, fat: bool = False) -> Json:
    """A table without what updates do not keep: the order of moves, the sentences of reasons, the steps of a move."""
    state = table["state"] if fat else {key: table["state"][key] for key in BRIEF}
    may = {
        seat: {action: why and {**why, "reason": ""} for action, why in reasons.items()}
        for seat, reasons in table["may"].items()
    }
    last = table["last"] and {key: value for key, value in table["last"].items() if fat or key != "steps"}
    return {**table, "state": {**state, "moves": sorted(state["moves"])}, "may": may, "last": last}


def messages(room: ChangingTable, viewer: Caller, count: int, *, fat: bool = False) -> Iterator[tuple[Json, Json]]:
    """What a connection gets, and the whole table at that moment."""
    base: Snapshot | None = None
    for snapshot in itertools.islice(room.snapshots(), count):
        message = snapshot.update(base, viewer, fat=fat) if base else snapshot.message(viewer)
        yield json.loads(b"".join(message)), whole(snapshot, viewer)
        base = snapshot


def lossy(sent: list[tuple[Json, Json]], draws: random.Random) -> Iterator[tuple[Json, Json]]:
    """The messages as a bad connection brings them: some never, some twice, some after later ones. With each comes the
    answer that a client would get who asks for the whole table just then."""
    held: list[Json] = []
    for message, table in sent:
        held.append(message)
        if draws.random() < 0.3:
            continue  # comes after the next one
        draws.shuffle(held)
        for each in held:
            for _ in range(draws.choice((0, 1, 1, 1, 2))):
                yield each, {"table": table, "revision": message["revision"]}
        held.clear()
