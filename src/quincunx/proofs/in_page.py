"""Checks a certificate for a page that runs Python itself (docs/site.md): `check`, with results as JSON.

A browser has to load everything imported here: the law and the checkers, but neither the core nor a library.
"""

from __future__ import annotations

import json
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from quincunx.games import Refused
from quincunx.proofs import certificate, checking
from quincunx.proofs.progress import Progress

INTERVAL = 0.1
"""Seconds between two reports of progress: a page cannot show more."""

LONGEST_REASON = 1000
"""The longest reason, in characters: it may quote megabytes of the file, which would freeze the page."""


def check(path: str, report: Callable[[float, str], None]) -> str:
    """What was checked, as JSON; or why the certificate was refused. `report` gets the share done and the current
    step."""
    return json.dumps(_check(Path(path), report))


def _check(path: Path, report: Callable[[float, str], None]) -> dict[str, Any]:
    last = float("-inf")

    def tell(progress: Progress) -> None:
        nonlocal last
        now = time.monotonic()
        if now - last >= INTERVAL:
            last = now
            report(progress.share, progress.what)

    try:
        found = certificate.read(path)
        about = {
            "position": str(found.state),
            "game": str(found.state.game),
            "value": found.value,
            "claim": str(found.claim),
            "kind": found.kind,
            "sha256": found.sha256,
        }
        return {**about, "lines": checking.check(found, tell)}
    except Refused as refused:
        return {"refused": str(refused.message)[:LONGEST_REASON]}
