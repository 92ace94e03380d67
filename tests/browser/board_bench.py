"""The bench: a board in a page that plays all seats, with the law behind it."""

from __future__ import annotations

from collections.abc import Callable
from http.server import BaseHTTPRequestHandler
from pathlib import Path
from typing import Any

from playwright.sync_api import ConsoleMessage, Page, expect

from quincunx import games
from quincunx.games import CHANCE, IllegalMove, State
from quincunx.law import suits
from quincunx.server.routes.web.pages import games_with, messages_module

HERE = Path(__file__).parent
WEB = Path(games.__file__).parent.parent / "web"
TYPES = {".html": "text/html", ".js": "text/javascript", ".css": "text/css"}

POLICY = "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'"
"""As strict as the server's own: a board that needs inline styles or scripts fails here already."""


HIDDEN = "no-boards"
"""Requested to pretend that no game has a board of its own."""


def where(address: str) -> Path:
    """The file that an address means: of the bench, of a game, or of the pages."""
    match address.split("/"):
        case ["games", game, name]:
            return Path(games.__file__).parent / game / "web" / name
        case ["games.js" | "text.js" | "updates.js"] | ["boards", _]:
            return WEB / address
    return HERE / address


class Files(BaseHTTPRequestHandler):
    """Serves the boards' own files, and those of the bench."""

    def do_GET(self) -> None:
        path, _, query = self.path.partition("?")
        file = where(path.lstrip("/"))
        found = file.suffix in TYPES and file.is_file()
        body = file.read_bytes() if found else b""
        if path == "/messages.js":
            found, body = True, messages_module()
        if file.suffix == ".html":
            boards = [] if query == HIDDEN else games_with("board.js")
            body = body.replace(b"$boards", " ".join(boards).encode())
        self.send_response(200 if found else 404)
        self.send_header("Content-Type", TYPES.get(file.suffix, "text/plain"))
        self.send_header("Content-Security-Policy", POLICY)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, format: str, *args: object) -> None:
        """Says nothing."""


class Bench:
    """A board in a page that plays all seats, with the law behind it."""

    state: State
    look: dict[str, Any]
    rolls: Callable[[State], str]
    """What the dice show next."""
    errors: list[str]
    """What went wrong in the page."""

    def __init__(self, page: Page, address: str) -> None:
        self.page = page
        self.address = address
        page.set_default_timeout(40_000)
        page.expose_function("law", self._answer)
        page.on("pageerror", lambda error: self.errors.append(str(error)))
        page.on("console", self._hear)
        self.clear()

    def _hear(self, message: ConsoleMessage) -> None:
        if message.type == "error":
            self.errors.append(message.text)

    def clear(self) -> None:
        """As it was at first."""
        self._open(self.address)

    def hide_boards(self) -> None:
        """As if no game had a board of its own."""
        self._open(f"{self.address}?{HIDDEN}")

    def _open(self, address: str) -> None:
        self.look, self.errors = {}, []
        self._turn: tuple[int, list[str]] = (0, [])
        self.page.goto(address)
        self.page.wait_for_function("() => window.ready")

    def lay(self, position: str, **look: Any) -> None:
        """Shows a position (or the start of a game), the seat to move being ours unless `mine` says otherwise."""
        self.lay_state(games.parse(position) if " " in position else games.start(position), **look)

    def lay_state(self, state: State, **look: Any) -> None:
        """Shows a state, of whatever game."""
        self.state = state
        self.look = {"mine": [self.state.turn], "suits": suits.defaults(state.game), **look}
        self.page.evaluate("([view, look]) => window.show(view, look)", [self.state.view(), self.look])

    def show(self, **look: Any) -> None:
        """Shows the same position with something else in its look."""
        self.look |= look
        self.page.evaluate("([view, look]) => window.show(view, look)", [self.state.view(), self.look])

    def _answer(self, move: str) -> dict[str, Any]:
        before = self.state
        token = self.rolls(before) if move == "roll" else move
        if (before.actor == CHANCE) != (move == "roll"):
            return {"refused": "the dice have to be rolled first" if before.actor == CHANCE else "nothing to roll"}
        try:
            token = before.game.move(token)
            steps, self.state = before.steps(token), before.play(token)
        except IllegalMove as refusal:
            return {"refused": str(refusal)}
        seat, tokens = self._turn
        self._turn = (before.turn, [*tokens, token] if seat == before.turn else [token])
        self.look |= {"mine": [self.state.turn], "steps": list(steps)}
        self.look["last"] = {"seat": before.turn, "tokens": self._turn[1]}
        if move == "roll":
            first = max(1, int(token) - 6)
            self.look["dice"] = {"faces": [first, int(token) - first]}
        return {"view": self.state.view(), "look": self.look}

    @property
    def over(self) -> bool:
        return self.state.outcome is not None

    @property
    def played(self) -> list[str]:
        """Every move the board asked for."""
        return list(self.page.evaluate("told.played"))

    @property
    def refused(self) -> list[str]:
        """Every reason that was given, by the board or by the law."""
        return list(self.page.evaluate("told.refused"))

    @property
    def line(self) -> str:
        """What stands under the board."""
        return self.page.locator("#line").inner_text()

    def objection(self, move: str) -> str:
        """The law's reason against a move that is not legal here."""
        try:
            self.state.play(self.state.game.move(move))
        except IllegalMove as refusal:
            return str(refusal)
        raise AssertionError(f"{move} is legal")

    def expect_line(self, words: str) -> None:
        """Until these words stand under the board; the law's reasons come a little later."""
        expect(self.page.locator("#line")).to_contain_text(words)

    def wait(self, moves: int) -> None:
        """Until so many moves were answered and shown."""
        self.page.wait_for_function("moves => told.answered >= moves", arg=moves)

    def cell(self, name: str) -> str:
        """The selector of a square."""
        return f"[role=gridcell][data-name='{name}']"

    def click(self, *names: str) -> None:
        for name in names:
            self.page.click(self.cell(name))

    def label(self, name: str) -> str:
        """What a screen reader calls a square."""
        return self.page.locator(self.cell(name)).get_attribute("aria-label") or ""

    def press(self, *keys: str) -> None:
        for key in keys:
            self.page.keyboard.press(key)

    def enter(self) -> None:
        """Goes to the board with the tab key, as often as it takes."""
        for _ in range(20):
            self.press("Tab")
            if self.focused:
                return
        raise AssertionError("the tab key does not reach the board")

    @property
    def focused(self) -> str:
        """The square with the focus."""
        return self.page.evaluate("document.activeElement?.closest('[role=gridcell]')?.dataset.name ?? ''") or ""

    def walk(self, name: str, columns: str = "abcdefghijkl") -> None:
        """Goes to a square with arrow keys."""
        here = self.focused
        across = columns.index(name[0]) - columns.index(here[0])
        down = int(name[1:]) - int(here[1:])
        self.press(*["ArrowRight" if across > 0 else "ArrowLeft"] * abs(across))
        self.press(*["ArrowDown" if down > 0 else "ArrowUp"] * abs(down))
        assert self.focused == name
