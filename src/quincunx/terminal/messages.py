"""Messages about a table, and the commands players can type: the same on the full screen and in line mode."""

from __future__ import annotations

from typing import Any

from quincunx import games
from quincunx.engine import Analysis, Value, available, title
from quincunx.games import Refused
from quincunx.law.messages import Message, catalogue, text
from quincunx.terminal.levels import level_list
from quincunx.terminal.match import Json

ADVICE_SECONDS = 1.0
"""Time limit of the analysis for a hint."""

COMMANDS = (
    *("roll", "hint", "values", "moves", "board", "undo", "redo", "resign", "draw", "yes", "no"),
    *("level", "save", "export", "help", "quit"),
)
"""Commands that can be typed instead of a move."""


def is_move(table: Json, typed: str) -> bool:
    """Whether this is a legal move now. It is played even if it is spelled like a command, as `draw` in a card game."""
    return typed in table["state"]["moves"] and not table["question"]


def question(table: Json) -> int:
    """The id of the question that is open; 0 if there is none."""
    return int(table["question"]["id"]) if table["question"] else 0


def command_lines(game: str) -> list[str]:
    """The commands that make sense in a game, with their meanings."""
    kind = games.game(game)
    useless = {"roll": not kind.has_dice, "draw": not kind.agreed_draws}
    return [f"{word:<8}{text(f'terminal.command.{word}')}" for word in COMMANDS if not useless.get(word)]


def names(table: Json) -> dict[int, str]:
    """The players' names by seat, with the number where several seats share a name; open seats have none."""
    found = {at["seat"]: str(at["name"]) for at in table["seats"] if at.get("name")}
    shared = {name for name in found.values() if list(found.values()).count(name) > 1}
    return {
        seat: text("terminal.name", name=name, number=seat) if name in shared else name for seat, name in found.items()
    }


def named(table: Json, seat: int) -> str:
    """The name of a seat."""
    return names(table).get(seat) or text("law.seat", number=seat)


def you(table: Json) -> int | None:
    """The seat of the only person here, if they have given no name."""
    mine: list[int] = table["mine"]
    return next((seat for seat in mine if names(table).get(seat) == text("terminal.you")), None)


def refusal(error: Refused, table: Json) -> str:
    """Why something was refused, with the players' names. "You" is not used: few texts have that form."""
    return error.message.text({seat: name for seat, name in names(table).items() if seat != you(table)})


def received(view: Json) -> Message | None:
    """A message from its JSON; None for a key that is not in the catalogue, as from a newer server."""
    area, _, key = str(view.get("code", "")).partition(".")
    if key not in catalogue(area):
        return None
    return Message(view["code"], **{name: _argument(value) for name, value in view.get("args", {}).items()})


def _argument(value: Any) -> Any:
    if isinstance(value, list):
        return [_argument(each) for each in value]
    if isinstance(value, dict):
        return received(value) or value["code"]
    return value


def status_line(table: Json) -> str:
    """The status in a sentence: whose turn it is, what was asked, or how the match ended."""
    state, question = table["state"], table["question"]
    if table["abandoned"]:
        why = table.get("abandoned_why")  # servers of version 0.1 do not send it
        return " ".join([text("terminal.status.abandoned"), *([str(received(why) or why["reason"])] if why else [])])
    if table["over"]:
        return ended(table)
    if not table["began"]:
        missing = [text("law.seat", number=at["seat"]) for at in table["seats"] if at["open"]]
        return text("terminal.status.waiting", seats=missing) if missing else text("terminal.status.starting")
    if question:
        if question["seat"] in table["mine"] and actor(table) is None:
            return text(f"terminal.status.asked-{question['what']}")
        return Message(f"terminal.status.asks-{question['what']}", seat=question["seat"]).text(names(table))
    if state["turn"] == you(table):
        return text("terminal.status.your-turn", task=_task(state))
    return Message("terminal.status.their-turn", seat=state["turn"], task=_task(state)).text(names(table))


def _task(state: Json) -> Message:
    """What to do in a phase, in the game's own words if it has any."""
    game, key = state["game"].partition(":")[0], f"phase.{state['phase']}"
    return Message(f"{game}.{key}") if key in catalogue(game) else Message("terminal.status.play")


def prompt(table: Json, chosen: str, *, pair: bool = False) -> str:
    """The status and what the player can do now; `chosen` is a selected square, from which with `pair` a move goes on
    to another one."""
    status, seat = status_line(table), actor(table)
    if table["question"]:
        return text("terminal.prompt.answer", status=status) if seat else status
    if seat is None and table["began"] and not table["over"]:
        thinks = table["seats"][table["state"]["turn"] - 1].get("kind") == "computer"
        # A server's computer cannot be hurried.
        return text("terminal.prompt.hurry", status=status) if thinks and "id" not in table else status
    if not chosen:
        return status
    if table["state"]["phase"] == "take":
        return text("terminal.prompt.last", status=status, square=chosen)
    if pair:
        return text("terminal.prompt.to", status=status, square=chosen)
    return text("terminal.prompt.confirm", status=status, square=chosen)


def ended(table: Json) -> str:
    """Who won, and why."""
    outcome, own = table["outcome"], you(table)
    winner, found = outcome["winner"], received(outcome)
    reason = found or str(outcome["reason"])
    if winner is None:
        verdict = Message("terminal.status.draw", reason=reason)
    elif own is None:
        verdict = Message("terminal.status.wins", seat=winner, reason=reason)
    elif winner == own:
        verdict = Message("terminal.status.you-win", reason=reason)
    else:
        verdict = Message("terminal.status.you-lose", reason=reason)
    return verdict.text(names(table))


def farewell(table: Json, saved_as: str) -> list[str]:
    """Printed after the screen has closed: how the match ended, or how to resume it."""
    if table["over"]:
        return [" ".join(filter(None, (status_line(table), scored(table))))]
    if saved_as:
        return [text("terminal.save.resume", name=saved_as)]
    return []


def scores(table: Json) -> list[tuple[str, dict[str, int]]]:
    """The points of a finished match and, from the second match on, the totals of the series: each with a heading and a
    number per seat. A game that counts nothing but wins has no points of its own."""
    outcome, series = table["outcome"], table["series"]
    if not outcome:
        return []
    state = games.parse(table["state"]["position"])
    made, count = state.points(outcome["winner"]), series["played"] + 1
    found = []
    if state.counts_points():
        found.append(
            (text("terminal.score.points"), {named(table, number): more for number, more in enumerate(made, 1)})
        )
    if count > 1:
        drawn = series["drawn"] + (outcome["winner"] is None)
        total = {
            named(table, seat["seat"]): seat.get("points", 0) + more
            for seat, more in zip(table["seats"], made, strict=True)
        }
        heading = text("terminal.score.total", games=count)
        found.append((text("terminal.score.drawn", games=count, n=drawn) if drawn else heading, total))
    return found


def series_target(table: Json) -> str:
    """The target of a series, or who has won it with this match; empty if it has no target."""
    series = table["series"]
    target = series.get("target")  # servers of version 0.1 do not send it
    if not target:
        return ""
    if series["winner"]:
        return Message("terminal.score.won", seat=series["winner"], target=target).text(names(table))
    return text("terminal.score.target", n=target)


def scored(table: Json) -> str:
    """The scores in one line."""
    lines = [
        text("terminal.score.line", heading=heading, points=" · ".join(f"{name} {n}" for name, n in each.items()))
        for heading, each in scores(table)
    ]
    return " ".join(filter(None, (*lines, series_target(table) if table["over"] else "")))


def split(line: str) -> tuple[str, str]:
    """Splits a line into a lower-case command and its argument; only `save`, `export` and `level` take one."""
    word, _, rest = line.partition(" ")
    return (word.lower(), rest.strip()) if word.lower() in ("save", "export", "level") else (line.lower(), "")


def other_level(table: Json, typed: str) -> tuple[list[int], str]:
    """The computers to play at another level, and its name; raises Refused if either is missing."""
    computers = [at["seat"] for at in table["seats"] if at.get("kind") == "computer" and at.get("plays", True)]
    game = games.game(table["game"])
    levels = {title(level): level for level in available(game)}
    if not computers:
        raise Refused("terminal.level.nobody")
    level = levels.get(typed, typed)
    if level not in levels.values():
        raise Refused("terminal.level.unknown", levels=level_list(game))
    return computers, level


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
    return [*lines, *([text("terminal.values.more", number=left)] if left else []), str(analysis.basis)]


def short_value(value: Value, seat: int) -> str:
    """The value of a move in a few letters, for its square on the board: `win6`, `draw`, `58%`."""
    mine = value.seats[seat - 1]
    result = {1.0: "win", 0.5: "draw", 0.0: "loss"}.get(mine)
    if not value.exact or result is None:
        return f"{mine:.0%}"
    return text(f"terminal.values.{result}") + str(value.distance or "")


def moved(table: Json) -> list[str]:
    """The history, one line a turn: number, seat and moves."""
    lines: list[str] = []
    seat = 0
    for ply in table["history"]:
        token = {"roll": f"({ply['token']})", "left": text("terminal.history.left")}.get(ply["kind"], ply["token"])
        if ply["seat"] == seat:
            lines[-1] += f" {token}"
        else:
            seat = ply["seat"]
            lines.append(f"{len(lines) + 1:>3}. {seat}: {token}")
    return lines
