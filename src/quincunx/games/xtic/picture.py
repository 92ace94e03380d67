"""The look of xtic in pictures: a piece is black or brown, round or square, solid or hollow, with an inlay that is
horizontal or vertical."""

from __future__ import annotations

from quincunx.picture import Cell, Palette, Pen

PALETTE = Palette(ground="#d9cdb7", cell="#f3ecdd", label="#4b4130", decisive="#b81f2d")
COLOURS = {"black": "#161514", "brown": "#9c5a22"}
INLAY = "#f6e3c8"


def piece(pen: Pen, cell: Cell) -> None:
    if "piece" not in cell:
        return
    colour, direction, body, shape = cell["words"]
    fill = COLOURS[colour]
    inside = fill if body == "solid" else PALETTE.cell
    if shape == "round":
        pen.disc(0.5, 0.5, 0.36, inside, fill, 0.1)
    else:
        pen.box(0.5, 0.5, 0.68, 0.68, inside, fill, 0.1, corner=0.04)
    bar = INLAY if body == "solid" else fill
    wide, high = (0.4, 0.08) if direction == "horizontal" else (0.08, 0.4)
    pen.box(0.5, 0.5, wide, high, bar)
