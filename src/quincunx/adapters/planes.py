"""The observation planes of a position: see `quincunx.planes`, where they are made."""

from quincunx.planes import Layers, Planes, bits, planes

__all__ = ["Layers", "Planes", "bits", "planes"]
