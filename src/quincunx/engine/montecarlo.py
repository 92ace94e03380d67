"""Monte Carlo tree search in Python, over the law alone: for games that the compiled core does not know.

Every position that enters the tree is searched one move ahead, so that wins are seen at once; decided values are backed
up towards the root as proofs. Elsewhere random games are played to the end. What a move does later in such a game
counts for the move itself too (the all-moves-as-first heuristic), so that a few hundred games give an estimate of every
move.
"""

from __future__ import annotations

import math
import random
import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import partial

from quincunx.engine.analysis import Analysis, Control, EngineRefusal, Limits, MoveValue, Value
from quincunx.games import CHANCE, NOBODY, Outcome, State
from quincunx.law.messages import Message

METHOD = "montecarlo"

CURIOSITY = 0.35
"""How much a move that was seldom tried is preferred. On three positions of gomoku in which an open three has to be
blocked, 0.2 and 0.35 did equally well with 50,000 nodes, and 0.1 worse."""
EARLY = 400.0
"""Visits up to which later moves of the random games count for more than the visits themselves."""
DOUBT = 4.0
"""A move is worth what its visits say, and what the whole position is worth as if that had been so many more visits."""
SAMPLE = 4
"""Moves of which a random game makes the one that has done best in others: sharper games, but still all kinds."""
UNTRIED = (2.0, 1.0)
"""As if a move that was not tried yet had been tried twice, and won once."""
LONGEST = 1_000
"""Moves and rolls after which a random game counts as drawn."""
IDLE = 1_000
"""Visits in a row without a new position after which a search ends: all is proved that they reach. With three seats
that need not prove the root, because it may matter to the others which of its equal moves a seat makes."""


class _Node:
    """A position in the tree."""

    __slots__ = ("actor", "children", "distance", "early", "moves", "proof", "state", "totals", "visits", "weights")

    def __init__(self, state: State) -> None:
        self.state, self.actor = state, state.actor
        self.moves: tuple[str, ...] = ()
        """Empty until the position is visited."""
        self.children: dict[str, _Node] = {}
        self.early: dict[str, list[float]] = {}
        """For moves of random games from here: how often the actor made one, and what that brought."""
        self.weights: list[float] = []
        self.visits, self.totals = 0, [0.0] * state.game.seats
        self.proof: tuple[float, ...] | None = None
        self.distance: int | None = None
        if outcome := state.outcome:
            self.proof, self.distance = _results(outcome), 0


@dataclass
class _Search:
    """One search: its limits, and what it has spent."""

    random: random.Random
    nodes: int = 0
    playouts: int = 0
    history: dict[tuple[int, str], tuple[float, float]] = field(default_factory=dict)
    """How often a seat made a move in random games, and what that brought it."""

    def visit(self, root: _Node) -> None:
        """Goes down the tree to a new position, plays a random game from there, and takes its result back up."""
        path, made = [root], []
        node = root
        while node.moves and (node.proof is None or node is root):
            move = self._choose(node)
            made.append((node.actor, move))
            if move not in node.children:
                node.children[move] = self._child(node, move)
            node = node.children[move]
            path.append(node)
        if node.proof is None:
            self._expand(node)
        self.playouts += 1
        values = node.proof or self._play_out(node.state, made)
        self._take_back(path, made, values)

    def _child(self, node: _Node, move: str) -> _Node:
        self.nodes += 1
        return _Node(node.state.play(move))

    def _expand(self, node: _Node) -> None:
        node.moves = node.state.moves()
        if node.actor == CHANCE:
            node.weights = [float(node.state.chances()[move]) for move in node.moves]
            return
        for move in node.moves:
            child = self._child(node, move)
            if child.proof is not None:  # others would fill the memory; they are made again when they are visited
                node.children[move] = child
        _prove(node)

    def _choose(self, node: _Node) -> str:
        if node.actor == CHANCE:
            return self.random.choices(node.moves, node.weights)[0]
        seat, curious = node.actor - 1, CURIOSITY * math.sqrt(math.log(node.visits + 1))
        guess = node.totals[seat] / node.visits if node.visits else 1 / len(node.totals)
        best, most = node.moves[0], -1.0
        for move in node.moves:
            child = node.children.get(move)
            if child and child.proof is not None:
                worth = child.proof[seat] - 1  # nothing to learn there: visited only if all others are proved too
            else:
                visits = child.visits if child else 0
                worth = _mean(node, move, guess) + curious / math.sqrt(visits + 1)
            if worth > most:
                best, most = move, worth
        return best

    def _play_out(self, state: State, made: list[tuple[int, str]]) -> tuple[float, ...]:
        for _ in range(LONGEST):
            if outcome := state.outcome:
                return _results(outcome)
            moves, actor = state.moves(), state.actor
            if actor == CHANCE:
                move = self.random.choices(moves, [float(state.chances()[move]) for move in moves])[0]
            else:
                move = self._draw(actor, moves)
                made.append((actor, move))
            state = state.play(move)
            self.nodes += 1
        return (1 / state.game.seats,) * state.game.seats

    def _draw(self, actor: int, moves: tuple[str, ...]) -> str:
        """Of a few random moves the one that has done best for the actor in all random games so far."""
        best, most = "", -1.0
        for _ in range(SAMPLE):
            move = moves[int(self.random.random() * len(moves))]
            made, won = self.history.get((actor, move), UNTRIED)
            if won / made > most:
                best, most = move, won / made
        return best

    def _take_back(self, path: list[_Node], made: list[tuple[int, str]], values: tuple[float, ...]) -> None:
        for actor, move in made:
            if actor > 0:
                count, won = self.history.get((actor, move), UNTRIED)
                self.history[actor, move] = count + 1, won + values[actor - 1]
        for depth in reversed(range(len(path))):
            node = path[depth]
            node.visits += 1
            node.totals = [total + value for total, value in zip(node.totals, values, strict=True)]
            if node.actor > 0:
                for move in {move for actor, move in made[depth:] if actor == node.actor}:
                    early = node.early.setdefault(move, [0.0, 0.0])
                    early[0] += 1
                    early[1] += values[node.actor - 1]
            if node.proof is None:
                _prove(node)


def _mean(node: _Node, move: str, guess: float) -> float:
    """What a move is worth to the actor by its visits and by all games in which it was made later."""
    child, seat = node.children.get(move), node.actor - 1
    visits = child.visits if child else 0
    mean = ((child.totals[seat] if child else 0.0) + DOUBT * guess) / (visits + DOUBT)
    made, won = node.early.get(move, (0.0, 0.0))
    share = math.sqrt(EARLY / (3 * visits + EARLY)) * made / (made + DOUBT)
    return mean + share * (won / made - mean) if made else mean


def _results(outcome: Outcome) -> tuple[float, ...]:
    return tuple(map(float, outcome.results))


def _prove(node: _Node) -> None:
    """What follows from the children that are proved: a win from one, everything else from all of them."""
    proved = [child for child in node.children.values() if child.proof is not None]
    seat = node.actor - 1
    if node.actor > 0 and (wins := [child for child in proved if child.proof and child.proof[seat] == 1]):
        best = min(wins, key=_length)
    elif not proved or len(proved) < len(node.moves):
        return
    elif node.actor == CHANCE:
        pairs = [(node.weights[node.moves.index(move)], child.proof or ()) for move, child in node.children.items()]
        node.proof = tuple(sum(weight * proof[n] for weight, proof in pairs) for n in range(len(node.totals)))
        return
    else:
        best = max(proved, key=lambda child: (child.proof[seat] if child.proof else 0, _length(child)))
        if len(node.totals) > 2 and any(child.proof != best.proof for child in proved):
            return  # with three seats it may matter to the others which of its equal moves a seat makes
    node.proof = best.proof
    node.distance = None if best.distance is None else best.distance + 1


def _length(node: _Node) -> float:
    return math.inf if node.distance is None else node.distance


def analyse(state: State, limits: Limits, method: str = METHOD, control: Control | None = None) -> Analysis:
    """The values of all legal moves. A node is a position that was made; the same seed and nodes give the same."""
    if state.actor == NOBODY:
        raise EngineRefusal("engine.over")
    if method != METHOD:
        raise EngineRefusal("engine.no-method", game=state.game.name, method=method, methods=[METHOD])
    began = time.monotonic()
    root, search = _Node(state), _Search(random.Random(limits.seed))
    search.visit(root)
    idle = 0
    while not (control and control.stopped) and idle < IDLE:
        if limits.nodes and search.nodes >= limits.nodes:
            break
        if limits.seconds and time.monotonic() - began >= limits.seconds:
            if control:  # as the core does, so that no other search begins
                control.stop()
            break
        if (root.proof is not None or limits.depth) and search.playouts > len(root.moves):
            break
        if control and control.paused:
            control.wait_while_paused()
        before = search.nodes
        search.visit(root)
        idle = idle + 1 if search.nodes == before else 0
    moves = tuple(MoveValue(move, _value(root, move), tuple(_line(root, move))) for move in root.moves)
    basis = Message("engine.basis.playouts", n=search.playouts)
    return Analysis(str(state), state.actor, moves, basis, search.nodes, time.monotonic() - began)


def _value(root: _Node, move: str) -> Value:
    child = root.children.get(move)
    if child and child.proof is not None:
        return Value(child.proof, True, None if child.distance is None else child.distance + (root.actor != CHANCE))
    whole = [total / root.visits for total in root.totals]
    if root.actor == CHANCE:
        return Value(tuple(child.totals[n] / child.visits if child else each for n, each in enumerate(whole)), False)
    seat = root.actor - 1
    mine = _mean(root, move, whole[seat])
    rest = (1 - mine) / max(1 - whole[seat], 1e-9)  # the others share what is left as they do in the whole position
    return Value(tuple(mine if n == seat else rest * each for n, each in enumerate(whole)), False)


def _line(root: _Node, move: str) -> Iterator[str]:
    """Best play from here as far as the tree knows it, up to the next roll."""
    node: _Node | None = root
    while node and move:
        yield move
        node = node.children.get(move)
        likely = sorted(node.children, key=partial(_promise, node)) if node and node.actor > 0 else []
        move = likely[-1] if likely else ""


def _promise(node: _Node, move: str) -> tuple[float, float]:
    """How likely it is that a move would be made."""
    child = node.children[move]
    if child.proof is None:
        return child.visits, 0.0
    worth = child.proof[node.actor - 1]
    return (math.inf, -_length(child)) if worth == 1 else (worth - 1, _length(child))
