"""Books: solved positions that are shipped in the games' folders. `make books` makes them again (docs/solved.md).

A book is `games/NAME/data/NAME….gz`. The file SHA256SUMS beside it lists its checksum, as sha256sum writes it, and a
book is used only if it has that checksum.
"""

from __future__ import annotations

import gzip
import hashlib
from functools import cache
from importlib.resources.abc import Traversable

from quincunx.games import Refused, registry

SUMS = "SHA256SUMS"


class Spoiled(Refused):
    """A book that is missing or is not the one that was shipped."""


def names() -> tuple[str, ...]:
    """The books that are shipped, without `.gz`."""
    return tuple(sorted(_shelf()))


@cache
def load(name: str) -> str:
    """The text of a book, named as its file without `.gz`; checked when it is first read."""
    return gzip.decompress(packed(name)).decode()


def checksum(name: str) -> str:
    """The SHA-256 that a book, as it is packed, is known by."""
    return _shelf()[name][1]


def packed(name: str) -> bytes:
    """A book as it is shipped, gzipped, once it is found to be the one that was shipped."""
    shelf, file = _shelf(), f"{name}.gz"
    if name not in shelf:
        raise Spoiled("quincunx.book.unknown", name=name, names=names())
    folder, known = shelf[name]
    try:
        data = (folder / file).read_bytes()
    except OSError as error:
        raise Spoiled("quincunx.book.unreadable", file=file, error=str(error)) from None
    if (found := hashlib.sha256(data).hexdigest()) != known:
        raise Spoiled("quincunx.book.damaged", file=file, found=found, expected=known)
    return data


@cache
def _shelf() -> dict[str, tuple[Traversable, str]]:
    """For each book its folder and its checksum."""
    found = {}
    for game in registry.GAMES:
        folder = registry.file(game, "data")
        if folder and (folder / SUMS).is_file():
            for line in (folder / SUMS).read_text().splitlines():
                known, _, file = line.partition("  ")
                found[file.removesuffix(".gz")] = folder, known
    return found
