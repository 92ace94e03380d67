"""Checks everything that docs/solved.md claims, completely: `make proofs`.

Certificates are shipped in the games' folders and in proofs/; those that take seconds are made here. What is done is
kept in build/proofs, so that the work can be stopped and continued. The table says what took how long.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from pathlib import Path

from quincunx import games, proofs
from quincunx.proofs.checking import check_completely
from quincunx.proofs.solving import solve

ROOT = Path(__file__).resolve().parent.parent
DONE = ROOT / "build" / "proofs"
XTIC = ROOT / "src/quincunx/games/xtic/data"

CLAIMS: dict[str, tuple[str, Path | None]] = {
    **{f"tactix:size={size}": (value, None) for size, value in ((3, "1"), (4, "2"), (5, "1"))},
    **{f"tactix:size={size},goal=last-wins": (value, None) for size, value in zip((3, 4, 5, 6), "1212", strict=True)},
    **{f"xchain:size=2x{height}": (value, None) for height, value in zip(range(2, 7), "21211", strict=True)},
    "xchain:size=3x3": ("1", None),
    "xchain:size=3x4": ("1", None),
    "xchain:size=2x2,seats=3": ("1", None),
    **{f"xchain:size={size},seats=3": ("none", None) for size in ("2x3", "2x4", "2x5", "3x3")},
    **{
        f"xtic:type={kind},goal=complete": (value, XTIC / f"xtic-{kind}-complete.gz")
        for kind, value in (("nodiags", "draw"), ("torus", "2"), ("normal", "draw"))
    },
    "tesseract:dims=3": ("1", ROOT / "src/quincunx/games/tesseract/data/tesseract-3.gz"),
    "tesseract": ("1", ROOT / "src/quincunx/games/tesseract/data/tesseract.gz"),
    "xchain:size=2x7": ("1", ROOT / "proofs/xchain-2x7.gz"),
    "xchain:size=2x8": ("1", ROOT / "proofs/xchain-2x8.gz"),
    "xchain:size=3x5": ("2", ROOT / "proofs/xchain-3x5.gz"),
    "xtic:type=nodiags": ("draw", XTIC / "xtic-nodiags.gz"),
    "xtic:type=torus": ("2", XTIC / "xtic-torus.gz"),
    "tactix:size=6": ("2", ROOT / "proofs/tactix-6.gz"),
    "xchain:size=4x4": ("2", ROOT / "proofs/xchain-4x4.gz"),
    "xtic": ("draw", XTIC / "xtic-normal.gz"),
}
"""The value of each game from its start, and its certificate if one is shipped; the quick ones first."""


def told(progress: proofs.Progress) -> None:
    if sys.stderr.isatty():
        print(f"\r\x1b[K{progress.share:6.1%} {progress.what}", end="", file=sys.stderr, flush=True)


def checked(game: str, value: str, path: Path | None, threads: int) -> dict[str, str]:
    """Checks one claim; what was checked, as lines of the table. Unproved if it is false."""
    name = game.replace(":", "-").replace(",", "-").replace("=", "")
    start = games.start(game)
    if path is None:
        path = DONE / f"{name}.gz"
        if not path.exists():
            proofs.write(path, solve(start, proofs.Effort(memory=1 << 30), told))
    certificate = proofs.read(path)
    if (certificate.state, certificate.value) != (start, value):
        sys.exit(f"{path} is about {certificate.state}, with the value {certificate.value}.")
    result = DONE / f"{name}.json"
    if result.exists() and (known := json.loads(result.read_text()))["sha256"] == certificate.sha256:
        return {str(key): str(found) for key, found in known.items()}
    began, cpu = time.monotonic(), time.process_time()
    lines = check_completely(certificate, proofs.Effort(threads, 1 << 30, DONE / f"{name}.check"), told)
    found = {
        "game": game,
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
    if unknown := set(wanted.games) - CLAIMS.keys():
        sys.exit(f"Nothing is claimed about {', '.join(sorted(unknown))}; there is {', '.join(CLAIMS)}.")
    DONE.mkdir(parents=True, exist_ok=True)
    print(f"{'game':34} {'value':14} {'seconds':>8} {'CPU':>8}  sha256")
    for game, (value, path) in CLAIMS.items():
        if not wanted.games or game in wanted.games:
            row = checked(game, value, path, wanted.threads)
            told_end = "\r\x1b[K" if sys.stderr.isatty() else ""
            print(f"{told_end}{game:34} {row['claim']:14} {row['seconds']:>8} {row['cpu']:>8}  {row['sha256'][:16]}…")


if __name__ == "__main__":
    main()
