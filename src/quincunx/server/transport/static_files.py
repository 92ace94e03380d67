"""Static files of the pages and of the games, held in memory, plain and gzipped, under an address with a hash.

An address with the hash (`/static/0123456789ab/style.css`) is immutable, so that browsers cache it for ever. Modules
import each other by relative addresses, so a page never mixes two editions.
"""

from __future__ import annotations

import gzip
import re
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from fnmatch import fnmatchcase
from functools import lru_cache
from hashlib import sha256
from importlib.resources.abc import Traversable
from pathlib import Path, PurePosixPath
from posixpath import normpath
from string import Template
from typing import NamedTuple

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


class StaticFile(NamedTuple):
    """A file as it is sent."""

    body: bytes
    kind: str
    packed: bytes | None
    """Gzipped; None where that is not smaller."""
    tag: str


def static_file(name: str, body: bytes) -> StaticFile:
    kind = KINDS.get(PurePosixPath(name).suffix, "application/octet-stream")
    packed = gzip.compress(body, mtime=0)
    return StaticFile(body, kind, packed if len(packed) < len(body) else None, f'W/"{sha256(body).hexdigest()[:32]}"')


@lru_cache(256)
def _page(name: str, text: str) -> StaticFile:
    """Of the same page there are many versions, since clients choose which table or position its preview shows."""
    return static_file(name, text.encode())


def walk(folder: Traversable, prefix: str) -> Iterator[tuple[str, Traversable]]:
    """All files below a folder, with their paths under `prefix`."""
    for entry in folder.iterdir():
        if entry.is_dir():
            yield from walk(entry, f"{prefix}{entry.name}/")
        else:
            yield f"{prefix}{entry.name}", entry


class StaticFiles:
    """All files of some folders, as an ASGI application for `/static`."""

    def __init__(
        self,
        folder: Traversable,
        others: Mapping[str, Traversable] | None = None,
        generated: Mapping[str, bytes] | None = None,
        joined: Mapping[str, Sequence[str]] | None = None,
        bundled: str = "",
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        """`others` are folders elsewhere, by the path under which they appear in this one; `generated` are files that
        are in no folder, or stand for one that is; `joined` are files that consist of others; `bundled` is the name of
        the bundle of their modules, which is used if it is there and fits."""
        self._clock, self._checked = clock, float("-inf")
        self._generated = {name: static_file(name, body) for name, body in (generated or {}).items()}
        self._joined = joined or {}
        self._folders = {"": folder, **{f"{name}/": other for name, other in (others or {}).items()}}
        self._stamps: tuple[tuple[str, int], ...] = ()
        self._files: dict[str, StaticFile] = {}
        self._bundled = bundled
        self._bundle: Bundle | None = None
        self._pages: dict[str, str] = {}
        """Pages by their text before the hash is inserted."""
        self._edition = ""
        self._read()

    def _read(self) -> None:
        """Reads the files again if one has changed, as happens during development. Looks once a second at most."""
        if self._clock() - self._checked < CHECK_INTERVAL:
            return
        self._checked = self._clock()
        found = dict(sorted(one for prefix, folder in self._folders.items() for one in walk(folder, prefix)))
        # Files in an archive (a zipped package) do not change while the server runs.
        stamps = tuple((name, path.stat().st_mtime_ns if isinstance(path, Path) else 0) for name, path in found.items())
        if stamps == self._stamps:
            return
        bundles = {name: path for name, path in found.items() if name.startswith(bundle.FOLDER)}
        self._files = {
            name: static_file(name, path.read_bytes()) for name, path in found.items() if name not in bundles
        } | self._generated
        for name, parts in self._joined.items():
            self._files[name] = static_file(name, b"\n".join(self._files[part].body for part in parts))
        self._bundle = self._take(bundles.get(f"{bundle.FOLDER}{self._bundled}.js"))
        self._edition = sha256(
            repr(sorted((name, kept.tag) for name, kept in self._files.items())).encode()
        ).hexdigest()[:12]
        self._pages, self._stamps = {}, stamps

    def _take(self, made: Traversable | None) -> Bundle | None:
        """Adds the bundle to the files, if it fits them."""
        body = made.read_bytes() if made else b""
        found = bundle.read(body, self.bodies()) if body else None
        if found:
            self._files[bundle.NAME] = static_file(bundle.NAME, body)
        return found

    def modules(self, entry: str) -> list[str]:
        """All modules that a module imports, directly or not, without itself."""
        found = [entry]
        for name in found:
            text, folder = self._files[name].body.decode(), PurePosixPath(name).parent
            needed = [normpath(folder / address) for address in IMPORT.findall(text)]
            for address in DYNAMIC.findall(text):
                pattern = normpath(folder / re.sub(r"\$\{[^}]*\}", "*", address))
                needed += [file for file in self._files if fnmatchcase(file, pattern)]
            found += [file for file in dict.fromkeys(needed) if file in self._files and file not in found]
        return found[1:]

    def page(self, name: str, request: Request, parts: Mapping[str, str], preview: str = "") -> Response:
        """A page with its `$parts` filled in, and with the tags of its link preview. It preloads its modules, which
        would otherwise load one by one."""
        whole = self.page_text(name, parts).replace(PREVIEW, preview, 1)
        return file_response(_page(name, whole), request, "no-cache")

    def page_text(self, name: str, parts: Mapping[str, str]) -> str:
        """A page with its `$parts` filled in."""
        self._read()
        text = Template(self._files[name].body.decode()).substitute(parts)
        if text not in self._pages:
            (entry,) = ENTRY.findall(text)
            whole = text
            if self.is_bundled(entry):
                assert self._bundle
                modules = self._bundle.imports
                whole = whole.replace(f'src="/static/{entry}"', f'src="/static/{bundle.NAME}"')
            else:
                modules = self.modules(entry)
            loads = "".join(f'<link rel="modulepreload" href="/static/{module}" />\n    ' for module in modules)
            whole = whole.replace('<script type="module"', loads + '<script type="module"')
            self._pages[text] = whole.replace('"/static/', f'"/static/{self._edition}/')
        return self._pages[text]

    def is_bundled(self, module: str) -> bool:
        """Whether pages have a module from the bundle."""
        return self._bundle is not None and module in self._bundle.modules

    @property
    def edition(self) -> str:
        """The hash in the addresses."""
        return self._edition

    def loaded(self) -> list[str]:
        """The files that pages and their workers load: not what they have from the bundle, or from a joined file."""
        workers = [name for name in self._files if name.endswith("worker.js")]
        apart = {module for worker in workers for module in self.modules(worker)}
        parts = {part for joined in self._joined.values() for part in joined}
        return [name for name in self._files if name in apart or not (name in parts or self.is_bundled(name))]

    def bodies(self) -> dict[str, bytes]:
        """All files by their paths."""
        return {name: kept.body for name, kept in self._files.items()}

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        request = Request(scope)
        name = scope["path"].removeprefix(scope.get("root_path", "")).lstrip("/")
        edition = EDITION.match(name)
        kept = self._files.get(name[edition.end() :] if edition else name)
        if kept is None:
            raise HTTPException(404)
        if request.method not in ("GET", "HEAD"):
            raise HTTPException(405, headers={"Allow": "GET, HEAD"})
        # An open page of an older edition gets the current file, but must not cache it under the old address.
        lasting = name.startswith(BY_CONTENT) or (edition is not None and edition[1] == self._edition)
        await file_response(kept, request, FOR_EVER if lasting else "no-cache")(scope, receive, send)


def file_response(kept: StaticFile, request: Request, keep: str) -> Response:
    """The response with a file, packed if the client takes that; `keep` says how long it may be cached."""
    headers = {"Cache-Control": keep, "ETag": kept.tag, "Vary": "Accept-Encoding"}
    if kept.tag in re.split(r",\s*", request.headers.get("if-none-match", "")):
        return Response(status_code=304, headers=headers)
    body = kept.body
    if kept.packed is not None and takes_gzip(request.headers.get("accept-encoding", "")):
        body, headers["Content-Encoding"] = kept.packed, "gzip"
    return Response(body, headers=headers, media_type=kept.kind)


def takes_gzip(accepted: str) -> bool:
    return re.search(r"\bgzip\b(?!\s*;\s*q=0(\.0*)?\s*(,|$))", accepted) is not None
