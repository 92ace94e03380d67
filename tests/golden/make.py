"""Golden playthroughs: one seeded game of every variant with all that the law says on the way.

`make golden` writes them anew. Read the difference before you commit it: each line is a promise to somebody.
"""

import hashlib
import json
from pathlib import Path

from quincunx import games
from quincunx.games import CHANCE
from quincunx.law.draws import Draws

FOLDER = Path(__file__).parent


def path(variant: str) -> Path:
    return FOLDER / f"{variant.replace(':', '-').replace(',', '-').replace('=', '-')}.txt"


def digest(thing: object) -> str:
    return hashlib.sha256(json.dumps(thing).encode()).hexdigest()[:12]


def playthrough(variant: str) -> str:
    """For each position its string, who acts, the moves, a hash of its view, and what was played."""
    draws, state = Draws("golden", "playthrough"), games.start(variant, "golden")
    lines = [f"game {state.game}", f"seats {state.game.seats}", f"actions {' '.join(state.game.actions)}"]
    while state.outcome is None:
        moves = state.moves()
        move = draws.weighted(state.chances()) if state.actor == CHANCE else draws.choice(moves)
        steps = state.steps(move)
        lines += [
            "",
            str(state),
            f"turn {state.turn} actor {state.actor} phase {state.phase} view {digest(state.view())}",
            f"moves {len(moves)}: {' '.join(moves[:12])}{' …' if len(moves) > 12 else ''} {digest(moves)}",
            f"play {move}" + (f" in {len(steps)} steps {digest(steps)}" if steps else ""),
        ]
        state = state.play(move)
    outcome = state.outcome
    end = f"outcome {outcome.score} {outcome.why}: {outcome.reason} [{' '.join(outcome.squares)}]"
    return "\n".join([*lines, "", str(state), end, ""])


def main() -> None:
    for old in FOLDER.glob("*.txt"):
        old.unlink()
    for variant in games.variants():
        path(variant).write_text(playthrough(variant), encoding="utf-8")


if __name__ == "__main__":
    main()
