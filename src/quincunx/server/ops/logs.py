"""Logging, as plain lines or as JSON.

Every line carries the id of its request and of its table. No line contains a secret: headers and messages are not
logged, and codes in addresses are removed.
"""

from __future__ import annotations

import logging
import re
import secrets
import sys
from contextvars import ContextVar
from datetime import UTC, datetime
from typing import Literal, TypeAlias

import orjson

LogFormat: TypeAlias = Literal["plain", "json"]

TABLE = re.compile(r"/api/tables/([0-9a-z]{1,32})(?:/|$)")

_request: ContextVar[str] = ContextVar("request", default="")
_table: ContextVar[str] = ContextVar("table", default="")


def begin_request(path: str) -> str:
    """Starts a request's logging context and returns its id."""
    table = TABLE.match(path)
    made = secrets.token_hex(6)
    _request.set(made)
    _table.set(table[1] if table else "")
    return made


def set_up(form: LogFormat) -> None:
    """Logs to standard error, replacing any other configuration."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(JsonFormatter() if form == "json" else logging.Formatter("quincunx: %(message)s"))
    handler.addFilter(without_codes)
    logging.basicConfig(handlers=[handler], force=True)


def without_codes(record: logging.LogRecord) -> bool:
    """Log filter that removes query values, which may be codes, from addresses."""
    if isinstance(record.args, tuple):
        record.args = tuple(
            re.sub(r"(?<=[?&])([^=&]*)=[^&]*", r"\1=…", arg) if isinstance(arg, str) else arg for arg in record.args
        )
    return True


class JsonFormatter(logging.Formatter):
    """One JSON object per line: `at`, `level`, `from`, `message`, and where known `request`, `table`, `error`."""

    def format(self, record: logging.LogRecord) -> str:
        fields = {
            "at": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname.lower(),
            "from": record.name,
            "message": record.getMessage(),
            "request": _request.get(),
            "table": getattr(record, "table", "") or _table.get(),
            "error": self.formatException(record.exc_info) if record.exc_info else "",
        }
        return orjson.dumps({key: value for key, value in fields.items() if value}).decode()
