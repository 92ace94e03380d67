"""The games under OpenSpiel: its own simulation tests for every variant, its algorithms, and chance as nodes."""

import pickle
from collections import Counter
from typing import Any

import numpy as np
import pyspiel
import pytest
from open_spiel.python.algorithms import expected_game_score, mcts, minimax, minimax_solver
from open_spiel.python.observation import make_observation
from open_spiel.python.policy import UniformRandomPolicy

from quincunx import games
from quincunx.adapters import terms
from quincunx.adapters.openspiel import STARTS, load
from quincunx.engine import Limits, analyse
from quincunx.law.messages import Message
from quincunx.planes import planes

TITLES = {f"quincunx_{name}" for name in games.GAMES}


def sample(state: Any, random: np.random.RandomState) -> int:
    """An action of the one who acts, or an outcome of chance."""
    if state.is_chance_node():
        outcomes, chances = zip(*state.chance_outcomes(), strict=True)
        return int(random.choice(outcomes, p=chances))
    return int(random.choice(state.legal_actions()))


def test_all_games_are_registered() -> None:
    assert {name for name in pyspiel.registered_names() if name.startswith("quincunx_")} == TITLES


@pytest.mark.parametrize("variant", games.variants())
def test_openspiel_is_content(variant: str, capfd: pytest.CaptureFixture[str]) -> None:
    game = load(variant)
    assert str(pyspiel.load_game(str(game))) == str(game)
    assert game.new_initial_state().spot.game == games.game(variant)
    pyspiel.random_sim_test(game, num_sims=2, serialize=True, verbose=False)
    capfd.readouterr()  # it prints every game


@pytest.mark.parametrize("variant", games.variants())
def test_a_match_is_the_laws(variant: str) -> None:
    game, random = load(variant), np.random.RandomState(3)
    state, observer = game.new_initial_state(), make_observation(load(variant))
    if games.game(variant).start_is_drawn:
        assert state.is_chance_node()
        assert len(state.legal_actions()) == STARTS == game.max_chance_outcomes()
        observer.set_from(state, 0)
        assert not observer.tensor.any(), "there is nothing to see yet"
        assert state.action_to_string(7) == "start 7"
        state.apply_action(7)
        assert str(state) == str(games.start(variant, "7"))
    law = games.parse(str(state))
    while not state.is_terminal():
        assert [state.action_to_string(action) for action in state.legal_actions()] == list(law.moves())
        assert state.current_player() == (pyspiel.PlayerId.CHANCE if law.actor == games.CHANCE else law.turn - 1)
        action = sample(state, random)
        law = law.play(state.action_to_string(action))
        state.apply_action(action)
        assert str(state) == str(law)
    assert law.outcome is not None
    assert state.returns() == list(terms.rewards(law.outcome))
    for player in range(game.num_players()):
        observer.set_from(state, player)
        assert (observer.dict["observation"] == planes(law, player + 1)).all()
        assert observer.string_from(state, player) == str(law)


@pytest.mark.parametrize(("game", "most"), [("tactix:size=3", 9), ("tactix", 16), ("xtic", 32), ("tesseract", 256)])
def test_the_longest_match_is_told(game: str, most: int) -> None:
    assert load(game).max_game_length() == most


def test_rolls_have_their_chances() -> None:
    state = load("tritoc").new_initial_state()
    assert state.is_chance_node()
    chances = {state.action_to_string(roll): chance for roll, chance in state.chance_outcomes()}
    assert chances == pytest.approx({str(total): (6 - abs(7 - total)) / 36 for total in range(2, 13)})


def test_drawn_starts_are_chance_nodes_only_where_they_are_drawn() -> None:
    modes = pyspiel.GameType.ChanceMode
    assert load("xchain").get_type().chance_mode == modes.DETERMINISTIC
    assert load("xchain").max_chance_nodes_in_history() == 0
    assert load("xchain:first=random").get_type().chance_mode == modes.EXPLICIT_STOCHASTIC
    assert load("xchain:first=random").max_chance_nodes_in_history() == 1
    first: Counter[int] = Counter()
    state = load("xchain:first=random,seats=3").new_initial_state()
    for action, _ in state.chance_outcomes():
        first[state.child(action).current_player()] += 1
    assert sorted(first) == [0, 1, 2]
    assert min(first.values()) > 60


def test_tritoc_is_cut_and_pays_nobody(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(terms, "MOST_MOVES", 5)
    random = np.random.RandomState(0)
    game = load("tritoc")
    assert game.max_game_length() == 5
    state = game.new_initial_state()
    players = 0
    while not state.is_terminal():
        players += state.is_player_node()
        state.apply_action(sample(state, random))
    assert players == 5
    assert state.returns() == [0, 0]
    assert state.legal_actions() == []


def test_minimax_solves_small_tactix() -> None:
    game = load("tactix:size=3")
    value, action = minimax.alpha_beta_search(game)
    start = games.start("tactix:size=3")
    found = {move.move for move in analyse(start, Limits()).moves if move.value.seats[0] == 1}
    assert value == 1
    assert game.new_initial_state().action_to_string(action) in found
    solver = minimax_solver.MinimaxSolver("quincunx_tactix(size=3)")
    table = solver.solve()
    values = solver.action_values_from_state(game.new_initial_state())
    assert {start.game.actions[i] for i in np.flatnonzero(values == 1)} == found
    assert len(found) == 7
    lost = {position.split()[1] for position, entry in table.items() if entry.value == -1}
    assert len(lost) == 89, "of the 512 grids"


def test_mcts_finds_the_fatal_gift_at_xtic() -> None:
    game = load("xtic")
    state = game.new_initial_state()
    # Row 1 holds three brown pieces; seat 1 has to place the 7, and only d1 would complete the row.
    for move in ("=1", "a1", "=3", "b1", "=5", "c1", "=0", "a2", "=2", "b3", "=7"):
        state.apply_action(state.string_to_action(move))
    random = np.random.RandomState(5)
    bot = mcts.MCTSBot(game, 2, 200, mcts.RandomRolloutEvaluator(1, random), random_state=random, solve=True)
    root = bot.mcts_search(state)
    found = {state.action_to_string(state.current_player(), child.action): child for child in root.children}
    assert found["d1"].outcome is not None
    assert found["d1"].outcome[state.current_player()] == -1
    assert state.action_to_string(bot.step(state)) != "d1"


def test_mcts_plays_tritoc_and_three_seats() -> None:
    for variant in ("tritoc", "xchain:seats=3,size=3x3"):
        game, random = load(variant), np.random.RandomState(2)
        state = game.new_initial_state()
        bot = mcts.MCTSBot(game, 2, 5, mcts.RandomRolloutEvaluator(1, random), random_state=random)
        for _ in range(12):
            chance = state.is_chance_node()
            state.apply_action(sample(state, random) if chance else bot.step(state))
        assert len(state.history()) == 12


def test_the_value_of_random_play_is_as_by_hand() -> None:
    game = load("tactix:size=3")
    state = game.new_initial_state()
    for move in ("a1-a3", "b1-b3"):
        state.apply_action(state.string_to_action(move))
    # By hand, for the one to move at random play: one counter -1, two apart 1, two adjacent (1 + 1 - 1) / 3, and a
    # column of three (-1/3 - 1/3 - 1 + 1 + 1 - 1) / 6.
    value = expected_game_score.policy_value(state, [UniformRandomPolicy(game)] * 2)
    assert value == pytest.approx([-1 / 9, 1 / 9])


@pytest.mark.parametrize("variant", ["tritoc:level=red2,first=2", "xchain:seats=4,preset=random16", "xtic"])
def test_states_are_kept_and_copied(variant: str) -> None:
    game, random = load(variant), np.random.RandomState(1)
    state = game.new_initial_state()
    for _ in range(6):
        state.apply_action(sample(state, random))
    text = str(state)
    kept_game, kept = pyspiel.deserialize_game_and_state(pyspiel.serialize_game_and_state(game, state))
    assert (str(kept_game), str(kept)) == (str(game), text)
    assert str(pickle.loads(pickle.dumps(state))) == text
    clone = state.clone()
    clone.apply_action(sample(clone, random))
    assert str(state) == text != str(clone)


def test_wrong_parameters_and_moves_are_refused() -> None:
    with pytest.raises(games.InvalidOption):
        pyspiel.load_game("quincunx_xtic(type=round)")
    with pytest.raises(pyspiel.SpielError, match="Unknown parameter 'size'"):
        pyspiel.load_game("quincunx_xtic(size=3)")
    state = load("xtic").new_initial_state()
    with pytest.raises(games.IllegalMove):
        state.apply_action(16)
    with pytest.raises(games.IllegalMove) as refused:
        state.apply_action(-3)
    assert refused.value.message == Message("adapters.action", action="-3", last=31)
    assert str(state) == str(games.start("xtic"))
    assert state.history() == []
    with pytest.raises(games.IllegalMove) as refused:
        load("xchain:first=random").new_initial_state().apply_action(256)
    assert refused.value.message == Message("adapters.start", action=256, last=255)
    with pytest.raises(ValueError, match="an observation has no parameters"):
        make_observation(load("xtic"), params={"side": 1})
