"""The example package: installed with pip, and then played in every part of Quincunx."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from example_package import ROOT, install, python

from quincunx.law import text

pytestmark = pytest.mark.long


@pytest.fixture(scope="module")
def installed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return install(tmp_path_factory.mktemp("installed"))


def test_gomoku_is_played_everywhere(installed: Path) -> None:
    inside = ROOT / "tests" / "plugins" / "installed_gomoku.py"
    options = ("-p", "no:cacheprovider", "-o", "python_files=installed_*.py", "-q")
    done = python("-m", "pytest", *options, str(inside), path=installed)
    assert done.returncode == 0, done.stdout


def test_a_broken_package_is_reported_and_the_rest_works(installed: Path, tmp_path: Path) -> None:
    """Once on stderr by commands, and in the list of games; what a command prints stays as it is."""
    (tmp_path / "broken_law.py").write_text("from nowhere import nothing\n")
    folder = tmp_path / "broken_games-2.0.dist-info"
    folder.mkdir()
    (folder / "METADATA").write_text("Metadata-Version: 2.1\nName: broken-games\nVersion: 2.0\n")
    (folder / "entry_points.txt").write_text("[quincunx.games]\nbroken = broken_law\nagain = quincunx.games.xtic.law\n")
    path = f"{installed}{os.pathsep}{tmp_path}"
    error = text("contract.raised", error="ModuleNotFoundError: No module named 'nowhere'", where="")
    reason = text("games.not-imported", problem=error)
    done = python("-m", "quincunx", "moves", "tactix:size=3", path=path)
    assert done.returncode == 0
    assert done.stdout.startswith("a1\n")
    assert done.stderr.count(reason) == done.stderr.count("\n") == 1
    listed = " ".join(python("-m", "quincunx", "games", path=path).stdout.split())
    assert "gomoku" in listed
    source = "broken-games 2.0 (broken = broken_law)"
    assert text("cli.games.problem", problem=text("games.skipped-package", source=source, reason=reason)) in listed


def test_saved_games_of_a_game_that_is_gone(installed: Path, tmp_path: Path) -> None:
    chosen = {"QUINCUNX_PLAY_SAVES": str(tmp_path), "QUINCUNX_CONFIG": str(tmp_path / "settings.toml")}
    code = (
        "from pathlib import Path; import sys; from quincunx import games;"
        "from quincunx.terminal.request import MatchRequest; from quincunx.terminal.saved_games import SavedGames;"
        "match = SavedGames(Path(sys.argv[1])).begin(MatchRequest(games.game('gomoku'), ('person', 'person')).setup());"
        "match.do('move', 1, move='e5'); match.close()"
    )
    done = python("-c", code, str(tmp_path), path=installed)
    assert done.returncode == 0, done.stderr
    listed = python("-m", "quincunx", "play", "--saved", path="", **chosen)
    assert text("terminal.save.not-installed", game="gomoku") in listed.stdout
    for name in ("gomoku-1", "gomoku", "--resume"):
        words = ("--resume", name) if name != "--resume" else (name,)
        resumed = python("-m", "quincunx", "play", "--plain", *words, path="", **chosen)
        assert resumed.returncode == 1
        assert text("terminal.save.not-installed", game="gomoku") in resumed.stderr
    again = python("-m", "quincunx", "play", "--saved", path=installed, **chosen)
    assert "Player 1 / Player 2" in again.stdout
