"""The side panel: seats, facts about the game, dice, move values, and the history."""

from __future__ import annotations

from collections.abc import Sequence

from rich.text import Text
from textual.app import ComposeResult
from textual.containers import VerticalScroll
from textual.message import Message
from textual.widgets import Static

from quincunx.engine import title
from quincunx.law.messages import text
from quincunx.terminal import colours, messages
from quincunx.terminal.match import Json
from quincunx.text import facts, tray

PIPS = ("         ", "    ●    ", "●       ●", "●   ●   ●", "● ●   ● ●", "● ● ● ● ●", "● ●● ●● ●")
"""The 3 x 3 face of a die by its number; 0 is a die not rolled yet."""


class DiceWidget(Static):
    """The two dice. A click rolls them."""

    class Rolled(Message):
        """Somebody clicked the dice."""

    def show(self, table: Json) -> None:
        dice, waiting = table["dice"], table["state"]["phase"] == "roll"
        faces = (0, 0) if waiting else dice and dice["faces"]
        self.display = bool(dice and faces)
        if not faces:
            return
        lines = [" ".join(f"│ {PIPS[face][row : row + 3]} │" for face in faces) for row in (0, 3, 6)]
        mine = waiting and messages.actor(table) is not None
        below = text("terminal.screen.roll") if mine else ""
        self.update(Text("\n".join(("╭─────╮ ╭─────╮", *lines, "╰─────╯ ╰─────╯", below)), "bold" if mine else ""))

    def on_click(self) -> None:
        self.post_message(self.Rolled())


class Panel(VerticalScroll):
    """The whole panel."""

    can_focus = False

    def __init__(self) -> None:
        super().__init__(id="panel")

    def compose(self) -> ComposeResult:
        yield Static(id="seats")
        yield Static(id="points")
        yield Static(id="facts")
        yield DiceWidget(id="dice")
        yield Static(id="values")
        yield Static(id="moves")

    def show(self, table: Json, suits: Sequence[str], values: Sequence[str]) -> None:
        self.query_one("#seats", Static).update(seats(table, suits))
        lines = []
        for heading, each in messages.scores(table):
            lines += [f"{heading}:", *(f"  {name}  {points}" for name, points in each.items())]
        self._fill("#points", "\n".join([*lines, *filter(None, (messages.series_target(table),))]))
        drawn = {"tray"} if tray(table["state"]) else set()
        listed = "\n".join(f"{label}  {value}" for label, value in facts(table["state"], without=drawn))
        self._fill("#facts", listed)
        self.query_one(DiceWidget).show(table)
        self._fill("#values", "\n".join(values))
        # Newest first, so that the last moves are visible without scrolling on small screens.
        self._fill("#moves", "\n".join(reversed(messages.moved(table))))

    def _fill(self, what: str, shown: str) -> None:
        part = self.query_one(what, Static)
        part.update(Text(shown))
        part.display = bool(shown)


def seats(table: Json, suits: Sequence[str]) -> Text:
    """A line for each seat: emblem, letter, name, details; `▸` marks whose turn it is."""
    view = table["state"]
    letters = {cell["seat"]: cell["text"][0] for cell in view["cells"] if cell.get("seat")}
    lines = Text()
    for seat, suit in zip(table["seats"], suits, strict=True):
        number = seat["seat"]
        turn = not table["over"] and table["began"] and view["turn"] == number
        lines.append("▸ " if turn else "  ", "bold")
        lines.append(f"{colours.EMBLEMS[suit]} ", suit)
        if number in letters:
            lines.append(f"{letters[number]} ", f"bold {suit}")
        name = text("terminal.open-seat") if seat["open"] else seat["name"]
        lines.append(f"{number} {name}", "bold" if turn else "")
        lines.append(f"{_more(table, number)}\n")
    lines.rstrip()
    return lines


def _more(table: Json, number: int) -> str:
    """Details of a seat: level, counters, status, score, clock."""
    view, seat = table["state"], table["seats"][number - 1]
    found = []
    if seat.get("kind") == "computer" and title(seat["level"]) != seat["name"]:
        found.append(title(seat["level"]))
    if "counters" in view:
        found.append(str(view["counters"][number - 1]))
    status = view.get("standing", [""] * number)[number - 1]
    if status == "dead":
        found.append(text("terminal.screen.eliminated"))
    elif status == "out":
        found.append(text("terminal.screen.left"))
    if not seat.get("present", True) and not seat["open"]:
        found.append(text("terminal.screen.away"))
    if table["series"]["played"]:
        found.append(text("terminal.screen.score", points=seat.get("points", 0)))
    if seat.get("left") is not None:
        minutes, seconds = divmod(int(seat["left"]), 60)
        found.append(f"{minutes}:{seconds:02}")
    return "".join(f" · {detail}" for detail in found)
