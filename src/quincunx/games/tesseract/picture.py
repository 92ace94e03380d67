"""The look of tesseract in pictures."""

from __future__ import annotations

from quincunx.picture import Palette

PALETTE = Palette(ground="#14191c", cell="#252d32", label="#a9b6bc", decisive="#7fe0c4", seats=("#6cb0f5", "#ff7f57"))
