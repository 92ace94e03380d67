"""Checks everything that docs/solved.md claims, completely: `make proofs`.

The games list their theorems in `theorems.toml`. Certificates are shipped in the games' folders and in proofs/; those
that take seconds are made here. What is done is kept in build/proofs, so that the work can be stopped and continued.
The table says what took how long.
"""

from __future__ import annotations

import argparse
import json
import math
import sys
import time

from quincunx import proofs
from quincunx.proofs.checking import check_completely
from quincunx.proofs.theorems import MADE, Theorem, certificate_of, theorems


def told(progress: proofs.Progress) -> None:
    if sys.stderr.isatty():
        print(f"\r\x1b[K{progress.share:6.1%} {progress.what}", end="", file=sys.stderr, flush=True)


def checked(theorem: Theorem, threads: int) -> dict[str, str]:
    """Checks one claim; what was checked, as lines of the table. Unproved if it is false."""
    name = theorem.name
    _, certificate = certificate_of(theorem, told)
    result = MADE / f"{name}.json"
    if result.exists() and (known := json.loads(result.read_text()))["sha256"] == certificate.sha256:
        return {str(key): str(found) for key, found in known.items()}
    began, cpu = time.monotonic(), time.process_time()
    lines = check_completely(certificate, proofs.Effort(threads, 1 << 30, MADE / f"{name}.check"), told)
    found = {
        "game": theorem.game,
        "claim": str(certificate.claim),
        "seconds": f"{time.monotonic() - began:.0f}",
        "cpu": f"{time.process_time() - cpu:.0f}",
        "sha256": certificate.sha256,
        "checked": " ".join(lines),
    }
    result.write_text(json.dumps(found, indent=1))
    return found


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("games", nargs="*", help="only these, e.g. tactix:size=6")
    parser.add_argument("--threads", type=int, default=2)
    wanted = parser.parse_args()
    known = {theorem.game: theorem for theorem in sorted(theorems(), key=lambda each: each.seconds or math.inf)}
    if unknown := set(wanted.games) - known.keys():
        sys.exit(f"Nothing is claimed about {', '.join(sorted(unknown))}; there is {', '.join(known)}.")
    MADE.mkdir(parents=True, exist_ok=True)
    print(f"{'game':34} {'value':14} {'seconds':>8} {'CPU':>8}  sha256")
    for game, theorem in known.items():
        if not wanted.games or game in wanted.games:
            row = checked(theorem, wanted.threads)
            told_end = "\r\x1b[K" if sys.stderr.isatty() else ""
            print(f"{told_end}{game:34} {row['claim']:14} {row['seconds']:>8} {row['cpu']:>8}  {row['sha256'][:16]}…")


if __name__ == "__main__":
    main()
