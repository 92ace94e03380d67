"""The history checker: what players were told, all of it together, is what the store has, event by event."""

from __future__ import annotations

import asyncio
import tempfile
from collections import Counter
from collections.abc import Sequence
from pathlib import Path

import orjson
import random_players
from live_server import Json, Player
from random_players import KEY, Evening, Process

from quincunx.server.auth import digest
from quincunx.server.tables import snapshot
from quincunx.store import Answer, StoredTable, backup, is_postgres, open_store
from quincunx.table import Table, fold
from quincunx.table.events import Answered, Asked, Event, Moved, Resigned, Rolled

MADE: dict[str, type[Event]] = {
    "move": Moved, "roll": Rolled, "ask": Asked, "answer": Answered, "resign": Resigned
}  # fmt: skip
"""The event that each action makes, exactly one; others may come with it."""


def check(evening: Evening, database: str) -> None:
    """Fails if anything that was acknowledged is lost, was done twice, or was told otherwise than it is kept."""
    stored = asyncio.run(_read(database, list(evening.reply())))
    for place, some in evening.reply().items():
        found = stored[place]
        assert found, f"table {place} is lost"
        _check_actions(found, some)
        _check_shown(found, [reply for _, reply in some])
        _check_chat(found, [reply for _, reply in some])
    _check_processes(evening, evening.processes, stored)


async def _read(database: str, places: list[str]) -> dict[str, StoredTable | None]:
    with tempfile.TemporaryDirectory() as folder:
        if not is_postgres(database):  # the server has the lock of the file itself
            copy = Path(folder) / "copy.sqlite"
            backup(database, copy)
            database = str(copy)
        store = open_store(database)
        try:
            return {place: await store.find(place) for place in places}
        finally:
            await store.close()


def _check_actions(found: StoredTable, some: list[tuple[str, random_players.Answer]]) -> None:
    """The deeds that are kept are those that were acknowledged, and each made its events once."""
    acknowledged = {
        (digest(secret), key): Answer(answer["version"], answer["next"])
        for secret, reply in some
        for key, (_, answer) in reply.done.items()
    }
    kept = {who: done.answer for who, done in found.executed.items() if who[1].startswith(KEY)}
    # Who wants the rematch that there is already changes nothing, and nothing has to be kept of it.
    followed = {who: answer for who, answer in acknowledged.items() if answer.next}
    assert {answer.next for answer in followed.values()} <= {found.next}
    first = {who: answer for who, answer in followed.items() if who in kept}
    assert len(first) == bool(found.next), f"{found.info.id}: lost, or not acknowledged: the rematch"
    acknowledged = {who: answer for who, answer in acknowledged.items() if not answer.next} | first
    assert kept == acknowledged, f"{found.info.id}: lost, or not acknowledged: {kept.items() ^ acknowledged.items()}"
    made: Counter[type[Event]] = Counter()
    versions = []
    for _, reply in some:
        for action, answer in reply.done.values():
            if kind := MADE.get(action["do"]):
                made[kind] += 1
                versions.append(answer["version"])
                assert _made(found, action, answer["version"]), (
                    f"table {found.info.id}: {action} is not where it was told"
                )
    assert len(set(versions)) == len(versions), f"table {found.info.id}: two deeds were answered with one version"
    happened = Counter(type(event) for event in found.events if type(event) in MADE.values())
    # Who asks for the rematch that somebody offers agrees to it.
    rematches = sum(action["do"] == "rematch" for _, reply in some for action, _ in reply.done.values())
    if 0 < happened[Answered] - made[Answered] <= rematches:
        made[Answered] = happened[Answered]
    assert happened == made, f"table {found.info.id}: happened {happened}, acknowledged {made}"


def _made(found: StoredTable, action: Json, version: int) -> bool:
    """Whether the action's own event is there, at the end of what it is told to have changed."""
    own = {key: action[key] for key in ("seat", "move", "what", "yes") if key in action}
    for event in reversed(found.events[:version]):
        if isinstance(event, MADE[action["do"]]):
            return all(getattr(event, key) == value for key, value in own.items())
    return False


def _check_shown(found: StoredTable, some: list[random_players.Answer]) -> None:
    """Whatever was shown is the table as it is kept, at that version."""
    tables = [Table.open(found.info.setup, ())]
    for event in found.events:
        tables.append(fold.after(tables[-1], event))
    for reply in some:
        for shown in reply.shown:
            assert shown["version"] < len(tables), f"table {reply.place}: shown is what never happened"
            table = tables[shown["version"]]
            assert shown["last"] == _json(snapshot.last_with_steps(table)), f"table {reply.place} at {shown['version']}"
            assert [(ply["kind"], ply["token"]) for ply in shown["history"]] == [
                (ply.kind, ply.token) for ply in table.plies
            ], f"table {reply.place} at {shown['version']}"


def _json(data: Json | None) -> Json | None:
    """With lists where there are tuples, as it comes over the network."""
    read: Json | None = orjson.loads(orjson.dumps(data))
    return read


def _check_chat(found: StoredTable, some: list[random_players.Answer]) -> None:
    said = Counter(action["text"] for reply in some for action, _ in reply.done.values() if action["do"] == "chat")
    assert Counter(line.text for line in found.lines) == said


def _check_processes(evening: Evening, processes: Sequence[Process], stored: dict[str, StoredTable | None]) -> None:
    """Whichever process is asked, it shows what is kept."""
    for server in processes:
        for player in evening.players:
            with Player(server.url, player.secret) as me:
                for place in player.reply:
                    found = stored[place]
                    assert found
                    assert me.table(place)["version"] == len(found.events)
