"""Values proved from the start: solvers that write certificates, and checkers that believe nobody.

`solving` may use the core. `checking` knows the law alone: it imports neither the core nor the engine.
"""

from quincunx.proofs.certificate import Certificate, Unproved, parse, read, write
from quincunx.proofs.progress import Effort, Progress, Tell

__all__ = ["Certificate", "Effort", "Progress", "Tell", "Unproved", "parse", "read", "write"]
