"""Draws what the moves of a position are worth as a heat map on its board, an SVG.

python examples/heat_map.py tactix:size=5 > map.svg
python examples/heat_map.py "xtic 05../..../..../.F.. =7" --seconds 5 > map.svg

A square shows the best move that has to do with it: its share of a win for the seat to move, or how it ends where that
is proved. Orange is good, blue is bad, and pointing at a square shows the move and what follows.
"""

import argparse
import sys
from dataclasses import replace
from html import escape

from quincunx import engine, games
from quincunx.engine import MoveValue

SIDE, MARGIN, GAP = 46, 30, 10
BAD, EVEN, GOOD = (33, 102, 172), (247, 247, 247), (230, 125, 30)


def colour(value: float) -> str:
    """From BAD at 0 over EVEN at 1/2 to GOOD at 1."""
    low, high, share = (BAD, EVEN, 2 * value) if value < 0.5 else (EVEN, GOOD, 2 * value - 1)
    return "#" + "".join(f"{round(a + (b - a) * share):02x}" for a, b in zip(low, high, strict=True))


def squares(move: str, view: games.View) -> list[int]:
    """The cells that a move has to do with: one, those between its two ends, or none (a gift, a refusal to take)."""
    places = {cell["name"]: i for i, cell in enumerate(view["cells"])}
    hole = f".{view['roll']}" if view.get("roll") and "." not in move else ""
    ends = [places.get(end.removeprefix("x") + hole, -1) for end in move.split("-")]
    if min(ends) < 0:
        return []
    width = len(view["grid"]["columns"])
    return list(range(ends[0], ends[-1] + 1, width if (ends[-1] - ends[0]) % width == 0 else 1))


def heat_map(state: games.State, limits: engine.Limits) -> str:
    view, seat = state.view(), state.turn
    if state.outcome or not any(squares(move, view) for move in state.moves()):
        why = state.outcome.reason if state.outcome else f"seat {seat} has to {state.phase}."
        raise ValueError(f"No move here is a square: {why}")
    analysis = engine.analyse(state, limits)
    best: dict[int, MoveValue] = {}
    for found in analysis.ranked():
        for square in squares(found.move, view):
            best.setdefault(square, found)
    columns, rows, gap = (view["grid"][key] for key in ("columns", "rows", "gap"))

    def at(i: int) -> int:
        return MARGIN + i * SIDE + (i // gap * GAP if gap else 0)

    def text(x: float, y: float, words: str, fill: str = "#555") -> str:
        return f'<text x="{x}" y="{y}" fill="{fill}">{escape(words)}</text>'

    drawn = [text(at(x) + SIDE / 2, MARGIN - 8, name) for x, name in enumerate(columns)]
    drawn += [text(MARGIN / 2, at(y) + SIDE / 2 + 5, name) for y, name in enumerate(rows)]
    for i, cell in enumerate(view["cells"]):
        x, y = at(i % len(columns)), at(i // len(columns))
        value = best[i].value if i in best else None
        mine = value.seats[seat - 1] if value else 0.5
        words = cell["text"] if value is None else replace(value, distance=None).words(seat)
        answer = escape(f"{' '.join(best[i].line)}: {value.words(seat)}" if value else cell["name"])
        fill = colour(mine) if value else "#ddd"
        drawn.append(
            f'<g><title>{answer}</title><rect x="{x}" y="{y}" width="{SIDE - 2}" height="{SIDE - 2}" fill="{fill}"/>'
        )
        drawn.append(
            text(x + SIDE / 2 - 1, y + SIDE / 2 + 4, words, "#fff" if mine < 0.2 and value else "#222") + "</g>"
        )
    width, bottom = max(at(len(columns)) + MARGIN, 360), at(len(rows)) + 16
    drawn.append(text(width / 2, bottom, f"{state.game}, seat {seat} to {state.phase}"))
    drawn.append(text(width / 2, bottom + 18, str(analysis.basis)))
    style = 'font-family="sans-serif" font-size="13" text-anchor="middle"'
    head = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {bottom + 30}" {style}>'
    return "\n".join([head, *drawn, "</svg>"])


if __name__ == "__main__":
    asked = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    asked.add_argument("position", help="a position in quotes, or a game, whose first position is taken")
    asked.add_argument("--seconds", type=float, default=2.0, help="how long the engine may think (default: 2)")
    wish = asked.parse_args()
    try:
        state = games.parse(wish.position) if " " in wish.position else games.start(wish.position)
        print(heat_map(state, engine.Limits(seconds=wish.seconds)))
    except ValueError as refused:  # a refusal of the games is one too
        sys.exit(f"heat_map: {refused}")
