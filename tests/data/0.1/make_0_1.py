"""Makes everything in this folder. It ran once, with version 0.1.0 at commit d711108, and is kept as documentation.

It drives the real program: `quincunx serve` over HTTP, websocket and a real browser, and the commands. Later versions
need not be able to run it: what they have to open is what it made. To run it again, check out that commit, copy this
file into it and run `python tests/data/0.1/make_0_1.py` with PostgreSQL and Chromium installed, as a user that may run
PostgreSQL.
"""

# mypy: ignore-errors
# ruff: noqa: A001
# Only the standard library is imported here, because pytest imports every Python file under tests/.

from __future__ import annotations

import contextlib
import json
import os
import random
import re
import secrets
import shutil
import signal
import sqlite3
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any
from urllib.parse import quote

HERE = Path(__file__).parent
ROOT = HERE.parents[2]
Json = dict[str, Any]


def main() -> None:
    sys.path[:0] = [str(ROOT / "tests" / "server"), str(ROOT / "tests" / "browser")]
    for old in HERE.iterdir():
        if old.name not in ("make_0_1.py", "README.md"):
            shutil.rmtree(old) if old.is_dir() else old.unlink()
    with tempfile.TemporaryDirectory() as folder:
        os.environ.update(QUINCUNX_CONFIG=f"{folder}/none.toml", XDG_DATA_HOME=f"{folder}/data", NO_COLOR="1")
        make_settings()
        make_certificates()
        make_arena()
        make_houses(Path(folder))
        make_records()
    for path in sorted(HERE.rglob("*")):
        if path.is_file():
            print(f"{path.stat().st_size:>9,}  {path.relative_to(HERE)}")


def quincunx(*words: str, **options: Any) -> str:
    """Runs a command that must succeed; what it prints."""
    options = {"cwd": HERE, "text": True, "stdout": subprocess.PIPE, "check": True, **options}
    return subprocess.run([sys.executable, "-m", "quincunx", *words], **options).stdout


def write(name: str, data: object) -> None:
    (HERE / name).write_text(json.dumps(data, indent=1, ensure_ascii=False) + "\n", "utf-8")


# Settings


def make_settings() -> None:
    """A file that a person began by hand and that `quincunx settings set` went on with."""
    path = HERE / "settings.toml"
    path.write_text(
        "# Settings of the club's server.\n\n"
        '[display]\ncolour = "never"  # the terminal has none\n\n'
        "[games]\nxtic = \"type=torus\"\ntactix = 'size=5,goal=last-wins'\n\n"
        "[server]\n# 0.0.0.0: everybody in the house can come\n"
        'host = "0.0.0.0"\nport = 9_876\ndatabase = "sqlite:////srv/quincunx/house.sqlite"\nopen = false\n',
        "utf-8",
    )
    chosen = {
        "games.tritoc": "dice=equal,level=red2,first=random",
        "games.tesseract": "dims=3",
        "games.xchain": "seats=4,size=10x7,preset=blocks2,values=ones",
        "server.bus": "redis://127.0.0.1:6379/1",
        "server.thinkers": "tcp://127.0.0.1:8786",
        "server.sync": "normal",
        "server.log": "requests",
        "server.log_form": "json",
        "server.operator": "a-token-of-the-operator",
        "server.connections": "5000",
        "server.connections_each": "200",
        "server.rooms": "300",
        "server.absence": "120",
        "server.keep_days": "0",
        "server.threads": "3",
        "server.deeds": "40",
        "server.openings": "20",
        "server.requests": "90",
        "server.analyses": "50",
        "server.analysis_seconds": "7",
    }
    environment = {**os.environ, "QUINCUNX_CONFIG": str(path)}
    for key, value in chosen.items():
        quincunx("settings", "set", key, value, env=environment)
    expected = {}
    for line in quincunx("settings", env=environment).splitlines():
        if found := re.fullmatch(r"(\S+) = (.*)  from file", line):
            expected[found[1]] = json.loads(found[2])
    assert len(expected) == 27, len(expected)
    write("settings.json", expected)


# Certificates, and what an interrupted proof leaves behind

POSITIONS = {
    "tactix-3x3.cert": "tactix:size=3",
    "tactix-4x4.cert.gz": "tactix",
    "tactix-4x4-last-wins.cert": "tactix:goal=last-wins",
    "xchain-3x3.cert.gz": "xchain:size=3x3",
    "xchain-4x4-sample.cert": "xchain:size=4x4 A1.A2B1/A2A1B3B2/A1A1A1B2/A1..B1 aa 2",
    "xtic-torus-won.cert": "xtic:type=torus 0..A/.5.3/.B.6/9.C1 -",
    "xtic-nodiags-in-hand.cert": "xtic:type=nodiags 0..A/.5.3/.B.6/9.C. =1",
    "xtic-draw.cert.gz": "xtic 8.../BE9./72D./F.6. -",
    "xtic-torus-sample.cert.gz": "xtic:type=torus,goal=complete 0.../.5../..6./.... -",
    "tesseract.cert.gz": "tesseract 33 12 F3 73",
}
SAVED = {
    "tactix-4x4.save": "tactix",
    "xchain-3x3.save": "xchain:size=3x3",
    "xtic-torus.save": POSITIONS["xtic-torus-sample.cert.gz"],
    "tesseract.save": POSITIONS["tesseract.cert.gz"],
}
STOPPED = ("xtic-torus.save", "tesseract.save")
"""Stopped by Ctrl-C as soon as they said anything; the others are too quick and are complete."""


def make_certificates() -> None:
    (HERE / "certificates").mkdir()
    claims, saves = {}, {}
    for name, position in POSITIONS.items():
        told = quincunx("solve", *words(position), "--memory", "0.26", "-o", f"certificates/{name}")
        claims[name] = claimed(told)
    for name, position in SAVED.items():
        file = HERE / "certificates" / name
        command = ["solve", *words(position), "--memory", "0.26", "--resume", str(file)]
        if name in STOPPED:
            with subprocess.Popen(
                [sys.executable, "-m", "quincunx", *command], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
            ) as process:
                process.stderr.readline()
                process.send_signal(signal.SIGINT)
                assert process.wait() == 130
        else:
            quincunx(*command, stderr=subprocess.DEVNULL)
        saves[name] = {"position": " ".join(words(position)), **claims[certificate_of(position)]}
    write("certificates.json", {"certificates": claims, "saves": saves})


def words(position: str) -> list[str]:
    from quincunx import games

    if not position.startswith("tesseract "):
        return position.split()
    state = games.start("tesseract")
    for move in position.split()[1:]:
        state = state.play(move)
    return str(state).split()


def certificate_of(position: str) -> str:
    return next(name for name, other in POSITIONS.items() if other == position)


def claimed(told: str) -> Json:
    """What `solve` printed: the claim, its kind, and the hash of the certificate's text."""
    found = re.search(r"^(.*): (.*) \((\w+)\)$", told, re.MULTILINE)
    return {
        "position": found[1],
        "claim": found[2],
        "kind": found[3],
        "sha256": re.search(r"^sha256: (\w+)$", told, re.MULTILINE)[1],
    }


# The arena

FINISHED = ("tactix:size=3", "random", "Anna=easy", "hard", "--games", "6", "--seed", "an event of 0.1")
INTERRUPTED = (
    *("tactix:size=4", "random", "trivial", "easy", "medium", "--format", "swiss", "--rounds", "3"),
    *("--games", "4", "--seed", "an interrupted event of 0.1", "--clock", "60+1"),
)


def make_arena() -> None:
    (HERE / "arena").mkdir()
    told = quincunx("arena", *FINISHED, "--out", "arena/finished", "--workers", "1")
    command = [sys.executable, "-m", "quincunx", "arena", *INTERRUPTED, "--out", "arena/interrupted", "--workers", "1"]
    results = HERE / "arena" / "interrupted" / "results.jsonl"
    with subprocess.Popen(command, cwd=HERE, stdout=subprocess.PIPE, text=True) as process:
        while not (results.exists() and results.read_bytes().count(b"\n") >= 2):
            time.sleep(0.002)
        process.send_signal(signal.SIGINT)
        assert process.wait() == 130
    played = results.read_bytes().count(b"\n")
    write(
        "arena.json",
        {
            "finished": {"command": FINISHED, "printed": told.splitlines()[:-1]},
            "interrupted": {"command": INTERRUPTED, "played": played, "matches": 3 * 2 * 4},
        },
    )
    assert played < 3 * 2 * 4, "it was too quick to be interrupted"


# Records


def make_records() -> None:
    """Those of the commands; `make_houses` has written those of the server."""
    from quincunx.record import read

    folder = HERE / "records"
    variants = {
        "xtic": ["xtic", "xtic:type=nodiags", "xtic:type=torus,goal=complete"],
        "tactix": ["tactix", "tactix:size=3,goal=last-wins", "tactix:size=6"],
        "tritoc": ["tritoc", "tritoc:dice=equal,level=yellow3,first=random"],
        "tesseract": ["tesseract:dims=3"],
        "xchain": [
            "xchain:size=4x4,preset=columns2",
            "xchain:seats=3,size=5x4,first=random",
            "xchain:seats=4,size=6x6,preset=random6,values=ones,first=4",
        ],
    }
    for name, games in variants.items():
        texts = [quincunx("random", game, "--seed", f"0.1 {game}") for game in games]
        (folder / f"random-{name}.txt").write_text("\n".join(texts), "utf-8")
    matches = {
        "xtic": ("xtic:type=torus", "trivial", "easy"),
        "tactix": ("tactix", "perfect", "medium"),
        "tritoc": ("tritoc:dice=equal", "greedy", "trivial"),
        "tesseract": ("tesseract", "dazzler", "easy"),
        "xchain": ("xchain:seats=3,size=4x4", "random", "trivial", "easy"),
    }
    for name, (game, *levels) in matches.items():
        text = quincunx("match", game, *levels, "--seed", "0.1")
        (folder / f"match-{name}.txt").write_text(text, "utf-8")
    by_hand = Path(folder / "by-hand.txt")
    by_hand.write_text(BY_HAND, "utf-8")
    expected = {}
    for file in sorted(folder.iterdir()):
        quincunx("record", "check", str(file))
        expected[file.name] = [
            {
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
            for match in read(file.read_text("utf-8"))
        ]
    write("records.json", expected)


BY_HAND = """\
[Game "xtic:type=torus"]
[Rules "1"]
[Date "2026-11-15T21:50:54Z"]
[Seat1 "Ada \\"the first\\""]
[Kind1 "person"]
[Seat2 "Hard"]
[Kind2 "computer hard"]
[Clock "300+5"]
[Event "Club evening, \\\\ round 1"]
[Result "0-1"]
[Why "line"]

{a short one} 1. =0 <5:04.0> 2. a1 <4:58.5> =1 3. b1 =2 4. c1 {d1 is deadly now
for anything solid or round} =3 5. d1 0-1
"""
"""As somebody edits a record: comments, a tag of their own, lines broken elsewhere, times that are not all there."""


# The houses: a server with SQLite and one with PostgreSQL, and the same kinds of tables in both

ORIGIN = "http://127.0.0.1:8765"
"""Where version 0.1 listens by default; the links of house.json and the page's storage begin with it."""


def make_houses(folder: Path) -> None:
    from real_parts import postgres

    (HERE / "records").mkdir()
    file = folder / "house.sqlite"
    with serving(f"sqlite:///{file}", "8765") as (url, process):
        assert url == f"{ORIGIN}/"
        storage, tables = browse(url)
        ada = json.loads(storage["quincunx.secret"])
        people = {"ada": ada, "bob": secrets.token_urlsafe(24), "cyn": secrets.token_urlsafe(32)}
        scene = Scene(url, people, folder / "dan")
        scene.tables |= tables
        tell(HERE / "house.json", scene, process)
    people["dan"] = (folder / "dan" / "quincunx" / "player").read_text().strip()
    assert [path.name for path in folder.glob("house.sqlite*")] == ["house.sqlite"], "the log was not taken in"
    with sqlite3.connect(file) as connection:
        assert connection.execute("PRAGMA integrity_check").fetchone() == ("ok",)
        (thinking,) = connection.execute("SELECT count(*) FROM tables WHERE thinks").fetchone()
        (running,) = connection.execute("SELECT count(*) FROM tables WHERE due IS NOT NULL").fetchone()
        assert (thinking, running) == (1, 3), (thinking, running)
    shutil.copy(file, HERE / "house.sqlite")
    (HERE / "terminal").mkdir()
    shutil.copy(folder / "dan" / "quincunx" / "player", HERE / "terminal" / "player")
    write("players.json", people)
    write("browser.json", {"origin": ORIGIN, "localStorage": storage})

    with postgres() as server:
        database = server.empty()
        quincunx("database", "upgrade", "--database", database)
        with serving(database, "0") as (url, process):
            scene = Scene(url, people, folder / "dan")
            tell(HERE / "postgresql.json", scene, process)
        dump = subprocess.run(["pg_dump", database], text=True, stdout=subprocess.PIPE, check=True).stdout
        (HERE / "postgresql.sql").write_text(dump, "utf-8")


@contextlib.contextmanager
def serving(database: str, port: str) -> Iterator[tuple[str, subprocess.Popen[str]]]:
    """`quincunx serve`, ended by SIGTERM as a service manager does."""
    unlimited = {f"QUINCUNX_SERVER_{name}": "0" for name in ("DEEDS", "OPENINGS", "REQUESTS", "ANALYSES")}
    process = subprocess.Popen(
        [sys.executable, "-m", "quincunx", "serve", "--no-open", "--port", port, "--database", database],
        env={**os.environ, **unlimited, "QUINCUNX_SERVER_ABSENCE": "1"},
        stdout=subprocess.PIPE,
        text=True,
    )
    try:
        yield re.search(r"http://\S+/", process.stdout.readline())[0], process
    finally:
        process.terminate()
        process.communicate(timeout=60)


def tell(file: Path, scene: Scene, process: subprocess.Popen[str]) -> None:
    """Plays everything, writes down what people see of it, and closes the house over it."""
    scene.play()
    tables = {name: scene.seen(name) for name in scene.tables}
    # A computer that is due to throw, and a clock that has seconds left: the house closes over them.
    scene.leave_in_the_middle()
    tables |= {name: scene.seen(name) for name in scene.tables if name not in tables}
    lobby = {name: [row["id"] for row in scene.lobby(player)["mine"]] for name, player in scene.players.items()}
    public = scene.lobby(None)
    process.terminate()
    process.wait(60)
    expected = {
        "tables": tables,
        "mine": lobby,
        "open": [row["id"] for row in public["open"]],
        "playing": [row["id"] for row in public["playing"]],
        "links": scene.links,
    }
    file.write_text(json.dumps(expected, indent=1, ensure_ascii=False) + "\n", "utf-8")
    if file.name == "house.json":
        for name, table in tables.items():
            if table["record"] and name.startswith(("xtic", "tactix", "tritoc", "tesseract", "xchain")):
                (HERE / "records" / f"server-{name}.txt").write_text(table["record"], "utf-8")


class Scene:
    """Ada, Bob and Cyn play everything there is to play."""

    def __init__(self, url: str, people: dict[str, str], terminal: Path) -> None:
        from opened_house import Player

        self.url = url
        self.terminal = terminal
        self.players = {name: Player(url, secret) for name, secret in people.items() if name != "dan"}
        self.ada, self.bob, self.cyn = (self.players[name] for name in ("ada", "bob", "cyn"))
        self.tables: dict[str, str] = {}
        self.links: Json = {}
        self.draw = random.Random(1)

    # What people see

    def lobby(self, player: Any) -> Json:
        from opened_house import Player

        return (player or Player(self.url, "")).http.get("/api/tables").json()

    def seen(self, name: str) -> Json:
        """A table as facts: what stays true however the server tells it."""
        table = self.owner(name).table(self.tables[name])
        record = self.owner(name).http.get(f"/api/tables/{table['id']}/record")
        outcome, clock, dice = table["outcome"], table["clock"], table["dice"]
        return {
            "id": table["id"],
            "game": table["state"]["game"],
            "owner": next(who for who, one in self.players.items() if one is self.owner(name)),
            "listed": table["listed"],
            "began": table["began"],
            "over": table["over"],
            "abandoned": table["abandoned"],
            "position": table["state"]["position"],
            "start": self.owner(name).http.get(f"/api/tables/{table['id']}/plies/0").json()["view"]["position"],
            "moves": [[ply["seat"], ply["kind"], ply["token"]] for ply in table["history"]],
            "outcome": outcome and {key: outcome[key] for key in ("score", "winner", "why")},
            "seats": [
                {key: seat.get(key) for key in ("open", "name", "kind", "level", "suit", "points")}
                for seat in table["seats"]
            ],
            "sitting": {who: one.table(table["id"], watch=table["watch"] or "")["mine"]
                        for who, one in self.players.items()},
            "question": table["question"],
            "clock": clock and {
                "pace": clock["pace"],
                "running": clock["running"],
                "left": [seat.get("left") for seat in table["seats"]],
            },
            "series": table["series"],
            "previous": table["previous"],
            "next": table["next"],
            "hints": table["hints"],
            "dice": dice and {key: dice[key] for key in ("hash", "nonces", "brought", "seed")},
            "seed": table["seed"],
            "chat": [[line["name"], line["text"]] for line in table["chat"]],
            "record": record.text if record.status_code == 200 else None,
        }  # fmt: skip

    def owner(self, name: str) -> Any:
        return next(one for one in self.players.values() if self.look(one, self.tables[name]).get("owner"))

    def look(self, player: Any, id: str) -> Json:
        """A table as somebody sees it; nothing where it is private."""
        answer = player.http.get(f"/api/tables/{id}")
        return answer.json() if answer.status_code == 200 else {}

    # Playing

    def duo(self, name: str, game: str, host: Any = None, guest: Any = None, **more: Any) -> str:
        """A private table for two, the guest there by invite."""
        from opened_house import OPEN, person

        host, guest = host or self.ada, guest or self.bob
        table = host.open(game, person(self.name(host)), OPEN, **more)
        guest.do("sit", table["id"], seat=2, invite=table["invites"]["2"], name=self.name(guest))
        self.tables[name] = table["id"]
        return table["id"]

    def name(self, player: Any) -> str:
        return next(name for name, one in self.players.items() if one is player).title()

    def who(self, id: str) -> dict[int, Any]:
        return {seat: one for one in self.players.values() for seat in self.look(one, id).get("mine", ())}

    def go(self, id: str, *moves: str) -> None:
        """Makes moves, each by the seat whose turn it is; `throw` throws."""
        who = self.who(id)
        one = next(iter(who.values()))
        for move in moves:
            turn = one.table(id)["state"]["turn"]
            if move == "throw":
                who[turn].do("throw", id, seat=turn)
            else:
                who[turn].do("move", id, seat=turn, move=move)

    def some(self, id: str, count: int = 10_000) -> None:
        """So many moves and throws at random, or to the end; computers are waited for."""
        who = self.who(id)
        one = next(iter(who.values()))
        table = one.table(id)
        while count and not table["over"]:
            state, turn = table["state"], table["state"]["turn"]
            if turn not in who:
                one.wait_for_change(id, table["version"])
            elif state["actor"] == 0:
                who[turn].do("throw", id, seat=turn)
            else:
                who[turn].do("move", id, seat=turn, move=self.draw.choice(state["moves"]))
            table = one.table(id)
            count -= turn in who

    def until(self, do: Callable[[], Any]) -> None:
        """Tries until it is not refused any more."""
        from opened_house import wait_for

        wait_for(lambda: do().status_code == 200)

    def play(self) -> None:
        self.two_people()
        self.asking()
        self.clocks()
        self.dice()
        self.computers()
        self.many_seats()
        self.leaving()
        self.waiting()
        self.imported()
        self.at_the_terminal()

    def two_people(self) -> None:
        ada, bob = self.ada, self.bob
        id = self.duo("xtic-running", "xtic:type=torus")
        with ada.at(id) as socket:  # as the pages do it
            for key, move in (("one", "=7"),):
                socket.send({"do": "move", "key": key, "seat": 1, "move": move})
                socket.answer(key)
            socket.send({"do": "chat", "key": "chat", "seat": 1, "text": "Good luck! ♞ “Viel Glück”"})
            socket.answer("chat")
        self.go(id, "b3", "=0", "c2", "=F", "a1", "=9")
        bob.do("chat", id, seat=2, text="The same to you <b>&amp;</b> 'thanks'")
        ada.do("chat", id, seat=1, text='🎲 \\ " / {x}')
        self.links["watch"] = f"{ORIGIN}/t/{id}#watch={ada.table(id)['watch']}"
        self.links["table"] = f"{ORIGIN}/t/{id}"
        self.links["carry"] = f"{ORIGIN}/#player={ada.secret}"
        position = quote("tactix o..o/.oo./oo../...o 2", safe="")
        self.links["position"] = f"{ORIGIN}/new?position={position}"
        self.links["study"] = f"{ORIGIN}/study?position={position}"
        self.links["puzzle"] = f"{ORIGIN}/puzzles/tactix-0001"

        id = self.duo("xtic-finished", "xtic:goal=complete")
        self.some(id)
        id = self.duo("xtic-agreed", "xtic")
        self.some(id, 9)
        bob.do("ask", id, seat=2, what="draw")
        ada.do("answer", id, seat=1, yes=True)
        self.tables["xtic-agreed-rematch"] = again = bob.do("rematch", id)["next"]
        self.some(again, 5)

        # Three matches of a series: the starter changes, the points go with the players.
        id = self.duo("tactix-series-1", "tactix:size=3")
        self.some(id)
        bob.do("chat", id, seat=2, text="Once more?")
        for name in ("tactix-series-2", "tactix-series-3"):
            id = self.tables[name] = ada.do("rematch", id)["next"]
            self.some(id, 10_000 if name.endswith("2") else 2)
        id = self.duo("tactix-resigned", "tactix:size=5,goal=last-wins", self.bob, self.ada)
        self.some(id, 5)
        bob.do("resign", id, seat=1)
        id = self.duo("tactix-abandoned", "tactix:size=6")
        self.some(id, 3)
        ada.do("abandon", id)
        id = self.duo("tactix-from-position", "tactix", start="tactix o..o/.oo./oo../...o 2")
        self.go(id, "b2-c2")
        id = self.duo("tesseract-finished", "tesseract:dims=3", self.cyn, self.bob)
        self.go(id, "00", "10", "01", "11", "02", "12", "03")
        id = self.duo("tesseract-running", "tesseract", self.cyn, self.ada)
        self.go(id, "33", "15", "F3", "7A", "00")
        id = self.duo("xchain-finished", "xchain:size=4x4,preset=columns2", self.bob, self.cyn)
        self.some(id)
        id = self.duo("xchain-running", "xchain:preset=columns3,values=ones,first=2", self.bob, self.cyn)
        self.some(id, 8)
        table = ada.open("xtic", self.person("Ada", suit="plum"), self.person("Eve", suit="yellow"), shuffle=True)
        self.tables["xtic-one-screen"] = table["id"]
        self.some(table["id"], 4)

    def person(self, name: str, **more: str) -> Json:
        return {"kind": "person", "name": name, **more}

    def asking(self) -> None:
        ada, bob = self.ada, self.bob
        id = self.duo("xtic-draw-offered", "xtic:type=nodiags")
        self.some(id, 6)
        bob.do("ask", id, seat=2, what="draw")
        id = self.duo("tesseract-undo-asked", "tesseract:dims=3")
        self.go(id, "00", "33", "01")
        ada.do("ask", id, seat=1, what="undo")
        id = self.duo("tactix-undone", "tactix")
        self.go(id, "a1", "b2-d2", "a3", "c3")
        ada.do("ask", id, seat=1, what="undo")
        bob.do("answer", id, seat=2, yes=True)
        ada.do("ask", id, seat=1, what="redo")
        bob.do("answer", id, seat=2, yes=True)
        bob.do("ask", id, seat=2, what="undo")
        ada.do("answer", id, seat=1, yes=False)
        bob.do("ask", id, seat=2, what="undo")
        ada.do("answer", id, seat=1, yes=True)
        bob.do("ask", id, seat=2, what="hints")
        ada.do("answer", id, seat=1, yes=True)

    def clocks(self) -> None:
        ada, bob, cyn = self.ada, self.bob, self.cyn
        id = self.duo("tesseract-clock-running", "tesseract", pace="3600+5")
        self.go(id, "33", "15", "F3", "7A")
        id = self.duo("xtic-clock-running", "xtic", self.bob, self.ada, pace="1800+0")
        self.go(id, "=3", "a1", "=4")
        id = self.duo("tesseract-flagged", "tesseract:dims=3", pace="1+0")
        self.go(id, "00", "01")
        self.wait_for_end(id)
        id = self.duo("tactix-clock-finished", "tactix:size=3", pace="60+2")
        self.some(id)
        table = ada.open("xchain:seats=3,size=4x4", self.person("Ada"), {"kind": "open"}, {"kind": "open"}, pace="1+0")
        id = self.tables["xchain-3-flagged"] = table["id"]
        bob.do("sit", id, seat=2, invite=table["invites"]["2"], name="Bob")
        cyn.do("sit", id, seat=3, invite=table["invites"]["3"], name="Cyn", suit="plum")
        self.go(id, "a1")
        self.wait_for_end(id)

    def wait_for_end(self, id: str) -> None:
        from opened_house import wait_for

        wait_for(lambda: self.ada.table(id)["over"])

    def dice(self) -> None:
        ada, bob = self.ada, self.bob
        id = self.duo("tritoc-finished", "tritoc:dice=equal,level=red2")
        ada.do("nonce", id, seat=1, nonce="from-Ada.1")
        bob.do("nonce", id, seat=2, nonce="from_Bob-2")
        self.some(id)
        id = self.tables["tritoc-thrown"] = bob.do("rematch", id)["next"]
        bob.do("nonce", id, seat=2, nonce="only-Bob")
        self.some(id, 9)
        while ada.table(id)["state"]["actor"] == 0:
            self.some(id, 1)
        id = self.duo("tritoc-to-throw", "tritoc:level=yellow1,first=2")
        self.some(id, 6)
        while ada.table(id)["state"]["actor"] != 0:
            self.some(id, 1)
        id = self.duo("tritoc-resigned", "tritoc")
        self.some(id, 20)
        ada.do("resign", id, seat=1)

    def computers(self) -> None:
        ada = self.ada
        computer = {"kind": "computer", "level": "easy"}
        table = ada.open("tactix:size=5", self.person("Ada"), {**computer, "name": "Old Faithful"})
        id = self.tables["tactix-computer"] = table["id"]
        self.some(id, 2)
        self.wait_for_turn(id)
        ada.do("ask", id, seat=1, what="undo")
        ada.do("ask", id, seat=1, what="redo")
        ada.do("ask", id, seat=1, what="undo")
        table = ada.open("xtic:type=nodiags", {**computer, "level": "medium"}, self.person("Ada"))
        self.tables["xtic-computer-finished"] = table["id"]
        self.some(table["id"])
        table = ada.open("tesseract", self.person("Ada"), {**computer, "level": "dazzler"}, pace="600+5")
        id = self.tables["tesseract-computer-resigned"] = table["id"]
        self.some(id, 3)
        self.wait_for_turn(id)
        ada.do("resign", id, seat=1)
        table = ada.open("tactix:size=3", computer, {**computer, "level": "random"}, listed=True)
        self.tables["tactix-computers"] = table["id"]
        self.wait_for_end(table["id"])

    def wait_for_turn(self, id: str) -> None:
        from opened_house import wait_for

        wait_for(lambda: self.ada.table(id)["state"]["turn"] in self.ada.table(id)["mine"])

    def many_seats(self) -> None:
        ada, bob, cyn = self.ada, self.bob, self.cyn
        open_seat = {"kind": "open"}
        game = "xchain:seats=3,preset=blocks2,values=ones,first=random"
        table = ada.open(game, self.person("Ada"), open_seat, open_seat)
        id = self.tables["xchain-3-resigned"] = table["id"]
        bob.do("sit", id, seat=2, invite=table["invites"]["2"], name="Bob")
        cyn.do("sit", id, seat=3, invite=table["invites"]["3"], name="Cyn")
        self.some(id, 4)
        bob.do("resign", id, seat=2)
        self.some(id, 3)
        cyn.do("chat", id, seat=3, text="Two of us left.")

        game = "xchain:seats=4,size=5x6,preset=random4,first=3"
        computer = {"kind": "computer", "level": "trivial"}
        table = cyn.open(game, computer, self.person("Cyn", suit="yellow"), open_seat, open_seat, listed=True)
        id = self.tables["xchain-4-finished"] = table["id"]
        ada.do("sit", id, seat=3, name="Ada")
        bob.do("sit", id, seat=4, name="Robo", kind="bot")
        self.some(id)
        self.tables["xchain-4-rematch"] = again = ada.do("rematch", id)["next"]
        self.some(again, 3)
        self.wait_for_turn_of_people(again)

    def wait_for_turn_of_people(self, id: str) -> None:
        from opened_house import wait_for

        wait_for(lambda: self.ada.table(id)["state"]["turn"] in self.who(id))

    def leaving(self) -> None:
        """Bob goes away from two tables."""
        ada = self.ada
        id = self.duo("tactix-claimed", "tactix:size=4")
        self.go(id, "a1")
        self.until(lambda: ada.try_to("claim", id, seat=2))
        id = self.duo("tactix-stand-in", "tactix:size=4")
        self.go(id, "d4")
        self.until(lambda: ada.try_to("stand_in", id, seat=2, level="easy"))
        self.wait_for_turn(id)

    def waiting(self) -> None:
        """Tables that have not begun: open seats, private and listed, for people and for bots; and one that waits with
        its clock for somebody who is away."""
        ada, bob = self.ada, self.bob
        open_seat = {"kind": "open"}
        table = ada.open("tactix:size=3", self.person("Ada"), open_seat)
        self.tables["tactix-invite"] = table["id"]
        self.links["invite"] = self.seat_link(table, 2)
        table = ada.open(
            "xchain:seats=4,preset=random3",
            open_seat,
            self.person("Ada", suit="yellow"),
            {"kind": "bot", "name": "Robo", "suit": "red"},
            {"kind": "open", "name": "Grandma", "suit": "blue"},
            pace="900+10",
        )
        self.tables["xchain-4-open"] = table["id"]
        self.links["invite-grandma"] = self.seat_link(table, 4)
        self.links["invite-bot"] = self.seat_link(table, 3)
        table = bob.open("xtic:type=torus", self.person("Bob"), open_seat, listed=True)
        self.tables["xtic-listed-open"] = table["id"]
        self.links["sit-listed"] = f"{ORIGIN}/t/{table['id']}/sit/2"
        table = ada.open("tritoc", open_seat, self.person("Ada"))
        self.tables["tritoc-cancelled"] = table["id"]
        ada.do("abandon", table["id"])
        table = ada.open("xtic", self.person("Ada"), open_seat, pace="300+5")
        self.tables["xtic-clock-waits"] = table["id"]
        time.sleep(1.5)  # Ada is away longer than a second
        bob.do("sit", table["id"], seat=2, invite=table["invites"]["2"], name="Bob")
        self.duo("tactix-not-moved", "tactix:size=4,goal=last-wins", self.bob, self.cyn)

    def seat_link(self, table: Json, seat: int) -> str:
        """As invite.js writes it."""
        return f"{ORIGIN}/t/{table['id']}/sit/{seat}#invite={table['invites'][str(seat)]}&watch={table['watch']}"

    def imported(self) -> None:
        """Matches brought along as records: one that is over, and one with dice that is played on."""
        ada, bob = self.ada, self.bob

        def bring(player: Any, name: str) -> str:
            headers = {"Content-Type": "text/plain"}
            answer = player.http.post("/api/records", content=self.record(name).encode(), headers=headers)
            assert answer.status_code == 201, answer.text
            return answer.json()["id"]

        self.tables["imported-finished"] = bring(ada, "tactix-clock-finished")
        self.tables["imported-dice-finished"] = bring(bob, "tritoc-finished")
        id = self.tables["imported-played-on"] = bring(ada, "tritoc-to-throw")
        ada.do("nonce", id, seat=1, nonce="new-dice")
        self.some(id, 6)
        self.tables["imported-flagged"] = bring(ada, "xchain-3-flagged")

    def record(self, name: str) -> str:
        return self.ada.http.get(f"/api/tables/{self.tables[name]}/record").text

    def at_the_terminal(self) -> None:
        """Dan takes a seat from the terminal, moves once and leaves; his secret stays in a file."""
        from opened_house import wait_for

        table = self.ada.open("tactix:size=3", {"kind": "open"}, self.person("Ada"))
        self.tables["tactix-terminal"] = table["id"]
        link = self.seat_link(table, 1).replace(f"{ORIGIN}/", self.url)
        environment = {**os.environ, "XDG_DATA_HOME": str(self.terminal)}
        command = [sys.executable, "-m", "quincunx", "play", "--plain", "--name", "Dan", "--join", link]
        with subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.DEVNULL, env=environment, text=True
        ) as process:
            process.stdin.write("b2\n")
            process.stdin.flush()
            wait_for(lambda: bool(self.ada.table(table["id"])["history"]))
            process.send_signal(signal.SIGINT)

    def leave_in_the_middle(self) -> None:
        ada = self.ada
        computer = {"kind": "computer", "level": "trivial"}
        table = ada.open("tritoc:first=2", self.person("Ada"), computer)  # it waits two seconds for Ada's nonce
        self.tables["tritoc-computer-to-throw"] = table["id"]
        self.duo("tactix-clock-nearly-out", "tactix:size=3", pace="4+0")


# The browser


def browse(url: str) -> tuple[dict[str, str], dict[str, str]]:
    """Ada comes with a browser for the first time, learns and plays: what her browser keeps, and her tables."""
    from open_house import Guest
    from playwright.sync_api import sync_playwright

    program = next(filter(None, map(shutil.which, ("chromium-headless-shell", "chromium"))))
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=program, args=["--no-sandbox"])
        context = browser.new_context(viewport={"width": 1280, "height": 800})
        ada = Guest(context, type("House", (), {"url": url}))
        ada.go("/")
        ada.page.get_by_role("button", name="Your name and settings").click()
        ada.page.get_by_text("Letter keys act while").click()
        ada.page.get_by_label("Your name", exact=True).fill("Ada")
        ada.press("Save")
        ada.press("Sounds")
        ada.page.get_by_role("button", name="Colours").click()
        learn(ada)
        tables = dict(play_in_the_browser(ada))
        ada.page.evaluate("import('/static/me.js').then(me => me.set('chat', false))")
        ada.page.evaluate("import('/static/me.js').then(me => me.set('speed', 'off'))")
        storage = ada.page.evaluate("Object.fromEntries(Object.entries(localStorage))")
        assert ada.errors == []
        browser.close()
    return storage, tables


def learn(ada: Any) -> None:
    """Three steps of a lesson, and a puzzle."""
    from quincunx import games, puzzles

    start = games.start("tactix")
    ada.go("/lessons/tactix")
    ada.press("Next")
    ada.page.get_by_role("heading", name="Taking one", exact=True).wait_for()
    ada.play(start, "a1")
    ada.page.locator(".lesson-feedback").get_by_text("Taken.").wait_for()
    ada.press("Next")
    ada.page.get_by_role("heading", name="Taking a row", exact=True).wait_for()
    ada.play(start, "a1-d1")
    ada.page.locator(".lesson-feedback").get_by_text("Four at once").wait_for()
    puzzle = next(puzzle for puzzle in puzzles.load() if puzzle.id == "tactix-0001")
    ada.go(f"/puzzles/{puzzle.id}")
    ada.play(games.parse(puzzle.position), puzzle.move)
    ada.page.locator(".lesson-feedback").get_by_text("Solved").wait_for()


def play_in_the_browser(ada: Any) -> Iterator[tuple[str, str]]:
    """Games begun with the form, which keeps what was chosen last."""

    def table() -> str:
        return ada.page.url.split("/t/")[1].split("#")[0]

    ada.new_game("xtic", "computer")
    ada.page.get_by_text("torus", exact=False).first.click()
    ada.opponent("easy")
    ada.start("Play the computer")
    ada.play(ada.state, "=5")
    ada.wait_for_plies(3)
    ada.wait_for_turn()
    ada.deed("lines").click()
    yield "browser-xtic-computer", table()
    ada.new_game("tritoc", "here", Name_in_seat_1="Ada", Name_in_seat_2="Eve")
    ada.start("Start at this screen")
    ada.page.locator(".dice").click()
    ada.wait_for_plies(1)
    yield "browser-tritoc-one-screen", table()
    ada.new_game("xchain", "friend", Name_in_seat_1="Ada")
    ada.page.get_by_role("spinbutton", name="Columns").fill("5")
    ada.page.get_by_role("spinbutton", name="Rows").fill("4")
    ada.start("Start and invite a friend")
    yield "browser-xchain-invite", table()
    ada.new_game("tactix", "computer")
    ada.opponent("medium")
    ada.start("Play the computer")
    ada.play(ada.state, "a1-d1")
    ada.wait_for_plies(2)
    ada.wait_for_turn()
    yield "browser-tactix-computer", table()


if __name__ == "__main__":
    main()
