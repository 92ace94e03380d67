"""Commands that think: analysis, the engine as a process."""

from __future__ import annotations

import sys
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

import click

from quincunx.cli.arguments import Number, Whole, complete_level, complete_method
from quincunx.cli.positions import json_option, position, position_argument
from quincunx.cli.records import read_records
from quincunx.games import State
from quincunx.law.messages import text

if TYPE_CHECKING:
    from quincunx.engine import Analysis, Limits

WORST = 5
"""Choices of a match that are shown as mistakes, at most."""
NOTABLE = 0.05
"""What a choice must lose to be shown."""


@click.command(help=text("cli.analyse.help"), short_help=text("cli.analyse.short"))
@position_argument
@click.option("--level", help=text("cli.analyse.level"), shell_complete=complete_level)
@click.option("--time", "seconds", type=Number(0, 1e8, min_open=True), help=text("cli.analyse.time"))
@click.option("--nodes", type=Whole(1, 10**18), help=text("cli.analyse.nodes"))
@click.option("--depth", type=Whole(1, 999_999), help=text("cli.analyse.depth"))
@click.option(
    "--method",
    default="auto",
    help=text("cli.analyse.method"),
    shell_complete=complete_method,
)
@click.option("--seed", default="", help=text("cli.analyse.seed"))
@json_option
def analyse(
    words: tuple[str, ...],
    level: str | None,
    seconds: float | None,
    nodes: int | None,
    depth: int | None,
    method: str,
    seed: str,
    as_json: bool,
) -> None:
    import json

    from quincunx import engine
    from quincunx.engine.interruptible import run_interruptible

    if len(words) == 1 and _is_file_name(words[0]):
        if level or depth or method != "auto":
            raise click.UsageError(text("cli.analyse.record"))
        _analyse_records(words[0], engine.Limits(nodes=nodes or 0, seconds=seconds or (0.0 if nodes else 0.1)), as_json)
        return
    state, control = position(words), engine.Control()
    if level and (seconds or nodes or depth or method != "auto"):
        raise click.UsageError(text("cli.analyse.limits"))
    if level:
        move, analysis = run_interruptible(lambda: engine.choose(state, level, seed, control), control.stop)
    else:
        bounded = nodes or depth or seconds
        limits = engine.Limits(nodes=nodes or 0, seconds=seconds or (0.0 if bounded else 1.0), depth=depth or 0)
        analysis = run_interruptible(lambda: engine.analyse(state, limits, method, control=control), control.stop)
        move = analysis.best.move
    if as_json:
        click.echo(json.dumps({"best": move, **analysis.to_json()}))
    else:
        for line in listed(analysis, state):
            click.echo(line)
        click.echo(text("cli.analyse.choice", level=level, move=move) if level else text("cli.analyse.best", move=move))


def _is_file_name(word: str) -> bool:
    """Whether a word is a file, or can only be meant as one: no game is written with a dot or a slash."""
    path = Path(word)
    return path.is_file() or (" " not in word and (bool(path.suffix) or len(path.parts) > 1))


def _analyse_records(file: str, limits: Limits, as_json: bool) -> None:
    """Prints the accuracy of each player of every match in a file, and the choices that lost most."""
    import json

    from quincunx.engine import Control, accuracy
    from quincunx.engine.interruptible import run_interruptible

    matches = read_records(file)
    for place, match in enumerate(matches, 1):
        control = Control()
        found = run_interruptible(partial(accuracy.choices, match.decisions(), limits, control), control.stop)
        scores = accuracy.accuracies(found, match.game.seats)
        turns = [turn for turn, entry in zip(match.numbers, match.entries, strict=True) if not entry.departure]
        if as_json:
            rows = [
                {"turn": turns[c.number], "seat": c.seat, "move": c.move, "best": c.best, "loss": c.loss} for c in found
            ]
            click.echo(json.dumps({"game": str(match.game), "accuracy": scores, "choices": rows}))
            continue
        if len(matches) > 1:
            click.echo("\n" * (place > 1) + text("cli.analyse.match", n=place, game=str(match.game)))
        for seat, score in enumerate(scores, 1):
            said = "-" if score is None else f"{score:.1f}"
            click.echo(text("cli.analyse.accuracy", seat=seat, name=match.players[seat - 1].name, accuracy=said))
        for each in sorted(found, key=lambda choice: -choice.loss)[:WORST]:
            if each.loss >= NOTABLE:
                loss = f"{each.loss:.0%}"
                turn = turns[each.number]
                words = text(
                    "cli.analyse.mistake", turn=turn, seat=each.seat, move=each.move, best=each.best, loss=loss
                )
                click.echo(words)


def listed(analysis: Analysis, state: State) -> list[str]:
    """An analysis for people: one line per move, best first, then what it is based on."""
    ranked = analysis.ranked()
    seat = state.actor if state.actor > 0 else state.turn
    values = [found.value.words(seat) for found in ranked]
    moves = max(len(found.move) for found in ranked)
    width = max(map(len, values))
    lines = [
        f"{found.move:<{moves}}  {value:>{width}}  {' '.join(found.line[:10])}".rstrip()
        for found, value in zip(ranked, values, strict=True)
    ]
    nodes, seconds = f"{analysis.nodes:,}", f"{analysis.seconds:.2f}"
    return [*lines, text("cli.analyse.basis", basis=analysis.basis, nodes=nodes, seconds=seconds)]


@click.command(help=text("cli.engine.help"), short_help=text("cli.engine.short"))
@click.option("--json", "as_json", is_flag=True, help=text("cli.engine.json"))
@click.option("--threads", type=Whole(1, 256), default=1, help=text("cli.engine.threads"))
def engine(as_json: bool, threads: int) -> None:

    def write(line: str) -> None:
        # In one piece: `print` writes the end of the line by itself, and another thread's line could come between.
        sys.stdout.write(f"{line}\n")
        sys.stdout.flush()

    if as_json:
        from quincunx.engine.process.jsonlines import Desk

        desk = Desk(write, threads)
        for line in sys.stdin:
            desk.handle(line)
        desk.close()
        return
    from quincunx.engine.process.protocol import Session

    session = Session(write)
    for line in sys.stdin:
        if not session.handle(line):
            return
    session.finish()


@click.command(help=text("cli.bench.help"), short_help=text("cli.bench.short"))
def bench() -> None:
    from quincunx.engine.signature import signature

    for line in signature():
        click.echo(line)
