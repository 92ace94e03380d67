"""Dialogs for saved games: save this one, load another."""

from __future__ import annotations

from typing import ClassVar

from textual import on, work
from textual.app import ComposeResult
from textual.binding import Binding
from textual.containers import Horizontal, Vertical
from textual.screen import ModalScreen
from textual.widgets import Button, Input, OptionList, Static
from textual.widgets.option_list import Option

from quincunx.games import Refused
from quincunx.law.messages import text
from quincunx.terminal import saved_games
from quincunx.terminal.match import Match
from quincunx.terminal.saved_games import SavedGameEntry, SavedGames
from quincunx.terminal.saves import export
from quincunx.terminal.screen.dialogs import ConfirmDialog


class SaveDialog(ModalScreen[str | None]):
    """Writes the game, or its record, to a file; returns a message about it."""

    BINDINGS: ClassVar = [Binding("escape", "cancel", text("terminal.key.cancel"))]

    def __init__(self, match: Match) -> None:
        super().__init__()
        self._match = match

    def compose(self) -> ComposeResult:
        name, over = self._match.saved_as, self._match.table["over"]
        with Vertical(classes="dialog form"):
            yield Static(text("law.over") if over else _saved(name), markup=False)
            yield Input(placeholder=text("terminal.screen.file"), compact=True, id="file")
            yield Static(id="error", markup=False)
            with Horizontal():
                yield Button(text("terminal.button.copy"), id="save", compact=True, disabled=over)
                yield Button(text("terminal.button.export"), id="export", compact=True)
                yield Button(text("terminal.button.cancel"), id="cancel", compact=True)

    def on_mount(self) -> None:
        self.query_one("#file").focus()

    @on(Input.Submitted)
    def _submitted(self) -> None:
        self._write("export" if self._match.table["over"] else "save")

    @on(Button.Pressed, "#save")
    @on(Button.Pressed, "#export")
    def _pressed(self, event: Button.Pressed) -> None:
        self._write(str(event.button.id))

    @work
    async def _write(self, what: str) -> None:
        try:
            path = export.place(self.query_one("#file", Input).value.strip())
            question = text("terminal.save.replace", path=str(path))
            if path.exists() and not await self.app.push_screen_wait(ConfirmDialog(question)):
                return
            self.dismiss(export.write(self._match, what, path))
        except Refused as error:
            self.query_one("#error", Static).update(str(error))

    @on(Button.Pressed, "#cancel")
    def action_cancel(self) -> None:
        self.dismiss(None)


def _saved(name: str) -> str:
    return text("terminal.screen.autosaved", name=name) if name else text("terminal.screen.not-saved")


class LoadDialog(ModalScreen[str | None]):
    """Lists the saved games; returns the name of the chosen one, or None."""

    BINDINGS: ClassVar = [
        Binding("escape,f9", "cancel", text("terminal.key.cancel")),
        Binding("delete,d", "delete", text("terminal.key.delete")),
    ]

    def __init__(self, saves: SavedGames) -> None:
        super().__init__()
        self._saves = saves
        self._entries: list[SavedGameEntry] = []

    def compose(self) -> ComposeResult:
        with Vertical(classes="dialog large"):
            yield Static(id="heading", markup=False)
            yield OptionList(id="saved", markup=False)
            yield Static(id="error", markup=False)
            with Horizontal():
                yield Button(text("terminal.button.continue"), id="load", variant="primary", compact=True)
                yield Button(text("terminal.button.delete"), id="delete", compact=True)
                yield Button(text("terminal.button.cancel"), id="cancel", compact=True)

    def on_mount(self) -> None:
        self._fill()
        self.query_one(OptionList).focus()

    def _fill(self) -> None:
        listed = self.query_one(OptionList)
        at = listed.highlighted or 0
        listed.clear_options()
        try:
            self._entries = self._saves.listing()
        except Refused as error:
            self._entries = []
            self._tell(str(error))
        heading, *lines = saved_games.lines(self._entries)
        self.query_one("#heading", Static).update(heading if lines else text("terminal.screen.no-saved"))
        listed.add_options([Option(line) for line in lines])
        listed.highlighted = min(at, len(lines) - 1) if lines else None

    @property
    def _chosen(self) -> SavedGameEntry | None:
        at = self.query_one(OptionList).highlighted
        return self._entries[at] if at is not None and at < len(self._entries) else None

    @on(OptionList.OptionSelected)
    @on(Button.Pressed, "#load")
    def _load(self) -> None:
        entry = self._chosen
        if entry is None:
            return
        if entry.in_use:
            self._tell(text("terminal.save.playing", name=entry.name))
        elif entry.saved is None:
            self._tell(text("terminal.save.place", path=entry.name, reason=entry.problem))
        else:
            self.dismiss(entry.name)

    @on(Button.Pressed, "#delete")
    @work
    async def action_delete(self) -> None:
        entry = self._chosen
        if entry is None:
            return
        if await self.app.push_screen_wait(ConfirmDialog(text("terminal.screen.delete", name=entry.name))):
            try:
                self._saves.delete(entry.name)
            except (Refused, OSError) as error:
                self._tell(str(error))
            self._fill()

    @on(Button.Pressed, "#cancel")
    def action_cancel(self) -> None:
        self.dismiss(None)

    def _tell(self, error: str) -> None:
        self.query_one("#error", Static).update(error)
