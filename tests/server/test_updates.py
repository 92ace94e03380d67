"""Small updates: a client that merges them has the table that others get whole."""

from __future__ import annotations

import itertools
import json
import random
from collections.abc import Iterator
from typing import Any

import pytest

from quincunx import games
from quincunx.games import CHANCE
from quincunx.record import Pace
from quincunx.server.auth import ANONYMOUS, Caller
from quincunx.server.tables.room_state import CommandResult, RoomState
from quincunx.server.tables.snapshot import Snapshot, SnapshotRenderer
from quincunx.server.tables.summary import summary_row
from quincunx.store import Change, ChatLine, StoredTable
from quincunx.store.interface import TableInfo
from quincunx.table import Seat, Setup, Table, TableRefusal, person
from quincunx.table.updates import BRIEF, CHAT_KEPT, Follower, Missed, merge

Json = dict[str, Any]


def caller(n: int) -> Caller:
    found = Caller.with_secret(f"somebody-who-plays-here-{n}")
    assert found
    return found


PLAYERS = [caller(n) for n in range(1, 5)]


class Room:
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

    def take(self) -> Snapshot:
        return self.renderer.take(self.now)

    def change(self, table: Table, line: ChatLine | None = None) -> Snapshot:
        events = table.events[self.state.table.version :]
        change = Change(self.state.id, self.state.stamp, events, summary_row(table, self.now), None, line)
        self.state.commit(CommandResult(table, line), change, self.now)
        return self.take()

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


GAMES = ("tactix", "tesseract:dims=3", "tritoc", "xchain:seats=3,size=3x3", "xtic")


@pytest.mark.parametrize("fat", [False, True], ids=["position", "view"])
@pytest.mark.parametrize("clocks", [False, True], ids=["untimed", "timed"])
@pytest.mark.parametrize("game", GAMES)
def test_merging_every_update_gives_the_whole_table(game: str, clocks: bool, fat: bool) -> None:
    room = Room(game, f"{game} {clocks}", Pace(60, 2) if clocks else None)
    viewers = (*PLAYERS[:3], ANONYMOUS)
    base: Snapshot | None = None
    known: dict[str, Json] = {}
    for snapshot in itertools.islice(room.snapshots(), 150):
        for viewer in viewers:
            shown = whole(snapshot, viewer)
            if base:
                message = json.loads(b"".join(snapshot.update(base, viewer, fat=fat)))
                update = message.get("update")
                merged = merge(known[viewer.player], update) if update else message["table"]
                assert comparable(merged, fat=fat) == comparable(shown, fat=fat)
            known[viewer.player] = shown
        base = snapshot


def messages(room: Room, viewer: Caller, count: int) -> Iterator[tuple[Json, Json]]:
    """What a connection gets, and the whole table at that moment."""
    base: Snapshot | None = None
    for snapshot in itertools.islice(room.snapshots(), count):
        message = snapshot.update(base, viewer, fat=False) if base else snapshot.message(viewer)
        yield json.loads(b"".join(message)), whole(snapshot, viewer)
        base = snapshot


@pytest.mark.parametrize("seed", range(10))
def test_a_client_recovers_from_lost_repeated_and_reordered_messages(seed: int) -> None:
    """The follower never shows a wrong table: it has the one of its last message, or it asks for a whole one."""
    draws = random.Random(seed)
    sent = list(messages(Room("xtic", f"lossy {seed}"), PLAYERS[1], 60))
    right = {message["revision"]: table for message, table in sent}
    follower, asked, held = Follower(), 0, list[Json]()
    for message, table in sent:
        held.append(message)
        if draws.random() < 0.3:
            continue  # comes after the next one
        draws.shuffle(held)
        arrived = [each for each in held for _ in range(draws.choice((0, 1, 1, 1, 2)))]
        held.clear()
        for each in arrived:
            try:
                follower.take(each)
            except Missed:
                asked += 1
                follower.take({"table": table, "revision": message["revision"]})
            assert comparable(follower.table) == comparable(right[follower.revision])
    assert asked


def test_somebody_who_sits_down_gets_the_whole_table() -> None:
    room = Room("tactix", "")
    before = room.take()
    after = room.change(room.state.table.sit(1, person("Ada", PLAYERS[0].player), room.now))
    message = json.loads(b"".join(after.update(before, PLAYERS[0], fat=False)))
    assert message["table"]["mine"] == [1]
    assert message["revision"] == after.revision


def test_a_long_chat_is_cut_as_the_server_cuts_it() -> None:
    room = Room("tactix", "")
    base, known = room.take(), whole(room.take(), PLAYERS[0])
    for n in range(1, CHAT_KEPT + 5):
        room.now += 1
        snapshot = room.change(room.state.table, ChatLine(n, 1, "Ada", str(n), room.now))
        update = json.loads(b"".join(snapshot.update(base, PLAYERS[0], fat=False)))["update"]
        assert len(update["chat"]) == 1
        known, base = merge(known, update), snapshot
    assert [line["text"] for line in known["chat"]] == [str(n) for n in range(5, CHAT_KEPT + 5)]


def test_a_game_without_a_reader_of_positions_gets_views(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("quincunx.server.tables.snapshot.reads_positions", lambda _: False)
    first, second = itertools.islice(messages(Room("tactix", ""), ANONYMOUS, 9), 7, 9)
    updates = [message["update"] for message, _ in (first, second)]
    assert all("cells" in update["state"] for update in updates if "state" in update)


def test_nothing_private_is_in_an_update_for_others() -> None:
    room = Room("tactix", "secret")
    seat: Seat = room.first
    base = room.change(room.state.table.sit(1, seat, room.now).begin(room.now))
    said = room.change(room.state.table, ChatLine(1, 1, "Ada", "just between us", room.now))
    assert b"between us" in b"".join(said.update(base, PLAYERS[1], fat=False))
    assert b"between us" not in b"".join(said.update(base, ANONYMOUS, fat=False))
    assert b"between us" not in b"".join(said.update(base, caller(9), fat=False))
