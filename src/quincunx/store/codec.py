"""JSON encoding of tables."""

from __future__ import annotations

import json
from typing import Any

from quincunx.store.interface import Kept, New, Wish
from quincunx.table import Event, setup
from quincunx.table import events as table_events


def read_event(text: str) -> Event:
    return table_events.from_json(json.loads(text))


def write_kept(kept: Kept) -> str:
    return json.dumps(
        {
            **setup.to_json(kept.setup),
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
    """A new table as a row of `tables`, without the column `next`."""
    kept, standing = new.kept, new.standing
    flags = (standing.over, standing.waiting, standing.due, standing.thinks)
    return (kept.id, len(new.events), kept.listed, standing.updated, *flags, write_kept(kept))


def read_kept(id: str, text: str) -> Kept:
    data: dict[str, Any] = json.loads(text)
    return Kept(
        id,
        setup.from_json(data),
        data["owner"],
        data["listed"],
        data["watch"],
        data["series"],
        data["opened"],
        {int(seat): code for seat, code in data["invites"].items()},
        {int(seat): Wish(*wish) for seat, wish in data["wishes"].items()},
        data["previous"],
    )
