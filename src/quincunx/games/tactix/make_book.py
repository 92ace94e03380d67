"""Makes a book of tactix: `python -m quincunx.games.tactix.make_book GAME FILE` takes 8 GB and some minutes."""

from __future__ import annotations

import gzip
import sys
from pathlib import Path

from quincunx import games
from quincunx.games.tactix import book as tactix
from quincunx.games.tactix.law import Tactix, spans
from quincunx.games.tactix.solve import full_table
from quincunx.proofs.progress import Effort, Progress, Tell


def book(game: Tactix, effort: Effort, tell: Tell) -> str:
    """The text of the book, from the table of all positions of the game."""
    start, names = game.start(), game.actions
    table = full_table(start, effort, tell)
    takes = tuple(spans(game.size).values())
    lines = []
    for taken in tactix.positions(game.size):
        counters = start.counters & ~taken
        moves = table.winning(counters)
        won = bool(moves)
        if not won:
            refuted = {i: len(table.winning(counters & ~span)) for i, span in enumerate(takes) if not span & ~counters}
            moves = [i for i, replies in refuted.items() if replies == min(refuted.values())]
        lines.append(tactix.write(taken, won, [names[i] for i in moves]))
    return "\n".join([*lines, ""])


def show(progress: Progress) -> None:
    print(f"\r{progress.share:6.1%} {progress.what}", end="", file=sys.stderr)


if __name__ == "__main__":
    name, file = sys.argv[1:]
    game = games.game(name)
    assert isinstance(game, Tactix)
    text = book(game, Effort(memory=1 << 33), show)
    Path(file).write_bytes(gzip.compress(text.encode(), compresslevel=9, mtime=0))
