"""Computer players by level: `choose` makes the move of one.

Which levels a game has, and what each may spend, is in its folder (`player.py`). A weak level plays the best move that
it notices. It overlooks what weak players overlook: moves that look unimportant at first glance (`Level.overlooks`),
and what its method does not follow, such as long chains. Random choices come from the match seed. Every level
but the first sees a win with this move, and what the next seat could do with its own (`guard`). Where its search shows
that every move loses, every level takes one that holds out longest (`stubborn`).
"""

from __future__ import annotations

from dataclasses import replace
from functools import cache

from quincunx import _core
from quincunx.engine import book
from quincunx.engine.analysis import Analysis, Control, EngineRefusal, Limits, MoveValue, Value
from quincunx.engine.guard import prudent, winning
from quincunx.engine.perfect import hardest
from quincunx.engine.player import NAMES, Level, player
from quincunx.engine.search import analyse, best_method, search
from quincunx.engine.stubborn import longest
from quincunx.games import CHANCE, GAMES, NOBODY, Game, State
from quincunx.law.draws import Draws
from quincunx.law.messages import Message, text

GUESS = 20_000
"""Playouts of a level where nothing can be proved in time; the result is an estimate and says so."""

CHEAP = 5_000
"""Nodes that no scale takes from a level: they take milliseconds, and weak levels would not be the same without."""


def available(game: Game) -> tuple[str, ...]:
    """The levels of a game, weakest first, and its other computer players.

    >>> from quincunx import engine, games
    >>> engine.available(games.game("tactix"))
    ('trivial', 'easy', 'medium', 'hard', 'very-hard', 'dont-try', 'perfect', 'random')
    """
    own = player(game.name)
    names = [name for name in own.levels if name != "perfect" or own.is_perfect(game)]
    return (*names, "random")


@cache
def title(name: str) -> str:
    """The name in menus of a level, or of a computer player that only one game has."""
    own = (player(game).titles.get(name) for game in GAMES)
    if name in (*NAMES, "perfect", "random"):
        return text(f"engine.level.{name}")
    code = next(filter(None, own), None)
    return text(code) if code else name


def level(game: Game, name: str) -> Level:
    if name not in available(game):
        raise EngineRefusal("engine.no-level", game=game.name, level=name, levels=available(game))
    return player(game.name).levels.get(name, Level("random"))


def core_level(game: Game, name: str) -> _core.Level | None:
    """A level as a batch of the core plays it, with the same moves as `choose`; None if it needs a book, or does
    not search."""
    chosen, own, start = level(game, name), player(game.name), game.start("")
    if chosen.book or chosen.method == "random":
        return None
    return _core.Level(
        own.method(start) if chosen.method == "auto" else chosen.method,
        nodes=own.nodes(start, chosen.limits.nodes) if chosen.limits.nodes else 0,
        depth=chosen.limits.depth,
        margin=chosen.margin,
        glance=chosen.glance,
        overlooks=chosen.overlooks,
        desperate=chosen.desperate,
        guarded=chosen.guarded,
        keen=chosen.keen,
        patient=chosen.patient,
        hope=chosen.hope,
    )


def _ignorance(state: State) -> Analysis:
    """Every move with the same value, for the random player."""
    value = Value((1 / state.game.seats,) * state.game.seats, exact=False)
    moves = tuple(MoveValue(move, value, (move,)) for move in state.moves())
    return Analysis(str(state), state.actor, moves, Message("engine.basis.random"), 0, 0.0)


def choose(
    state: State,
    name: str,
    seed: str,
    control: Control | None = None,
    scale: float = 1.0,
    seconds: float = 0.0,
) -> tuple[str, Analysis]:
    """The move of a level, drawn from the match seed if several are equally good, and the analysis behind it.

    The same position, level and seed give the same move, on every machine. `scale` makes budgets of more than CHEAP
    nodes smaller.
    `seconds`, if not 0, ends the search early if the budget lasts longer.

    >>> from quincunx import engine, games
    >>> move, found = engine.choose(games.parse("tactix:size=3 ooo/.../... 1"), "hard", seed="match seed")
    >>> move, found.best.value.words(1)
    ('b1-c1', 'win in 2')
    """
    if state.actor in (CHANCE, NOBODY):
        raise EngineRefusal("engine.roll-first" if state.actor == CHANCE else "engine.over")
    chosen = level(state.game, name)
    draws = Draws(seed, f"choice:{state}")
    if chosen.method == "random":
        return draws.choice(state.moves()), _ignorance(state)
    budget = player(state.game.name).nodes(state, chosen.limits.nodes)
    nodes = max(min(budget, CHEAP), round(budget * scale)) if budget else 0
    if chosen.method == "auto" and best_method(state) == "playouts":
        nodes = min(nodes, GUESS)
    limits = replace(chosen.limits, nodes=nodes, seed=draws.below(2**32), seconds=seconds)
    found = book.page(state) if chosen.book else None
    if found and found.move:  # the other moves need only a short search
        return found.move, analyse(state, replace(limits, nodes=min(nodes, GUESS)), "auto", control)
    control = control or Control()
    analysis = search(state, limits, chosen.method, control)
    wins = _winning(state, chosen, analysis)
    moves = wins or _candidates(state, chosen, analysis, limits, control, draws)
    guarded = chosen.guarded and not wins
    move = prudent(state, analysis, moves, draws.choice) if guarded else draws.choice(moves)
    return move, book.annotate(analysis, found) if found else analysis


def _winning(state: State, chosen: Level, analysis: Analysis) -> list[str]:
    """The immediate wins that the level sees."""
    best = analysis.best.value
    if best.exact and best.distance == 1 and best.seats[state.actor - 1] == 1:
        return [found.move for found in analysis.best_moves]
    return winning(state) if chosen.guarded else []


def _candidates(
    state: State, chosen: Level, analysis: Analysis, limits: Limits, control: Control, draws: Draws
) -> list[str]:
    """The moves that a level draws from, where none wins at once."""
    best = [found.move for found in analysis.best_moves]
    if analysis.lost or chosen.book:
        if control.called_off:  # a stopped search must answer now
            return best
        moves = hardest(state, analysis, best, limits, control) if chosen.book else longest(state, analysis)
        return _hopeful(state, chosen, moves, limits) if analysis.lost and chosen.hope else moves
    value = analysis.best.value
    worth = value.seats[state.actor - 1]
    if worth <= chosen.desperate or (chosen.keen and value.exact and worth == 1):
        return best
    if chosen.overlooks:
        return [found.move for found in _noticed(state, chosen, analysis, limits, draws).best_moves]
    return [found.move for found in analysis.within(chosen.margin)] if chosen.margin or chosen.patient else best


def _noticed(state: State, chosen: Level, analysis: Analysis, limits: Limits, draws: Draws) -> Analysis:
    """An analysis without the moves that a level overlooks."""
    if chosen.glance:
        looks = [found.move for found in search(state, Limits(seed=limits.seed), chosen.glance, None).ranked()]
    else:
        looks = draws.sample(state.moves(), len(state.moves()))
    scale = 100 * max(len(looks) - 1, 1)
    seen = {move for place, move in enumerate(looks) if draws.below(scale) >= chosen.overlooks * place}
    return replace(analysis, moves=tuple(found for found in analysis.moves if found.move in seen))


def _hopeful(state: State, chosen: Level, moves: list[str], limits: Limits) -> list[str]:
    """Of these moves the best one by a search too small to see that it loses."""
    ranked = search(state, replace(limits, nodes=chosen.hope), chosen.method, None).ranked()
    return [next(found.move for found in ranked if found.move in moves)]
