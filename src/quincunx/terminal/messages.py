"""Messages about a table, and the commands players can type: the same on the full screen and in line mode."""

from __future__ import annotations

from collections.abc import Mapping

from quincunx import games
from quincunx.engine import Analysis
from quincunx.games import State
from quincunx.terminal.match import Json

ADVICE_SECONDS = 1.0
"""Time limit of the analysis for a hint."""

COMMANDS: Mapping[str, str] = {
    "roll": "throws the dice",
    "hint": "names a good move",
    "values": "tells what every move is worth",
    "moves": "lists the legal moves",
    "board": "shows the board again",
    "undo": "takes your last move back",
    "redo": "makes it again",
    "resign": "gives the game up",
    "draw": "offers a draw",
    "yes": "agrees to what was asked",
    "no": "declines it, or takes back what you asked",
    "save": "saves the game; save FILE saves a copy in a file",
    "export": "export FILE writes the record of the game to a file",
    "help": "tells all this",
    "quit": "leaves",
}
"""Commands that can be typed instead of a move. No move of any game is spelled like one of them."""


ASKED: Mapping[str, str] = {
    "undo": "to take moves back",
    "redo": "to make them again",
    "draw": "for a draw",
    "hints": "to allow hints",
    "abandon": "to abandon the game",
}
"""What players ask each other."""


def question(table: Json) -> int:
    """The id of the question that is open; 0 if there is none."""
    return int(table["question"]["id"]) if table["question"] else 0


def named(table: Json, seat: int) -> str:
    """The name of a seat, with its number if several seats share the name."""
    names = [at.get("name") or f"seat {at['seat']}" for at in table["seats"]]
    name = str(names[seat - 1])
    return f"{name} (seat {seat})" if names.count(name) > 1 else name


def standing(table: Json) -> str:
    """The status in a sentence: whose turn it is, what was asked, or how the match ended."""
    state, question = table["state"], table["question"]
    if table["abandoned"]:
        return "The match was broken off."
    if table["over"]:
        return ended(table)
    if not table["began"]:
        missing = [str(at["seat"]) for at in table["seats"] if at["open"]]
        return f"Waiting for seat {' and '.join(missing)}." if missing else "All are here; the match begins soon."
    if question:
        return f"{named(table, question['seat'])} asks {ASKED[question['what']]}."
    who = named(table, state["turn"])
    task = "throw the dice" if state["phase"] == "roll" else state["phase"]
    return f"Your turn: {task}." if who == "You" else f"{who} to {task}."


def prompt(table: Json, chosen: str) -> str:
    """The status and what the player can do now; `chosen` is a selected square."""
    told, seat = standing(table), actor(table)
    if table["question"]:
        return f"{told} yes or no?" if seat else told
    if seat is None and table["began"] and not table["over"]:
        thinks = table["seats"][table["state"]["turn"] - 1].get("kind") == "computer"
        return (
            f"{told} Escape: move now." if thinks and "id" not in table else told
        )  # a server's computer cannot be hurried
    if chosen and table["state"]["phase"] == "take":
        return f"{told} From {chosen} to …; the same again: only that one; Escape: another."
    return f"{told} {chosen}: return confirms, space takes it back." if chosen else told


def ended(table: Json) -> str:
    """Who won, and why."""
    outcome = table["outcome"]
    winner = outcome["winner"]
    if winner is None:
        return f"A draw: {outcome['reason']}."
    name = named(table, winner)
    return f"{name} {'win' if name == 'You' else 'wins'}: {outcome['reason']}."


def farewell(table: Json, saved_as: str) -> list[str]:
    """Printed after the screen has closed: how the match ended, or how to resume it."""
    if table["over"]:
        return [" ".join(filter(None, (standing(table), scored(table))))]
    if saved_as:
        return [f"The game is saved as {saved_as}. Continue it with: quincunx play --resume"]
    return []


def scores(table: Json) -> list[tuple[str, dict[str, int]]]:
    """Of a match that is over its points, and from the second match on the totals of the series: each with a heading
    and what every seat has. A game that counts nothing but wins has no points of its own."""
    outcome, series = table["outcome"], table["series"]
    if not outcome:
        return []
    state = games.parse(table["state"]["position"])
    made, count = state.points(outcome["winner"]), series["played"] + 1
    found = []
    if type(state).points is not State.points:
        found.append(("Points", {named(table, number): more for number, more in enumerate(made, 1)}))
    if count > 1:
        drawn = series["drawn"] + (outcome["winner"] is None)
        total = {
            named(table, seat["seat"]): seat.get("points", 0) + more
            for seat, more in zip(table["seats"], made, strict=True)
        }
        found.append((f"Total after {count} games{f' ({drawn} drawn)' if drawn else ''}", total))
    return found


def scored(table: Json) -> str:
    """The scores in one line."""
    return " ".join(
        f"{heading}: {' · '.join(f'{name} {points}' for name, points in each.items())}."
        for heading, each in scores(table)
    )


def split(line: str) -> tuple[str, str]:
    """Splits a line into a lower-case command and its argument; only `save` and `export` take one."""
    word, _, rest = line.partition(" ")
    return (word.lower(), rest.strip()) if word.lower() in ("save", "export") else (line.lower(), "")


def actor(table: Json) -> int | None:
    """The seat at this screen that has to answer or play now; None if nobody here has to."""
    if table["over"] or not table["began"]:
        return None
    question = table["question"]
    waiting = question["waiting"] if question else [table["state"]["turn"]]
    return next((seat for seat in waiting if seat in table["mine"]), None)


def asker(table: Json) -> int | None:
    """The seat at this screen that requests something (undo, resign, …): the one to play, or the last that played."""
    mine: list[int] = table["mine"]
    if table["state"]["turn"] in mine:
        return int(table["state"]["turn"])
    played = [ply["seat"] for ply in table["history"] if ply["seat"] in mine]
    return played[-1] if played else mine[0] if mine else None


def undoer(table: Json) -> int | None:
    """The seat at this screen that moved last: undo takes that move back, and what followed."""
    played = [ply["seat"] for ply in table["history"] if ply["kind"] == "move" and ply["seat"] in table["mine"]]
    return played[-1] if played else asker(table)


def seen(table: Json) -> int:
    """How much of the history a returning player has seen: everything before their own last move."""
    own = [n for n, ply in enumerate(table["history"]) if ply["kind"] == "move" and ply["seat"] in table["mine"]]
    return own[-1] if own else 0


def valued(analysis: Analysis, seat: int, most: int) -> list[str]:
    """Moves with their values, best first, and what the values are based on."""
    ranked = analysis.ranked()[:most]
    width = max(len(found.move) for found in ranked)
    lines = [f"{found.move:<{width}}  {found.value.words(seat)}" for found in ranked]
    left = len(analysis.moves) - len(ranked)
    return [*lines, *([f"and {left} more"] if left else []), str(analysis.basis)]


def moved(table: Json) -> list[str]:
    """The history, one line a turn: number, seat and moves."""
    lines: list[str] = []
    seat = 0
    for ply in table["history"]:
        token = {"roll": f"({ply['token']})", "left": "left"}.get(ply["kind"], ply["token"])
        if ply["seat"] == seat:
            lines[-1] += f" {token}"
        else:
            seat = ply["seat"]
            lines.append(f"{len(lines) + 1:>3}. {seat}: {token}")
    return lines
