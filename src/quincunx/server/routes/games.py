"""Games, rules, positions and analysis, independent of tables."""

from __future__ import annotations

from collections.abc import AsyncIterator
from dataclasses import replace
from functools import cache
from typing import Annotated, Any

from fastapi import APIRouter, Query, Request
from fastapi.responses import Response, StreamingResponse

from quincunx import games as law
from quincunx.engine import levels, strength
from quincunx.games import CHANCE, GAMES, Game, State
from quincunx.games import registry as game_registry
from quincunx.law import suits
from quincunx.law.draws import Draws
from quincunx.law.messages import Message
from quincunx.law.options import Option
from quincunx.server import auth
from quincunx.server.errors import ApiError, field_errors
from quincunx.server.routes.deps import error_responses, text_content
from quincunx.server.routes.models import api
from quincunx.server.routes.models.api import Position
from quincunx.server.tables.registry import TableRegistry
from quincunx.server.tables.snapshot import Json
from quincunx.server.transport.responses import client_address, json_response, to_json
from quincunx.server.transport.static_files import StaticFile, file_response
from quincunx.server.transport.turns import FairTurns


def routes(registry: TableRegistry) -> APIRouter:
    router = APIRouter(prefix="/api", tags=["games"], responses=error_responses())

    @router.get("/games", response_model=list[api.GameInfo])
    async def games(request: Request) -> Response:
        """The games, with the options that a form needs."""
        return file_response(_list_of(tuple(GAMES.values())), request, "no-store")

    @router.get("/games/{game}", response_model=api.GameStart)
    async def game(game: str) -> Response:
        """The first position of a game with options, as in `xchain:seats=3`. A random start is only an example."""
        with field_errors("game"):
            chosen = law.game(game)
        view = chosen.start(auth.new_seed()).view()
        return json_response(
            {"game": str(chosen), "seats": chosen.seats, "random": chosen.start_is_drawn, "view": view}
            | {"levels": _levels(chosen), "options": {key: _left(form) for key, form in chosen.narrowed().items()}}
        )

    @router.get(
        "/rules/{name}", response_class=Response, responses={**text_content("text/markdown"), **error_responses(404)}
    )
    async def rules(name: str) -> Response:
        """The rules of a game, as Markdown."""
        if name not in GAMES:
            raise ApiError(404, Message("server.no-rules", name=name, games=tuple(GAMES)))
        return Response(game_registry.rules(name), media_type="text/markdown; charset=utf-8")

    @router.get("/position", response_model=api.PositionView)
    async def position(position: Annotated[Position, Query()]) -> Response:
        """The view of a position."""
        return json_response({"view": _position(position).view()})

    @router.post("/position/moves", response_model=api.PositionViews)
    async def moves(question: api.MovesRequest, request: Request) -> Response:
        """All positions of a sequence of moves, and the intermediate positions of the last move."""
        turns, address = registry.addresses.turns, client_address(request)
        first = state = before = _position(question.position)
        tokens: list[str] = []
        for n, move in enumerate(question.moves, 1):
            async with turns.turn(address):
                with field_errors("moves"):
                    try:
                        tokens.append(state.game.move(move))
                        before, state = state, state.play(tokens[-1])
                    except law.IllegalMove as refusal:
                        if len(question.moves) == 1:
                            raise
                        raise law.IllegalMove("server.nth-move", number=n, reason=refusal.message) from None
        # A long chain has so many of them that making them here would hold up everybody.
        steps = await turns.run(address, lambda: to_json(before.steps(tokens[-1]))) if tokens else b"[]"
        # Streamed: a thousand positions have several megabytes, of which only a part is sent at a time.
        return StreamingResponse(_views(turns, address, first, tokens, steps), media_type="application/json")

    @router.post("/analysis", response_model=api.AnalysisView, responses=error_responses(503))
    async def analysis(question: api.AnalysisRequest, request: Request) -> Response:
        """The value of every move in a position, the best move first."""
        registry.analysis_limit.take(client_address(request))
        state = _position(question.position)
        if state.actor == CHANCE and question.level is not None:
            raise ApiError(422, "server.level-at-dice", "level")
        if question.level is not None:
            with field_errors("level"):
                levels.level(state.game, question.level)
        most = registry.config.analysis_seconds
        with field_errors("position"):
            best, found = await registry.computers.analyse(
                state, min(question.seconds or most, most), question.level, client_address(request)
            )
        return json_response({"best": best, **replace(found, moves=found.ranked()).to_json()})

    return router


async def _views(turns: FairTurns, address: str, first: State, tokens: list[str], steps: bytes) -> AsyncIterator[bytes]:
    """The JSON of a `PositionViews`, one position after the other."""
    state, before = first, b'{"views":['
    for token in ("", *tokens):
        async with turns.turn(address):
            state = state.play(token) if token else state
            written = before + to_json(state.view())
        yield written
        before = b","
    yield b'],"steps":' + steps + b"}"


def _position(written: str) -> State:
    with field_errors("position"):
        return law.parse(written)


def _left(form: dict[str, Any] | None) -> Json | None:
    if form is None:
        return None
    return {"choices": list(form["choices"]) if "choices" in form else None, "most": form.get("most", {})}


@cache
def _list_of(games: tuple[type[Game], ...]) -> StaticFile:
    """The JSON of games. It is the same for everybody, so it is made and packed once."""
    return StaticFile("games.json", to_json([describe(game) for game in games]))


def describe(game: type[Game]) -> Json:
    """A game as `/api/games` lists it."""
    plain = game()
    return {
        "name": game.name,
        "title": game.title,
        "summary": game.text("summary"),
        "seats": plain.seats,
        "has_dice": game.has_dice,
        "agreed_draws": game.agreed_draws,
        "options": [_option(plain, key, option) for key, option in game.options().items()],
        "levels": _levels(plain),
        "suits": game.colours or suits.SUITS,
        "variants": game.variants,
        "example": example(game),
    }


def _levels(game: Game) -> list[Json]:
    """The computer players of a game with its options, and how strong they are."""
    return [level_json(game, name) for name in levels.available(game)]


def level_json(game: Game, name: str) -> Json:
    return {
        "name": name,
        "title": levels.title(name),
        "about": str(strength.about(game, name)),
        "rating": strength.rating(game, name),
    }


def _option(game: Game, key: str, option: Option[Any]) -> Json:
    form = option.form()
    if "choices" in form:
        form["choices"] = {choice: game.text(f"option.{key}.{choice}") for choice in form["choices"]}
    return {
        "key": key,
        "label": game.text(f"option.{key}.label"),
        "help": game.text(f"option.{key}.help"),
        "default": option.write(getattr(game, key)),
        **form,
    }


EXAMPLE = 16
"""Moves and rolls to a position that shows what a game looks like."""


@cache
def example(game: type[Game]) -> str:
    """A position in the middle of a game: the last one of a random game before it would be over."""
    state, draws = game().start("example"), Draws("example", game.name)
    for _ in range(EXAMPLE):
        chances = state.chances()
        after = state.play(draws.weighted(chances) if chances else draws.choice(state.moves()))
        if after.outcome:
            break
        state = after
    return str(state)
