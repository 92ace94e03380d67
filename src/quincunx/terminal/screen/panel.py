"""The side panel: seats, facts about the game, dice, move values, and the history."""

from __future__ import annotations

from collections.abc import Sequence

from rich.text import Text
from textual.app import ComposeResult
from textual.containers import VerticalScroll
from textual.message import Message
from textual.widgets import Static

from quincunx import text
from quincunx.engine import title
from quincunx.terminal import colours
from quincunx.terminal import messages as messages
from quincunx.terminal.match import Json

PIPS = ("         ", "    ●    ", "●       ●", "●   ●   ●", "● ●   ● ●", "● ● ● ● ●", "● ●● ●● ●")
"""The 3 x 3 face of a die by its number; 0 is a die not thrown yet."""


class DiceWidget(Static):
    """The two dice. A click throws them."""

    class Thrown(Message):
        """Somebody clicked the dice."""

    def show(self, table: Json) -> None:
        dice, waiting = table["dice"], table["state"]["phase"] == "roll"
        faces = (0, 0) if waiting else dice and dice["faces"]
        self.display = bool(dice and faces)
        if not faces:
            return
        lines = [" ".join(f"│ {PIPS[face][row : row + 3]} │" for face in faces) for row in (0, 3, 6)]
        mine = waiting and messages.actor(table) is not None
        below = "throw: space or click" if mine else ""
        self.update(Text("\n".join(("╭─────╮ ╭─────╮", *lines, "╰─────╯ ╰─────╯", below)), "bold" if mine else ""))

    def on_click(self) -> None:
        self.post_message(self.Thrown())


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
        self._fill("#points", "\n".join(lines))
        facts = "\n".join(f"{label}  {shown}" for label, shown in text.facts(table["state"], without={"tray"}))
        self._fill("#facts", facts)
        self.query_one(DiceWidget).show(table)
        self._fill("#values", "\n".join(values))
        # Newest first, so that the last moves are visible without scrolling on small screens.
        self._fill("#moves", "\n".join(reversed(messages.moved(table))))

    def _fill(self, what: str, told: str) -> None:
        part = self.query_one(what, Static)
        part.update(Text(told))
        part.display = bool(told)


def seats(table: Json, suits: Sequence[str]) -> Text:
    """A line for each seat: emblem, letter, name, details; `▸` marks whose turn it is."""
    view = table["state"]
    letters = {cell["seat"]: cell["text"][0] for cell in view["cells"] if cell.get("seat")}
    told = Text()
    for seat, suit in zip(table["seats"], suits, strict=True):
        number = seat["seat"]
        turn = not table["over"] and table["began"] and view["turn"] == number
        told.append("▸ " if turn else "  ", "bold")
        told.append(f"{colours.EMBLEMS[suit]} ", suit)
        if number in letters:
            told.append(f"{letters[number]} ", f"bold {suit}")
        told.append(f"{number} {'(open)' if seat['open'] else seat['name']}", "bold" if turn else "")
        told.append(f"{_more(table, number)}\n")
    told.rstrip()
    return told


def _more(table: Json, number: int) -> str:
    """Details of a seat: level, counters, status, score, clock."""
    view, seat = table["state"], table["seats"][number - 1]
    found = []
    if seat.get("kind") == "computer" and title(seat["level"]) != seat["name"]:
        found.append(title(seat["level"]))
    if "counters" in view:
        found.append(str(view["counters"][number - 1]))
    if view.get("standing", [""] * number)[number - 1] in ("dead", "out"):
        found.append(view["standing"][number - 1])
    if not seat.get("present", True) and not seat["open"]:
        found.append("away")
    if table["series"]["played"]:
        found.append(f"score {seat.get('points', 0)}")
    if seat.get("left") is not None:
        minutes, seconds = divmod(int(seat["left"]), 60)
        found.append(f"{minutes}:{seconds:02}")
    return "".join(f" · {told}" for told in found)
