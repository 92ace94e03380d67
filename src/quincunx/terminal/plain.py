"""The game line by line: for pipes, screen readers and teletypes."""

from __future__ import annotations

import sys
import textwrap
from collections.abc import Iterable
from dataclasses import replace

from quincunx import engine, games, text
from quincunx.engine import Control, Limits
from quincunx.engine.beside import beside
from quincunx.games import GAMES, Refused
from quincunx.terminal import words
from quincunx.terminal.local import LocalMatch, Wish
from quincunx.terminal.match import Json, Match

THOUGHT = 1.0
"""Seconds that a hint, or the values of moves, may take."""


class Left(Exception):
    """Whoever was asked is gone: they said quit, or the input has ended."""

    def __str__(self) -> str:
        return super().__str__() or "Good-bye."


class Dialogue:
    """Asks and tells; what is asked is answered by a line of the input."""

    def __init__(self, colour: bool = False, lines: Iterable[str] | None = None) -> None:
        self._colour = colour
        self._lines = iter(sys.stdin if lines is None else lines)
        self._echoed = lines is None and sys.stdin.isatty()  # what is typed there can be read already
        self._told = 0
        """How much of the history has been told."""
        self._drawn = ""
        """The position whose board was shown last."""

    def tell(self, said: str = "") -> None:
        print(said, flush=True)

    def ask(self, question: str) -> str:
        print(f"{question} ", end="", flush=True)
        line: str | None = next(self._lines, None)
        if line is None:
            self.tell()
            raise Left("The input has ended.")
        return line.strip()

    def agrees(self, question: str) -> bool:
        while True:
            answer = self.ask(f"{question} (y/n)").lower()
            if answer in ("y", "yes", "n", "no"):
                return answer.startswith("y")
            if answer == "quit":
                raise Left
            self.tell("Please answer y or n.")

    def which_game(self) -> str:
        """Lists the games and asks for one, perhaps with options."""
        for name, kind in GAMES.items():
            self.tell(textwrap.fill(kind.summary, 78, initial_indent=f"{name:<11}", subsequent_indent=" " * 11))
        while True:
            answer = self.ask("Which game?")
            if answer == "quit":
                raise Left
            try:
                games.game(answer)
            except Refused as error:
                self._refuse(error)
            else:
                return answer

    def wished(self, wish: Wish) -> None:
        """Plays a match as wished, and others as long as they are wanted."""
        match: Match = LocalMatch(self._first(wish).setup())
        while self.played(match):
            match = LocalMatch(self._first(wish).setup()) if wish.leaves_first_open else match.again()

    def joined(self, match: Match) -> None:
        """Plays a match that is there already, and its rematches."""
        while self.played(match):
            match = match.again()

    def _first(self, wish: Wish) -> Wish:
        """As wished, and where nobody said who begins, as answered."""
        if not wish.leaves_first_open:
            return wish
        return replace(wish, first="person" if self.agrees("Do you want to go first?") else "computer")

    def played(self, match: Match) -> bool:
        """Plays a match to its end; whether another is wanted."""
        self._told, self._drawn = 0, ""
        self.tell(f"{match.table['title']}, {match.table['game']}. Type a move, or help.")
        try:
            while not match.table["over"]:
                self._news(match.table)
                if words.actor(match.table) is None:
                    beside(match.proceed, match.close)
                else:
                    self._turn(match)
            self._news(match.table)
            self._board(match.table)
            self.tell(words.ended(match.table) if match.table["outcome"] else words.standing(match.table))
            return self.agrees("Another game?")
        finally:
            match.close()

    def _turn(self, match: Match) -> None:
        """One line of somebody here, whatever comes of it."""
        table = match.table
        self._board(table)
        more = " (y/n)" if table["question"] else " (return)" if table["state"]["deed"] == "throw" else ""
        line = self.ask(f"{words.standing(table).rstrip('.')}{more}:")
        try:
            self._obey(match, line)
        except Refused as error:
            self._refuse(error)

    def _refuse(self, error: Refused) -> None:
        said = str(error)
        self.tell(f"No: {said}" if said.endswith("?") else f"No: {said}.")

    def _obey(self, match: Match, line: str) -> None:
        table, word = match.table, line.lower()
        seat = words.actor(table) or 0
        if table["question"] and word in ("y", "n"):
            word = {"y": "yes", "n": "no"}[word]
        match word:
            case "" if table["state"]["deed"] == "throw":
                match.do("throw", seat)
            case "":
                self.tell(f"Type a move, such as {table['state']['moves'][0]}, or help.")
            case "throw":
                match.do("throw", seat)
            case "undo" | "redo" | "draw":
                asker = words.undoer(table) if word == "undo" else seat
                match.do("ask", asker or seat, what=word)
            case "yes" | "no":
                match.do("answer", seat, yes=word == "yes")
            case "resign":
                if self.agrees("Resign?"):
                    match.do("resign", seat)
            case "hint" | "values":
                self._advise(match, most=1 if word == "hint" else 1000)
            case "moves":
                self.tell(textwrap.fill(" ".join(table["state"]["moves"]), 78, break_on_hyphens=False))
            case "board":
                self._drawn = ""
            case "help":
                self.tell("\n".join(f"{verb:<8}{meaning}" for verb, meaning in words.VERBS.items()))
                self.tell("Anything else is a move; `quincunx rules GAME` tells how it is written.")
            case "quit":
                raise Left
            case _:
                match.do("move", seat, move=line)

    def _advise(self, match: Match, most: int) -> None:
        table = match.table
        if not table["hints"]:
            raise Refused("there are no hints between people until the game is over")
        if table["state"]["actor"] < 1:
            raise Refused("the dice have to be thrown first")
        state = games.parse(table["state"]["position"])
        control = Control()
        found = beside(lambda: engine.analyse(state, Limits(seconds=THOUGHT), control=control), control.stop)
        told = words.valued(found, found.actor, most)
        self.tell(told[0] if most == 1 else "\n".join(told))

    def _news(self, table: Json) -> None:
        """What has happened since the last time."""
        history = table["history"]
        if len(history) < self._told:
            self.tell("Moves were taken back.")
        for ply in history[self._told :]:
            who = words.named(table, ply["seat"])
            if ply["kind"] == "left":
                self.tell(f"{who} left the game.")
            elif ply["kind"] == "throw":
                self.tell(f"{who} threw {ply['token']}.")
            elif not (self._echoed and ply["seat"] in table["mine"]):
                self.tell(f"{who}: {ply['token']}")
        waves = len((table["last"] or {}).get("steps", ()))
        if waves and len(history) > self._told:
            self.tell("A chain of explosions: one wave." if waves == 1 else f"A chain of explosions: {waves} waves.")
        self._told = len(history)

    def _board(self, table: Json) -> None:
        if table["state"]["position"] != self._drawn:
            self._drawn = table["state"]["position"]
            drawn = text.board(table["state"], self._colour)
            self.tell(f"\n{drawn}\n")
