"""The steps of the set-up: what a person sees of them, and what they install."""

from __future__ import annotations

import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent


def run(tool: str, *words: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run([sys.executable, ROOT / "tools" / tool, *words], capture_output=True, text=True)


def test_a_step_that_works_shows_its_title_and_not_its_output() -> None:
    done = run("step.py", "Counting", sys.executable, "-c", "print('one two three')")
    assert done.returncode == 0
    assert done.stderr.startswith("Counting\nCounting: done in ")
    assert "one two three" not in done.stdout + done.stderr


def test_a_step_that_fails_shows_everything_and_its_exit_code() -> None:
    done = run("step.py", "Counting", sys.executable, "-c", "import sys; print('one'); sys.exit('two is missing')")
    assert done.returncode == 1
    assert "one\n" in done.stderr
    assert "two is missing\n" in done.stderr
    assert done.stderr.endswith("Counting: failed with exit code 1.\n")


def test_a_step_whose_program_is_missing_names_it() -> None:
    done = run("step.py", "Counting", "no-such-program-here")
    assert done.returncode == 127
    assert "'no-such-program-here'" in done.stderr


def test_the_tables_of_small_xchain_boards_are_those_of_the_docs() -> None:
    done = run("xchain_tables.py", "2x2", "2x4", "3x3")
    assert done.returncode == 0, done.stderr
    docs = (ROOT / "docs" / "solved.md").read_text().splitlines()
    rows = done.stdout.splitlines()
    assert len(rows) == 5
    assert set(rows) <= set(docs)


def test_make_run_installs_the_server_and_not_what_only_tests_need() -> None:
    listed = run("requirements.py", "server").stdout
    extras = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]["optional-dependencies"]
    assert set(extras["server"]) <= set(listed.splitlines())
    for heavy in ("open_spiel", "distributed", "textual", "pytest", "playwright"):
        assert heavy not in listed


def test_all_means_every_extra() -> None:
    listed = set(run("requirements.py", "build", "all").stdout.splitlines())
    extras = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]["optional-dependencies"]
    assert all(set(extra) <= listed for extra in extras.values())


@pytest.mark.parametrize("wanted", ["servr", ""])
def test_an_extra_that_does_not_exist_is_named(wanted: str) -> None:
    done = run("requirements.py", wanted)
    assert done.returncode == 1
    assert f"no extra {wanted!r}" in done.stderr
    assert "server" in done.stderr
