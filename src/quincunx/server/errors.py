"""Errors of the API."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from quincunx.games import Refused
from quincunx.law.messages import Message


class ApiError(Exception):
    """A refused request: HTTP status, message, the field at fault if any, and seconds until a retry makes sense.

    A message without arguments is given by its key.
    """

    def __init__(self, status: int, message: str | Message, field: str | None = None, wait: int | None = None) -> None:
        super().__init__(message)
        self.status = status
        self.message = Message(message) if isinstance(message, str) else message
        self.field = field
        self.wait = 1 if wait is None and status == 503 else wait

    @property
    def code(self) -> str:
        return self.message.code

    @property
    def reason(self) -> str:
        return str(self.message)

    def detail(self) -> dict[str, Any]:
        """The refusal as clients see it."""
        return {**self.message.view(), "reason": self.reason, "field": self.field}

    def body(self) -> dict[str, Any]:
        return {"error": self.detail()}


def table_not_found() -> ApiError:
    """The same for missing and private tables: a stranger learns nothing."""
    return ApiError(404, "server.table-not-found")


def server_busy() -> ApiError:
    """A limit is reached; answered immediately, so that connected clients keep their latency."""
    return ApiError(503, "server.busy")


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
    """The key of an action or an opening was reused for a different request."""
    return ApiError(422, Message("server.key-reused", key=key), "key")


def store_unavailable() -> ApiError:
    """The store failed. Nobody knows what was stored; sending the command again with the same key is safe."""
    return ApiError(503, "server.not-stored")
