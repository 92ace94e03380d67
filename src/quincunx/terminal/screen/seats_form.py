"""The players' part of the new-game dialog: occupant, name and colour of each seat, and who goes first."""

from __future__ import annotations

from textual import on
from textual.app import ComposeResult
from textual.containers import Horizontal, Vertical
from textual.widget import Widget
from textual.widgets import Input, Label, Select, Static

from quincunx import engine
from quincunx.games import Game
from quincunx.law.messages import text
from quincunx.law.suits import SUITS
from quincunx.terminal import colours, tally
from quincunx.terminal.levels import rated
from quincunx.terminal.preferences import Preferences, SeatPreferences
from quincunx.terminal.tally import Tallies

PERSON, COMPUTER, RANDOM = "person", "computer", "random"
USUAL = "medium"
"""The default level in the other seats."""
ANY = "any"
"""The choice that leaves the colour open."""


class SeatsForm(Vertical):
    """A line for each seat, and one for who goes first. The previous choices are the defaults."""

    def __init__(self, known: Preferences, results: Tallies) -> None:
        super().__init__(id="seating")
        self._known = known
        self._results = results
        self._game: Game | None = None

    def compose(self) -> ComposeResult:
        yield Vertical(id="places")
        with Horizontal(classes="field", id="first-field"):
            yield Label(text("terminal.form.first"))
            yield Select([(text("terminal.form.seat", number=1), "1")], allow_blank=False, compact=True, id="first")

    @property
    def players(self) -> Preferences:
        """The current choices. Preferences that this game's form does not show keep their values."""
        seats = list(self._known.seats)
        for n in range(self._game.seats if self._game else 0):
            who, name = self._value(f"#seat-{n + 1}"), self.query_one(f"#name-{n + 1}", Input).value
            colour = self._value(f"#colour-{n + 1}") or seats[n].colour
            seats[n] = SeatPreferences(who, " ".join(name.split()), "" if colour == ANY else colour)
        asked = self._game and self.query_one("#first-field").display
        return Preferences(tuple(seats), self._value("#first") if asked else self._known.first)

    @property
    def who(self) -> tuple[str, ...]:
        """As `MatchRequest.who` has it."""
        assert self._game
        return tuple(
            f"person:{player.name}" if player.who == PERSON and player.name else player.who
            for player in self.players.seats[: self._game.seats]
        )

    @property
    def colours(self) -> tuple[str, ...]:
        """As `MatchRequest.colours` has it."""
        assert self._game
        free = not colours.fixed_colours(self._game.name)
        return tuple(player.colour if free else "" for player in self.players.seats[: self._game.seats])

    @property
    def first(self) -> str | None:
        """As `MatchRequest.first`; None if an option of the game decides it."""
        return self.players.first if self.query_one("#first-field").display else None

    async def show(self, game: Game) -> None:
        """Shows the seats of a game and keeps the choices."""
        if self._game and (self._game.name, self._game.seats) == (game.name, game.seats):
            if self._game != game:
                self._game = game
                self._show_levels()
            return
        self._known, self._game = self.players, None  # there are no seats to change until the new ones are mounted
        place = self.query_one("#places")
        await place.remove_children()
        taken: set[str] = set()
        lines: list[Widget] = []
        for number, player in enumerate(self._known.seats[: game.seats], 1):
            lines.append(_line(game, number, player, taken))
            lines.append(Static(classes="help", id=f"results-{number}", markup=False))
            taken.add(player.colour)
        await place.mount(*lines)  # all at once: a change of one seat looks at all of them
        self._game = game
        for number in range(1, game.seats + 1):
            self._show_results(number)
        self._propose_first(self._known.first)

    def _show_levels(self) -> None:
        """Offers the levels that the game has with its present options."""
        assert self._game
        for number in range(1, self._game.seats + 1):
            select: Select[str] = self.query_one(f"#seat-{number}", Select)
            sits = _occupant(self._game, number, str(select.value))
            # set_options selects the first choice. That sends no event, nor does the change back; a person stays a
            # person, and a computer a computer, so only the results may be those of another level.
            with select.prevent(Select.Changed):
                select.set_options(_occupants(self._game))
                select.value = sits
            self._show_results(number)

    @on(Select.Changed)
    def _who_changed(self, event: Select.Changed) -> None:
        """Only people have names, and the choices for who goes first depend on the seats."""
        kind, _, number = (event.select.id or "").partition("-")
        if kind == "seat" and self._game and event.select.is_attached:
            _allow(self.query_one(f"#name-{number}", Input), event.value == PERSON)
            self._propose_first(self._value("#first"))
            self._show_results(int(number))

    def _show_results(self, number: int) -> None:
        """The results so far against the level that is chosen for a seat."""
        assert self._game
        level = self._value(f"#seat-{number}")
        found = self._results.get((self._game.name, level))
        line = self.query_one(f"#results-{number}", Static)
        line.update(tally.sentence(level, found) if found else "")
        line.display = found is not None

    def _propose_first(self, wanted: str) -> None:
        assert self._game
        first = self.query_one("#first", Select)
        kinds = {player.who == PERSON for player in self.players.seats[: self._game.seats]}
        choices = [(text("terminal.form.seat", number=n), str(n)) for n in range(1, self._game.seats + 1)]
        if len(kinds) == 2:
            choices = [(text("terminal.form.the-person"), PERSON), (text("terminal.form.the-computer"), COMPUTER)]
        choices.append((text("terminal.form.random"), RANDOM))
        first.set_options(choices)
        first.value = wanted if wanted in dict(choices).values() else choices[0][1]
        self.query_one("#first-field").display = "first" not in self._game.options()

    def _value(self, which: str) -> str:
        return "".join(str(select.value) for select in self.query(which).results(Select))


def _line(game: Game, number: int, player: SeatPreferences, taken: set[str]) -> Horizontal:
    sits = _occupant(game, number, player.who)
    name = Input(player.name, compact=True, id=f"name-{number}", classes="name")
    _allow(name, sits == PERSON)
    controls: list[Widget] = [
        Label(text("terminal.form.seat", number=number)),
        Select(_occupants(game), value=sits, allow_blank=False, compact=True, id=f"seat-{number}"),
        name,
    ]
    if not colours.fixed_colours(game.name):
        choices = [
            (text("terminal.form.any-colour"), ANY),
            *((colours.word(colour), colour) for colour in SUITS),
        ]
        value = player.colour if player.colour and player.colour not in taken else ANY
        picked = Select(choices, value=value, allow_blank=False, compact=True, id=f"colour-{number}", classes="colour")
        controls.append(picked)
    return Horizontal(*controls, classes="field")


def _occupants(game: Game) -> list[tuple[str, str]]:
    """The choices for a seat: a person, or a level with its rating."""
    levels = [(rated(game, level, engine.title(level)), level) for level in engine.available(game)]
    computers = [(text("terminal.form.computer", level=words), level) for words, level in levels]
    return [(text("terminal.form.person"), PERSON), *computers]


def _occupant(game: Game, number: int, wanted: str) -> str:
    """Who sits in a seat: as wanted if the game allows it, the strongest of the six levels where `perfect` is missing,
    and otherwise the usual."""
    if wanted == PERSON or wanted in engine.available(game):
        return wanted
    if wanted == "perfect":
        return engine.NAMES[-1]
    return PERSON if number == 1 else USUAL


def _allow(name: Input, person: bool) -> None:
    """Only people have names."""
    name.disabled = not person
    name.placeholder = text("terminal.form.name") if person else ""
