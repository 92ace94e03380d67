"""The input line for moves and commands."""

from __future__ import annotations

from textual import events
from textual.message import Message
from textual.widgets import Input

ARROWS = {"up": (0, -1), "down": (0, 1), "left": (-1, 0), "right": (1, 0)}


class CommandInput(Input):
    """Input for moves and commands. While it is empty, arrow keys and space go to the board."""

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
