"""Errors of the API."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from quincunx.games import Refused
from quincunx.law.messages import Message

BUSY = "the house is busy: try again in a moment"
BAD_SECRET = "this is no secret: it has 22 to 128 letters, digits, - and _"
SECRET_NEEDED = "this needs a player's secret: send it as Authorization: Bearer SECRET"
PLAYERS_ONLY = "only who plays at this table can do that"


CODES = {
    400: "bad-request",
    401: "secret-needed",
    403: "forbidden",
    404: "not-found",
    405: "method-not-allowed",
    408: "too-slow",
    409: "refused",
    410: "gone",
    413: "too-large",
    422: "invalid",
    429: "too-many",
    431: "too-large",
    500: "internal",
    503: "busy",
}
"""The code of an error that has none of its own, by status."""


class ApiError(Exception):
    """A refused request: HTTP status, reason, the field at fault if any, and seconds until a retry makes sense.

    The reason is a message of the catalogue, or a sentence; then the code says no more than the status.
    """

    def __init__(self, status: int, reason: str | Message, field: str | None = None, wait: int | None = None) -> None:
        super().__init__(reason)
        self.status = status
        self.reason = str(reason)
        self.field = field
        self.wait = 1 if wait is None and status == 503 else wait
        self._named = reason if isinstance(reason, Message) else Message(f"server.{CODES.get(status, 'refused')}")

    @property
    def code(self) -> str:
        return self._named.code

    def detail(self) -> dict[str, Any]:
        """The refusal as clients see it."""
        return {**self._named.view(), "reason": self.reason, "field": self.field}

    def body(self) -> dict[str, Any]:
        return {"error": self.detail()}


def table_not_found() -> ApiError:
    """For missing and private tables alike: a stranger learns nothing."""
    return ApiError(404, Message("server.table-not-found"))


def server_busy() -> ApiError:
    """A limit is reached; answered immediately, so that connected clients keep their latency."""
    return ApiError(503, BUSY)


@contextmanager
def field_errors(field: str | None, status: int = 422) -> Iterator[None]:
    """Turns a Refused of the law or the table into an ApiError that names the field."""
    try:
        yield
    except Refused as refused:
        raise rejected(refused, status, field) from None


def rejected(refused: Refused, status: int, field: str | None = None) -> ApiError:
    """A refusal of the law or the table as an ApiError."""
    return ApiError(status, refused.message, field)


def key_reused(key: str) -> ApiError:
    """The key of an action or an opening came again with something else under it."""
    return ApiError(422, Message("server.key-reused", key=key), "key")


def store_unavailable() -> ApiError:
    """The store failed. Nobody knows what was stored; sending the command again with the same key is safe."""
    return ApiError(503, Message("server.not-stored"))
