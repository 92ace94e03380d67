"""The command that makes puzzles."""

from __future__ import annotations

import click

from quincunx.cli.positions import game_argument


@click.command(short_help="Make puzzles: positions with one good move.")
@game_argument
@click.option("--count", type=click.IntRange(1, 9999), default=10, show_default=True, help="How many.")
@click.option("--seed", default="", help="Another seed gives others; the same one gives the same.")
def puzzles(game: str, count: int, seed: str) -> None:
    """Make puzzles of a game: positions in which exactly one move keeps the win, or the draw, as a proof shows.

    A line of JSON each: `move` is the answer, `moves_to_end` how long it takes under best play, `grade` 1 to 5 by that.
    """
    import json
    from dataclasses import asdict

    from quincunx.puzzles.making import make

    for puzzle in make(game, count, seed):
        click.echo(json.dumps(asdict(puzzle)))
