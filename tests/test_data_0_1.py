"""What people have from version 0.1 still opens: tests/data/0.1/README.md says what that is, and how it was made.

Everything is opened as a copy, by the real server and the real commands. The expectations beside the specimens are
facts that people rely on: positions, moves, outcomes, names, chat, scores. What the protocol calls them is known only
to `Visitor` below.
"""

from __future__ import annotations

import json
import re
import secrets
import shutil
import subprocess
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any, cast
from urllib.parse import parse_qs, urlsplit

import pytest
from click.testing import CliRunner
from live_server import Player, wait_for
from services import Postgres, postgres, servers

from quincunx import games, record, settings
from quincunx.cli import main
from quincunx.games import CHANCE, State
from quincunx.table.dice import verify
from quincunx.terminal import client

Json = dict[str, Any]

DATA = Path(__file__).parent / "data" / "0.1"


def expected(name: str) -> Any:
    return json.loads((DATA / name).read_text("utf-8"))


PEOPLE: dict[str, str] = expected("players.json")


def quincunx(*words: str | Path) -> str:
    """Runs a command that must succeed; what it prints."""
    done = CliRunner().invoke(main, list(map(str, words)))
    assert done.exit_code == 0, done.output
    return done.output


# The server's databases


class Link:
    """A link that somebody sent: which table, which seat, and the codes behind the #."""

    def __init__(self, text: str) -> None:
        parts = urlsplit(text)
        _, self.table, *seat = parts.path.strip("/").split("/")
        self.seat = int(seat[1]) if seat else 0
        codes = parse_qs(parts.fragment)
        self.invite, self.watch = (codes.get(key, [""])[0] for key in ("invite", "watch"))


KINDS = {"roll": "throw"}
"""What version 0.1 called the kind of a ply, where that has changed."""


class Visitor(Player):
    """Somebody with a secret. All that depends on the protocol is here."""

    def facts(self, id: str) -> Json:
        """A table as house.json describes it."""
        table = self.table(id)
        outcome, clock, dice = table["outcome"], table["clock"], table["dice"]
        asked = table["question"]
        written = self.http.get(f"/api/tables/{id}/record")
        return {
            "id": table["id"],
            "game": table["state"]["game"],
            "listed": table["listed"],
            "began": table["began"],
            "over": table["over"],
            "abandoned": table["abandoned"],
            "position": table["state"]["position"],
            "start": self.http.get(f"/api/tables/{id}/plies/0").json()["view"]["position"],
            "moves": [[ply["seat"], KINDS.get(ply["kind"], ply["kind"]), ply["token"]] for ply in table["history"]],
            "outcome": outcome and {key: outcome[key] for key in ("score", "winner", "why")},
            "seats": [
                {key: seat[key] for key in ("open", "name", "kind", "level", "suit")}
                | {"points": None if seat["open"] else seat["points"]}
                for seat in table["seats"]
            ],
            "question": asked and {key: asked[key] for key in ("seat", "what", "agreed", "waiting")},
            "clock": clock
            and {
                "pace": clock["pace"],
                "running": clock["running"],
                "left": [seat.get("left") for seat in table["seats"]],
            },
            "series": {key: table["series"][key] for key in ("played", "drawn")},
            "previous": table["previous"],
            "next": table["next"],
            "hints": table["hints"],
            "dice": dice and {key: dice[key] for key in ("hash", "nonces", "brought", "seed")},
            "seed": table["seed"],
            "chat": [[line["name"], line["text"]] for line in table["chat"]],
            "record": written.text if written.status_code == 200 else None,
        }

    def lobby(self) -> dict[str, list[str]]:
        """The ids of the tables that it lists: `mine`, `open`, `playing`."""
        listed = self.http.get("/api/tables").json()
        return {kind: [row["id"] for row in rows] for kind, rows in listed.items()}

    def sits(self, id: str) -> list[int]:
        return cast(list[int], self.table(id)["mine"])

    def sees(self, id: str, watch: str = "") -> bool:
        return self.http.get(f"/api/tables/{id}", params={"watch": watch}).status_code == 200

    def state(self, id: str) -> State:
        return games.parse(self.table(id)["state"]["position"])

    def moves(self, id: str) -> list[list[Any]]:
        return cast(list[list[Any]], self.facts(id)["moves"])

    def sit(self, link: Link, **more: str) -> None:
        self.do("sit", link.table, seat=link.seat, invite=link.invite, **more)

    def act(self, id: str, seat: int) -> str:
        """Makes the first legal move, or rolls the dice; the move, or nothing."""
        state = self.state(id)
        if state.actor == CHANCE:
            self.do("roll", id, seat=seat)
            return ""
        move = state.moves()[0]
        self.do("move", id, seat=seat, move=move)
        return move


class RunningServer:
    """A server on a copy of a database, what is expected there, and those who own the seats."""

    def __init__(self, url: str, answer: Json, visits: ExitStack) -> None:
        self._url, self._visits = url, visits
        self.answer = answer
        self.tables: dict[str, Json] = answer["tables"]
        self.people = {name: self.visitor(secret) for name, secret in PEOPLE.items()}
        self.ada, self.bob, self.cyn, self.dan = (self.people[name] for name in ("ada", "bob", "cyn", "dan"))

    def id(self, name: str) -> str:
        return cast(str, self.tables[name]["id"])

    def owner(self, name: str) -> Visitor:
        return self.people[self.tables[name]["owner"]]

    def link(self, name: str) -> Link:
        return Link(self.answer["links"][name])

    def visitor(self, secret: str) -> Visitor:
        visitor = Visitor(self._url, secret)
        self._visits.callback(visitor.http.close)
        return visitor

    def stranger(self) -> Visitor:
        return self.visitor(secrets.token_urlsafe(24))


@pytest.fixture(scope="module")
def database_server() -> Iterator[Postgres]:
    with postgres() as server:
        yield server


@pytest.fixture(params=["SQLite", "PostgreSQL"])
def database(request: pytest.FixtureRequest, tmp_path: Path) -> tuple[str, Json]:
    """The address of a copy, and what is expected there."""
    if request.param == "SQLite":
        shutil.copy(DATA / "house.sqlite", tmp_path)
        return f"sqlite:///{tmp_path / 'house.sqlite'}", expected("house.json")
    url = request.getfixturevalue("database_server").empty()
    load = ["psql", "--quiet", "--no-psqlrc", "--set=ON_ERROR_STOP=1", "--output=/dev/null", "--dbname", url]
    subprocess.run([*load, "--file", DATA / "postgresql.sql"], check=True)
    quincunx("database", "upgrade", "--database", url)  # as docs/operations.md says
    return url, expected("postgresql.json")


@pytest.fixture
def live(database: tuple[str, Json]) -> Iterator[RunningServer]:
    """The server of version 0.1, opened again. Finished tables are kept however old they are by now."""
    url, answer = database
    with servers(1, url, keep_days="0") as [server], ExitStack() as visits:
        yield RunningServer(server.url, answer, visits)


MOVING = ("tritoc-computer-to-throw", "tactix-clock-nearly-out")
"""Tables where something happens by itself as soon as the server opens."""

LATE = 600.0
"""Seconds that a test may take off a running clock: everybody's time stood still while the server was closed."""


def test_every_table_is_as_it_was(live: RunningServer) -> None:
    for name, answer in live.tables.items():
        if name not in MOVING:
            assert_same(name, live.owner(name).facts(answer["id"]), answer)
    for name, visitor in live.people.items():
        if name in live.answer["mine"]:
            assert set(visitor.lobby()["mine"]) == set(live.answer["mine"][name])
    assert live.dan.lobby()["mine"] == [live.id("tactix-terminal")]
    nobody = live.stranger().lobby()
    assert nobody == {"mine": [], "open": live.answer["open"], "playing": live.answer["playing"], "unavailable": []}
    for name, answer in live.tables.items():
        for who, seats in answer["sitting"].items():
            visitor = live.people[who]
            if seats or visitor is live.owner(name):
                assert visitor.sits(answer["id"]) == seats, name
            elif not answer["listed"] and answer["id"] not in live.answer["mine"][who]:
                assert not visitor.sees(answer["id"]), name
    assert live.dan.sits(live.id("tactix-terminal")) == [1]


def assert_same(name: str, found: Json, answer: Json) -> None:
    """The table is as expected; the running clock has lost seconds at most."""
    found, answer = dict(found), {key: value for key, value in answer.items() if key in found}
    clock, before = found.pop("clock"), answer.pop("clock")
    written, read = found.pop("record"), answer.pop("record")
    assert found == answer, name
    assert (written is None) == (read is None), name
    if written is not None:
        assert record.read(written) == record.read(read), name
    assert (clock is None) == (before is None), name
    if clock:
        assert (clock["pace"], clock["running"]) == (before["pace"], before["running"]), name
        for seat, (left, had) in enumerate(zip(clock["left"], before["left"], strict=True), 1):
            if had is None or seat != before["running"]:
                assert left == pytest.approx(had, abs=0.001), name  # it is shown in milliseconds
            else:
                assert had - LATE < left <= had + 0.001, name


def test_every_match_goes_on(live: RunningServer) -> None:
    """The secrets still move the seats; computers answer, clocks run on, dice can be verified."""
    clocks_go_on(live)
    next_moves(live)
    answers(live)
    links(live)
    series(live)
    dice(live)
    live.ada.do("chat", live.id("xtic-running"), seat=1, text="Still here.")
    assert live.ada.facts(live.id("xtic-running"))["chat"][-1] == ["Ada", "Still here."]
    assert live.ada.http.delete(f"/api/tables/{live.id('tactix-abandoned')}").status_code == 204
    assert not live.bob.sees(live.id("tactix-abandoned"))


def clocks_go_on(live: RunningServer) -> None:
    running, waits, ending = (
        live.id(name) for name in ("tesseract-clock-running", "xtic-clock-waits", "tactix-clock-nearly-out")
    )
    left = live.ada.facts(running)["clock"]["left"][0]
    live.ada.do("move", running, seat=1, move="00")
    after = live.ada.facts(running)["clock"]
    assert after["running"] == 2
    assert left - LATE < after["left"][0] - 5 <= left, "the move adds five seconds"
    assert not live.ada.facts(waits)["began"]
    with live.bob.at(waits) as table:  # both are there now
        assert table.table(lambda shown: bool(shown["began"]))
    assert live.ada.facts(waits)["clock"]["running"] is None, "a first move is not timed"
    wait_for(lambda: bool(live.ada.facts(ending)["over"]))
    assert live.ada.facts(ending)["outcome"] == {"score": "0-1", "winner": 2, "why": "time"}


def next_moves(live: RunningServer) -> None:
    """At every table where it is somebody's turn, the owner of the seat moves."""
    ids = {name: answer["id"] for name, answer in live.tables.items() if answer["began"] and not answer["over"]}
    computer = ids.pop("tritoc-computer-to-throw")
    for name in ("tactix-clock-nearly-out", "tesseract-clock-running", "xtic-draw-offered", "tesseract-undo-asked"):
        del ids[name]
    del ids["tactix-undone"]
    assert len(ids) >= 15
    for name, table in ids.items():
        state = games.parse(live.tables[name]["position"])
        mover = next(one for one in live.people.values() if one.sees(table) and state.turn in one.sits(table))
        move = mover.act(table, state.turn)
        made = mover.moves(table)
        answer = live.tables[name]["moves"]
        assert made[: len(answer)] == answer, name
        if move:
            assert made[len(answer)] == [state.turn, "move", move], name
        else:
            assert made[len(answer)][:2] == [state.turn, "throw"], name
    wait_for(lambda: live.ada.state(computer).turn == 1)
    assert [seat for seat, _, _ in live.ada.moves(computer)][:2] == [2, 2], "it has rolled and moved"


def answers(live: RunningServer) -> None:
    """What was asked in version 0.1 is answered now; what was taken back is made again."""
    draw, undo, undone = (live.id(name) for name in ("xtic-draw-offered", "tesseract-undo-asked", "tactix-undone"))
    live.ada.do("answer", draw, seat=1, yes=True)
    assert live.bob.facts(draw)["outcome"] == {"score": "1/2-1/2", "winner": None, "why": "agreed"}
    live.bob.do("answer", undo, seat=2, yes=True)
    assert [token for _, _, token in live.ada.moves(undo)] == ["00", "33"]
    live.bob.do("ask", undone, seat=2, what="redo")
    live.ada.do("answer", undone, seat=1, yes=True)
    assert [token for _, _, token in live.ada.moves(undone)] == ["a1", "b2-d2", "a3", "c3"]


def links(live: RunningServer) -> None:
    friend = live.stranger()
    invite, grandma, bot = (live.link(name) for name in ("invite", "invite-grandma", "invite-bot"))
    assert not friend.sees(invite.table)
    assert friend.sees(invite.table, invite.watch)
    friend.sit(invite, name="Fay")
    assert friend.sits(invite.table) == [2]
    assert live.ada.facts(invite.table)["began"]
    live.ada.act(invite.table, 1)
    assert friend.act(invite.table, 2)
    friend.sit(grandma)
    friend.sit(bot, kind="bot")
    seats = friend.facts(grandma.table)["seats"]
    assert [(seat["name"], seat["kind"], seat["suit"]) for seat in seats[2:]] == [
        ("Robo", "bot", "red"),
        ("Grandma", "person", "blue"),
    ]
    friend.sit(live.link("sit-listed"), name="Fay")
    assert live.bob.facts(live.link("sit-listed").table)["began"]
    watch, spectator = live.link("watch"), live.stranger()
    assert not spectator.sees(watch.table)
    assert not spectator.sees(watch.table, invite.watch)
    assert spectator.sees(watch.table, watch.watch)
    assert live.ada.sees(live.link("table").table)
    key = {"do": "move", "key": "one", "seat": 1, "move": "=7"}
    before = live.ada.moves(watch.table)
    assert live.ada.http.post(f"/api/tables/{watch.table}/actions", json=key).status_code == 200
    assert live.ada.moves(watch.table) == before, "what was done under a key is not done again"


def series(live: RunningServer) -> None:
    first, second, third = (live.id(f"tactix-series-{n}") for n in (1, 2, 3))
    assert live.bob.do("rematch", first)["next"] == second, "there is one rematch"
    turn = live.ada.state(third).turn
    loser = {1: live.ada, 2: live.bob}[turn]
    loser.do("resign", third, seat=turn)
    live.bob.do("rematch", third)
    fourth = live.ada.do("rematch", third)["next"]
    found = live.ada.facts(fourth)
    assert found["series"] == {"played": 3, "drawn": 0}
    before = {seat["name"]: seat["points"] for seat in live.tables["tactix-series-3"]["seats"]}
    winner = "Bob" if loser is live.ada else "Ada"
    assert {seat["name"]: seat["points"] for seat in found["seats"]} == {**before, winner: before[winner] + 1}
    assert fourth in live.bob.lobby()["mine"]


def dice(live: RunningServer) -> None:
    """The seed that was promised in version 0.1 is shown at the end, and gives every roll."""
    rolled = live.id("tritoc-thrown")
    promised = live.tables["tritoc-thrown"]["dice"]["hash"]
    live.ada.do("resign", rolled, seat=1)
    (match,) = record.read(live.ada.facts(rolled)["record"])
    assert match.dice
    assert match.dice.hash == promised
    assert verify(match) >= 5
    played_on = live.id("imported-played-on")
    live.ada.do("resign", played_on, seat=1)
    (match,) = record.read(live.ada.facts(played_on)["record"])
    assert match.dice
    assert match.dice.after
    assert verify(match)


# Files


def test_records_replay_to_the_same_positions() -> None:
    folder = DATA / "records"
    answer = expected("records.json")
    assert sorted(answer) == sorted(path.name for path in folder.iterdir())
    said = quincunx("record", "check", *(folder / name for name in answer))
    assert len(said.splitlines()) == len(answer)
    for name, matches in answer.items():
        found = record.read((folder / name).read_text("utf-8"))
        assert [as_written(match) for match in found] == matches, name
        assert record.read(record.write(found)) == found, name
        for match in found:
            if match.dice and match.dice.seed:
                assert verify(match), name


def as_written(match: record.Record) -> Json:
    return {
        "game": str(match.game),
        "players": [[player.name, player.kind] for player in match.players],
        "first": str(match.first),
        "moves": [entry.token for entry in match.entries],
        "last": str(match.last),
        "result": match.result,
        "why": match.why,
        "clock": match.clock and str(match.clock),
        "left": [entry.clock for entry in match.entries],
        "comments": [*match.comments, *(text for entry in match.entries for text in entry.comments)],
        "tags": dict(match.tags),
    }


CERTIFICATES: dict[str, Json] = expected("certificates.json")
SLOW = "xtic-torus-sample.cert.gz"
"""Its checker searches for seven seconds."""


@pytest.mark.parametrize(
    "name",
    [
        pytest.param(name, marks=[pytest.mark.proofs] if name == SLOW else [])
        for name in CERTIFICATES["certificates"]
    ],
)  # fmt: skip
def test_certificates_are_verified(name: str) -> None:
    answer = CERTIFICATES["certificates"][name]
    said = quincunx("verify", DATA / "certificates" / name)
    assert said.lower().startswith(f"{answer['position']}: {answer['claim']} ({answer['kind']})".lower())
    assert answer["sha256"] in said
    assert ("checked in" if answer["kind"] == "sample" else "verified in") in said


@pytest.mark.parametrize("name", list(CERTIFICATES["saves"]))
def test_saved_proofs_go_on(name: str, tmp_path: Path) -> None:
    answer = CERTIFICATES["saves"][name]
    saved, proof = tmp_path / name, tmp_path / "proof.cert"
    shutil.copy(DATA / "certificates" / name, saved)
    words = ["solve", *answer["position"].split(), "--memory", "0.26", "--resume", saved, "-o", proof]
    assert f"{answer['position']}: {answer['claim']} ({answer['kind']})".lower() in quincunx(*words).lower()
    assert proof.exists()


ARENA: dict[str, Json] = expected("arena.json")


def hold(name: str, folder: Path) -> str:
    """The same command as then, on a copy of the event's folder."""
    shutil.copytree(DATA / "arena" / name, folder / name)
    return quincunx("arena", *ARENA[name]["command"], "--workers", "1", "--out", folder / name)


def standings(printed: list[str]) -> dict[str, tuple[str, str]]:
    """Points and games of each player in a crosstable. Version 0.1 said "matches" for games."""
    (head,) = (line.replace("matches", "games").split() for line in printed if "points" in line)
    points, matches = (head.index(word) - len(head) for word in ("points", "games"))
    rows = [line.split() for line in printed if re.match(r"\d+ ", line)]
    return {row[1]: (row[points], row[matches]) for row in rows}


def test_a_finished_event_has_the_same_standings(tmp_path: Path) -> None:
    answer = ARENA["finished"]["printed"]
    said = hold("finished", tmp_path)
    assert standings(said.splitlines()) == standings(answer)
    assert standings(answer)["random"] == ("4", "12")
    results = (DATA / "arena" / "finished" / "results.jsonl").read_bytes()
    assert (tmp_path / "finished" / "results.jsonl").read_bytes() == results, "nothing was played again"
    assert "18 games" in quincunx("record", "check", tmp_path / "finished" / "records.txt")


def test_an_interrupted_event_is_played_to_its_end(tmp_path: Path) -> None:
    answer = ARENA["interrupted"]
    before = (DATA / "arena" / "interrupted" / "results.jsonl").read_bytes()
    assert before.count(b"\n") == answer["played"] < answer["matches"]
    said = hold("interrupted", tmp_path)
    after = (tmp_path / "interrupted" / "results.jsonl").read_bytes()
    assert after.startswith(before)
    assert after.count(b"\n") == answer["matches"]
    assert sum(float(points) for points, _ in standings(said.splitlines()).values()) == answer["matches"]
    records = tmp_path / "interrupted" / "records.txt"
    assert f"{answer['matches']} games" in quincunx("record", "check", records)


@pytest.fixture
def settings_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    path = tmp_path / "settings.toml"
    shutil.copy(DATA / "settings.toml", path)
    for setting in settings.SETTINGS.values():
        monkeypatch.delenv(setting.variable, raising=False)
    monkeypatch.setenv("QUINCUNX_CONFIG", str(path))
    return path


def test_a_settings_file_means_the_same(settings_file: Path) -> None:
    new = {setting.old: key for key, setting in settings.SETTINGS.items()}
    answer: Json = {new.get(key, key): value for key, value in expected("settings.json").items()}
    found = settings.load()
    assert {key: found[key].value for key in answer} == answer
    assert {key for key, value in found.items() if value.source == "file"} == set(answer)
    text = settings_file.read_text("utf-8")
    quincunx("settings", "set", "server.port", "8080")
    assert settings_file.read_text("utf-8") == text.replace("9_876", "8080")


def test_the_terminal_knows_who_one_is(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "quincunx").mkdir()
    shutil.copy(DATA / "terminal" / "player", tmp_path / "quincunx")
    monkeypatch.delenv("QUINCUNX_SECRET", raising=False)
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    assert client.secret() == PEOPLE["dan"]
