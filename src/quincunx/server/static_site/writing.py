"""Writes the static site into a folder, and refuses folders that are not its own."""

from __future__ import annotations

import json
import shutil
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import NamedTuple

from quincunx.games import GAMES, Refused
from quincunx.law.messages import text
from quincunx.server.routes import players
from quincunx.server.routes.web import installing, pages
from quincunx.server.routes.web.offline import NOT_SENT, REMOVAL, script
from quincunx.server.routes.web.pages import WORKER, WebPage
from quincunx.server.static_site import data, proof_pages
from quincunx.server.static_site.proof_pages import ProofPages
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

LIGHT = (pages.LOBBY, pages.RULES)
"""Pages that are shown without the rules; the others load them at once."""

CORE, GAMES_FILE = "wasm/core.wasm", "data/games.json"
RULES = "local/answers.js"

NOT_OFFLINE = (proof_pages.CHECKER,)
"""Files that are not needed to play, and are kept when they are first used."""

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


def static_files(server: str = "", proofs: ProofPages | None = None) -> StaticFiles:
    """The files of the site's pages. `server` is the address of a server for playing with friends, if there is one."""
    names = data.playable_games()
    left_out = [GAMES[name].title for name in GAMES if name not in names]
    about = json.dumps({"server": server, "left_out": left_out, "proofs": proofs.games if proofs else []}).encode()
    packages = (*MESSAGES, "proofs") if proofs else MESSAGES
    return pages.static_files(
        names,
        lambda: {
            **LOCAL,
            **data.files(),
            "data/site.js": b"export const site = " + about + b";\n",
            **(proofs.generated if proofs else {}),
            "messages.js": pages.messages_module(packages),
            "engine/players.js": players.module("../../"),
            **installing.files("../../"),
        },
        "site",
    )


def write(folder: Path, server: str = "", *, offline: bool = True, proofs: ProofPages | None = None) -> Site:
    """Writes the site, with the pages of `proofs` if they are given. One that is not `offline` also deletes what
    visitors' browsers have cached of it.

    A folder with anything else in it is refused. Of an older site only the last edition's files stay, for pages that
    are still open."""
    if not (pages.WEB / "wasm" / "core.wasm").is_file():
        raise Refused("server.site.engine")
    before = _written_before(folder)
    files = static_files(server, proofs)
    names = data.playable_games()
    made: dict[str, bytes] = {}
    bodies = files.bodies()
    for name in files.loaded():
        if name.startswith(BY_CONTENT):
            made[f"static/{name}"] = bodies[name]
        elif not name.endswith(NOT_SENT):
            made[f"static/{files.edition}/{name}"] = bodies[name]
    shown = {**PAGES, proof_pages.PATH: proof_pages.PAGE} if proofs else PAGES
    for path, page in shown.items():
        up = "../" * path.count("/")
        parts = page.parts(names, up + WORKER if offline else "")
        page_text = files.page_text(pages.SHELL, parts)
        if page is proof_pages.PAGE:
            page_text = page_text.replace(PREVIEW, proof_pages.POLICY_TAG, 1)
        else:
            page_text = _with_loads(files, page, page_text.replace(PREVIEW, "", 1))
        made[f"{path}index.html"] = page_text.replace('"/static/', f'"{up}static/').encode()
    made[WORKER] = _worker(files.edition, made, shown) if offline else bodies[REMOVAL]
    made |= proofs.files if proofs else {}
    last = next((edition for edition in before if edition != files.edition), None)
    for edition in before:
        if edition not in (files.edition, last):
            shutil.rmtree(folder / "static" / edition, ignore_errors=True)
    if before:
        shutil.rmtree(folder / proof_pages.PATH, ignore_errors=True)
    kept = [files.edition, *([last] if last else [])]
    folder.mkdir(parents=True, exist_ok=True)
    # Before the rest, so that a folder in which writing was interrupted is still ours.
    (folder / MARK).write_text(json.dumps({"about": text("server.site.mark"), "editions": kept}) + "\n", "utf-8")
    for name, body in made.items():
        file = folder / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(body)
    left_out = [name for name in GAMES if name not in names]
    return Site(files.edition, len(made), sum(map(len, made.values())), left_out)


def _with_loads(files: StaticFiles, page: WebPage, written: str) -> str:
    """A page that preloads the rules and the core; a light one does so when it is idle."""
    root = f"/static/{files.edition}/"
    loads = [_preload(root + GAMES_FILE)]
    if page in LIGHT:
        loads.append(f'<link rel="prefetch" href="{root}{CORE}" />')
    else:
        modules = [name for name in (RULES, *files.modules(RULES)) if not files.is_bundled(name)]
        loads += [_preload(root + CORE), *(f'<link rel="modulepreload" href="{root}{module}" />' for module in modules)]
    fresh = [load for load in loads if load not in written]
    return written.replace('<script type="module"', "\n    ".join([*fresh, '<script type="module"']))


def _preload(address: str) -> str:
    return f'<link rel="preload" as="fetch" crossorigin href="{address}" />'


def _worker(edition: str, made: Mapping[str, bytes], paths: Iterable[str]) -> bytes:
    """The service worker of an edition, which caches all of it."""
    own = f"static/{edition}/"
    kept = [name for name in made if name.startswith(own) and not name.removeprefix(own).startswith(NOT_OFFLINE)]
    return script(edition, paths, kept)


def _written_before(folder: Path) -> list[str]:
    """The editions in a folder, the newest first; none if it is new. Refused if it holds anything else."""
    if folder.exists() and not folder.is_dir():
        raise Refused("server.site.file", folder=str(folder))
    if not folder.exists() or not any(folder.iterdir()):
        return []
    try:
        found = json.loads((folder / MARK).read_text("utf-8"))
        return [edition for edition in found["editions"] if EDITION.fullmatch(f"{edition}/")]
    except (OSError, ValueError, KeyError, TypeError):
        raise Refused("server.site.foreign", folder=str(folder)) from None
