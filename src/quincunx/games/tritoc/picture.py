"""The look of tritoc in pictures."""

from __future__ import annotations

from quincunx.picture import Cell, Palette, Pen

PALETTE = Palette(
    ground="#1e4438",
    cell="#133027",
    label="#cfe0d3",
    decisive="#fffbea",
    seats=("#e8613f", "#f3c443"),
    round_cells=True,
)
NUMBER = "#6f9482"


def piece(pen: Pen, cell: Cell) -> None:
    if seat := cell.get("seat"):
        pen.mark(seat)
    else:
        pen.text(cell["text"], NUMBER, 0.4)
