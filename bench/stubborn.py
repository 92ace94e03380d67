"""How the levels play positions that are lost: do they hold out as long as they can?

    make bench-stubborn                                     1,000 positions of each game, every level
    python bench/stubborn.py tactix xtic --positions 100    some games, fewer positions
    python bench/stubborn.py tesseract --levels easy medium some levels
    python bench/stubborn.py --list --positions 30          only the positions (tests/engine/lost.txt)

The positions come from seeded games of players that are none of the levels, so they do not depend on what is
measured. In each of them every move loses, by a source that is exact and is not the search of a level:

    xtic       the solver, to the end of the game
    tactix     the table of all positions
    tesseract  threat sequences of both seats with a large budget; a sequence is the way a move loses, and its length
               counts as the distance
    xchain     plain alpha-beta without table, reductions and captures, 1, 3 and 5 moves deep behind every move; what
               it does not see to lose in four moves counts as six
    tritoc     dice leave a chance nearly always, so "lost" means a chance of at most a tenth by a search of a million
               nodes, and what a move is worth is that chance instead of a distance

For each level the table has, of so many positions:

    proved     its own search proved that every move loses
    gave up    it then took a move with a shorter distance than another whose distance it had proved (tritoc: its search
               saw a chance of a tenth at most, and it took a move that this search thought worse than another)
    win in 1   the other seat can win with its next move (tritoc: with its next roll), and another move prevents that
               (tritoc: and is worth no less)
    shorter    the move loses sooner than the longest way by the exact source (tritoc: it keeps less than half of the
               chance). A level that does not see that far cannot know it

"gave up" must be 0 for every level, and "win in 1" for every level but the first, which does not look (xtic's gives any
piece, by its rules); the command ends with 1 if they are not. In tritoc "win in 1" is a matter of luck, so it is only
reported: a level avoids it as far as its search sees it.
"""

import argparse
import math
import sys
from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from functools import partial
from itertools import count, islice
from typing import NamedTuple

from quincunx import engine, games
from quincunx.engine import Limits
from quincunx.games import CHANCE, State
from quincunx.law.draws import Draws

Worths = Mapping[str, float]
"""Of every move of a lost position: how long it holds out, or in tritoc the chance that it leaves."""

SMALL = 1 << 20
"""Bytes of a table: enough here, and quicker to empty than the usual 64 MiB."""


def lost_by(state: State, method: str, limits: Limits) -> Worths | None:
    """The distances of all moves, if all of them are proved to lose and have one."""
    found = engine.analyse(state, limits, method).moves
    worths = {}
    for each in found:
        if not each.value.exact or each.value.seats[state.actor - 1] or each.value.distance is None:
            return None
        worths[each.move] = float(each.value.distance)
    return worths


def random_move(state: State, draws: Draws) -> str:
    """Any move that does not end the game, if there is one."""
    moves = draws.sample(state.moves(), len(state.moves()))
    return next((move for move in moves if not state.play(move).outcome), moves[0])


# xtic and tactix: random games, solved to the end.


def xtic(state: State) -> Worths | None:
    if 16 - state.body.count(".") < 7:
        return None
    return lost_by(state, "solve", Limits(memory=SMALL))


def tactix(state: State) -> Worths | None:
    if state.body.count("o") > 20:
        return None
    return lost_by(state, "table", Limits())


# tesseract: the period player against itself, one move in four at random.


def dazzling(state: State, draws: Draws) -> str:
    return draws.choice(state.moves()) if draws.below(4) == 0 else engine.choose(state, "dazzler", "")[0]


def tesseract(state: State) -> Worths | None:
    if not lost_by(state, "threats", Limits(nodes=20_000)):
        return None
    return lost_by(state, "threats", Limits(nodes=1_000_000))


# xchain: two who count squares, one and two moves ahead, one move in four at random.


def counting(state: State, draws: Draws) -> str:
    if draws.below(4) == 0:
        return draws.choice(state.moves())
    found = engine.analyse(state, Limits(depth=1 + draws.below(2)), "squares").best_moves
    return draws.choice(found).move


def xchain(state: State) -> Worths | None:
    found = engine.analyse(state, Limits(nodes=3_000, memory=SMALL), "alphabeta")
    if not all(each.value.exact and not each.value.seats[state.actor - 1] for each in found.moves):
        return None
    worths = {}
    for move in state.moves():
        after = state.play(move)
        worths[move] = next((depth + 1.0 for depth in (1, 3) if wins(after, depth)), 6.0)
        if worths[move] == 6 and not wins(after, 5):
            return None
    return worths


def wins(state: State, depth: int) -> bool:
    """Whether the seat to move wins within this many moves."""
    return any(
        found.value.exact and found.value.seats[state.actor - 1] == 1
        for found in engine.analyse(state, Limits(depth=depth), "squares").moves
    )


# tritoc: greed against greed, one move in four at random.


def greedy(state: State, draws: Draws) -> str:
    return draws.choice(state.moves()) if draws.below(4) == 0 else engine.choose(state, "greedy", "stubborn")[0]


def tritoc(state: State) -> Worths | None:
    if engine.analyse(state, Limits(nodes=500), "expectimax").best.value.seats[state.actor - 1] > 0.15:
        return None
    found = engine.analyse(state, Limits(nodes=1_000_000), "expectimax")
    if found.best.value.seats[state.actor - 1] > 0.1:
        return None
    return {each.move: each.value.seats[state.actor - 1] for each in found.moves}


def danger(state: State) -> float:
    """The chance that the seat whose turn it is now wins with this turn."""
    if state.actor == CHANCE:
        turn = state.turn
        after = {roll: state.play(roll) for roll in state.moves()}
        return float(
            sum(chance * danger(after[roll]) for roll, chance in state.chances().items() if after[roll].turn == turn)
        )
    return float(any((end := state.play(move).outcome) and end.winner == state.actor for move in state.moves()))


@dataclass(frozen=True)
class Source:
    variants: tuple[str, ...]
    player: Callable[[State, Draws], str]
    worths: Callable[[State], Worths | None]


SOURCES: Mapping[str, Source] = {
    "xtic": Source(
        ("xtic", "xtic:type=nodiags", "xtic:type=torus", "xtic:goal=complete", "xtic:type=torus,goal=complete"),
        random_move,
        xtic,
    ),
    "tactix": Source(
        ("tactix:size=3", "tactix", "tactix:size=5", "tactix:goal=last-wins", "tactix:size=5,goal=last-wins"),
        random_move,
        tactix,
    ),
    "tritoc": Source(("tritoc", "tritoc:dice=equal"), greedy, tritoc),
    "tesseract": Source(("tesseract", "tesseract:dims=3"), dazzling, tesseract),
    "xchain": Source(("xchain:size=4x4", "xchain:size=5x5", "xchain:size=6x6", "xchain"), counting, xchain),
}


@dataclass(frozen=True)
class Lost:
    position: str
    worths: Worths


def played(game: str, number: int) -> list[Lost]:
    """Two lost positions of one seeded game in which the moves differ: more would be too similar."""
    source = SOURCES[game]
    variant, seed = source.variants[number % len(source.variants)], f"stubborn {number}"
    draws, state, found = Draws(seed, variant), games.start(variant, seed), []
    while not state.outcome:
        if state.actor == CHANCE:
            state = state.play(draws.weighted(state.chances()))
            continue
        worths = source.worths(state) if len(state.moves()) > 1 else None
        if worths and len(set(worths.values())) > 1:
            found.append(Lost(str(state), worths))
        state = state.play(source.player(state, draws))
    return draws.sample(found, min(2, len(found)))


def positions(game: str, pool: ProcessPoolExecutor) -> Iterator[Lost]:
    """An endless stream of lost positions, always the same."""
    for first in count(0, 50):
        for found in pool.map(partial(played, game), range(first, first + 50)):
            yield from found


class Verdict(NamedTuple):
    proved: bool
    gave_up: bool
    win_in_one: bool
    shorter: bool


def judge(level: str, lost: Lost) -> Verdict:
    """What a level does in a lost position."""
    state = games.parse(lost.position)
    move, analysis = engine.choose(state, level, "stubborn")
    known = {found.move: found.value for found in analysis.moves}
    proved = all(value.exact and not value.seats[state.actor - 1] for value in known.values())
    longest = max(value.distance or 0 for value in known.values())
    best = max(lost.worths.values())
    if state.game.has_dice:
        threat = {each: danger(state.play(each)) for each in state.moves()}
        let = threat[move] > 0 and any(threat[each] == 0 and lost.worths[each] >= lost.worths[move] for each in threat)
        own = {each: value.seats[state.actor - 1] for each, value in known.items()}
        gave_up = own[move] < max(own.values()) <= 0.1
        return Verdict(proved, gave_up, let, lost.worths[move] < best / 2)
    let = lost.worths[move] <= 2 < best and danger(state.play(move)) == 1
    return Verdict(proved, proved and (known[move].distance or math.inf) < longest, let, lost.worths[move] < best)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("games", metavar="GAME", nargs="*", default=list(SOURCES))
    parser.add_argument("--positions", type=int, default=1000)
    parser.add_argument("--levels", nargs="+", default=list(engine.NAMES))
    parser.add_argument("--list", action="store_true")
    words = parser.parse_args()
    wrong = False
    with ProcessPoolExecutor() as pool:
        if words.list:
            for game in words.games:
                for found in islice(positions(game, pool), words.positions):
                    print(found.position)
            return 0
        print("| game | level | positions | proved | gave up | win in 1 | shorter |")
        print("|---|---|---|---|---|---|---|", flush=True)
        for game in words.games:
            lost = list(islice(positions(game, pool), words.positions))
            for level in words.levels:
                verdicts = list(pool.map(partial(judge, level), lost, chunksize=10))
                proved, gave_up, let, shorter = map(sum, zip(*verdicts, strict=True))
                print(f"| {game} | {level} | {len(verdicts)} | {proved} | {gave_up} | {let} | {shorter} |", flush=True)
                looks = level != engine.NAMES[0] and not games.game(game).has_dice
                wrong = wrong or gave_up > 0 or (looks and let > 0)
    return int(wrong)


if __name__ == "__main__":
    sys.exit(main())
