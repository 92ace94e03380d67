"""Validation errors of pydantic as API errors. They never repeat the input, which may be a secret."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from quincunx.law.messages import Message
from quincunx.server.errors import ApiError
from quincunx.server.tables.commands import ACTIONS

PARTS = ("body", "query", "path", "header")

PROBLEMS = {
    "missing": "missing",
    "extra_forbidden": "unknown",
    "string_type": "text",
    "string_unicode": "text",
    "int_type": "whole",
    "int_parsing": "whole",
    "int_parsing_size": "whole",
    "int_from_float": "whole",
    "float_type": "number",
    "float_parsing": "number",
    "finite_number": "number",
    "bool_type": "bool",
    "bool_parsing": "bool",
    "list_type": "list",
    "dict_type": "object",
    "model_type": "object",
    "model_attributes_type": "object",
    "string_too_short": "short",
    "string_too_long": "long",
    "too_short": "few",
    "too_long": "many",
    "greater_than_equal": "at-least",
    "greater_than": "more-than",
    "less_than_equal": "at-most",
    "literal_error": "one-of",
}
"""Our message for each type of error that our schemas can cause."""

LIMITS = {"min_length": "n", "max_length": "n", "ge": "least", "gt": "least", "le": "most", "expected": "choices"}
"""What pydantic calls the arguments of these messages."""


def validation_error(errors: Sequence[Any]) -> ApiError:
    """An ApiError for the first error."""
    error = errors[0]
    if error["type"] == "json_invalid":
        return ApiError(400, "server.not-json")
    if error["type"] == "union_tag_not_found":
        return ApiError(422, "server.action-missing", "do")
    if error["type"] == "union_tag_invalid":
        return ApiError(422, Message("server.action-unknown", actions=list(ACTIONS)), "do")
    where = [str(part) for part in error["loc"] if part not in PARTS]
    if len(where) > 1 and where[0] in ACTIONS:
        where = where[1:]  # pydantic puts the kind of the action before its fields
    if not where:
        return ApiError(422, "server.json-object")
    names = [part for part in where if not part.isdecimal()]
    field = names[-1] if names else None
    return ApiError(422, Message("server.invalid-field", field=".".join(where), problem=_problem(error)), field)


def _problem(error: Any) -> Message:
    context = error.get("ctx", {})
    if error["type"] == "value_error":
        problem = context["error"].args[0]  # of our own validators, which raise ValueError(Message(…))
        return problem if isinstance(problem, Message) else Message("server.field.invalid")
    name = PROBLEMS.get(error["type"], "invalid")
    return Message(f"server.field.{name}", **{LIMITS[key]: value for key, value in context.items() if key in LIMITS})
