"""A game of another package in which a move is spelled like a command: gomoku, with `draw` for the square a1."""

from __future__ import annotations

from pathlib import Path

import pytest
from example_package import LAW

from quincunx.games import GAMES, locate


def install(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Adds the game to those that this process knows."""
    squares = "grid.squares(self.size, self.size)"
    law = folder / "card_law.py"
    law.write_text(LAW.read_text().replace(f"return {squares}", f'return ("draw", *{squares}[1:])'))
    monkeypatch.setitem(GAMES, "gomoku", locate.find(str(law)))
