"""What a learner sees of a position: see `quincunx.planes`, where it is made."""

from quincunx.planes import Layers, Planes, bits, planes

__all__ = ["Layers", "Planes", "bits", "planes"]
