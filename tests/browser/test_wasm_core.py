"""The core in WebAssembly says the same as the native one, in node and in Chromium.

Needs `make wasm`. A few positions in `make test` where that was done; 10,000 of them in `make test-more`.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random
from types import SimpleNamespace
from typing import Any, TypeAlias

import pytest
from full_run import FULL
from visitors import Guest
from wasm_core import MODULE, WasmCore

from quincunx import _core, games
from quincunx.engine import analysis
from quincunx.engine.player import player
from quincunx.engine.signature import signature
from quincunx.games import CHANCE, GAMES, State

sys.path.insert(0, str(Path(__file__).parents[1] / "data"))

import make_perft

POSITIONS = 2000 if FULL else 8
"""For each game."""
PERFT = 2_000_000 if FULL else 20_000
"""The largest count of moves that is made."""
NODES = 400
MEMORY = 1 << 22

Core: TypeAlias = Callable[..., Any]

pytestmark = pytest.mark.skipif(not MODULE.is_file() and not FULL, reason="`make wasm` has not built the module")


@pytest.fixture
def node() -> Iterator[WasmCore]:
    started = WasmCore()
    yield started
    started.close()


@pytest.fixture(params=["node", "chromium"])
def core(request: pytest.FixtureRequest) -> Iterator[Core]:
    if request.param == "node":
        yield request.getfixturevalue("node")
    else:
        ada: Guest = request.getfixturevalue("ada")
        ada.go("/rules")
        ada.page.evaluate(
            """async () => {
                const { core } = await import("/static/engine/core.js");
                const module = await WebAssembly.compileStreaming(fetch("/static/wasm/core.wasm"));
                window.core = await core(module);
            }"""
        )
        yield lambda name, *words: ada.page.evaluate("([name, ...words]) => core[name](...words)", [name, *words])


def reached(game: str, count: int) -> Iterator[State]:
    """Positions of random games with random options, in which a seat or the dice are to act."""
    draw = Random(f"wasm {game}")
    variants = [variant for variant in games.variants() if variant.partition(":")[0] == game]
    while count:
        state, plies = games.start(draw.choice(variants), str(draw.random())), draw.randrange(40)
        for _ in range(plies):
            after = state.play(draw.choice(list(state.chances()) or list(state.moves())))
            if after.outcome:
                break
            state = after
        count -= 1
        yield state


@pytest.mark.parametrize("game", GAMES)
def test_random_positions_have_equal_answers(core: Core, game: str) -> None:
    for state in reached(game, POSITIONS):
        position = str(state)
        seen = core("position", position)
        moves = _core.moves(position)
        assert (seen["position"], seen["turn"], seen["actor"]) == (position, state.turn, state.actor)
        assert seen["moves"] == moves
        assert core("play", position, moves[-1]) == _core.play(position, moves[-1])
        assert core("winning", position) == _core.winning(position)
        some = moves[:: 1 + len(moves) // 4]
        assert [core("danger", position, move) for move in some] == [_core.danger(position, move) for move in some]
        methods = [method for method in player(game).methods if method != "table"]  # refused where it is too large
        method = "playouts" if state.actor == CHANCE else methods[len(moves) % len(methods)]
        depth = 2 if method in ("lookahead", "squares") else 0
        limits = {"nodes": NODES, "depth": depth, "memory": MEMORY, "seed": len(moves)}
        assert_equal_analyses(core, position, method, limits)


def assert_equal_analyses(core: Core, position: str, method: str, limits: dict[str, Any]) -> None:
    found = core("analyse", position, method, limits)
    report = _core.analyse(position, method, **limits)
    assert (found["nodes"], found["basis"]) == (report.nodes, report.basis)
    assert [
        (each["move"], each["value"]["seats"], each["value"]["exact"], each["value"]["distance"], each["line"])
        for each in found["moves"]
    ] == [
        (each.move, each.values, each.exact, None if each.distance < 0 else each.distance, each.line)
        for each in report.moves
    ]


def test_a_search_whose_memory_is_full_gives_equal_answers(node: WasmCore) -> None:
    """As the strongest levels of tesseract in the opening, with 64 MB."""
    for game, method in (("tesseract", "brisk"), ("tesseract:dims=3", "threats"), ("xchain:seats=3", "montecarlo")):
        start = games.start(game)
        position = str(start.play(start.moves()[-1]))
        assert_equal_analyses(node, position, method, {"nodes": 10_000, "memory": 1 << 16, "seed": 1})


def test_perft(core: Core) -> None:
    rows = [*make_perft.read("perft.txt"), *make_perft.read("perft-deep.txt")]
    few = [(game, depth, count) for game, depth, count in rows if count <= PERFT]
    assert {game for game, _, _ in few} == set(make_perft.variants())
    for game, depth, count in few:
        assert core("perft", str(games.start(game)), depth) == count


def test_the_signature_of_the_engine_is_the_same(core: Core, monkeypatch: pytest.MonkeyPatch) -> None:
    """`quincunx bench` with all searches in WebAssembly."""
    level = "medium" if FULL else "trivial"
    native = list(signature(level))

    def analyse(position: str, method: str, *, control: Any, threads: int, **limits: Any) -> Any:  # noqa: ARG001
        found = core("analyse", position, method, limits)
        moves = [
            SimpleNamespace(
                move=each["move"],
                values=each["value"]["seats"],
                exact=each["value"]["exact"],
                distance=-1 if each["value"]["distance"] is None else each["value"]["distance"],
                line=each["line"],
            )
            for each in found["moves"]
        ]
        return SimpleNamespace(moves=moves, basis=found["basis"], nodes=found["nodes"], seconds=found["seconds"])

    monkeypatch.setattr(analysis, "_core", SimpleNamespace(analyse=analyse, seats=_core.seats))
    assert list(signature(level)) == native


def test_what_is_no_position_is_refused(core: Core) -> None:
    for function, words in {
        "position": ["tactix:size=3 x"],
        "play": ["xtic", "="],
        "analyse": ["tritoc ", "x"],
    }.items():
        with pytest.raises(Exception, match=r"."):
            core(function, *words)
    assert core("position", str(games.start("xtic")))["actor"] == 1


def test_memory_ends_and_the_core_goes_on(node: WasmCore) -> None:
    """A table of 36 counters would take 8 GB: by symmetry alone, within 256 MB; a search that wants more is refused."""
    start = str(games.start("tactix:size=6"))
    assert node("analyse", start, "search", {"nodes": 2_000})["basis"].startswith("tactix.basis.symmetry")
    with pytest.raises(ValueError, match="memory"):
        node("analyse", str(games.start("xchain")), "adaptive", {"memory": 1 << 31, "depth": 1})
    assert node("analyse", str(games.start("xchain")), "adaptive", {"nodes": 1_000})["nodes"] >= 1_000
    assert node("memory") <= 256 << 20


@pytest.mark.parametrize("game", GAMES)
def test_the_move_that_is_preferred_at_the_end_is_a_best_one(node: WasmCore, game: str) -> None:
    """What a stopped search leaves behind: it says each time when it would choose another move."""
    for state in reached(game, 6):
        if state.actor != CHANCE:
            moves = node("analyse", str(state), player(game).methods[0], {"nodes": 20_000, "depth": 4})["moves"]
            heard = node.preferred
            assert set(heard) <= set(state.moves())
            worth = {each["move"]: each["value"]["seats"][state.actor - 1] for each in moves}
            best = max(worth.values())
            if not heard:  # a win in one ends the search at once, and a table says nothing before it is complete
                assert best == 1 or game == "tactix"
            elif game != "tactix":
                assert worth[heard[-1]] == best
