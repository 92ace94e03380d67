"""Whether the levels overlook the obvious: a win with this move, or what the next seat can do with its own.

    make bench-blunders                                        2,000 positions of each game, every level but trivial
    python bench/blunders.py xchain --positions 200            one game, fewer positions
    python bench/blunders.py xtic --levels easy medium         some levels
    python bench/blunders.py --list --positions 24             only the positions (tests/engine/dangers.txt: and as many
                                                               with --kinds eliminations)

The positions come from seeded games of random moves in every variant of a game, so they do not depend on what is
measured. Only the law classifies a move:

    a win in one   it ends the game, and its seat has won; or whatever the next seat does ends the game with that win
                   (whoever takes the last counter has lost, and one is left)
    a danger       after it the next seat has a win in one, and another move prevents that; or with three or four
                   seats the next one can eliminate the seat, and another move prevents that

Kept are positions in which the seat to move has a win in one, or some but not all of its moves bring a danger. For each
level the table has: positions with a win in one, and how many of these it missed; positions in which a win of the next
seat can be prevented, and in how many it allowed it; and the same for elimination. Dice decide what the next seat can
do in tritoc, so there are no dangers. The command ends with 1 if a level missed or allowed anything.
"""

import argparse
import sys
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from itertools import count, islice
from typing import NamedTuple

from quincunx import engine, games
from quincunx.games import CHANCE, State
from quincunx.law.draws import Draws

EACH = 2
"""Positions of one game at most: more would be much alike."""


def wins(before: State, after: State) -> bool:
    """Whether the move from one position to the other is a win in one."""
    if after.outcome:
        return after.outcome.winner == before.actor
    if after.actor == CHANCE or after.actor == before.actor:
        return False
    ends = (after.play(reply).outcome for reply in after.moves())
    return all(end is not None and end.winner == before.actor for end in ends)


def danger(before: State, move: str) -> int:
    """What the next seat can do after a move: 2 for a win in one, 1 for eliminating the mover, 0 for neither."""
    after = before.play(move)
    if after.outcome or after.actor == CHANCE:
        return 0
    if after.actor == before.actor:  # xtic: the seat that places a piece also gives the next one
        return min(danger(after, gift) for gift in after.moves())
    eliminated = False
    for end in map(after.play, after.moves()):
        if wins(after, end):
            return 2
        eliminated |= not end.plays(before.actor)
    return int(eliminated)


class Test(NamedTuple):
    """A position with moves that no level should overlook."""

    position: str
    kind: str
    right: frozenset[str]
    """The moves that win, or those that bring the least danger."""


KINDS = ("wins in one", "dangers", "eliminations")


def examine(state: State) -> Test | None:
    winning = frozenset(move for move in state.moves() if wins(state, state.play(move)))
    if winning:
        return Test(str(state), KINDS[0], winning)
    dangers = {move: danger(state, move) for move in state.moves()}
    least, most = min(dangers.values()), max(dangers.values())
    if least == most:
        return None
    right = frozenset(move for move, found in dangers.items() if found == least)
    return Test(str(state), KINDS[1 if most == 2 else 2], right)


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
    living = [sum(state.plays(seat) for seat in range(1, state.game.seats + 1)) for state in (*passed, state)]
    # Earlier positions rarely have a win; with more than two seats, not before somebody is eliminated.
    late = [each for i, each in enumerate(passed) if i >= len(passed) - 12 or living[i] > min(living[i : i + 12])]
    tests = (examine(state) for state in draws.sample(late, len(late)))
    return list(islice(filter(None, tests), EACH))


def positions(name: str, pool: ProcessPoolExecutor, kinds: Sequence[str] = KINDS) -> Iterator[Test]:
    """An endless stream of positions, always the same."""
    for first in count(0, 50):
        for found in pool.map(partial(played, name), range(first, first + 50)):
            yield from (test for test in found if test.kind in kinds)


def blunder(level: str, test: Test) -> bool:
    """Whether a level misses a win, or allows a danger."""
    move, _ = engine.choose(games.parse(test.position), level, "blunders")
    return move not in test.right


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("games", metavar="GAME", nargs="*", default=list(games.GAMES))
    parser.add_argument("--positions", type=int, default=2000)
    parser.add_argument("--levels", nargs="+", default=list(engine.NAMES[1:4]))
    parser.add_argument("--kinds", nargs="+", choices=KINDS, default=KINDS, help="only such positions")
    parser.add_argument("--list", action="store_true", help="print the positions and nothing else")
    parser.add_argument("--show", action="store_true", help="print the positions of the blunders")
    words = parser.parse_args()
    total = 0
    with ProcessPoolExecutor() as pool:
        if words.list:
            for name in words.games:
                for test in islice(positions(name, pool, words.kinds), words.positions):
                    print(test.position)
            return 0
        print("| game | level | wins in one | missed | dangers | allowed | eliminations | allowed |")
        print("|---|---|---|---|---|---|---|---|", flush=True)
        for name in words.games:
            tests = list(islice(positions(name, pool, words.kinds), words.positions))
            for level in words.levels:
                wrong = list(pool.map(partial(blunder, level), tests, chunksize=10))
                total += sum(wrong)
                cells = []
                for kind in KINDS:
                    bad = [each for each, test in zip(wrong, tests, strict=True) if test.kind == kind]
                    cells += [len(bad), sum(bad)]
                print("|", " | ".join(map(str, (name, level, *cells))), "|", flush=True)
                if words.show:
                    print(*(test for bad, test in zip(wrong, tests, strict=True) if bad), sep="\n")
    return int(total > 0)


if __name__ == "__main__":
    sys.exit(main())
