"""Names, colours and who goes first: from the settings, and from the previous game.

The settings file belongs to the player and is never written here. What was chosen in the dialog or by options goes
into `players.json` in the folder of saved games; an unreadable file is ignored.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Any

from quincunx import atomic, settings
from quincunx.games import Game, Refused
from quincunx.law.suits import SUITS
from quincunx.table import Seat
from quincunx.terminal import colours

FILE = "players.json"
MOST = 4
"""Seats in the largest game."""


@dataclass(frozen=True)
class SeatPreferences:
    """Preferences for one seat; empty where unknown."""

    who: str = ""
    """`person`, or a level of the computer."""
    name: str = ""
    colour: str = ""


@dataclass(frozen=True)
class Preferences:
    """Preferences of all seats, and who goes first (as `MatchRequest.first`; empty if never chosen)."""

    seats: tuple[SeatPreferences, ...] = (SeatPreferences(),) * MOST
    first: str = ""

    def named(self, who: Sequence[str]) -> tuple[str, ...]:
        """Adds the preferred names to people without a name."""
        return tuple(
            f"person:{player.name}" if word == "person" and player.name else word
            for word, player in zip(who, self.seats, strict=False)
        )

    def coloured(self, game: Game, wanted: Sequence[str]) -> tuple[str, ...]:
        """Adds the preferred colours to seats without one, unless another seat wants that colour."""
        if colours.fixed_colours(game.name):
            return tuple(wanted)
        found = list(wanted)
        for n, player in enumerate(self.seats[: game.seats]):
            if not found[n] and player.colour not in found:
                found[n] = player.colour
        return tuple(found)


def load(folder: Path | None) -> Preferences:
    """The preferences from the settings, and from the previous game where the settings are empty.

    Without a folder nothing is remembered, so that scripts get the same result every time.
    """
    kept, said = remembered(folder) if folder else Preferences(), settings.load()
    seats = []
    for number, player in enumerate(kept.seats, 1):
        name, colour = (str(said[f"play.{what}{number}"].value) for what in ("name", "colour"))
        seats.append(replace(player, name=name or player.name, colour=colour or player.colour))
    return replace(kept, seats=tuple(seats))


def remembered(folder: Path) -> Preferences:
    """The remembered preferences."""
    try:
        data: Any = json.loads((folder / FILE).read_text("utf-8"))
        seats = [SeatPreferences(**{key: str(value) for key, value in seat.items()}) for seat in data["seats"]]
        return Preferences((*map(_sound, seats), *(SeatPreferences(),) * MOST)[:MOST], str(data["first"]))
    except (OSError, ValueError, LookupError, TypeError, AttributeError, RecursionError):
        return Preferences()


def remember(folder: Path, players: Preferences) -> None:
    """Saves preferences; raises Refused if that fails."""
    data = {"seats": [asdict(seat) for seat in players.seats], "first": players.first}
    try:
        atomic.replace(folder / FILE, json.dumps(data, ensure_ascii=False, indent=1).encode() + b"\n")
    except OSError as error:
        path = str(folder / FILE)
        raise Refused("terminal.save.players", path=path, reason=error.strerror or str(error)) from None


def seated(game: Game, given: Mapping[str, str | None], level: str) -> tuple[str, ...]:
    """Who sits in each seat by `seat1` to `seat4` and `name1` to `name4` of the command line.

    Where no seat is given there is one person, and the computer in all others.
    """
    named = [given[f"seat{number}"] for number in range(1, MOST + 1)]
    found = named[: game.seats] if any(named) else ["person", *(level,) * (game.seats - 1)]
    for number in range(1, MOST + 1):
        name = given[f"name{number}"]
        if number > game.seats:
            if named[number - 1] or name or given[f"colour{number}"]:
                raise Refused("terminal.seats.number", game=str(game), seats=game.seats, number=number)
        elif name is not None:
            who = found[number - 1] or "person"
            if who != "person":
                raise Refused("terminal.seats.name", number=number, who=who)
            found[number - 1] = f"person:{name}"
    return tuple(who or "person" for who in found)


def colours_of(game: Game, given: Mapping[str, str | None]) -> list[str]:
    """The colours of the seats by `colour1` to `colour4` of the command line."""
    return [given[f"colour{number}"] or "" for number in range(1, game.seats + 1)]


def remember_given(folder: Path, given: Mapping[str, str | None]) -> None:
    """Saves the names and colours given on the command line; raises Refused if that fails."""
    before = remembered(folder)
    found = []
    for number, player in enumerate(before.seats, 1):
        kind, _, called = (given[f"seat{number}"] or "").partition(":")
        name = given[f"name{number}"] or (called if kind == "person" else "")
        found.append(replace(player, name=name or player.name, colour=given[f"colour{number}"] or player.colour))
    if tuple(found) != before.seats:
        remember(folder, replace(before, seats=tuple(found)))


def _sound(player: SeatPreferences) -> SeatPreferences:
    """Drops invalid values: the file may have been edited by hand."""
    try:
        Seat("person", player.name, "here")
    except Refused:
        player = replace(player, name="")
    return player if player.colour in SUITS else replace(player, colour="")
