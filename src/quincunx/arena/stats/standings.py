"""Standings of a tournament: points, head-to-head scores, seats, lengths; and their text form."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import TYPE_CHECKING

from quincunx.arena.tournament import Result, Tournament, beaten
from quincunx.law.messages import text

if TYPE_CHECKING:
    from quincunx.arena.stats.ratings import Ratings


@dataclass
class Standings:
    """Counts by player, as an index into the tournament's players."""

    tournament: Tournament
    played: Counter[int] = field(default_factory=Counter)
    points: dict[int, Fraction] = field(default_factory=dict)
    meetings: Counter[tuple[int, int]] = field(default_factory=Counter)
    """Meetings of two players."""
    taken: dict[tuple[int, int], Fraction] = field(default_factory=dict)
    """The score of one player against another: 1 for each better place, 1/2 for the same."""
    seat_wins: Counter[int] = field(default_factory=Counter)
    """Wins by seat; draws under 0."""
    lengths: list[int] = field(default_factory=list)
    faults: Counter[tuple[int, str]] = field(default_factory=Counter)
    """Losses by player and kind of fault."""

    @property
    def ranking(self) -> list[int]:
        """The players by score percentage, best first."""
        players = range(len(self.tournament.players))
        return sorted(players, key=lambda p: (-self.points.get(p, Fraction(0)) / max(1, self.played[p]), p))


def stand(tournament: Tournament, results: Iterable[Result]) -> Standings:
    found = Standings(tournament)
    for result in results:
        for at, (player, points) in enumerate(zip(result.seats, result.points, strict=True)):
            found.played[player] += 1
            found.points[player] = found.points.get(player, Fraction(0)) + points
            for other_at, other in enumerate(result.seats):
                if other != player:
                    found.meetings[player, other] += 1
                    better = beaten(result.places, at, other_at)
                    found.taken[player, other] = found.taken.get((player, other), Fraction(0)) + better
        winner = result.points.index(1) + 1 if 1 in result.points else 0
        found.seat_wins[winner] += 1
        found.lengths.append(result.plies)
        found.faults.update((result.seats[fault.seat - 1], fault.kind) for fault in result.faults)
    return found


def points(value: Fraction) -> str:
    """Points as text: 3, 3.5."""
    return f"{float(value):g}"


def crosstable(standings: Standings, ratings: Ratings | None = None) -> list[str]:
    """The crosstable as lines of text: rating, points and head-to-head scores of each player."""
    names, order = standings.tournament.names, standings.ranking
    if ratings:
        order = sorted(order, key=lambda player: -ratings.elo[player])
    rated = [text("arena.table.elo"), "+-"] if ratings else []
    counts = [text("arena.table.points"), text("arena.table.games")]
    rows = [["", text("arena.table.player"), *rated, *counts, *map(str, range(1, len(order) + 1))]]
    for rank, player in enumerate(order, 1):
        rated = [f"{ratings.elo[player]:+.0f}", f"{1.96 * ratings.error(player):.0f}"] if ratings else []
        met = [
            f"{points(standings.taken[player, other])}/{standings.meetings[player, other]}"
            if standings.meetings[player, other]
            else "-"
            for other in order
        ]
        made = points(standings.points.get(player, Fraction(0)))
        rows.append([str(rank), names[player], *rated, made, str(standings.played[player]), *met])
    return columns(rows)


def columns(rows: list[list[str]]) -> list[str]:
    """Aligns rows: the second column to the left, all others to the right."""
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    return [
        "  ".join(
            cell.ljust(width) if at == 1 else cell.rjust(width)
            for at, (cell, width) in enumerate(zip(row, widths, strict=True))
        ).rstrip()
        for row in rows
    ]


def seats_line(standings: Standings) -> str:
    """The share of wins by seat in one line; shows any first-move advantage."""
    total = max(1, sum(standings.seat_wins.values()))
    share = {seat: f"{standings.seat_wins[seat] / total:.0%}" for seat in (0, *_seats(standings))}
    seats = [text("arena.table.seat-share", number=seat, share=share[seat]) for seat in _seats(standings)]
    drawn = [text("arena.table.drawn-share", share=share[0])] if standings.seat_wins[0] else []
    return ", ".join([*seats, *drawn])


def _seats(standings: Standings) -> range:
    return range(1, standings.tournament.law.seats + 1)


def fault_lines(standings: Standings) -> list[str]:
    names = standings.tournament.names
    return [
        text("arena.table.fault", name=names[player], n=count, kind=kind)
        for (player, kind), count in sorted(standings.faults.items())
    ]


def accuracy_lines(standings: Standings, accuracies: Sequence[float | None]) -> list[str]:
    """The accuracy of each player, the best first."""
    rows = [["", text("arena.table.player"), text("arena.table.accuracy")]]
    for rank, player in enumerate(by_accuracy(accuracies), 1):
        rows.append([str(rank), standings.tournament.names[player], accuracy_text(accuracies[player])])
    return columns(rows)


def by_accuracy(accuracies: Sequence[float | None]) -> list[int]:
    """The players, the most accurate first; those without a choice last."""
    return sorted(range(len(accuracies)), key=lambda player: -(accuracies[player] or 0))


def accuracy_text(accuracy: float | None) -> str:
    return "-" if accuracy is None else f"{accuracy:.1f}"


@dataclass(frozen=True)
class LadderStep:
    """Two adjacent levels of a ladder."""

    lower: int
    upper: int
    taken: Fraction
    """The points of the upper player."""
    matches: int
    difference: float
    error: float

    @property
    def verdict(self) -> str:
        if self.difference - 1.96 * self.error > 0:
            return text("arena.table.clear-step")
        weaker = self.difference + 1.96 * self.error < 0
        return text("arena.table.weaker") if weaker else text("arena.table.no-step")


def steps(standings: Standings, ratings: Ratings) -> list[LadderStep]:
    """How each player does against the one listed before it."""
    return [
        LadderStep(
            upper - 1,
            upper,
            standings.taken.get((upper, upper - 1), Fraction(0)),
            standings.meetings[upper, upper - 1],
            *ratings.difference(upper, upper - 1),
        )
        for upper in range(1, len(standings.tournament.players))
    ]


def ladder_lines(standings: Standings, ratings: Ratings) -> list[str]:
    names = standings.tournament.names
    head = (text(f"arena.table.{name}") for name in ("step", "points", "games", "elo"))
    rows = [["", *head, "+-", ""]]
    for step in steps(standings, ratings):
        name = text("arena.table.from-to", lower=names[step.lower], upper=names[step.upper])
        elo, error = f"{step.difference:+.0f}", f"{1.96 * step.error:.0f}"
        rows.append(["", name, points(step.taken), str(step.matches), elo, error, step.verdict])
    return columns(rows)
