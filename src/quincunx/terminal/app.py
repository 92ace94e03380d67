"""The full-screen game."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import ClassVar

from textual import events, on, work
from textual.app import App, ComposeResult
from textual.binding import Binding
from textual.containers import Horizontal
from textual.message import Message
from textual.timer import Timer
from textual.widgets import Button, Footer, Input, Static

from quincunx import engine, games
from quincunx.engine import Analysis, Control, Limits
from quincunx.games import Game, Refused
from quincunx.table import Setup
from quincunx.terminal import colours, words
from quincunx.terminal.board import Board
from quincunx.terminal.dialogs import Ask, Help
from quincunx.terminal.form import NewGame
from quincunx.terminal.local import LocalMatch
from quincunx.terminal.match import Json, Match
from quincunx.terminal.panel import Dice, Panel, seats
from quincunx.terminal.pointing import last_squares, point, squares

ARROWS = {"up": (0, -1), "down": (0, 1), "left": (-1, 0), "right": (1, 0)}
WAVE = 0.25
"""Seconds that each picture on the way of a move is shown."""
THOUGHT = 1.0
"""Seconds that a hint, or the values of moves, may take."""
VALUES = 12
"""So many moves are told with their values beside the board."""


class Line(Input):
    """Where moves and words are typed. While it is empty, arrows and space belong to the board."""

    class Walked(Message):
        def __init__(self, key: str) -> None:
            super().__init__()
            self.key = key

    def check_consume_key(self, key: str, character: str | None) -> bool:
        return bool(self.value or key != "space") and super().check_consume_key(key, character)

    async def _on_key(self, event: events.Key) -> None:
        if event.key in ("up", "down") or (not self.value and event.key in (*ARROWS, "space")):
            event.stop()
            event.prevent_default()
            self.post_message(self.Walked(event.key))
            return
        await super()._on_key(event)


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
        self._waves: list[Json] = []
        self._wave: Timer | None = None
        self._analysis: Analysis | None = None
        self._advice: Control | None = None
        self._values: list[str] = []
        self._following: Match | None = None
        self._seen = 0

    def compose(self) -> ComposeResult:
        yield Static(id="title", markup=False)
        with Horizontal(id="middle"):
            yield Board()
            yield Panel()
        yield Static(id="status", markup=False)
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

    # The match

    def _sit(self, match: Match) -> None:
        self._match = match
        self._game = games.game(match.table["game"])
        self.query_one(Board).mark(cursor="", chosen="", last=(), hint=(), values={})
        self._seen = match.table["version"]
        self._changed()

    def _changed(self) -> None:
        """Shows the table as it is now, the pictures on the way first, and lets the computers go on."""
        assert self._match
        table = self._match.table
        self._forget_advice()
        self.query_one(Board).mark(chosen="", last=last_squares(table))
        new, self._seen = table["version"] > self._seen, table["version"]
        self._waves = list((table["last"] or {}).get("steps", ())) if new else []
        self._show_wave() if self._waves else self._show(table)
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
            self._tell(trouble)
        else:
            self._go_on(match)  # somebody may have done something just now

    def _happened(self, match: Match) -> None:
        if match is self._match:
            self._changed()

    def _show_wave(self) -> None:
        """Shows the next picture on the way, and after the last one the table; it holds nothing up."""
        if self._wave:
            self._wave.stop()
            self._wave = None
        assert self._match
        table = self._match.table
        if not self._waves:
            self._show(table)
            return
        self._show(table, self._waves.pop(0))
        self._wave = self.set_timer(WAVE, self._show_wave)

    def _show(self, table: Json, picture: Json | None = None) -> None:
        view = table["state"] if picture is None else {**table["state"], **picture}
        suits = colours.suits(table["state"], table["seats"])
        self.query_one("#title", Static).update(f" {table['title']}  {table['game'].partition(':')[2]}")
        self.query_one(Board).show(view, suits)
        self.query_one(Panel).show({**table, "state": view}, suits, self._values)
        self._tell(self._prompt(table), refused=False)
        self.query_one("#ending").display = table["over"]
        self.query_one(Line).placeholder = "y, or a word" if table["over"] else "a move, or help"

    def _prompt(self, table: Json) -> str:
        told = words.standing(table)
        seat = words.actor(table)
        if table["question"] and seat:
            return f"{told} yes or no?"
        if not table["over"] and seat is None and table["began"] and not table["question"]:
            computer = table["seats"][table["state"]["turn"] - 1].get("kind") == "computer"
            here = isinstance(self._match, LocalMatch)
            return f"{told} It thinks; Escape: move now." if computer and here else told
        chosen = self.query_one(Board).marks.chosen
        if chosen and table["state"]["deed"] == "take":
            return f"{told} From {chosen} to …; the same again: only that one; Escape: another."
        if chosen:
            return f"{told} {chosen}: return confirms, space takes it back."
        return told

    def _tell(self, words: str, *, refused: bool = True) -> None:
        status = self.query_one("#status", Static)
        status.update(f" {'✗ ' if refused else ''}{words}")
        status.set_class(refused, "refused")

    def _tick(self) -> None:
        if self._match is None or not self._match.table["clock"]:
            return
        if self._match.tick():
            self._changed()
        table = self._match.table
        self.query_one("#seats", Static).update(seats(table, colours.suits(table["state"], table["seats"])))

    # What people do

    @work(group="deeds")
    async def _do(self, do: str, seat: int | None, **more: object) -> None:
        """A deed of a seat here; the refusal is told where there is one, and nothing has changed then."""
        assert self._match
        if seat is None:
            self._tell("nobody here plays at this table")
            return
        try:
            await asyncio.to_thread(self._match.do, do, seat, **more)  # a house may be far away
        except Refused as error:
            self.query_one(Board).mark(chosen="")
            self._tell(str(error))
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
            "moves": lambda: self._tell(" ".join(table["state"]["moves"]) or "there are none", refused=False),
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
            self._tell(self._prompt(table), refused=False)
        else:
            self._tell(words.standing(table))

    def _unchoose(self) -> None:
        self.query_one(Board).mark(chosen="")
        if self._match:
            self._tell(self._prompt(self._match.table), refused=False)

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
        if self._values:
            self._changed()
        else:
            self._advise(values=True)

    def _advise(self, *, values: bool) -> None:
        if self._match is None:
            return
        table = self._match.table
        if not table["hints"]:
            self._tell("no hints between people until the game is over, or all agree")
        elif table["state"]["actor"] < 1:
            self._tell("the game is over" if table["over"] else "the dice have to be thrown first")
        else:
            self._forget_advice()
            self._tell("Thinking …", refused=False)
            self._advice = Control()
            self._think(table, self._advice, values)

    @work(thread=True, group="advice")
    def _think(self, table: Json, control: Control, values: bool) -> None:
        try:
            found = engine.analyse(games.parse(table["state"]["position"]), Limits(seconds=THOUGHT), control=control)
        except Refused as error:
            self.call_from_thread(self._tell, str(error))
            return
        self.call_from_thread(self._advised, table, control, found, values)

    def _advised(self, table: Json, control: Control, found: Analysis, values: bool) -> None:
        if control is not self._advice:
            return  # it was about another position
        view, best = table["state"], found.best
        throw = str(view.get("throw") or "")
        shown: dict[str, str] = {}
        if values:
            self._values = words.valued(found, found.actor, VALUES)
            about = {one.move: squares(one.move, view, throw) for one in found.moves}
            if all(len(names) < 2 for names in about.values()):  # else a square has no one value
                shown = {
                    names[0]: one.value.words(found.actor).replace(" in ", "").replace(" ", "")
                    for one in found.moves
                    if (names := about[one.move])
                }
        self.query_one(Board).mark(hint=squares(best.move, view, throw), values=shown)
        self._show(table)
        self._tell(f"{best.move}: {best.value.words(found.actor)} ({found.basis})", refused=False)

    def _forget_advice(self) -> None:
        if self._advice:
            self._advice.stop()
        self._advice, self._values = None, []
        self.query_one(Board).mark(hint=(), values={})

    # Coming and going

    @on(Button.Pressed, "#again")
    @work
    async def _again(self) -> None:
        assert self._match
        try:
            following = await asyncio.to_thread(self._match.again)
        except Refused as error:
            self._tell(str(error))
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
            self._forget_advice()
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
