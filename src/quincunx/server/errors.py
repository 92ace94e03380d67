"""Errors of the API."""

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
    """A refused request: HTTP status, reason, the field at fault if any, and seconds until a retry makes sense."""

    def __init__(self, status: int, reason: str, field: str | None = None, wait: int | None = None) -> None:
        super().__init__(reason)
        self.status = status
        self.reason = reason
        self.field = field
        self.wait = 1 if wait is None and status == 503 else wait

    def body(self) -> dict[str, Any]:
        return {"error": {"reason": self.reason, "field": self.field}}


def table_not_found() -> ApiError:
    """For missing and private tables alike."""
    return ApiError(404, TABLE_NOT_FOUND)


def server_busy() -> ApiError:
    """A limit is reached; answered immediately, so that connected clients keep their latency."""
    return ApiError(503, BUSY)


@contextmanager
def field_errors(field: str | None, status: int = 422) -> Iterator[None]:
    """Turns a Refused of the law or the table into an ApiError that names the field."""
    try:
        yield
    except Refused as refused:
        raise ApiError(status, str(refused), field) from None


def store_unavailable() -> ApiError:
    """The store failed. Nobody knows what was stored; sending the command again with the same key is safe."""
    return ApiError(503, "the house cannot write this down now: try again")
