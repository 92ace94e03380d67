"""What all checks need: to say what is wanted, and that it is not so."""

from __future__ import annotations

from collections.abc import Iterator

from quincunx.law.errors import InvalidPosition
from quincunx.law.game import State
from quincunx.law.messages import PLACEHOLDER, Message, has_text


class Broken(Exception):
    """The contract is not kept: what is wrong, what is wanted, and the method at fault.

    Raised from an exception of the law, it is reported at the line that raised that. `of` is a position whose method it
    is, where a game is checked.
    """

    def __init__(self, what: str, wanted: str, method: str, of: State | None = None) -> None:
        super().__init__(f"{what}; {wanted}")
        self.what, self.wanted, self.method, self.of = what, wanted, method, of


def want(kept: bool, what: str, wanted: str, method: str) -> None:
    if not kept:
        raise Broken(what, wanted, method)


def want_position(found: object, call: str, method: str) -> None:
    given = "None" if found is None else f"a {type(found).__name__}"
    want(isinstance(found, State), f"{call} gives {given}", "it has to return a position, a State", method)


def says_something(message: Message, who: str, method: str) -> None:
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


def stays(state: State, same: bool, move: str) -> None:
    if not same:
        what = f"play({move!r}) changes the position it is called on"
        raise Broken(what, "return a new position, and leave this one as it is", "play", state)


def read_back(state: State) -> State:
    body = state.body
    try:
        again = state.game.read(body)
    except InvalidPosition as refusal:
        says_something(refusal.message, f"read({body!r})", "read")
        what, wanted = f"{body!r} cannot be read: {refusal}", "a position that play reaches must be readable"
        raise Broken(what, wanted, "read") from refusal
    want_position(again, f"read({body!r})", "read")
    want(
        again.body == body, f"{body!r} is read back as {again.body!r}", "read(state.body) is the same position", "read"
    )
    return again
