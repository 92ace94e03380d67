"""Ratings and SPRT against what can be worked out by hand, and against simulated truth."""

from fractions import Fraction
from itertools import combinations
from math import log, log10
from random import Random

import pytest

from quincunx.arena import ArenaRefusal, Entrant, Result, Tournament
from quincunx.arena.stats.ratings import rate, superiority
from quincunx.arena.stats.sprt import SCORES, Sprt, log_ratio, pairs
from quincunx.arena.stats.standings import crosstable, fault_lines, seats_line, stand, steps
from quincunx.arena.tournament import expected
from quincunx.law.messages import text


def result(seats: tuple[int, ...], places: tuple[int, ...], match: int = 1) -> Result:
    drawn = len(set(places)) == 1
    score = "-".join("1/2" if drawn else str(int(place == 1)) for place in places)
    return Result(match, 0, seats, score, places, "", 10, (), (0.0,) * len(seats), "")


WON, LOST, DRAWN = (1, 2), (2, 1), (1, 1)


def test_two_players_by_hand() -> None:
    # 3 of 4 points: odds of three to one. So many matches that the prior does not count.
    found = rate(2, [result((0, 1), WON)] * 3000 + [result((1, 0), WON)] * 1000)
    difference, error = found.difference(0, 1)
    assert difference == pytest.approx(400 * log10(3), abs=1)
    # The information about the logarithm of the odds is n p (1 - p).
    assert error == pytest.approx(400 / log(10) / (4000 * 0.75 * 0.25) ** 0.5, rel=0.01)
    assert found.elo[0] == pytest.approx(-found.elo[1])
    assert found.draws == 0


def test_draws_by_hand() -> None:
    # Davidson: win to loss is the ratio of strengths; draws are nu times the geometric mean of both.
    games = [result((0, 1), WON)] * 5000 + [result((0, 1), DRAWN)] * 3000 + [result((0, 1), LOST)] * 2000
    found = rate(2, games)
    assert found.difference(0, 1)[0] == pytest.approx(400 * log10(2.5), abs=1)
    nu = 0.3 / (0.5 * 0.2) ** 0.5
    assert found.draws == pytest.approx(nu / (2 + nu), abs=0.001)


def test_who_never_lost_is_strong_but_not_infinitely() -> None:
    few = rate(2, [result((0, 1), WON)] * 5)
    many = rate(2, [result((0, 1), WON)] * 50)
    assert 100 < few.difference(0, 1)[0] < many.difference(0, 1)[0] < 2000
    assert rate(3, []).elo == (0, 0, 0)


def test_ratings_recover_known_strengths_within_their_errors() -> None:
    random, truth = Random(7), [-300.0, -100.0, 0.0, 150.0, 250.0]
    nu, off = 0.8, []
    for _ in range(40):
        played = []
        for a, b in combinations(range(5), 2):
            strong, weak = 10 ** (truth[a] / 400), 10 ** (truth[b] / 400)
            weights = [strong, weak, nu * (strong * weak) ** 0.5]
            played += [result((a, b), places) for places in random.choices([WON, LOST, DRAWN], weights, k=40)]
        found = rate(5, played)
        off += [(found.elo[player] - truth[player]) / found.error(player) for player in range(5)]
    # 95 of 100 intervals hold the truth; fewer than 90 of 100 in 200 would be odd, and so would all.
    assert 0.90 < sum(abs(x) < 1.96 for x in off) / len(off) < 1
    assert abs(sum(off) / len(off)) < 0.3


def test_three_at_a_table_are_ranked_by_plackett_and_luce() -> None:
    random, truth = Random(3), [-200.0, 0.0, 50.0, 150.0]
    played = []
    for seats in combinations(range(4), 3):
        for _ in range(800):
            left, order = list(range(3)), []
            while left:
                weights = [10 ** (truth[seats[at]] / 400) for at in left]
                order.append(random.choices(left, weights)[0])
                left.remove(order[-1])
            played.append(result(seats, tuple(order.index(at) + 1 for at in range(3))))
    found = rate(4, played)
    for player in range(4):
        assert abs(found.elo[player] - truth[player]) < 3 * found.error(player) < 50


def test_who_went_out_together_are_in_no_order() -> None:
    tied = rate(3, [result((0, 1, 2), (1, 2, 2))] * 300)
    assert tied.elo[1] == pytest.approx(tied.elo[2])
    assert tied.elo[0] > tied.elo[1]


def test_superiority() -> None:
    assert superiority(0, 10) == 0.5
    assert superiority(19.6, 10) == pytest.approx(0.975, abs=0.001)


def test_expected_points() -> None:
    assert expected(0) == 0.5
    assert expected(400) == pytest.approx(10 / 11)


# SPRT


def test_bounds_and_ratio_by_hand() -> None:
    assert Sprt(0, 10).bounds == pytest.approx((-log(19), log(19)))
    assert Sprt(0, 10, alpha=0.01, beta=0.2).bounds == pytest.approx((log(0.2 / 0.99), log(0.8 / 0.01)))
    # Ten pairs, all won: the likeliest distribution with mean s then wins with chance s, and otherwise loses.
    assert log_ratio((0, 0, 0, 0, 10), 0.5, 0.6) == pytest.approx(10 * log(0.6 / 0.5), abs=0.02)
    # Half won and half lost: by symmetry the claims 0.4 and 0.6 are as likely.
    assert log_ratio((5, 2, 7, 2, 5), 0.4, 0.6) == pytest.approx(0, abs=1e-6)


@pytest.mark.parametrize(("elo", "right", "wrong"), [(0.0, "H0", "H1"), (120.0, "H1", "H0")])
def test_sprt_decides_right_on_simulated_streams(elo: float, right: str, wrong: str) -> None:
    random, test = Random(11), Sprt(0, 120)
    verdicts = []
    for _ in range(100):
        standing = test.begin()
        while standing.verdict == "continue":
            made = sum(_simulated(random, elo) for _ in range(2)) / 2
            standing = standing.after([Fraction(made)])
        verdicts.append(standing.verdict)
    # Alpha and beta are 5%: of 100 about 5 are wrong, and 13 or more once in a thousand times.
    assert verdicts.count(wrong) < 13  # type: ignore[arg-type]
    assert verdicts.count(right) + verdicts.count(wrong) == 100  # type: ignore[arg-type]


def _simulated(random: Random, elo: float) -> Fraction:
    """A match with three draws in ten."""
    win = expected(elo) - 0.15
    return random.choices([Fraction(1), Fraction(1, 2), Fraction(0)], [win, 0.3, 0.7 - win])[0]


def test_what_comes_after_the_decision_does_not_count() -> None:
    standing = Sprt(0, 200).begin().after([SCORES[4]] * 100)
    assert (standing.verdict, standing.pairs < 30) == ("H1", True)
    assert standing.after([SCORES[0]] * 100) == standing
    assert standing.words().endswith(text("arena.sprt.h1", elo1="200"))
    assert "LLR" in standing.words()


def test_pairs_are_counted_in_their_order_up_to_the_first_missing() -> None:
    matches = [
        result((0, 1), WON, 1),
        result((1, 0), WON, 2),
        result((0, 1), DRAWN, 3),
        result((1, 0), LOST, 4),
        result((0, 1), WON, 5),
        result((1, 0), LOST, 8),
    ]
    assert pairs({match.match: match for match in matches}) == [Fraction(1, 2), Fraction(3, 4)]


@pytest.mark.parametrize("words", [(10, 0), (0, 0), (0, 5, 0.0), (0, 5, 0.05, 0.6), (0, float("nan"))])
def test_senseless_tests_are_refused(words: tuple[float, ...]) -> None:
    with pytest.raises(ArenaRefusal):
        Sprt(*words)


# Standings


def test_crosstable_and_steps() -> None:
    tournament = Tournament("tactix", tuple(Entrant(name, "random") for name in ("low", "high")), "ladder", 4, "s")
    played = [result((0, 1), LOST)] * 70 + [result((1, 0), WON)] * 20 + [result((1, 0), DRAWN)] * 10
    standings, ratings = stand(tournament, played), rate(2, played)
    head, first, second = crosstable(standings, ratings)
    assert head.split() == ["player", "Elo", "+-", "points", "games", "1", "2"]
    assert first.split()[:2] == ["1", "high"]
    assert first.split()[4:] == ["95", "100", "-", "95/100"]
    assert second.split()[4:] == ["5", "100", "5/100", "-"]
    assert seats_line(standings) == "seat 1 won 20%, seat 2 won 70%, 10% drawn"
    assert fault_lines(standings) == []
    (step,) = steps(standings, ratings)
    assert (step.taken, step.matches, step.verdict) == (Fraction(95), 100, "a clear step")
    turned = [result((0, 1), WON)] * 50
    assert steps(stand(tournament, turned), rate(2, turned))[0].verdict == "WEAKER"
    even = [result((0, 1), WON), result((0, 1), LOST)]
    assert steps(stand(tournament, even), rate(2, even))[0].verdict == "no step shown"
