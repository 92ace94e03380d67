"""HTTP requests to a server (docs/protocol.md), with the standard library alone."""

from __future__ import annotations

import json
from contextlib import closing
from http.client import HTTPConnection, HTTPResponse, HTTPSConnection
from typing import Any, cast

from quincunx.law.messages import Message, text
from quincunx.terminal.client.link import NetworkRefusal, TableLink
from quincunx.terminal.match import Json
from quincunx.terminal.messages import received

PATIENCE = 30.0
"""Seconds of silence after which a connection counts as lost. The server sends something every few seconds."""


class ServerApi:
    """Requests to a server; each has its own connection."""

    def __init__(self, link: TableLink, secret: str) -> None:
        self._link = link
        self._headers = {"Authorization": f"Bearer {secret}", "Content-Type": "application/json"}
        if code := link.watch or link.invite:
            self._headers["Watch-Code"] = code

    def open(self, path: str, body: Json | None = None) -> tuple[HTTPConnection, HTTPResponse]:
        """Opens a connection and returns it with the response; raises NetworkRefusal with the server's reason, or
        OSError if there is no answer."""
        kind = HTTPSConnection if self._link.secure else HTTPConnection
        connection = kind(self._link.place, timeout=PATIENCE)
        try:
            data = None if body is None else json.dumps(body)
            connection.request("GET" if data is None else "POST", f"/api{path}", data, self._headers)
            answer = connection.getresponse()
            if answer.status in (502, 503, 504):
                raise ConnectionError(text("terminal.network.busy"))
            if answer.status >= 400:
                raise NetworkRefusal(_reason(answer.read(), answer.status))
        except BaseException:
            connection.close()
            raise
        return connection, answer

    def text(self, path: str, body: Json | None = None) -> str:
        connection, answer = self.open(path, body)
        with closing(connection), answer:
            return answer.read().decode()

    def ask(self, path: str, body: Json | None = None) -> Json:
        return cast(Json, json.loads(self.text(path, body)))


def _reason(body: bytes, status: int) -> Message:
    """Why the server refused: by key where this program has the text, otherwise in the server's words."""
    try:
        error: Any = json.loads(body)["error"]
        return received(error) or Message("terminal.network.said", reason=str(error["reason"]))
    except (ValueError, LookupError, TypeError, AttributeError):
        return Message("terminal.network.no-reason", status=status)
