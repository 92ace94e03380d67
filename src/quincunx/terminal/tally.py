"""The results of one person against each level of the computer, counted from the records of finished games."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import TypeAlias

from quincunx import record
from quincunx.engine import title
from quincunx.engine.player import NAMES
from quincunx.games import GAMES, Refused
from quincunx.law.messages import text
from quincunx.record import Record
from quincunx.terminal.saves.autosave import FINISHED


@dataclass(frozen=True)
class Tally:
    """Results against one level."""

    won: int = 0
    lost: int = 0
    drawn: int = 0
    points: int = 0
    """The person's points, in games that count them."""
    against: int = 0
    """The computer's."""

    @property
    def played(self) -> int:
        return self.won + self.lost + self.drawn

    def __add__(self, other: Tally) -> Tally:
        return Tally(
            self.won + other.won,
            self.lost + other.lost,
            self.drawn + other.drawn,
            self.points + other.points,
            self.against + other.against,
        )


Tallies: TypeAlias = dict[tuple[str, str], Tally]
"""By game and level."""


def tallies(folder: Path) -> Tallies:
    """The tally of each game and level, by the records in the folder of saved games; unreadable files are skipped."""
    found: Tallies = {}
    for match in _records(folder / FINISHED):
        for key, more in _counted(match):
            found[key] = found.get(key, Tally()) + more
    return dict(sorted(found.items(), key=lambda item: _order(*item[0])))


def sentence(level: str, tally: Tally) -> str:
    """The results against one level."""
    return text("terminal.tally.line", level=title(level), won=tally.won, drawn=tally.drawn, lost=tally.lost)


def lines(found: Tallies) -> list[str]:
    """The tallies as a table of text, with headings."""
    headings = [
        text(f"terminal.tally.{name}") for name in ("game", "level", "played", "won", "drawn", "lost", "points")
    ]
    rows = [headings]
    for (game, level), tally in found.items():
        counts = (tally.played, tally.won, tally.drawn, tally.lost)
        rows.append([GAMES[game].title, title(level), *map(str, counts), _points(tally)])
    widths = [max(len(row[n]) for row in rows) for n in range(len(headings))]
    return ["  ".join(part.ljust(width) for part, width in zip(row, widths, strict=True)).rstrip() for row in rows]


def _points(tally: Tally) -> str:
    return f"{tally.points} : {tally.against}" if tally.points or tally.against else ""


def _records(folder: Path) -> Iterable[Record]:
    for path in sorted(folder.glob("*.txt")):
        try:
            yield from record.read(path.read_text("utf-8"))
        except (OSError, ValueError, Refused):
            continue


def _counted(match: Record) -> Iterable[tuple[tuple[str, str], Tally]]:
    """The tally of one game, by level; empty unless one person played computers to the end."""
    people = [seat for seat, player in enumerate(match.players) if player.kind == "person"]
    levels = [kind.removeprefix("computer ") for _, kind in match.players if kind.startswith("computer ")]
    if len(people) != 1 or len(levels) + 1 != len(match.players) or match.result == "*":
        return
    results = match.result.split("-")
    me, winner = people[0], next((seat for seat, result in enumerate(results) if result == "1"), None)
    made, others = 0, 0
    if match.points:
        made, others = match.points[me], sum(match.points) - match.points[me]
    for level in set(levels):
        yield (match.game.name, level), Tally(winner == me, winner not in (me, None), winner is None, made, others)


def _order(game: str, level: str) -> tuple[int, int, str]:
    return list(GAMES).index(game), NAMES.index(level) if level in NAMES else len(NAMES), level
