"""Runs the checker of a certificate's game: `check(certificate, tell)` in the `check.py` of the game's folder.

A checker trusts only the law. It imports neither the core nor the engine nor a solver (import-linter checks this).
"""

from __future__ import annotations

from typing import cast

from quincunx.games import registry
from quincunx.proofs.certificate import Certificate, Unproved
from quincunx.proofs.progress import Tell


def check(certificate: Certificate, tell: Tell) -> tuple[str, ...]:
    """Lines that say what was checked, and how; Unproved if the certificate does not prove its claim."""
    name = certificate.state.game.name
    checker = registry.part(name, "check")
    if checker is None:
        raise Unproved("proofs.no-checker", game=name, games=registry.having("check"))
    return cast("tuple[str, ...]", checker.check(certificate, tell))
