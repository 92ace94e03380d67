"""Line mode: for pipes, screen readers and teletypes."""

from __future__ import annotations

import shutil
import sys
import textwrap
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor, wait
from dataclasses import replace
from types import ModuleType
from typing import Protocol, TypeVar

from quincunx import engine, games
from quincunx.engine import Control, Limits
from quincunx.engine.interruptible import run_interruptible
from quincunx.games import GAMES, Refused
from quincunx.games.registry import part
from quincunx.law.messages import Message, catalogue, text
from quincunx.terminal import colours, messages, preferences, tally
from quincunx.terminal.input_lines import InputLines
from quincunx.terminal.match import Json, Match
from quincunx.terminal.request import MatchRequest
from quincunx.terminal.saved_games import SavedGames
from quincunx.terminal.saves import export
from quincunx.text import bare, board

T = TypeVar("T")

WAIT = 0.2
"""Seconds between two looks at what was typed while others play."""


class PlainMode(Protocol):
    """A game's own dialogue for line mode: `PLAIN_MODE` of the module `terminal` in its folder."""

    def __init__(self, saves: SavedGames, colour: bool) -> None: ...

    @staticmethod
    def can_begin(request: MatchRequest) -> bool:
        """Whether it can play this match; the usual dialogue plays all others."""

    @staticmethod
    def can_resume(match: Match) -> bool:
        """The same for a match that goes on."""

    def begin(self, request: MatchRequest) -> None:
        """Plays a new match, and more as long as the player wants."""

    def resume(self, match: Match) -> None:
        """The same for a match that goes on."""


def own_mode(game: str) -> type[PlainMode] | None:
    """A game's own dialogue; None if it has none."""
    mode: type[PlainMode] | None = getattr(_part(game), "PLAIN_MODE", None)
    return mode


def usual_level(game: str, default: str) -> str:
    """The opponent in line mode if none is named: the game's own `PLAIN_LEVEL`, or the default."""
    level: str = getattr(_part(game), "PLAIN_LEVEL", default)
    return level


def _part(game: str) -> ModuleType | None:
    return part(game, "terminal") if game in GAMES else None


class Quit(Exception):
    """The player quit, or the input has ended."""

    def __str__(self) -> str:
        return super().__str__() or text("terminal.goodbye")


class BoardPrinter:
    """Prints boards as text, as large as the terminal allows; in full if the output is not a terminal."""

    def __init__(self, colour: bool) -> None:
        self._colour = colour
        self._warned = False

    def drawn(self, table: Json) -> str:
        """The board with an empty line below it, low enough to be visible together with the last move and the prompt.

        If even the lowest form is too large for the terminal, that is mentioned once.
        """
        view, codes = table["state"], colours.codes(colours.seat_colours(table["state"], table["seats"]))
        whole = board(view, self._colour, codes=codes)
        have = shutil.get_terminal_size() if sys.stdout.isatty() else None
        if have is None or len(whole.splitlines()) + 4 <= have.lines:
            return f"\n{whole}\n"
        low = board(view, self._colour, lines=max(1, have.lines - 3), codes=codes)
        lines = bare(low).splitlines()
        wide, high = max(len(line.rstrip()) for line in lines), len(lines) + 3
        if self._warned or (wide <= have.columns and high <= have.lines):
            return f"{low}\n"
        self._warned = True
        warning = text("terminal.plain.too-small", columns=have.columns, lines=have.lines, wide=wide, high=high)
        return f"{low}\n\n{warning}"


class Dialogue:
    """The dialogue of line mode: prints messages and reads lines."""

    def __init__(self, saves: SavedGames, colour: bool = False, lines: Iterable[str] | None = None) -> None:
        self._saves = saves
        self._printer = BoardPrinter(colour)
        self._lines: Iterator[str] = InputLines() if lines is None else iter(lines)
        self._echoed = lines is None and sys.stdin.isatty()  # a terminal echoes what is typed
        self._printed = 0
        """How much of the history has been printed."""
        self._drawn = ""
        """The position whose board was shown last."""

    def tell(self, said: str = "") -> None:
        print(said, flush=True)

    def ask(self, question: str) -> str:
        print(f"{question} ", end="", flush=True)
        line: str | None = next(self._lines, None)
        if line is None:
            self.tell()
            raise Quit(text("terminal.input-ended"))
        return line.strip()

    def agrees(self, question: str, usual: bool | None = None, other: Callable[[str], bool] | None = None) -> bool:
        """Asks until the answer is yes or no; an empty line means `usual`, and `other` may handle other lines."""
        if usual is None:
            question = text("terminal.plain.answer", question=question)
        elif usual:
            question = text("terminal.plain.answer-yes", question=question)
        else:
            question = text("terminal.plain.answer-no", question=question)
        while True:
            line = self.ask(question)
            answer = line.lower()
            if answer in ("y", "yes", "n", "no"):
                return answer.startswith("y")
            if not answer and usual is not None:
                return usual
            if answer == "quit":
                raise Quit
            if not (other and other(line)):
                self.tell(text("terminal.plain.y-or-n"))

    def which_game(self) -> str:
        """Lists the games and asks for one, optionally with options."""
        for name, kind in GAMES.items():
            self.tell(textwrap.fill(kind.text("summary"), 78, initial_indent=f"{name:<11}", subsequent_indent=" " * 11))
        while True:
            answer = self.ask(text("terminal.plain.which-game"))
            if answer == "quit":
                raise Quit
            try:
                games.game(answer)
            except Refused as error:
                self.tell(str(error))
            else:
                return answer

    def begin(self, request: MatchRequest) -> None:
        """Plays the requested match, and more as long as the player wants."""
        asks = request.leaves_first_open
        request = replace(request, first=self._first()) if asks else request
        self.resume(self._saves.begin(request.setup(), asks_first=asks), begins=True)

    def resume(self, match: Match, *, begins: bool = False) -> None:
        """Plays an existing match, and those that follow it."""
        while self.played(match, begins=begins):
            match = self._again(match)
            begins = True

    def _again(self, match: Match) -> Match:
        """The next match, when the other players have accepted it too."""
        first = self._first() if match.asks_first else None
        if match.remote:
            self.tell(text("terminal.plain.rematch"))
        try:
            return self._waited(match, lambda: match.again(first))
        except Refused as error:
            raise Quit(str(error)) from None

    def _waited(self, match: Match, work: Callable[[], T]) -> T:
        """Does something that takes time. While it waits for other people, `quit` or the end of the input ends it."""
        lines = self._lines
        if not (match.remote and isinstance(lines, InputLines)):
            return run_interruptible(work, match.close)
        with ThreadPoolExecutor(1) as pool:
            try:
                future = pool.submit(work)
                while not wait([future], WAIT).done:
                    if (ahead := lines.ahead()) == "quit":
                        raise Quit
                    if ahead is None:
                        raise Quit(text("terminal.input-ended"))
                return future.result()
            except BaseException:
                match.close()
                raise

    def _first(self) -> str:
        """Asks who goes first; the answer is the default next time."""
        kept = preferences.remembered(self._saves.folder)
        usual = {"person": True, "computer": False}.get(kept.first) if self._echoed else None
        first = "person" if self.agrees(text("terminal.plain.go-first"), usual) else "computer"
        if self._echoed and first != kept.first:
            self.remember(replace(kept, first=first))
        return first

    def remember(self, chosen: preferences.Preferences) -> None:
        try:
            preferences.remember(self._saves.folder, chosen)
        except Refused as error:
            self.tell(text("terminal.note", notice=error.message))

    def played(self, match: Match, *, begins: bool = True) -> bool:
        """Plays a match to its end; True if another is wanted."""
        self._printed, self._drawn = 0 if begins else messages.seen(match.table), ""
        self.tell(text("terminal.plain.title", title=match.table["title"], game=match.table["game"]))
        try:
            while not match.table["over"]:
                self._news(match)
                if messages.actor(match.table) is None:
                    self._waited(match, match.proceed)
                else:
                    self._turn(match)
            self._news(match)
            self._board(match.table)
            self.tell(messages.status_line(match.table))
            if scored := messages.scored(match.table):
                self.tell(scored)
            self._tally(match.table)
            return self.agrees(text("terminal.plain.another"), other=lambda line: self._kept(match, line))
        finally:
            match.close()
            self._notices(match)
            if match.saved_as:
                self.tell("\n".join(["", *messages.farewell(match.table, match.saved_as)]))

    def _tally(self, table: Json) -> None:
        """The results against the levels of this game, where finished games are kept."""
        if not self._saves.autosave:
            return
        found = tally.tallies(self._saves.folder)
        game = table["game"].partition(":")[0]
        for level in sorted({seat["level"] for seat in table["seats"] if seat["kind"] == "computer"}):
            if counted := found.get((game, level)):
                self.tell(tally.sentence(level, counted))

    def _turn(self, match: Match) -> None:
        """Reads and executes one line of a player."""
        table = match.table
        self._board(table)
        prompt = messages.status_line(table)
        if table["question"]:
            prompt = text("terminal.plain.answer", question=prompt)
        elif table["state"]["phase"] == "roll":
            prompt = text("terminal.plain.answer-roll", status=prompt)
        line = self.ask(prompt)
        try:
            self._obey(match, line)
        except Refused as error:
            self.tell(messages.refusal(error, table))

    def _obey(self, match: Match, line: str) -> None:
        table, (word, rest) = match.table, messages.split(line)
        seat = messages.actor(table) or 0
        if table["question"] and word in ("y", "n"):
            word = {"y": "yes", "n": "no"}[word]
        if messages.is_move(table, line):
            match.do("move", seat, move=line)
            return
        match word:
            case "" if table["state"]["phase"] == "roll":
                match.do("roll", seat)
            case "":
                self.tell(text("terminal.plain.type-a-move", move=table["state"]["moves"][0]))
            case "roll" | "throw":
                match.do("roll", seat)
            case "undo" | "redo" | "draw":
                asker = messages.undoer(table) if word == "undo" else seat
                match.do("ask", asker or seat, what=word)
            case "yes" | "no":
                match.do("answer", seat, yes=word == "yes", question=messages.question(table))
            case "resign":
                if self.agrees(text("terminal.plain.resign")):
                    match.do("resign", seat)
            case "level":
                computers, level = messages.other_level(table, rest)
                for computer in computers:
                    match.do("stand_in", computer, level=level)
                self.tell(text("terminal.level.changed", level=engine.title(level)))
            case "hint" | "values":
                self._advise(match, most=1 if word == "hint" else 1000)
            case "moves":
                self.tell(textwrap.fill(" ".join(table["state"]["moves"]), 78, break_on_hyphens=False))
            case "board":
                self._drawn = ""
            case "save" | "export":
                self._write(match, word, rest)
            case "help":
                self.tell("\n".join((*messages.command_lines(table["game"]), text("terminal.plain.help"))))
            case "quit":
                raise Quit
            case _:
                match.do("move", seat, move=line)

    def _kept(self, match: Match, line: str) -> bool:
        """Handles `save` and `export` after the end of a match; False for other lines."""
        word, rest = messages.split(line)
        if word not in ("save", "export"):
            return False
        try:
            self._write(match, word, rest)
        except Refused as error:
            self.tell(messages.refusal(error, match.table))
        return True

    def _write(self, match: Match, word: str, name: str) -> None:
        if name:
            path = export.place(name)
            if not path.exists() or self.agrees(text("terminal.save.replace", path=str(path))):
                self.tell(export.write(match, word, path))
        elif word == "save":
            self.tell(text("terminal.save.done", name=match.save()))
        else:
            # Names may contain control characters; do not send those to the terminal.
            self.tell("".join(letter if letter.isprintable() or letter == "\n" else "?" for letter in match.record()))

    def _advise(self, match: Match, most: int) -> None:
        table = match.table
        if not table["hints"]:
            raise Refused("terminal.no-hints")
        if table["state"]["actor"] < 1:
            raise Refused("law.roll-first")
        state = games.parse(table["state"]["position"])
        control = Control()
        found = run_interruptible(
            lambda: engine.analyse(state, Limits(seconds=messages.ADVICE_SECONDS), control=control), control.stop
        )
        lines = messages.valued(found, found.actor, most)
        self.tell(lines[0] if most == 1 else "\n".join(lines))

    def _news(self, match: Match) -> None:
        """Prints what has happened since the last time."""
        table = match.table
        history = table["history"]
        if len(history) < self._printed:
            self.tell(text("terminal.plain.undone"))
        names = messages.names(table)
        for ply in history[self._printed :]:
            if ply["kind"] == "left":
                self.tell(Message("terminal.plain.left", seat=ply["seat"]).text(names))
            elif ply["kind"] == "roll":
                self.tell(Message("terminal.plain.rolled", seat=ply["seat"], roll=ply["token"]).text(names))
            elif not (self._echoed and ply["seat"] in table["mine"]):
                self.tell(Message("terminal.plain.moved", seat=ply["seat"], move=ply["token"]).text(names))
        game, steps = table["state"]["game"].partition(":")[0], len((table["last"] or {}).get("steps", ()))
        if steps and len(history) > self._printed and "terminal.steps" in catalogue(game):
            self.tell(text(f"{game}.terminal.steps", n=steps))
        self._printed = len(history)
        self._notices(match)

    def _notices(self, match: Match) -> None:
        for notice in match.notices():
            self.tell(text("terminal.note", notice=notice))

    def _board(self, table: Json) -> None:
        if table["state"]["position"] != self._drawn:
            self._drawn = table["state"]["position"]
            self.tell(self._printer.drawn(table))
