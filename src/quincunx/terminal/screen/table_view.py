"""The view of a table: board, side panel and status line."""

from __future__ import annotations

from collections.abc import Sequence

from textual.app import ComposeResult
from textual.containers import Horizontal, Vertical
from textual.timer import Timer
from textual.widgets import Static

from quincunx.engine import Analysis
from quincunx.games import View
from quincunx.law.messages import text
from quincunx.terminal import colours, messages
from quincunx.terminal.match import Json
from quincunx.terminal.screen.board import BoardWidget
from quincunx.terminal.screen.panel import Panel, seats
from quincunx.terminal.screen.pointing import last_squares, squares, starts_pair

WAVE = 0.25
"""Seconds that each intermediate position of a move is shown."""
VALUES = 12
"""How many move values the side panel lists."""


class TableView(Vertical):
    """Shows tables; the intermediate positions of a move are shown one after the other."""

    def __init__(self) -> None:
        super().__init__(id="stage")
        self._table: Json = {}
        self._coming: list[tuple[View, list[str]]] = []
        """Positions still to be shown, each with the squares of the last move."""
        self._timer: Timer | None = None
        self._values: list[str] = []

    def compose(self) -> ComposeResult:
        yield Static(id="title", markup=False)
        with Horizontal(id="middle"):
            yield BoardWidget()
            yield Panel()
        yield Static(id="status", markup=False)

    @property
    def board(self) -> BoardWidget:
        return self.query_one(BoardWidget)

    @property
    def resting(self) -> bool:
        """Whether no animation is running."""
        return not self._coming

    @property
    def valued(self) -> bool:
        """Whether move values are shown."""
        return bool(self._values)

    def show(self, table: Json, waves: Sequence[View] = (), *, hasten: bool = True) -> None:
        """Shows a table after the intermediate positions `waves`.

        With `hasten` the rest of the previous animation is dropped; otherwise it is finished first.
        """
        if hasten:
            self._coming.clear()
        going, last = bool(self._coming), last_squares(table)
        self._table = table
        self.forget()
        if waves or going:
            self._coming += [*((wave, last) for wave in waves), (table["state"], last)]
        if not going:
            self._next()

    def tell(self, said: str, *, refused: bool = True) -> None:
        """Shows a message in the status line."""
        status = self.query_one("#status", Static)
        status.update(f" {'✗ ' if refused else ''}{said}")
        status.set_class(refused, "refused")

    def prompt(self) -> None:
        """Shows whose turn it is and what to do."""
        chosen = self.board.marks.chosen
        pair = bool(chosen) and starts_pair(self._table["state"], chosen)
        prompt = messages.prompt(self._table, chosen, pair=pair)
        if not self.query_one(Panel).display:  # otherwise the panel shows the points
            prompt = f"{prompt} {messages.scored(self._table)}".rstrip()
        self.tell(prompt, refused=False)

    def advise(self, found: Analysis, values: bool) -> None:
        """Marks the best move, and shows the values of all moves if wanted."""
        view, best = self._table["state"], found.best
        roll = str(view.get("roll") or "")
        about = {one.move: squares(one.move, view, roll) for one in found.moves}
        shown: dict[str, str] = {}
        if values and all(len(names) < 2 for names in about.values()):  # otherwise a square belongs to several moves
            shown = {
                names[0]: messages.short_value(one.value, found.actor)
                for one in found.moves
                if (names := about[one.move])
            }
        self._values = messages.valued(found, found.actor, VALUES) if values else []
        self.board.mark(hint=about[best.move], values=shown)
        self._draw(view, last_squares(self._table))
        value = best.value.words(found.actor)
        self.tell(text("terminal.screen.value", move=best.move, value=value, basis=found.basis), refused=False)

    def forget(self) -> None:
        """Clears the selection and all advice from the board."""
        self._values = []
        self.board.mark(chosen="", hint=(), values={})

    def show_clocks(self, table: Json) -> None:
        self.query_one("#seats", Static).update(seats(table, colours.seat_colours(table["state"], table["seats"])))

    def _next(self) -> None:
        if self._timer:
            self._timer.stop()
            self._timer = None
        if self._coming:
            self._draw(*self._coming.pop(0))
        else:
            self._draw(self._table["state"], last_squares(self._table))
        if self._coming:
            self._timer = self.set_timer(WAVE, self._next)

    def _draw(self, picture: View, last: list[str]) -> None:
        table = self._table
        view = {**table["state"], **picture}
        suits = colours.seat_colours(view, table["seats"])
        self.query_one("#title", Static).update(f" {table['title']}  {table['game'].partition(':')[2]}")
        self.board.mark(last=last)
        self.board.show(view, suits)
        self.query_one(Panel).show({**table, "state": view}, suits, self._values)
        self.prompt()
