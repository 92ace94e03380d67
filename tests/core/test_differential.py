"""The law in Python and the core in C++ are two programs of the same rules: they must say the same of everything.

They are held together by perft tables (tests/data) and by random positions: some reached by play, some by spoiling
the text of a position, so that much of it is no position at all. QUINCUNX_POSITIONS sets how many for each game.
"""

import os
import sys
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from random import Random

import pytest

from quincunx import _core, games
from quincunx.games import CHANCE, GAMES, IllegalMove, Refused, State
from quincunx.law.perft import perft

sys.path.insert(0, str(Path(__file__).parents[1] / "data"))

import make_perft

POSITIONS = int(os.environ.get("QUINCUNX_POSITIONS", "4000"))

FIXED_BY_HAND = {
    ("xtic", 1, 16), ("xtic", 2, 256), ("xtic", 3, 3_840),
    ("tactix", 1, 64),
    ("tesseract", 1, 256), ("tesseract", 2, 65_280),
    ("tritoc", 1, 11), ("tritoc", 2, 103),
    ("xchain", 1, 64), ("xchain", 2, 4_032), ("xchain", 3, 254_016),
}  # fmt: skip


@pytest.mark.parametrize("game", make_perft.variants())
def test_perft(game: str) -> None:
    start = games.start(game)
    rows = [(depth, count) for name, depth, count in make_perft.read("perft.txt") if name == game]
    deep = [(depth, count) for name, depth, count in make_perft.read("perft-deep.txt") if name == game]
    assert [depth for depth, _ in rows + deep] == list(range(1, len(rows + deep) + 1))
    assert len(rows) >= 2
    for depth, count in rows:
        assert perft(start, depth) == count
    for depth, count in rows + deep:
        assert _core.perft(str(start), depth) == count


def test_perft_table_has_the_known_values() -> None:
    assert set(make_perft.read("perft.txt")) >= FIXED_BY_HAND


@pytest.mark.parametrize("game", make_perft.variants())
def test_games_are_alike(game: str) -> None:
    law = games.game(game)
    assert _core.seats(game) == law.seats
    assert _core.actions(game) == list(law.actions)
    assert _core.canonical_game(game) == game


@pytest.mark.parametrize("game", make_perft.variants())
def test_random_positions(game: str) -> None:
    law, random = games.game(game), Random(game)
    wanted = -(-POSITIONS // len(GAMES[law.name].variants))
    compared = spoiled = accepted = 0
    while compared < wanted:
        state: State | None = law.start(str(random.random()))
        while state is not None and compared < wanted:
            if law.seats > 2 and random.random() < 0.02:
                with suppress(IllegalMove):
                    state = state.leave(random.randint(1, law.seats))
            text = str(state)
            following = compare(state, text, random)
            other = compare_spoiled(spoil(text, random), random)
            spoiled, accepted = spoiled + 1, accepted + (other is not None)
            compared = spoiled + accepted
            # Now and then the game goes on from a position that play might never have reached.
            state = other if other is not None and other.game == law and random.random() < 0.1 else following
    assert spoiled / 20 < accepted < spoiled  # of both kinds enough to say something


def test_tie_of_tesseract() -> None:
    """Ties do not come up in random play: here the end of a game that is one, and what is near it."""
    random = Random("tie")
    state = games.start("tesseract")
    moves = (make_perft.HERE / "tesseract-tie.txt").read_text().split()
    for left in range(len(moves), 0, -1):
        assert state.outcome is None
        if left <= 10:
            compare_perft(state, 2)
        state = state.play(moves[-left])
    assert state.outcome is not None
    assert state.outcome.why == "dead"
    compare(state, str(state), random)
    for _ in range(500):
        near = compare_spoiled(spoil(str(state), random), random)
        if near is not None:
            compare_perft(near, 2)


OPTIONS = {
    "": ": :: chess chess:size=8 ,xtic xtic: xtic:, xtic:: Xtic",
    "xtic": "type type= =torus type=Torus kind=torus type=torus, type=torus,type=torus type=torus,goal=avoid"
    " goal=complete,type=torus type=normal type=torus\0 type=torus\u00e9 t\u00e9pe=torus type=torus=torus",
    "tactix": "size=04 size=2 size=7 size=-4 size=4 size=+4 size=\u0664 size=99999999999999999999 goal=last",
    "tritoc": "level=red4 level=red first=3 first=random,dice=equal dice=",
    "tesseract": "dims=2 dims=4 dims=3 dims=03",
    "xchain": "seats=1 seats=5 first=3 seats=3,first=3 values=ones values=twos"
    " size=2x3 size=1x3 size=13x3 size=12x12"
    " size=8 size=8x size=x8 size=08x8 size=8x8x8 size=8x8,size=8x8 size=5x7,preset=none"
    " preset=columns preset=columns0 preset=columns4 preset=columns5 preset=columns04 preset=1columns preset=12 preset="
    " preset=none1 size=4x4,preset=columns3 size=12x3,preset=columns6 preset=blocks2 seats=3,preset=columns1"
    " seats=3,preset=blocks4 seats=3,preset=blocks5 preset=random32 preset=random33 seats=3,preset=random21"
    " seats=3,preset=random22 seats=4,preset=random16 seats=4,preset=random17",
}
"""By game, what is and what is not the text of its options."""


@pytest.mark.parametrize(
    "game", [f"{name}:{text}" if name else text for name, texts in OPTIONS.items() for text in ["", *texts.split(" ")]]
)
def test_options_are_read_alike(game: str) -> None:
    try:
        law = str(games.game(game))
    except Refused:
        assert refuses(_core.canonical_game, game)
    else:
        assert _core.canonical_game(game) == law


def compare(state: State, text: str, random: Random) -> State | None:
    """Compares all that law and core say of a position; gives the next one, or None at the end of a game."""
    moves, outcome, chances = state.moves(), state.outcome, state.chances()
    assert _core.canonical(text) == text
    assert (_core.turn(text), _core.actor(text)) == (state.turn, state.actor), text
    assert _core.moves(text) == list(moves), text
    assert _core.outcome(text) == (outcome and (outcome.winner or 0, outcome.why)), text
    weights = _core.weights(text)
    assert len(weights) == len(chances), text
    assert (state.actor == CHANCE) == bool(weights), text
    assert [chances[move] * sum(weights) for move in chances] == weights, text
    if random.random() < 0.5 / len(state.game.actions):
        compare_all_moves(state, text)
        compare_perft(state, 2)
    if not moves:
        return None
    move = random.choice(moves)
    following = state.play(move)
    assert _core.play(text, move) == str(following), (text, move)
    steps = _core.steps(text, move)
    if steps or random.random() < 0.1:  # the law makes whole pictures of them, which takes its time
        assert steps == boards(state, move), (text, move)
    return following


def compare_all_moves(state: State, text: str) -> None:
    legal = set(state.moves())
    for move in (*state.game.actions, "", "?", "a1\0"):
        if move in legal:
            assert _core.play(text, move) == str(state.play(move)), (text, move)
            continue
        with pytest.raises(IllegalMove):
            state.play(move)
        assert refuses(_core.play, text, move), (text, move)


def compare_perft(state: State, depth: int) -> None:
    """Unlike the other questions, perft goes on from what a move left in the core's memory, not from a text."""
    assert _core.perft(str(state), depth) == perft(state, depth), str(state)


def compare_spoiled(text: str, random: Random) -> State | None:
    """Law and core both accept a string, and then say the same of it, or both refuse it."""
    try:
        state = games.parse(text)
    except Refused:
        assert refuses(_core.canonical, text), text
        return None
    assert _core.canonical(text) == str(state)
    compare(state, str(state), random)
    return state


def refuses(question: Callable[..., object], *texts: str) -> bool:
    try:
        question(*texts)
    except ValueError:
        return True
    return False


def spoil(text: str, random: Random) -> str:
    """A text that differs a little: mostly in the board, mostly in what can stand there."""
    body = text.index(" ") + 1
    cells = list(text)
    for _ in range(random.choice((1, 1, 1, 2, 2, 3, 5))):
        low = body if random.random() < 0.95 else 0
        i, j = random.randrange(low, len(cells)), random.randrange(low, len(cells))
        if random.random() < 0.5:  # a letter for a letter, a digit for a digit
            j = random.choice([k for k in range(low, len(cells)) if cells[k].isdigit() == cells[i].isdigit()])
        kind = random.random()
        if kind < 0.4:
            cells[i], cells[j] = cells[j], cells[i]
        elif kind < 0.85:
            cells[i] = cells[j]
        elif kind < 0.92:
            cells[i] = random.choice(".-=/,: 0123456789ABCDEFacdloruxy\n\0\u00e9\U0001f3b2")
        elif kind < 0.96:
            cells.insert(i, cells[j])
        elif len(cells) > 1:
            del cells[i]
        body = min(body, len(cells) - 1)
    return "".join(cells)


def boards(state: State, move: str) -> list[str]:
    """The law's steps as boards in text."""
    found = []
    for view in state.steps(move):
        cells, width = [cell["text"] or "." for cell in view["cells"]], len(view["grid"]["columns"])
        found.append("/".join("".join(cells[i : i + width]) for i in range(0, len(cells), width)))
    return found
