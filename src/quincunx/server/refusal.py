"""What the house refuses."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from quincunx.games import Refused


class Refusal(Exception):
    """Something that was asked for and is not done: the HTTP status that says what kind it is, the reason in words
    for the one who asked, and the field that is to blame where there is one."""

    def __init__(self, status: int, reason: str, field: str | None = None) -> None:
        super().__init__(reason)
        self.status = status
        self.reason = reason
        self.field = field

    def body(self) -> dict[str, Any]:
        return {"error": {"reason": self.reason, "field": self.field}}


def no_table() -> Refusal:
    """The same words for a table that is not there and for a private one: a stranger learns nothing."""
    return Refusal(404, "there is no such table, or it is private")


@contextmanager
def blaming(field: str | None, status: int = 422) -> Iterator[None]:
    """What the law or the table refuses inside becomes a Refusal that names the field."""
    try:
        yield
    except Refused as refused:
        raise Refusal(status, str(refused), field) from None
