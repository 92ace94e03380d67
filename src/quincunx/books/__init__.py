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


@cache
def load(name: str) -> str:
    """The text of a book, named as its file without `.gz`; checked when it is first read."""
    folder = files(__name__)
    sums = {file: known for known, _, file in (line.partition("  ") for line in _sums().splitlines())}
    file = f"{name}.gz"
    if file not in sums:
        raise Spoiled(f"there is no book {name}; there are {', '.join(sorted(each[:-3] for each in sums))}")
    try:
        data = (folder / file).read_bytes()
    except OSError as error:
        raise Spoiled(f"the book {file} cannot be read ({error}): install the package again, or `make books`") from None
    if (found := hashlib.sha256(data).hexdigest()) != sums[file]:
        raise Spoiled(f"the book {file} is spoiled: its sha256 is {found}, not {sums[file]}; install the package again")
    return gzip.decompress(data).decode()


def _sums() -> str:
    return (files(__name__) / "SHA256SUMS").read_text()
