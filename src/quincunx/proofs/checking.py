"""Runs the checker of a certificate's game: `check(certificate, tell)` in the `check.py` of the game's folder.

A checker trusts only the law. It imports neither the core nor the engine nor a solver (import-linter checks this).
Where it proves only a sample, `complete.py` proves everything, with a compiled checker for the leaves.
"""

from __future__ import annotations

from typing import cast

from quincunx.games import registry
from quincunx.proofs.certificate import Certificate, Unproved
from quincunx.proofs.progress import Effort, Tell


def check(certificate: Certificate, tell: Tell) -> tuple[str, ...]:
    """Lines that describe what was checked, and how; Unproved if the certificate does not prove its claim."""
    name = certificate.state.game.name
    checker = registry.part(name, "check")
    if checker is None:
        raise Unproved("proofs.no-checker", game=name, games=registry.having("check"))
    return cast("tuple[str, ...]", checker.check(certificate, tell))


def check_completely(certificate: Certificate, effort: Effort, tell: Tell) -> tuple[str, ...]:
    """Like `check`, but nothing is left to a sample: every leaf is proved."""
    complete = registry.part(certificate.state.game.name, "complete")
    if complete is None or certificate.kind != "sample":
        return check(certificate, tell)  # it leaves nothing open
    return cast("tuple[str, ...]", complete.complete(certificate, effort, tell))
