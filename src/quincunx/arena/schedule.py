"""Pairings: who meets whom, in which seats, from which opening."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import combinations_with_replacement, count

from quincunx.arena.tournament import ArenaRefusal, Pairing, Result, Tournament

Group = tuple[int, ...]
"""The players at one table."""


def wave(tournament: Tournament, number: int, results: Mapping[int, Result]) -> list[Pairing]:
    """The matches of one wave, playable once all earlier waves are complete; empty when the tournament is over.

    Only a Swiss tournament has more than one. The same tournament and results always give the same matches.
    """
    if tournament.format == "swiss":
        return _swiss_round(tournament, number, results) if number < tournament.rounds else []
    return list(_matches(_groups(tournament), range(_sets(tournament)), 1)) if number == 0 else []


def total(tournament: Tournament) -> int:
    """How many matches the tournament has."""
    groups = (
        len(tournament.players) // 2 * tournament.rounds if tournament.format == "swiss" else len(_groups(tournament))
    )
    return groups * _sets(tournament) * tournament.law.seats


def _sets(tournament: Tournament) -> int:
    """How many openings each group plays; each takes as many matches as there are seats."""
    return -(-tournament.games // tournament.law.seats)


def _groups(tournament: Tournament) -> list[Group]:
    """All groups that meet, in formats other than Swiss.

    With fewer players than seats some sit twice, so that two players can be compared at a table for three.
    """
    players, seats = len(tournament.players), tournament.law.seats
    if tournament.format == "ladder":
        wanted = [{low, low + 1} for low in range(players - 1)]
        return [group for group in combinations_with_replacement(range(players), seats) if set(group) in wanted]
    groups = combinations_with_replacement(range(players), seats)
    every = [group for group in groups if len(set(group)) == min(players, seats)]
    return [group for group in every if 0 in group] if tournament.format == "gauntlet" else every


def _matches(groups: Iterable[Group], openings: Iterable[int], first: int) -> Iterator[Pairing]:
    """Opening by opening, so that a tournament stopped early is a smaller tournament of the same kind."""
    numbers, groups = count(first), tuple(groups)
    for opening in openings:
        for group in groups:
            for turn in range(len(group)):
                yield Pairing(next(numbers), opening, (*group[turn:], *group[:turn]))


# Swiss


def _swiss_round(tournament: Tournament, number: int, results: Mapping[int, Result]) -> list[Pairing]:
    players, sets = range(len(tournament.players)), _sets(tournament)
    each = len(players) // 2 * sets * 2
    """Matches of a round."""
    points = {player: Fraction(0) for player in players}
    met: set[frozenset[int]] = set()
    rested: set[int] = set()
    for past in range(number):
        playing: set[int] = set()
        for match in range(past * each + 1, (past + 1) * each + 1):
            if match not in results:
                raise ArenaRefusal("arena.tournament.unpaired", match=match, round=number + 1)
            result = results[match]
            met.add(frozenset(result.seats))
            playing.update(result.seats)
            for player, made in zip(result.seats, result.points, strict=True):
                points[player] += made
        for player in set(players) - playing:
            rested.add(player)
            points[player] += sets * 2  # as if all had been won
    order = sorted(players, key=lambda player: (-points[player], player))
    if len(order) % 2:
        order.remove(next((player for player in reversed(order) if player not in rested), order[-1]))
    pairs = paired(order, met) or list(zip(order[::2], order[1::2], strict=True))
    return list(_matches(pairs, range(number * sets, (number + 1) * sets), number * each + 1))


def paired(order: Sequence[int], met: set[frozenset[int]]) -> list[tuple[int, int]] | None:
    """The players two by two, each with the nearest below whom it has not met; None if that cannot be."""
    hopeless: set[tuple[int, ...]] = set()
    """Those who were left and could not be paired: many ways lead to the same few."""

    def pair(left: tuple[int, ...]) -> list[tuple[int, int]] | None:
        if not left:
            return []
        if left in hopeless:
            return None
        first, *others = left
        for other in others:
            if frozenset((first, other)) not in met:
                rest = pair(tuple(player for player in others if player != other))
                if rest is not None:
                    return [(first, other), *rest]
        hopeless.add(left)
        return None

    return pair(tuple(order))
