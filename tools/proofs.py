"""Checks every claim of docs/solved.md completely: `make proofs`.

The games list their theorems in `theorems.toml`. Certificates are shipped in the games' folders and in proofs/; those
that take seconds are made here. Progress is kept in a folder, so that the work can be stopped (Ctrl-C, kill) and
continued by the same command; without the folder's *.json everything is checked again. The table, in Markdown, says
what took how long in all runs together. A certificate that proves nothing gets its reason below the table, and the exit
code is 1.
"""

from __future__ import annotations

import argparse
import json
import math
import sys
import time
from collections.abc import Callable
from dataclasses import asdict, dataclass
from datetime import UTC, datetime
from pathlib import Path

from quincunx import games, proofs
from quincunx.cli.signals import ending_in_order
from quincunx.games import Refused
from quincunx.proofs.checking import check_completely
from quincunx.proofs.saved import alone
from quincunx.proofs.theorems import Theorem, certificate_of, made_folder, theorems

SAVING = 10.0
"""Seconds between two savings of the time that a check has taken."""
REPORTING = 60.0
"""Seconds between two lines of progress where there is no terminal."""
SHORT = {"draw": "draw", "none": "nobody"}


@dataclass
class Record:
    """The saved progress of checking one certificate."""

    sha256: str
    seconds: float = 0.0
    """Of all runs."""
    cpu: float = 0.0
    date: str = ""
    """When it was proved; empty until then."""
    checked: str = ""
    """What was checked, and how."""

    @classmethod
    def read(cls, path: Path, sha256: str) -> Record:
        """From a file, or a new one if that is about another certificate or cannot be read."""
        try:
            found = cls(**json.loads(path.read_text()))
        except (OSError, ValueError, TypeError):
            return cls(sha256)
        return found if found.sha256 == sha256 else cls(sha256)

    def write(self, path: Path) -> None:
        part = path.with_name(path.name + ".part")
        part.write_text(json.dumps(asdict(self), indent=1))
        part.replace(path)


class Reporter:
    """Shows progress: on one line of a terminal, else now and then on a line of its own."""

    def __init__(self) -> None:
        self.terminal, self.last = sys.stderr.isatty(), time.monotonic()

    def show(self, game: str, progress: proofs.Progress) -> None:
        words = f"{game} {progress.share:6.1%} {progress.what}"
        if self.terminal:
            print(f"\r\x1b[K{words}", end="", file=sys.stderr, flush=True)
        elif time.monotonic() - self.last >= REPORTING:
            self.last = time.monotonic()
            print(words, file=sys.stderr, flush=True)

    def clear(self) -> None:
        if self.terminal:
            print("\r\x1b[K", end="", file=sys.stderr, flush=True)


def checked(theorem: Theorem, folder: Path, threads: int, show: Callable[[proofs.Progress], None]) -> Record:
    """Checks one claim, unless that is done. Refused if it is not proved."""
    _, certificate = certificate_of(theorem, show, folder)
    path = folder / f"{theorem.name}.json"
    record = Record.read(path, certificate.sha256)
    if record.date:
        return record
    before, began, cpu = (record.seconds, record.cpu), time.monotonic(), time.process_time()
    saved = began

    def save() -> None:
        record.seconds = before[0] + time.monotonic() - began
        record.cpu = before[1] + time.process_time() - cpu
        record.write(path)

    def tell(progress: proofs.Progress) -> None:
        nonlocal saved
        show(progress)
        if time.monotonic() - saved > SAVING:
            saved = time.monotonic()
            save()

    try:
        effort = proofs.Effort(threads, 1 << 30, folder / f"{theorem.name}-{certificate.sha256[:8]}.check")
        record.checked = " ".join(check_completely(certificate, effort, tell))
        record.date = f"{datetime.now(UTC):%Y-%m-%d}"
    finally:
        save()
    return record


def row(*cells: str) -> str:
    game, value, seconds, cpu, date = cells
    return f"| {game:33} | {value:7} | {seconds:>8} | {cpu:>8} | {date:10} |"


def check_all(chosen: list[Theorem], folder: Path, threads: int) -> int:
    """Prints the table; how many claims are not proved."""
    reporter, refused = Reporter(), []
    seconds = cpu = 0.0
    print(row("game", "value", "seconds", "CPU", "proved on"), row(*["---"] * 5), sep="\n", flush=True)
    for theorem in chosen:
        value = SHORT.get(theorem.value, f"{theorem.value} wins")
        game = f"`{theorem.game}`"
        try:
            found = checked(theorem, folder, threads, lambda progress, game=game: reporter.show(game, progress))  # type: ignore[misc]
        except (Refused, OSError) as error:
            refused.append(f"{theorem.game} is NOT proved: {error}")
            reporter.clear()
            print(row(game, value, "", "", "NOT proved"), flush=True)
            continue
        seconds, cpu = seconds + found.seconds, cpu + found.cpu
        reporter.clear()
        print(row(game, value, f"{found.seconds:,.1f}", f"{found.cpu:,.1f}", found.date), flush=True)
    print(row(f"{len(chosen) - len(refused)} of {len(chosen)}", "", f"{seconds:,.1f}", f"{cpu:,.1f}", ""), flush=True)
    for reason in refused:
        print(reason, file=sys.stderr)
    return len(refused)


def in_order(name: str) -> str:
    """The options of a game in the order in which the theorems have them."""
    try:
        return str(games.game(name))
    except Refused:
        return name


def check_and_say(chosen: list[Theorem], folder: Path, threads: int) -> int | str:
    """The exit code, or why nothing was checked. If it is stopped it says how to continue."""
    try:
        with alone(folder / "proofs"):
            return 1 if check_all(chosen, folder, threads) else 0
    except Refused as error:
        return str(error)
    except KeyboardInterrupt:
        print("\nStopped. The same command continues.", file=sys.stderr)
        raise


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("games", nargs="*", help="only these, such as tactix:size=6")
    parser.add_argument("--threads", type=int, default=2)
    parser.add_argument("--folder", type=Path, default=made_folder(), help="where what is done is kept (%(default)s)")
    wanted = parser.parse_args()
    known = {theorem.game: theorem for theorem in sorted(theorems(), key=lambda each: each.seconds or math.inf)}
    names = set(map(in_order, wanted.games))
    if unknown := names - known.keys():
        sys.exit(f"Nothing is claimed about {', '.join(sorted(unknown))}; there is {', '.join(known)}.")
    wanted.folder.mkdir(parents=True, exist_ok=True)
    chosen = [theorem for name, theorem in known.items() if not names or name in names]
    try:
        with ending_in_order():
            sys.exit(check_and_say(chosen, wanted.folder, wanted.threads))
    except KeyboardInterrupt:
        sys.exit(130)


if __name__ == "__main__":
    main()
