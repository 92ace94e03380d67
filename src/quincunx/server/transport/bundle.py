"""The modules of the pages in one file, which loads sooner than a hundred. `make bundle` makes it (tools/bundle.py).

A bundle is used only if it was made from exactly the modules that would be sent otherwise. If one was changed, or a
game of another package adds some, the pages load single modules: shared state exists once in either case.
"""

from __future__ import annotations

from collections.abc import Mapping
from hashlib import sha256
from typing import NamedTuple

import orjson

FOLDER = "bundles/"
"""Where bundles are in the folder `web`. They are not sent under these names."""
NAME = "bundle.js"
"""The name under which the chosen one is sent."""
GENERATED = ("data/site.js", "engine/players.js", "messages.js")
"""Modules that are made when a server starts or a site is written: a bundle imports them."""
HEAD = b"// "


class Bundle(NamedTuple):
    """The first line of a bundle."""

    sources: str
    """The fingerprint of the modules from which it was made."""
    pages: list[str]
    """The modules of pages that it has, as `pages/table.js`."""
    modules: list[str]
    """All modules that it has."""
    imports: list[str]
    """Modules that it imports at once."""


def fingerprint(bodies: Mapping[str, bytes]) -> str:
    """Identifies the modules among some files, except generated ones."""
    others = (NAME, *GENERATED)
    modules = sorted((name, body) for name, body in bodies.items() if name.endswith(".js") and name not in others)
    return sha256(b"".join(sha256(name.encode() + b"\n" + body).digest() for name, body in modules)).hexdigest()


def write(bundle: Bundle, code: bytes) -> bytes:
    return HEAD + orjson.dumps(bundle._asdict()) + b"\n" + code


def read(body: bytes, bodies: Mapping[str, bytes]) -> Bundle | None:
    """A bundle, if it was made from the modules among these files."""
    bundle = Bundle(**orjson.loads(body.partition(b"\n")[0].removeprefix(HEAD)))
    return bundle if bundle.sources == fingerprint(bodies) else None
