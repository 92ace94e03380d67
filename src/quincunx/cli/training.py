"""The command that trains evaluations."""

from __future__ import annotations

from pathlib import Path

import click

from quincunx.cli.arguments import Whole
from quincunx.cli.positions import game_argument
from quincunx.games import Refused, registry
from quincunx.games import game as find_game
from quincunx.law.messages import text


@click.command(help=text("cli.train.help"), short_help=text("cli.train.short"))
@game_argument
@click.option("--out", type=click.Path(path_type=Path, file_okay=False), required=True, help=text("cli.train.out"))
@click.option("--rounds", type=Whole(2, 9999), default=20, show_default=True, help=text("cli.train.rounds"))
@click.option("--epochs", type=Whole(1, 999), default=5, show_default=True, help=text("cli.train.epochs"))
@click.option("--seed", type=Whole(0, 2**32), default=0, show_default=True, help=text("cli.train.seed"))
@click.option("--only", metavar="NETWORK", help=text("cli.train.only"))
def train(game: str, out: Path, rounds: int, epochs: int, seed: int, only: str | None) -> None:
    try:
        from quincunx.training.course import Course
    except ModuleNotFoundError as missing:
        from quincunx.extras import install

        raise Refused("cli.train.needs", library=missing.name or "", install=install("train")) from None

    name = find_game(game).name
    module = registry.part(name, "train")
    if module is None:
        raise Refused("cli.train.none", game=name)
    subjects = [subject for subject in module.SUBJECTS if only in (None, subject.name)]
    if not subjects:
        raise Refused("cli.train.unknown", name=only or "", names=[subject.name for subject in module.SUBJECTS])
    for subject in subjects:
        course = Course(subject, out, rounds, epochs, seed)
        for number, chunk in enumerate(course.play(), 1):
            click.echo(text("cli.train.chunk", name=chunk, n=number, all=rounds * len(subject.plans)))
        for line in course.learn():
            click.echo(text("cli.train.epoch", name=subject.name, line=line))
        click.echo(text("cli.train.done", file=str(out / f"{subject.name}.net"), plot=str(course.plot)))
