"""The command line: what each command prints, and with which exit code it ends."""

from __future__ import annotations

import json
import os
import re
import shlex
import signal
import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from quincunx import games
from quincunx.cli import main
from quincunx.games import GAMES
from quincunx.law.game import State
from quincunx.law.messages import Message, text
from quincunx.law.perft import divide, perft
from quincunx.record import write
from quincunx.settings import SETTINGS
from quincunx.table import Setup, Table, person, to_record

ROOT = Path(__file__).parent.parent
VARIANTS = games.variants()
STARTS = {"xtic": "..../..../..../.... -", "tactix": "oooo/oooo/oooo/oooo 1"}
COMMANDS = [
    *(
        "serve",
        "site",
        "play",
        "games",
        "rules",
        "show",
        "moves",
        "perft",
        "random",
        "record",
        "record check",
        "record show",
    ),
    *(
        "dice",
        "dice verify",
        "analyse",
        "match",
        "arena",
        "engine",
        "bench",
        "solve",
        "verify",
        "puzzles",
        "train",
        "settings",
        "settings path",
        "settings get",
        "settings set",
        "settings unset",
        "database",
        "database upgrade",
        "database version",
        "tables",
        "tables list",
        "tables end",
        "tables delete",
        "completion",
    ),
]


@pytest.fixture(autouse=True)
def file(settings_file: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.delenv("NO_COLOR", raising=False)
    return settings_file


def run(*words: str, stdin: str | bytes | None = None) -> Result:
    return CliRunner(catch_exceptions=False).invoke(main, list(words), input=stdin)


def done(*words: str, stdin: str | bytes | None = None) -> str:
    """What a command that must succeed prints."""
    result = run(*words, stdin=stdin)
    assert (result.exit_code, result.stderr) == (0, "")
    return result.stdout


def refused(*words: str, stdin: str | bytes | None = None) -> str:
    """The reason with which a command must be refused."""
    result = run(*words, stdin=stdin)
    assert (result.exit_code, result.stdout) == (1, "")
    assert result.stderr.startswith("quincunx: ")
    return result.stderr.removeprefix("quincunx: ").rstrip("\n")


def naive(state: State, depth: int) -> int:
    return 1 if depth == 0 else sum(naive(state.play(move), depth - 1) for move in state.moves())


# The program


@pytest.mark.parametrize("words", ["", *COMMANDS])
def test_every_command_has_help(words: str) -> None:
    short, long = done(*words.split(), "-h"), done(*words.split(), "--help")
    assert short == long
    assert long.startswith(f"Usage: quincunx {words}".rstrip())


def test_help_names_every_command_in_order() -> None:
    shown = done("-h")
    names = re.findall(r"^  ([a-z]+)  ", shown[shown.index("Commands:") :], re.MULTILINE)
    assert names == [command for command in COMMANDS if " " not in command]


def test_version() -> None:
    from importlib.metadata import version

    assert done("--version") == done("-v") == f"quincunx {version('quincunx')}\n"


@pytest.mark.parametrize(
    "words",
    [
        ["chess"],
        ["--loud"],
        ["serve", "--port", "http"],
        ["serve", "--port", "65536"],
        ["serve", "somewhere"],
        ["rules"],
        ["show"],
        ["moves"],
        ["perft", "xtic"],
        ["perft", "xtic", "deep"],
        ["perft", "xtic", "-1"],
        ["perft", "xtic", "0", "--divide"],
        ["random"],
        ["random", "xtic", "--count", "0"],
        ["show", "xtic", "--colour", "red"],
        ["record"],
        ["record", "check"],
        ["record", "show"],
        ["settings", "get"],
        ["settings", "set", "display.colour"],
        ["settings", "forget"],
        ["completion", "tcsh"],
    ],
)
def test_wrong_usage_ends_with_2(words: list[str]) -> None:
    result = run(*words)
    assert (result.exit_code, result.stdout) == (2, "")
    assert result.stderr.startswith("Usage: quincunx")


@pytest.mark.parametrize("command", ["games", "rules", "show", "moves", "random"])
def test_an_unknown_game_or_option_is_refused(command: str) -> None:
    assert refused(command, "tactics") == text("games.similar", game="tactics", similar="tactix")
    choice = Message("law.option.choice", typed="flat", choices=["normal", "nodiags", "torus"])
    assert refused(command, "xtic:type=flat") == text("law.option.value", game="xtic", option="type", reason=choice)
    assert refused(command, "xtic:") == text("games.colon", typed="xtic:", game="xtic")


def test_ctrl_c_ends_quietly(monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupt(*_: object) -> int:
        raise KeyboardInterrupt

    monkeypatch.setattr("quincunx.law.perft.perft", interrupt)
    result = run("perft", "xtic", "2")
    assert (result.exit_code, result.output) == (130, "")


# Games


def test_games_lists_every_game_with_its_options() -> None:
    shown = " ".join(done("games").split())
    for name, game in GAMES.items():
        assert f"{name} {game.summary}" in shown
        assert all(f" {key}=" in shown for key in game.options())


@pytest.mark.parametrize("name", GAMES)
def test_games_tells_all_about_the_options_of_one(name: str) -> None:
    shown = done("games", name)
    for key, option in GAMES[name].options().items():
        default = option.write(getattr(GAMES[name], key))
        assert f"{name}:{key}=…  {option.label} (default: {default})\n    {option.help}\n" in shown
        choices = option.form().get("choices", {})
        assert isinstance(choices, dict)
        for token in choices:
            assert re.search(rf"^    {re.escape(token)}(1\.\.\d+)? ", shown, re.MULTILINE)


@pytest.mark.parametrize("name", GAMES)
def test_rules_prints_the_page_of_the_game(name: str) -> None:
    shown = done("rules", name)
    assert shown.startswith("# ")
    assert shown == (ROOT / "src" / "quincunx" / "games" / name / "rules.md").read_text("utf-8").rstrip() + "\n"


def test_rules_takes_a_game_with_options() -> None:
    assert done("rules", "xtic:type=torus") == done("rules", "xtic")


# Positions


@pytest.mark.parametrize("game", VARIANTS)
def test_show_and_moves_tell_of_the_start_of_every_game(game: str) -> None:
    state = games.start(game)
    assert done("show", game) == done("show", str(state)) == done("show", *str(state).split())
    assert done("show", game).splitlines()[0] == str(state)
    assert json.loads(done("show", game, "--json")) == state.view()
    assert tuple(done("moves", game).splitlines()) == state.moves()
    assert tuple(json.loads(done("moves", str(state), "--json"))) == state.moves()


@pytest.mark.parametrize(("name", "body"), STARTS.items())
def test_a_game_alone_is_its_first_position(name: str, body: str) -> None:
    assert done("show", name) == done("show", f"{name} {body}")


def test_a_position_may_be_typed_with_more_space() -> None:
    assert done("moves", "  tactix:size=3   .../.o./...", " 2") == "b2\n"


def test_a_game_that_is_over_has_no_moves() -> None:
    assert done("moves", "tactix:size=3 .../.../... 2") == ""
    assert json.loads(done("moves", "tactix:size=3 .../.../... 2", "--json")) == []


@pytest.mark.parametrize("command", ["show", "moves"])
def test_a_bad_position_is_refused_with_its_reason(command: str) -> None:
    assert refused(command, "xtic", "77../..../..../....", "-") == text("xtic.twice", piece="7")
    assert refused(command, "tactix", "oooo/oooo/oooo", "1") == text("law.rows", n=3, height=4)


def test_colour_is_a_flag_over_a_variable_over_the_file(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert "\033" not in done("show", "xtic")
    file.write_text("display.colour = 'always'\n")
    assert "\033" in done("show", "xtic")
    monkeypatch.setenv("QUINCUNX_DISPLAY_COLOUR", "never")
    assert "\033" not in done("show", "xtic")
    assert "\033" in done("show", "xtic", "--colour", "always")
    assert "\033" in done("show", "xtic", "--color", "always")


@pytest.mark.parametrize(
    ("game", "counts"),
    [
        ("xtic", [1, 16, 256, 3840]),
        ("tactix", [1, 64]),
        ("tritoc", [1, 11, 103]),
        ("tesseract", [1, 256, 65_280]),
        ("xchain", [1, 64, 4032, 254_016]),
    ],
)
def test_perft_prints_the_count_last(game: str, counts: list[int]) -> None:
    assert [int(done("perft", game, str(depth))) for depth in range(len(counts))] == counts


def test_perft_of_a_position_divided_by_first_moves() -> None:
    position = ["tactix:size=3", "o.o/.../..o", "1"]
    assert done("perft", *position, "2", "--divide") == "a1: 2\nc1: 2\nc3: 2\n6\n"
    assert done("perft", *position, "3") == "6\n"
    assert done("perft", *position, "4") == "0\n"
    assert done("perft", *position, "1000000") == "0\n"
    assert done("perft", " ".join([*position, "2"])) == "6\n"
    assert done("perft", "tesseract", "1025") == done("perft", "xchain", "999999") == "0\n"  # and at once
    assert done("perft", "tactix:size=3 .../.../... 2", "1", "--divide") == "0\n"


@pytest.mark.parametrize(("game", "depth"), [("tactix:size=3", 4), ("xtic", 3), ("tritoc", 2), ("xchain:size=3x3", 4)])
def test_perft_counts_sequences_though_it_looks_at_each_position_once(game: str, depth: int) -> None:
    state = games.start(game)
    assert perft(state, depth) == sum(dict(divide(state, depth)).values()) == naive(state, depth)


@pytest.mark.parametrize(
    ("words", "printed"),
    [
        (["xtic"], text("cli.perft.missing", example="xtic")),
        ([" "], text("cli.perft.missing", example="xtic")),
        (["xtic", "deep"], text("cli.perft.depth", typed="deep", most=1_000_000)),
        (["xtic", "²"], "'²' is not a DEPTH"),
        (["tritoc", "1000001"], "'1000001' is not a DEPTH"),
        (["xtic", "9" * 10_000], "is not a DEPTH"),
    ],
)
def test_perft_says_what_is_wrong_with_its_depth(words: list[str], printed: str) -> None:
    result = run("perft", *words)
    assert (result.exit_code, result.stdout) == (2, "")
    assert printed in result.stderr


def test_perft_means_the_plain_game_whatever_the_settings_say(file: Path) -> None:
    file.write_text("games.tactix = 'size=3'\n")
    assert done("perft", "tactix", "1") == "64\n"


# Matches


@pytest.mark.parametrize("game", VARIANTS)
def test_a_random_match_of_every_game_is_a_record_that_replays(game: str) -> None:
    shown = done("random", game, "--seed", "5", "--count", "2")
    assert shown == done("random", game, "--seed", "5", "--count", "2")
    assert shown.startswith(done("random", game, "--seed", "5"))
    assert re.findall(r'\[Seed "(.*)"\]', shown) == ["5", "5-2"]
    assert set(re.findall(r'\[Game "(.*)"\]', shown)) == {str(games.game(game))}
    assert done("record", "check", "-", stdin=shown) == "-: 2 games, all valid\n"


def test_without_a_seed_every_match_is_another_one() -> None:
    seeds = {re.findall(r'\[Seed "(.*)"\]', done("random", "tactix"))[0] for _ in range(3)}
    assert len(seeds) == 3


def test_random_takes_the_options_of_the_settings_when_none_are_typed(file: Path) -> None:
    file.write_text("games.tactix = 'size=3'\n")
    assert '[Game "tactix:size=3"]' in done("random", "tactix")
    assert '[Game "tactix"]' in done("random", "tactix:size=4")


@pytest.fixture
def match(tmp_path: Path) -> Path:
    place = tmp_path / "match.txt"
    place.write_text(done("random", "tactix:size=3", "--seed", "7"))
    return place


def test_record_check_goes_on_after_a_bad_file(match: Path, tmp_path: Path) -> None:
    bad = tmp_path / "bad.txt"
    bad.write_text(match.read_text().replace("3. c2-c3", "3. b2"))
    result = run("record", "check", str(bad), str(tmp_path / "none.txt"), str(tmp_path), str(match))
    assert result.exit_code == 1
    assert result.stdout == f"{match}: 1 game, valid\n"
    assert result.stderr.splitlines() == [
        f"quincunx: {bad}: Line 11, column 22: There is no counter on b2.",
        f"quincunx: {tmp_path}/none.txt: No such file or directory.",
        f"quincunx: {tmp_path}: Is a directory.",
    ]


def test_a_record_that_is_not_text() -> None:
    reason = refused("record", "show", "-", stdin=b'[Game "tactix"]\n\xff\n')
    assert reason == "standard input: Line 2: this is not UTF-8 text."


def test_record_show_tells_who_what_and_how_it_ended(match: Path) -> None:
    assert done("record", "show", str(match)) == (
        "Game 1 of 1: tactix:size=3\n"
        "Seat 1: Random (computer random)\n"
        "Seat 2: Random (computer random)\n"
        "0-1  Seat 1 took the last counter.\n"
        "\n"
        "1. b2-b3  2. a1-a3  3. c2-c3  4. b1  5. c1\n"
        "\n"
        "tactix:size=3\n"
        "\n"
        "   a  b  c\n"
        "1  ·  ·  ·\n"
        "2  ·  ·  ·\n"
        "3  ·  ·  ·\n"
        "\n"
        "Result  0-1  Seat 1 took the last counter.\n"
    )


def test_record_show_draws_the_board_after_every_turn_when_asked(match: Path) -> None:
    shown = done("record", "show", str(match), "--board")
    assert re.findall(r"^\d\. .*$", shown, re.MULTILINE) == ["1. b2-b3", "2. a1-a3", "3. c2-c3", "4. b1", "5. c1"]
    assert re.findall(r"^Counters +(\d)$", shown, re.MULTILINE) == ["7", "4", "2", "1"]
    assert shown.endswith("Result  0-1  Seat 1 took the last counter.\n")


@pytest.mark.parametrize("game", VARIANTS)
def test_record_show_shows_every_match_of_every_game(game: str) -> None:
    shown = done("record", "show", "-", stdin=done("random", game, "--seed", "2", "--count", "2"))
    assert re.findall(r"^Game . of 2: (\S+)$", shown, re.MULTILINE) == [game, game]
    assert shown.count("\nResult  ") == 2


RESIGNED = """\
[Game "xtic"]
[Rules "1"]
[Date "2026-11-15T21:50:54Z"]
[Seat1 "Ada \x1b[31m"]
[Kind1 "person"]
[Seat2 "Bo"]
[Kind2 "bot"]
[Result "{result}"]
[Why "{why}"]

{{a word before}} 1. =7 2. b3 {{a comment}} {result}
"""


@pytest.mark.parametrize(
    ("result", "why", "words"),
    [
        ("1-0", "resigned", "Seat 2 resigned."),
        ("0-1", "resigned", "Seat 1 resigned."),
        ("1/2-1/2", "agreed", text("table.outcome.agreed")),
        ("*", "abandoned", text("cli.record.show.abandoned")),
        ("*", "", text("cli.record.show.unfinished")),
    ],
)
def test_record_show_tells_what_ended_at_the_table(result: str, why: str, words: str) -> None:
    shown = done("record", "show", "-", stdin=RESIGNED.format(result=result, why=why))
    head, said, printed, _ = shown.split("\n\n", 3)
    assert head.splitlines() == [
        "Game 1 of 1: xtic  2026-11-15T21:50:54Z",
        "Seat 1: Ada \\x1b[31m (person)",
        "Seat 2: Bo (bot)",
        f"{result}  {words}",
    ]
    assert (said, printed) == ("{a word before}", "1. =7  2. b3 {a comment}")
    last = shown.splitlines()[-1]
    assert last == ("Next    Seat 2 to give a piece" if result == "*" else f"Result  {result}  {words}")


@pytest.mark.parametrize("shown", ["", "\n \n", "\ufeff"])
@pytest.mark.parametrize("command", ["record check", "record show", "dice verify"])
def test_a_file_without_a_match_is_refused(command: str, shown: str) -> None:
    assert refused(*command.split(), "-", stdin=shown) == f"standard input: {text('cli.record.empty')}"


@pytest.mark.parametrize("command", ["record check", "record show", "dice verify"])
def test_a_certificate_is_not_taken_for_a_record(command: str, tmp_path: Path) -> None:
    for name in ("tactix.cert", "tactix.cert.gz"):
        done_or_refused = run("solve", "tactix:size=3", "-o", str(tmp_path / name))
        assert done_or_refused.exit_code == 0
        assert text("cli.record.certificate") in refused(*command.split(), str(tmp_path / name))


# Dice


def test_dice_are_verified_from_a_record(tmp_path: Path) -> None:
    ada, bob = person("Ada"), person("Bob")
    table = Table.open(Setup(games.game("tritoc"), (ada, bob), "match", "dice")).begin(0.0).roll(1, 1.0).resign(1, 2.0)
    written = write([to_record(table)])
    verified = f"{text('cli.dice.verified', number=1, total=1, n=1)}\n"
    assert done("dice", "verify", "-", stdin=written) == verified
    place = tmp_path / "match.txt"
    place.write_text(written)
    assert done("dice", "verify", str(place)) == verified
    rolled = table.plies[0].token
    other = written.replace(f"1. {rolled} ", f"1. {5 if rolled != '5' else 6} ")
    assert "but the seed and the nonces give" in refused("dice", "verify", "-", stdin=other)
    imported = other.replace("[DiceSeed", '[DiceAfter "1"]\n[DiceSeed')
    assert done("dice", "verify", "-", stdin=imported).splitlines() == [
        text("cli.dice.verified", number=1, total=1, n=0),
        "  " + text("cli.dice.before", n=1),
    ]
    unfinished = write([to_record(Table.open(Setup(games.game("tritoc"), (ada, bob), "match", "dice")).begin(0.0))])
    for record, reason in (
        (done("random", "tritoc"), Message("cli.dice.no-hash")),
        (done("random", "tactix"), Message("cli.dice.none", game="TacTix")),
        (unfinished, Message("cli.dice.no-seed")),
    ):
        why = text("cli.dice.place", file="standard input", number=1, total=1, reason=reason)
        assert refused("dice", "verify", "-", stdin=record) == why
    played = done("match", "tritoc", "random", "random", "--seed", "1")
    assert "each as the dice seed and the nonces give it" in done("dice", "verify", "-", stdin=played)
    assert refused("dice", "verify", "nowhere") == "nowhere: No such file or directory."


# Settings


def test_settings_lists_every_setting_with_its_source(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file.write_text("games.xtic = 'type=torus'\n")
    monkeypatch.setenv("QUINCUNX_GAMES_TACTIX", "size=5")
    shown = done("settings")
    assert 'display.colour = "auto"  from default\n' in shown
    assert 'games.xtic = "type=torus"  from file\n' in shown
    assert 'games.tactix = "size=5"  from QUINCUNX_GAMES_TACTIX\n' in shown
    assert all(f"{key} = " in shown and str(setting.help) in shown for key, setting in SETTINGS.items())


def test_settings_are_set_got_and_unset(file: Path) -> None:
    assert done("settings", "path") == f"{file}\n"
    assert done("settings", "get", "games.xtic") == "\n"
    assert done("settings", "set", "games.xtic", "type=torus") == 'games.xtic = "type=torus"\n'
    assert done("settings", "get", "games.xtic") == "type=torus\n"
    assert done("settings", "unset", "games.xtic") == ""
    assert done("settings", "get", "games.xtic") == "\n"


def test_a_change_that_a_variable_hides_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("QUINCUNX_DISPLAY_COLOUR", "always")
    result = run("settings", "set", "display.colour", "never")
    assert (result.exit_code, result.stdout) == (0, 'display.colour = "never"\n')
    assert result.stderr == 'quincunx: QUINCUNX_DISPLAY_COLOUR is set, so display.colour is "always" here.\n'


NOT_A_COLOUR = Message(
    "settings.of",
    name="display.colour",
    problem=Message("settings.choice", value="red", choices=["auto", "always", "never"]),
)


def test_an_unknown_setting_or_a_wrong_value_is_refused(file: Path) -> None:
    reason = text("settings.unknown-near", key="display.color", near="display.colour")
    assert refused("settings", "get", "display.color") == reason
    assert refused("settings", "set", "display.color", "auto") == reason
    assert refused("settings", "unset", "display.color") == reason
    assert refused("settings", "set", "display.colour", "red") == str(NOT_A_COLOUR)
    assert not file.exists()


@pytest.mark.parametrize(
    "words",
    [
        ["show", "xtic"],
        ["random", "xtic"],
        ["settings"],
        ["settings", "get", "display.colour"],
        ["settings", "set", "display.colour", "auto"],
        ["settings", "unset", "display.colour"],
    ],
)
def test_a_bad_settings_file_is_told_and_left_alone(file: Path, words: list[str]) -> None:
    file.write_text("[display]\ncolour = 'red'\n")
    assert refused(*words) == text("settings.at-line", file=str(file), line=2, problem=NOT_A_COLOUR)
    assert file.read_text() == "[display]\ncolour = 'red'\n"
    assert done("settings", "path") == f"{file}\n"
    assert done("show", "xtic", "--json")


# Completion


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_completion_prints_a_script_for_the_shell(shell: str) -> None:
    assert f"_QUINCUNX_COMPLETE={shell}_complete" in done("completion", shell)


@pytest.mark.parametrize(
    ("words", "found"),
    [
        ("rules t", {"tactix", "tritoc", "tesseract"}),
        ("perft xt", {"xtic"}),
        ("settings get display", {"display.colour"}),
        ("settings se", {"set"}),
    ],
)
def test_games_and_settings_are_completed(words: str, found: set[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("_QUINCUNX_COMPLETE", "bash_complete")
    monkeypatch.setenv("COMP_WORDS", f"quincunx {words}")
    monkeypatch.setenv("COMP_CWORD", str(len(words.split())))
    lines = CliRunner().invoke(main, prog_name="quincunx").stdout.splitlines()
    assert {line.removeprefix("plain,") for line in lines} == found


# The pages


@pytest.mark.parametrize("page", ["command-line.md", "settings.md"])
def test_what_the_pages_show_is_what_is_printed(page: str) -> None:
    blocks = re.findall(r"^```console\n(.*?)^```$", (ROOT / "docs" / page).read_text("utf-8"), re.MULTILINE | re.DOTALL)
    shown = [example.split("\n", 1) for block in blocks for example in re.split(r"^\$ ", block, flags=re.MULTILINE)[1:]]
    assert shown
    for command, output in shown:
        program, *words = shlex.split(command)
        assert program == "quincunx"
        assert done(*words).rstrip("\n") == output.rstrip("\n")


def test_the_pages_name_every_command_and_every_setting() -> None:
    commands = (ROOT / "docs" / "command-line.md").read_text("utf-8")
    assert all(f"`{command}" in " ".join(commands.split()) for command in COMMANDS)
    page = (ROOT / "docs" / "settings.md").read_text("utf-8")
    named = set(re.findall(r"`([a-z]+\.[a-z0-9_]+)`", page))
    for stem, first, last in re.findall(r"`([a-z]+\.[a-z]+)(\d)` … `\1(\d)`", page):
        named |= {f"{stem}{number}" for number in range(int(first), int(last) + 1)}
    assert set(SETTINGS) - named == set()


# Real processes


def process(*words: str, stdin: str = "", **environment: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "quincunx", *words],
        input=stdin,
        capture_output=True,
        text=True,
        encoding="utf-8",
        env=os.environ | environment,
        timeout=60,
        check=False,
    )


def test_exit_codes_of_a_real_process() -> None:
    assert process("moves", "tactix:size=3 .../.o./... 1").stdout == "b2\n"
    unknown = process("show", "chess")
    assert (unknown.returncode, unknown.stdout) == (1, "")
    assert unknown.stderr == f"quincunx: {text('games.unknown', game='chess', games=list(GAMES))}\n"
    assert process("show").returncode == 2


def test_the_installed_program() -> None:
    program = Path(sys.executable).with_name("quincunx")
    result = subprocess.run([program, "perft", "xtic", "1"], capture_output=True, text=True, timeout=60, check=True)
    assert (result.stdout, result.stderr) == ("16\n", "")


def test_what_a_terminal_cannot_show_is_a_question_mark() -> None:
    result = process("games", "tactix", PYTHONIOENCODING="latin-1")
    assert (result.returncode, result.stderr) == (0, "")
    assert "\ntactix:size=?  Size (default: 4)\n" in result.stdout


NO_UTF_8 = b"\xff".decode(errors="surrogateescape")
"""As Python has what was typed in another encoding."""


@pytest.mark.parametrize(
    "words",
    [
        ["random", "tactix", "--seed"],
        ["match", "tactix:size=3", "easy", "easy", "--seed"],
        ["match", "tritoc", "easy", "easy", "--seed"],
        ["arena", "tactix", "easy", "hard", "--seed"],
        ["analyse", "tactix:size=3", "--level", "easy", "--seed"],
        ["play", "tritoc", "--plain", "--seed"],
        ["settings", "set", "server.host"],
    ],
)
def test_what_is_no_proper_text_is_refused(words: list[str], file: Path) -> None:
    assert re.search("contains an incomplete (UTF-8 )?character", run(*words, NO_UTF_8).stderr)
    assert list(file.parent.iterdir()) == []


def test_positions_that_are_no_text_are_refused(tmp_path: Path) -> None:
    place = tmp_path / "openings"
    place.write_bytes(b"\xff")
    assert refused("arena", "tactix", "easy", "hard", "--openings", str(place)) == f"{place}: this is not UTF-8 text."


def test_a_certificate_that_could_not_be_written_is_told_before_the_work(tmp_path: Path) -> None:
    place = tmp_path / "nowhere" / "tactix.cert"
    reason = text("cli.solve.unwritable", path=str(place), folder=str(place.parent))
    assert refused("solve", "tactix:size=3", "-o", str(place)) == reason
    assert refused("solve", "tactix:size=3", "--resume", str(place)) == reason


@pytest.mark.parametrize("words", ["play tactix", "play tesseract", "engine", "engine --json"])
def test_input_that_is_no_text_or_not_there_at_all_is_no_error(words: str) -> None:
    for redirected in ("< /dev/stdin", "<&-"):
        printed = subprocess.run(
            ["/bin/sh", "-c", f"exec {shlex.quote(sys.executable)} -m quincunx {words} {redirected}"],
            input=b"\xff\n",
            capture_output=True,
            env=os.environ | {"PYTHONIOENCODING": "utf-8:strict"},
            timeout=60,
            check=False,
        )
        assert (printed.returncode, printed.stderr) == (0, b"")


def test_a_closed_pipe_is_no_error() -> None:
    # More than a pipe holds, so that the program is still writing when nobody reads any more.
    words = [sys.executable, "-m", "quincunx", "random", "tactix", "--count", "5000"]
    with subprocess.Popen(words, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as running:
        assert running.stdout
        assert running.stderr
        assert running.stdout.readline() == '[Game "tactix"]\n'
        running.stdout.close()
        assert running.stderr.read() == ""
        assert running.wait(60) == 0


def test_ctrl_c_stops_a_long_count() -> None:
    # A shell that starts a job in the background lets it ignore Ctrl-C: here it must not.
    program = (
        "import signal; signal.signal(signal.SIGINT, signal.default_int_handler); "
        "from quincunx.cli import main; main(prog_name='quincunx')"
    )
    words = [sys.executable, "-c", program, "perft", "tesseract", "3", "--divide"]
    with subprocess.Popen(words, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as running:
        assert running.stdout
        assert running.stdout.readline() == "00: 64770\n"
        running.send_signal(signal.SIGINT)
        _, printed = running.communicate(timeout=60)
        assert (running.returncode, printed) == (130, "")


@pytest.mark.parametrize(
    ("option", "slow"),
    [
        ("--help", {"tomlkit", "platformdirs", "quincunx.record"}),
        ("--version", {"quincunx.games.registry", "quincunx.cli.serve"}),
    ],
)
def test_what_few_commands_need_is_not_imported_for_all(option: str, slow: set[str]) -> None:
    program = (
        "import sys; from quincunx.cli import main; "
        f"main([{option!r}], standalone_mode=False); print({slow} & sys.modules.keys(), file=sys.stderr)"
    )
    result = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, timeout=60, check=True)
    assert result.stderr == "set()\n"


def test_record_show_has_the_points_of_a_game_that_counts_more_than_wins() -> None:
    records = Path(__file__).parent / "data" / "0.1" / "records"
    assert "\nPoints: greedy 9 · trivial 2\n" in done("record", "show", str(records / "match-tritoc.txt"))
    assert "Points:" not in done("record", "show", str(records / "match-xtic.txt"))
