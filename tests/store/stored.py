"""Tables to store, and a store to keep them in."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine
from dataclasses import replace
from typing import Any

from quincunx import games
from quincunx.store import Change, NewTable, Stamp, Store, SummaryRow, TableInfo, open_store
from quincunx.table import Setup, person
from quincunx.table import events as happened

NOW = 1_790_000_000.123456
SUMMARY = SummaryRow(NOW, over=False, waiting=False, due=None, thinks=False)
ADA, BOB = "a" * 64, "b" * 64


def info(id: str = "first", **changes: Any) -> TableInfo:
    setup = Setup(games.game("tactix:size=3"), (person("Ada", ADA), person("Bob", BOB)), "seed", "dice")
    return replace(TableInfo(id, setup, ADA, True, "w" * 64, id, NOW), **changes)


def new(id: str = "first", summary: SummaryRow = SUMMARY, **changes: Any) -> NewTable:
    return NewTable(info(id, **changes), (happened.Began(NOW),), summary)


def move(id: str = "first", version: int = 1, token: str = "a1", **more: Any) -> Change:
    return Change(id, Stamp(version, NOW), (happened.Moved(NOW, 1, token),), SUMMARY)._replace(**more)


def with_store(url: str, work: Callable[[Store], Coroutine[Any, Any, None]]) -> None:
    """Opens the store, lets it be worked with, and closes it."""

    async def run() -> None:
        store = open_store(url)
        try:
            await work(store)
        finally:
            await store.close()

    asyncio.run(run())


async def found(store: Store, id: str = "first") -> Any:
    result = await store.find(id)
    assert result is not None
    return result
