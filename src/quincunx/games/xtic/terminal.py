"""The look of xtic in the terminal."""

from __future__ import annotations

from quincunx.terminal.colours import BoardColours

BOARD_COLOURS = BoardColours("#f3ecdd", "#e2d7c1", "#161514", "#75694f")
