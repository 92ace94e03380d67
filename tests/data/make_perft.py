"""Remakes the perft tables beside it: `python tests/data/make_perft.py`.

A line is `GAME DEPTH COUNT`: how many sequences of DEPTH moves, throws included, there are from the game's first
position with the empty seed. `perft.txt` goes as deep as the Python law can count in a moment; law and core must
agree on every line before it is written. `perft-deep.txt` goes on from there with the core alone.
"""

from collections.abc import Iterator
from pathlib import Path

from quincunx import _core, games
from quincunx.law.perft import perft

HERE = Path(__file__).parent
SHALLOW, DEEP = 300_000, 30_000_000
"""The largest counts of the two tables."""

Row = tuple[str, int, int]
"""Game, depth, count."""


def variants() -> list[str]:
    """Every registered game with every set of options that its law names."""
    return [str(law.with_options(options)) for law in games.GAMES.values() for options in law.variants]


def read(name: str) -> list[Row]:
    rows = (line.split(" ") for line in (HERE / name).read_text().splitlines())
    return [(game, int(depth), int(count)) for game, depth, count in rows]


def counts(game: str) -> Iterator[Row]:
    """Deeper and deeper, up to the last count that is not too large, or to the end of the game."""
    start = str(games.start(game))
    depth = 1
    while 0 < (count := _core.perft(start, depth) or 0) <= DEEP:
        yield game, depth, count
        depth += 1


def main() -> None:
    shallow: list[Row] = []
    deep: list[Row] = []
    for game in variants():
        for row in counts(game):
            (shallow if row[2] <= SHALLOW else deep).append(row)
    for game, depth, count in shallow:
        counted = perft(games.start(game), depth)
        if counted != count:
            raise SystemExit(f"{game} at depth {depth}: the law counts {counted}, the core {count}")
    for name, rows in (("perft.txt", shallow), ("perft-deep.txt", deep)):
        (HERE / name).write_text("".join(f"{game} {depth} {count}\n" for game, depth, count in rows))


if __name__ == "__main__":
    main()
