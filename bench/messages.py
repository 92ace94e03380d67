"""Bytes sent to each client per move: whole tables, and small updates.

    bench/messages.py [--matches 20]

Random matches of every game between two people, without clocks and with them, watched by a third. Each of the three
gets a message for each move and roll. The table has the median and the 95th percentile of their sizes, uncompressed:
`whole` is for clients that cannot merge updates, `update` is what the pages get.
"""

import argparse
import random
import statistics
from collections import defaultdict

from quincunx import games
from quincunx.games import CHANCE
from quincunx.record import Pace
from quincunx.server.auth import ANONYMOUS, Caller
from quincunx.server.tables.room_state import CommandResult, RoomState
from quincunx.server.tables.snapshot import SnapshotRenderer
from quincunx.server.tables.summary import summary_row
from quincunx.store import Change, StoredTable
from quincunx.store.interface import TableInfo
from quincunx.table import Setup, Table, person

OPENED = 1_790_000_000.123
"""The time of day when every match is opened."""

PACE = Pace(600, 5)

Sizes = dict[str, list[int]]


def caller(number: int) -> Caller:
    found = Caller.with_secret(f"player-{number}-of-this-benchmark")
    assert found
    return found


def play(name: str, seed: str, pace: Pace | None, sizes: Sizes) -> None:
    """Plays a random match and adds the sizes of its messages."""
    draws, game = random.Random(seed), games.game(name)
    players = [caller(number) for number in range(1, game.seats + 1)]
    seats = tuple(person(f"Player {n}", player.player) for n, player in enumerate(players, 1))
    setup = Setup(game, seats, draws.randbytes(16).hex(), draws.randbytes(16).hex(), pace)
    now, table = OPENED, Table.open(setup).begin(OPENED)
    info = TableInfo("0123456789abcdef", setup, players[0].player, True, "", "0123456789abcdef", OPENED)
    room = RoomState(StoredTable(info, table.events, {}, (), None, OPENED), 90.0, OPENED)
    for player in players:
        room.presence.connect(player.player)
    renderer = SnapshotRenderer(room)
    base = renderer.take(now)
    while not table.over:
        now += draws.uniform(0.5, 4)
        turn = table.state.turn
        if table.state.actor == CHANCE:
            table = table.roll(turn, now)
        else:
            table = table.move(turn, draws.choice(table.state.moves()), now)
        change = Change(
            room.id, room.stamp, table.events[room.table.version :], summary_row(table, now), None, None, None
        )
        room.commit(CommandResult(table), change, now)
        shown = renderer.take(now)
        for viewer in (*players, ANONYMOUS):
            sizes["whole"].append(sum(map(len, shown.message(viewer))))
            sizes["update"].append(sum(map(len, shown.update(base, viewer, fat=False))))
        base = shown


def measure(name: str, matches: int, pace: Pace | None) -> Sizes:
    """The sizes of all messages in some matches."""
    sizes: Sizes = defaultdict(list)
    for seed in range(matches):
        play(name, f"{name} {seed}", pace, sizes)
    return sizes


def spread(sizes: list[int]) -> str:
    return f"{statistics.median(sizes):,.0f} | {statistics.quantiles(sizes, n=20)[-1]:,.0f}"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--matches", type=int, default=20, help="of each game (20)")
    chosen = parser.parse_args()
    print("| game | clocks | whole: median | p95 | update: median | p95 |\n|---|---|---|---|---|---|")
    for name in games.GAMES:
        for pace in (None, PACE):
            sizes = measure(name, chosen.matches, pace)
            clocks = "yes" if pace else "no"
            print(f"| {name} | {clocks} | {spread(sizes['whole'])} | {spread(sizes['update'])} |", flush=True)


if __name__ == "__main__":
    main()
