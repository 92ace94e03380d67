"""JSON encoding of tables."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

from quincunx.games import GAMES, Refused
from quincunx.law.messages import Message
from quincunx.store.interface import Access, NewTable, OpenSeat, TableInfo, Unavailable, players
from quincunx.table import Event, setup
from quincunx.table import events as table_events


def read_event(text: str) -> Event:
    return table_events.from_json(json.loads(text))


def write_info(info: TableInfo) -> str:
    return json.dumps(
        {
            **setup.to_json(info.setup),
            "owner": info.owner,
            "listed": info.listed,
            "watch": info.watch,
            "series": info.series,
            "opened": info.opened,
            "invites": info.invites,
            "wishes": info.open_seats,
            "previous": info.previous,
        }
    )


def row_of(new: NewTable) -> tuple[object, ...]:
    """A new table as a row of `tables`, without the column `next`."""
    info, summary = new.info, new.summary
    flags = (summary.over, summary.waiting, summary.due, summary.thinks)
    return (info.id, len(new.events), info.listed, summary.updated, *flags, write_info(info))


def read_table(id: str, text: str, happened: Sequence[str]) -> tuple[TableInfo, tuple[Event, ...]]:
    """The fixed data of a table and its events. Unavailable where its game is not installed, or has changed."""
    events = tuple(map(read_event, happened))
    try:
        return read_info(id, text), events
    except Refused as refusal:
        data: dict[str, Any] = json.loads(text)
        name = data["game"].partition(":")[0]
        message = refusal.message if name in GAMES else Message("store.not-installed", game=name)
        people = {seat["player"] for seat in data["seats"] if seat and seat["kind"] != "computer"}
        people |= {data["owner"], *players(None, events)}
        codes = (data["watch"], *data["invites"].values())
        raise Unavailable(
            id, data["game"], message, Access(data["listed"], frozenset(people), codes, data["owner"])
        ) from None


def read_info(id: str, text: str) -> TableInfo:
    data: dict[str, Any] = json.loads(text)
    return TableInfo(
        id,
        setup.from_json(data),
        data["owner"],
        data["listed"],
        data["watch"],
        data["series"],
        data["opened"],
        {int(seat): code for seat, code in data["invites"].items()},
        {int(seat): OpenSeat(*wanted) for seat, wanted in data["wishes"].items()},
        data["previous"],
    )
