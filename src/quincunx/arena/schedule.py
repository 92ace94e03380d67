"""Pairings: who meets whom, in which seats, from which opening."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import combinations_with_replacement, count

from quincunx.arena.event import ArenaRefusal, Event, Pairing, Result

Group = tuple[int, ...]
"""The players at one table."""


def wave(event: Event, number: int, results: Mapping[int, Result]) -> list[Pairing]:
    """The matches of one wave, playable once all earlier waves are complete; empty when the event is over.

    Only a Swiss event has more than one. The same event and results always give the same matches.
    """
    if event.format == "swiss":
        return _swiss_round(event, number, results) if number < event.rounds else []
    return list(_matches(_groups(event), range(_sets(event)), 1)) if number == 0 else []


def total(event: Event) -> int:
    """How many matches the event has."""
    groups = len(event.players) // 2 * event.rounds if event.format == "swiss" else len(_groups(event))
    return groups * _sets(event) * event.law.seats


def _sets(event: Event) -> int:
    """How many openings each group plays; each takes as many matches as there are seats."""
    return -(-event.games // event.law.seats)


def _groups(event: Event) -> list[Group]:
    """All groups that meet, in formats other than Swiss.

    With fewer players than seats some sit twice, so that two players can be compared at a table for three.
    """
    players, seats = len(event.players), event.law.seats
    if event.format == "ladder":
        wanted = [{low, low + 1} for low in range(players - 1)]
        return [group for group in combinations_with_replacement(range(players), seats) if set(group) in wanted]
    groups = combinations_with_replacement(range(players), seats)
    every = [group for group in groups if len(set(group)) == min(players, seats)]
    return [group for group in every if 0 in group] if event.format == "gauntlet" else every


def _matches(groups: Iterable[Group], openings: Iterable[int], first: int) -> Iterator[Pairing]:
    """Opening by opening, so that an event stopped early is a smaller event of the same kind."""
    numbers, groups = count(first), tuple(groups)
    for opening in openings:
        for group in groups:
            for turn in range(len(group)):
                yield Pairing(next(numbers), opening, (*group[turn:], *group[:turn]))


# Swiss


def _swiss_round(event: Event, number: int, results: Mapping[int, Result]) -> list[Pairing]:
    players, sets = range(len(event.players)), _sets(event)
    each = len(players) // 2 * sets * 2
    """Matches of a round."""
    points = {player: Fraction(0) for player in players}
    met: set[frozenset[int]] = set()
    rested: set[int] = set()
    for past in range(number):
        playing: set[int] = set()
        for match in range(past * each + 1, (past + 1) * each + 1):
            if match not in results:
                raise ArenaRefusal("arena.event.unpaired", match=match, round=number + 1)
            result = results[match]
            met.add(frozenset(result.seats))
            playing.update(result.seats)
            for player, made in zip(result.seats, result.points, strict=True):
                points[player] += made
        for player in set(players) - playing:
            rested.add(player)
            points[player] += sets * 2  # as if all were won
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
