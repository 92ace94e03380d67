"""Hints and move values on the full screen, computed in a worker thread and cancelled when no longer wanted."""

from __future__ import annotations

from functools import partial

from textual.app import App

from quincunx import engine, games
from quincunx.engine import Analysis, Control, Limits
from quincunx.games import Refused
from quincunx.law.messages import text
from quincunx.terminal import messages
from quincunx.terminal.match import Json
from quincunx.terminal.messages import ADVICE_SECONDS
from quincunx.terminal.screen.table_view import TableView


class Advisor:
    """Analyses one position at a time and shows the result in the table view."""

    def __init__(self, app: App[None], table_view: TableView) -> None:
        self._app = app
        self._table_view = table_view
        self._control: Control | None = None

    def advise(self, table: Json, *, values: bool) -> None:
        """Shows the best move, or the values of all moves; or the reason why there is no advice."""
        if why := refusal(table):
            self._table_view.tell(why)
            return
        self.stop()
        self._table_view.tell(text("terminal.thinking"), refused=False)
        self._control = Control()
        self._app.run_worker(partial(self._analyse, table, self._control, values), thread=True, group="advice")

    def stop(self) -> None:
        """Cancels the analysis in progress."""
        if self._control:
            self._control.stop()
        self._control = None

    def _analyse(self, table: Json, control: Control, values: bool) -> None:
        try:
            found = engine.analyse(
                games.parse(table["state"]["position"]), Limits(seconds=ADVICE_SECONDS), control=control
            )
        except Refused as error:
            self._app.call_from_thread(self._table_view.tell, messages.refusal(error, table))
            return
        self._app.call_from_thread(self._advised, control, found, values)

    def _advised(self, control: Control, found: Analysis, values: bool) -> None:
        if control is self._control:  # otherwise the position has changed
            self._table_view.advise(found, values)


def refusal(table: Json) -> str:
    """The reason why a position gets no advice; empty if it does."""
    if not table["hints"]:
        return text("terminal.no-hints")
    if table["state"]["actor"] < 1:
        return text("law.over") if table["over"] else text("law.roll-first")
    return ""
