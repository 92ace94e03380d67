"""Link previews: what a shared address is about, as Open Graph tags in its page and as a picture."""

from __future__ import annotations

import re
from collections import OrderedDict
from collections.abc import Sequence
from functools import partial
from html import escape
from threading import BoundedSemaphore
from typing import Annotated, Any, NamedTuple
from urllib.parse import quote

from fastapi import APIRouter, Query, Request
from fastapi.responses import Response

from quincunx import games as law
from quincunx import picture
from quincunx.games import GAMES, Refused, State
from quincunx.law import suits
from quincunx.law.messages import text
from quincunx.server.errors import ApiError, field_errors, server_busy, table_not_found
from quincunx.server.routes.deps import error_responses
from quincunx.server.routes.games import example
from quincunx.server.routes.models.api import LONGEST_POSITION, Position
from quincunx.server.routes.puzzles import find
from quincunx.server.tables.registry import TableRegistry
from quincunx.server.tables.room import Room
from quincunx.server.transport.responses import client_address
from quincunx.store import StoreFailure

KEPT = 200
"""Pictures kept in memory, of about 40 kB each."""
AT_ONCE = 4
"""Pictures that are drawn at a time. A drawing takes about 0.1 s of a thread."""
CACHING = "public, max-age=600"


class Preview(NamedTuple):
    """What others are shown of an address before they open it."""

    title: str
    about: str
    address: str
    """Of the picture, on this server."""
    heading: str
    """On the picture: the game."""
    state: State | None
    dealt: tuple[str, ...] = ()
    """The suit of each seat, where they are not the usual ones."""


class Pictures:
    """The pictures of previews: drawn in a thread at the caller's expense, and kept."""

    def __init__(self, registry: TableRegistry) -> None:
        self._turns = registry.addresses.turns
        self._kept: OrderedDict[tuple[Any, ...], bytes] = OrderedDict()
        self._places = BoundedSemaphore(AT_ONCE)

    async def png(self, shown: Preview, address: str) -> bytes:
        lines = [line for line in (shown.title, shown.about) if line != shown.heading]
        key = (shown.heading, *lines, str(shown.state), shown.dealt)
        if key not in self._kept:
            work = partial(self._draw, shown.state, shown.heading, lines, shown.dealt)
            self._kept[key] = await self._turns.run(address, work)
            if len(self._kept) > KEPT:
                self._kept.popitem(last=False)
        self._kept.move_to_end(key)
        return self._kept[key]

    def _draw(self, state: State | None, heading: str, lines: Sequence[str], dealt: Sequence[str]) -> bytes:
        """Runs in a shared thread: drawings beyond the limit are refused, not queued."""
        if not self._places.acquire(blocking=False):
            raise server_busy()
        try:
            return picture.card(state.view() if state else None, heading, lines, dealt)
        finally:
            self._places.release()


def routes(registry: TableRegistry) -> APIRouter:
    png: dict[int | str, dict[str, Any]] = {
        200: {"content": {"image/png": {"schema": {"type": "string", "format": "binary"}}}}
    }
    router = APIRouter(
        prefix="/api/previews",
        tags=["previews"],
        responses={**error_responses(404, 503), **png},
        default_response_class=Response,
    )
    pictures = Pictures(registry)

    async def respond(shown: Preview, request: Request) -> Response:
        headers = {"Cache-Control": CACHING, "Cross-Origin-Resource-Policy": "cross-origin"}
        drawn = await pictures.png(shown, client_address(request))
        return Response(drawn, media_type="image/png", headers=headers)

    @router.get("/site")
    async def site(request: Request) -> Response:
        """The preview of the lobby, 1200 by 630 pixels as all of them."""
        return await respond(of_site(), request)

    @router.get("/games/{game}")
    async def game(game: str, request: Request) -> Response:
        """The preview of a game's rules and lesson."""
        with field_errors("game"):
            name = law.game(game).name
        return await respond(of_game(name), request)

    @router.get("/position")
    async def position(position: Annotated[Position, Query()], request: Request) -> Response:
        """The preview of a position."""
        with field_errors("position"):
            state = law.parse(position)
        return await respond(of_position(position)._replace(state=state), request)

    @router.get("/puzzles/{id}")
    async def puzzle(id: str, request: Request) -> Response:
        """The preview of a puzzle."""
        return await respond(of_puzzle(id), request)

    @router.get("/tables/{id}")
    async def table(
        id: str,
        request: Request,
        ply: Annotated[
            int | None, Query(ge=0, le=100_000, description="Show the position after so many plies.")
        ] = None,
    ) -> Response:
        """The preview of a table. Of a private one it shows the game and who invites, while a seat is open."""
        room = await registry.previewed_room(id)
        if room is None:
            raise table_not_found()
        return await respond(of_table(room, ply), request)

    return router


# What is shown


def of_site() -> Preview:
    return Preview(text("web.title.lobby"), text("web.lobby.below"), "site", text("web.title.lobby"), None)


def of_game(name: str) -> Preview:
    game = GAMES[name]
    state = law.parse(example(game))
    return Preview(game.title, game.text("summary"), f"games/{name}", game.title, state)


def of_position(written: str) -> Preview:
    """Without the state: only the picture needs the position to be read."""
    game = GAMES[_game_of(written)]
    about = text("server.preview.position", game=game.title)
    return Preview(about, game.text("summary"), f"position?position={quote(written)}", game.title, None)


def _game_of(position: str) -> str:
    return re.split("[: ]", position, maxsplit=1)[0]


def of_puzzle(id: str) -> Preview:
    puzzle = find(id)
    state = law.parse(puzzle.position)
    title = text("web.puzzles.name", game=state.game.title, n=int(puzzle.id.rpartition("-")[2]))
    name = text(f"web.colour-name.{suits.defaults(state.game)[state.turn - 1]}")
    about = text(f"web.puzzles.goal.{puzzle.goal}", name=name)
    return Preview(title, about, f"puzzles/{puzzle.id}", state.game.title, state)


def of_table(room: Room, ply: int | None = None) -> Preview:
    """Of a private table only the game and who invites."""
    table, game = room.table, room.table.game
    if not room.state.info.listed:
        shown = of_game(game.name)
        return shown._replace(title=_invitation(room), address=f"tables/{room.id}")
    names = [seat.name if seat else text("web.seat.open") for seat in table.seats]
    title = text("server.preview.table", game=game.title, names=tuple(names))
    if None in table.seats and not table.over:
        title = _invitation(room)
    plies = len(table.plies) if ply is None else min(ply, len(table.plies))
    state = table.plies[plies - 1].after if plies else table.setup.first
    return Preview(title, _status(room), f"tables/{room.id}?ply={plies}", game.title, state, room.state.seat_suits())


def _invitation(room: Room) -> str:
    owner = room.state.info.owner
    host = next((seat.name for seat in room.table.seats if seat and seat.player == owner), "")
    game = room.table.game.title
    return text("server.preview.invitation", name=host, game=game) if host else text("server.preview.open", game=game)


def _status(room: Room) -> str:
    table = room.table
    if not table.began and not table.over:
        return table.game.text("summary")
    if not table.over:
        return text("server.preview.move", n=len(table.plies) + 1)
    if table.outcome is None:
        return text("web.status.abandoned")
    if table.outcome.winner is None:
        return text("web.status.draw")
    return text("web.status.wins", name=table.seat(table.outcome.winner).name)


# In a page


async def of_request(registry: TableRegistry, page: str, request: Request) -> Preview:
    """The preview of a page; the site's if the page has none of its own."""
    asked, found = request.query_params, request.path_params
    name = found.get("id", "")
    table = name if page in ("table", "sit") else asked.get("table", "") if page == "study" else ""
    position, game = asked.get("position", ""), found.get("game") or asked.get("game", "")
    try:
        if table:
            registry.request_limit.take(client_address(request))  # the table may have to be loaded
            room = await registry.previewed_room(table)
            return of_table(room) if room else of_site()
        if name:
            return of_puzzle(name)
        if len(position) <= LONGEST_POSITION and _game_of(position) in GAMES:
            return of_position(position)
        if game in GAMES:
            return of_game(game)
    except (ApiError, Refused, StoreFailure):
        pass
    return of_site()


def tags(shown: Preview, site: str) -> str:
    """The Open Graph tags of a page. `site` is the server's public address: a Host header is the client's."""
    found = {
        "og:site_name": text("web.name"),
        "og:type": "website",
        "og:title": shown.title,
        "og:description": shown.about,
        "og:image": f"{site}/api/previews/{shown.address}",
        "og:image:type": "image/png",
        "og:image:width": str(picture.CARD[0]),
        "og:image:height": str(picture.CARD[1]),
        "og:image:alt": shown.title,
    }
    lines = [f'<meta name="description" content="{escape(shown.about)}" />']
    lines += [f'<meta property="{name}" content="{escape(value)}" />' for name, value in found.items()]
    lines.append('<meta name="twitter:card" content="summary_large_image" />')
    return "\n    ".join(lines)
