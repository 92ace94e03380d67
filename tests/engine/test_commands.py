"""`quincunx analyse` and `quincunx match`, as typed."""

import json

from click.testing import CliRunner, Result

from quincunx import games, record
from quincunx.cli import main
from quincunx.law.messages import text


def run(*words: str) -> Result:
    return CliRunner(catch_exceptions=False).invoke(main, list(words))


def test_analyse_tells_every_move_best_first() -> None:
    result = run("analyse", "tactix:size=3", ".../ooo/...", "1", "--nodes", "1000")
    assert result.exit_code == 0
    *moves, basis, best = result.stdout.splitlines()
    assert [line.split()[0] for line in moves][:2] == ["a2-b2", "b2-c2"]
    assert "win in 2" in moves[0]
    assert "loss" in moves[-1]
    assert basis.startswith(text("tactix.basis.positions"))
    assert best == "best: a2-b2"


def test_analyse_as_a_level_and_as_json() -> None:
    output = json.loads(run("analyse", "xtic", "--level", "easy", "--seed", "s", "--json").stdout)
    assert output["best"] in games.start("xtic").moves()
    assert [found["move"] for found in output["moves"]] == list(games.start("xtic").moves())


def test_analyse_refuses_what_makes_no_sense() -> None:
    assert run("analyse", "xtic", "--level", "easy", "--nodes", "5").exit_code == 2
    refused = run("analyse", "xtic", "--level", "god")
    assert (refused.exit_code, refused.stdout) == (1, "")
    assert "xtic has no level 'god'" in refused.stderr
    over = run("analyse", "tactix:size=3", ".../.../...", "1")
    assert (over.exit_code, over.stderr) == (1, f"quincunx: {text('engine.over')}\n")


def test_match_prints_a_record_that_replays_and_repeats() -> None:
    text = run("match", "tritoc", "easy", "random", "--seed", "m").stdout
    (match,) = record.read(text)
    assert [player.kind for player in match.players] == ["computer easy", "computer random"]
    assert match.last.outcome
    (again,) = record.read(run("match", "tritoc", "easy", "random", "--seed", "m").stdout)
    assert again.entries == match.entries
    assert run("match", "xtic", "easy").exit_code == 2
    assert "no level 'god'" in run("match", "xtic", "easy", "god").stderr
