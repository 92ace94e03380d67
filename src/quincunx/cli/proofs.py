"""Commands that prove: solve, verify."""

from __future__ import annotations

import os
import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING

import click

from quincunx.cli.arguments import Number
from quincunx.cli.positions import position, position_argument
from quincunx.games import Refused

if TYPE_CHECKING:
    from quincunx.proofs import Progress, Tell


HEARTBEAT = 30.0
"""Seconds after which a line is printed where there is no terminal, though nothing new is proved."""


def teller(began: float) -> Tell:
    """Shows progress on one line of a terminal; in a pipe, a line whenever another hundredth is done, and every
    HEARTBEAT seconds."""
    last, told = -1.0, began

    def tell(progress: Progress) -> None:
        nonlocal last, told
        now = time.monotonic()
        spent = now - began
        words = [f"{progress.share:6.1%}".replace("%", " %"), progress.what]
        if progress.nodes:
            words.append(f"{progress.nodes:,} nodes, {progress.nodes / max(spent, 1e-9) / 1e6:.2f} M/s")
        if progress.fill:
            words.append(f"table {progress.fill:.0%} full".replace("%", " %"))
        words.append(f"{int(spent) // 60}:{int(spent) % 60:02}")
        line = "  ".join(words)
        if sys.stderr.isatty():
            click.echo(f"\r\x1b[K{line}", nl=False, err=True)
        elif progress.share >= last + 0.01 or now - told >= HEARTBEAT:
            last, told = max(last, progress.share), now
            click.echo(line, err=True)

    return tell


def _end_line() -> None:
    if sys.stderr.isatty():
        click.echo("\r\x1b[K", nl=False, err=True)


@click.command(short_help="Prove what a position is worth.")
@position_argument
@click.option("--threads", type=click.IntRange(1, 256), default=1, show_default=True)
@click.option("--memory", type=Number(0.01, 4096), default=1.0, show_default=True, metavar="GB", help="For tables.")
@click.option(
    "--resume",
    type=click.Path(path_type=Path),
    metavar="FILE",
    help="Save there what is found on the way, and go on from there if the file exists.",
)
@click.option(
    "--output",
    "-o",
    type=click.Path(path_type=Path),
    metavar="FILE",
    help="Write the certificate there; gzipped if it ends in .gz.",
)
def solve(words: tuple[str, ...], threads: int, memory: float, resume: Path | None, output: Path | None) -> None:
    """Prove the value of a position, or of a game from its start, and write a certificate.

    \b
    quincunx solve tactix:size=5 -o tactix-5.cert.gz
    quincunx solve xtic --memory 4 --threads 2 --resume xtic.save -o xtic.cert.gz

    `quincunx verify` believes it only after checking it with the law alone. docs/solved.md lists what is solved.
    """
    from quincunx import proofs
    from quincunx.proofs.solving import solve as prove

    state = position(words)
    for path in filter(None, (output, resume)):  # better now than after hours
        if path.is_dir():
            raise Refused(f"{path}: Is a directory")
        if not (path.parent.is_dir() and os.access(path.parent, os.W_OK)):
            raise Refused(f"{path}: nothing can be written to the folder {path.parent}")
    began = time.monotonic()
    effort = proofs.Effort(threads, int(memory * 2**30), resume)
    try:
        certificate = prove(state, effort, teller(began))
    finally:
        _end_line()
    click.echo(f"{certificate.state}: {certificate.claim} ({certificate.kind})")
    for name, value in certificate.tags.items():
        click.echo(f"{name.lower()}: {value}")
    click.echo(f"time: {time.monotonic() - began:.1f} s")
    click.echo(f"sha256: {certificate.sha256}")
    if output:
        proofs.write(output, certificate)
        click.echo(f"certificate: {output}, {output.stat().st_size:,} bytes")


@click.command(short_help="Check a certificate with the law alone.")
@click.argument("certificate", type=click.Path(path_type=Path))
def verify(certificate: Path) -> None:
    """Check a certificate that `quincunx solve` wrote, with the rules in Python alone.

    Exit code 0 says that the claim is proved as far as the last lines tell; 1 that it is not, and where it fails.
    """
    from quincunx import proofs
    from quincunx.proofs.checking import check

    read = proofs.read(certificate)
    click.echo(f"{read.state}: {read.claim} ({read.kind})?")
    click.echo(f"sha256: {read.sha256}")
    began = time.monotonic()
    try:
        lines = check(read, teller(began))
    finally:
        _end_line()
    for line in lines:
        click.echo(line)
    click.echo(f"verified in {time.monotonic() - began:.1f} s")
