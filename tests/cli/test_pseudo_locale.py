"""In the pseudo-locale every text of the catalogues is in ⟦brackets⟧: what people see beside them must be data."""

from __future__ import annotations

import errno
import json
import os
import re
import subprocess
import sys

import click
import pytest
from example_package import LAW as LAW_FILE

from quincunx import engine, games
from quincunx.cli import main
from quincunx.games import GAMES
from quincunx.law.options import values
from quincunx.law.suits import SUITS
from quincunx.settings import SETTINGS
from quincunx.terminal.messages import COMMANDS

PROGRAM = """
import json, sys
from click.testing import CliRunner
from quincunx.cli import main
from quincunx.law.options import values

outputs = []
for words, lines in json.load(sys.stdin):
    done = CliRunner(catch_exceptions=False).invoke(main, words, input=lines, prog_name="quincunx")
    outputs.append(done.output)
json.dump(outputs, sys.stdout)
"""

PLAYED = {
    "xtic": ("xtic 012./..../..../.... =3", ["b", "d1"]),
    "tactix": ("tactix:size=3 .../ooo/... 1", ["help", "", "redo", "hint", "values", "a2-b2", "c2"]),
    "tritoc": ("tritoc rrr....../rrr....../...r.r..." + "/........." * 6 + " 1 - 0 0", ["", "moves", "c1"]),
    "tesseract": ("tesseract:dims=3 xxx./ooo./...." + "/...." * 13, ["zz", "03"]),
    "xchain": ("xchain:size=3x3 A1B1./.../... aa 1", ["draw", "a1"]),
}
"""A position of every game, and lines that finish it."""

RECORD = """\
[Game "tactix:size=3"]
[Rules "1"]
[Seat1 "Ada"]
[Kind1 "person"]
[Seat2 "Bob"]
[Kind2 "bot"]
[Result "1-0"]
[Why "resigned"]

1. a1 1-0
"""


LAW = LAW_FILE.read_text("utf-8").replace('("", "size=7", "size=15")', '("", "size=7")')
LAWS = {
    "kept.py": LAW,
    "title.py": LAW.replace('title: ClassVar = "Gomoku"', 'title: ClassVar = ""').replace("agreed_", ""),
    "longest.py": LAW.replace("    @property\n    def longest", "    def longest"),
    "accepting.py": LAW.replace('if self.board[at] != ".":', 'if self.board[at] == "/":'),
    "raising.py": LAW.replace("stone = STONES[self.turn - 1]", "raise ValueError"),
    "read.py": LAW.replace("        return GomokuState(self, body)\n", ""),
    "unsaid.py": LAW.replace('"gomoku.taken", square', '"gomoku.where", square'),
    "unused.py": LAW.replace('("", "size=7")', '("",)'),
    "nothing.py": "",
}
"""Laws to check: one that keeps the contract, and others that do not. Some are called as what is at fault."""


def commands(command: click.Command = main, *words: str) -> list[list[str]]:
    found = [list(words)]
    if isinstance(command, click.Group):
        ctx = click.Context(command)
        for name in command.list_commands(ctx):
            each = command.get_command(ctx, name)
            assert each
            found += commands(each, *words, name)
    return found


HELPS = [[*words, "--help"] for words in commands()]
GAMES_PLAYED = [
    (["play", "--position", position, "--seat1", "person:Ada", "--seat2", "person:Bob", "--seed", "1"], lines)
    for position, lines in PLAYED.values()
]
OUTPUTS: list[tuple[list[str], str]] = [
    *((words, "") for words in HELPS),
    *((words, "\n".join([*lines, "n", ""])) for words, lines in GAMES_PLAYED),
    (["play", "tactix:size=3", "--against", "random", "--seed", "1"], "maybe\ny\na1\nundo\nresign\ny\nn\n"),
    (["play", "tesseract"], "n\nzz\n3a\n?\nw\nq\n"),
    (["play"], "chess\nquit\n"),
    (["play", "--saved"], ""),
    (["play", "--resume"], ""),
    (["play", "--resume", "nosuch"], ""),
    (["play", "--join", "ftp://x"], ""),
    (["play", "tactix", "--saved"], ""),
    (["play", "tactix", "--seat3", "easy"], ""),
    (["play", "tactix", "--against", "gentle"], ""),
    (["play", "tritoc", "--colour1", "red"], ""),
    (["settings"], ""),
    (["settings", "get", "nothing"], ""),
    (["settings", "set", "display.colour", "red"], ""),
    (["games"], ""),
    *((["games", name], "") for name in GAMES),
    *((["games", "check", law], "") for law in LAWS),
    (["show", "xtic 7.../..../.F../.... =8"], ""),
    (["show", "chess"], ""),
    (["show", "xtic:type=flat"], ""),
    (["show", "tactix", "oooo/oooo/oooo", "1"], ""),
    (["perft", "xtic"], ""),
    (["perft", "xtic", "deep"], ""),
    (["record", "show", "-"], RECORD),
    (["record", "check", "-"], RECORD),
    (["record", "check", "-"], "[Game]"),
    (["record", "check", "nowhere"], ""),
    (["dice", "verify", "-"], RECORD),
    (["analyse", "tactix:size=3", "--nodes", "10000"], ""),
    (["analyse", "tactix:size=3", "--level", "easy", "--nodes", "1"], ""),
    (["match", "tactix", "easy"], ""),
    (["match", "tactix", "easy", "god"], ""),
    (["arena", "tactix", "easy"], ""),
    (["solve", "tactix:size=3"], ""),
    (["solve", "tritoc"], ""),
    (["verify", "nowhere"], ""),
    (["serve", "--port", "0", "--database", "mysql://x"], ""),
]

NOT_OURS = (
    r"^Usage: quincunx.*(?:\n .*)*",
    r"^Try 'quincunx[a-z -]*' for help\.",
    r"^(?:Options|Commands|Error):",
    r"Show this message and exit\.",
    r"\[default: [^]]*\]",
    r"\[required\]",
    r"\[[\d.e+x<=-]+\]",
    r"\[[a-z-]+(?:\|[a-z-]+)+\]",
    r"^method: .*",
)
"""What click itself writes, and what a certificate says about itself."""

WORD = r"(?<![\w./:=-])[A-Za-z][a-z]{2,}(?![\w./:=|-])"

DATA = {
    *GAMES,
    *(word for kind in GAMES.values() for word in kind.title.split()),
    *(value for kind in GAMES.values() for option in kind.options().values() for value in values(option)),
    *(word for words in commands() for word in words),
    *(level for name in GAMES for level in engine.available(games.game(name))),
    *(str(choice) for setting in SETTINGS.values() for choice in setting.choices),
    *COMMANDS,
    *os.strerror(errno.ENOENT).split(),
    *SUITS,
    *("Ada", "Bob", "random", "true", "false", "None", "Gomoku"),
    *("seat", "wins", "strategy"),  # the claim of a certificate
}
"""Words that are not texts: names of games, options, commands, levels and players; what the system says."""


def plain_words(output: str) -> set[str]:
    """The words of an output that are not from a catalogue: there every word with one of these letters has accents."""
    for pattern in NOT_OURS:
        output = re.sub(pattern, " ", output, flags=re.MULTILINE)
    output = re.sub(r"(?<!\w)--?[a-z][\w-]*", " ", output)
    return {word for word in re.findall(WORD, output) if re.search("[aceinosuy]", word)}


@pytest.fixture(scope="module")
def outputs(tmp_path_factory: pytest.TempPathFactory) -> list[str]:
    """All outputs, from one process: the locale is chosen when the program starts."""
    folder = tmp_path_factory.mktemp("pseudo")
    for name, law in LAWS.items():
        (folder / name).write_text(law, "utf-8")
    environment = {name: value for name, value in os.environ.items() if not name.startswith("QUINCUNX_")}
    done = subprocess.run(
        [sys.executable, "-c", PROGRAM],
        input=json.dumps(OUTPUTS),
        capture_output=True,
        encoding="utf-8",
        cwd=folder,
        env=environment
        | {"QUINCUNX_LOCALE": "pseudo", "QUINCUNX_CONFIG": str(folder / "settings.toml")}
        | {"QUINCUNX_PLAY_SAVES": str(folder / "games"), "XDG_DATA_HOME": str(folder), "PYTHONIOENCODING": "utf-8"},
        check=True,
        timeout=120,
    )
    found: list[str] = json.loads(done.stdout)
    return found


@pytest.mark.parametrize("n", range(len(OUTPUTS)), ids=[" ".join(words) for words, _ in OUTPUTS])
def test_only_data_is_outside_the_catalogues(n: int, outputs: list[str]) -> None:
    (words, lines), output = OUTPUTS[n], outputs[n]
    assert "⟦" in output
    assert output.count("⟦") == output.count("⟧"), output  # no text was cut
    typed = set(re.findall(r"[A-Za-z]+", " ".join([*words, lines])))
    assert plain_words(output) - DATA - typed == set(), output
