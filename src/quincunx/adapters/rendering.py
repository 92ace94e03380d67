"""The render modes of the environments."""

from __future__ import annotations

from typing import Any

from quincunx import text
from quincunx.games import State

RENDER_MODES = ("human", "ansi", "rgb_array")
PIXELS = 480
"""The longer side of a picture."""


def checked(mode: str | None) -> str | None:
    """The mode; ValueError if it is unknown."""
    if mode not in (None, *RENDER_MODES):
        raise ValueError(f"render_mode must be one of {', '.join(RENDER_MODES)}, or None, not {mode!r}")
    return mode


def rendered(position: State, mode: str | None) -> Any:
    """A position: printed for "human", text for "ansi", an array of height, width and colours for "rgb_array"."""
    if mode == "rgb_array":
        import numpy as np

        from quincunx.picture import draw

        return np.asarray(draw(position.view(), PIXELS))
    if mode == "human":
        print(text.board(position.view()))
    return text.board(position.view()) if mode == "ansi" else None
