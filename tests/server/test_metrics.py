"""What an operator sees: health checks, metrics, and a log without secrets."""

from __future__ import annotations

import asyncio
import json
import logging
import os
import secrets
import signal
import sqlite3
import subprocess
import sys
from contextlib import suppress
from pathlib import Path

import httpx
import prometheus_client
import pytest
from live_server import (
    AS_OPERATOR,
    OPEN,
    OPERATOR,
    PATIENCE,
    UNLIMITED,
    Player,
    computer,
    get,
    invited,
    person,
    play_out,
    refusal,
    wait_for,
)
from prometheus_client.parser import text_string_to_metric_families as families
from test_serve import heard_address

from quincunx.law.messages import Message
from quincunx.server.ops import logs, readiness
from quincunx.server.ops.metrics import BUCKETS, Histogram, quantile
from quincunx.server.peers.bus import Bus
from quincunx.server.tables.registry import TableRegistry
from quincunx.store import Store, StoreFailure, open_store
from quincunx.store.sqlite.store import SqliteStore


def scraped(url: str) -> dict[str, float]:
    """Every number of /metrics, as Prometheus reads it, by its name with its label's value."""
    answer = get(f"{url}metrics", headers=AS_OPERATOR)
    assert answer.headers["content-type"] == "text/plain; version=0.0.4; charset=utf-8"
    return {
        " ".join([sample.name, *sample.labels.values()]): sample.value
        for family in families(answer.text)
        for sample in family.samples
    }


# Whether it is well


def test_the_server_is_alive_and_ready(ada: Player) -> None:
    assert ada.http.get("/healthz").json() == {"alive": True}
    assert ada.http.get("/readyz").json() == {"ready": True, "missing": []}


@pytest.mark.parametrize(
    ("failure", "problem"),
    [
        (StoreFailure("/var/games.sqlite: the disk is on fire"), Message("server.ready.store")),
        (StoreFailure("/var/games.sqlite: no space", Message("store.full")), Message("store.full")),
        (TimeoutError(), Message("server.ready.store")),
    ],
)
def test_a_server_that_cannot_write_is_alive_but_not_ready(
    ada: Player, monkeypatch: pytest.MonkeyPatch, failure: Exception, problem: Message
) -> None:
    async def fails(*_: object) -> set[str]:
        raise failure

    monkeypatch.setattr(readiness, "INTERVAL", 0.0)
    with monkeypatch.context() as patch:
        patch.setattr(SqliteStore, "lease", fails)
        wait_for(lambda: ada.http.get("/readyz").status_code == 503)  # what was found before is used for a second
        answer = ada.http.get("/readyz")
        assert answer.json() == {"ready": False, "missing": [str(problem)]}
        assert answer.headers["retry-after"] == "1"
        assert "games.sqlite" not in answer.text, "where the database is is not for everybody"
        assert ada.http.get("/healthz").status_code == 200
    assert ada.http.get("/readyz").status_code == 200


def missing(store: Store, bus: Bus | None = None) -> list[Message]:
    async def ask() -> list[Message]:
        found = await TableRegistry(store, bus=bus).missing()
        await store.close()
        return found

    return asyncio.run(ask())


def test_a_server_says_that_its_bus_does_not_answer(tmp_path: Path) -> None:
    bus = Bus("redis://127.0.0.1:1")
    assert missing(open_store(str(tmp_path / "games.sqlite")), bus) == [Message("server.ready.bus")]


def test_a_database_that_cannot_be_written_is_not_ready(tmp_path: Path) -> None:
    store = open_store(str(tmp_path / "games.sqlite"))
    assert isinstance(store, SqliteStore)
    store._connection.execute("PRAGMA query_only = ON")
    assert missing(store) == [Message("store.read-only")]


def test_a_full_database_is_not_ready(tmp_path: Path) -> None:
    store = open_store(str(tmp_path / "games.sqlite"))
    assert isinstance(store, SqliteStore)
    (pages,) = store._connection.execute("PRAGMA page_count").fetchone()
    store._connection.execute(f"PRAGMA max_page_count = {pages}")
    # Take what is left on the page of this table.
    with suppress(sqlite3.Error):
        for n in range(1000):
            store._connection.execute("INSERT INTO holders VALUES (?, 1e12)", (f"{n:04}" * 25,))
    assert missing(store) == [Message("store.full")]


def test_many_who_ask_whether_it_is_ready_cost_one_write(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    writes = []

    async def lease(*given: object) -> set[str]:
        writes.append(given)
        return set()

    async def ask() -> None:
        store = open_store(str(tmp_path / "games.sqlite"))
        registry = TableRegistry(store)
        assert await asyncio.gather(*(registry.missing() for _ in range(20))) == [[]] * 20
        await store.close()

    monkeypatch.setattr(readiness, "INTERVAL", 3600.0)
    monkeypatch.setattr(SqliteStore, "lease", lease)
    asyncio.run(ask())
    assert len(writes) == 1


# What it counts


def test_actions_and_their_times_are_counted(url: str, ada: Player, bob: Player) -> None:
    before = scraped(url)
    place = invited(ada, bob, "tactix")
    ada.do("move", place, seat=1, move="a1")
    bob.do("move", place, seat=2, move="b1")
    bob.refused(409, "move", place, seat=2, move="c1")
    with ada.at(place) as page:
        page.table()
        page.send({"do": "move", "seat": 1, "move": "c1", "key": "k"})
        assert "done" in page.answer("k")
        page.send({"nonsense": 1, "key": "n"})
        assert "refused" in page.answer("n")
    after = scraped(url)

    def more(name: str) -> float:
        return after[name] - before.get(name, 0)

    assert more("quincunx_actions_total move") == 3
    assert more("quincunx_actions_total sit") == 1
    assert more("quincunx_action_seconds_count") == 4
    assert more("quincunx_action_seconds_bucket +Inf") == 4
    assert more("quincunx_commit_seconds_count") >= 4
    assert 0 < more("quincunx_commit_seconds_sum") <= more("quincunx_action_seconds_sum")
    assert more("quincunx_refused_total by the table") == 1
    assert more("quincunx_refused_total not understood") == 1
    assert more("quincunx_connected_total websocket") == 1


def test_computers_are_counted_and_so_is_what_they_wait_for(url: str, ada: Player) -> None:
    before = scraped(url)
    assert play_out(ada.open("tactix:size=3", computer(), computer())["id"], ada)["over"]
    after = scraped(url)
    moved = after["quincunx_computer_actions_total move"] - before.get("quincunx_computer_actions_total move", 0)
    thought = after["quincunx_engine_wait_seconds_count"] - before["quincunx_engine_wait_seconds_count"]
    assert moved == thought > 1


def test_who_looks_and_who_comes_back_is_counted(url: str, ada: Player, bob: Player) -> None:
    place = invited(ada, bob, "tactix")
    before = scraped(url)
    with ada.at(place) as page:
        page.table()
        assert scraped(url)["quincunx_watchers"] == before["quincunx_watchers"] + 1
        assert scraped(url)["quincunx_tables"] >= 1
    wait_for(lambda: scraped(url)["quincunx_watchers"] == before["quincunx_watchers"])
    with ada.at(place) as page:
        page.table()
    came_back = "quincunx_reconnects_total player"
    assert scraped(url)[came_back] - before.get(came_back, 0) == 1


def test_the_loop_is_watched(url: str) -> None:
    wait_for(lambda: scraped(url)["quincunx_loop_lag_seconds_count"] > 0)
    assert scraped(url)["quincunx_resident_bytes"] > 1_000_000


def test_a_histogram_tells_under_which_bound_most_were() -> None:
    took = Histogram("x", "")
    assert (took.cumulative()[-1], quantile(took.cumulative(), 0.5)) == (0, 0)
    for seconds in [0.001] * 98 + [0.02, 99.0]:
        took.observe(seconds)
    seen = took.cumulative()
    assert [quantile(seen, share) for share in (0.5, 0.99, 1)] == [0.001, 0.025, BUCKETS[-1]]
    assert (seen[BUCKETS.index(0.001)], seen[-1]) == (98, 100)


def test_a_histogram_is_exposed_as_the_librarys_would_be() -> None:
    ours, librarys = Histogram("x", "X"), prometheus_client.Histogram("x", "X", buckets=BUCKETS, registry=None)
    for seconds in [0, 0.0005, 0.0006, 0.02, 10, 99.5]:
        ours.observe(seconds)
        librarys.observe(seconds)
    [mine], [expected] = ours.collect(), librarys.collect()
    assert (mine.name, mine.type, mine.documentation) == (expected.name, expected.type, expected.documentation)
    assert {(s.name, *s.labels.values(), s.value) for s in mine.samples} == {
        (s.name, *s.labels.values(), s.value) for s in expected.samples
    }


# Who may see it


def test_only_who_has_the_token_sees_the_numbers(url: str) -> None:
    assert OPERATOR not in repr(UNLIMITED)
    with httpx.Client(base_url=url, timeout=PATIENCE, verify=False) as browser:
        for path in ("/metrics", "/api/operator"):
            proxied = {"X-Forwarded-For": "203.0.113.9", "Host": "games.example"}
            right = browser.get(path, headers={"Authorization": f"Bearer {OPERATOR}", **proxied})
            assert right.status_code == 200
            assert OPERATOR not in right.text
            for wrong in (
                {},
                {"X-Forwarded-For": "127.0.0.1"},
                {"Authorization": f"Bearer {OPERATOR}x"},
                {"Authorization": f"Basic {OPERATOR}"},
            ):
                refused = browser.get(path, headers=wrong)
                assert refusal(401, refused) == Message("server.operator-token")
                assert refused.headers["www-authenticate"] == "Bearer"
        assert browser.get("/healthz").status_code == 200
        assert browser.get("/readyz").status_code == 200


def test_the_operator_is_told_the_same_numbers_as_json(url: str) -> None:
    reply = get(f"{url}api/operator", headers=AS_OPERATOR).json()
    assert reply["missing"] == []
    assert reply["up"] > 0
    names = {number["name"].removesuffix("_total") for kind in ("now", "counts", "times") for number in reply[kind]}
    assert names == {family.name for family in families(get(f"{url}metrics", headers=AS_OPERATOR).text)}


# The log


def test_a_line_of_the_log_knows_its_request_and_its_table() -> None:
    form = logs.JsonFormatter()
    record = logging.LogRecord("quincunx.server", logging.ERROR, "", 1, "table %s: no %s", ("t", "luck"), None)
    assert set(json.loads(form.format(record))) == {"at", "level", "from", "message"}
    request = logs.begin_request("/api/tables/abc23/actions")
    reply = json.loads(form.format(record))
    assert (reply["request"], reply["table"], reply["message"]) == (request, "abc23", "table t: no luck")
    logs.begin_request("/api/games")
    assert "table" not in json.loads(form.format(record))


def test_no_secret_of_a_game_is_ever_in_the_log(tmp_path: Path) -> None:
    own = {
        **{name: value for name, value in os.environ.items() if not name.startswith("QUINCUNX_")},
        "QUINCUNX_CONFIG": str(tmp_path / "settings.toml"),
        "QUINCUNX_SERVER_LOG": "requests",
        "QUINCUNX_SERVER_LOG_FORM": "json",
        "QUINCUNX_SERVER_OPEN": "false",
        "QUINCUNX_SERVER_OPERATOR": OPERATOR,
    }
    database = tmp_path / "games.sqlite"
    words = [sys.executable, "-m", "quincunx", "serve", "--port", "0", "--database", f"sqlite:///{database}"]
    running = subprocess.Popen(words, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=own)
    url = heard_address(running)
    with Player(url) as ada, Player(url) as bob:
        table = ada.open("tritoc", person(), OPEN)
        place, codes = table["id"], [table["watch"], table["invites"]["2"]]
        said = secrets.token_hex(8)
        bob.table(place, watch=codes[0])
        bob.http.get(f"/api/tables/{place}/record", params={"watch": "wrong" + codes[1]})
        bob.http.get("/api/tables", headers={"Authorization": f"Basic {bob.secret}"})
        bob.do("sit", place, seat=2, invite=codes[1])
        ada.do("chat", place, seat=1, text=said)
        with ada.at(place) as page:
            page.table()
            page.send({"hello": {"secret": ada.secret}})
            assert "refused" in page.hear()
            page.send({"do": "roll", "seat": 1, "key": "k"})
            assert page.answer("k")
        ada.http.get("/metrics", headers={"Authorization": f"Bearer {OPERATOR}"})
        ada.http.get("/nowhere?token=" + OPERATOR)
        connection = sqlite3.connect(database)
        setup = json.loads(connection.execute("SELECT data FROM tables").fetchone()[0])
        connection.close()
    running.send_signal(signal.SIGTERM)
    _, reply = running.communicate(timeout=PATIENCE)
    lines = [json.loads(line) for line in reply.splitlines()]
    actions = [line for line in lines if f"/api/tables/{place}/actions" in line["message"]]
    assert len(actions) >= 2
    assert {line["table"] for line in actions} == {place}
    assert len({line["request"] for line in actions}) == len(actions)
    seeds = [setup["seed"], setup["dice_seed"]]
    for secret in (ada.secret, bob.secret, *codes, *seeds, said, OPERATOR):
        assert secret not in reply
