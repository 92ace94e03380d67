"""What all checks need: to say what is wanted, and that it is not so."""

from __future__ import annotations

from collections.abc import Iterator

from quincunx.contract.fault import ContractFault
from quincunx.law.errors import InvalidPosition
from quincunx.law.game import State
from quincunx.law.messages import PLACEHOLDER, Argument, Message, has_text


class Broken(Exception):
    """The contract is not kept: the code of the fault with its arguments (`ContractFault`), and the method at fault.

    Raised from an exception of the law, it is reported at the line that raised that. `of` is a position whose method it
    is, where a game is checked.
    """

    def __init__(self, code: str, method: str, of: State | None = None, /, **args: Argument) -> None:
        super().__init__(code, method)
        self.code, self.method, self.of, self.arguments = code, method, of, args

    def at(self, where: str) -> ContractFault:
        return ContractFault(self.code, where, **self.arguments)

    def __str__(self) -> str:
        return str(self.at(self.method))


def want(kept: bool, code: str, method: str, /, **args: Argument) -> None:
    if not kept:
        raise Broken(code, method, **args)


def want_position(found: object, call: str, method: str) -> None:
    given = "None" if found is None else Message("contract.value", type=type(found).__name__)
    want(isinstance(found, State), "contract.no-position", method, call=call, given=given)


def says_something(message: Message, who: str | Message, method: str) -> None:
    """A message for players has a text, and an argument for each placeholder in it."""
    for part in _parts(message):
        want(has_text(part.code), "contract.says.unknown", method, who=who, key=part.code)
    said = str(message)
    want(bool(said.strip()), "contract.says.nothing", method, who=who)
    want(not PLACEHOLDER.search(said), "contract.says.placeholder", method, who=who, said=said)


def _parts(message: Message) -> Iterator[Message]:
    """A message and those among its arguments."""
    yield message
    for value in message.args.values():
        for each in value if isinstance(value, list | tuple) else [value]:
            if isinstance(each, Message):
                yield from _parts(each)


def stays(state: State, same: bool, move: str) -> None:
    if not same:
        raise Broken("contract.play.mutates", "play", state, move=move)


def read_back(state: State) -> State:
    body = state.body
    try:
        again = state.game.read(body)
    except InvalidPosition as refusal:
        says_something(refusal.message, f"read({body!r})", "read")
        raise Broken("contract.read.refuses", "read", body=body, reason=refusal.message) from refusal
    want_position(again, f"read({body!r})", "read")
    want(again.body == body, "contract.read.back", "read", body=body, again=str(again.body))
    return again
