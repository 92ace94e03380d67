"""Small dialogs: yes or no, and help."""

from __future__ import annotations

from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding
from textual.containers import Horizontal, Vertical, VerticalScroll
from textual.screen import ModalScreen
from textual.widgets import Button, Static

from quincunx.games import registry
from quincunx.terminal.messages import COMMANDS

KEYS = """\
Type a move and press return. Or click a square. Or walk with the arrow
keys and press return to point at it. Escape and space take back what
you chose. Space throws dice. Escape makes a computer that thinks move.

  > <  where you are            ( )  chosen, not yet played
  * *  the hint                 « »  the last move
  : :  here you can play        [ ]  what decided it
  3!   one more and it bursts

Words that can be typed too:
"""


class ConfirmDialog(ModalScreen[bool]):
    """Asks a yes-or-no question."""

    BINDINGS: ClassVar = [Binding("y", "answer(True)", "Yes"), Binding("n,escape", "answer(False)", "No")]

    def __init__(self, question: str) -> None:
        super().__init__()
        self._question = question

    def compose(self) -> ComposeResult:
        with Vertical(classes="dialog"):
            yield Static(self._question)
            with Horizontal():
                yield Button("Yes (y)", id="yes", compact=True)
                yield Button("No (n)", id="no", compact=True)

    def on_mount(self) -> None:
        self.query_one("#no").focus()

    def on_button_pressed(self, event: Button.Pressed) -> None:
        self.dismiss(event.button.id == "yes")

    def action_answer(self, yes: bool) -> None:
        self.dismiss(yes)


class HelpDialog(ModalScreen[None]):
    """Keys, marks, commands and the rules of the game."""

    BINDINGS: ClassVar = [Binding("escape,f1,q,enter", "close", "Close")]

    def __init__(self, game: str) -> None:
        super().__init__()
        self._game = game

    def compose(self) -> ComposeResult:
        told = "\n".join(f"  {word:<8}{meaning}" for word, meaning in COMMANDS.items())
        with VerticalScroll(classes="dialog large"):
            yield Static(f"{KEYS}{told}\n\n{registry.rules(self._game)}", markup=False)

    def on_mount(self) -> None:
        self.query_one(VerticalScroll).focus()

    def action_close(self) -> None:
        self.dismiss()
