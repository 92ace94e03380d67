"""The board widget. It draws a view and reports clicks; it knows no rules."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from rich.segment import Segment
from textual import events
from textual.message import Message
from textual.strip import Strip
from textual.widget import Widget

from quincunx.games import View
from quincunx.law.messages import text
from quincunx.terminal.screen.layout import BoardLayout, fit, smallest
from quincunx.terminal.screen.paint import Marks, paint
from quincunx.terminal.screen.pointing import squares


class BoardWidget(Widget):
    """Draws a view as large as fits."""

    class Pointed(Message):
        """A square, or a piece of the tray, was clicked or selected."""

        def __init__(self, square: str) -> None:
            super().__init__()
            self.square = square

    def __init__(self) -> None:
        super().__init__(id="board")
        self._view: View | None = None
        self._suits: Sequence[str] = ()
        self._marks = Marks()
        self._board_layout: BoardLayout | None = None
        self._lines: list[list[Segment]] = []

    @property
    def marks(self) -> Marks:
        return self._marks

    @property
    def board_layout(self) -> BoardLayout | None:
        """Where the squares are; None if the board does not fit."""
        return self._board_layout

    def show(self, view: View, suits: Sequence[str]) -> None:
        self._view, self._suits = view, suits
        self._draw()

    def mark(self, **marks: object) -> None:
        """Changes some marks and redraws."""
        self._marks = replace(self._marks, **marks)  # type: ignore[arg-type]
        self._draw()

    def walk(self, dx: int, dy: int) -> None:
        """Moves the cursor; it first appears at a legal move."""
        if not self._board_layout or not self._view:
            return
        cursor, moves = self._marks.cursor, self._view["moves"]
        if cursor in self._board_layout.places:
            self.mark(cursor=self._board_layout.walk(cursor, dx, dy))
            return
        roll = str(self._view.get("roll") or "")
        about = squares(moves[len(moves) // 2], self._view, roll) if moves else []
        self.mark(cursor=about[0] if about else self._board_layout.rows[0][0])

    def origin(self) -> tuple[int, int]:
        """The top left corner of the board, which is centred in the widget."""
        if not self._board_layout:
            return 0, 0
        wide, high = self._board_layout.size
        return max(0, (self.size.width - wide) // 2), max(0, (self.size.height - high) // 2)

    def _draw(self) -> None:
        if self._view and self.size.area:
            self._board_layout = fit(self._view, self.size.width, self.size.height)
            self._lines = paint(self._view, self._board_layout, self._marks, self._suits) if self._board_layout else []
            self.refresh()

    def on_resize(self) -> None:
        self._draw()

    def render_line(self, y: int) -> Strip:
        width = self.size.width
        left, top = self.origin()
        line = []
        if self._view and not self._board_layout:
            wide, high = smallest(self._view)
            notice = (
                text("terminal.screen.no-room"),
                text("terminal.screen.needs", wide=wide, high=high),
                text("terminal.screen.has", wide=width, high=self.size.height),
                text("terminal.screen.can-type"),
            )
            line = [Segment(notice[y])] if y < len(notice) else []
        elif 0 <= y - top < len(self._lines):
            line = [Segment(" " * left), *self._lines[y - top]]
        return Strip(line).simplify().adjust_cell_length(width).apply_style(self.rich_style)

    def on_click(self, event: events.Click) -> None:
        left, top = self.origin()
        square = self._board_layout.at(event.x - left, event.y - top) if self._board_layout else None
        if square:
            self.mark(cursor=square)
            self.post_message(self.Pointed(square))
