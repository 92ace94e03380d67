"""Checks of a position: its text, its moves, its end, its picture."""

from __future__ import annotations

import difflib
import json
from collections.abc import Callable
from fractions import Fraction

from quincunx.contract import overrides
from quincunx.contract.fault import file_of, raised
from quincunx.contract.game_checks import ODD
from quincunx.contract.want import Broken, read_back, says_something, stays, want, want_position
from quincunx.law.draws import Draws
from quincunx.law.errors import IllegalMove, InvalidPosition
from quincunx.law.game import CHANCE, NO_REASON, NOBODY, Outcome, State
from quincunx.law.messages import Message


def reading(state: State) -> None:
    """A position is written as text and read back as the same; it does not change."""
    body = state.body
    want(isinstance(body, str) and body == body.strip(), "contract.body.text", "body", found=repr(body))
    again = read_back(state)
    want(again == state and hash(again) == hash(state), "contract.body.equal", "__eq__", body=body)


def moves(state: State) -> None:
    """Legal moves are in the order of `Game.actions`, and can be typed as they are."""
    found, order = state.moves(), {token: n for n, token in enumerate(state.game.actions)}
    want(isinstance(found, tuple), "contract.moves.type", "moves", type=type(found).__name__)
    unknown = [move for move in found if move not in order]
    want(not unknown, "contract.moves.unknown", "moves", found=repr(unknown[:1]))
    places = [order[move] for move in found]
    want(places == sorted(set(places)), "contract.moves.order", "moves", body=state.body)
    for move in found:
        want(state.game.move(move) == move, "contract.move.token", "move", move=move)


def ending(state: State) -> None:
    """The game is over, nobody acts and there are no moves, all at once or not at all."""
    outcome, seats, body = state.outcome, state.game.seats, state.body
    want(isinstance(state.turn, int), "contract.turn.type", "turn", found=repr(state.turn))
    want(isinstance(state.phase, str), "contract.phase.type", "phase", found=repr(state.phase))
    if outcome is None:
        want(1 <= state.turn <= seats, "contract.turn.none", "turn", turn=state.turn, body=body, seats=seats)
        want(bool(state.moves()), "contract.moves.none", "moves", body=body)
        want(state.actor in (state.turn, CHANCE), "contract.actor.wrong", "actor", actor=state.actor)
        want(bool(state.phase), "contract.phase.empty", "phase")
        return
    want(isinstance(outcome, Outcome), "contract.outcome.type", "outcome", found=repr(outcome))
    is_message = isinstance(outcome.message, Message)
    want(is_message, "contract.outcome.message", "outcome", found=repr(outcome.message))
    want(state.turn == NOBODY, "contract.turn.over", "turn", turn=state.turn)
    want(state.actor == NOBODY, "contract.actor.over", "actor", actor=state.actor)
    want(not state.moves(), "contract.moves.over", "moves", body=body)
    want(outcome.seats == seats, "contract.outcome.seats", "outcome", found=outcome.seats, seats=seats)
    winner = outcome.winner
    known = winner is None or (isinstance(winner, int) and 1 <= winner <= seats)
    want(known, "contract.outcome.winner", "outcome", found=repr(winner), seats=seats)
    want(sum(outcome.results) in (1, Fraction(seats, 2)), "contract.outcome.results", "outcome")
    want(bool(outcome.why), "contract.outcome.why", "outcome")
    who = Message("contract.the-outcome")
    want(outcome.message != NO_REASON, "contract.says.nothing", "outcome", who=who)
    says_something(outcome.message, who, "outcome")
    names = {cell["name"] for cell in state.picture()["cells"]}
    names |= {name.split(".")[0] for name in names}
    strange = [square for square in outcome.squares if square not in names]
    want(not strange, "contract.outcome.squares", "outcome", found=repr(strange))


def chance(state: State) -> None:
    """Rolls have probabilities that sum to 1; everything else has none."""
    chances = state.chances()
    want((state.actor == CHANCE) == bool(chances), "contract.chances.actor", "chances")
    if chances:
        total = sum(chances.values())
        want(state.game.has_dice, "contract.chances.dice", "chances")
        want(total == 1, "contract.chances.sum", "chances", total=str(total))
        want(all(each > 0 for each in chances.values()), "contract.chances.zero", "chances")
        want(tuple(chances) == state.moves(), "contract.chances.moves", "chances")


def leaving(state: State) -> None:
    """A seat can leave a game of three or more: it resigns, or its time is up. The others play on."""
    if state.outcome or state.game.seats < 3:
        return
    want(overrides.is_own(type(state), "leave"), "contract.leave.missing", "leave", kind=type(state).__name__)
    for seat in filter(state.plays, range(1, state.game.seats + 1)):
        after = state.leave(seat)
        want_position(after, f"leave({seat})", "leave")
        want(not after.plays(seat), "contract.leave.plays", "plays", number=seat)
        read_back(after)


def playing(state: State) -> None:
    """Legal moves lead to other positions, all others are refused with a reason, and the position itself stays."""
    body, legal, code = state.body, set(state.moves()), hash(state)

    def unchanged() -> None:
        stays(state, state.body == body and hash(state) == code and set(state.moves()) == legal, token)

    for token in state.game.actions:
        try:
            after = state.play(token)
        except IllegalMove as refusal:
            says_something(refusal.message, f"play({token!r})", "play")
            want(token not in legal, "contract.play.refuses", "play", move=token, body=body, reason=refusal.message)
        else:
            want(token in legal, "contract.play.accepts", "play", move=token, body=body)
            want_position(after, f"play({token!r})", "play")
            unchanged()
            want(after != state, "contract.play.same", "play", move=token, body=body)
            read_back(after)
            for view in state.steps(token):
                want(view["moves"] == [], "contract.steps.moves", "steps")
        unchanged()
    for token in ODD:
        if token not in state.game.actions:
            try:
                state.play(token)
            except IllegalMove:
                continue
            raise Broken("contract.play.nonsense", "play", move=token)


def spoiling(state: State) -> None:
    """A text with a character changed, more or less is refused, or a position that is written as it was read."""
    body, draws = state.body, Draws(state.body, "contract")
    letters = sorted({*body, *"12 -/.x"})
    for text in (body[:-1], body + " 1", f"{body}.", "", *(_with_another(body, letters, draws) for _ in range(10))):
        read = None
        try:
            read = state.game.read(text)
            want_position(read, f"read({text!r})", "read")
            for move in read.moves()[:10]:
                after = read.play(move)
                want_position(after, f"play({move!r})", "play")
                read_back(after)
        except InvalidPosition as refusal:
            says_something(refusal.message, f"read({text!r})", "read")
        except Broken as broken:
            if not isinstance(read, State) or text == body:
                raise
            problem = broken.at("").what
            raise Broken("contract.read.unplayable", "read", text=text, problem=problem) from broken.__cause__
        except Exception as error:
            found = raised(error, file_of(state)).message
            if read is None:
                raise Broken("contract.read.raises", "read", text=text, raised=found) from None
            raise Broken("contract.read.play-raises", "read", text=text, raised=found) from None
        else:
            want(read.body == text, "contract.read.changes", "read", text=text, body=str(read.body))


def _with_another(body: str, letters: list[str], draws: Draws) -> str:
    at = draws.below(max(1, len(body)))
    return body[:at] + draws.choice(letters) + body[at + 1 :]


def picture(state: State) -> None:
    """What is shown is JSON, with a cell of its own for every square of the grid."""
    shown = state.picture()
    want(isinstance(shown, dict), "contract.picture.type", "picture", type=type(shown).__name__)
    view = state.view()
    try:
        text = json.dumps(view)
    except (TypeError, ValueError) as error:
        raise Broken("contract.picture.json", "picture", error=str(error)) from None
    want(json.loads(text) == view, "contract.picture.changes", "picture")
    for key in ("grid", "cells", "highlights"):
        want(key in view, "contract.picture.lacks", "picture", key=key)
    grid, cells = view["grid"], view["cells"]
    want(isinstance(grid, dict), "contract.grid.type", "picture", found=repr(grid))
    for key in ("columns", "rows"):
        texts = all(isinstance(label, str) for label in grid[key])
        want(texts, "contract.grid.labels", "picture", key=key, found=repr(grid[key]))
    named = all(isinstance(cell, dict) and isinstance(cell.get("name"), str) for cell in cells)
    want(named, "contract.cells.names", "picture")
    size = len(grid["columns"]) * len(grid["rows"])
    want(len(cells) == size, "contract.cells.number", "picture", cells=len(cells), squares=size)
    want({"decisive", "candidates"} <= set(view["highlights"]), "contract.highlights.lacks", "picture")
    decisive = view["highlights"]["decisive"]
    lines = isinstance(decisive, list) and all(isinstance(line, list) for line in decisive)
    want(lines, "contract.highlights.decisive", "picture", found=repr(decisive))
    names = [cell["name"] for cell in cells]
    want(len(set(names)) == len(cells), "contract.cells.twice", "picture")
    by_column = [column + row for row in grid["rows"] for column in grid["columns"]]
    by_row = [row + column for row in grid["rows"] for column in grid["columns"]]
    ordered = names in (by_column, by_row) or set(names) not in (set(by_column), set(by_row))
    want(ordered, "contract.cells.order", "picture")
    for cell in cells:
        name, text, seat = cell["name"], cell.get("text"), cell.get("seat")
        want(isinstance(text, str), "contract.cell.text", "picture", cell=name)
        want(text.isprintable(), "contract.cell.printable", "picture", cell=name, text=text)
        known = seat is None or (isinstance(seat, int) and 0 <= seat <= state.game.seats)
        want(known, "contract.cell.owner", "picture", found=repr(seat))
        want(bool(text or not seat), "contract.cell.piece", "picture", cell=name)
        if "seat" not in cell:  # a misspelt key would otherwise only show as a board without pieces
            for key in difflib.get_close_matches("seat", set(cell) - {"name", "text"}, cutoff=0.7):
                raise Broken("contract.cell.key", "picture", cell=name, key=key)


OF_A_POSITION: dict[str, Callable[[State], None]] = {
    "positions as text": reading,
    "legal moves": moves,
    "the end": ending,
    "chance": chance,
    "leaving": leaving,
    "picture": picture,
    "playing": playing,
    "bad positions": spoiling,
}
SLOW = {"leaving", "playing", "bad positions", "picture"}
"""The checks that only a few positions of a game are tried with."""
