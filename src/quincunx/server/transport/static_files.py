"""Static files of the pages and of the games, held in memory, plain and gzipped, under an address with a hash.

An address with the hash (`/static/0123456789ab/style.css`) is immutable, so that browsers cache it for ever. Modules
import each other by relative addresses, so a page never mixes two editions.
"""

from __future__ import annotations

import gzip
import re
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from fnmatch import fnmatchcase
from functools import cached_property, lru_cache
from hashlib import sha256
from importlib.resources.abc import Traversable
from pathlib import Path, PurePosixPath
from posixpath import normpath
from string import Template

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response
from starlette.types import Receive, Scope, Send

from quincunx.server.transport import bundle
from quincunx.server.transport.bundle import Bundle

CHECK_INTERVAL = 1.0
"""Seconds between two checks whether a file has changed, which looks at all of them."""
BY_CONTENT = "by-content/"
"""Files below this path have a hash of their own in their names, and keep their address in every edition."""
FOR_EVER = "public, max-age=31536000, immutable"
EDITION = re.compile(r"([0-9a-f]{12})/")
IMPORT = re.compile(r"""^(?:import|export)\b(?:[^"';]*\bfrom)?\s*["'](\.[^"']+)["']""", re.MULTILINE)
"""A static import of another module."""
DYNAMIC = re.compile(r"\bimport\(`(\.[^`]+)`\)")
"""A dynamic import whose path contains `${}`: any module that matches may be loaded."""
ENTRY = re.compile(r'<script type="module" src="/static/([^"]+)"')
PREVIEW = "<!-- preview -->"
"""Where the tags of a link preview go."""
KINDS = {
    ".css": "text/css",
    ".html": "text/html",
    ".js": "text/javascript",
    ".json": "application/json",
    ".png": "image/png",
    ".svg": "image/svg+xml",
    ".wasm": "application/wasm",
    ".webmanifest": "application/manifest+json",
}


class StaticFile:
    """A file as it is sent."""

    def __init__(self, name: str, body: bytes) -> None:
        self.body = body
        self.kind = KINDS.get(PurePosixPath(name).suffix, "application/octet-stream")
        self.tag = f'W/"{sha256(body).hexdigest()[:32]}"'

    @cached_property
    def packed(self) -> bytes | None:
        """Gzipped; None where that is not smaller."""
        packed = gzip.compress(self.body, mtime=0)
        return packed if len(packed) < len(self.body) else None


@lru_cache(256)
def _page(name: str, text: str) -> StaticFile:
    """A page has many versions, since clients choose which table or position its preview shows."""
    return StaticFile(name, text.encode())


def walk(folder: Traversable, prefix: str) -> Iterator[tuple[str, Traversable]]:
    """All files below a folder, with their paths under `prefix`."""
    for entry in folder.iterdir():
        if entry.is_dir():
            yield from walk(entry, f"{prefix}{entry.name}/")
        else:
            yield f"{prefix}{entry.name}", entry


@dataclass(frozen=True)
class Edition:
    """All files as they are at one time."""

    stamps: tuple[tuple[str, int], ...]
    """When each was changed."""
    files: dict[str, StaticFile]
    bundle: Bundle | None
    pages: dict[str, str] = field(default_factory=dict)
    """Pages by their text before the hash is inserted."""

    @cached_property
    def hash(self) -> str:
        """The hash in the addresses."""
        tags = sorted((name, kept.tag) for name, kept in self.files.items())
        return sha256(repr(tags).encode()).hexdigest()[:12]


class StaticFiles:
    """All files of some folders, as an ASGI application for `/static`. They are read on the first request."""

    def __init__(
        self,
        folder: Traversable,
        others: Mapping[str, Traversable] | None = None,
        generated: Callable[[], Mapping[str, bytes]] = dict,
        joined: Mapping[str, Sequence[str]] | None = None,
        bundled: str = "",
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        """`others` are folders elsewhere, by the path under which they appear in this one; `generated` gives files that
        are in no folder, or stand for one that is; `joined` are files that consist of others; `bundled` is the name of
        the bundle of their modules, which is used if it is there and fits."""
        self._clock, self._checked = clock, float("-inf")
        self._generated = generated
        self._joined = joined or {}
        self._folders = {"": folder, **{f"{name}/": other for name, other in (others or {}).items()}}
        self._bundled = bundled
        self._last: Edition | None = None

    @property
    def _edition(self) -> Edition:
        if self._last is None:
            self._read()
        assert self._last
        return self._last

    def _read(self) -> None:
        """Reads the files again if one has changed, as happens during development. Checks once a second at most."""
        if self._clock() - self._checked < CHECK_INTERVAL:
            return
        self._checked = self._clock()
        found = dict(sorted(one for prefix, folder in self._folders.items() for one in walk(folder, prefix)))
        # Files in an archive (a zipped package) do not change while the server runs.
        stamps = tuple((name, path.stat().st_mtime_ns if isinstance(path, Path) else 0) for name, path in found.items())
        if self._last and stamps == self._last.stamps:
            return
        bundles = {name: path for name, path in found.items() if name.startswith(bundle.FOLDER)}
        bodies = {name: path.read_bytes() for name, path in found.items() if name not in bundles}
        bodies |= self._generated()
        bodies |= {name: b"\n".join(bodies[part] for part in parts) for name, parts in self._joined.items()}
        made = bundles.get(f"{bundle.FOLDER}{self._bundled}.js")
        body = made.read_bytes() if made else b""
        fitting = bundle.read(body, bodies) if body else None
        if fitting:
            bodies[bundle.NAME] = body
        self._last = Edition(stamps, {name: StaticFile(name, body) for name, body in bodies.items()}, fitting)

    def modules(self, entry: str) -> list[str]:
        """All modules that a module imports, directly or not, without itself."""
        files, found = self._edition.files, [entry]
        for name in found:
            text, folder = files[name].body.decode(), PurePosixPath(name).parent
            needed = [normpath(folder / address) for address in IMPORT.findall(text)]
            for address in DYNAMIC.findall(text):
                pattern = normpath(folder / re.sub(r"\$\{[^}]*\}", "*", address))
                needed += [file for file in files if fnmatchcase(file, pattern)]
            found += [file for file in dict.fromkeys(needed) if file in files and file not in found]
        return found[1:]

    def page(self, name: str, request: Request, parts: Mapping[str, str], preview: str = "") -> Response:
        """A page with its `$parts` filled in, and with the tags of its link preview. It preloads its modules, which
        would otherwise load one by one."""
        whole = self.page_text(name, parts).replace(PREVIEW, preview, 1)
        return file_response(_page(name, whole), request, "no-cache")

    def page_text(self, name: str, parts: Mapping[str, str]) -> str:
        """A page with its `$parts` filled in."""
        self._read()
        edition = self._edition
        text = Template(edition.files[name].body.decode()).substitute(parts)
        if text not in edition.pages:
            (entry,) = ENTRY.findall(text)
            whole = text
            if self.is_bundled(entry):
                assert edition.bundle
                modules = edition.bundle.imports
                whole = whole.replace(f'src="/static/{entry}"', f'src="/static/{bundle.NAME}"')
            else:
                modules = self.modules(entry)
            loads = "".join(f'<link rel="modulepreload" href="/static/{module}" />\n    ' for module in modules)
            whole = whole.replace('<script type="module"', loads + '<script type="module"')
            edition.pages[text] = whole.replace('"/static/', f'"/static/{edition.hash}/')
        return edition.pages[text]

    def is_bundled(self, module: str) -> bool:
        """Whether pages have a module from the bundle."""
        found = self._edition.bundle
        return found is not None and module in found.modules

    @property
    def edition(self) -> str:
        """The hash in the addresses."""
        return self._edition.hash

    def loaded(self) -> list[str]:
        """The files that pages and their workers load, without those in the bundle or in a joined file."""
        files = self._edition.files
        workers = [name for name in files if name.endswith("worker.js")]
        apart = {module for worker in workers for module in self.modules(worker)}
        parts = {part for joined in self._joined.values() for part in joined}
        return [name for name in files if name in apart or not (name in parts or self.is_bundled(name))]

    def bodies(self) -> dict[str, bytes]:
        """All files by their paths."""
        return {name: kept.body for name, kept in self._edition.files.items()}

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        request = Request(scope)
        name = scope["path"].removeprefix(scope.get("root_path", "")).lstrip("/")
        edition = EDITION.match(name)
        kept = self._edition.files.get(name[edition.end() :] if edition else name)
        if kept is None:
            raise HTTPException(404)
        if request.method not in ("GET", "HEAD"):
            raise HTTPException(405, headers={"Allow": "GET, HEAD"})
        # An open page of an older edition gets the current file, but must not cache it under the old address.
        lasting = name.startswith(BY_CONTENT) or (edition is not None and edition[1] == self.edition)
        await file_response(kept, request, FOR_EVER if lasting else "no-cache")(scope, receive, send)


def file_response(kept: StaticFile, request: Request, keep: str) -> Response:
    """The response with a file, gzipped if the client accepts that; `keep` says how long it may be cached."""
    headers = {"Cache-Control": keep, "ETag": kept.tag, "Vary": "Accept-Encoding"}
    if kept.tag in re.split(r",\s*", request.headers.get("if-none-match", "")):
        return Response(status_code=304, headers=headers)
    body = kept.body
    if kept.packed is not None and takes_gzip(request.headers.get("accept-encoding", "")):
        body, headers["Content-Encoding"] = kept.packed, "gzip"
    return Response(body, headers=headers, media_type=kept.kind)


def takes_gzip(accepted: str) -> bool:
    return re.search(r"\bgzip\b(?!\s*;\s*q=0(\.0*)?\s*(,|$))", accepted) is not None
