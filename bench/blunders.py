"""Whether the levels overlook what nobody should: a win with this move, or the other seat's win with its next one.

    make bench-blunders                                        2,000 positions of each game, every level but trivial
    python bench/blunders.py xchain --positions 200            one game, fewer positions
    python bench/blunders.py xtic --levels easy medium         some levels

The positions come from seeded games of random moves in every variant of a game, so they do not depend on what is
measured. The law alone says what a move is:

    a win in one   it ends the game, and its seat has won; or whatever the next seat does ends the game with that win
                   (whoever takes the last counter has lost, and one is left)
    allowed        after it the next seat has a win in one, and another move prevents that

Kept are positions in which somebody can win so: the seat to move, or the next one after some of its moves. For each
level the table has, of so many positions: those with a win in one and how many of these it missed; those with a danger
that can be averted, and in how many it allowed the win. Dice decide what the next seat can do in tritoc, so nothing is
counted as allowed there. The command ends with 1 if a level missed or allowed one.
"""

import argparse
import sys
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from itertools import count, islice
from typing import NamedTuple

from quincunx import engine, games
from quincunx.games import CHANCE, State
from quincunx.law.draws import Draws

EACH = 2
"""Positions of one game at most: more would be much alike."""


def wins(before: State, move: str) -> bool:
    """Whether a move is a win in one."""
    after = before.play(move)
    if after.outcome:
        return after.outcome.winner == before.actor
    if after.actor == CHANCE or after.actor == before.actor:
        return False
    ends = (after.play(reply).outcome for reply in after.moves())
    return all(end is not None and end.winner == before.actor for end in ends)


def allows(before: State, move: str) -> bool:
    """Whether the next seat has a win in one after a move."""
    after = before.play(move)
    if after.outcome or after.actor == CHANCE:
        return False
    if after.actor == before.actor:  # xtic: who has placed a piece also gives the next one
        return all(allows(after, gift) for gift in after.moves())
    return any(wins(after, reply) for reply in after.moves())


class Test(NamedTuple):
    """A position in which somebody can win in one."""

    position: str
    winning: frozenset[str]
    """The moves that win in one."""
    safe: frozenset[str]
    """The moves that allow nothing, if others do."""


def examine(state: State) -> Test | None:
    winning = frozenset(move for move in state.moves() if wins(state, move))
    safe: frozenset[str] = frozenset()
    if not winning:
        safe = frozenset(move for move in state.moves() if not allows(state, move))
        if not safe or len(safe) == len(state.moves()):
            return None
    return Test(str(state), winning, safe)


def played(name: str, number: int) -> list[Test]:
    """Some positions of one seeded game."""
    variants = [variant for variant in games.variants() if games.game(variant).name == name]
    variant, seed = variants[number % len(variants)], f"blunders {number}"
    draws, state, passed = Draws(seed, variant), games.start(variant, seed), []
    while not state.outcome:
        if state.actor == CHANCE:
            state = state.play(draws.weighted(state.chances()))
            continue
        passed.append(state)
        state = state.play(draws.choice(state.moves()))
    late = passed[-12:]  # earlier there is seldom anything to win
    tests = (examine(state) for state in draws.sample(late, len(late)))
    return list(islice(filter(None, tests), EACH))


def positions(name: str, pool: ProcessPoolExecutor) -> Iterator[Test]:
    """Positions without end, always the same."""
    for first in count(0, 50):
        for found in pool.map(partial(played, name), range(first, first + 50)):
            yield from found


def blunder(level: str, test: Test) -> bool:
    """Whether a level misses a win, or allows one."""
    move, _ = engine.choose(games.parse(test.position), level, "blunders")
    return move not in (test.winning or test.safe)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("games", metavar="GAME", nargs="*", default=list(games.GAMES))
    parser.add_argument("--positions", type=int, default=2000)
    parser.add_argument("--levels", nargs="+", default=list(engine.NAMES[1:4]))
    parser.add_argument("--show", action="store_true", help="print the positions of the blunders")
    words = parser.parse_args()
    total = 0
    with ProcessPoolExecutor() as pool:
        print("| game | level | wins in one | missed | dangers | allowed |")
        print("|---|---|---|---|---|---|", flush=True)
        for name in words.games:
            tests = list(islice(positions(name, pool), words.positions))
            won = sum(bool(test.winning) for test in tests)
            for level in words.levels:
                wrong = list(pool.map(partial(blunder, level), tests, chunksize=10))
                missed = sum(bad and bool(test.winning) for bad, test in zip(wrong, tests, strict=True))
                allowed = sum(wrong) - missed
                total += sum(wrong)
                print(f"| {name} | {level} | {won} | {missed} | {len(tests) - won} | {allowed} |", flush=True)
                if words.show:
                    print(*(test for bad, test in zip(wrong, tests, strict=True) if bad), sep="\n")
    return int(total > 0)


if __name__ == "__main__":
    sys.exit(main())
