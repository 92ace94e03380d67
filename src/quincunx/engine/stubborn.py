"""Lost positions: which move holds out longest.

Every level plays this way once its own search shows that all moves lose. Distances that the search proved decide. If it
proved only the loss, without a distance, the game's own measure decides (`ComputerPlayer.longest`).
"""

from __future__ import annotations

from quincunx.engine.analysis import UNKNOWN_LOSS, Analysis
from quincunx.engine.player import player
from quincunx.games import State


def longest(state: State, analysis: Analysis) -> list[str]:
    """The moves of a lost position that hold out longest, as far as that is known or can be seen quickly."""
    distances = {found.move: found.value.distance for found in analysis.moves if found.value.exact}
    open_ended = [found.move for found in analysis.moves if found.value.distance is None]
    known = max((distance for distance in distances.values() if distance is not None), default=0)
    if not open_ended or known > UNKNOWN_LOSS:
        return [move for move, distance in distances.items() if distance == known]
    return player(state.game.name).longest(state, open_ended) if len(open_ended) > 1 else open_ended
