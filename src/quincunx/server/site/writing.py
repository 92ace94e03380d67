"""Writes the static site into a folder, and keeps out of folders that are not its own."""

from __future__ import annotations

import json
import shutil
from pathlib import Path
from typing import NamedTuple

from quincunx.games import GAMES, Refused
from quincunx.law.messages import text
from quincunx.server.routes import pages, players
from quincunx.server.site import data
from quincunx.server.transport.static_files import BY_CONTENT, EDITION, PREVIEW, StaticFiles

MARK = ".quincunx-site.json"
"""Says that a folder is ours, and what is in it."""

PAGES = {
    "": pages.LOBBY,
    "new/": pages.NEW,
    "t/": pages.TABLE,
    "study/": pages.STUDY,
    "lessons/": pages.LESSONS,
    "puzzles/": pages.PUZZLES,
    "rules/": pages.RULES,
}
"""The pages by their folders. What a server has in the path, as in /t/ID, is in the query: t/?id=ID."""

LOCAL = {
    "api.js": b'export * from "./local/api.js";\n',
    "addresses.js": b'export * from "./local/addresses.js";\n',
}
"""The modules that talk to a server, and what the site has instead."""

MESSAGES = (*pages.PAGE_MESSAGES, "record", "server")
"""Packages of which the site shows messages: it does what the server does elsewhere."""


class Site(NamedTuple):
    """What was written."""

    edition: str
    files: int
    bytes: int
    left_out: list[str]
    """Games that only a server can play."""


def static_files(server: str = "") -> StaticFiles:
    """The files of the site's pages. `server` is the address of a server for playing with friends, if there is one."""
    names = data.playable_games()
    left_out = [GAMES[name].title for name in GAMES if name not in names]
    about = json.dumps({"server": server, "left_out": left_out}).encode()
    return pages.static_files(
        names,
        {
            **LOCAL,
            **data.files(),
            "data/site.js": b"export const site = " + about + b";\n",
            "messages.js": pages.messages_module(MESSAGES),
            "engine/players.js": players.module("../../"),
        },
    )


def write(folder: Path, server: str = "") -> Site:
    """Writes the site. A folder with other things in it is refused; of an older site only its last files are kept, for
    pages that are still open."""
    if not (pages.WEB / "wasm" / "core.wasm").is_file():
        raise Refused("server.site.engine")
    before = _written_before(folder)
    files = static_files(server)
    names = data.playable_games()
    made: dict[str, bytes] = {}
    for name, body in files.bodies().items():
        if name.startswith(BY_CONTENT):
            made[f"static/{name}"] = body
        elif not name.endswith((".html", ".toml")):
            made[f"static/{files.edition}/{name}"] = body
    for path, page in PAGES.items():
        page_text = files.page_text(pages.SHELL, page.parts(names)).replace(PREVIEW, "", 1)
        up = "../" * path.count("/")
        made[f"{path}index.html"] = page_text.replace('"/static/', f'"{up}static/').encode()
    last = next((edition for edition in before if edition != files.edition), None)
    for edition in before:
        if edition not in (files.edition, last):
            shutil.rmtree(folder / "static" / edition, ignore_errors=True)
    for name, body in made.items():
        file = folder / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(body)
    kept = [files.edition, *([last] if last else [])]
    (folder / MARK).write_text(json.dumps({"about": text("server.site.mark"), "editions": kept}) + "\n", "utf-8")
    left_out = [name for name in GAMES if name not in names]
    return Site(files.edition, len(made), sum(map(len, made.values())), left_out)


def _written_before(folder: Path) -> list[str]:
    """The editions in a folder, the newest first; none if it is new. Refused if it is something else."""
    if folder.exists() and not folder.is_dir():
        raise Refused("server.site.file", folder=str(folder))
    if not folder.exists() or not any(folder.iterdir()):
        return []
    try:
        found = json.loads((folder / MARK).read_text("utf-8"))
        return [edition for edition in found["editions"] if EDITION.fullmatch(f"{edition}/")]
    except (OSError, ValueError, KeyError, TypeError):
        raise Refused("server.site.foreign", folder=str(folder)) from None
