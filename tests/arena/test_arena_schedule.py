"""Who meets whom: every format, from every seat, from openings that everybody gets."""

from collections import Counter
from dataclasses import replace
from fractions import Fraction

import pytest

from quincunx import games
from quincunx.arena import ArenaRefusal, Entrant, Pairing, Result, Tournament
from quincunx.arena.schedule import paired, total, wave
from quincunx.arena.tournament import Format
from quincunx.games import CHANCE
from quincunx.law.messages import Message


def tournament(
    players: int, format: Format = "round-robin", game: str = "tactix", games: int = 2, rounds: int = 0
) -> Tournament:
    entrants = tuple(Entrant(f"p{n}", "random") for n in range(players))
    return Tournament(game, entrants, format, games, "seed", rounds=rounds)


def won(pairing: Pairing, player: int) -> Result:
    """The match as if that player had won it."""
    at = pairing.seats.index(player)
    places = tuple(1 if seat == at else 2 for seat in range(len(pairing.seats)))
    score = "-".join("1" if place == 1 else "0" for place in places)
    return Result(pairing.match, pairing.opening, pairing.seats, score, places, "", 1, (), (), "")


def test_in_a_round_robin_everybody_meets_everybody_from_both_sides() -> None:
    matches = wave(tournament(4, games=3), 0, {})
    assert Counter(pairing.seats for pairing in matches) == {(a, b): 2 for a in range(4) for b in range(4) if a != b}
    assert [pairing.match for pairing in matches] == list(range(1, 25))
    assert len(matches) == total(tournament(4, games=3))


def test_an_opening_is_played_by_the_same_players_from_every_seat() -> None:
    matches = wave(tournament(4, game="xchain:seats=3", games=6), 0, {})
    by_opening = Counter((pairing.opening, frozenset(pairing.seats)) for pairing in matches)
    assert set(by_opening.values()) == {3}
    for player in range(4):
        seats = Counter(pairing.seats.index(player) for pairing in matches if player in pairing.seats)
        assert len(set(seats.values())) == 1
        assert sorted(seats) == [0, 1, 2]


def test_with_fewer_players_than_seats_some_sit_there_twice() -> None:
    matches = wave(tournament(2, game="xchain:seats=3", games=3), 0, {})
    assert {tuple(sorted(pairing.seats)) for pairing in matches} == {(0, 0, 1), (0, 1, 1)}


def test_in_a_gauntlet_the_first_meets_all_others_and_nobody_else_meets() -> None:
    matches = wave(tournament(4, "gauntlet"), 0, {})
    assert {frozenset(pairing.seats) for pairing in matches} == {frozenset((0, other)) for other in (1, 2, 3)}


def test_on_a_ladder_neighbours_meet() -> None:
    matches = wave(tournament(4, "ladder"), 0, {})
    assert {frozenset(pairing.seats) for pairing in matches} == {frozenset((low, low + 1)) for low in range(3)}


def test_more_games_leave_the_matches_before_as_they_were() -> None:
    few, many = wave(tournament(3, games=4), 0, {}), wave(tournament(3, games=40), 0, {})
    assert many[: len(few)] == few
    assert len(many) == 10 * len(few)


def test_a_swiss_event_pairs_equals_who_have_not_met_and_lets_nobody_rest_twice() -> None:
    swiss = tournament(7, "swiss", rounds=4)
    results: dict[int, Result] = {}
    met: set[frozenset[int]] = set()
    rested: list[int] = []
    for number in range(4):
        matches = wave(swiss, number, results)
        pairs = {frozenset(pairing.seats) for pairing in matches}
        assert not pairs & met
        met |= pairs
        playing = {player for pair in pairs for player in pair}
        assert len(playing) == 6
        rested += set(range(7)) - playing
        results |= {pairing.match: won(pairing, min(pairing.seats)) for pairing in matches}  # 0 is the strongest
    assert len(set(rested)) == 4
    assert wave(swiss, 4, results) == []
    assert len(results) == total(swiss)
    points: Counter[int] = Counter()
    for result in results.values():
        points.update({player: int(made) for player, made in zip(result.seats, result.points, strict=True)})
    assert points.most_common(1) == [(0, 8)]


def test_a_swiss_round_waits_for_the_one_before() -> None:
    with pytest.raises(ArenaRefusal) as refused:
        wave(tournament(4, "swiss", rounds=2), 1, {})
    assert refused.value.message == Message("arena.tournament.unpaired", match=1, round=2)


def test_who_cannot_be_paired_is_found_out_in_time() -> None:
    # Two camps of eleven in which nobody has met, and everybody all of the other camp.
    met = {frozenset((one, 11 + other)) for one in range(11) for other in range(11)}
    assert paired(range(22), met) is None


def test_pairing_goes_back_where_the_nearest_leave_somebody_alone() -> None:
    met = {frozenset(pair) for pair in ((2, 3), (0, 2))}
    assert paired([0, 1, 2, 3], met) == [(0, 3), (1, 2)]
    assert paired([0, 1], {frozenset((0, 1))}) is None


@pytest.mark.parametrize("game", games.GAMES)
def test_openings_are_random_repeatable_and_not_over(game: str) -> None:
    with_plies = replace(tournament(2, game=game), plies=3)
    starts = [with_plies.start(n) for n in range(10)]
    assert starts == [with_plies.start(n) for n in range(10)]
    assert len(set(map(str, starts))) > 1
    assert not any(state.outcome for state in starts)
    assert str(tournament(2, game=game).start(0)) == str(games.start(game, "seed-0"))


def test_openings_of_a_file_are_taken_in_turn() -> None:
    positions = ("tactix oooo/o..o/oooo/oooo 2", "tactix oooo/oooo/oooo/...o 1")
    taken = replace(tournament(2), openings=positions)
    assert [str(taken.start(n)) for n in range(3)] == [*positions, positions[0]]


def test_dice_of_an_opening_are_no_choice() -> None:
    state = replace(tournament(2, game="tritoc"), plies=1).start(0)
    assert state.actor in (CHANCE, 1, 2)


@pytest.mark.parametrize(
    ("change", "code"),
    [
        ({"players": (Entrant("a", "random"),)}, "arena.tournament.players"),
        ({"players": (Entrant("a", "easy"), Entrant("a", "hard"))}, "arena.tournament.same-name"),
        ({"format": "knockout"}, "arena.tournament.format"),
        ({"format": "swiss"}, "arena.tournament.swiss-rounds"),
        ({"rounds": 3}, "arena.tournament.rounds"),
        ({"games": 0}, "arena.tournament.games"),
        ({"plies": -1}, "arena.tournament.plies"),
        ({"scale": 0.0}, "arena.tournament.scale"),
        ({"move_time": 0.0}, "arena.tournament.move-time"),
        ({"openings": ("xtic 7.../..../..../.... =8",)}, "arena.tournament.other-game"),
        ({"openings": ("tactix ..../..../..../.... 1",)}, "arena.tournament.opening-over"),
        ({"openings": ("tactix oo",)}, "tactix.position"),
        ({"clock": "soon"}, ""),
        ({"game": "xchain:seats=3", "format": "swiss", "rounds": 1}, "arena.tournament.swiss-seats"),
    ],
)
def test_what_makes_no_event_is_refused(change: dict[str, object], code: str) -> None:
    with pytest.raises(games.Refused) as refused:
        replace(tournament(2), **change)  # type: ignore[arg-type]
    assert refused.value.code.startswith(code)


def test_an_opening_longer_than_the_game_is_refused_when_it_is_drawn() -> None:
    with pytest.raises(ArenaRefusal) as refused:
        replace(tournament(2, game="tactix:size=3"), plies=9).start(0)
    assert refused.value.code == "arena.tournament.openings-end"


def test_an_event_and_a_result_are_read_back_as_they_were_written() -> None:
    written = replace(tournament(3), openings=("tactix oooo/o..o/oooo/oooo 2",))
    assert Tournament.from_json(written.to_json()) == written
    result = won(Pairing(1, 0, (0, 1)), 1)
    assert Result.from_line(result.to_line()) == result
    assert result.points == (Fraction(0), Fraction(1))
    for wrong in ("[]", "{}", "7", '{"match":1}'):
        with pytest.raises(ArenaRefusal) as refused:
            Result.from_line(wrong)
        assert refused.value.code == "arena.tournament.no-result"
