"""The command that plays a tournament of the arena."""

from __future__ import annotations

import re
import signal
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from quincunx.cli.arguments import Number, Whole, complete_player
from quincunx.cli.positions import game_argument
from quincunx.cli.progress import EventProgress, ProgressLine
from quincunx.extras import install
from quincunx.games import Refused, parse
from quincunx.law.messages import text

if TYPE_CHECKING:
    from quincunx.arena import Result, ResultsFile, Tournament
    from quincunx.arena.stats.sprt import SprtState

FORMATS = ("round-robin", "gauntlet", "ladder", "swiss")  # as arena.FORMATS; that would be slow to import here


_chance = Number(0, 0.5, min_open=True, max_open=True)


@click.command(help=text("cli.arena.help"), short_help=text("cli.arena.short"))
@game_argument
@click.argument("players", metavar="PLAYER...", nargs=-1, shell_complete=complete_player)
@click.option("--players", "_named", is_flag=True, help=text("cli.arena.players"))
@click.option("--games", type=Whole(1, 1_000_000), default=100, help=text("cli.arena.games"))
@click.option("--format", "style", type=click.Choice(FORMATS), default="round-robin", help=text("cli.arena.format"))
@click.option("--ladder", is_flag=True, help=text("cli.arena.ladder"))
@click.option("--rounds", type=Whole(1, 1000), help=text("cli.arena.rounds"))
@click.option("--seed", help=text("cli.arena.seed"))
@click.option("--plies", type=Whole(0, 1000), default=2, help=text("cli.arena.plies"))
@click.option("--openings", type=click.Path(), help=text("cli.arena.openings"))
@click.option("--move-time", type=Number(0.01, 1e6), help=text("cli.arena.move-time"))
@click.option("--clock", default="", help=text("cli.arena.clock"))
@click.option(
    "--scale",
    type=Number(0, 1000, min_open=True),
    default=1.0,
    help=text("cli.arena.scale"),
)
@click.option(
    "--sprt",
    nargs=2,
    type=Number(-1000, 1000),
    metavar="ELO0 ELO1",
    help=text("cli.arena.sprt"),
)
@click.option("--alpha", type=_chance, default=0.05, help=text("cli.arena.alpha"))
@click.option("--beta", type=_chance, default=0.05, help=text("cli.arena.beta"))
@click.option("--accuracy", type=Whole(1, 10**9), metavar="NODES", help=text("cli.arena.accuracy"))
@click.option("--workers", type=Whole(1, 1024), help=text("cli.arena.workers"))
@click.option("--dask", metavar="ADDRESS", help=text("cli.arena.dask"))
@click.option("--out", type=click.Path(), help=text("cli.arena.out"))
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
    accuracy: int | None,
    workers: int | None,
    dask: str | None,
    out: str | None,
) -> None:
    from functools import partial

    from quincunx import settings
    from quincunx.arena import ArenaRefusal, ResultsFile, Tournament, entrant, executors, run_tournament
    from quincunx.arena.stats.sprt import Sprt
    from quincunx.engine import NAMES

    chosen = settings.game(game)
    if ladder and (players or style != "round-robin"):
        raise click.UsageError(text("cli.arena.ladder-alone"))
    if not ladder and len(players) < 2:
        raise click.UsageError(text("cli.arena.two-players"))
    folder = Path(out or re.sub(r"[^a-z0-9]+", "-", f"arena-{chosen}"))
    if style == "swiss" and rounds is None:
        rounds = max(1, (len(players) - 1).bit_length())
    tournament = Tournament(
        game=str(chosen),
        players=tuple(entrant(spec, chosen) for spec in (NAMES if ladder else players)),
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
    if test and (len(tournament.players) != 2 or chosen.seats != 2 or tournament.format == "swiss"):
        raise ArenaRefusal("cli.arena.sprt-two")
    try:
        import numpy  # noqa: F401 - fail now, not after the last match
    except ModuleNotFoundError as missing:
        raise Refused("cli.arena.needs", library=missing.name or "", install=install("arena")) from None
    with ResultsFile(folder, tournament) as results_file:
        progress = EventProgress(results_file, test)
        open_workers = partial(executors.dask, dask) if dask else partial(executors.local, workers)
        try:
            with _stopped_by_ctrl_c(progress):
                run_tournament(results_file, open_workers, progress.heard, progress.enough)
        finally:
            progress.close()
            _print_results(results_file, progress.standing, 0 if progress.stopped else accuracy or 0)
        if progress.stopped:
            count = len(results_file.results)
            stopped = text("cli.arena.stopped", n=count) if count else text("cli.arena.stopped-early")
            click.echo(stopped, err=True)
            ctx.exit(130)


@contextmanager
def _stopped_by_ctrl_c(progress: EventProgress) -> Iterator[None]:
    """Ctrl-C stops the tournament between two results; a second Ctrl-C stops immediately."""

    def stop(*_: Any) -> None:
        progress.stopped = True
        signal.signal(signal.SIGINT, before)

    before = signal.signal(signal.SIGINT, stop)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)


def _seed(folder: Path) -> str:
    """The seed of the tournament that is in the folder already, or a new one."""
    import secrets

    from quincunx.arena.results import kept_tournament

    return kept_tournament(folder).seed if (folder / "event.json").exists() else secrets.token_hex(8)


def _positions(file: str) -> tuple[str, ...]:
    """The positions of a file, one per line; # begins a comment."""
    try:
        lines = Path(file).read_text("utf-8").splitlines()
    except UnicodeDecodeError:
        raise Refused("cli.arena.utf-8", file=file) from None
    positions = []
    for number, line in enumerate(lines, 1):
        position = " ".join(line.partition("#")[0].split())
        if not position:
            continue
        try:
            parse(position)
        except Refused as refusal:
            raise Refused("arena.folder.line", file=file, line=number, problem=refusal.message) from None
        positions.append(position)
    if not positions:
        raise Refused("cli.arena.no-positions", file=file)
    return tuple(positions)


def _print_results(results_file: ResultsFile, standing: SprtState | None, nodes: int) -> None:
    """Prints the standings, and writes the records and the report. With `nodes` it analyses all positions."""
    from quincunx.arena.stats import standings
    from quincunx.arena.stats.ratings import rate
    from quincunx.arena.stats.report import report

    tournament = results_file.tournament
    results = [results_file.results[match] for match in sorted(results_file.results)]
    if not results:
        return
    found = standings.stand(tournament, results)
    ratings = rate(len(tournament.players), results)
    for line in standings.crosstable(found, ratings):
        click.echo(line)
    click.echo(standings.seats_line(found))
    if tournament.format == "ladder":
        for line in standings.ladder_lines(found, ratings):
            click.echo(line)
    for line in standings.fault_lines(found):
        click.echo(line)
    if standing:
        click.echo(standing.words())
    accuracies = _accuracies(tournament, results, nodes) if nodes else None
    if accuracies:
        for line in standings.accuracy_lines(found, accuracies):
            click.echo(line)
    records = results_file.write_records()
    page = results_file.folder / "report.html"
    page.write_text(report(tournament, results, found, ratings, standing, accuracies), "utf-8")
    click.echo(f"{page}, {records}")


def _accuracies(tournament: Tournament, results: Sequence[Result], nodes: int) -> tuple[float | None, ...] | None:
    """The accuracy of each player; None if Ctrl-C stops the analysis."""
    from functools import partial

    from quincunx.arena.stats.accuracy import accuracies
    from quincunx.engine import Control, Limits
    from quincunx.engine.interruptible import run_interruptible

    control, line = Control(), ProgressLine()

    def heard(done: int) -> None:
        line.show(text("cli.arena.analysed", done=done, total=len(results)))

    try:
        work = partial(accuracies, tournament, results, Limits(nodes=nodes), control, heard)
        found = run_interruptible(work, control.stop)
    finally:
        line.show("")
    return None if control.stopped else found
