"""Proofs of game values: solvers that write certificates, and checkers that trust nothing but the rules.

`solving` may use the core. `checking` uses only the law: it imports neither the core nor the engine.
"""

from quincunx.proofs.certificate import LARGEST, Certificate, Unproved, parse, read, write
from quincunx.proofs.progress import Effort, Progress, Tell

__all__ = ["LARGEST", "Certificate", "Effort", "Progress", "Tell", "Unproved", "parse", "read", "write"]
