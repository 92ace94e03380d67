"""The game line by line: at a real terminal (a pty), and in a pipe."""

from __future__ import annotations

import codecs
import fcntl
import os
import pty
import re
import select
import signal
import subprocess
import sys
import termios
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from types import SimpleNamespace
from typing import IO

import card_game
import pytest
from click.testing import CliRunner

from quincunx import engine, games, record
from quincunx.cli import main
from quincunx.cli.play import _full_screen
from quincunx.games import GAMES, Refused
from quincunx.games.tesseract import terminal as dazzler
from quincunx.law import messages
from quincunx.law.messages import Message, catalogue, text
from quincunx.terminal import input_lines
from quincunx.terminal.local import LocalMatch
from quincunx.terminal.request import MatchRequest
from quincunx.terminal.saved_games import SavedGames
from quincunx.text import bare, board

PATIENCE = 60.0
COMMAND = [sys.executable, "-m", "quincunx", "play"]
SHORT = {
    "xtic": ("xtic 012./..../..../.... =3", ["d1"], "Player 2 wins. "),
    "tactix": ("tactix:size=3 .../ooo/... 1", ["a2-b2", "c2"], "Player 1 wins. Player 2 took the last counter"),
    "tritoc": (
        "tritoc rrr....../rrr....../...r.r..." + "/........." * 6 + " 1 - 0 0",
        ["", "c1"],
        "Player 1 wins. ",
    ),
    "tesseract": ("tesseract:dims=3 xxx./ooo./...." + "/...." * 13, ["03"], "Player 1 wins. "),
    "xchain": ("xchain:size=3x3 A1B1./.../... aa 1", ["a1"], "Player 1 wins. "),
}
"""A position of every game, the lines that finish it, and what is said then. The first roll of seed 1 is a 7."""


YOUR_TURN = text("terminal.status.your-turn", task=Message("tactix.phase.take"))
GOODBYE = text("terminal.goodbye")


def turn(name: str, task: str = "tactix.phase.take") -> str:
    """The prompt of a player with a name."""
    return Message("terminal.status.their-turn", seat=1, task=Message(task)).text({1: name})


@pytest.fixture(autouse=True)
def _no_settings(settings_file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("QUINCUNX_PLAY_SAVES", str(settings_file.parent / "games"))
    monkeypatch.delenv("NO_COLOR", raising=False)
    monkeypatch.setenv("TERM", "xterm-256color")


class Terminal:
    """A process at a pty: what it says, and the keys that it gets."""

    def __init__(self, process: subprocess.Popen[bytes], keyboard: int) -> None:
        self.process = process
        self._keyboard = keyboard
        self._decoder = codecs.getincrementaldecoder("utf-8")()
        self.said = ""
        """What was said since the last thing that was expected."""
        self.heard = ""
        """All that was ever said."""

    def expect(self, *words: str) -> str:
        """Reads on until one of the texts has been said, and forgets what came before; which one it was."""
        late = time.monotonic() + PATIENCE
        while True:
            found = [(self.said.index(word), word) for word in words if word in self.said]
            if found:
                at, word = min(found)
                self.said = self.said[at + len(word) :]
                return word
            assert time.monotonic() < late, f"{words} was not said, but {self.said!r}"
            if select.select([self._keyboard], [], [], 1)[0]:
                try:
                    more = os.read(self._keyboard, 65536)
                except OSError:  # so a pty tells that the other end is gone
                    more = b""
                assert more, f"it ended without {words}, after {self.said!r}"
                reply = self._decoder.decode(more).replace("\r\n", "\n")
                self.said += reply
                self.heard += reply

    def press(self, keys: str) -> None:
        os.write(self._keyboard, keys.encode())

    def ends(self) -> int:
        return self.process.wait(PATIENCE)

    def hang_up(self) -> None:
        """The window is closed: nobody reads or writes at the other end any more."""
        if self._keyboard >= 0:
            os.close(self._keyboard)
        self._keyboard = -1


@contextmanager
def terminal(*words: str, errors: IO[str] | None = None, size: tuple[int, int] = (24, 80)) -> Iterator[Terminal]:
    ours, theirs = pty.openpty()
    termios.tcsetwinsize(theirs, size)
    process = subprocess.Popen(
        [*COMMAND, *words],
        stdin=theirs,
        stdout=theirs,
        stderr=errors or theirs,
        # Without the size of another terminal, which readline sets where pytest loads it.
        env={name: value for name, value in os.environ.items() if name not in ("LINES", "COLUMNS")},
        start_new_session=True,
        preexec_fn=_controlled,
    )
    os.close(theirs)
    try:
        at = Terminal(process, ours)
        yield at
    finally:
        process.kill()
        process.wait()
        at.hang_up()


def _controlled() -> None:
    """Makes the pty the terminal of the process, so that Ctrl-C is a signal; also where the tests run without them."""
    fcntl.ioctl(0, termios.TIOCSCTTY, 0)
    for number in (signal.SIGINT, signal.SIGHUP):
        signal.signal(number, signal.SIG_DFL)


def really_piped(*words: str, lines: str) -> subprocess.CompletedProcess[str]:
    """The real program in a pipe."""
    return subprocess.run(
        [*COMMAND, *words], input=lines, capture_output=True, text=True, timeout=PATIENCE, check=False
    )


def piped(*words: str, lines: str) -> subprocess.CompletedProcess[str]:
    """The same in this process, which is quicker."""
    done = CliRunner(catch_exceptions=False).invoke(main, ["play", *words], input=lines)
    return subprocess.CompletedProcess(words, done.exit_code, done.stdout, done.stderr)


@pytest.mark.parametrize("name", GAMES)
def test_every_game_can_be_played_at_a_terminal_and_again(name: str) -> None:
    position, lines, ending = SHORT[name]
    with terminal("--plain", "--position", position, "--seat1", "person", "--seed", "1") as at:
        for line in lines:
            at.expect("Player 1's turn", "Player 2's turn")
            at.expect(". ", text("terminal.plain.answer-roll", status=". "))
            at.press(f"{line}\n")
        at.expect(ending)
        at.expect("Another game? (y/n)")
        at.press("y\n")
        at.expect("Type a move, or help.")
        at.expect("'s turn ")
        at.press("quit\n")
        at.expect(GOODBYE)
        assert at.ends() == 0


@pytest.mark.parametrize("name", GAMES)
def test_every_game_can_be_played_in_a_pipe(name: str) -> None:
    position, lines, ending = SHORT[name]
    done = really_piped("--position", position, "--seat1", "person", "--seed", "1", lines="\n".join([*lines, "n", ""]))
    assert (done.returncode, done.stderr) == (0, "")
    assert ending in done.stdout
    assert "\033" not in done.stdout


def test_colour_at_a_terminal_and_none_with_no_color(monkeypatch: pytest.MonkeyPatch) -> None:
    for value, coloured in (("", True), ("1", False)):
        monkeypatch.setenv("NO_COLOR", value)
        with terminal("xchain", "--plain") as at:
            at.expect("Your turn ")
            at.press("a1\n")
            at.expect("medium: ")
            at.expect("Your turn ")
            assert ("\033[" in at.heard) is coloured


def test_a_computer_asks_who_goes_first_and_what_is_refused_is_told() -> None:
    lines = "maybe\nn\nzz\nundo\n\nhint\nmoves\nhelp\nresign\nn\nresign\ny\nn\n"
    done = piped("tactix:size=3", "--against", "random", "--seed", "4", lines=lines)
    assert done.returncode == 0
    reply = done.stdout
    assert reply.startswith("Do you want to go first? (y/n) Please answer y or n.\n")
    assert reply.index("random: ") < reply.index(YOUR_TURN)
    assert text("law.square", square="zz", last="c3") in reply
    assert text("table.no-undo", seat=2) in reply
    assert "Type a move, such as " in reply
    assert re.search(r"\w+  (win|loss)", reply)
    assert f"resign  {text('terminal.command.resign')}\n" in reply
    assert text("terminal.command.roll") not in reply
    assert "You lose. You resigned." in reply


def test_the_one_person_is_told_the_end_as_you() -> None:
    done = piped(
        "--position", "tactix:size=3 .../.o./... 1", "--first", "person", "--against", "random", lines="b2\nn\n"
    )
    assert "You lose. You took the last counter.\n" in done.stdout


def test_undo_takes_back_ones_own_move_and_the_computers_answer() -> None:
    done = piped("tactix", "--first", "person", "--against", "random", lines="a1\nundo\nredo\nquit\n")
    assert done.stdout.count("You: a1") == 2
    assert text("terminal.plain.undone") in done.stdout


def test_the_steps_of_a_move_are_described_in_the_words_of_the_game(monkeypatch: pytest.MonkeyPatch) -> None:
    words = ("--position", "xchain:size=4x3 A1A2../B1.../..B1. aa 1", "--seat1", "person")
    chain = r"A chain of explosions: \d+ waves\."
    assert re.search(chain, piped(*words, lines="a1\nquit\n").stdout)
    own = {key: text for key, text in messages.catalogue("xchain").items() if key != "terminal.steps"}
    monkeypatch.setitem(messages._games, "xchain", own)
    without = piped(*words, lines="a1\nquit\n").stdout
    assert "a1" in without
    assert not re.search(chain, without)


def test_a_move_spelled_like_a_command_is_played(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    card_game.install(tmp_path, monkeypatch)
    done = piped("gomoku:size=7", "--seat1", "person", "--seat2", "person", lines="draw\ndraw\nn\n")
    assert "Player 1: draw\n" in done.stdout
    assert "The players agreed on a draw." in done.stdout, "where it is not a legal move it is the command"


def test_without_a_game_it_lists_them_and_asks() -> None:
    done = piped(lines="xtac\nxtic:type=torus\ny\nquit\n")
    for name in GAMES:
        assert re.search(rf"^{name} ", done.stdout, re.MULTILINE)
    assert text("games.similar", game="xtac", similar="xtic") in done.stdout
    assert "xtic:type=torus. Type a move" in done.stdout


@pytest.mark.parametrize("words", [(), ("tactix",), ("tactix", "--first", "person"), ("tesseract",), ("tritoc",)])
def test_the_end_of_the_input_ends_the_game(words: tuple[str, ...]) -> None:
    done = piped(*words, lines="")
    assert (done.returncode, done.stderr) == (0, "")
    assert text("terminal.input-ended") in done.stdout


@pytest.mark.parametrize("seed", ["1", "2", "3", "4"])
def test_who_begins_goes_over_what_the_game_leaves_to_chance(seed: str) -> None:
    for who, first in (("person", 1), ("computer", 2)):
        request = MatchRequest(games.game("xchain:first=random"), ("person", "easy"), who, seed)
        assert request.setup().first.turn == first


@pytest.mark.parametrize("game", ["tactix", "tesseract"])
def test_ctrl_c_leaves_the_terminal_as_it_was(game: str) -> None:
    with terminal(game, "--plain") as at:
        at.expect("go first?")
        at.press("\x03")
        assert at.ends() == 130


@pytest.mark.parametrize("what", ["line", "key"])
def test_ctrl_c_that_comes_just_before_a_read_is_heard(what: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Python notices it after a call that blocks; so what is read has to be there."""
    seconds: list[float] = []

    def wait(_read: object, _write: object, _except: object, most: float) -> tuple[list[object], ...]:
        seconds.append(most)
        if len(seconds) > 1:
            raise KeyboardInterrupt
        return [], [], []

    monkeypatch.setattr(input_lines, "select", SimpleNamespace(select=wait))
    monkeypatch.setattr(os, "read", lambda *_: pytest.fail("this would block"))
    ours, theirs = pty.openpty()
    with open(ours, "rb", buffering=0), open(theirs) as stdin:
        monkeypatch.setattr(sys, "stdin", stdin)
        with pytest.raises(KeyboardInterrupt):
            next(input_lines.InputLines()) if what == "line" else dazzler.Keys().key()
    assert max(seconds) <= 1


def test_ctrl_c_is_heard_while_the_computer_thinks() -> None:
    with terminal("tesseract", "--plain", "--seat1", "person", "--seat2", "dont-try", "--pace", "999999+0") as at:
        at.expect("Your turn ")
        at.press("00\n")
        at.press("\x03")
        assert at.ends() == 130


def test_a_core_that_hears_no_signals_is_stopped_by_ctrl_c(monkeypatch: pytest.MonkeyPatch) -> None:
    def deaf(*asked: object) -> None:
        control, late = asked[-1], time.monotonic() + PATIENCE
        assert isinstance(control, engine.Control)
        with suppress(KeyboardInterrupt):
            os.kill(os.getpid(), signal.SIGINT)
        while not control.stopped and time.monotonic() < late:
            time.sleep(0.001)
        assert control.stopped, "nobody heard Ctrl-C"
        raise Refused("it was stopped")

    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    monkeypatch.setattr(engine, "choose", deaf)
    try:
        with pytest.raises(KeyboardInterrupt):
            dazzler.Teletype(SavedGames(Path("/dev/null/games")))._game(
                LocalMatch(MatchRequest(games.game("tesseract"), ("hard", "person")).setup())
            )
        assert CliRunner().invoke(main, ["analyse", "tactix:size=3", "--level", "hard"]).exit_code == 130
    finally:
        signal.signal(signal.SIGINT, before)


def test_the_form_of_the_command_is_checked() -> None:
    ratings = {level: engine.rating(games.game("tactix"), level) for level in engine.available(games.game("tactix"))}
    levels = [f"{level} ({rating})" if rating else level for level, rating in ratings.items()]
    for words, code, reason in (
        (("tactix", "--seat1", "person", "--against", "easy"), 2, text("cli.play.seats")),
        (("tactix", "--name", "Ada"), 2, text("cli.play.join-name")),
        (("tactix", "--name2", "Ada"), 1, text("terminal.seats.name", number=2, who="medium")),
        (("tactix", "--name1", " "), 1, "' ' cannot be a name"),
        (("tactix", "--colour1", "pink"), 2, "'pink' is not one of"),
        (("tactix", "--colour1", "red", "--colour2", "red"), 1, "Seats 1 and 2 cannot both be red."),
        (("tritoc", "--colour1", "red"), 1, "The colours of TriToc are always red, yellow."),
        (("--position", "xtoc"), 1, text("games.similar", game="xtoc", similar="xtic")),
        (
            ("xtic:goal=complete", "--position", "xtic:type=torus"),
            1,
            text("cli.play.mismatch", position="xtic:type=torus", game="xtic:goal=complete"),
        ),
        (("tactix", "--join", "http://x/t/1"), 2, text("cli.play.only-join")),
        (("tactix", "--seat3", "easy"), 1, text("terminal.seats.number", game="tactix", seats=2, number=3)),
        (
            ("tactix", "--against", "gentle"),
            1,
            text("terminal.seats.who", typed="gentle", number=2, levels=levels),
        ),
        (("tactix", "--pace", "5"), 1, text("record.clock", written="5")),
        (("tactix:size=9",), 1, text("law.option.whole", typed="9", low=3, high=6)),
        (("xtic", "--position", "tactix oooo/oooo/oooo/oooo 1"), 1, "The position is one of tactix"),
        (("--join", "ftp://x"), 1, text("terminal.network.link", link="ftp://x")),
    ):
        done = CliRunner(catch_exceptions=False).invoke(main, ["play", *words])
        assert (done.exit_code, reason in " ".join(done.stderr.split())) == (code, True), (words, done.stderr)


@pytest.mark.parametrize(
    ("words", "game"),
    [
        (("--position", "xtic"), "xtic"),
        (("--position", " tactix:size=3 "), "tactix:size=3"),
        (("tactix", "--position", "tactix:size=3"), "tactix:size=3"),
        (("tactix", "--position", "tactix:size=3 ooo/ooo/oo. 1"), "tactix:size=3"),
        (("--position", "xchain:preset=random3"), "xchain:preset=random3"),
    ],
)
def test_a_position_that_is_only_a_game_is_its_start(words: tuple[str, ...], game: str) -> None:
    done = piped(*words, "--seat1", "person", lines="quit\n")
    assert (done.returncode, done.stderr) == (0, "")
    assert f", {game}. Type a move" in done.stdout


def test_names_and_the_answer_to_who_begins_are_remembered_at_a_terminal() -> None:
    with terminal("tactix", "--plain", "--name1", "Ada", "--colour1", "blue") as at:
        at.expect("Do you want to go first? (y/n) ")
        at.press("n\n")
        at.expect(turn("Ada"))
        at.press("quit\n")
        assert at.ends() == 0
    with terminal("xtic", "--plain") as at:
        at.expect("Do you want to go first? (y/n; Return: n) ")
        at.press("\n")
        at.expect("medium: =")
        at.expect(turn("Ada", "xtic.phase.place"))
    assert "You" not in at.heard
    assert "Your turn" in piped("tritoc", lines="quit\n").stdout  # a program gets the same every time


def test_a_name_of_the_settings_counts_in_a_pipe_too(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("QUINCUNX_PLAY_NAME1", "Cleo")
    assert turn("Cleo", "tritoc.phase.roll") in piped("tritoc", lines="quit\n").stdout


def test_the_colour_of_a_seat_is_that_of_its_pieces() -> None:
    words = ("xchain", "--colour", "always", "--seat1", "person", "--colour1", "plum", "--colour2", "blue")
    done = piped(*words, lines="a1\nh8\nquit\n")
    assert "\033[35m A1 " in done.stdout
    assert "\033[34m B1 " in done.stdout


@pytest.mark.parametrize("game", games.variants())
@pytest.mark.parametrize("seed", ["1", "2"])
def test_every_board_fits_into_24_lines_with_the_prompt(game: str, seed: str) -> None:
    state = record.random_match(games.game(game), seed).states
    for at in (state[len(state) // 2], state[-1]):
        lines = board(at.view(), lines=21).split("\n")
        assert len(lines) <= 21
        assert max(map(len, lines)) <= 80
        colourful = board(at.view(), True, lines=21)
        assert [line.rstrip() for line in bare(colourful).split("\n")] == lines


def test_the_example_in_the_documentation_is_what_happens() -> None:
    page = (Path(__file__).parents[2] / "docs" / "terminal.md").read_text("utf-8")
    (block,) = re.findall(r"^```console\n\$ (.*?)\n(.*?)^```$", page, re.MULTILINE | re.DOTALL)
    path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    done = subprocess.run(["sh", "-c", block[0]], capture_output=True, text=True, env={**os.environ, "PATH": path})
    assert done.stdout == block[1]


def test_a_missing_library_is_named_with_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in [name for name in sys.modules if name.startswith(("textual", "quincunx.terminal."))]:
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.setitem(sys.modules, "textual", None)
    with pytest.raises(Refused, match=r"needs textual\. .* pip install .*\[terminal\]'?\. .* --plain"):
        _full_screen(None, games.game("xtic"), True, SavedGames(Path("/dev/null/games")))


TELETYPE = catalogue("tesseract")
TO_PLAY = {seat: f"Seat {seat} {TELETYPE['phase.mark']}" for seat in (1, 2)}


class TestFourDimensionsIn1977:
    """Tesseract as its old document says."""

    def test_at_a_terminal_single_keys_choose_take_back_and_confirm(self) -> None:
        with terminal("tesseract", "--plain", "--colour", "never") as at:
            at.expect("May I go first? ")
            at.press("n")
            at.expect("? ")
            at.press("3a")
            at.expect("3A")
            at.press(" ")
            at.expect(f"{TELETYPE['terminal.cleared']}\n? ")
            at.press("g")  # not a digit: nothing happens
            at.press("s")
            at.expect(TO_PLAY[1])
            at.press("5b")
            at.expect("5B")
            at.press("\r")
            answer = at.expect(TO_PLAY[1])
            assert answer
            at.press("5b")
            at.expect(f"{text('tesseract.terminal.taken', square='5B')}\n? ")
            at.press("q")
            at.expect(GOODBYE)
            assert at.ends() == 0

    def test_with_y_the_computer_begins(self) -> None:
        with terminal("tesseract", "--plain", "--colour", "never") as at:
            at.expect("May I go first? ")
            at.press("Y")
            at.expect(TO_PLAY[1])  # the empty board
            at.expect("00\n")  # the dazzler's first move
            at.expect(TO_PLAY[2])
            at.expect("? ")
            at.press("\x04")
            assert at.ends() == 0

    def test_in_a_pipe_nothing_is_lost_where_the_game_is_asked_for(self) -> None:
        done = piped(lines="tesseract\nno\n3a\nq\n")
        assert "? 3A\n" in done.stdout
        assert done.stdout.endswith(f"? {GOODBYE}\n")

    def test_in_a_pipe_a_line_is_a_move_and_the_game_begins_again_at_its_end(self) -> None:
        squares = "".join(f"{n:02x}\n" for n in range(1, 256, 3))
        done = piped("tesseract", lines=f"no\n{squares}")
        assert (done.returncode, done.stderr) == (0, "")
        assert "I win." in done.stdout
        assert done.stdout.count("May I go first?") >= 2

    def test_the_winning_four_are_green_for_the_player_and_white_for_the_computer(self) -> None:
        squares = "".join(f"{n:02x}\n" for n in range(1, 256, 3))
        done = piped("tesseract", "--colour", "always", lines=f"no\n{squares}")
        assert re.search(r"\033\[37m(\w\w ){3}\w\w\033\[0m I win\.", done.stdout)
        done = piped(
            "tesseract:dims=3", "--against", "random", "--first", "person", "--colour", "always", lines=_fill()
        )
        assert re.search(r"\033\[32m(\w\w ){3}\w\w\033\[0m You win\.", done.stdout)

    def test_the_board_and_the_prompt_fit_into_80_by_24(self) -> None:
        with terminal("tesseract", "--plain", "--colour", "never") as at:
            at.expect("May I go first? ")
            at.press("n")
            at.expect("\n? ")
            at.press("3a\r")
            at.expect("3A\n")
            at.expect("\n")  # the computer's move
            before = len(at.heard) - len(at.said)
            at.expect("\n? ")
            shown = at.heard[before:].split("\n? ")[0].split("\n")
            assert shown[0].split() == list("0123456789ABCDEF")
            assert len(shown) + 2 <= 24  # with the move above and the prompt below
            assert max(map(len, shown)) <= 80
            assert TO_PLAY[1] in shown[-2]

    @pytest.mark.parametrize(
        ("line", "reason"),
        [
            ("zz", text("tesseract.terminal.square", typed="ZZ", first="00", last="FF")),
            ("3", text("tesseract.terminal.square", typed="3", first="00", last="FF")),
            ("3a5", text("tesseract.terminal.square", typed="3A5", first="00", last="FF")),
            ("", text("tesseract.terminal.empty")),
            ("w", text("terminal.save.no-file")),
            ("x /nosuch/x", text("terminal.save.no-folder", folder="/nosuch")),
        ],
    )
    def test_in_a_pipe_every_bad_line_gets_its_reason(self, line: str, reason: str) -> None:
        done = piped("tesseract", lines=f"no\n{line}\n3a\n3A\nq")
        assert (done.returncode, done.stderr) == (0, "")
        assert f"? {reason}" in done.stdout
        assert done.stdout.index(reason) < done.stdout.index("? 3A\n")
        assert f"? {text('tesseract.terminal.taken', square='3A')}\n" in done.stdout
        assert done.stdout.endswith(f"? {GOODBYE}\n")

    def test_at_a_terminal_every_bad_key_gets_its_reason(self) -> None:
        with terminal("tesseract", "--plain", "--colour", "never") as at:
            at.expect("May I go first? ")
            at.press("n")
            at.expect("? ")
            for keys, reason in (
                ("g", text("tesseract.terminal.digit", key="G")),
                ("\r", text("tesseract.terminal.empty")),
                ("3\r", f"{text('tesseract.terminal.one-more')}\n? 3"),
                ("ag", f"{text('tesseract.terminal.confirm')}\n? 3A"),
                (" ?", text("tesseract.terminal.help").splitlines()[-1]),
            ):
                at.press(keys)
                at.expect(reason)

    def test_the_game_and_its_record_can_be_written_to_files(self, tmp_path: Path) -> None:
        with terminal("tesseract", "--plain", "--colour", "never") as at:
            at.expect("May I go first? ")
            at.press("n")
            at.expect("\n? ")
            at.press("3a\r")
            at.expect(TO_PLAY[1])
            at.press("w")
            at.expect(text("tesseract.terminal.file"))
            at.press(f"{tmp_path}/gämex\x7f\r")
            at.expect(f"The game is saved in {tmp_path}/gäme.\n")
            at.press("x")
            at.expect(text("tesseract.terminal.file"))
            at.press(f"{tmp_path}/gäme\r")
            at.expect("exists. Replace it? ")
            at.press("n")
            at.expect("\n? ")
            at.press("q")
            at.expect("The game is saved as tesseract-1.")
            assert at.ends() == 0
        done = piped("--resume", f"{tmp_path}/gäme", lines="3a\n3b\nq\n")
        assert f"? {text('tesseract.terminal.taken', square='3A')}\n? 3B\n" in done.stdout


def _fill() -> str:
    """All squares of the cube: against random moves some four of them are the player's, sooner or later."""
    return "".join(f"{row:x}{column}\n" for _ in range(2) for row in range(16) for column in range(4))


def test_the_full_screen_opens_plays_and_closes_at_a_terminal() -> None:
    with terminal("tactix:size=3", "--seat1", "person") as at:
        at.expect(turn("Player 1"))
        at.press("b1-b3\r")
        at.expect(turn("Player 2"))
        at.press("\x1b[21~")  # F10: what is saved can be left at any moment
        at.expect("\x1b[?1049l")  # the screen that was there before
        at.expect("The game is saved as tactix-1")
        assert at.ends() == 0


@pytest.mark.parametrize(("variable", "value"), [("TERM", "dumb"), ("PYTHONIOENCODING", "latin-1")])
def test_a_terminal_that_cannot_show_the_full_screen_gets_lines(
    monkeypatch: pytest.MonkeyPatch, variable: str, value: str
) -> None:
    monkeypatch.setenv(variable, value)
    with terminal("tactix") as at:
        at.expect("go first?")


def test_where_stderr_is_no_terminal_the_game_can_be_seen_all_the_same(tmp_path: Path) -> None:
    with (tmp_path / "errors").open("w") as errors, terminal("tactix", errors=errors) as at:
        at.expect("go first?")


@pytest.mark.parametrize("number", [signal.SIGHUP, signal.SIGTERM, signal.SIGINT])
@pytest.mark.parametrize("words", [("tactix", "--plain", "--first", "person"), ("tactix",)])
def test_a_game_whose_terminal_is_closed_goes_on_later(words: tuple[str, ...], number: int) -> None:
    with terminal(*words, "--against", "random", "--pace", "500+0", "--name1", "Ada") as at:
        at.expect(turn("Ada"))
        at.press("a1\r")
        at.expect("1. 1: a1" if words == ("tactix",) else "random: ")
        at.expect(turn("Ada"))
        os.killpg(at.process.pid, number)
        assert at.ends() == (0 if number == signal.SIGINT and words == ("tactix",) else 128 + number)
    done = piped("--resume", lines="undo\nquit\n")
    assert (done.returncode, done.stderr) == (0, "")
    assert "Ada: a1\nrandom: " in done.stdout
    assert text("terminal.plain.undone") in done.stdout


@pytest.mark.parametrize(
    ("words", "keys", "moved"),
    [
        (("tactix",), "a1\r", "1. 1: a1"),
        (("tactix", "--plain"), "a1\n", "random: "),
        (("tesseract", "--plain"), "03\r", "Seat 2 o"),
    ],
)
def test_a_terminal_that_is_gone_keeps_nobody_from_saving(words: tuple[str, ...], keys: str, moved: str) -> None:
    with terminal(*words, "--against", "random", "--first", "person", "--colour", "never") as at:
        at.expect("Your turn", "\n? ")
        at.press(keys)
        at.expect(moved)
        at.hang_up()
        assert at.ends() == 128 + signal.SIGHUP
    done = CliRunner(catch_exceptions=False).invoke(main, ["play", "--saved"])
    assert f"{words[0]}-1  {words[0]}  You / random" in done.output
    assert "being played" not in done.output


def test_a_game_that_was_killed_has_every_move() -> None:
    with terminal("tactix", "--plain", "--seat1", "person:Ada", "--seat2", "person:Bob") as at:
        at.expect(turn("Ada"))
        at.press("a1\n")
        at.expect(turn("Bob"))
        at.process.kill()
        at.ends()
    assert turn("Bob") in piped("--resume", lines="quit\n").stdout


def test_a_low_terminal_is_told_what_the_board_needs() -> None:
    with terminal("tesseract", "--plain", "--first", "person", size=(12, 50)) as at:
        at.expect("This terminal has 50 x 12 characters; the board needs 55 x 21.")
