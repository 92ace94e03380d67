"""The look of xchain in pictures: a square shows its counters as dots in the owner's colour."""

from __future__ import annotations

from quincunx.picture import Cell, Palette, Pen

PALETTE = Palette(ground="#c3ced3", cell="#f1f4f4", label="#34434a")
PLACES = {
    1: [(0.5, 0.5)],
    2: [(0.32, 0.5), (0.68, 0.5)],
    3: [(0.5, 0.3), (0.3, 0.66), (0.7, 0.66)],
}


def piece(pen: Pen, cell: Cell) -> None:
    if seat := cell.get("seat"):
        if cell["value"] not in PLACES:
            pen.mark(seat)
            pen.text(str(cell["value"]), PALETTE.cell, 0.4)
        for x, y in PLACES.get(cell["value"], []):
            pen.disc(x, y, 0.15, pen.colour(seat))
