"""The command that plays an event of the arena."""

from __future__ import annotations

import re
import signal
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from quincunx.cli.arguments import Number, complete_player
from quincunx.cli.positions import game_argument
from quincunx.cli.progress import EventProgress
from quincunx.extras import install
from quincunx.games import Refused

if TYPE_CHECKING:
    from quincunx.arena import ResultsFile
    from quincunx.arena.stats.sprt import SprtState

FORMATS = ("round-robin", "gauntlet", "ladder", "swiss")  # as arena.FORMATS; that would be slow to import here


_chance = Number(0, 0.5, min_open=True, max_open=True)


@click.command(short_help="Let computer players meet again and again, and rate them.")
@game_argument
@click.argument("players", metavar="PLAYER...", nargs=-1, shell_complete=complete_player)
@click.option("--players", "_named", is_flag=True, help="May stand before the players; says nothing more.")
@click.option("--games", type=click.IntRange(1, 1_000_000), default=100, help="Matches of each pairing. Default: 100.")
@click.option("--format", "style", type=click.Choice(FORMATS), default="round-robin", help="Who meets whom.")
@click.option("--ladder", is_flag=True, help="The game's six levels, each against the next.")
@click.option("--rounds", type=click.IntRange(1, 1000), help="Rounds of a Swiss event. Default: enough for one winner.")
@click.option("--seed", help="Any text; the same seed gives the same matches. Default: a new one.")
@click.option("--plies", type=click.IntRange(0, 1000), default=2, help="Random moves of an opening. Default: 2.")
@click.option("--openings", type=click.Path(), help="A file of positions, one a line.")
@click.option("--move-time", type=Number(0.01, 1e6), help="Seconds for a move.")
@click.option("--clock", default="", help="Seconds for a match and those that a turn adds, as in 60+1.")
@click.option(
    "--scale",
    type=Number(0, 1000, min_open=True),
    default=1.0,
    help="Multiplies the budgets of levels. Default: 1.",
)
@click.option(
    "--sprt",
    nargs=2,
    type=Number(-1000, 1000),
    metavar="ELO0 ELO1",
    help="Stop when one of two is shown to be stronger.",
)
@click.option("--alpha", type=_chance, default=0.05, help="SPRT: the chance of a false yes. Default: 0.05.")
@click.option("--beta", type=_chance, default=0.05, help="SPRT: the chance of a false no. Default: 0.05.")
@click.option("--workers", type=click.IntRange(1, 1024), help="Processes. Default: one for each core.")
@click.option("--dask", metavar="ADDRESS", help="Play on the Dask cluster of this scheduler.")
@click.option("--out", type=click.Path(), help="The folder of the event. Default: arena-GAME.")
@click.pass_context
def arena(
    ctx: click.Context,
    game: str,
    players: tuple[str, ...],
    _named: bool,
    games: int,
    style: str,
    ladder: bool,
    rounds: int | None,
    seed: str | None,
    plies: int,
    openings: str | None,
    move_time: float | None,
    clock: str,
    scale: float,
    sprt: tuple[float, float] | None,
    alpha: float,
    beta: float,
    workers: int | None,
    dask: str | None,
    out: str | None,
) -> None:
    """Let computer players meet again and again, and rate them.

    A PLAYER is a level (easy, perfect, random …), engine:COMMAND, module:Class or bot:URL, perhaps with NAME=
    before it: letters a to z, digits, spaces and . _ - of which the first is a letter or digit, at most 40. A GAME
    without options is played with those of the setting games.GAME. Ctrl-C stops the event, and the same command
    goes on with it.

    \b
    quincunx arena tactix --players easy medium hard --games 200
    quincunx arena xtic hard "mine=engine:./mine --fast" --sprt 0 20
    quincunx arena tritoc --ladder --scale 0.1
    """
    from functools import partial

    from quincunx import settings
    from quincunx.arena import ArenaRefusal, Event, ResultsFile, entrant, executors, run_event
    from quincunx.arena.stats.sprt import Sprt
    from quincunx.engine import NAMES

    chosen = settings.game(game)
    if ladder and (players or style != "round-robin"):
        raise click.UsageError("--ladder names its players and its format itself")
    if not ladder and len(players) < 2:
        raise click.UsageError("name two players or more, or ask for --ladder")
    folder = Path(out or re.sub(r"[^a-z0-9]+", "-", f"arena-{chosen}"))
    if style == "swiss" and rounds is None:
        rounds = max(1, (len(players) - 1).bit_length())
    event = Event(
        game=str(chosen),
        players=tuple(entrant(text, chosen) for text in (NAMES if ladder else players)),
        format="ladder" if ladder else style,  # type: ignore[arg-type]
        games=games,
        seed=_seed(folder) if seed is None else seed,
        plies=0 if openings else plies,
        openings=_positions(openings) if openings else (),
        rounds=rounds or 0,
        move_time=move_time,
        clock=clock,
        scale=scale,
    )
    test = Sprt(*sprt, alpha, beta) if sprt else None
    if test and (len(event.players) != 2 or chosen.seats != 2 or event.format == "swiss"):
        raise ArenaRefusal("SPRT compares two players of a game for two")
    try:
        import numpy  # noqa: F401 - better missed now than after the last match
    except ModuleNotFoundError as missing:
        raise Refused(f"the arena needs {missing.name}: {install('arena')}") from None
    with ResultsFile(folder, event) as results_file:
        progress = EventProgress(results_file, test)
        open_workers = partial(executors.dask, dask) if dask else partial(executors.local, workers)
        try:
            with _stopped_by_ctrl_c(progress):
                run_event(results_file, open_workers, progress.heard, progress.enough)
        finally:
            progress.close()
            _tell(results_file, progress.standing)
        if progress.stopped:
            count = len(results_file.results)
            told = f"stopped after {count} matches; the same command goes on" if count else "stopped before any result"
            click.echo(told, err=True)
            ctx.exit(130)


@contextmanager
def _stopped_by_ctrl_c(progress: EventProgress) -> Iterator[None]:
    """Ctrl-C stops the event between two results; a second Ctrl-C stops immediately."""

    def stop(*_: Any) -> None:
        progress.stopped = True
        signal.signal(signal.SIGINT, before)

    before = signal.signal(signal.SIGINT, stop)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)


def _seed(folder: Path) -> str:
    """The seed of the event that is in the folder already, or a new one."""
    import secrets

    from quincunx.arena.results import kept_event

    return kept_event(folder).seed if (folder / "event.json").exists() else secrets.token_hex(8)


def _positions(file: str) -> tuple[str, ...]:
    """The positions of a file, one a line; what follows # is not read."""
    try:
        lines = Path(file).read_text("utf-8").splitlines()
    except UnicodeDecodeError:
        raise Refused(f"{file}: this is not UTF-8 text") from None
    found = tuple(" ".join(line.partition("#")[0].split()) for line in lines)
    positions = tuple(line for line in found if line)
    if not positions:
        raise Refused(f"{file} has no position in it")
    return positions


def _tell(results_file: ResultsFile, standing: SprtState | None) -> None:
    """Prints the standings, and writes the records and the report."""
    from quincunx.arena.stats import standings
    from quincunx.arena.stats.ratings import rate
    from quincunx.arena.stats.report import report

    event, results = results_file.event, [results_file.results[match] for match in sorted(results_file.results)]
    if not results:
        return
    found = standings.stand(event, results)
    ratings = rate(len(event.players), results)
    for line in standings.crosstable(found, ratings):
        click.echo(line)
    click.echo(standings.seats_line(found))
    if event.format == "ladder":
        for line in standings.ladder_lines(found, ratings):
            click.echo(line)
    for line in standings.fault_lines(found):
        click.echo(line)
    if standing:
        click.echo(standing.words())
    records = results_file.write_records()
    page = results_file.folder / "report.html"
    page.write_text(report(event, results, found, ratings, standing), "utf-8")
    click.echo(f"{page}, {records}")
