"""What every game promises (`quincunx.law.game`), as checks that any law can be tried with.

`quincunx games check` runs them on somebody's own game, and the tests on all of ours: `check` plays a few random games
of each variant and looks at every position. Each fault says what is wrong, what is wanted, and where in the law.
"""

from __future__ import annotations

import difflib
import json
import re
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field, fields
from fractions import Fraction
from pathlib import Path
from typing import Any

from quincunx.law import declaration, message_keys, overrides
from quincunx.law.declaration import ContractFault
from quincunx.law.draws import Draws
from quincunx.law.errors import IllegalMove, InvalidOption, InvalidPosition, Refused
from quincunx.law.game import CHANCE, NO_REASON, NOBODY, Game, Outcome, State
from quincunx.law.messages import PLACEHOLDER, Message, has_text
from quincunx.law.options import Choice, Counted
from quincunx.law.suits import SUITS

LONGEST = 10_000
"""Moves and rolls after which a random game is taken to have no end."""
GAMES = 3
"""Random games of each variant."""
THOROUGH = 5
"""Positions of a game in which every action is tried, and a few bad texts are read."""
OURS = str(Path(__file__).parent)
"""The folder of the contract: an error that is raised here comes from what the law gave."""
ODD = ("", " ", "?", "zz99", "a0", "1", "-", "a1-", "é", "a1 b2", "pass!", "٤", "x" * 200)
"""What people may type that is not a move of any game, or hardly."""
NOT_IN_RECORDS = re.compile(r".*[\[{<].*|[0-9]+\.|\*|(1/2|0|1)(-(1/2|0|1))+")
"""What a record reads as a tag, a comment, a time, the number of a turn or a result (docs/records.md)."""


class Broken(Exception):
    """The contract is not kept: what is wrong, what is wanted, and the method at fault.

    Raised from an exception of the law, it is reported at the line that raised that. `of` is a position whose method it
    is, where a game is checked.
    """

    def __init__(self, what: str, wanted: str, method: str, of: State | None = None) -> None:
        super().__init__(f"{what}; {wanted}")
        self.what, self.wanted, self.method, self.of = what, wanted, method, of


@dataclass
class ContractReport:
    """What a check has found."""

    name: str
    variants: int = 0
    positions: int = 0
    checks: set[str] = field(default_factory=set)
    faults: dict[str, ContractFault] = field(default_factory=dict)
    """The first fault of each check."""

    def __str__(self) -> str:
        checks = f"{len(self.checks) - len(self.faults)} of {len(self.checks)}" if self.faults else len(self.checks)
        variants = f"{self.variants} variant{'s' * (self.variants != 1)}"
        return f"{self.name}: {checks} checks passed on {variants}, {self.positions} positions"


def check(kind: type[Game]) -> ContractReport:
    """Tries a game. It takes a few seconds at most where the law is not very slow."""
    report = ContractReport(getattr(kind, "name", kind.__name__), checks={"declaration"})
    if found := declaration.faults(kind) or overrides.faults(kind) or overrides.of_positions(kind):
        report.faults = {f"declaration {n}": fault for n, fault in enumerate(found)}
        report.checks = set(report.faults)
        return report
    report.checks.add("messages")
    for fault in message_keys.faults(_file(kind))[:1]:
        report.faults["messages"] = fault
    with _reporting(report, "variants", kind):
        variants(kind)
    for text in kind.variants:
        game = kind.with_options(text)
        report.variants += 1
        for name, trial in OF_A_GAME.items():
            with _reporting(report, name, game):
                trial(game)
        for number in range(GAMES):
            _try_out(report, game, str(number))
    return report


def _try_out(report: ContractReport, game: Game, seed: str) -> None:
    history: list[State] = []
    with _reporting(report, "random games", game):
        history.extend(play_out(game, seed))
    report.positions += len(history)
    few = set(range(0, len(history), max(1, len(history) // THOROUGH)))
    for n, state in enumerate(history):
        for name, trial in OF_A_POSITION.items():
            if (name in SLOW and n not in few) or (name == "bad positions" and report.faults):
                continue  # bad positions would show once more what is wrong in good ones
            with _reporting(report, name, state):
                trial(state)


@contextmanager
def _reporting(report: ContractReport, name: str, subject: Any) -> Iterator[None]:
    """Notes what a check finds, an exception of the law included."""
    report.checks.add(name)
    try:
        yield
    except Broken as broken:
        if broken.__cause__:
            where = declaration.describe(broken.__cause__, _file(subject)).rpartition(" at ")[2]
        else:
            found = broken.of or subject
            owner = _class(found if hasattr(_class(found), broken.method) else getattr(found, "game", found))
            method = getattr(owner, broken.method, None) if overrides.is_own(owner, broken.method) else None
            where = declaration.place(method, owner)
        report.faults.setdefault(name, ContractFault(broken.what, broken.wanted, where))
    except (Exception, SystemExit) as error:
        raised, _, where = declaration.describe(error, _file(subject)).rpartition(" at ")
        about = _position(subject)
        if isinstance(error, Refused):
            wanted = "the law has to accept this"
        elif where.startswith(OURS):
            # Not raised in the law, but because of a value that it gave.
            raised, where = f"{raised} at {where}", declaration.place(_class(subject))
            wanted = "a method gives a value of another type than quincunx.law.game declares; correct that method"
        else:
            wanted = "this is an error in the law itself; correct that line"
        report.faults.setdefault(name, ContractFault(f"{raised}{about}", wanted, where))


def _position(subject: Any) -> str:
    """In which position something went wrong, if its text is not what does."""
    try:
        return "" if isinstance(subject, type | Game) else f" in {subject.body!r}"
    except Exception:
        return ""


def _file(subject: Any) -> str:
    return sys.modules[_class(subject).__module__].__file__ or ""


def _class(subject: Any) -> type:
    return subject if isinstance(subject, type) else type(subject)


def want(kept: bool, what: str, wanted: str, method: str) -> None:
    if not kept:
        raise Broken(what, wanted, method)


def _want_position(found: object, call: str, method: str) -> None:
    given = "None" if found is None else f"a {type(found).__name__}"
    want(isinstance(found, State), f"{call} gives {given}", "it has to return a position, a State", method)


def _says_something(message: Message, who: str, method: str) -> None:
    """A message for players has a text, and an argument for each placeholder in it."""
    for part in _parts(message):
        known = has_text(part.code)
        want(known, f"{who} says {part.code!r}, which is not in messages", "add that key and its text", method)
    said = str(message)
    want(bool(said.strip()), f"{who} gives no reason", "say it in a message", method)
    want(not PLACEHOLDER.search(said), f"{who} says {said!r}", "give an argument for each placeholder", method)


def _parts(message: Message) -> Iterator[Message]:
    """A message and those among its arguments."""
    yield message
    for value in message.args.values():
        for each in value if isinstance(value, list | tuple) else [value]:
            if isinstance(each, Message):
                yield from _parts(each)


def _stays(state: State, same: bool, move: str) -> None:
    if not same:
        what = f"play({move!r}) changes the position it is called on"
        raise Broken(what, "return a new position, and leave this one as it is", "play", state)


def play_out(game: Game, seed: str) -> Iterator[State]:
    """The positions of a random game, to its end."""
    draws, state, made = Draws(seed, "contract"), game.start(seed), 0
    if not isinstance(state, State):  # for the check of the start to find
        return
    yield state
    while not state.outcome:
        moves = state.moves()
        if not moves:  # for the check of the end to find
            return
        chances, before, body = state.chances(), state, state.body
        move = draws.weighted(chances) if chances else draws.choice(moves)
        state = state.play(move)
        if not isinstance(state, State):  # for the check of playing to find
            return
        _stays(before, before.body == body, move)
        made += not chances
        want(made <= LONGEST, f"a random game has more than {LONGEST} moves", "a game comes to an end", "outcome")
        yield state
    if game.longest is not None:
        want(isinstance(game.longest, int), f"longest is {game.longest!r}", "it has to be a number or None", "longest")
        want(made <= game.longest, f"a game had {made} moves", f"at most {game.longest}, as longest says", "longest")


# Of the game as a whole


def variants(kind: type[Game]) -> None:
    """The variants use every choice of every option and two values of every number and size, in their shortest form."""
    games = [kind.with_options(text) for text in kind.variants]
    for key, option in kind.options().items():
        used = {getattr(game, key) for game in games}
        if isinstance(option, Choice):
            missing = sorted(set(option.choices) - used)
        elif isinstance(option, Counted):
            missing = sorted(set(option.choices) - {value.word for value in used})
        else:
            missing = [] if len(used) > 1 else ["a second value"]
        want(not missing, f"no variant uses {key}={', '.join(missing)}", "variants use every value", "variants")
        want(
            bool(option.label and option.help), f"the option {key} lacks a label or help", "forms show both", "options"
        )
        json.dumps(option.form())
    for text, game in zip(kind.variants, games, strict=True):
        short = f"{kind.name}:{text}".rstrip(":")
        want(str(game) == short, f"the variant {short} is not the usual spelling", f"write {game}", "variants")
        in_full = ",".join(f"{f.name}={f.metadata['option'].write(getattr(game, f.name))}" for f in fields(game))
        want(kind.with_options(in_full) == game, f"{in_full} is not {game}", "options are read as written", "options")


def actions(game: Game) -> None:
    """Move tokens are short texts, all different."""
    known = game.actions
    want(isinstance(known, tuple), f"actions is a {type(known).__name__}", "it has to be a tuple", "actions")
    want(len(set(known)) == len(known), "a token is in actions twice", "each move has one token", "actions")
    for token in known:
        want(isinstance(token, str) and bool(token), f"{token!r} is in actions", "a token is a text", "actions")
        want(not any(map(str.isspace, token)), f"the token {token!r} has a space in it", "tokens have none", "actions")
        written = not NOT_IN_RECORDS.fullmatch(token)
        want(written, f"records cannot have the token {token!r}", "no [ { <, and not like 1. or 1-0", "actions")


def seats(game: Game) -> None:
    """There is a suit for each seat, and each can go first where an option says who does."""
    known = isinstance(game.seats, int) and 1 <= game.seats <= len(SUITS)
    want(known, f"seats is {game.seats!r}", f"a game has 1 to {len(SUITS)} seats", "seats")
    colours = len(game.colours) or len(SUITS)
    want(colours >= game.seats, f"{colours} colours for {game.seats} seats", "one for each, or none", "colours")
    for seat in range(1, game.seats + 1):
        try:
            game.with_first(seat)
        except InvalidOption as refusal:
            wanted = "declare it with first_seat(), or give it another name"
            raise Broken(f"the option first cannot be {seat}: {refusal}", wanted, "with_first") from None


def start(game: Game) -> None:
    """The first position depends on the seed alone, and only where the game says so."""
    first = game.start("1")
    _want_position(first, "start()", "start")
    want(
        first.body == game.start("1").body,
        "two starts from one seed differ",
        "the start depends on the seed alone",
        "start",
    )
    want(first.game == game, f"the start is a position of {first.game}", f"it has to be one of {game}", "start")
    want(first.outcome is None, f"the game is over at the start: {first}", "there has to be something to do", "start")
    if not game.start_is_drawn:
        same = all(game.start(str(n)).body == first.body for n in range(5))
        want(same, "the start depends on the seed", "then start_is_drawn has to be True", "start")


def typing(game: Game) -> None:
    """Whatever a person types is a move of the game or refused."""
    for typed in ODD:
        try:
            token = game.move(typed)
        except IllegalMove as refusal:
            _says_something(refusal.message, f"move({typed!r})", "move")
        else:
            want(token in game.actions, f"move({typed!r}) gives {token!r}", "that is not in actions", "move")


# Of a position


def reading(state: State) -> None:
    """A position is written as text and read back as the same; it does not change."""
    body = state.body
    want(
        isinstance(body, str) and body == body.strip(), f"body is {body!r}", "it is a text without outer spaces", "body"
    )
    again = _read_back(state)
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
    _says_something(outcome.message, "the outcome", "outcome")
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
        _want_position(after, f"leave({seat})", "leave")
        want(not after.plays(seat), f"plays({seat}) is true after leave({seat})", "it plays no more", "plays")
        _read_back(after)


def playing(state: State) -> None:
    """Legal moves lead to other positions, all others are refused with a reason, and the position itself stays."""
    body, legal, code = state.body, set(state.moves()), hash(state)

    def stays() -> None:
        _stays(state, state.body == body and hash(state) == code and set(state.moves()) == legal, token)

    for token in state.game.actions:
        try:
            after = state.play(token)
        except IllegalMove as refusal:
            _says_something(refusal.message, f"play({token!r})", "play")
            want(token not in legal, f"play({token!r}) refuses a legal move in {body!r}: {refusal}", "play it", "play")
        else:
            want(
                token in legal,
                f"play({token!r}) accepts a move that is not legal in {body!r}",
                "raise IllegalMove",
                "play",
            )
            _want_position(after, f"play({token!r})", "play")
            stays()
            want(
                after != state, f"play({token!r}) changes nothing in {body!r}", "a move gives another position", "play"
            )
            _read_back(after)
            for view in state.steps(token):
                want(view["moves"] == [], "a picture of steps() has moves", "nobody can move in between", "steps")
        stays()
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
            _want_position(read, f"read({text!r})", "read")
            for move in read.moves()[:10]:
                after = read.play(move)
                _want_position(after, f"play({move!r})", "play")
                _read_back(after)
        except InvalidPosition as refusal:
            _says_something(refusal.message, f"read({text!r})", "read")
        except Broken as broken:
            if not isinstance(read, State) or text == body:
                raise
            what = f"read({text!r}) gives a position that cannot be played: {broken.what}"
            raise Broken(what, "raise InvalidPosition there, or correct play", "read") from broken.__cause__
        except Exception as error:
            raised = declaration.describe(error, _file(state))
            if read is None:
                raise Broken(f"read({text!r}) raises {raised}", "raise InvalidPosition", "read") from None
            what = f"read({text!r}) gives a position that cannot be played: {raised}"
            raise Broken(what, "raise InvalidPosition there", "read") from None
        else:
            want(read.body == text, f"{text!r} is read as {read.body!r}", "else it has to be refused", "read")


def _read_back(state: State) -> State:
    body = state.body
    try:
        again = state.game.read(body)
    except InvalidPosition as refusal:
        _says_something(refusal.message, f"read({body!r})", "read")
        what, wanted = f"{body!r} cannot be read: {refusal}", "a position that play reaches must be readable"
        raise Broken(what, wanted, "read") from refusal
    _want_position(again, f"read({body!r})", "read")
    want(
        again.body == body, f"{body!r} is read back as {again.body!r}", "read(state.body) is the same position", "read"
    )
    return again


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


OF_A_GAME: dict[str, Callable[[Game], None]] = {
    "actions": actions,
    "seats": seats,
    "start": start,
    "typed moves": typing,
}
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
