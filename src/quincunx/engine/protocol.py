"""The engine as a process: lines of text in, lines of text out, in the manner of chess's UCI (docs/engine.md)."""

from __future__ import annotations

import threading
from collections.abc import Callable
from dataclasses import dataclass, field, replace

from quincunx import _core, games
from quincunx.engine import levels
from quincunx.engine.analysis import Analysis, Control, EngineRefusal, Limits
from quincunx.engine.signature import signature
from quincunx.engine.thinking import analyse
from quincunx.games import GAMES, NOBODY, Refused, State
from quincunx.games.perft import perft
from quincunx.text import board

Write = Callable[[str], None]

TICK = 1.0
"""Seconds between two lines on the progress of a running search."""


@dataclass
class Session:
    """One conversation. `handle` takes a line and answers through `write`; it never waits for a search."""

    write: Write
    state: State = field(default_factory=lambda: games.start("xtic"))
    level: str = "none"
    method: str = "auto"
    limits: Limits = field(default_factory=Limits)
    _search: _Search | None = None

    def handle(self, line: str) -> bool:
        """Does what a line says; False when it says `quit`. What is wrong is answered with a line `error`."""
        words = line.split()
        if not words:
            return True
        verb = getattr(self, f"do_{words[0]}", None)
        try:
            if verb is None:
                raise EngineRefusal(f"unknown command {words[0]!r}; `help` lists them")
            if self._busy and words[0] in ("position", "setoption", "go", "bench"):
                raise EngineRefusal("a search is running; `stop` ends it")
            verb(words[1:])
        except Refused as refusal:
            self.write(f"error {refusal}")
        return words[0] != "quit"

    @property
    def _busy(self) -> bool:
        return self._search is not None and not self._search.answered

    def do_help(self, words: list[str]) -> None:  # noqa: ARG002
        self.write("commands: " + " ".join(sorted(name[3:] for name in dir(self) if name.startswith("do_"))))

    def do_uci(self, words: list[str]) -> None:  # noqa: ARG002
        self.write(f"id name Quincunx {_core.version}")
        self.write("id author the Quincunx founders")
        self.write(f"option name Game type combo default xtic {' '.join(f'var {name}' for name in GAMES)}")
        self.write(f"option name Level type combo default none var none {' '.join(f'var {n}' for n in levels.NAMES)}")
        self.write("option name Method type string default auto")
        self.write("option name Threads type spin default 1 min 1 max 256")
        self.write("option name Hash type spin default 0 min 0 max 1048576")
        self.write("option name Seed type spin default 0 min 0 max 9223372036854775807")
        self.write("uciok")

    def do_isready(self, words: list[str]) -> None:  # noqa: ARG002
        self.write("readyok")

    def do_setoption(self, words: list[str]) -> None:
        match words:
            case ["name", "Level", "value", name]:
                if name != "none":
                    levels.level(self.state.game, name)
                self.level = name
            case ["name", "Method", "value", name]:
                self.method = name
            case ["name", "Threads", "value", number]:
                self.limits = replace(self.limits, threads=whole("Threads", number))
            case ["name", "Hash", "value", number]:
                self.limits = replace(self.limits, memory=whole("Hash", number) << 20)
            case ["name", "Seed", "value", number]:
                self.limits = replace(self.limits, seed=whole("Seed", number))
            case ["name", "Game", "value", name]:
                self.state = games.start(name)
            case ["name", name, "value", _]:
                raise EngineRefusal(f"there is no option {name}; `uci` lists them")
            case _:
                raise EngineRefusal("write: setoption name NAME value VALUE")

    def do_ucinewgame(self, words: list[str]) -> None:  # noqa: ARG002
        self.state = self.state.game.start("")

    def do_position(self, words: list[str]) -> None:
        """`position GAME startpos` or `position POSITION`, then perhaps `moves …`; all of it or nothing."""
        at = words.index("moves") if "moves" in words else len(words)
        where, moves = words[:at], words[at + 1 :]
        if not where:
            raise EngineRefusal("write: position GAME startpos, or a whole position, and then perhaps: moves …")
        state = games.start(where[0]) if where[1:] == ["startpos"] else games.parse(" ".join(where))
        for move in moves:
            state = state.play(state.game.move(move))
        self.state = state

    def do_d(self, words: list[str]) -> None:  # noqa: ARG002
        for line in board(self.state.view()).splitlines():
            self.write(line)
        self.write(f"position {self.state}")

    def do_go(self, words: list[str]) -> None:
        limits, infinite, level = self.limits, False, self.level
        clock: dict[str, int] = {}
        left = iter(words)
        for word in left:
            if word == "infinite":
                infinite = True
            elif word == "perft":
                depth = whole(word, next(left, ""))
                self.write(f"nodes {perft(self.state, depth)}")
                return
            elif word in ("depth", "nodes"):
                limits = replace(limits, **{word: whole(word, next(left, ""))})
            elif word == "movetime":
                limits = replace(limits, seconds=whole(word, next(left, "")) / 1000)
            elif word[:-1] in ("time", "inc") and word[-1:].isdecimal():
                clock[word] = whole(word, next(left, ""))
            else:
                raise EngineRefusal(f"go: {word!r} is not one of depth, nodes, movetime, time1 … inc4, infinite, perft")
        if self.state.actor == NOBODY:
            raise EngineRefusal("the game is over: there is nothing to think about")
        if clock and (share := clock_share(clock, self.state.turn)):
            limits = replace(limits, seconds=share)
        if words and level != "none":
            level = "none"  # what is asked for by number is not asked for by level
        if level == "none" and not infinite and not (limits.nodes or limits.seconds or limits.depth):
            limits = replace(limits, seconds=1.0)
        self._search = _Search(self.state, level, self.method, limits, infinite, self.write)
        self._search.start()

    def do_stop(self, words: list[str]) -> None:  # noqa: ARG002
        if self._search:
            self._search.stop()
            self._search.done.wait()

    def do_bench(self, words: list[str]) -> None:  # noqa: ARG002
        for line in signature():
            self.write(line)

    def do_quit(self, words: list[str]) -> None:
        self.do_stop(words)

    def finish(self) -> None:
        """Waits for the running search: what a pipe that ends after `go` expects."""
        if self._search:
            if self._search.infinite:
                self._search.stop()
            self._search.done.wait()


class _Search(threading.Thread):
    """A running `go`: tells its progress, then what it found."""

    def __init__(self, state: State, level: str, method: str, limits: Limits, infinite: bool, write: Write) -> None:
        super().__init__(daemon=True)
        self.state, self.level, self.method, self.limits = state, level, method, limits
        self.infinite, self.write = infinite, write
        self.control, self.done, self.stopped = Control(), threading.Event(), threading.Event()
        self.answered = False

    def stop(self) -> None:
        self.stopped.set()
        self.control.stop()

    def run(self) -> None:
        try:
            ticker = threading.Thread(target=self._tick, daemon=True)
            ticker.start()
            if self.level == "none":
                analysis = analyse(self.state, self.limits, self.method, self.control)
                move = analysis.best.move
            else:
                move, analysis = levels.choose(self.state, self.level, str(self.limits.seed), control=self.control)
            if self.infinite:
                self.stopped.wait()
            for line in findings(analysis):
                self.write(line)
            self.answered = True  # before it is said: whoever hears it may ask the next thing at once
            self.write(f"bestmove {move}")
        except Refused as refusal:
            self.answered = True
            self.write(f"error {refusal}")
        finally:
            self.done.set()

    def _tick(self) -> None:
        while not self.done.wait(TICK):
            nodes, seconds = self.control.nodes, self.control.seconds
            self.write(
                f"info nodes {nodes} time {seconds * 1000:.0f} nps {nodes / max(seconds, 1e-9):.0f}"
                f" progress {self.control.progress:.3f}"
            )


def findings(analysis: Analysis) -> list[str]:
    """An analysis as lines of `info`, best first."""
    nodes, milliseconds = analysis.nodes, analysis.seconds * 1000
    lines = [f"info nodes {nodes} time {milliseconds:.0f} string {analysis.basis}"]
    for rank, found in enumerate(analysis.ranked(), 1):
        value = found.value
        values = " ".join(f"{seat:.4f}" for seat in value.seats)
        kind = "exact" if value.exact else "estimate"
        distance = "" if value.distance is None else f" distance {value.distance}"
        lines.append(f"info multipv {rank} value {values} {kind}{distance} pv {' '.join(found.line or (found.move,))}")
    return lines


def clock_share(clock: dict[str, int], seat: int) -> float:
    """Seconds for one move out of a clock in milliseconds: a twentieth and most of the increment, never over half."""
    left, increment = clock.get(f"time{seat}", 0), clock.get(f"inc{seat}", 0)
    return min(left / 20 + increment * 0.8, left / 2) / 1000


def whole(name: str, text: str) -> int:
    if not text.isascii() or not text.isdecimal():
        raise EngineRefusal(f"{name} needs a whole number, not {text!r}")
    return int(text[:19])
