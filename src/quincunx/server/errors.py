"""What the house refuses."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from quincunx.games import Refused

TABLE_NOT_FOUND = "there is no such table, or it is private"
"""The same for a table that does not exist and for a private one: a stranger learns nothing."""
BUSY = "the house is busy: try again in a moment"
BAD_SECRET = "this is no secret: it has 22 to 128 letters, digits, - and _"
SECRET_NEEDED = "this needs a player's secret: send it as Authorization: Bearer SECRET"
PLAYERS_ONLY = "only who plays at this table can do that"


class ApiError(Exception):
    """Something that was asked for and is not done: the HTTP status that says what kind it is, the reason in words
    for the one who asked, the field that is to blame where there is one, and after how many seconds to try again."""

    def __init__(self, status: int, reason: str, field: str | None = None, wait: int | None = None) -> None:
        super().__init__(reason)
        self.status = status
        self.reason = reason
        self.field = field
        self.wait = 1 if wait is None and status == 503 else wait

    def body(self) -> dict[str, Any]:
        return {"error": {"reason": self.reason, "field": self.field}}


def table_not_found() -> ApiError:
    """The same words for a table that is not there and for a private one: a stranger learns nothing."""
    return ApiError(404, TABLE_NOT_FOUND)


def server_busy() -> ApiError:
    """Past what the house can hold: said at once, so that those who are in are not slowed down."""
    return ApiError(503, BUSY)


@contextmanager
def field_errors(field: str | None, status: int = 422) -> Iterator[None]:
    """What the law or the table refuses inside becomes a Refusal that names the field."""
    try:
        yield
    except Refused as refused:
        raise ApiError(status, str(refused), field) from None


def store_unavailable() -> ApiError:
    """The store failed: nobody knows what was kept, and the same deed with the same key finds out."""
    return ApiError(503, "the house cannot write this down now: try again")
