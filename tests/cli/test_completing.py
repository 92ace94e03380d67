"""What a shell can complete: games, levels, players, methods, settings and their values."""

from __future__ import annotations

import pytest
from click.testing import CliRunner

from quincunx import engine, games
from quincunx.cli import main
from quincunx.engine import Limits


def completed(words: str, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """What bash would be offered after these words; a space at the end begins a new word."""
    monkeypatch.setenv("_QUINCUNX_COMPLETE", "bash_complete")
    monkeypatch.setenv("COMP_WORDS", f"quincunx {words}")
    monkeypatch.setenv("COMP_CWORD", str(len(words.split()) + words.endswith(" ")))
    lines = CliRunner().invoke(main, prog_name="quincunx").stdout.splitlines()
    return [line.partition(",")[2] for line in lines if line]


@pytest.mark.parametrize(
    ("words", "found"),
    [
        ("match xtic h", ["hard"]),
        ("match tactix easy ver", ["very-hard"]),
        ("match tactix:size=5 p", ["perfect"]),
        ("match tactix mine=ea", ["mine=easy"]),
        ("match tactix e", ["easy", "engine:"]),
        ("match tactix engine:./m", []),
        ("match chess h", ["hard"]),
        ("arena tesseract da", ["dazzler"]),
        ("arena tritoc easy g", ["greedy"]),
        ("arena tritoc --players easy g", ["greedy"]),
        ("arena tritoc easy --format s", ["swiss"]),
        ("analyse xtic --level tri", ["trivial"]),
        ("analyse tactix oooo/oooo/oooo/oooo 1 --level per", ["perfect"]),
        ("analyse xtic --method s", ["solve"]),
        ("analyse --method ", ["auto", "playouts"]),
        ("puzzles te", ["tesseract"]),
        ("solve xt", ["xtic"]),
        ("play xc", ["xchain"]),
        ("settings set display.colour a", ["auto", "always"]),
        ("settings set server.open ", ["true", "false"]),
        ("settings set server.port ", []),
        ("settings set nothing ", []),
        ("completion z", ["zsh"]),
    ],
)
def test_completions(words: str, found: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    assert completed(words, monkeypatch) == found


@pytest.mark.parametrize("name", games.GAMES)
def test_every_level_and_method_that_is_offered_can_be_used(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    levels = completed(f"analyse {name} --level ", monkeypatch)
    assert levels == list(engine.available(games.game(name)))
    assert completed(f"match {name} ", monkeypatch) == [*levels, "engine:", "bot:"]
    state = games.start(name, "0")
    while state.actor == games.CHANCE:
        state = state.play("7")
    methods = completed(f"analyse {name} --method ", monkeypatch)
    assert {"auto", "playouts"} <= set(methods)
    for method in methods:
        enough = 2**17 if method == "table" else 50  # a table of TacTix is made whole or not at all
        assert engine.analyse(state, Limits(nodes=enough, depth=1), method).moves
