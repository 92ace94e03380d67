"""What every game promises (quincunx.contract), tried on every game and variant along random play."""

import os
import re
import subprocess
import sys
from dataclasses import fields
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from quincunx import games
from quincunx.contract import game_checks, position_checks
from quincunx.contract.checking import play_out
from quincunx.games import GAMES, IllegalMove, InvalidOption, Refused
from quincunx.law import Message

ROOT = Path(__file__).parents[2]
VARIANTS = games.variants()

texts = st.text(st.characters(codec="utf-8"), max_size=40)
seeds = st.text("0123456789abcdef", min_size=1, max_size=8)


@pytest.mark.parametrize("text", VARIANTS)
@settings(max_examples=3, deadline=None)
@given(seed=seeds, data=st.data())
def test_random_play_keeps_the_contract(text: str, seed: str, data: st.DataObject) -> None:
    history = list(play_out(games.game(text), seed))
    few = data.draw(st.lists(st.sampled_from(history), min_size=1, max_size=5))
    for name, check in position_checks.OF_A_POSITION.items():
        for state in few if name in position_checks.SLOW else history:
            check(state)
    assert all(games.parse(str(state)) == state for state in history)


@pytest.mark.parametrize("text", VARIANTS)
def test_every_variant_keeps_the_contract(text: str) -> None:
    for check in game_checks.OF_A_GAME.values():
        check(games.game(text))


@pytest.mark.parametrize("name", GAMES)
def test_variants_use_every_value_of_every_option(name: str) -> None:
    game_checks.variants(GAMES[name])


@pytest.mark.parametrize("text", VARIANTS)
def test_options_print_and_parse(text: str) -> None:
    game = games.game(text)
    assert str(game) == text
    assert games.game(str(game)) == game
    in_full = ",".join(f"{f.name}={getattr(game, f.name)}" for f in fields(game))
    assert games.game(f"{game.name}:{in_full}") == game


@pytest.mark.parametrize("name", GAMES)
def test_every_game_is_complete(name: str) -> None:
    """A sixth game is a rules file, a header of the core, a page of rules, a golden file: none may be missing."""
    assert GAMES[name].name == name
    assert re.fullmatch(r"[a-z]+", name)
    assert len(GAMES[name].summary.split(". ")) == 1
    assert (ROOT / "src" / "quincunx" / "games" / name / "rules.md").exists()
    assert (ROOT / "core" / "games" / name / "game.cpp").exists()
    assert (ROOT / "src" / "quincunx" / "games" / name / "web" / "board.js").exists()


def test_the_law_needs_nothing_compiled_and_nothing_installed() -> None:
    code = (
        "import sys, quincunx.games; print(*sorted(m for m in sys.modules if m.split('.')[0] in ('quincunx', 'click')))"
    )
    loaded = subprocess.run([sys.executable, "-c", code], check=True, capture_output=True, text=True).stdout.split()
    packages = ("quincunx.games", "quincunx.contract", "quincunx.law")
    assert all(name == "quincunx" or name.startswith(packages) for name in loaded)
    assert "quincunx.contract.checking" not in loaded, "only `games check` needs it"


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("chess", Message("games.unknown", game="chess", games=["tactix", "tesseract", "tritoc", "xchain", "xtic"])),
        ("xtik", Message("games.similar", game="xtik", similar="xtic")),
        ("", Message("games.unknown", game="", games=["tactix", "tesseract", "tritoc", "xchain", "xtic"])),
        ("Xtic", Message("games.similar", game="Xtic", similar="xtic")),
        ("xtic:", Message("games.colon", typed="xtic:", game="xtic")),
        ("xtic:type", Message("law.option.form", typed="type", game="xtic")),
        (
            "xtic:type=flat",
            Message(
                "law.option.value",
                game="xtic",
                option="type",
                reason=Message("law.option.choice", typed="flat", choices=["normal", "nodiags", "torus"]),
            ),
        ),
        ("xtic:colour=red", Message("law.option.unknown", game="xtic", option="colour", known=["type", "goal"])),
        ("xtic:type=torus,type=normal", Message("law.option.twice", game="xtic", option="type")),
        ("xtic:type=torus,", Message("law.option.form", typed="", game="xtic")),
        (
            "tactix:size=7",
            Message(
                "law.option.value",
                game="tactix",
                option="size",
                reason=Message("law.option.whole", typed="7", low=3, high=6),
            ),
        ),
        (
            "tactix:size=04",
            Message(
                "law.option.value",
                game="tactix",
                option="size",
                reason=Message("law.option.whole", typed="04", low=3, high=6),
            ),
        ),
        (
            "tactix:size=٤",
            Message(
                "law.option.value",
                game="tactix",
                option="size",
                reason=Message("law.option.whole", typed="٤", low=3, high=6),
            ),
        ),
    ],
)
def test_bad_options_are_refused_with_the_reason(text: str, reason: Message) -> None:
    with pytest.raises(games.InvalidOption) as caught:
        games.game(text)
    assert caught.value.message == reason


def test_options_are_checked_however_a_game_is_made() -> None:
    with pytest.raises(games.InvalidOption) as caught:
        games.GAMES["xtic"](type="flat")  # type: ignore[call-arg]
    assert caught.value.message == Message(
        "law.option.value",
        game="xtic",
        option="type",
        reason=Message("law.option.choice", typed="flat", choices=["normal", "nodiags", "torus"]),
    )


@settings(max_examples=300)
@given(text=texts | st.builds("{} {}".format, st.sampled_from(VARIANTS), texts))
def test_any_text_is_parsed_or_refused(text: str) -> None:
    try:
        state = games.parse(text)
    except Refused:
        return
    assert str(state) == text or games.parse(str(state)) == state


@pytest.mark.parametrize("text", VARIANTS)
@settings(max_examples=40 if os.environ.get("QUINCUNX_FULL") else 8, deadline=None)
@given(seed=seeds, data=st.data())
def test_spoilt_positions_are_read_back_or_refused(text: str, seed: str, data: st.DataObject) -> None:
    """Positions with a few characters changed: each is refused, or is a position that plays on."""
    state = data.draw(st.sampled_from(list(play_out(games.game(text), seed))[-60:]))
    body = list(state.body)
    for _ in range(data.draw(st.integers(1, 3))):
        at = data.draw(st.integers(0, len(body) - 1))
        body[at] = data.draw(st.sampled_from(sorted(set(state.body)) + list("123 -/.x")))
    try:
        spoilt = games.parse(f"{text} {''.join(body)}")
    except Refused:
        return
    assert str(spoilt) == f"{text} {''.join(body)}"
    for move in spoilt.moves()[:20]:
        after = spoilt.play(move)
        assert games.parse(str(after)) == after


@pytest.mark.parametrize("name", GAMES)
@settings(max_examples=200)
@given(typed=texts)
def test_any_typed_move_is_understood_or_refused(name: str, typed: str) -> None:
    game = games.game(name)
    try:
        token = game.move(typed)
    except IllegalMove:
        return
    assert token in game.actions
    assert game.move(token) == token


@pytest.mark.parametrize(
    ("name", "options"), [("tesseract", {"dims": 4}), ("xchain", {"first": 2}), ("tactix", {"size": "4"})]
)
def test_an_option_of_another_type_is_refused(name: str, options: dict[str, object]) -> None:
    with pytest.raises(InvalidOption) as caught:
        GAMES[name](**options)
    assert caught.value.code == "law.option.type"
