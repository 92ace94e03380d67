"""Commands that think: analysis, the engine as a process."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

import click

from quincunx.cli.arguments import Number, complete_level, complete_method
from quincunx.cli.positions import json_option, position, position_argument
from quincunx.games import State

if TYPE_CHECKING:
    from quincunx.engine import Analysis


@click.command()
@position_argument
@click.option("--level", help="Think as this level does, and name its move.", shell_complete=complete_level)
@click.option("--time", "seconds", type=Number(0, 1e8, min_open=True), help="Seconds to think. Default: 1.")
@click.option("--nodes", type=click.IntRange(1, 10**18), help="Nodes to visit: the same answer on every machine.")
@click.option("--depth", type=click.IntRange(1, 999_999), help="Moves to look ahead (xtic: placements).")
@click.option(
    "--method",
    default="auto",
    help="A method of the core. Default: the best for the position.",
    shell_complete=complete_method,
)
@click.option("--seed", default="", help="What a level draws its choice from, where several moves are as good.")
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
    """Tell what every legal move in a position is worth, best first.

    A value is proved (win, draw, loss, with the moves to the end where they are known) or an estimate in
    percent; the last line tells what the values rest on.
    """
    import json

    from quincunx import engine
    from quincunx.engine.interruptible import run_interruptible

    state, control = position(words), engine.Control()
    if level and (seconds or nodes or depth or method != "auto"):
        raise click.UsageError("--level has limits of its own: leave out --time, --nodes, --depth and --method")
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
        for line in told(analysis, state):
            click.echo(line)
        click.echo(f"{level or 'best'}: {move}")


def told(analysis: Analysis, state: State) -> list[str]:
    """An analysis for people: a line a move, best first, then what it rests on."""
    ranked = analysis.ranked()
    seat = state.actor if state.actor > 0 else state.turn
    values = [found.value.words(seat) for found in ranked]
    moves = max(len(found.move) for found in ranked)
    width = max(map(len, values))
    lines = [
        f"{found.move:<{moves}}  {value:>{width}}  {' '.join(found.line[:10])}".rstrip()
        for found, value in zip(ranked, values, strict=True)
    ]
    return [*lines, f"{analysis.basis}; {analysis.nodes:,} nodes in {analysis.seconds:.2f} s"]


@click.command()
@click.option("--json", "as_json", is_flag=True, help="Requests and answers in JSON, many at once.")
@click.option("--threads", type=click.IntRange(1, 256), default=1, help="With --json: positions at once. Default: 1.")
def engine(as_json: bool, threads: int) -> None:
    """Run the engine as a process: a command a line on standard input (docs/engine.md).

    In the manner of chess's UCI: try `uci`, `position xtic startpos`, `go movetime 500`, `quit`.
    """

    def write(line: str) -> None:
        print(line, flush=True)

    if as_json:
        from quincunx.engine.jsonlines import Desk

        desk = Desk(write, threads)
        for line in sys.stdin:
            desk.handle(line)
        desk.close()
        return
    from quincunx.engine.protocol import Session

    session = Session(write)
    for line in sys.stdin:
        if not session.handle(line):
            return
    session.finish()


@click.command()
def bench() -> None:
    """Print the signature: the nodes that the searches visit at fixed limits. It changes when their behaviour does."""
    from quincunx.engine.signature import signature

    for line in signature():
        click.echo(line)
