"""Four-dimensional tic-tac-toe as it was played in 1977, on a teletype beside a colour television.

The computer asks whether it may go first. Two hex digits name a square; a space takes it back, return confirms
it. When a game is over the next one begins. In a pipe a line ends with the return that confirms.
"""

from __future__ import annotations

import contextlib
import os
import sys
from collections.abc import Iterator
from dataclasses import replace

from quincunx import text
from quincunx.engine.beside import beside
from quincunx.terminal.local import LocalMatch, Wish
from quincunx.terminal.plain import Left

COMPUTER = "dazzler"
"""Who the person plays against where nobody else is named: the algorithm of that time."""

TAKE_BACK = " \x1b\x7f\b"
YELLOW, GREEN, WHITE = "33", "32", "37"

HELP = """\
Type the two hex digits of a square, row first. Return confirms it, space takes
it back. S shows the board, ? tells this, Q leaves."""


class Keys:
    """Single keys from a terminal; from a pipe the characters of its lines."""

    def __init__(self) -> None:
        self._live = sys.stdin.isatty()

    @contextlib.contextmanager
    def open(self) -> Iterator[None]:
        """While this lasts a terminal gives its keys at once and does not echo them."""
        try:
            import termios
            import tty
        except ModuleNotFoundError:  # no such terminals on this system: lines do as well
            self._live = False
        if not self._live:
            yield
            return
        before = termios.tcgetattr(sys.stdin)
        tty.setcbreak(sys.stdin)
        try:
            yield
        finally:
            termios.tcsetattr(sys.stdin, termios.TCSADRAIN, before)

    def key(self) -> str:
        """The next key; Left when there are no more."""
        # In a pipe Python may have read on already, when the game was asked for: what it has comes first.
        key = os.read(sys.stdin.fileno(), 1).decode("ascii", "replace") if self._live else sys.stdin.read(1)
        if not key or key == "\x04":
            raise Left("\nThe input has ended.")
        return "\n" if key == "\r" else key

    def answer(self) -> str:
        """A key that answers a question; in a pipe the first of a line, whose rest is nobody's move."""
        first = key = self.key()
        while not self._live and key != "\n":
            key = self.key()
        return first


def suits(wish: Wish) -> bool:
    """Whether a match can be played in this way: one person and one computer, from the start, without clocks."""
    people = sum(word.partition(":")[0] == "person" for word in wish.who)
    return wish.game.name == "tesseract" and people == 1 and not wish.start and not wish.pace


class Teletype:
    def __init__(self, colour: bool = False) -> None:
        self._colour = colour
        self._keys = Keys()

    def wished(self, wish: Wish) -> None:
        """One game after the other, until the player leaves."""
        with self._keys.open():
            self._say("FOUR DIMENSIONAL TIC-TAC-TOE\n")
            while True:
                self._game(LocalMatch(self._first(wish).setup()))

    def _first(self, wish: Wish) -> Wish:
        if not wish.leaves_first_open:
            return wish
        self._say("\nMay I go first? ")
        key = self._keys.answer()
        self._say(f"{key.strip()}\n")
        return replace(wish, first="computer" if key in "yY" else "person")

    def _game(self, match: LocalMatch) -> None:
        try:
            self._board(match)
            while not match.table["over"]:
                if match.pending:
                    beside(match.proceed, match.close)
                    self._lights(match)
                else:
                    match.do("move", match.table["mine"][0], move=self._square(match))
            self._ended(match)
        finally:
            match.close()

    def _lights(self, match: LocalMatch) -> None:
        """The computer's move, as the lights of the machine showed it; and the display."""
        self._say(f"{match.table['history'][-1]['token']}\n")
        if not match.table["over"]:
            self._board(match)

    def _square(self, match: LocalMatch) -> str:
        """The square that the player has chosen and confirmed."""
        self._say("? ")
        typed = ""
        while True:
            key = self._keys.key().upper()
            if len(typed) == 2 and key == "\n":
                self._say("\n")
                return typed
            if typed and key in TAKE_BACK:
                self._say(" - taken back\n? ")
                typed = ""
            elif len(typed) < 2 and key in "0123456789ABCDEF":
                typed += key
                self._say(key)
                if len(typed) == 2:
                    view = match.table["state"]
                    squares = {cell["name"] for cell in view["cells"]}
                    free = typed in view["moves"]
                    said = "" if free else " is taken" if typed in squares else " is no square"
                    self._say(f"\b\b{self._painted(typed, YELLOW)}" if free and self._colour else said)
                    if not free:
                        self._say("\n? ")
                        typed = ""
            elif key == "Q":
                raise Left
            elif key == "S":
                self._board(match)
            elif key == "?":
                self._say(f"\n{HELP}\n? {typed}")

    def _board(self, match: LocalMatch) -> None:
        self._say(f"\n{text.board(match.table['state'], self._colour)}\n\n")

    def _ended(self, match: LocalMatch) -> None:
        """The winning four: green for the player, white for the computer, and white is the last move of a tie."""
        table = match.table
        self._board(match)
        outcome = table["outcome"]
        if outcome["winner"] is None:
            self._say(f"{self._painted(table['history'][-1]['token'], WHITE)} A tie.\n")
            return
        mine = outcome["winner"] in table["mine"]
        four = self._painted(" ".join(outcome["squares"]), GREEN if mine else WHITE)
        self._say(f"{four} {'You win.' if mine else 'I win.'}\n")

    def _painted(self, said: str, code: str) -> str:
        return f"\033[{code}m{said}\033[0m" if self._colour else said

    def _say(self, said: str) -> None:
        print(said, end="", flush=True)
