"""The games for OpenSpiel: `import quincunx.adapters.openspiel` registers them.

>>> import pyspiel
>>> import quincunx.adapters.openspiel
>>> game = pyspiel.load_game("quincunx_tactix(size=3)")
>>> state = game.new_initial_state()
>>> state.apply_action(state.string_to_action("b1-b3"))
>>> print(state, state.current_player())
tactix:size=3 o.o/o.o/o.o 2 1

The parameters are the options of the game, and actions are numbered as in `Game.actions`. Seat 1 is player 0. Dice
rolls are chance nodes; so is a random start, once, with STARTS outcomes. docs/adapters.md has the details.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, fields, replace
from typing import Any

try:
    import numpy as np
    import pyspiel
    from open_spiel.python.observation import IIGObserverForPublicInfoGame
except ModuleNotFoundError as missing:
    from quincunx.extras import needs

    raise ModuleNotFoundError(needs(__name__, missing, "openspiel"), name=missing.name) from None

from quincunx import games
from quincunx.adapters.terms import longest, move, numbers, rewards
from quincunx.games import CHANCE, Game, State
from quincunx.law.messages import text
from quincunx.law.options import Choice, Option, Whole
from quincunx.planes import planes

STARTS = 256
"""Where the start is drawn: one of so many, each equally likely. OpenSpiel wants every outcome of chance listed, and
all boards that could be drawn are too many. The start with number n is the one of the match seed "n"."""

SEAT = "seat"
"""Comes before the number of a seat in an option that can also be a word: `first=seat2`, `first=random`."""


@dataclass(frozen=True)
class Spot:
    """The point that a match has reached."""

    game: Game
    position: State | None
    """None while the start is to be drawn."""
    moves: int = 0

    def __deepcopy__(self, memo: object) -> Spot:  # OpenSpiel's clones share it, because it never changes
        return self

    @property
    def over(self) -> bool:
        return self.position is not None and (self.position.outcome is not None or self.moves >= longest(self.game))

    @property
    def by_chance(self) -> bool:
        return not self.over and (self.position is None or self.position.actor == CHANCE)

    def after(self, action: int) -> Spot:
        if self.position is None:
            if not 0 <= action < STARTS:
                raise games.IllegalMove("adapters.start", action=action, last=STARTS - 1)
            return replace(self, position=self.game.start(str(action)))
        after = self.position.play(move(self.game, action))
        return replace(self, position=after, moves=self.moves + (not self.by_chance))

    def __str__(self) -> str:
        return text("adapters.undrawn", game=str(self.game)) if self.position is None else str(self.position)


class SpielState(pyspiel.State):  # type: ignore[misc]
    """A position with the methods that OpenSpiel calls."""

    def __init__(self, game: SpielGame, spot: Spot) -> None:
        super().__init__(game)
        self.spot = spot

    def current_player(self) -> int:
        if self.spot.over:
            return int(pyspiel.PlayerId.TERMINAL)
        if self.spot.position is None or self.spot.by_chance:
            return int(pyspiel.PlayerId.CHANCE)
        return self.spot.position.turn - 1

    def _legal_actions(self, player: int) -> list[int]:  # noqa: ARG002 - OpenSpiel asks for the one who acts
        if self.spot.position is None:
            return list(range(STARTS))
        known = numbers(self.spot.game)
        return [known[legal] for legal in self.spot.position.moves()]

    def chance_outcomes(self) -> list[tuple[int, float]]:
        if self.spot.position is None:
            return [(start, 1 / STARTS) for start in range(STARTS)]
        known = numbers(self.spot.game)
        return [(known[roll], float(chance)) for roll, chance in self.spot.position.chances().items()]

    def _apply_action(self, action: int) -> None:
        self.spot = self.spot.after(action)

    def _action_to_string(self, player: int, action: int) -> str:  # noqa: ARG002
        return f"start {action}" if self.spot.position is None else self.spot.game.actions[action]

    def is_terminal(self) -> bool:
        return self.spot.over

    def returns(self) -> list[float]:
        outcome = self.spot.position and self.spot.position.outcome
        return list(rewards(outcome)) if outcome else [0.0] * self.spot.game.seats

    def __str__(self) -> str:
        return str(self.spot)


class Observer:
    """The planes of a position as OpenSpiel's observation tensor."""

    def __init__(self, game: Game, params: dict[str, Any] | None) -> None:
        if params:
            raise ValueError(f"an observation has no parameters, got {params}")
        shape = planes(game.start(""), 1).shape
        self.tensor = np.zeros(math.prod(shape), np.float32)
        self.dict = {"observation": self.tensor.reshape(shape)}

    def set_from(self, state: SpielState, player: int) -> None:
        position = state.spot.position
        self.dict["observation"][:] = 0 if position is None else planes(position, player + 1)

    def string_from(self, state: SpielState, player: int) -> str:  # noqa: ARG002 - everybody sees everything
        return str(state)


class SpielGame(pyspiel.Game):  # type: ignore[misc]
    """A game with its options. Each has a class of its own, because OpenSpiel makes it from the parameters alone."""

    law: type[Game]

    def __init__(self, params: dict[str, Any] | None = None) -> None:
        texts = {key: str(value).removeprefix(SEAT) for key, value in (params or {}).items()}
        self.game = self.law.with_options(",".join(f"{key}={text}" for key, text in texts.items()))
        drawn = [STARTS] * self.game.start_is_drawn + [len(self.game.actions)] * self.game.has_dice
        info = pyspiel.GameInfo(
            num_distinct_actions=len(self.game.actions),
            max_chance_outcomes=max(drawn, default=0),
            num_players=self.game.seats,
            min_utility=-1.0,
            max_utility=1.0,
            utility_sum=0.0,
            max_game_length=longest(self.game),
        )
        super().__init__(kind(self.law, bool(drawn)), info, params or {})

    def max_chance_nodes_in_history(self) -> int:
        rolls = self.game.rolls_per_move * longest(self.game)
        return rolls + self.game.start_is_drawn

    def new_initial_state(self) -> SpielState:
        return SpielState(self, Spot(self.game, None if self.game.start_is_drawn else self.game.start("")))

    def make_py_observer(self, iig_obs_type: Any = None, params: dict[str, Any] | None = None) -> Any:
        if iig_obs_type is None or (iig_obs_type.public_info and not iig_obs_type.perfect_recall):
            return Observer(self.game, params)
        return IIGObserverForPublicInfoGame(iig_obs_type, params)


def kind(law: type[Game], stochastic: bool) -> Any:
    """OpenSpiel's game type, with or without chance."""
    modes = pyspiel.GameType.ChanceMode
    seats = law.options().get("seats")
    return pyspiel.GameType(
        short_name=f"quincunx_{law.name}",
        long_name=law.title,
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=modes.EXPLICIT_STOCHASTIC if stochastic else modes.DETERMINISTIC,
        information=pyspiel.GameType.Information.PERFECT_INFORMATION,
        utility=pyspiel.GameType.Utility.ZERO_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        min_num_players=2,
        max_num_players=seats.high if isinstance(seats, Whole) else 2,
        provides_information_state_string=True,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification={f.name: parameter(f.metadata["option"], f.default) for f in fields(law)},
    )


def parameter(option: Option[Any], value: Any) -> int | str:
    """The value of an option as OpenSpiel has it.

    It parses a number wherever it can, so an option whose values are all numbers has to be one, and a seat among words
    a string.
    """
    text = option.write(value)
    if not text.isdecimal():
        return text
    words = isinstance(option, Choice) and not all(map(str.isdecimal, option.choices))
    return SEAT + text if words else int(text)


def load(text: str) -> Any:
    """OpenSpiel's game for a game and its options as text: `load("xchain:first=2")`."""
    game = games.game(text)
    parameters = {key: parameter(option, getattr(game, key)) for key, option in game.options().items()}
    return pyspiel.load_game(f"quincunx_{game.name}", parameters)


def register(law: type[Game]) -> None:
    """Makes a game known to OpenSpiel."""
    # A class, not a function: OpenSpiel would free a function after the interpreter has shut down.
    pyspiel.register_game(kind(law, law.has_dice), type(f"Spiel{law.__name__}", (SpielGame,), {"law": law}))


for _law in games.GAMES.values():
    register(_law)
