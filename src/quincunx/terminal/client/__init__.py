"""Tables of a server: the terminal as a client of the HTTP API."""

from quincunx.terminal.client.identity import secret
from quincunx.terminal.client.link import NetworkRefusal, TableLink
from quincunx.terminal.client.match import NetworkMatch

__all__ = ["NetworkMatch", "NetworkRefusal", "TableLink", "secret"]
