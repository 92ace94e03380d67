"""Checks of a position: its text, its moves, its end, its picture."""

from __future__ import annotations

import difflib
import json
from collections.abc import Callable
from fractions import Fraction

from quincunx.contract import overrides
from quincunx.contract.fault import describe, file_of
from quincunx.contract.game_checks import ODD
from quincunx.contract.want import Broken, read_back, says_something, stays, want, want_position
from quincunx.law.draws import Draws
from quincunx.law.errors import IllegalMove, InvalidPosition
from quincunx.law.game import CHANCE, NO_REASON, NOBODY, Outcome, State
from quincunx.law.messages import Message


def reading(state: State) -> None:
    """A position is written as text and read back as the same; it does not change."""
    body = state.body
    want(
        isinstance(body, str) and body == body.strip(), f"body is {body!r}", "it is a text without outer spaces", "body"
    )
    again = read_back(state)
    equal = again == state and hash(again) == hash(state)
    want(
        equal, f"{body!r} read back is not equal to the state it came from", "states with one text are equal", "__eq__"
    )


def moves(state: State) -> None:
    """Legal moves are in the order of `Game.actions`, and can be typed as they are."""
    found, order = state.moves(), {token: n for n, token in enumerate(state.game.actions)}
    want(isinstance(found, tuple), f"moves() gives a {type(found).__name__}", "it has to give a tuple", "moves")
    unknown = [move for move in found if move not in order]
    want(
        not unknown, f"moves() has {unknown[:1]}, which is not in actions", "every move is one of Game.actions", "moves"
    )
    places = [order[move] for move in found]
    ordered = places == sorted(set(places))
    want(
        ordered, f"moves() is not in order in {state.body!r}", "moves come in the order of Game.actions, once", "moves"
    )
    for move in found:
        want(state.game.move(move) == move, f"move({move!r}) is not {move!r}", "a token typed is that token", "move")


def ending(state: State) -> None:
    """The game is over, nobody acts and there are no moves, all at once or not at all."""
    outcome, seats, body = state.outcome, state.game.seats, state.body
    want(isinstance(state.turn, int), f"turn is {state.turn!r}", "it has to be a number", "turn")
    want(isinstance(state.phase, str), f"phase is {state.phase!r}", "it has to be a text", "phase")
    if outcome is None:
        want(1 <= state.turn <= seats, f"turn is {state.turn} in {body!r}", f"it has to be from 1 to {seats}", "turn")
        want(
            bool(state.moves()), f"no legal moves in {body!r}, but no outcome", "a game that goes on has moves", "moves"
        )
        want(state.actor in (state.turn, CHANCE), f"actor is {state.actor}", "it is the turn's seat or CHANCE", "actor")
        want(bool(state.phase), "phase is empty while the game goes on", "it says what to do: `place`", "phase")
        return
    want(isinstance(outcome, Outcome), f"outcome is {outcome!r}", "it has to be an Outcome or None", "outcome")
    want(
        isinstance(outcome.message, Message),
        f"the reason of the outcome is {outcome.message!r}",
        "it has to be a Message, with a key of messages",
        "outcome",
    )
    want(state.turn == NOBODY, f"turn is {state.turn} though the game is over", "then it has to be NOBODY", "turn")
    want(state.actor == NOBODY, f"actor is {state.actor} though the game is over", "then it has to be NOBODY", "actor")
    want(not state.moves(), f"the game is over in {body!r}, but there are moves", "then moves() is empty", "moves")
    want(outcome.seats == seats, f"the outcome is for {outcome.seats} seats", f"the game has {seats}", "outcome")
    winner = outcome.winner
    known = winner is None or (isinstance(winner, int) and 1 <= winner <= seats)
    want(known, f"the winner is {winner!r}", f"a seat from 1 to {seats}", "outcome")
    want(
        sum(outcome.results) in (1, Fraction(seats, 2)),
        "the results are not one game",
        "one wins or all draw",
        "outcome",
    )
    want(bool(outcome.why), "the outcome does not say why", "it needs `why`", "outcome")
    want(outcome.message != NO_REASON, "the outcome gives no reason", "say it in a message", "outcome")
    says_something(outcome.message, "the outcome", "outcome")
    names = {cell["name"] for cell in state.picture()["cells"]}
    names |= {name.split(".")[0] for name in names}
    strange = [square for square in outcome.squares if square not in names]
    want(not strange, f"the outcome names {strange}", "they have to be names of cells in picture()", "outcome")


def chance(state: State) -> None:
    """Rolls have probabilities that sum to 1; everything else has none."""
    chances = state.chances()
    want((state.actor == CHANCE) == bool(chances), "chances() and actor do not agree", "both or neither", "chances")
    if chances:
        want(state.game.has_dice, "dice are rolled", "then has_dice has to be True", "chances")
        want(sum(chances.values()) == 1, f"the chances sum to {sum(chances.values())}", "they sum to 1", "chances")
        want(all(each > 0 for each in chances.values()), "a roll has no chance", "leave it out", "chances")
        want(tuple(chances) == state.moves(), "chances() and moves() differ", "both list the rolls", "chances")


def leaving(state: State) -> None:
    """A seat can leave a game of three or more: it resigns, or its time is up. The others play on."""
    if state.outcome or state.game.seats < 3:
        return
    wanted = "with three or more seats it gives the position without one that resigned"
    want(overrides.is_own(type(state), "leave"), f"{type(state).__name__} has no leave", wanted, "leave")
    for seat in filter(state.plays, range(1, state.game.seats + 1)):
        after = state.leave(seat)
        want_position(after, f"leave({seat})", "leave")
        want(not after.plays(seat), f"plays({seat}) is true after leave({seat})", "it plays no more", "plays")
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
            want(token not in legal, f"play({token!r}) refuses a legal move in {body!r}: {refusal}", "play it", "play")
        else:
            want(
                token in legal,
                f"play({token!r}) accepts a move that is not legal in {body!r}",
                "raise IllegalMove",
                "play",
            )
            want_position(after, f"play({token!r})", "play")
            unchanged()
            want(
                after != state, f"play({token!r}) changes nothing in {body!r}", "a move gives another position", "play"
            )
            read_back(after)
            for view in state.steps(token):
                want(view["moves"] == [], "a picture of steps() has moves", "nobody can move in between", "steps")
        unchanged()
    for token in ODD:
        if token not in state.game.actions:
            try:
                state.play(token)
            except IllegalMove:
                continue
            raise Broken(f"play({token!r}) accepts what is not a move", "raise IllegalMove", "play")


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
            what = f"read({text!r}) gives a position that cannot be played: {broken.what}"
            raise Broken(what, "raise InvalidPosition there, or correct play", "read") from broken.__cause__
        except Exception as error:
            raised = describe(error, file_of(state))
            if read is None:
                raise Broken(f"read({text!r}) raises {raised}", "raise InvalidPosition", "read") from None
            what = f"read({text!r}) gives a position that cannot be played: {raised}"
            raise Broken(what, "raise InvalidPosition there", "read") from None
        else:
            want(read.body == text, f"{text!r} is read as {read.body!r}", "else it has to be refused", "read")


def _with_another(body: str, letters: list[str], draws: Draws) -> str:
    at = draws.below(max(1, len(body)))
    return body[:at] + draws.choice(letters) + body[at + 1 :]


def picture(state: State) -> None:
    """What is shown is JSON, with a cell of its own for every square of the grid."""
    shown = state.picture()
    want(isinstance(shown, dict), f"picture() gives a {type(shown).__name__}", "it has to return a dict", "picture")
    view = state.view()
    try:
        text = json.dumps(view)
    except (TypeError, ValueError) as error:
        raise Broken(f"the view is not JSON: {error}", "use texts, numbers, lists and dicts", "picture") from None
    want(json.loads(text) == view, "the view changes as JSON", "use lists, not tuples, and text keys", "picture")
    for key in ("grid", "cells", "highlights"):
        want(key in view, f"picture() has no {key!r}", "it needs grid, cells and highlights", "picture")
    grid, cells = view["grid"], view["cells"]
    want(isinstance(grid, dict), f"grid is {grid!r}", "make it with grid_view(columns, rows)", "picture")
    for key in ("columns", "rows"):
        labels = all(isinstance(label, str) for label in grid[key])
        want(labels, f"the labels of the {key} are {grid[key]!r}", "labels are texts", "picture")
    named = all(isinstance(cell, dict) and isinstance(cell.get("name"), str) for cell in cells)
    want(named, "cells are not all named", 'each is a dict with a text "name"', "picture")
    size = len(grid["columns"]) * len(grid["rows"])
    want(len(cells) == size, f"there are {len(cells)} cells", f"the grid has {size} squares", "picture")
    want(
        {"decisive", "candidates"} <= set(view["highlights"]),
        "highlights lacks a key",
        "it needs decisive and candidates",
        "picture",
    )
    decisive = view["highlights"]["decisive"]
    lines = isinstance(decisive, list) and all(isinstance(line, list) for line in decisive)
    want(lines, f"decisive is {decisive!r}", "a list of lists of squares, as in [[a1, b2]]", "picture")
    names = [cell["name"] for cell in cells]
    want(len(set(names)) == len(cells), "two cells have one name", "each has a name of its own", "picture")
    by_column = [column + row for row in grid["rows"] for column in grid["columns"]]
    by_row = [row + column for row in grid["rows"] for column in grid["columns"]]
    ordered = names in (by_column, by_row) or set(names) not in (set(by_column), set(by_row))
    want(ordered, "the cells are in another order than the labels of the grid", "row by row, from the top", "picture")
    for cell in cells:
        text, seat = cell.get("text"), cell.get("seat")
        want(isinstance(text, str), f"the cell {cell['name']} has no text", 'it may be ""', "picture")
        want(text.isprintable(), f"the cell {cell['name']} has the text {text!r}", "use printable ones", "picture")
        known = seat is None or (isinstance(seat, int) and 0 <= seat <= state.game.seats)
        want(known, f"a cell has the seat {seat!r}", "the number of a seat, or 0 for nobody", "picture")
        want(
            bool(text or not seat), f"the cell {cell['name']} of a seat has no text", "the terminal shows it", "picture"
        )
        if "seat" not in cell:  # a misspelt key would otherwise only show as a board without pieces
            for key in difflib.get_close_matches("seat", set(cell) - {"name", "text"}, cutoff=0.7):
                raise Broken(
                    f"the cell {cell['name']} has the key {key!r}", "it looks like 'seat', misspelt", "picture"
                )


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
