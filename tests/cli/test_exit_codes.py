"""Exit codes: 0 done, 1 refused, 2 wrong usage, 130 stopped by Ctrl-C, for every command (docs/command-line.md)."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import click
import pytest
from click.testing import CliRunner, Result

from quincunx.cli import main
from quincunx.cli.arguments import Number, Whole
from quincunx.law.messages import text

ROOT = Path(__file__).parent.parent.parent


@pytest.fixture(autouse=True)
def _here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """An empty folder to be in, and no settings."""
    monkeypatch.setenv("QUINCUNX_CONFIG", str(tmp_path / "settings.toml"))
    (tmp_path / "here").mkdir()
    monkeypatch.chdir(tmp_path / "here")


def run(*words: str) -> Result:
    return CliRunner(catch_exceptions=False).invoke(main, list(words))


def commands(group: click.Group = main, *before: str) -> Iterator[tuple[tuple[str, ...], click.Command]]:
    ctx = click.Context(group)
    for name in group.list_commands(ctx):
        command = group.get_command(ctx, name)
        assert command
        yield (*before, name), command
        if isinstance(command, click.Group):
            yield from commands(command, *before, name)


NEEDED = {
    "rules": ["xtic"],
    "show": ["xtic"],
    "moves": ["xtic"],
    "perft": ["xtic", "1"],
    "random": ["tactix"],
    "record check": ["nowhere"],
    "record show": ["nowhere"],
    "dice verify": ["nowhere"],
    "analyse": ["tactix:size=3"],
    "match": ["tactix:size=3", "easy", "random"],
    "arena": ["tactix:size=3", "easy", "random"],
    "solve": ["tactix:size=3"],
    "verify": ["nowhere"],
    "puzzles": ["xtic"],
    "settings get": ["display.colour"],
    "settings set": ["display.colour", "auto"],
    "settings unset": ["display.colour"],
    "completion": ["bash"],
}
"""What each command needs to be written as it should be, where it needs anything."""


def numbers() -> Iterator[tuple[str, str, int]]:
    """Every option that takes a number with a fraction: its command, its name, how many it takes."""
    for words, command in commands():
        for param in command.params:
            if isinstance(param.type, click.types.FloatParamType):
                yield " ".join(words), param.opts[0], param.nargs


@pytest.mark.parametrize("value", ["nan", "NaN", "-nan", "inf", "-inf", "1e400", "-1e400", "infinity", "x"])
@pytest.mark.parametrize(("words", "option", "count"), list(numbers()))
def test_a_number_is_a_finite_number(words: str, option: str, count: int, value: str) -> None:
    ran = run(*words.split(), *NEEDED[words], option, *[value] * count)
    assert (ran.exit_code, ran.stdout) == (2, "")
    assert f"Invalid value for '{option}'" in ran.stderr
    assert list(Path().iterdir()) == []


def test_there_are_such_options() -> None:
    assert {option for _, option, _ in numbers()} == {
        *("--time", "--move-time", "--scale", "--sprt", "--alpha", "--beta", "--memory")
    }
    for _, command in commands():
        assert all(
            isinstance(param.type, Number | Whole)
            for param in command.params
            if isinstance(param.type, click.types.FloatParamType | click.types.IntParamType)
        )


@pytest.mark.parametrize(
    ("words", "key", "typed"),
    [
        ("analyse xtic --nodes", "whole", "1e9"),
        ("analyse xtic --depth", "whole", "2.5"),
        ("serve --port", "whole", ""),
        ("analyse xtic --time", "number", "5s"),
        ("solve xtic --memory", "number", "1GB"),
    ],
)
def test_what_is_no_number_is_refused_in_plain_words(words: str, key: str, typed: str) -> None:
    ran = run(*words.split(), typed)
    assert (ran.exit_code, ran.stdout) == (2, "")
    assert text(f"cli.{key}", typed=typed) in ran.stderr


@pytest.mark.parametrize(
    "words",
    [
        "solve tactix:size=3 --memory 0",
        "solve tactix:size=3 --memory=-1",
        "solve tactix:size=3 --memory 4097",
        "analyse tactix --time 0",
        "analyse tactix --time=-1",
        "analyse tactix --nodes 0",
        "analyse tactix --nodes 99999999999999999999999999",
        "analyse tactix --depth 99999999999999999999999999",
        "arena tactix easy hard --move-time 0",
        "arena tactix easy hard --scale 0",
        "arena tactix easy hard --scale 1001",
        "arena tactix easy hard --sprt 0 1001",
        "arena tactix easy hard --sprt 0 5 --alpha 0.5",
        "arena tactix easy hard --games 99999999999999999999999999",
        "arena tactix easy hard --rounds 0",
        "arena tactix easy hard --plies=-1",
        "arena tactix easy hard --workers 0",
        "random tactix --count 0",
        "puzzles xtic --count 0",
        "engine --threads 0",
        "serve --port 65536",
    ],
)
def test_a_number_out_of_range_is_wrong_usage(words: str) -> None:
    ran = run(*words.split())
    assert (ran.exit_code, ran.stdout) == (2, "")
    assert "is not in the range" in ran.stderr
    assert list(Path().iterdir()) == []


@pytest.mark.parametrize(
    "words",
    [
        "record check {}",
        "record show {}",
        "dice verify {}",
        "verify {}",
        "arena tactix easy hard --openings {}",
        "solve tactix:size=3 --output {}/certificate",
        "solve tactix:size=3 --resume {}/save",
    ],
)
@pytest.mark.parametrize("missing", [True, False])
def test_a_file_that_is_missing_or_none_is_refused_alike_everywhere(words: str, missing: bool) -> None:
    """Not there, or a file where there should be a folder, or the other way round."""
    path = Path("nowhere") if missing else Path("place")
    if not missing and "{}/" in words:
        path.touch()
    elif not missing:
        path.mkdir()
    ran = run(*words.format(path).split())
    assert (ran.exit_code, ran.stdout) == (1, "")
    assert ran.stderr.startswith(f"quincunx: {path}")
    assert len(ran.stderr.splitlines()) == 1
    assert list(Path().iterdir()) == ([] if missing else [path])


def test_a_file_where_the_folder_of_an_event_should_be() -> None:
    Path("place").touch()
    for path in ("place", "place/event"):
        ran = run("arena", "tactix", "easy", "hard", "--out", path)
        assert (ran.exit_code, ran.stdout) == (1, "")
        assert ran.stderr.startswith("quincunx: place")
    assert Path("place").read_bytes() == b""


@pytest.mark.parametrize("option", ["--output", "--resume"])
def test_a_folder_is_no_file_to_write_to(option: str) -> None:
    Path("place").mkdir()
    ran = run("solve", "tactix:size=3", option, "place")
    assert (ran.exit_code, ran.stdout, ran.stderr) == (1, "", "quincunx: place is a folder. Name a file.\n")


@pytest.mark.parametrize(
    "words",
    [
        "rules chess",
        "games chess",
        "show chess",
        "moves chess",
        "perft chess 1",
        "random chess",
        "match chess easy easy",
        "arena chess easy hard",
        "analyse chess",
        "solve chess",
        "puzzles chess",
        "play chess",
        "show tactix nonsense",
        "solve tritoc",
        "analyse tactix --level god",
        "analyse tactix --method magic",
        "match tactix easy god",
        "arena tactix easy god",
        "arena tactix easy a*=hard",
        "arena tactix easy hard --clock soon",
        "arena tactix easy hard --sprt 5 0",
        "settings get display.color",
        "settings set display.colour red",
        "settings unset nothing",
        "serve --port 0 --database somewhere",
        "database version --database somewhere",
        "database upgrade --database somewhere",
    ],
)
def test_what_is_unknown_or_cannot_be_done_is_refused(words: str) -> None:
    ran = run(*words.split())
    assert (ran.exit_code, ran.stdout) == (1, "")
    assert ran.stderr.startswith("quincunx: ")
    assert list(Path().iterdir()) == []


@pytest.mark.parametrize(
    "words", [" ".join(words) for words, command in commands() if not isinstance(command, click.Group)]
)
def test_an_option_that_no_command_has_is_wrong_usage(words: str) -> None:
    ran = run(*words.split(), *NEEDED.get(words, []), "--no-such-option")
    assert (ran.exit_code, ran.stdout) == (2, "")
    assert "No such option" in ran.stderr
    assert list(Path().iterdir()) == []


def test_the_page_lists_the_codes() -> None:
    page = (ROOT / "docs" / "command-line.md").read_text("utf-8").partition("## Exit codes")[2]
    assert re.findall(r"^\| (\d+) \|", page, re.MULTILINE) == ["0", "1", "2", "130"]


def test_memory_that_is_not_there_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    def exhausted(*_: object) -> None:
        raise MemoryError

    monkeypatch.setattr("quincunx.proofs.solving.solve", exhausted)
    refused = run("solve", "tactix:size=3")
    assert refused.exit_code == 1
    assert refused.stderr.startswith("quincunx: There is not enough memory")
