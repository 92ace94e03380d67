"""Levels: each makes a legal move, and the same one again; xtic's six are the old document's."""

import os
import time
from functools import cache

import pytest

from quincunx import engine, games
from quincunx.engine import book, levels, search
from quincunx.engine.player import player
from quincunx.engine.signature import positions
from quincunx.games import CHANCE, State
from quincunx.law.draws import Draws
from quincunx.law.messages import Message

QUICK = ("trivial", "easy", "medium")


@pytest.mark.parametrize("variant", games.variants())
@pytest.mark.parametrize("level", [*QUICK, "random"])
def test_a_level_makes_a_legal_move_and_the_same_again(variant: str, level: str) -> None:
    for state in positions(variant):
        move, analysis = engine.choose(state, level, "seed")
        assert move in state.moves()
        assert engine.choose(state, level, "seed")[0] == move
        assert tuple(found.move for found in analysis.moves) == state.moves()
        for found in analysis.moves:
            assert sum(found.value.seats) == pytest.approx(1)
            assert found.line[0] == found.move


@pytest.mark.parametrize("variant", games.variants())
def test_every_game_has_the_six_levels_and_budgets_that_grow(variant: str) -> None:
    game = games.game(variant)
    assert engine.available(game)[:6] == engine.NAMES
    budgets = [levels.level(game, name).limits for name in engine.NAMES]
    spent = [max(limits.nodes, limits.depth) for limits in budgets[2:]]  # those before may search in another way
    assert spent == sorted(set(spent))
    assert all(engine.title(name) for name in engine.available(game))


def test_different_seeds_choose_differently() -> None:
    state = games.start("xtic")
    assert len({engine.choose(state, "easy", str(seed))[0] for seed in range(40)}) > 8


def test_what_cannot_be_chosen_is_refused() -> None:
    xtic = games.game("xtic")
    with pytest.raises(engine.EngineRefusal) as refused:
        engine.choose(games.start("tritoc"), "easy", "s")
    assert refused.value.code == "engine.roll-first"
    with pytest.raises(engine.EngineRefusal) as refused:
        engine.choose(xtic.start(""), "god", "s")
    levels_of_xtic = engine.available(xtic)
    assert refused.value.message == Message("engine.no-level", game="xtic", level="god", levels=levels_of_xtic)
    with pytest.raises(engine.EngineRefusal) as refused:
        engine.analyse(games.parse("tactix:size=3 .../.../... 1"), engine.Limits(nodes=5))
    assert refused.value.code == "engine.over"
    with pytest.raises(engine.EngineRefusal) as refused:
        engine.Limits(nodes=-1)
    assert refused.value.code == "engine.limit"


@pytest.mark.parametrize("game", games.GAMES)
def test_a_method_that_does_not_exist_is_refused(game: str) -> None:
    with pytest.raises(engine.EngineRefusal) as refused:
        engine.analyse(games.start(game), engine.Limits(nodes=5), "guess")
    assert refused.value.code == "engine.no-method"


@pytest.mark.parametrize("game", ["tactix:size=3", "tesseract:dims=3", "tritoc", "xchain:size=3x3", "xtic"])
def test_every_method_says_what_its_values_are_based_on(game: str) -> None:
    state = games.start(game)
    for method in player(state.game.name).methods:
        basis = engine.analyse(state, engine.Limits(nodes=2000, depth=1), method).basis
        assert basis.code.split(".")[:2] in (["engine", "basis"], [state.game.name, "basis"])
        assert str(basis) != basis.code


# xtic, by the document


@cache
def look(state: State, placements: int) -> float:
    """The value for the one who acts, seeing so many placements more; what is not seen is even."""
    return max(after(state, move, placements) for move in state.moves())


def after(state: State, move: str, placements: int) -> float:
    """The value of a move for the one who makes it."""
    seat, following = state.actor, state.play(move)
    if state.phase == "place":
        placements -= 1
        if following.outcome:
            winner = following.outcome.winner
            return 0.5 if winner is None else float(winner == seat)
    if placements <= 0:
        return 0.5
    value = look(following, placements)
    return value if following.actor == seat else 1 - value


def random_position(variant: str, plies: int, seed: int) -> State | None:
    draws, state = Draws(str(seed), "levels"), games.start(variant)
    for _ in range(plies):
        safe = [m for m in state.moves() if not state.play(m).outcome]
        if not safe:
            return None
        state = state.play(draws.choice(safe))
    return state


SIGHTS = [(5, 1), (12, 2), (20, 3), (22, 3), (23, 4), (24, 5), (25, 6)]
SLOW_SIGHTS = [(19, 3)]


@pytest.mark.parametrize("variant", [v for v in games.variants() if v.startswith("xtic")])
@pytest.mark.parametrize(("plies", "depth"), [*SIGHTS, *(SLOW_SIGHTS if os.environ.get("QUINCUNX_FULL") else [])])
def test_xtic_sees_exactly_so_many_placements(variant: str, plies: int, depth: int) -> None:
    compared = 0
    for seed in range(12):
        state = random_position(variant, plies, seed)
        if state is None:
            continue
        analysis = engine.analyse(state, engine.Limits(depth=depth), "lookahead")
        sight = depth - (state.phase == "give")
        expected = {move: after(state, move, sight) for move in state.moves()}
        assert {found.move: found.value.seats[state.actor - 1] for found in analysis.moves} == expected
        compared += 1
        if compared == 3:
            break
    assert compared


# tactix, by its table


@pytest.mark.parametrize("variant", ["tactix:size=3", "tactix:size=3,goal=last-wins"])
def test_tactix_values_and_distances_are_exact(variant: str) -> None:
    """Every position that play can reach on 3x3, against a plain solution through the law."""

    @cache
    def solve(state: State) -> tuple[bool, int]:
        """Whether the mover wins, and in how many moves."""
        if state.outcome:
            return state.outcome.winner == int(state.body.split()[1]), 0
        results = [solve(state.play(move)) for move in state.moves()]
        wins = [distance for won, distance in results if not won]
        return (True, 1 + min(wins)) if wins else (False, 1 + max(distance for _, distance in results))

    draws = Draws(variant, "tactix")
    for _ in range(60):
        state = games.start(variant)
        while not state.outcome:
            analysis = engine.analyse(state, engine.Limits(), "table")
            for found in analysis.moves:
                won, distance = solve(state.play(found.move))
                assert found.value.exact
                assert found.value.seats[state.actor - 1] == (not won)
                assert found.value.distance == distance + 1
            state = state.play(draws.choice(state.moves()))


def test_perfect_tactix_never_loses_a_won_game() -> None:
    """The first seat wins 5x5; random play against it does not change that."""
    for seed in range(6):
        state, draws = games.start("tactix:size=5"), Draws(str(seed), "opponent")
        while not state.outcome:
            move = engine.choose(state, "perfect", "s")[0] if state.turn == 1 else draws.choice(state.moves())
            state = state.play(move)
        assert state.outcome.winner == 1


# Time


def test_the_time_for_the_book_is_part_of_the_time_to_think(monkeypatch: pytest.MonkeyPatch) -> None:
    """By a clock that only the book moves on."""
    now, given = [100.0], []

    def page(_: State) -> None:
        now[0] += 0.3

    def note(_: State, limits: engine.Limits, *__: object) -> None:
        given.append(limits.seconds)

    monkeypatch.setattr(time, "monotonic", lambda: now[0])
    monkeypatch.setattr(book, "page", page)
    monkeypatch.setattr(search, "search", note)
    for seconds in (0.5, 0.2, 0.0):
        engine.analyse(games.start("tesseract"), engine.Limits(seconds=seconds))
    assert given == [pytest.approx(0.2), search.SHORTEST, 0.0]


def test_a_level_that_is_given_no_time_still_makes_a_legal_move() -> None:
    for variant in games.variants():
        for state in positions(variant):
            assert engine.choose(state, "dont-try", "seed", seconds=search.SHORTEST)[0] in state.moves()


# Stopping


@pytest.mark.parametrize("variant", ["xtic", "tactix:size=6", "tesseract", "xchain", "xchain:seats=4", "tritoc"])
def test_a_stopped_analysis_still_values_every_move(variant: str) -> None:
    state = games.start(variant, "s")
    if state.actor == CHANCE:
        state = state.play("7")
    control = engine.Control()
    control.stop()
    analysis = engine.analyse(state, engine.Limits(seconds=600), control=control)
    assert tuple(found.move for found in analysis.moves) == state.moves()
    assert analysis.seconds < 600


def test_three_seats_of_xchain_play_for_themselves_and_two_against_each_other() -> None:
    for position, basis in (
        ("xchain:seats=3,size=3x3 A1../B1../C1.. aaa 1", "engine.basis.positions"),
        ("xchain:seats=3,size=3x3 A1../B1../... aad 1", "engine.basis.moves"),
    ):
        assert engine.choose(games.parse(position), "medium", "seed")[1].basis.code == basis


def test_a_favourite_that_turns_out_to_lose_does_not_condemn_the_other_moves() -> None:
    """Seat 1 likes a4 until it sees what seat 2 answers. All moves were then called lost, and one drawn at random."""
    board = ".C2C2D2D2D1./C1C1C1D3D3D3D1/C2C2D2D2B3B2B2/A2D1A2A2B3.B2/A1A2A1A1B3B1B2/B1A1A2B1.B2B1"
    state = games.parse(f"xchain:seats=4,size=7x6 {board} aaaa 1")
    proved = set()
    for seed in range(10):
        found = engine.analyse(state, engine.Limits(nodes=5000, seed=seed), "montecarlo")
        proved |= {move.move for move in found.moves if move.value.exact}
        for move in found.moves:
            assert (move.value.seats[0] == 0) == move.value.exact
            assert sum(move.value.seats) == pytest.approx(1)
    assert proved == {"a4"}


def test_large_boards_get_fewer_nodes() -> None:
    own = player("xchain")
    budgets = [own.nodes(games.start(f"xchain:size={size}"), 9_000) for size in ("3x3", "8x8", "12x12")]
    assert budgets == [9_000, 9_000, 4_000]


# What levels overlook, and what not


@pytest.mark.parametrize("level", engine.NAMES[1:])
def test_no_level_overlooks_a_win_in_one(level: str) -> None:
    """By a chain of many waves, which a weak level does not follow."""
    state = games.parse("xchain:size=5x5 ...A2B1/.A2A2.A1/A1A2A2A2A1/..A2A2./.A1... aa 1")
    for seed in range(10):
        move, _ = engine.choose(state, level, str(seed))
        assert move == "d1"


def test_a_weak_level_does_not_follow_a_chain_to_the_end() -> None:
    """Three full squares in a row and a fourth of the other seat: the third wave would take it."""
    state = games.parse("xchain:size=6x6 A1A2A2B2../....../....../....../....../.....B1 aa 1")
    full = {found.move: found.value for found in engine.analyse(state, engine.Limits(), "glance").moves}
    deep = {found.move: found.value for found in engine.analyse(state, engine.Limits(depth=9), "glance").moves}
    assert deep["a1"].seats[0] > full["a1"].seats[0]


def test_a_weak_level_overlooks_slanting_lines() -> None:
    """A three along an edge is always noticed, one along a diagonal of all four dimensions not always."""
    edge, diagonal = (("00", "01", "02"), "03"), (("00", "55", "AA"), "FF")
    for (marks, fourth), always in ((edge, True), (diagonal, False)):
        state = games.start("tesseract")
        for mark, other in zip(marks, ("31", "97", "E8"), strict=True):
            state = state.play(mark).play(other)
        found = [engine.analyse(state, engine.Limits(depth=1, seed=seed), "glance") for seed in range(40)]
        seen = [fourth in (each.move for each in one.moves if each.value.exact) for one in found]
        assert any(seen)
        assert all(seen) == always
        assert all(engine.choose(state, "easy", str(seed))[0] == fourth for seed in range(10))


def test_what_looks_like_nothing_is_overlooked_most_often() -> None:
    """tritoc's medium notices what looks best to `greedy`, and never what looks worst."""
    state = next(state for state in positions("tritoc") if len(state.moves()) > 6)
    looks = [found.move for found in engine.analyse(state, engine.Limits(), "greedy").ranked()]
    chosen = [engine.choose(state, "medium", str(seed))[0] for seed in range(60)]
    assert set(chosen) <= set(looks[: len(looks) // 2 + 1])
