"""The look of tactix in pictures."""

from __future__ import annotations

from quincunx.picture import Cell, Palette, Pen

PALETTE = Palette(ground="#1f3e6b", cell="#183257", label="#b9c8df", decisive="#f1ebdd", round_cells=True)
COUNTER = "#f1ebdd"


def piece(pen: Pen, cell: Cell) -> None:
    if cell["counter"]:
        pen.disc(0.5, 0.5, 0.38, COUNTER)
