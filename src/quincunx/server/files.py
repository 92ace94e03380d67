"""The files of the pages, in memory: as they are, packed, and each edition of all of them at an address of its own.

An address with the edition in it (`/static/0123456789ab/house.js`) always means the same bytes, so that browsers keep
it without asking again; and modules import each other by relative addresses, so an edition stays together.
"""

from __future__ import annotations

import gzip
import re
from collections.abc import Mapping
from hashlib import sha256
from pathlib import Path, PurePosixPath
from posixpath import normpath
from string import Template
from typing import NamedTuple

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response
from starlette.types import Receive, Scope, Send

FOR_EVER = "public, max-age=31536000, immutable"
EDITION = re.compile(r"([0-9a-f]{12})/")
IMPORT = re.compile(r"""^(?:import|export)\b(?:[^"';]*\bfrom)?\s*["'](\.[^"']+)["']""", re.MULTILINE)
"""A module that another one needs before it can run."""
ENTRY = re.compile(r'<script type="module" src="/static/([^"]+)"')
KINDS = {
    ".css": "text/css",
    ".html": "text/html",
    ".js": "text/javascript",
    ".json": "application/json",
    ".svg": "image/svg+xml",
}


class File(NamedTuple):
    """A file as it goes out."""

    body: bytes
    kind: str
    packed: bytes | None
    """None where it is not worth it."""
    tag: str


def file(name: str, body: bytes) -> File:
    kind = KINDS.get(PurePosixPath(name).suffix, "application/octet-stream")
    packed = gzip.compress(body, mtime=0)
    return File(body, kind, packed if len(packed) < len(body) else None, f'W/"{sha256(body).hexdigest()[:32]}"')


class Files:
    """All files of a folder; an ASGI application for the addresses under `/static`."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._stamps: tuple[tuple[Path, int], ...] = ()
        self._files: dict[str, File] = {}
        self._pages: dict[str, File] = {}
        """By their text before the edition is in it."""
        self._edition = ""
        self._read()

    def _read(self) -> None:
        """Reads them anew if one of them changed, as happens while somebody works on them."""
        paths = sorted(path for path in self._folder.rglob("*") if path.is_file())
        stamps = tuple((path, path.stat().st_mtime_ns) for path in paths)
        if stamps == self._stamps:
            return
        names = {path.relative_to(self._folder).as_posix(): path.read_bytes() for path in paths}
        self._files = {name: file(name, body) for name, body in names.items()}
        self._edition = sha256(
            repr(sorted((name, kept.tag) for name, kept in self._files.items())).encode()
        ).hexdigest()[:12]
        self._pages, self._stamps = {}, stamps

    def modules(self, entry: str) -> list[str]:
        """The modules that a module needs, those that they need, and so on; each once, itself not."""
        found = [entry]
        for name in found:
            for address in IMPORT.findall(self._files[name].body.decode()):
                needed = normpath(PurePosixPath(name).parent / address)
                if needed in self._files and needed not in found:
                    found.append(needed)
        return found[1:]

    def page(self, name: str, request: Request, parts: Mapping[str, str]) -> Response:
        """A page, with its `$parts` filled in, whose files are all of one edition; its modules are asked for at once,
        not one after the other."""
        self._read()
        text = Template(self._files[name].body.decode()).substitute(parts)
        if text not in self._pages:
            loads = "".join(
                f'<link rel="modulepreload" href="/static/{module}" />\n    '
                for entry in ENTRY.findall(text)
                for module in self.modules(entry)
            )
            whole = text.replace('<script type="module"', loads + '<script type="module"')
            self._pages[text] = file(name, whole.replace('"/static/', f'"/static/{self._edition}/').encode())
        return _answer(self._pages[text], request, "no-cache")

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        request = Request(scope)
        name = scope["path"].removeprefix(scope.get("root_path", "")).lstrip("/")
        edition = EDITION.match(name)
        kept = self._files.get(EDITION.sub("", name, count=1))
        if kept is None:
            raise HTTPException(404)
        if request.method not in ("GET", "HEAD"):
            raise HTTPException(405, headers={"Allow": "GET, HEAD"})
        # A page of an older edition that is still open gets what there is, but may not keep it under that name.
        lasting = edition is not None and edition[1] == self._edition
        await _answer(kept, request, FOR_EVER if lasting else "no-cache")(scope, receive, send)


def _answer(kept: File, request: Request, keep: str) -> Response:
    headers = {"Cache-Control": keep, "ETag": kept.tag, "Vary": "Accept-Encoding"}
    if kept.tag in re.split(r",\s*", request.headers.get("if-none-match", "")):
        return Response(status_code=304, headers=headers)
    body = kept.body
    if kept.packed is not None and takes_gzip(request.headers.get("accept-encoding", "")):
        body, headers["Content-Encoding"] = kept.packed, "gzip"
    return Response(body, headers=headers, media_type=kept.kind)


def takes_gzip(accepted: str) -> bool:
    return re.search(r"\bgzip\b(?!\s*;\s*q=0(\.0*)?\s*(,|$))", accepted) is not None
