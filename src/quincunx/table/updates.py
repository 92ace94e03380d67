"""Small updates: what changed between two snapshots of a table, and how to apply it.

Both are tables as docs/protocol.md describes them, in JSON; but where they are compared, `history` has the plies, and
`may` (see `reasons_difference`) the messages from which their JSON is made. This module does not care how an update
is sent.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeAlias

from quincunx.table.table_state import Ply
from quincunx.table.view import Reasons

Json: TypeAlias = dict[str, Any]

BRIEF = ("game", "position", "turn", "actor", "phase", "moves", "outcome")
"""What a state has besides the picture of its board."""

LONG = 100
"""Letters from which on a position is compared with the one before."""

CHAT_KEPT = 200
"""Lines of chat in a table."""


def difference(old: Json, new: Json) -> Json:
    """The update that turns one snapshot into another of the same table, with the same fields and without `may`.

    A `state` without a picture gives an update without one.
    """
    update: Json = {}
    for field, value in new.items():
        before = old[field]
        if before is not value and before != value:
            compare = DIFFERENCES.get(field)
            update[field] = compare(before, value) if compare else value
    if ply := ply_of(update.get("last")):
        # Without a history the client adds the last move to it. But that may be there already, taken back and repeated.
        history = update.setdefault("history", {"keep": len(old["history"]), "add": []})
        if history["keep"] == len(old["history"]) and history["add"] == [ply]:
            del update["history"]
    return update


def merge(table: Json, update: Json) -> Json:
    """The table after an update. Its `state` has a picture only if the update brought one."""
    merged = {**table, **update}
    for field in update:
        if merge_field := MERGES.get(field):
            merged[field] = merge_field(table[field], update[field])
    if "last" in update and "history" not in update and (ply := ply_of(update["last"])):
        merged["history"] = [*table["history"], ply]
    return merged


class Missed(Exception):
    """A message is missing between the last one and this: the client has to ask for the whole table."""


class Follower:
    """A table as its client has it, from the messages of one connection, which may be late, repeated or missing."""

    def __init__(self) -> None:
        self.table: Json = {}
        self.revision = -1

    def take(self, message: Json) -> bool:
        """Applies a message with a table or an update; False if it is older than what we have. Raises Missed."""
        revision: int = message["revision"]
        if revision <= self.revision:
            return False
        if "update" not in message:
            self.table = message["table"]
        elif message["from"] == self.revision:
            self.table = merge(self.table, message["update"])
        else:
            raise Missed
        self.revision = revision
        return True


def ply_of(event: Json | None) -> Json | None:
    """The ply that an event adds to the history, if it is a move or a roll."""
    match event:
        case {"event": "Moved", "seat": seat, "move": token, "left": left}:
            return {"seat": seat, "kind": "move", "token": token, "left": left}
        case {"event": "Rolled", "seat": seat, "roll": token, "left": left}:
            return {"seat": seat, "kind": "roll", "token": token, "left": left}
    return None


# The state


def _state_difference(old: Json, new: Json) -> Json:
    if len(new) > len(BRIEF):
        return new
    change = {key: value for key, value in new.items() if value != old[key]}
    if "position" in change:
        change["position"] = _splice(old["position"], new["position"])
    if "moves" in change:
        change["moves"] = _moves_difference(old["moves"], new["moves"])
    return change


def _state_merge(old: Json, change: Json) -> Json:
    if "game" in change:
        return change
    state = {key: old[key] for key in BRIEF} | change
    if isinstance(state["position"], list):
        start, end, text = state["position"]
        state["position"] = old["position"][:start] + text + old["position"][end:]
    match change.get("moves"):
        case str(moves):
            state["moves"] = moves.split()
        case {"drop": drop, "add": add}:
            dropped = set(drop.split())
            state["moves"] = [*(move for move in old["moves"] if move not in dropped), *add.split()]
    return state


def _splice(old: str, new: str) -> str | list[Any]:
    """The new text; or, if that is shorter for a long one, where it differs: start, end, and the text between."""
    if len(new) < LONG or len(old) < LONG:
        return new
    start, shorter = 0, min(len(old), len(new))
    while start < shorter and old[start] == new[start]:
        start += 1
    tail = 0
    while tail < shorter - start and old[-1 - tail] == new[-1 - tail]:
        tail += 1
    changed = new[start : len(new) - tail]
    return [start, len(old) - tail, changed] if len(changed) + 12 < len(new) else new


def _moves_difference(old: list[str], new: list[str]) -> str | Json:
    """All moves, or those to drop and to add if they are clearly fewer."""
    drop = set(old)
    drop.difference_update(new)
    add: set[str] = set()
    if len(old) - len(drop) < len(new):
        add = set(new).difference(old)
    if len(drop) + len(add) + 6 >= len(new):
        return " ".join(new)
    return {"drop": " ".join(sorted(drop)), "add": " ".join(sorted(add))}


# Other fields


def _members_difference(old: Any, new: Any) -> Any:
    """The members of an object that differ, or the other value."""
    if not old or not new:
        return new
    return {key: value for key, value in new.items() if value != old[key]}


def _members_merge(old: Any, change: Any) -> Any:
    return {**old, **change} if old and change else change


def _plies_difference(old: tuple[Ply, ...], new: tuple[Ply, ...]) -> Json:
    keep = len(old)
    while keep and old[:keep] != new[:keep]:
        keep -= 1
    return {"keep": keep, "add": [ply.view for ply in new[keep:]]}


def _plies_merge(old: list[Json], change: Json) -> list[Json]:
    return [*old[: change["keep"]], *change["add"]]


def _seats_difference(old: list[Json], new: list[Json]) -> Json:
    pairs = zip(old, new, strict=True)
    return {str(seat["seat"]): _members_difference(before, seat) for before, seat in pairs if before != seat}


def _seats_merge(old: list[Json], change: Json) -> list[Json]:
    return [seat | change.get(str(seat["seat"]), {}) for seat in old]


def reasons_difference(old: Reasons, new: Reasons) -> Json:
    """The changes in what a seat may do: code and arguments of each reason, without the sentence."""
    return {
        action: why and _without_reason(why.explained())
        for action, why in new.items()
        if why is not (before := old[action]) and why != before
    }


def _without_reason(explained: Json) -> Json:
    return {"code": explained["code"], "args": explained["args"]}


def _may_merge(old: Json, change: Json) -> Json:
    return {seat: reasons | change.get(seat, {}) for seat, reasons in old.items()}


def chat_difference(old: list[Json], new: list[Json]) -> list[Json]:
    """The lines after the known ones, the first of which may have been dropped. Two lines may be equal."""
    known = next(n for n in range(min(len(old), len(new)), -1, -1) if old[len(old) - n :] == new[:n])
    return new[known:]


def _chat_merge(old: list[Json], fresh: list[Json]) -> list[Json]:
    return [*old, *fresh][-CHAT_KEPT:]


DIFFERENCES: dict[str, Callable[[Any, Any], Any]] = {
    "state": _state_difference,
    "history": _plies_difference,
    "seats": _seats_difference,
    "clock": _members_difference,
    "dice": _members_difference,
    "chat": chat_difference,
}
"""How fields that are not simply replaced are compared."""

MERGES: dict[str, Callable[[Any, Any], Any]] = {
    "state": _state_merge,
    "history": _plies_merge,
    "seats": _seats_merge,
    "clock": _members_merge,
    "dice": _members_merge,
    "may": _may_merge,
    "chat": _chat_merge,
}
"""How these are merged."""
