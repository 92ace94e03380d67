"""Books: what was solved, kept in the package. `make books` makes them again (docs/solved.md tells how each was found).

Every file stands in SHA256SUMS, in the manner of sha256sum, and is believed only when it has that sum.
"""

from __future__ import annotations

import gzip
import hashlib
from functools import cache
from importlib.resources import files

from quincunx.games import Refused


class Spoiled(Refused):
    """A book that is missing or is not the one that was shipped."""


def names() -> tuple[str, ...]:
    """The books that are shipped."""
    return tuple(sorted(file.removesuffix(".gz") for file in _sums()))


@cache
def load(name: str) -> str:
    """The text of a book, named as its file without `.gz`; checked when it is first read."""
    folder, sums = files(__name__), _sums()
    file = f"{name}.gz"
    if file not in sums:
        raise Spoiled(f"there is no book {name}; there are {', '.join(names())}")
    try:
        data = (folder / file).read_bytes()
    except OSError as error:
        raise Spoiled(f"the book {file} cannot be read ({error}): install the package again, or `make books`") from None
    if (found := hashlib.sha256(data).hexdigest()) != sums[file]:
        raise Spoiled(f"the book {file} is spoiled: its sha256 is {found}, not {sums[file]}; install the package again")
    return gzip.decompress(data).decode()


def _sums() -> dict[str, str]:
    lines = (files(__name__) / "SHA256SUMS").read_text().splitlines()
    return {file: known for known, _, file in (line.partition("  ") for line in lines)}
