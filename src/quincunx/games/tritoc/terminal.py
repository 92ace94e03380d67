"""The look of tritoc in the terminal."""

from __future__ import annotations

from quincunx.terminal.colours import BoardColours

BOARD_COLOURS = BoardColours("#28543f", "#1e4438", "#fffbea", "#9dbfab")
