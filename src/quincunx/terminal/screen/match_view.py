"""A match on the full screen: shows its table and turns keys, clicks and commands into actions."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

from textual import on, work
from textual.app import ComposeResult
from textual.containers import Horizontal, Vertical
from textual.message import Message
from textual.widgets import Button, Input, Static

from quincunx.engine import title
from quincunx.games import Refused
from quincunx.law.messages import text
from quincunx.terminal import messages
from quincunx.terminal.match import Json, Match
from quincunx.terminal.screen.advice import Advisor
from quincunx.terminal.screen.board import BoardWidget
from quincunx.terminal.screen.command_input import ARROWS, CommandInput
from quincunx.terminal.screen.panel import DiceWidget
from quincunx.terminal.screen.pointing import point
from quincunx.terminal.screen.table_view import TableView


class MatchView(Vertical):
    """Shows a match and plays it. Everything beyond the match is sent to the app as a message."""

    class Asked(Message):
        """The user typed or clicked something that is not for the match: `help`, `quit`, `save FILE`, `again`, …"""

        def __init__(self, word: str, rest: str = "") -> None:
            super().__init__()
            self.word, self.rest = word, rest

    def __init__(self) -> None:
        super().__init__(id="desk")
        self.match: Match | None = None
        self._following: Match | None = None
        self._seen = 0

    def compose(self) -> ComposeResult:
        yield TableView()
        with Horizontal(id="ending"):
            yield Static(text("terminal.plain.another"))
            yield Button(text("terminal.button.yes"), id="again", compact=True)
            yield Button(text("terminal.button.other-game"), id="new", compact=True)
            yield Button(text("terminal.button.quit"), id="quit", compact=True)
        yield CommandInput(id="line", compact=True)

    def on_mount(self) -> None:
        self.table_view = self.query_one(TableView)
        self._advisor = Advisor(self.app, self.table_view)
        self.query_one("#ending").display = False
        self.set_interval(0.5, self._tick)

    # The match

    def sit(self, match: Match) -> None:
        """Replaces the current match."""
        self.leave()
        self.match = match
        self.query_one(BoardWidget).mark(cursor="")
        self._seen = match.table["version"]
        self.changed()

    def leave(self) -> None:
        """Closes the match; its last table stays on the screen."""
        self._advisor.stop()
        if self.match:
            self.match.close()

    def changed(self, *, hasten: bool = True) -> None:
        """Shows the current table, and lets computers and remote players continue."""
        assert self.match
        table = self.match.table
        new, self._seen = table["version"] > self._seen, table["version"]
        self._advisor.stop()
        self.table_view.show(table, (table["last"] or {}).get("steps", ()) if new else (), hasten=hasten)
        self.query_one("#ending").display = table["over"]
        self.query_one(CommandInput).placeholder = (
            text("terminal.screen.type-over") if table["over"] else text("terminal.screen.type-a-move")
        )
        self.warn(*self.match.notices())
        self._go_on(self.match)

    def warn(self, *notices: str) -> None:
        """Shows notices for some seconds, whatever happens at the table."""
        for notice in notices:
            self.notify(notice, severity="warning", markup=False)

    def _go_on(self, match: Match) -> None:
        """Follows what happens without the people here, in one thread per match, as long as something can happen."""
        if self._following is not match and match.pending:
            self._following = match
            self._follow(match)

    @work(thread=True, group="follow")
    def _follow(self, match: Match) -> None:
        try:
            while match.pending:
                match.proceed()
                self.app.call_from_thread(self._happened, match)
        except Refused as error:
            self.app.call_from_thread(self._rested, match, str(error))
        else:
            self.app.call_from_thread(self._rested, match)

    def _rested(self, match: Match, trouble: str = "") -> None:
        if self._following is match:
            self._following = None
        if match is not self.match:
            return
        if trouble:
            self.table_view.tell(trouble)
        else:
            self._go_on(match)  # somebody may have done something just now

    def _happened(self, match: Match) -> None:
        if match is self.match:
            self.changed(hasten=False)  # the end of the last chain is shown before the next

    def _tick(self) -> None:
        if self.match is None or not self.match.table["clock"]:
            return
        if self.match.tick():
            self.changed()
        self.table_view.show_clocks(self.match.table)

    # Players' actions

    @work(group="commands")
    async def do(self, do: str, seat: int | None, **more: object) -> None:
        """Executes a command of a seat here; if it is refused, nothing changes."""
        assert self.match
        if seat is None:
            self.table_view.tell(text("terminal.nobody-here"))
            return
        try:
            await asyncio.to_thread(self.match.do, do, seat, **more)  # a server may be far away
        except Refused as error:
            self.query_one(BoardWidget).mark(chosen="")
            self.table_view.tell(messages.refusal(error, self.match.table))
            return
        self.changed()

    def ask(self, what: str) -> None:
        """Asks for undo, redo or a draw."""
        if self.match:
            table = self.match.table
            self.do("ask", messages.undoer(table) if what == "undo" else messages.asker(table), what=what)

    def advise(self, *, values: bool) -> None:
        """Marks a good move, or shows the values of all; a second request hides the values."""
        if self.match:
            shown = values and self.table_view.valued
            self.changed()
            if not shown:
                self._advisor.advise(self.match.table, values=values)

    def take_back(self) -> None:
        """Clears what was typed or chosen; otherwise makes a thinking computer move at once."""
        line, chosen = self.query_one(CommandInput), self.query_one(BoardWidget).marks.chosen
        if not line.value and not chosen and self.match:
            self.match.hurry()
        line.value = ""
        self._unchoose()

    @on(Input.Submitted, "#line")
    def _typed(self, event: Input.Submitted) -> None:
        typed = event.value.strip()
        event.input.value = ""
        if typed and self.match:
            self._say(typed, self.match.table)
        elif cursor := self.query_one(BoardWidget).marks.cursor:
            self.query_one(BoardWidget).post_message(BoardWidget.Pointed(cursor))

    def _say(self, typed: str, table: Json) -> None:
        """A word or a move."""
        word, rest = messages.split(typed)
        if word in ("y", "n") and (table["over"] or table["question"]):
            word = {"y": "yes", "n": "no"}[word]
        if table["over"] and word in ("yes", "no"):
            word = {"yes": "again", "no": "quit"}[word]
        commands: dict[str, Callable[[], object]] = {
            "roll": self._roll,
            "throw": self._roll,
            "hint": lambda: self.advise(values=False),
            "values": lambda: self.advise(values=True),
            "moves": lambda: self._list_moves(table),
            "board": self.changed,
            **{what: lambda what=what: self.ask(what) for what in ("undo", "redo", "draw")},  # type: ignore[misc]
            "yes": lambda: self._answer(True),
            "no": lambda: self._answer(False),
        }
        if messages.is_move(table, typed):
            self.do("move", messages.actor(table) or messages.asker(table), move=typed)
        elif word in commands:
            commands[word]()
        elif word == "level":
            self._change_level(rest)
        elif word in messages.COMMANDS or word == "again":
            self.post_message(self.Asked(word, rest))
        else:
            self.do("move", messages.actor(table) or messages.asker(table), move=typed)

    @work(group="commands")
    async def _change_level(self, typed: str) -> None:
        """Lets the computers here play at another level."""
        assert self.match
        try:
            computers, level = messages.other_level(self.match.table, typed)
            for computer in computers:
                await asyncio.to_thread(self.match.do, "stand_in", computer, level=level)
        except Refused as error:
            self.table_view.tell(messages.refusal(error, self.match.table))
            return
        self.changed()
        self.table_view.tell(text("terminal.level.changed", level=title(level)), refused=False)

    def _list_moves(self, table: Json) -> None:
        self.table_view.tell(" ".join(table["state"]["moves"]) or text("terminal.no-moves"), refused=False)

    def _answer(self, yes: bool) -> None:
        assert self.match
        table = self.match.table
        question = table["question"]
        own = question and question["seat"] in table["mine"]
        seat = messages.actor(table) or (question["seat"] if own else messages.asker(table))
        self.do("answer", seat, yes=yes, question=messages.question(table))

    @on(Button.Pressed)
    def _pressed(self, event: Button.Pressed) -> None:
        self.post_message(self.Asked(str(event.button.id)))

    @on(DiceWidget.Rolled)
    def _roll(self) -> None:
        if self.match:
            table = self.match.table
            self.do("roll", messages.actor(table) or messages.asker(table))

    @on(CommandInput.Walked)
    def _walked(self, event: CommandInput.Walked) -> None:
        if event.key != "space":
            self.query_one(BoardWidget).walk(*ARROWS[event.key])
        elif self.match and self.match.table["state"]["phase"] == "roll":
            self._roll()
        else:
            self._unchoose()

    @on(BoardWidget.Pointed)
    def _pointed(self, event: BoardWidget.Pointed) -> None:
        if self.match is None:
            return
        table = self.match.table
        if table["state"]["phase"] == "roll":
            self._roll()
            return
        board = self.query_one(BoardWidget)
        found = point(table["state"], board.marks.chosen, event.square)
        if found.typed:
            self.do("move", messages.actor(table) or messages.asker(table), move=found.typed)
        elif messages.actor(table):
            board.mark(chosen=found.chosen)
            self.table_view.prompt()
        else:
            self.table_view.tell(messages.status_line(table))

    def _unchoose(self) -> None:
        self.query_one(BoardWidget).mark(chosen="")
        if self.match:
            self.table_view.prompt()
