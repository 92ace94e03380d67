"""The server as its guests have it: the program itself on a port of this machine, and people with browsers."""

from __future__ import annotations

import os
import random
import re
import secrets
import signal
import socket
import subprocess
import sys
import time
import weakref
from collections.abc import Callable
from pathlib import Path
from typing import Any, cast

from live_server import OPEN, Json, Player, person
from playwright.sync_api import BrowserContext, ConsoleMessage, Locator, expect

from quincunx import games
from quincunx.games import CHANCE, State
from quincunx.law import text

PATIENCE = 40_000
"""Milliseconds after which a test stops waiting for what should have happened long ago."""

DRAWN = "#page:not([aria-busy])"
"""A page says itself when it is complete."""

OPERATOR = "the-token-of-the-operator"
SETTINGS = f"""[server]
open = false
actions = 0
openings = 0
requests = 0
analyses = 0
absence = {{absence}}
operator = "{OPERATOR}"
"""

expect.set_options(timeout=PATIENCE)


class ServerProcess:
    """`quincunx serve` with settings and a database of its own, in a folder."""

    url: str

    def __init__(self, folder: Path, absence: int = 90, more: str = "", locale: str = "en") -> None:
        self._database = folder / "games.sqlite"
        self._settings = folder / "settings.toml"
        self._settings.write_text(SETTINGS.format(absence=absence) + more)
        # A port of its own, also while the server is closed: nobody else gets one to which a socket is bound.
        reserved = socket.socket()
        reserved.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        reserved.bind(("127.0.0.1", 0))
        self._port = str(reserved.getsockname()[1])
        weakref.finalize(self, os.close, reserved.detach())
        self._locale = locale
        self.open()

    def open(self) -> None:
        """Opens it, always at the same address."""
        chosen = {name: value for name, value in os.environ.items() if not name.startswith("QUINCUNX_")}
        self._program = subprocess.Popen(
            [sys.executable, "-m", "quincunx", "serve", "--port", self._port, "--database", self._address],
            env={**chosen, "QUINCUNX_CONFIG": str(self._settings), "QUINCUNX_LOCALE": self._locale},
            stdout=subprocess.PIPE,
            text=True,
        )
        assert self._program.stdout
        line = self._program.stdout.readline()
        found = re.search(r"http://\S+:\d+/", line)
        assert found, f"the server did not open: {line!r}"
        self.url = found[0]

    @property
    def _address(self) -> str:
        return f"sqlite:///{self._database}"

    def change(self, more: str = "", locale: str = "en") -> None:
        """Opens it again at the same address with other settings, or another language and so another edition."""
        self.close()
        self._settings.write_text(SETTINGS.format(absence=90) + more)
        self._locale = locale
        self.open()

    def kill(self) -> None:
        """Kills it, as a power cut would."""
        self._end(signal.SIGKILL)

    def close(self) -> None:
        if self._program.poll() is None:
            self._end(signal.SIGTERM)

    def _end(self, how: signal.Signals) -> None:
        self._program.send_signal(how)
        self._program.communicate(timeout=PATIENCE / 1000)


class Guest:
    """Somebody with a browser of their own."""

    def __init__(self, context: BrowserContext, server: ServerProcess) -> None:
        self.server = server
        self.page = context.new_page()
        self.errors: list[str] = []
        """What went wrong in the page, breaches of its policy included."""
        self.is_reached = True
        """Set it to False where the connection is to be lost: the browser reports every attempt."""
        self._refusals = 0
        """How many actions the server has refused over the websocket."""
        self._secret = ""
        self.page.set_default_timeout(PATIENCE)
        self.page.on("websocket", lambda line: line.on("framereceived", self._count))
        self.page.on("pageerror", lambda error: self.errors.append(str(error)))
        self.page.on("console", self._hear)
        if "QUINCUNX_WITHOUT_WASM" in os.environ:
            self.leave_thinking_to_the_server()

    def _hear(self, message: ConsoleMessage) -> None:
        # The browser also logs every refusal of the server; the tests check whether the page shows it.
        refusal = "status of 4" in message.text and "/api/" in message.location["url"]
        attempt = not self.is_reached and re.search("net::ERR_|WebSocket connection", message.text)
        if message.type == "error" and not refusal and not attempt:
            self.errors.append(message.text)

    def _count(self, frame: str | bytes) -> None:
        self._refusals += str(frame).startswith('{"refused"')

    def until(self, what: Callable[[], bool]) -> None:
        """Until something has happened of which Playwright tells: it does so only while it is called."""
        late = time.monotonic() + PATIENCE / 1000
        while not what():
            assert time.monotonic() < late, "this has not happened"
            self.page.wait_for_timeout(10)

    def leave_thinking_to_the_server(self) -> None:
        """From the next page on, as if the browser could not run the engine."""
        self.page.add_init_script("delete globalThis.WebAssembly")

    def be_operator(self) -> None:
        """As if the operator's token had been typed in this window."""
        self._store_token(OPERATOR)

    def be_no_operator(self) -> None:
        self._store_token("")

    def _store_token(self, token: str) -> None:
        # An init script would run on every later page as well, also in frames that have no storage.
        self.page.goto(self.server.url + "healthz")
        self.page.evaluate("token => sessionStorage.setItem('quincunx.operator', token)", token)

    # Going somewhere

    def go(self, path: str) -> None:
        """To an address of the server, until its page is drawn as a whole."""
        address = self.server.url + path.lstrip("/") if path.startswith("/") else path
        # A change behind the # alone would not load the page.
        if self.page.url.partition("#")[0] == address.partition("#")[0]:
            self.page.goto("about:blank")
        self.page.goto(address)
        self.drawn()

    def drawn(self) -> None:
        """Until the page is complete."""
        self.page.locator(f"{DRAWN} :is(svg, .gone, .error)").first.wait_for(state="attached")

    def new_game(self, game: str, company: str, **more: str) -> None:
        """To the form of a new game, until it is complete."""
        self.go(f"/new?game={game}&with={company}")
        expect(self.page.locator(".preview svg")).to_be_visible()
        for label, value in more.items():
            self.page.get_by_label(label.replace("_", " ")).fill(value)

    # Tables without the forms, for tests of something else

    def sit_at(self, game: str, *seats: Json, **more: Any) -> None:
        """Opens a table, and goes there."""
        with self._player() as me:
            self._go_as_player(me.open(game, *seats, **more)["id"])

    def sit_with(self, friend: Guest, game: str, **more: Any) -> None:
        """Opens a private table for oneself, Ada, and for a friend, Bo; both go there."""
        with self._player() as me, friend._player() as other:
            table = me.open(game, person("Ada"), OPEN, **more)
            other.do("sit", table["id"], seat=2, invite=table["invites"]["2"], name="Bo")
            self._go_as_player(table["id"])
            friend._go_as_player(table["id"])

    def _player(self) -> Player:
        """The one whose secret the browser of this guest keeps; before its first page there is none."""
        if not self._secret:
            self._secret = secrets.token_urlsafe(24)
            keep = f"localStorage.setItem('quincunx.secret', JSON.stringify('{self._secret}'))"
            missing = "location.protocol !== 'about:' && !localStorage.getItem('quincunx.secret')"
            self.page.context.add_init_script(f"if ({missing}) {keep};")
        return Player(self.server.url, self._secret)

    def _go_as_player(self, table: str) -> None:
        self.go(f"/t/{table}")
        self.arrive()

    def stop_clock(self) -> None:
        """Stops the clock of the page, which was installed before. The page's time jumps ahead when it stops, here by
        less than the page waits for its table to come over the websocket."""
        self.page.clock.pause_at(self.page.evaluate("Date.now()") / 1000 + 10)

    def hurry(self) -> None:
        """From the next page on chains are not animated, and computers' moves are shown as soon as they come."""
        keep = "localStorage.setItem('quincunx.speed', JSON.stringify('off'))"
        self.page.context.add_init_script(f"if (location.protocol !== 'about:') {keep};")

    def opponent(self, level: str, seat: int = 2) -> None:
        """Lets a computer sit there."""
        self.page.get_by_label(text("web.form.kind", n=seat)).select_option("computer")
        self.page.get_by_label(text("web.form.level", n=seat)).select_option(level)

    def start(self, button: str) -> None:
        """Presses the form's main button, and waits for the table."""
        self.press(button)
        self.arrive()

    def arrive(self) -> None:
        """Until a table is there."""
        self.page.wait_for_url("**/t/*")
        self.page.locator(f"{DRAWN} .board-place svg").wait_for()

    def invited(self) -> list[str]:
        """The links that the dialog shows: one for each open seat, and the one to watch."""
        fields = self.page.get_by_role("dialog").locator("input.code")
        fields.first.wait_for()
        return [field.input_value() for field in fields.all()]

    def sit(self, link: str, name: str) -> None:
        """Follows an invitation, and takes the seat."""
        self.go(link)
        self.page.get_by_label(text("web.sit.name"), exact=True).fill(name)
        self.start(text("web.sit.sit"))

    # What is seen

    def press(self, name: str) -> None:
        self.page.get_by_role("button", name=name, exact=True).click()

    @property
    def status(self) -> Locator:
        return self.page.locator(".status")

    @property
    def line(self) -> Locator:
        """What stands under the board."""
        return self.page.locator(".board-line")

    @property
    def notices(self) -> Locator:
        return self.page.locator(".notices")

    @property
    def dialog(self) -> Locator:
        return self.page.get_by_role("dialog")

    @property
    def plies(self) -> int:
        """How many there are in the list of moves."""
        return self.page.locator(".ply").count()

    def action(self, name: str) -> Locator:
        """A button under the list of moves."""
        return self.page.locator(f"[data-action={name}]")

    def cell(self, name: str) -> Locator:
        return self.page.locator(f".board-place [role=gridcell][data-name='{name}']")

    @property
    def table(self) -> dict[str, Any]:
        """The table as the server shows it to this browser."""
        ask = "id => import('/static/api.js').then(api => api.table(id))"
        return cast(dict[str, Any], self.page.evaluate(ask, self.page.url.split("/t/")[1].split("#")[0]))

    @property
    def state(self) -> State:
        return games.parse(self.table["state"]["position"])

    @property
    def over(self) -> bool:
        return self.action("rematch").is_visible()

    def wait_for_plies(self, count: int) -> None:
        """Until so many plies were made and are seen."""
        self.page.wait_for_function("count => document.querySelectorAll('.ply').length >= count", arg=count)

    def take_over(self, ask: Callable[[], None], done: Locator) -> None:
        """Asks for the game or the seat of somebody who is away, until it is `done`. A server whose machine stood still
        counts absences anew, and then refuses at first."""
        while not done.is_visible():
            before = self._refusals
            ask()
            self.until(lambda: self._refusals > before or done.is_visible())  # noqa: B023 - called here

    def claim(self) -> None:
        """Claims the game of somebody who is away."""
        self.take_over(lambda: self.press(text("web.notice.claim")), self.page.locator(".telling.ended"))

    def wait_for_turn(self) -> None:
        """Until it is this guest's turn, or the page announces the end (once the board has shown the last move)."""
        self.page.wait_for_function("() => document.querySelector('.seat.mine.acting, .telling.ended')")

    # Playing

    def play(self, state: State, move: str) -> None:
        """Makes a move by clicks; when the dice are to be rolled, rolls them."""
        for spot in self._clicks(state, move):
            spot.click()

    def _clicks(self, state: State, move: str) -> list[Locator]:
        if state.actor == CHANCE:
            return [self.page.locator(".dice")]
        if move == "-":
            return [self.page.get_by_role("button", name=text("tritoc.board.pass"))]
        match state.game.name:
            case "xtic" if move.startswith("="):
                return [self.page.locator(f".tray [data-piece='{move[1]}']")]
            case "tactix":
                first, _, last = move.partition("-")
                return [self.cell(first), self.cell(last or first)]
            case "tritoc":
                return [self.cell(move.removeprefix("x") if "." in move else f"{move}.{state.view()['roll']}")]
            case "tesseract":
                return [self.cell(move)] * 2
        return [self.cell(move)]

    def take_turns(self, make: Callable[[State, str], None], seed: int = 1) -> None:
        """Plays one's own moves at random until the game is over; somebody else plays the others."""
        draw = random.Random(seed)
        self.wait_for_turn()
        while not self.over:
            state, before = self.state, self.plies
            make(state, draw.choice(state.moves()))
            self.wait_for_plies(before + 1)
            self.wait_for_turn()

    # By keyboard

    def keys(self, *keys: str) -> None:
        for key in keys:
            self.page.keyboard.press(key)

    def tab_to(self, selector: str) -> None:
        """Goes on with the tab key, as often as it takes."""
        for _ in range(150):
            self.keys("Tab")
            if self.page.evaluate("selector => Boolean(document.activeElement?.matches(selector))", selector):
                return
        raise AssertionError(f"the tab key does not reach {selector}")

    def walk(self, name: str) -> None:
        """From square to square with arrow keys."""
        here = cast(str, self.page.evaluate("document.activeElement.dataset.name"))
        across, down = ord(name[0]) - ord(here[0]), int(name[1:]) - int(here[1:])
        self.keys(*["ArrowRight" if across > 0 else "ArrowLeft"] * abs(across))
        self.keys(*["ArrowDown" if down > 0 else "ArrowUp"] * abs(down))
        expect(self.cell(name)).to_be_focused()
