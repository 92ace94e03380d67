"""The look of tactix in the terminal."""

from __future__ import annotations

from quincunx.terminal.colours import BoardColours

BOARD_COLOURS = BoardColours("#1f3e6b", "#183257", "#f1ebdd", "#8fa6c9")
