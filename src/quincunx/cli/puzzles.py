"""The command that makes puzzles."""

from __future__ import annotations

import click

from quincunx.cli.arguments import Whole
from quincunx.cli.positions import game_argument
from quincunx.law.messages import text


@click.command(help=text("cli.puzzles.help"), short_help=text("cli.puzzles.short"))
@game_argument
@click.option("--count", type=Whole(1, 9999), default=10, show_default=True, help=text("cli.puzzles.count"))
@click.option("--seed", default="", help=text("cli.puzzles.seed"))
def puzzles(game: str, count: int, seed: str) -> None:
    import json
    from dataclasses import asdict

    from quincunx.puzzles.making import make

    for puzzle in make(game, count, seed):
        click.echo(json.dumps(asdict(puzzle)))
