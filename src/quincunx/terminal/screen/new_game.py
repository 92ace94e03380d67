"""The new-game dialog, generated from the options that each game declares."""

from __future__ import annotations

from typing import Any, ClassVar, NamedTuple

from textual import on
from textual.app import ComposeResult
from textual.binding import Binding
from textual.containers import Horizontal, Vertical, VerticalScroll
from textual.screen import ModalScreen
from textual.widgets import Button, Input, Label, Select, Static

from quincunx import settings
from quincunx.games import GAMES, Game, InvalidOption, Refused
from quincunx.law.messages import text
from quincunx.table import Pace, Setup
from quincunx.terminal.preferences import Preferences
from quincunx.terminal.request import MatchRequest
from quincunx.terminal.screen.seats_form import SeatsForm
from quincunx.terminal.tally import Tallies


class Chosen(NamedTuple):
    """The result of the dialog: the match to begin, and the preferences to remember."""

    setup: Setup
    players: Preferences


class NewGameDialog(ModalScreen[Chosen | None]):
    """Asks for game, options, players and clock; returns the choice, or None if cancelled."""

    BINDINGS: ClassVar = [
        Binding("escape", "cancel", text("terminal.key.cancel")),
        Binding("f2,ctrl+s", "start", text("terminal.key.start"), priority=True),
        Binding("up", "app.focus_previous", show=False),
        Binding("down", "app.focus_next", show=False),
    ]

    def __init__(self, game: Game, known: Preferences, results: Tallies) -> None:
        super().__init__()
        self._results = results
        self._game = game
        self._known = known
        self._kind = type(game)

    def compose(self) -> ComposeResult:
        with Vertical(classes="dialog large"):
            with VerticalScroll(can_focus=False):
                with Horizontal(classes="field"):
                    yield Label(text("terminal.form.game"))
                    games = [(kind.title, name) for name, kind in GAMES.items()]
                    yield Select(games, value=self._kind.name, allow_blank=False, compact=True, id="game")
                yield Static(self._kind.text("summary"), classes="help", id="summary", markup=False)
                yield Vertical(id="options")
                yield SeatsForm(self._known, self._results)
                with Horizontal(classes="field"):
                    yield Label(text("terminal.form.clock"))
                    yield Input(placeholder=text("terminal.form.no-clock"), compact=True, id="pace")
                with Horizontal(classes="field"):
                    yield Label(text("terminal.form.target"))
                    yield Input(placeholder=text("terminal.form.no-target"), type="integer", compact=True, id="target")
            yield Static(id="error", markup=False)
            with Horizontal():
                yield Button(text("terminal.button.start"), id="start", variant="primary", compact=True)
                yield Button(text("terminal.button.cancel"), id="cancel", compact=True)

    async def on_mount(self) -> None:
        await self._lay_options(self._game)
        self.query_one("#game").focus()

    @on(Select.Changed, "#game")
    async def _other_game(self, event: Select.Changed) -> None:
        if event.value != self._kind.name:
            self._kind = GAMES[str(event.value)]
            self.query_one("#summary", Static).update(self._kind.text("summary"))
            await self._lay_options(settings.game(self._kind.name))

    @on(Select.Changed)
    @on(Input.Changed)
    async def _changed(self, event: Select.Changed | Input.Changed) -> None:
        """Updates the seats whenever the options are valid together."""
        control = event.select if isinstance(event, Select.Changed) else event.input
        if not (control.id or "").startswith("option-"):
            return
        try:
            game = self._chosen()
        except InvalidOption as error:
            self._tell(str(error))
            return
        self._tell("")
        await self.query_one(SeatsForm).show(game)

    async def _lay_options(self, game: Game) -> None:
        place = self.query_one("#options")
        await place.remove_children()
        for key, option in game.options().items():
            value = getattr(game, key)
            controls = _controls(game, key, option.form(), option.write(value), value)
            label = Label(game.text(f"option.{key}.label"), markup=False)
            await place.mount(Horizontal(label, *controls, classes="field"))
            await place.mount(Static(game.text(f"option.{key}.help"), classes="help", markup=False))
        await self.query_one(SeatsForm).show(game)

    def _chosen(self) -> Game:
        """The chosen game; raises InvalidOption if the options are not valid together."""
        values = []
        for key in self._kind.options():
            control = self.query_one(f"#option-{key}")
            assert isinstance(control, Select | Input)
            value = str(control.value).strip()
            for number in self.query(f"#option-{key}-number").results(Input):
                value += number.value.strip() if not number.disabled else ""
            values.append(f"{key}={value}")
        return self._kind.with_options(",".join(values))

    @on(Select.Changed)
    def _number_or_none(self, event: Select.Changed) -> None:
        """Disables the number field for words that take no number."""
        for number in self.query(f"#{event.select.id}-number").results(Input):
            number.disabled = str(event.value) not in (number.name or "").split()

    @on(Button.Pressed, "#start")
    def action_start(self) -> None:
        try:
            game = self._chosen()
            seating = self.query_one(SeatsForm)
            pace = self.query_one("#pace", Input).value.strip()
            clock = Pace.read(pace) if pace else None
            target = self.query_one("#target", Input).value
            setup = MatchRequest(
                game, seating.who, seating.first, pace=clock, colours=seating.colours, target=int(target or 0)
            ).setup()
        except Refused as error:
            self._tell(str(error))
            return
        self.dismiss(Chosen(setup, seating.players))

    @on(Button.Pressed, "#cancel")
    def action_cancel(self) -> None:
        self.dismiss(None)

    @on(Input.Submitted)
    def _submitted(self) -> None:
        self.action_start()

    def _tell(self, error: str) -> None:
        self.query_one("#error", Static).update(error)


def _controls(game: Game, key: str, form: dict[str, Any], written: str, value: Any) -> list[Select[str] | Input]:
    """The form controls for an option, by its kind."""
    name = f"option-{key}"
    match form:
        case {"kind": "choice", "choices": choices}:
            return [Select(_pairs(game, key, choices), value=written, allow_blank=False, compact=True, id=name)]
        case {"kind": "counted", "choices": choices, "most": most}:
            word = Select(_pairs(game, key, choices), value=value.word, allow_blank=False, compact=True, id=name)
            number = Input(
                str(value.number or 1), compact=True, id=f"{name}-number", name=" ".join(most), classes="number"
            )
            number.disabled = value.word not in most
            return [word, number]
        case {"low": low, "high": high, "kind": kind}:
            ends = (f"{low}x{low}", f"{high}x{high}") if kind == "size" else (str(low), str(high))
            between = text("terminal.form.range", low=ends[0], high=ends[1])
            return [Input(written, placeholder=between, compact=True, id=name)]
    raise TypeError(f"{form} is not a known kind of option")


def _pairs(game: Game, key: str, choices: dict[str, str]) -> list[tuple[str, str]]:
    return [(game.text(f"option.{key}.{token}"), token) for token in choices]
