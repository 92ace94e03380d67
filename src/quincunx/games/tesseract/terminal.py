"""Four-dimensional tic-tac-toe as it was played in the 1970s, on a teletype beside a colour television.

The computer asks whether it may go first. Two hex digits name a square; a space clears it, return confirms
it. When a game is over the next one begins. In a pipe every line is a move or a command.
"""

from __future__ import annotations

import codecs
import contextlib
import sys
from collections.abc import Iterator
from dataclasses import replace

from quincunx.engine.interruptible import run_interruptible
from quincunx.games import Refused
from quincunx.law import text
from quincunx.terminal import messages
from quincunx.terminal.colours import BoardColours
from quincunx.terminal.input_lines import read_input
from quincunx.terminal.match import Match
from quincunx.terminal.plain import BoardPrinter, Quit
from quincunx.terminal.request import MatchRequest
from quincunx.terminal.saved_games import SavedGames
from quincunx.terminal.saves import export

BOARD_COLOURS = BoardColours("#2a353a", "#1f282c", "#f3f6f7", "#73828a")

PLAIN_LEVEL = "dazzler"
"""The default opponent in line mode: the algorithm of that time."""

DIGITS, COMMANDS = "0123456789ABCDEF", "SWX?Q"
CLEAR = " \x1b\x7f\b"
YELLOW, GREEN, WHITE = "33", "32", "37"


class Keys:
    """Single keys from a terminal; from a pipe the characters of its lines."""

    def __init__(self) -> None:
        self._live = sys.stdin.isatty()

    @property
    def live(self) -> bool:
        return self._live

    @contextlib.contextmanager
    def open(self) -> Iterator[None]:
        """Meanwhile a terminal delivers single keys and does not echo them."""
        try:
            import termios
            import tty
        except ModuleNotFoundError:  # no termios on this system: whole lines are read instead
            self._live = False
        if not self._live:
            yield
            return
        before = termios.tcgetattr(sys.stdin)
        tty.setcbreak(sys.stdin)
        try:
            yield
        finally:
            with contextlib.suppress(termios.error):  # the terminal may be gone
                termios.tcsetattr(sys.stdin, termios.TCSADRAIN, before)

    def key(self) -> str:
        """The next key; Quit when there are no more."""
        # From a pipe, Python may have buffered more when it read the game: so read its buffer.
        key = self._pressed() if self._live else sys.stdin.read(1)
        if not key or key == "\x04":
            raise Quit(f"\n{text('tesseract.terminal.end')}")
        return "\n" if key == "\r" else key

    def _pressed(self) -> str:
        """A character from the terminal, which may come in several bytes; empty when it is gone."""
        decoder = codecs.getincrementaldecoder(sys.stdin.encoding)("replace")
        while byte := read_input(1):
            if key := decoder.decode(byte):
                return key
        return ""

    def answer(self) -> str:
        """A key that answers a question; in a pipe the first of a line, whose rest is ignored."""
        return self.key() if self._live else self.line()[:1] or "\n"

    def line(self) -> str:
        """A line: at a terminal it is echoed here, and backspace takes back what was typed."""
        typed = ""
        while True:
            try:
                key = self.key()
            except Quit:
                if self._live or not typed:
                    raise
                key = "\n"  # the last line of a pipe may lack its newline
            if key == "\n":
                return typed.strip()
            if key in "\x7f\b":
                print("\b \b" if typed and self._live else "", end="", flush=True)
                typed = typed[:-1]
            else:
                typed += key
                print(key if self._live else "", end="", flush=True)


class Teletype:
    """The dialogue of the original, in place of the usual one of line mode."""

    @staticmethod
    def can_begin(request: MatchRequest) -> bool:
        """One person against one computer, from the start, without clocks."""
        people = sum(word.partition(":")[0] == "person" for word in request.who)
        return people == 1 and not request.start and not request.pace

    @staticmethod
    def can_resume(match: Match) -> bool:
        """The same for a match that goes on."""
        return len(match.table["mine"]) == 1 and not match.table["clock"]

    def __init__(self, saves: SavedGames, colour: bool = False) -> None:
        self._saves = saves
        self._colour = colour
        self._printer = BoardPrinter(colour)
        self._keys = Keys()

    def begin(self, request: MatchRequest) -> None:
        """One game after the other, until the player leaves."""
        with self._keys.open():
            self._say(f"{text('tesseract.terminal.title')}\n")
            asks = request.leaves_first_open
            request = replace(request, first=self._first()) if asks else request
            self._games(self._saves.begin(request.setup(), asks_first=asks))

    def resume(self, match: Match) -> None:
        with self._keys.open():
            self._games(match)

    def _games(self, match: Match) -> None:
        while True:
            self._game(match)
            match = match.again(self._first() if match.asks_first else None)

    def _first(self) -> str:
        self._say(f"\n{text('tesseract.terminal.first')} ")
        key = self._keys.answer()
        self._say(f"{key.strip()}\n")
        return "computer" if key in "yY" else "person"

    def _game(self, match: Match) -> None:
        try:
            self._board(match)
            while not match.table["over"]:
                if match.pending:
                    run_interruptible(match.proceed, match.close)
                    self._lights(match)
                else:
                    square = self._chosen(match) if self._keys.live else self._typed(match)
                    match.do("move", match.table["mine"][0], move=square)
                self._notices(match)
            self._ended(match)
        finally:
            match.close()
            self._notices(match)
            if match.saved_as:
                self._say("\n".join(["", *messages.farewell(match.table, match.saved_as), ""]))

    def _lights(self, match: Match) -> None:
        """The computer's move, as the lights of the machine showed it; and the display."""
        self._say(f"{match.table['history'][-1]['token']}\n")
        if not match.table["over"]:
            self._board(match)

    def _chosen(self, match: Match) -> str:
        """The square that the player has chosen and confirmed, key by key."""
        self._say("? ")
        typed = ""
        while True:
            key = self._keys.key().upper()
            if len(typed) == 2 and key == "\n":
                self._say("\n")
                return typed
            if typed and key in CLEAR:
                self._say(f" - {text('tesseract.terminal.cleared')}\n? ")
                typed = ""
            elif key in DIGITS and len(typed) < 2:
                typed += key
                self._say(key)
                if len(typed) == 2:
                    reason = self._refusal(match, typed)
                    painted = f"\b\b{self._painted(typed, YELLOW)}" if self._colour else ""
                    self._say(f"\n{reason}\n? " if reason else painted)
                    typed = "" if reason else typed
            elif key in COMMANDS and not typed:
                self._command(match, key, "")
                self._say("? ")
            elif typed:
                need = text("tesseract.terminal.one-more" if len(typed) == 1 else "tesseract.terminal.confirm")
                self._say(f" - {need}\n? {typed}")
            elif key == "\n":
                self._say(f"{text('tesseract.terminal.empty')}\n? ")
            elif key not in CLEAR:
                self._say(f"{text('tesseract.terminal.digit', key=key)}\n? ")

    def _typed(self, match: Match) -> str:
        """The square that the next good line names; every other line gets its reason."""
        while True:
            self._say("? ")
            line = self._keys.line()
            word, _, rest = line.partition(" ")
            if word.upper() in COMMANDS and word:
                self._command(match, word.upper(), rest.strip())
            elif reason := self._refusal(match, line.upper()):
                self._say(f"{reason}\n")
            else:
                self._say(f"{line.upper()}\n")
                return line.upper()

    def _refusal(self, match: Match, typed: str) -> str:
        """Why this cannot be marked; empty where it can."""
        if not typed:
            return text("tesseract.terminal.empty")
        view = match.table["state"]
        squares = [cell["name"] for cell in view["cells"]]
        if typed not in squares:
            return text("tesseract.terminal.square", typed=typed, first=squares[0], last=squares[-1])
        return "" if typed in view["moves"] else text("tesseract.terminal.taken", square=typed)

    def _command(self, match: Match, key: str, name: str) -> None:
        if key == "Q":
            raise Quit
        if key == "S":
            self._board(match)
        elif key == "?":
            self._say(f"\n{text('tesseract.terminal.help')}\n")
        else:
            self._write(match, "save" if key == "W" else "export", name)

    def _write(self, match: Match, what: str, name: str) -> None:
        if not name and self._keys.live:
            self._say(f"\n{text('tesseract.terminal.file')} ")
            name = self._keys.line()
            self._say("\n")
        try:
            path = export.place(name)
            if path.exists():
                self._say(f"{text('tesseract.terminal.replace', path=str(path))} ")
                key = self._keys.answer()
                self._say(f"{key.strip()}\n")
                if key not in "yY":
                    return
            self._say(f"{export.write(match, what, path)}\n")
        except Refused as error:
            self._say(f"{error}\n")

    def _notices(self, match: Match) -> None:
        for notice in match.notices():
            self._say(f"{text('tesseract.terminal.note', notice=notice)}\n")

    def _board(self, match: Match) -> None:
        self._say(f"{self._printer.drawn(match.table)}\n")

    def _ended(self, match: Match) -> None:
        """The winning four: green for the player, white for the computer, and white is the last move of a tie."""
        table = match.table
        self._board(match)
        outcome = table["outcome"]
        if outcome["winner"] is None:
            self._say(f"{self._painted(table['history'][-1]['token'], WHITE)} {text('tesseract.terminal.tie')}\n")
        else:
            mine = outcome["winner"] in table["mine"]
            four = self._painted(" ".join(outcome["squares"]), GREEN if mine else WHITE)
            self._say(f"{four} {text('tesseract.terminal.you-win' if mine else 'tesseract.terminal.i-win')}\n")
        if scored := messages.scored(table):
            self._say(f"{scored}\n")

    def _painted(self, said: str, code: str) -> str:
        return f"\033[{code}m{said}\033[0m" if self._colour else said

    def _say(self, said: str) -> None:
        print(said, end="", flush=True)


PLAIN_MODE = Teletype
