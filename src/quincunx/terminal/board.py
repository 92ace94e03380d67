"""The board on the screen: it is given a view and shows it; what is pointed at it tells, and knows no rule."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from rich.segment import Segment
from textual import events
from textual.message import Message
from textual.strip import Strip
from textual.widget import Widget

from quincunx.games import View
from quincunx.terminal.painting import Marks, paint
from quincunx.terminal.plan import Plan, fit, smallest


class Board(Widget):
    """Shows a view as large as there is room for."""

    class Pointed(Message):
        """Somebody points at a square, or at a piece of the tray."""

        def __init__(self, square: str) -> None:
            super().__init__()
            self.square = square

    def __init__(self) -> None:
        super().__init__(id="board")
        self._view: View | None = None
        self._suits: Sequence[str] = ()
        self._marks = Marks()
        self._plan: Plan | None = None
        self._lines: list[list[Segment]] = []

    @property
    def marks(self) -> Marks:
        return self._marks

    @property
    def plan(self) -> Plan | None:
        """Where the squares are; None while there is no room for them."""
        return self._plan

    def show(self, view: View, suits: Sequence[str]) -> None:
        self._view, self._suits = view, suits
        self._draw()

    def mark(self, **marks: object) -> None:
        """Changes some of the marks."""
        self._marks = replace(self._marks, **marks)  # type: ignore[arg-type]
        self._draw()

    def walk(self, dx: int, dy: int) -> None:
        """Moves the cursor; the first time it appears in the middle."""
        if self._plan:
            rows = self._plan.rows
            middle = rows[len(rows) // 2][len(rows[len(rows) // 2]) // 2]
            cursor = self._marks.cursor
            self.mark(cursor=self._plan.walk(cursor, dx, dy) if cursor in self._plan.places else middle)

    def origin(self) -> tuple[int, int]:
        """Where the plan's top left corner is in the widget: it stands in the middle."""
        if not self._plan:
            return 0, 0
        wide, high = self._plan.size
        return max(0, (self.size.width - wide) // 2), max(0, (self.size.height - high) // 2)

    def _draw(self) -> None:
        if self._view and self.size.area:
            self._plan = fit(self._view, self.size.width, self.size.height)
            self._lines = paint(self._view, self._plan, self._marks, self._suits) if self._plan else []
            self.refresh()

    def on_resize(self) -> None:
        self._draw()

    def render_line(self, y: int) -> Strip:
        width = self.size.width
        if self._view and not self._plan:
            wide, high = smallest(self._view)
            told = (
                "",
                "No room for the board:",
                f"it needs {wide} x {high},",
                f"here is {width} x {self.size.height}.",
            )
            text = (*told, "Moves can be typed.")[y] if y <= len(told) else ""
            return Strip([Segment(text)]).adjust_cell_length(width)
        left, top = self.origin()
        if not 0 <= y - top < len(self._lines):
            return Strip.blank(width, self.rich_style)
        line = self._lines[y - top]
        return Strip([Segment(" " * left), *line]).simplify().apply_style(self.rich_style).adjust_cell_length(width)

    def on_click(self, event: events.Click) -> None:
        left, top = self.origin()
        square = self._plan.at(event.x - left, event.y - top) if self._plan else None
        if square:
            self.mark(cursor=square)
            self.post_message(self.Pointed(square))
