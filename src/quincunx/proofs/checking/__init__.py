"""Checkers, one module a game: `check(certificate, tell)` believes nothing but the law.

They import neither the core nor the engine nor a solver (import-linter holds that).
"""

from __future__ import annotations

from importlib import import_module
from typing import cast

from quincunx.games import GAMES
from quincunx.proofs.certificate import Certificate, Unproved
from quincunx.proofs.progress import Tell

CHECKED = ("tactix", "tesseract", "xchain", "xtic")


def check(certificate: Certificate, tell: Tell) -> tuple[str, ...]:
    """What was checked, and how, a line each; Unproved where the certificate does not prove its claim."""
    name = certificate.state.game.name
    assert name in GAMES
    if name not in CHECKED:
        raise Unproved(f"there is no checker for {name}; there is one for {', '.join(CHECKED)}")
    return cast("tuple[str, ...]", import_module(f"{__name__}.{name}").check(certificate, tell))
