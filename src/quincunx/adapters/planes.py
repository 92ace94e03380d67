"""What a learning machine sees of a position: planes of zeros and ones, one value for each square of the board.

A seat sees the board from its own side: what is its own comes first, then the next seat in turn, and so on. The last
plane of every game is full of ones while it is that seat's turn, also while dice are thrown for it. docs/adapters.md
lists the planes.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, TypeAlias

try:
    import numpy as np
    from numpy.typing import NDArray
except ModuleNotFoundError as missing:
    from quincunx.extras import install

    raise ModuleNotFoundError(
        f"quincunx.adapters.planes needs {missing.name}: {install('batch')}", name=missing.name
    ) from None

from quincunx.games import State
from quincunx.games.tactix.law import TactixState
from quincunx.games.tesseract.law import TesseractState
from quincunx.games.tritoc.law import HOLES, PIECES, TritocState, closed
from quincunx.games.xchain.law import XchainState, maxima
from quincunx.games.xtic.law import XticState

Planes: TypeAlias = NDArray[np.uint8]
Sheet: TypeAlias = tuple[int, int, Sequence[Any]]
"""Rows, columns, and for each plane its squares in reading order, or one value for all of them."""


def planes(state: State, seat: int) -> Planes:
    """The position as a seat sees it: planes, rows, columns.

    >>> from quincunx import games
    >>> planes(games.parse("tactix:size=3 ooo/.o./... 2"), 2).tolist()
    [[[1, 1, 1], [0, 1, 0], [0, 0, 0]], [[1, 1, 1], [1, 1, 1], [1, 1, 1]]]
    """
    rows, columns, sheets = SEEN[state.game.name](state, seat)
    seen = np.empty((len(sheets) + 1, rows * columns), np.uint8)
    for plane, squares in zip(seen, (*sheets, state.turn == seat), strict=True):
        plane[:] = squares
    return seen.reshape(-1, rows, columns)


def _xtic(state: XticState, seat: int) -> Sheet:  # noqa: ARG001 - nothing on the board is anybody's
    board = np.array(state.board)
    placed = board >= 0
    held = state.hand is not None
    return (
        4,
        4,
        (
            placed,
            *(placed & (board >> bit & 1) for bit in range(4)),
            held,
            *(held and (state.hand or 0) >> bit & 1 for bit in range(4)),
        ),
    )


def _tactix(state: TactixState, seat: int) -> Sheet:  # noqa: ARG001
    size = state.game.size
    return size, size, (_bits(state.counters, size * size),)


def _tritoc(state: TritocState, seat: int) -> Sheet:
    pieces, won = (np.frombuffer(text.encode(), np.uint8) for text in ("".join(state.fields), state.won))
    shut = np.array([closed(field) for field in state.fields])
    # From field by field to row by row of the whole board.
    holes = pieces.reshape(3, 3, 3, 3).transpose(0, 2, 1, 3).reshape(81)
    own, other = (ord(PIECES[whose]) for whose in (seat, 3 - seat))
    return (
        9,
        9,
        (
            holes == own,
            holes == other,
            *(_fields(won == whose) for whose in (own, other)),
            _fields(shut),
            *(state.throw == throw for throw in (2, *HOLES, 12)),
            *(state.tries >= count for count in (1, 2)),
            *(state.forfeits >= count for count in (1, 2, 3)),
        ),
    )


def _tesseract(state: TesseractState, seat: int) -> Sheet:
    squares = len(state.game.actions)
    own, other = (_bits(state.marks[whose - 1], squares) for whose in (seat, 3 - seat))
    return 16, state.game.width, (own, other)


def _xchain(state: XchainState, seat: int) -> Sheet:
    owners, values = (np.frombuffer(squares, np.uint8) for squares in state.board)
    most = np.frombuffer(maxima(state.game.size), np.uint8)
    seats = [(seat - 1 + i) % state.game.seats + 1 for i in range(state.game.seats)]
    return (
        state.game.size.height,
        state.game.size.width,
        (
            *((owners == whose) & (values >= least) for whose in seats for least in (1, 2, 3)),
            values >= most,
            *(state.plays(whose) for whose in seats),
        ),
    )


SEEN: dict[str, Callable[[Any, int], Sheet]] = {
    "xtic": _xtic,
    "tactix": _tactix,
    "tritoc": _tritoc,
    "tesseract": _tesseract,
    "xchain": _xchain,
}
"""The planes of every game but the last one, by its name."""


def _bits(number: int, squares: int) -> Planes:
    """The lowest bits of a number, one for each square."""
    held = np.frombuffer(number.to_bytes((squares + 7) // 8, "little"), np.uint8)
    return np.unpackbits(held, count=squares, bitorder="little")


def _fields(flags: NDArray[np.bool_]) -> NDArray[np.bool_]:
    """What is true of each of tritoc's fields, for all nine of its holes."""
    return np.repeat(np.repeat(flags.reshape(3, 3), 3, axis=0), 3, axis=1).reshape(81)
