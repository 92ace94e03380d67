"""HTML pages. Their data comes from the API, except for link previews."""

from __future__ import annotations

from collections.abc import Callable, Coroutine, Iterable, Mapping
from pathlib import Path
from typing import Any, NamedTuple

import orjson
from fastapi import APIRouter, HTTPException, Request, Response

import quincunx
from quincunx.games import registry as game_registry
from quincunx.law import messages
from quincunx.law.suits import SUITS
from quincunx.server.routes import players
from quincunx.server.routes.web import installing, previews
from quincunx.server.tables.registry import TableRegistry
from quincunx.server.transport.static_files import StaticFiles

WEB = Path(quincunx.__file__).parent / "web"

WORKER = "service-worker.js"
"""The service worker, at the root: it serves the pages below it (offline.py)."""
SHELL = "page.html"
"""The HTML that all pages share; the page's module renders the rest."""
THEME = '<script src="/static/parts/common/theme.js"></script>'
NO_INDEX = '<meta name="robots" content="noindex" />'
HEADER = (
    '<header id="header"><span class="brand"><svg class="logo" aria-hidden="true"></svg>'
    '<span class="site-name">{name}</span></span></header>'
)
"""What is seen before the scripts are there, which fill it."""

COMMON = "common.css"
"""The style sheet of all pages: these, and those of the boards of built-in games."""
SHARED_STYLES = ("style.css", "boards/boards.css", "boards/generic.css")

PAGE_MESSAGES = ("law", "table", "web")
"""Packages whose messages the pages show; besides them, those of the games."""
OF_ENGINE = ("engine.basis.", "games.book")
"""What messages about the basis of an analysis begin with."""
WITHOUT_SERVER = (
    *("games.colon", "games.similar", "games.unknown", "record."),
    *("server.no-dice", "server.no-puzzle", "server.no-record", "server.nth-move", "server.one-record"),
)
"""What messages begin with that pages give themselves while they cannot reach the server."""
NOT_ON_PAGES = ("editor", "fact", "option", "phase", "proof", "terminal")
"""Groups of a game's messages that only Python shows, or that the API sends as text."""

FROM_GAMES = {"boards": "board.js", "positions": "position.js", "about": "about.js", "lessons": "lesson.json"}
"""Files that a game may have in its folder `web`, by the name of the placeholder that lists those games."""


def static_files(
    games: Iterable[str] | None = None, generated: Callable[[], Mapping[str, bytes]] = dict, bundled: str = "server"
) -> StaticFiles:
    """The files of the pages, and those of each game under `games/NAME/`; `generated` gives others."""
    folders = {f"games/{name}": game_registry.file(name, "web") for name in _chosen(games)}
    return StaticFiles(
        WEB,
        {name: folder for name, folder in folders.items() if folder is not None},
        lambda: {
            "messages.js": messages_module(),
            "engine/players.js": players.module(),
            **players.book_files(),
            **installing.files("/"),
            **generated(),
        },
        {COMMON: [*SHARED_STYLES, *_board_styles(games)[0]]},
        bundled,
    )


def messages_module(packages: tuple[str, ...] = PAGE_MESSAGES) -> bytes:
    """The texts of the pages as a JavaScript module, by key; `packages` have all of theirs in it."""
    found = {
        f"{area}.{key}": messages.localized(text)
        for area in dict.fromkeys((*packages, "engine", "games", "record", "server", *game_registry.GAMES))
        for key, text in messages.catalogue(area).items()
        if area in packages
        or f"{area}.{key}".startswith((*OF_ENGINE, *WITHOUT_SERVER))
        or (area in game_registry.GAMES and key.partition(".")[0] not in NOT_ON_PAGES)
    }
    return b"export const messages = " + orjson.dumps(found) + b";\n"


def _chosen(games: Iterable[str] | None) -> Iterable[str]:
    """These games, or all."""
    return game_registry.GAMES if games is None else games


def games_with(file: str, games: Iterable[str] | None = None) -> list[str]:
    """The games that have a file of this name in `web`."""
    return [name for name in _chosen(games) if game_registry.file(name, "web", file) is not None]


def _board_styles(games: Iterable[str] | None) -> tuple[list[str], list[str]]:
    """The style sheets of the boards of built-in games, and of those that other packages add: these stay separate
    files, because they may refer to files next to them."""
    found: tuple[list[str], list[str]] = ([], [])
    for name in games_with("board.css", games):
        found[name in game_registry.SOURCES].append(f"games/{name}/board.css")
    return found


class WebPage(NamedTuple):
    """A page: its module in pages/, the classes of its main element, and its style sheets."""

    name: str
    looks: str
    styles: tuple[str, ...]
    embedded: bool = False
    """For a frame of another site: it has no header, and reads nothing that the browser keeps."""
    next: WebPage | None = None
    """A page that this one can become (parts/common/page.js: `enter`). It loads its style sheets without using them."""

    def parts(self, games: Iterable[str] | None = None, worker: str = "") -> dict[str, str]:
        """The values of the template's placeholders, with these games. `worker` is the address of the service worker,
        if there is one."""
        chosen = list(_chosen(games))
        return {
            "name": self.name,
            "before": NO_INDEX if self.embedded else THEME,
            "header": "" if self.embedded else HEADER.format(name=messages.text("web.name")),
            "looks": self.looks,
            "styles": _links(f"pages/{style}.css" for style in self.styles),
            "next_styles": _links((f"pages/{style}.css" for style in self.next.styles), "not all") if self.next else "",
            "next": f' data-next="{self.next.looks}"' if self.next else "",
            "board_styles": _links(_board_styles(chosen)[1]),
            "noscript": messages.text("web.noscript"),
            "old_browser": messages.text("web.old-browser"),
            "not_loaded": messages.text("web.not-loaded"),
            "retry": messages.text("web.failed.retry"),
            **{key: " ".join(games_with(file, chosen)) for key, file in FROM_GAMES.items()},
            "games": " ".join(chosen),
            "suits": " ".join(SUITS),
            "worker": "" if self.embedded else worker,
            "engine": "wasm" if (WEB / "wasm" / "core.wasm").is_file() else "",
        }


def _links(files: Iterable[str], media: str = "all") -> str:
    return "\n    ".join(f'<link rel="stylesheet" href="/static/{file}" media="{media}" />' for file in files)


TABLE = WebPage("table", "table-page", ("table", "graph"))
LOBBY = WebPage("lobby", "lobby", ("lobby",), next=TABLE)
NEW = WebPage("new", "new", ("new",))
SIT = WebPage("sit", "sit", ("sit",))
STUDY = WebPage("study", "table-page study-page", ("table", "graph", "study"))
LESSONS = WebPage("lessons", "table-page lesson-page", ("table", "lessons"))
PUZZLES = WebPage("puzzles", "table-page puzzle-page", ("table", "lessons", "puzzles"))
RULES = WebPage("rules", "rules-page", ("rules",))
OPERATOR = WebPage("operator", "operator-page", ("operator",))
OFFLINE = WebPage("offline", "", ())
EMBED = WebPage("embed", "embed-page", ("embed",), embedded=True)

PAGES = {
    "/": LOBBY,
    "/new": NEW,
    "/t/{id}": TABLE,
    "/t/{id}/sit/{seat}": SIT,
    "/study": STUDY,
    "/lessons": LESSONS,
    "/lessons/{game}": LESSONS,
    "/puzzles": PUZZLES,
    "/puzzles/{id}": PUZZLES,
    "/rules": RULES,
    "/rules/{game}": RULES,
    "/operator": OPERATOR,
    "/offline": OFFLINE,
    "/embed/t/{id}": EMBED,
    "/embed/puzzles/{id}": EMBED,
    "/embed/study": EMBED,
}


def routes(registry: TableRegistry, files: StaticFiles) -> APIRouter:
    router = APIRouter(include_in_schema=False)
    for path, page in PAGES.items():
        router.add_api_route(path, _page(registry, files, page), methods=["GET", "HEAD"])
    return router


def _page(
    registry: TableRegistry, files: StaticFiles, page: WebPage
) -> Callable[[Request], Coroutine[Any, Any, Response]]:
    parts = page.parts(worker=f"/{WORKER}" if registry.config.offline else "")

    async def respond(request: Request) -> Response:
        if request.path_params.get("game", "") not in ("", *game_registry.GAMES):
            raise HTTPException(404)
        if page.embedded:
            return files.page(SHELL, request, parts)
        shown = await previews.of_request(registry, page.name, request)
        return files.page(SHELL, request, parts, previews.tags(shown, registry.config.url))

    return respond
