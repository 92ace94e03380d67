"""The API's answers as files: the data of a static site, and of a server's pages when they are offline."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cache
from itertools import product
from typing import Any

import orjson

from quincunx import games as law
from quincunx import puzzles
from quincunx.editor import described
from quincunx.engine import levels, strength
from quincunx.engine.player import player
from quincunx.games import GAMES, Game, registry
from quincunx.law import grid, options
from quincunx.server.routes.games import describe, level_json
from quincunx.server.routes.players import portable_games
from quincunx.server.routes.puzzles import summary
from quincunx.server.routes.web.pages import games_with
from quincunx.server.tables.snapshot import Json


def playable_games() -> list[str]:
    """The games that a page can play without a server: in the core, with a reader of positions."""
    return games_with("position.js", portable_games())


def files() -> dict[str, bytes]:
    """All data by the paths of their files. A server's pages use them when offline."""
    return _files(tuple(playable_games()))


@cache
def _files(names: tuple[str, ...]) -> dict[str, bytes]:
    lists: dict[str, object] = {
        "data/games.json": [_game(GAMES[name]) for name in names],
        "data/puzzles.json": [
            {**summary(puzzle), "position": puzzle.position, "moves_to_end": puzzle.moves_to_end, "move": puzzle.move}
            for puzzle in puzzles.load()
            if puzzle.game in names
        ],
        "data/palettes.json": _palettes(names),
    }
    written = {path: orjson.dumps(found) for path, found in lists.items()}
    return written | {f"data/rules/{name}.md": registry.rules(name).encode() for name in names}


def _game(game: type[Game]) -> Json:
    """A game as in `/api/games`, with what only the server would know."""
    return {
        **describe(game),
        "all_levels": _levels(game),
        "ratings": strength.measured(game.name),
        "rules_version": game.rules_version,
        "palette_options": _palette_options(game),
        "draws_start": registry.file(game.name, "web", "start.js") is not None,
    }


def _levels(game: type[Game]) -> list[Json]:
    """Every level that the game has with some of its options."""
    found: dict[str, Json] = {}
    for variant in (game(), *(game.with_options(text) for text in game.variants)):
        for name in levels.available(variant):
            found.setdefault(name, level_json(variant, name))
    order = [*player(game.name).levels, "random"]
    return sorted(found.values(), key=lambda level: order.index(level["name"]))


# The board editor


def _palette_options(game: type[Game]) -> list[str]:
    """The options on which the palette of a game depends."""
    plain = described(game())
    return [
        key
        for key, option in game.options().items()
        if any(described(other) != plain for value in _values(option) if (other := _with(game, {key: value})))
    ]


def _palettes(names: Iterable[str]) -> Json:
    """`boards` has the board of each choice of those options, by game and choices: its palette, as a place in
    `palettes`, its width and its height. A palette lists the names of its squares only if they are not those of `grid`.
    The 363 boards of xchain share a few palettes."""
    palettes: list[Json] = []
    boards: dict[str, tuple[int, int, int]] = {}
    for name in names:
        for path, palette in _palettes_of(GAMES[name]):
            squares, width = palette["squares"], palette.pop("width")
            height = len(squares) // width
            if tuple(squares) == grid.squares(width, height):
                del palette["squares"]
            if palette not in palettes:
                palettes.append(palette)
            boards[path] = palettes.index(palette), width, height
    return {"palettes": palettes, "boards": boards}


def _palettes_of(game: type[Game]) -> Iterator[tuple[str, Json]]:
    keys = _palette_options(game)
    for values in product(*(_values(game.options()[key]) for key in keys)):
        if chosen := _with(game, dict(zip(keys, values, strict=True))):
            yield "-".join([game.name, *values]), described(chosen)


def _values(option: options.Option[Any]) -> list[str]:
    """All values of an option; empty if there are too many, since no board depends on such an option."""
    match option:
        case options.Choice(choices=choices):
            return list(choices)
        case options.Whole(low=low, high=high):
            return [str(n) for n in range(low, high + 1)]
        case options.Sized(low=low, high=high):
            sides = range(low, high + 1)
            return [str(options.Size(width, height)) for width in sides for height in sides]
    return []


def _with(game: type[Game], chosen: dict[str, str]) -> Game | None:
    try:
        return game.with_options(",".join(f"{key}={value}" for key, value in chosen.items()))
    except law.InvalidOption:
        return None
