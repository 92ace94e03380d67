"""Small dialogs: yes or no, and help."""

from __future__ import annotations

from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding
from textual.containers import Horizontal, Vertical, VerticalScroll
from textual.screen import ModalScreen
from textual.widgets import Button, Static

from quincunx.games import registry
from quincunx.law.messages import catalogue, text
from quincunx.terminal.messages import command_lines


class ConfirmDialog(ModalScreen[bool]):
    """Asks a yes-or-no question."""

    BINDINGS: ClassVar = [
        Binding("y", "answer(True)", text("terminal.key.yes")),
        Binding("n,escape", "answer(False)", text("terminal.key.no")),
    ]

    def __init__(self, question: str) -> None:
        super().__init__()
        self._question = question

    def compose(self) -> ComposeResult:
        with Vertical(classes="dialog"):
            yield Static(self._question, markup=False)
            with Horizontal():
                yield Button(text("terminal.button.yes"), id="yes", compact=True)
                yield Button(text("terminal.button.no"), id="no", compact=True)

    def on_mount(self) -> None:
        self.query_one("#no").focus()

    def on_button_pressed(self, event: Button.Pressed) -> None:
        self.dismiss(event.button.id == "yes")

    def action_answer(self, yes: bool) -> None:
        self.dismiss(yes)


class HelpDialog(ModalScreen[None]):
    """Keys, marks, commands and the rules of the game."""

    BINDINGS: ClassVar = [Binding("escape,f1,q,enter", "close", text("terminal.key.close"))]

    def __init__(self, game: str) -> None:
        super().__init__()
        self._game = game

    def compose(self) -> ComposeResult:
        mark = f"\n  {text(f'{self._game}.terminal.mark')}" if "terminal.mark" in catalogue(self._game) else ""
        commands = "\n".join(f"  {line}" for line in command_lines(self._game))
        said = f"{text('terminal.screen.help')}{mark}\n\n{text('terminal.screen.commands')}\n{commands}"
        with VerticalScroll(classes="dialog large"):
            yield Static(f"{said}\n\n{registry.rules(self._game)}", markup=False)

    def on_mount(self) -> None:
        self.query_one(VerticalScroll).focus()

    def action_close(self) -> None:
        self.dismiss()
