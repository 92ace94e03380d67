"""Links to tables of a server."""

from __future__ import annotations

import urllib.parse
from typing import NamedTuple

from quincunx.games import Refused


class NetworkRefusal(Refused):
    """The server refused something or cannot be reached."""


class TableLink(NamedTuple):
    """A parsed link to a table: `…/t/ID`, or `…/t/ID/sit/SEAT#invite=…&watch=…`."""

    secure: bool
    place: str
    table: str
    seat: int | None
    invite: str
    watch: str

    @classmethod
    def read(cls, text: str) -> TableLink:
        try:
            parts = urllib.parse.urlsplit(text.strip())
        except ValueError:  # unbalanced brackets of an IPv6 address
            parts = urllib.parse.urlsplit("")
        path = parts.path.strip("/").split("/")
        match path:
            case ["t", table]:
                seat = None
            case ["t", table, "sit", number] if number.isascii() and number.isdecimal():
                seat = int(number)
            case _:
                table = ""
        if not (table.isascii() and table.isalnum()) or parts.scheme not in ("http", "https") or not parts.netloc:
            raise NetworkRefusal("terminal.network.link", link=text)
        codes = urllib.parse.parse_qs(parts.fragment)
        invite, watch = (codes.get(key, [""])[0] for key in ("invite", "watch"))
        return cls(parts.scheme == "https", parts.netloc, table, seat, invite, watch)
