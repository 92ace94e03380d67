"""Validation errors of pydantic as API errors. They never repeat the input, which may be a secret."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from quincunx.law.messages import Message
from quincunx.server.errors import ApiError

PARTS = ("body", "query", "path", "header")


def validation_error(errors: Sequence[Any]) -> ApiError:
    """An ApiError for the first error."""
    error = errors[0]
    if error["type"] == "json_invalid":
        return ApiError(400, "server.not-json")
    where = [str(part) for part in error["loc"] if part not in PARTS]
    if error["type"] == "union_tag_not_found":
        return ApiError(422, "server.action-missing", "do")
    if error["type"] == "union_tag_invalid":
        return ApiError(
            422, Message("server.action-unknown", actions=error["ctx"]["expected_tags"].replace("'", "")), "do"
        )
    if not where:
        return ApiError(422, "server.json-object")
    names = [part for part in where if not part.isdecimal()]
    field = names[-1] if names else None
    said = error["msg"].removeprefix("Value error, ")
    return ApiError(422, Message("server.invalid-field", field=".".join(where), problem=said.rstrip(".")), field)
