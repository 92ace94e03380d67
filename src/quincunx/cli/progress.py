"""Progress of matches and events on standard error."""

from __future__ import annotations

import sys
import time
from collections.abc import Sequence
from typing import TYPE_CHECKING

import click

from quincunx.law.messages import text

if TYPE_CHECKING:
    from quincunx.arena import Result, ResultsFile
    from quincunx.arena.stats.sprt import Sprt, SprtState

HEARTBEAT = 10.0
"""Seconds between two lines of progress where there is no terminal."""


class ProgressLine:
    """A progress line that overwrites itself on a terminal; otherwise a new line every HEARTBEAT seconds."""

    def __init__(self) -> None:
        self._on = sys.stderr.isatty()
        self._shown = ""
        self._printed = time.monotonic()

    def show(self, line: str) -> None:
        if not self._on:
            if line and time.monotonic() - self._printed >= HEARTBEAT:
                self._printed = time.monotonic()
                click.echo(line, err=True)
        elif line != self._shown:
            click.echo("\r" + line.ljust(len(self._shown)) + "\r" * (not line), nl=False, err=True)
            self._shown = line


class EventProgress:
    """Reports the progress of a tournament: results, faults, and the state of the SPRT."""

    def __init__(self, results_file: ResultsFile, test: Sprt | None) -> None:
        from quincunx.arena import schedule

        self._results_file, self._line = results_file, ProgressLine()
        self.stopped = False
        self._total, self._before, self._began = (
            schedule.total(results_file.tournament),
            len(results_file.results),
            time.monotonic(),
        )
        self.standing: SprtState | None = test.begin() if test else None
        self._test()

    def enough(self) -> bool:
        return self.stopped or (self.standing is not None and self.standing.verdict != "continue")

    def heard(self, results: Sequence[Result]) -> None:
        if results:
            self._test()
        for result in results:
            for fault in result.faults:
                self._line.show("")
                name = self._results_file.tournament.names[result.seats[fault.seat - 1]]
                said = text("cli.arena.fault", number=result.match, name=name, kind=fault.kind, reason=fault.reason)
                click.echo(said, err=True)
        done = len(self._results_file.results)
        rate = (done - self._before) / max(1e-9, time.monotonic() - self._began)
        left = _duration((self._total - done) / rate) if rate else "?"
        filled = 24 * done // max(1, self._total)
        progress = text("cli.arena.progress", done=done, total=self._total, rate=f"{rate:.3g}", left=left)
        line = f"[{'#' * filled}{'.' * (24 - filled)}] {progress}"
        if self.standing:
            low, high = (f"{bound:.2f}" for bound in self.standing.test.bounds)
            line += "  " + text("cli.arena.llr", llr=f"{self.standing.llr:.2f}", low=low, high=high)
        self._line.show(line)

    def close(self) -> None:
        self._line.show("")

    def _test(self) -> None:
        from quincunx.arena.stats.sprt import pairs

        if self.standing:
            self.standing = self.standing.after(pairs(self._results_file.results)[self.standing.pairs :])


def _duration(seconds: float) -> str:
    if seconds < 100:
        return text("cli.arena.seconds", number=f"{seconds:.0f}")
    if seconds < 6000:
        return text("cli.arena.minutes", number=f"{seconds / 60:.0f}")
    return text("cli.arena.hours", number=f"{seconds / 3600:.1f}")
