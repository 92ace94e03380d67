"""The full-screen game."""

from __future__ import annotations

import asyncio
import os
import signal
from contextlib import suppress
from typing import ClassVar

from textual import on, work
from textual.app import App, ComposeResult
from textual.binding import Binding
from textual.widgets import Footer

from quincunx import games
from quincunx.games import Game, Refused
from quincunx.law.messages import Message, text
from quincunx.terminal import messages, preferences, tally
from quincunx.terminal.match import Json, Match
from quincunx.terminal.saved_games import SavedGames
from quincunx.terminal.saves import export
from quincunx.terminal.screen.command_input import CommandInput
from quincunx.terminal.screen.dialogs import ConfirmDialog, HelpDialog
from quincunx.terminal.screen.match_view import MatchView
from quincunx.terminal.screen.new_game import Chosen, NewGameDialog
from quincunx.terminal.screen.saved_games import LoadDialog, SaveDialog

KEYS = (
    (1, "help", text("terminal.key.help")),
    (2, "new", text("terminal.key.new")),
    (3, "hint", text("terminal.key.hint")),
    (4, "values", text("terminal.key.values")),
    (5, "ask('undo')", text("terminal.key.undo")),
    (6, "ask('redo')", text("terminal.key.redo")),
    (7, "resign", text("terminal.key.resign")),
    (8, "save", text("terminal.key.save")),
    (9, "load", text("terminal.key.load")),
    (10, "leave", text("terminal.key.quit")),
)
HIDDEN = 6
"""Not shown in the footer: 80 columns do not hold all keys, and redo is the least needed."""


class Quincunx(App[None]):
    """The application: one match at a time."""

    CSS_PATH = "app.tcss"
    TITLE = "Quincunx"
    ENABLE_COMMAND_PALETTE = False
    HORIZONTAL_BREAKPOINTS = [(0, "-narrow"), (64, "-normal"), (100, "-wide")]  # noqa: RUF012 - as Textual has it
    VERTICAL_BREAKPOINTS = [(0, "-low"), (20, "-high")]  # noqa: RUF012
    BINDINGS: ClassVar = [
        *(Binding(f"f{n}", action, label, key_display=f"F{n}", show=n != HIDDEN) for n, action, label in KEYS),
        Binding("ctrl+q,ctrl+c", "leave", show=False, priority=True),
        Binding("escape", "take_back", show=False),
    ]

    def __init__(self, match: Match | None, game: Game, saves: SavedGames) -> None:
        """Without a match the new-game dialog opens first; `game` is its default."""
        super().__init__()
        self._first = match
        self._game = game
        self._saves = saves
        self.last_words: list[str] = []
        """Lines to print after the screen has closed."""

    def compose(self) -> ComposeResult:
        yield MatchView()
        yield Footer(show_command_palette=False, compact=True)

    def on_mount(self) -> None:
        self._match_view = self.query_one(MatchView)
        self.query_one(CommandInput).focus()
        for name in ("SIGHUP", "SIGTERM"):
            # Windows lacks these signals, and only the main thread may handle them.
            with suppress(AttributeError, ValueError, RuntimeError, NotImplementedError):
                number = getattr(signal, name)
                asyncio.get_running_loop().add_signal_handler(number, self._end, 128 + number)
        if self._first:
            self._sit(self._first)
        else:
            self.action_new()

    @property
    def match(self) -> Match | None:
        """The match on the screen."""
        return self._match_view.match

    def _sit(self, match: Match) -> None:
        self._game = games.game(match.table["game"])
        self._match_view.sit(match)
        self.query_one(CommandInput).focus()

    @on(MatchView.Asked)
    def _asked(self, event: MatchView.Asked) -> None:
        match event.word:
            case "save" | "export":
                self._write(event.word, event.rest)
            case "again":
                self._again()
            case "new":
                self.action_new()
            case "resign":
                self.action_resign()
            case "help":
                self.action_help()
            case "quit":
                self.action_leave()

    # At the table

    def action_hint(self) -> None:
        self._match_view.advise(values=False)

    def action_values(self) -> None:
        self._match_view.advise(values=True)

    def action_ask(self, what: str) -> None:
        self._match_view.ask(what)

    def action_take_back(self) -> None:
        self._match_view.take_back()

    @work
    async def action_resign(self) -> None:
        if not self.match or self.match.table["over"]:
            return
        seat = messages.asker(self.match.table)
        if seat and await self._ask(_resign(self.match.table, seat)):
            self._match_view.do("resign", seat)

    def action_help(self) -> None:
        self.push_screen(HelpDialog(self._game.name))

    # Saving

    @work
    async def action_save(self) -> None:
        if self.match:
            self._said(await self.push_screen_wait(SaveDialog(self.match)))

    @work
    async def _write(self, what: str, name: str) -> None:
        """Executes `save FILE` and `export FILE`; `save` alone saves to the folder of saved games."""
        assert self.match
        try:
            if name:
                path = export.place(name)
                if not path.exists() or await self._ask(text("terminal.save.replace", path=str(path))):
                    self._said(await asyncio.to_thread(export.write, self.match, what, path))
            elif what == "save":
                self._said(text("terminal.save.done", name=await asyncio.to_thread(self.match.save)))
            else:
                self.action_save()
        except Refused as error:
            self._match_view.table_view.tell(str(error))

    def _said(self, said: str | None) -> None:
        if said:
            self._match_view.table_view.tell(said, refused=False)

    @work
    async def action_load(self) -> None:
        name: str | None = await self.push_screen_wait(LoadDialog(self._saves))
        if name and await self._may_leave(text("terminal.screen.load")):
            try:
                self._sit(self._saves.resume(name))
            except Refused as error:
                self._match_view.warn(str(error))

    # Coming and going

    @work
    async def _again(self) -> None:
        assert self.match
        try:
            self._sit(await asyncio.to_thread(self.match.again))
        except Refused as error:
            self._match_view.table_view.tell(str(error))

    @work
    async def action_new(self) -> None:
        if not await self._may_leave(text("terminal.screen.new")):
            return
        folder = self._saves.folder
        results = await asyncio.to_thread(tally.tallies, folder)
        chosen: Chosen | None = await self.push_screen_wait(
            NewGameDialog(self._game, preferences.load(folder), results)
        )
        if chosen:
            try:
                preferences.remember(folder, chosen.players)
            except Refused as error:
                self._match_view.warn(str(error))
            self._sit(self._saves.begin(chosen.setup))
        elif self.match is None:
            self.exit()

    @work
    async def action_leave(self) -> None:
        if isinstance(self.screen, ConfirmDialog) or await self._may_leave(text("terminal.screen.quit")):
            self._end()

    def _end(self, code: int = 0) -> None:
        self._match_view.leave()
        if code and not os.isatty(0):
            os._exit(code)  # the terminal is gone: Textual would wait forever to restore it
        if self.match:
            self.last_words = messages.farewell(self.match.table, self.match.saved_as)
        self.exit(return_code=code)

    async def _may_leave(self, question: str) -> bool:
        """Asks for confirmation if a match in progress would be lost: it has moves and is not saved."""
        table = self.match.table if self.match else None
        if table is None or table["over"] or not table["history"] or (self.match and self.match.saved_as):
            return True
        return await self._ask(question)

    async def _ask(self, question: str) -> bool:
        answer: bool | None = await self.push_screen_wait(ConfirmDialog(question))
        return bool(answer)


def _resign(table: Json, seat: int) -> str:
    if seat == messages.you(table):
        return text("terminal.plain.resign")
    return Message("terminal.screen.resign", seat=seat).text(messages.names(table))
