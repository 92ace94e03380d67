"""Tables as JSON, for stores that keep text."""

from __future__ import annotations

import json
from dataclasses import asdict
from typing import Any

from quincunx import games
from quincunx.record import Pace
from quincunx.store.store import Kept, New, Wish
from quincunx.table import Event, Seat, Series, Setup
from quincunx.table import events as table_events


def read_event(text: str) -> Event:
    return table_events.from_json(json.loads(text))


def write_kept(kept: Kept) -> str:
    setup = kept.setup
    return json.dumps(
        {
            "game": str(setup.game),
            "seats": [seat and asdict(seat) for seat in setup.seats],
            "seed": setup.seed,
            "dice_seed": setup.dice_seed,
            "pace": setup.pace and str(setup.pace),
            "start": setup.start and str(setup.start),
            "played": setup.series.played,
            "drawn": setup.series.drawn,
            "points": dict(setup.series.points),
            "brought": setup.brought,
            "owner": kept.owner,
            "listed": kept.listed,
            "watch": kept.watch,
            "series": kept.series,
            "opened": kept.opened,
            "invites": kept.invites,
            "wishes": kept.wishes,
            "previous": kept.previous,
        }
    )


def row_of(new: New) -> tuple[object, ...]:
    """A new table as a row of `tables`, without the column for what follows it."""
    kept, standing = new.kept, new.standing
    flags = (standing.over, standing.waiting, standing.due, standing.thinks)
    return (kept.id, len(new.events), kept.listed, standing.updated, *flags, write_kept(kept))


def read_kept(id: str, text: str) -> Kept:
    data: dict[str, Any] = json.loads(text)
    setup = Setup(
        games.game(data["game"]),
        tuple(seat and Seat(**seat) for seat in data["seats"]),
        data["seed"],
        data["dice_seed"],
        data["pace"] and Pace.read(data["pace"]),
        data["start"] and games.parse(data["start"]),
        Series(data["played"], data["drawn"], data["points"]),
        data.get("brought", 0),  # tables of older houses brought nothing
    )
    return Kept(
        id,
        setup,
        data["owner"],
        data["listed"],
        data["watch"],
        data["series"],
        data["opened"],
        {int(seat): code for seat, code in data["invites"].items()},
        {int(seat): Wish(*wish) for seat, wish in data["wishes"].items()},
        data["previous"],
    )
