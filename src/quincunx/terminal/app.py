"""The full-screen game."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import ClassVar

from textual import on, work
from textual.app import App, ComposeResult
from textual.binding import Binding
from textual.containers import Horizontal
from textual.widgets import Button, Footer, Input, Static

from quincunx import engine, games
from quincunx.engine import Analysis, Control, Limits
from quincunx.games import Game, Refused
from quincunx.table import Setup
from quincunx.terminal import words
from quincunx.terminal.board import Board
from quincunx.terminal.dialogs import Ask, Help
from quincunx.terminal.form import NewGame
from quincunx.terminal.line import ARROWS, Line
from quincunx.terminal.local import LocalMatch
from quincunx.terminal.match import Json, Match
from quincunx.terminal.panel import Dice
from quincunx.terminal.pointing import point
from quincunx.terminal.stage import Stage

THOUGHT = 1.0
"""Seconds that a hint, or the values of moves, may take."""


class Quincunx(App[None]):
    """One match after the other at this screen."""

    CSS_PATH = "quincunx.tcss"
    TITLE = "Quincunx"
    ENABLE_COMMAND_PALETTE = False
    HORIZONTAL_BREAKPOINTS = [(0, "-narrow"), (64, "-normal"), (100, "-wide")]  # noqa: RUF012 - as Textual has it
    VERTICAL_BREAKPOINTS = [(0, "-low"), (20, "-high")]  # noqa: RUF012
    BINDINGS: ClassVar = [
        *(
            Binding(f"f{n}", action, label, key_display=f"F{n}")
            for n, action, label in (
                (1, "help", "Help"),
                (2, "new", "New"),
                (3, "hint", "Hint"),
                (4, "values", "Values"),
                (5, "ask('undo')", "Undo"),
                (6, "ask('redo')", "Redo"),
                (7, "resign", "Resign"),
                (10, "leave", "Quit"),
            )
        ),
        Binding("ctrl+q,ctrl+c", "leave", show=False, priority=True),
        Binding("escape", "take_back", show=False),
    ]

    def __init__(self, match: Match | None, game: Game) -> None:
        """With no match to begin with, the form asks for one; `game` is what it proposes."""
        super().__init__()
        self._match = match
        self._game = game
        self._advice: Control | None = None
        self._following: Match | None = None
        self._seen = 0

    def compose(self) -> ComposeResult:
        yield Stage()
        with Horizontal(id="ending"):
            yield Static("Another game?")
            yield Button("Yes (y)", id="again", compact=True)
            yield Button("Other game (F2)", id="other", compact=True)
            yield Button("Quit (F10)", id="leave", compact=True)
        yield Line(id="line", compact=True)
        yield Footer(show_command_palette=False)

    def on_mount(self) -> None:
        self.query_one("#ending").display = False
        self.query_one(Line).focus()
        self.set_interval(0.5, self._tick)
        if self._match:
            self._sit(self._match)
        else:
            self.action_new()

    @property
    def _stage(self) -> Stage:
        return self.query_one(Stage)

    # The match

    def _sit(self, match: Match) -> None:
        self._match = match
        self._game = games.game(match.table["game"])
        self.query_one(Board).mark(cursor="")
        self._seen = match.table["version"]
        self._changed()

    def _changed(self, *, hasten: bool = True) -> None:
        """Shows the table as it is now, and lets others go on."""
        assert self._match
        table = self._match.table
        new, self._seen = table["version"] > self._seen, table["version"]
        self._stop_advice()
        self._stage.show(table, (table["last"] or {}).get("steps", ()) if new else (), hasten=hasten)
        self.query_one("#ending").display = table["over"]
        self.query_one(Line).placeholder = "y, or a word" if table["over"] else "a move, or help"
        self._go_on(self._match)

    def _go_on(self, match: Match) -> None:
        """Follows what happens without the people here: one thread for a match, as long as something can happen."""
        if self._following is not match and match.pending:
            self._following = match
            self._follow(match)

    @work(thread=True, group="follow")
    def _follow(self, match: Match) -> None:
        try:
            while match.pending:
                match.proceed()
                self.call_from_thread(self._happened, match)
        except Refused as error:
            self.call_from_thread(self._rested, match, str(error))
        else:
            self.call_from_thread(self._rested, match)

    def _rested(self, match: Match, trouble: str = "") -> None:
        if self._following is match:
            self._following = None
        if match is not self._match:
            return
        if trouble:
            self._stage.tell(trouble)
        else:
            self._go_on(match)  # somebody may have done something just now

    def _happened(self, match: Match) -> None:
        if match is self._match:
            self._changed(hasten=False)  # whoever looks on sees the end of the last chain before the next

    def _tick(self) -> None:
        if self._match is None or not self._match.table["clock"]:
            return
        if self._match.tick():
            self._changed()
        self._stage.show_clocks(self._match.table)

    # What people do

    @work(group="deeds")
    async def _do(self, do: str, seat: int | None, **more: object) -> None:
        """A deed of a seat here; the refusal is told where there is one, and nothing has changed then."""
        assert self._match
        if seat is None:
            self._stage.tell("nobody here plays at this table")
            return
        try:
            await asyncio.to_thread(self._match.do, do, seat, **more)  # a house may be far away
        except Refused as error:
            self.query_one(Board).mark(chosen="")
            self._stage.tell(str(error))
            return
        self._changed()

    @on(Input.Submitted, "#line")
    def _typed(self, event: Input.Submitted) -> None:
        typed = event.value.strip()
        event.input.value = ""
        if typed:
            self.say(typed)
            return
        board = self.query_one(Board)
        if board.marks.cursor:
            board.post_message(Board.Pointed(board.marks.cursor))

    def say(self, typed: str) -> None:
        """A word or a move."""
        if self._match is None:
            return
        table = self._match.table
        word = typed.lower()
        deeds: dict[str, Callable[[], object]] = {
            "throw": self._throw,
            "hint": self.action_hint,
            "values": self.action_values,
            "moves": lambda: self._stage.tell(" ".join(table["state"]["moves"]) or "there are none", refused=False),
            "board": self._changed,
            "undo": lambda: self.action_ask("undo"),
            "redo": lambda: self.action_ask("redo"),
            "draw": lambda: self.action_ask("draw"),
            "resign": self.action_resign,
            "help": self.action_help,
            "quit": self.action_leave,
            "yes": lambda: self._answer(True),
            "no": lambda: self._answer(False),
        }
        if word in ("y", "n") and (table["over"] or table["question"]):
            word = {"y": "yes", "n": "no"}[word]
        if word in deeds:
            deeds[word]()
        else:
            self._do("move", words.actor(table) or words.asker(table), move=typed)

    def _answer(self, yes: bool) -> None:
        assert self._match
        table = self._match.table
        if table["over"]:
            self._again() if yes else self.action_leave()
            return
        question = table["question"]
        own = question and question["seat"] in table["mine"]
        self._do("answer", words.actor(table) or (question["seat"] if own else words.asker(table)), yes=yes)

    def _throw(self) -> None:
        assert self._match
        table = self._match.table
        self._do("throw", words.actor(table) or words.asker(table))

    @on(Dice.Thrown)
    def _dice_clicked(self) -> None:
        self._throw()

    @on(Line.Walked)
    def _walked(self, event: Line.Walked) -> None:
        if event.key != "space":
            self.query_one(Board).walk(*ARROWS[event.key])
        elif self._match and self._match.table["state"]["deed"] == "throw":
            self._throw()
        else:
            self._unchoose()

    @on(Board.Pointed)
    def _pointed(self, event: Board.Pointed) -> None:
        if self._match is None:
            return
        table = self._match.table
        deed = table["state"]["deed"]
        if deed == "throw":
            self._throw()
            return
        board = self.query_one(Board)
        found = point(deed, board.marks.chosen, event.square)
        if found.typed:
            self._do("move", words.actor(table) or words.asker(table), move=found.typed)
        elif words.actor(table):
            board.mark(chosen=found.chosen)
            self._stage.prompt()
        else:
            self._stage.tell(words.standing(table))

    def _unchoose(self) -> None:
        self.query_one(Board).mark(chosen="")
        if self._match:
            self._stage.prompt()

    def action_take_back(self) -> None:
        """Takes back what was typed or chosen; else lets a computer that thinks move at once."""
        line, chosen = self.query_one(Line), self.query_one(Board).marks.chosen
        if not line.value and not chosen and self._match:
            self._match.hurry()
        line.value = ""
        self._unchoose()

    def action_ask(self, what: str) -> None:
        if self._match:
            table = self._match.table
            self._do("ask", words.undoer(table) if what == "undo" else words.asker(table), what=what)

    @work
    async def action_resign(self) -> None:
        if not self._match or self._match.table["over"]:
            return
        seat = words.asker(self._match.table)
        if seat and await self._ask(f"{words.named(self._match.table, seat)}: resign?"):
            self._do("resign", seat)

    # Advice

    def action_hint(self) -> None:
        self._advise(values=False)

    def action_values(self) -> None:
        if self._stage.valued:
            self._changed()
        else:
            self._advise(values=True)

    def _advise(self, *, values: bool) -> None:
        if self._match is None:
            return
        table = self._match.table
        if not table["hints"]:
            self._stage.tell("no hints between people until the game is over, or all agree")
        elif table["state"]["actor"] < 1:
            self._stage.tell("the game is over" if table["over"] else "the dice have to be thrown first")
        else:
            self._changed()
            self._stage.tell("Thinking …", refused=False)
            self._advice = Control()
            self._think(table, self._advice, values)

    @work(thread=True, group="advice")
    def _think(self, table: Json, control: Control, values: bool) -> None:
        try:
            found = engine.analyse(games.parse(table["state"]["position"]), Limits(seconds=THOUGHT), control=control)
        except Refused as error:
            self.call_from_thread(self._stage.tell, str(error))
            return
        self.call_from_thread(self._advised, control, found, values)

    def _advised(self, control: Control, found: Analysis, values: bool) -> None:
        if control is self._advice:  # else it is about another position
            self._stage.advise(found, values)

    def _stop_advice(self) -> None:
        if self._advice:
            self._advice.stop()
        self._advice = None

    # Coming and going

    @on(Button.Pressed, "#again")
    @work
    async def _again(self) -> None:
        assert self._match
        try:
            following = await asyncio.to_thread(self._match.again)
        except Refused as error:
            self._stage.tell(str(error))
            return
        self._match.close()
        self._sit(following)
        self.query_one(Line).focus()

    @on(Button.Pressed, "#other")
    @work
    async def action_new(self) -> None:
        if not await self._may_leave("Break off this game for a new one?"):
            return
        setup: Setup | None = await self.push_screen_wait(NewGame(self._game))
        if setup:
            if self._match:
                self._match.close()
            self._sit(LocalMatch(setup))
        elif self._match is None:
            self.exit()
        self.query_one(Line).focus()

    @on(Button.Pressed, "#leave")
    @work
    async def action_leave(self) -> None:
        if isinstance(self.screen, Ask) or await self._may_leave("Leave this game?"):
            if self._match:
                self._match.close()
            self._stop_advice()
            self.exit()

    async def _may_leave(self, question: str) -> bool:
        """Asks only where a game is going on in which somebody has done something."""
        table = self._match.table if self._match else None
        if table is None or table["over"] or not table["history"]:
            return True
        return await self._ask(question)

    async def _ask(self, question: str) -> bool:
        answer: bool | None = await self.push_screen_wait(Ask(question))
        return bool(answer)

    def action_help(self) -> None:
        self.push_screen(Help(self._game.name))
