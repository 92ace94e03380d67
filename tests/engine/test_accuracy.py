"""Accuracy: what the moves of a match lost against the best ones."""

import json
import re
from pathlib import Path

import pytest
from click.testing import CliRunner

from quincunx import games
from quincunx.cli import main
from quincunx.engine import Limits
from quincunx.engine.accuracy import accuracies, choices
from quincunx.record import Entry, Player, Record, random_match, write

LIMITS = Limits(nodes=1000)


def test_a_win_thrown_away_costs_all() -> None:
    state = games.parse("tactix:size=3 ooo/.../... 1")
    (good,) = choices([(state, "a1-b1")], LIMITS)
    (bad,) = choices([(state, "a1-c1")], LIMITS)
    assert (good.loss, good.accuracy, good.best) == (0, 100, "a1-b1")
    assert bad.loss == 1
    assert bad.best != "a1-c1"
    assert accuracies([good, bad], 2) == ((good.accuracy + bad.accuracy) / 2, None)


def test_dice_and_forced_moves_are_no_choices() -> None:
    match = random_match(games.game("tritoc"), "1")
    before = (match.first, *match.states)
    made = [(state, entry.token) for state, entry in zip(before, match.entries, strict=False)][:20]
    found = choices(made, Limits(nodes=10))
    assert 0 < len(found) <= sum(state.actor > 0 for state, _ in made)
    assert choices([(games.parse("tactix:size=3 o../.../... 1"), "a1")], LIMITS) == []


@pytest.mark.parametrize("words", [["--nodes", "100"], ["--nodes", "100", "--json"]])
def test_the_command_rates_every_player(tmp_path: Path, words: list[str]) -> None:
    file = tmp_path / "match.txt"
    file.write_text(write([random_match(games.game("tactix:size=3"), "1")]), "utf-8")
    result = CliRunner().invoke(main, ["analyse", str(file), *words])
    assert result.exit_code == 0
    assert result.output.count("accuracy") == (1 if "--json" in words else 2)
    assert CliRunner().invoke(main, ["analyse", str(file), "--level", "easy"]).exit_code == 2


def test_mistakes_are_said_with_their_match_and_turn(tmp_path: Path) -> None:
    file = tmp_path / "match.txt"
    matches = [random_match(games.game(name), "1") for name in ("tactix:size=3", "xchain:seats=3,size=3x3")]
    file.write_text(write(matches), "utf-8")
    result = CliRunner().invoke(main, ["analyse", str(file), "--nodes", "100"])
    first, second = result.output.split("\n\n")
    assert first.startswith("Game 1: tactix:size=3\n")
    assert second.startswith("Game 2: xchain:seats=3,size=3x3\n")
    for match, said in zip(matches, (first, second), strict=True):
        mistakes = re.findall(r"Seat (\d) played (\S+) in turn (\d+) and lost", said)
        assert mistakes
        made = {(str(state.turn), move, str(n)) for n, (state, move) in enumerate(match.decisions(), 1)}
        assert set(mistakes) <= made


def test_turns_are_counted_as_in_the_record(tmp_path: Path) -> None:
    file = tmp_path / "match.txt"
    start = games.parse("xchain:seats=3,size=3x3 A1B1./..C1/... aaa 2")
    entries = (Entry("b2"), Entry("out3:resigned"), Entry("a1"))
    players = (Player("Ada"), Player("Bob"), Player("Cy"))
    file.write_text(write([Record(start.game, players, entries, start=start)]), "utf-8")
    result = CliRunner().invoke(main, ["analyse", str(file), "--nodes", "100", "--json"])
    assert [(each["turn"], each["move"]) for each in json.loads(result.output)["choices"]] == [(1, "b2"), (3, "a1")]


def test_a_file_that_is_not_there_is_no_position(tmp_path: Path) -> None:
    result = CliRunner().invoke(main, ["analyse", str(tmp_path / "match.txt")])
    assert result.exit_code == 1
    assert "No such file" in result.output
    assert CliRunner().invoke(main, ["analyse", "tactix:size=3 o.o/.../... 1"]).exit_code == 0
