"""Commands that prove: solve, verify."""

from __future__ import annotations

import os
import sys
import time
from contextlib import AbstractContextManager, nullcontext
from pathlib import Path
from typing import TYPE_CHECKING

import click

from quincunx.cli.arguments import Number, Whole
from quincunx.cli.positions import position, position_argument
from quincunx.cli.signals import ending_in_order
from quincunx.games import Refused
from quincunx.law.messages import text

if TYPE_CHECKING:
    from quincunx.proofs import Progress, Tell


HEARTBEAT = 30.0
"""Seconds after which a line is printed where there is no terminal, though nothing new is proved."""


def teller(began: float) -> Tell:
    """Shows progress on one line of a terminal; in a pipe, a line whenever another hundredth is done, and every
    HEARTBEAT seconds."""
    last, printed = -1.0, began

    def tell(progress: Progress) -> None:
        nonlocal last, printed
        now = time.monotonic()
        spent = now - began
        words = [f"{progress.share:6.1%}", progress.what]
        if progress.nodes:
            speed = f"{progress.nodes / max(spent, 1e-9) / 1e6:.2f}"
            words.append(text("cli.solve.nodes", nodes=f"{progress.nodes:,}", speed=speed))
        if progress.fill:
            words.append(text("cli.solve.fill", percent=f"{100 * progress.fill:.0f}"))
        words.append(f"{int(spent) // 60}:{int(spent) % 60:02}")
        line = "  ".join(words)
        if sys.stderr.isatty():
            click.echo(f"\r\x1b[K{line}", nl=False, err=True)
        elif progress.share >= last + 0.01 or now - printed >= HEARTBEAT:
            last, printed = max(last, progress.share), now
            click.echo(line, err=True)

    return tell


def _end_line() -> None:
    if sys.stderr.isatty():
        click.echo("\r\x1b[K", nl=False, err=True)


def _check_writable(path: Path) -> None:
    """Refuses a file that cannot be written: now, not after hours."""
    if path.is_dir():
        raise Refused("cli.solve.directory", path=str(path))
    if not (path.parent.is_dir() and os.access(path.parent, os.W_OK)):
        raise Refused("cli.solve.unwritable", path=str(path), folder=str(path.parent))


def _alone(resume: Path | None) -> AbstractContextManager[None]:
    from quincunx.proofs.saved import alone

    return alone(resume) if resume else nullcontext()


@click.command(help=text("cli.solve.help"), short_help=text("cli.solve.short"))
@position_argument
@click.option("--threads", type=Whole(1, 256), default=1, show_default=True, help=text("cli.solve.threads"))
@click.option(
    "--memory", type=Number(0.01, 4096), default=1.0, show_default=True, metavar="GB", help=text("cli.solve.memory")
)
@click.option(
    "--resume",
    type=click.Path(path_type=Path),
    metavar="FILE",
    help=text("cli.solve.resume"),
)
@click.option(
    "--output",
    "-o",
    type=click.Path(path_type=Path),
    metavar="FILE",
    help=text("cli.solve.output"),
)
def solve(words: tuple[str, ...], threads: int, memory: float, resume: Path | None, output: Path | None) -> None:
    from quincunx import proofs
    from quincunx.proofs.solving import solve as prove

    state = position(words)
    for path in filter(None, (output, resume)):
        _check_writable(path)
    began = time.monotonic()
    effort = proofs.Effort(threads, int(memory * 2**30), resume)
    try:
        with _alone(resume), ending_in_order():  # what was found is saved
            certificate = prove(state, effort, teller(began))
    finally:
        _end_line()
    claim, kind = str(certificate.claim), certificate.kind
    click.echo(text("cli.solve.claim", position=str(certificate.state), claim=claim, kind=kind))
    for name, value in certificate.tags.items():
        click.echo(f"{name.lower()}: {value}")
    click.echo(text("cli.solve.time", seconds=f"{time.monotonic() - began:.1f}"))
    click.echo(f"sha256: {certificate.sha256}")
    if output:
        proofs.write(output, certificate)
        click.echo(text("cli.solve.certificate", file=str(output), bytes=f"{output.stat().st_size:,}"))
        if certificate.is_too_large:
            click.echo(text("cli.solve.large", megabytes=proofs.LARGEST >> 20))


@click.command(help=text("cli.verify.help"), short_help=text("cli.verify.short"))
@click.argument("certificate", type=click.Path(path_type=Path))
@click.option("--complete", is_flag=True, help=text("cli.verify.complete"))
@click.option("--threads", type=Whole(1, 256), help=text("cli.verify.threads"))
@click.option("--memory", type=Number(0.01, 4096), metavar="GB", help=text("cli.verify.memory"))
@click.option("--resume", type=click.Path(path_type=Path), metavar="FILE", help=text("cli.verify.resume"))
def verify(certificate: Path, complete: bool, threads: int | None, memory: float | None, resume: Path | None) -> None:
    from quincunx import proofs
    from quincunx.proofs.checking import check, check_completely

    if not complete and (threads or memory or resume):
        raise click.UsageError(text("cli.verify.only-complete"))
    if resume:
        _check_writable(resume)
    read = proofs.read(certificate)
    click.echo(text("cli.verify.claim", position=str(read.state), claim=str(read.claim), kind=read.kind))
    click.echo(f"sha256: {read.sha256}")
    began = time.monotonic()
    try:
        if complete:
            effort = proofs.Effort(threads or 1, int((memory or 0.5) * 2**30), resume)
            with _alone(resume), ending_in_order():  # what was proved is saved
                lines = check_completely(read, effort, teller(began))
        else:
            lines = check(read, teller(began))
    finally:
        _end_line()
    for line in lines:
        click.echo(line)
    done = "cli.verify.done" if complete or read.kind != "sample" else "cli.verify.done-sample"
    click.echo(text(done, seconds=f"{time.monotonic() - began:.1f}"))
