"""What the house tells whoever looks after it: a line each, for people or as JSON for programs.

Every line knows during which request, and at which table, it was written. No line ever has a secret in it: secrets
come in headers and messages, which are not written down, and codes in addresses are cut off.
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
    """Names the request that is being answered from here on, and its table; its id."""
    table = TABLE.match(path)
    made = secrets.token_hex(6)
    _request.set(made)
    _table.set(table[1] if table else "")
    return made


def set_up(form: LogFormat) -> None:
    """Writes to the standard error output, in place of all that was arranged before."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(JsonFormatter() if form == "json" else logging.Formatter("quincunx: %(message)s"))
    handler.addFilter(without_codes)
    logging.basicConfig(handlers=[handler], force=True)


def without_codes(record: logging.LogRecord) -> bool:
    """A filter for the log of requests: no code that stands in an address is written down."""
    if isinstance(record.args, tuple):
        record.args = tuple(
            re.sub(r"(?<=[?&])([^=&]*)=[^&]*", r"\1=…", arg) if isinstance(arg, str) else arg for arg in record.args
        )
    return True


class JsonFormatter(logging.Formatter):
    """One object a line: `at`, `level`, `from`, `message`, and where they are known `request`, `table`, `error`."""

    def format(self, record: logging.LogRecord) -> str:
        told = {
            "at": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname.lower(),
            "from": record.name,
            "message": record.getMessage(),
            "request": _request.get(),
            "table": getattr(record, "table", "") or _table.get(),
            "error": self.formatException(record.exc_info) if record.exc_info else "",
        }
        return orjson.dumps({key: value for key, value in told.items() if value}).decode()
