"""A certificate: a claim about the value of a position, with everything needed to check it.

It is a text file, gzipped when its name ends in `.gz`: tags as in a match record, an empty line, then the body, whose
lines each game defines for itself (docs/certificates.md).

    [Certificate "1"]
    [Position "tactix:size=3 ooo/ooo/ooo 1"]
    [Value "1"]
    [Kind "strategy"]
    [Method "…"]

`Value` is the seat that wins whatever the others do, or `draw`; with three seats or more, `none` where no seat can
force a win against all others together.
"""

from __future__ import annotations

import gzip
import hashlib
import io
import re
import zlib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path

from quincunx import games
from quincunx.games import Refused, State
from quincunx.law.messages import Message

VERSION = "1"
TAG = re.compile(r'\[([A-Z][A-Za-z]*) "([^"]*)"\]')
NEEDED = ("Position", "Value", "Kind")

NONE = "none"
"""The value where no seat can force a win."""

OTHERS = {
    b"[Game ": "proofs.certificate.record",
    b"[Resume ": "proofs.certificate.saved",
    b"quincunx ": "proofs.certificate.saved",
}
"""How other files of Quincunx begin, and what to say about them."""


LARGEST = 64 << 20
"""Bytes of a certificate's text, so that a small gzipped file cannot fill the memory: if its lines are short, they take
thirty times as much. Ours have at most 20 MB."""


class Unproved(Refused):
    """A certificate does not prove its claim; the message says where it fails."""


@dataclass(frozen=True, slots=True)
class Certificate:
    state: State
    """The position it is about."""
    value: str
    """The seat that wins, as text, or `draw`, or NONE."""
    kind: str
    """How it proves: the game's checker knows its kinds."""
    tags: Mapping[str, str] = field(default_factory=dict)
    """Other information: Method, Nodes, Seconds, Seed, Date, …"""
    body: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        seats = self.state.game.seats
        if self.value not in ("draw", *([NONE] if seats > 2 else []), *map(str, range(1, seats + 1))):
            raise Unproved("proofs.certificate.value", value=self.value)

    def text(self) -> str:
        tags = {
            "Certificate": VERSION,
            "Position": str(self.state),
            "Value": self.value,
            "Kind": self.kind,
            **self.tags,
        }
        return "\n".join([*(f'[{name} "{value}"]' for name, value in tags.items()), "", *self.body, ""])

    @property
    def sha256(self) -> str:
        """The hash of its text, not of the gzipped file: the same on every machine."""
        return hashlib.sha256(self.text().encode()).hexdigest()

    @property
    def is_too_large(self) -> bool:
        """Whether `read` would refuse it."""
        return len(self.text().encode()) > LARGEST

    @property
    def claim(self) -> Message:
        """In words."""
        if self.value == "draw":
            return Message("proofs.claim.draw")
        if self.value == NONE:
            return Message("proofs.claim.none")
        return Message("proofs.claim.win", seat=int(self.value))


def parse(text: str) -> Certificate:
    """The certificate in a text. Raises Unproved, with the line number, if the text is not a certificate.

    >>> from quincunx import proofs
    >>> tags = {"Certificate": "1", "Position": "tactix:size=3 ooo/ooo/ooo 1", "Value": "1", "Kind": "strategy"}
    >>> text = "".join(f'[{name} "{value}"]\\n' for name, value in tags.items())
    >>> proofs.parse(text).value
    '1'
    """
    return _parse(text.splitlines())


def _parse(lines: Iterable[str]) -> Certificate:
    tags: dict[str, str] = {}
    rest = iter(lines)
    for number, line in enumerate(rest, 1):
        if not line:
            break
        found = TAG.fullmatch(line)
        if not found:
            raise Unproved("proofs.certificate.tag", line=number, written=line[:60])
        if found[1] in tags:
            raise Unproved("proofs.certificate.twice", tag=found[1])
        tags[found[1]] = found[2]
    version = tags.pop("Certificate", None)
    if version is None:
        raise Unproved("proofs.certificate.none", version=VERSION)
    if version != VERSION:
        raise Unproved("proofs.certificate.version", version=version, known=VERSION)
    for name in NEEDED:
        if name not in tags:
            raise Unproved("proofs.certificate.missing", tag=name)
    position, value, kind = (tags.pop(name) for name in NEEDED)
    return Certificate(games.parse(position), value, kind, tags, tuple(rest))


def read(path: Path) -> Certificate:
    """Reads a file; Unproved if it is not a certificate, OSError if it cannot be read."""
    with path.open("rb") as file:
        data = file.read(LARGEST + 1)
    for beginning, code in OTHERS.items():
        if data.startswith(beginning):
            raise Unproved(code, path=str(path))
    try:
        if data[:2] == b"\x1f\x8b" and len(data) <= LARGEST:
            with gzip.open(io.BytesIO(data)) as unpacked:
                data = unpacked.read(LARGEST + 1)
        text = data.decode() if len(data) <= LARGEST else None
    except UnicodeDecodeError:
        raise Unproved("proofs.certificate.utf-8", path=str(path)) from None
    except (gzip.BadGzipFile, EOFError, zlib.error, ValueError) as error:
        raise Unproved("proofs.certificate.unreadable", path=str(path), error=str(error)) from None
    if text is None:
        raise Unproved("proofs.certificate.large", path=str(path), megabytes=LARGEST >> 20)
    try:
        return parse(text)
    except Refused as error:
        raise Unproved("proofs.at", place=str(path), problem=error.message) from None


def write(path: Path, certificate: Certificate) -> None:
    """Writes a file atomically; the same certificate gives the same bytes."""
    data = certificate.text().encode()
    if path.suffix == ".gz":
        data = gzip.compress(data, compresslevel=9, mtime=0)
    whole = path.with_name(path.name + ".part")
    whole.write_bytes(data)
    whole.replace(path)
