"""Logs of random matches at tables, and what a page gets after each command: by `quincunx.table` and the server."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from dataclasses import asdict
from random import Random
from typing import Any

from quincunx import games
from quincunx.games import CHANCE
from quincunx.law import Message
from quincunx.record import Pace
from quincunx.server.auth import Caller
from quincunx.server.tables.room_state import CommandResult, RoomState
from quincunx.server.tables.snapshot import SnapshotRenderer
from quincunx.server.tables.summary import summary_row
from quincunx.store import Change, StoredTable
from quincunx.store.interface import TableInfo
from quincunx.table import Seat, Series, Setup, Table, TableRefusal
from quincunx.table.events import to_json
from quincunx.table.pending import pending_action
from quincunx.table.setup import to_json as setup_json

Json = dict[str, Any]

LONGEST = 70
"""Commands of a log."""
PACES = (None, None, Pace(40, 1), Pace(300, 5))
BEGAN = 1_790_000_000.0
REQUESTS = ("undo", "undo", "undo", "redo", "redo", "draw", "hints", "abandon")
SUITS = ("blue", "red", "yellow", "plum")
VIEWER = Caller.with_secret("somebody-who-plays-at-this-page")
FRIEND = Caller.with_secret("somebody-who-plays-at-another-one")


def log(number: int) -> Json:
    """A table, and each command with the events that it adds, or the refusal, and the table after it."""
    assert VIEWER
    draws = Random(f"table log {number}")
    written = draws.choice([variant for variant in games.variants() if variant.split(":")[0] == _name(number)])
    setup = _setup(written, draws)
    info = TableInfo("a-table", setup, VIEWER.player, False, "", "a-table", BEGAN)
    room = RoomState(StoredTable(info, (), {}, (), None, BEGAN), 90.0, BEGAN)
    for seat in setup.seats:
        if seat and seat.kind != "computer":
            room.presence.connect(seat.player)
    renderer = SnapshotRenderer(room)
    steps, now = [], BEGAN
    for name, args in _commands(room, draws):
        now = round(now + draws.choice((0.001, 0.5, 1.25, 3.5, 9.0)), 3)
        step: Json = {"do": name, "args": [asdict(arg) if isinstance(arg, Seat) else arg for arg in args], "now": now}
        try:
            table = _done(room.table, name, args, now)
        except TableRefusal as refusal:
            step["refused"] = _plain(refusal.message)
        else:
            events = table.events[room.table.version :]
            step["events"] = [to_json(event) for event in events]
            change = Change(room.id, room.stamp, events, summary_row(table, now), None, None)
            room.commit(CommandResult(table), change, now)
        step["suits"] = room.seat_suits()
        step["pending"] = (action := pending_action(room.table)) and action._asdict()
        step["table"] = _silent(json.loads(b"".join(renderer.take(now).whole(VIEWER))))
        step["row"] = _silent(json.loads(json.dumps(renderer.summary(VIEWER, now, views=False))))
        steps.append(step)
    end = room.table
    again = setup_json(end.rematch("again", "dice again")) if end.over else None
    return {"setup": setup_json(setup), "player": VIEWER.player, "steps": steps, "rematch": again}


def _name(number: int) -> str:
    names = list(games.GAMES)
    return names[number % len(names)]


def _setup(written: str, draws: Random) -> Setup:
    game = games.game(written)
    assert VIEWER
    assert FRIEND
    others: list[Callable[[int], Seat | None]] = [
        lambda n: Seat("person", f"Person {n}", VIEWER.player, colour=SUITS[n - 1]),
        lambda n: Seat("person", f"Friend {n}", FRIEND.player, colour=SUITS[n - 1]),
        lambda n: Seat("computer", "Computer", f"computer {n} easy", "easy", SUITS[n - 1]),
    ]
    company = draws.choice(others)
    seats = [others[0](1), *(company(n) for n in range(2, game.seats + 1))]
    series = Series()
    if draws.random() < 0.3:
        players = {seat.player for seat in seats if seat}
        points = {player: draws.randrange(4) for player in sorted(players)}
        series = Series(sum(points.values()), 0, points, draws.choice((0, 3, 5)))
    seed = f"seed {draws.random()}"
    return Setup(game, tuple(seats), seed, f"dice {seed}", draws.choice(PACES), series=series)


def _commands(room: RoomState, draws: Random) -> Iterator[tuple[str, tuple[Any, ...]]]:
    """Commands as players send them, most of them legal."""
    yield "begin", ()
    if room.table.game.has_dice and draws.random() < 0.5:
        yield "send_nonce", (1, "salt")
    for _ in range(LONGEST):
        table = room.table
        numbers = range(1, table.game.seats + 1)
        seat, turn = draws.choice(numbers), max(1, table.state.turn)
        if table.question and draws.random() < 0.8:
            yield "answer", (draws.choice(table.must_answer or numbers), draws.random() < 0.7)
        elif table.over:
            if draws.random() < 0.5:
                yield "offer_rematch", (seat, draws.choice((None, None, seat)))
            else:
                yield draws.choice([("ask", (seat, "undo")), ("move", (seat, "a1")), ("resign", (seat,))])
            if draws.random() < 0.3:
                return
        elif table.undone and draws.random() < 0.3:
            yield "ask", (seat, "redo")
        elif (due := table.due) is not None and draws.random() < 0.02 and due:
            yield "expire", ()
        else:
            yield _command(table, seat, turn, draws)


def _command(table: Table, seat: int, turn: int, draws: Random) -> tuple[str, tuple[Any, ...]]:
    if draws.random() < 0.75:
        if table.state.actor == CHANCE:
            return "roll", (turn,)
        return "move", (turn, draws.choice(table.state.moves()))
    actions = table.game.actions
    rare: list[tuple[str, tuple[Any, ...]]] = [
        ("ask", (draws.choice((seat, turn)), draws.choice(REQUESTS))),
        ("ask", (draws.choice((seat, turn)), draws.choice(REQUESTS))),
        ("move", (turn, draws.choice(actions))),
        ("move", (turn, draws.choice(actions).upper())),
        ("move", (seat, draws.choice(("", "z9", "a1-b2", "a1 - a2 ", " B1 ", "pass", "=f", "15", "a1.3", "xa1.99")))),
        ("roll", (seat,)),
        ("rename", (seat, draws.choice(("Ada", "Bob", "Person 1")))),
        ("send_nonce", (seat, draws.choice(("salt", "a:b", "0123456789")))),
        ("expire", ()),
        ("credit", (draws.choice((4.5, 30.0, -2.0)),)),
        ("take_over", (seat, Seat("computer", "Stand-in", f"computer {seat} hard", "hard", SUITS[seat - 1]))),
    ]
    if draws.random() < 0.15:
        rare = [("resign", (seat,)), ("forfeit", (seat,)), ("abandon", ()), ("move", (9, "a1"))]
    return draws.choice(rare)


def _done(table: Table, name: str, args: tuple[Any, ...], now: float) -> Table:
    done = getattr(table, name)(*args, now)
    assert isinstance(done, Table)
    return done


def _plain(message: Message) -> Json:
    return dict(json.loads(json.dumps(message.view())))


def _silent(value: Any) -> Any:
    """Without the English sentences, which pages make themselves, and what only a server has."""
    if isinstance(value, list):
        return [_silent(each) for each in value]
    if isinstance(value, dict):
        hidden = {"reason": "", "watch": None, "spectators": 0}
        return {key: hidden[key] if key in hidden else _silent(each) for key, each in value.items()}
    return value
