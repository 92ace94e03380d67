"""The engine as a process: lines of text in, lines of text out, similar to chess's UCI (docs/engine.md)."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace

from quincunx import _core, games
from quincunx.engine import book, levels
from quincunx.engine.analysis import Analysis, Control, EngineRefusal, Limits, in_core
from quincunx.engine.player import NAMES
from quincunx.engine.search import SHORTEST, analyse
from quincunx.engine.signature import signature
from quincunx.engine.timing import move_seconds
from quincunx.games import CHANCE, GAMES, NOBODY, Refused, State
from quincunx.law.perft import divide
from quincunx.text import board

Write = Callable[[str], None]

DEFAULT = "xtic" if "xtic" in GAMES else next(iter(GAMES))
"""The game of a session that names none; the protocol has promised this one since its first version."""

TICK = 1.0
"""Seconds between two lines on the progress of a running search."""

SPINS: Mapping[str, tuple[int, int, int]] = {
    "Threads": (1, 1, 256),
    "Hash": (0, 0, 1 << 20),
    "Seed": (0, 0, 2**63 - 1),
}
"""Options that are numbers: the default, the least and the greatest. Hash is in MiB."""

CLOCKS = tuple(f"{word}{seat}" for word in ("time", "inc") for seat in range(1, 5))

LONGEST = 10**11
"""Milliseconds that a clock may show, or a move may take: three years."""

DEEPEST = 256
"""Moves that the core counts ahead at most: it recurses. The same bound as in core/core.hpp."""

NOBODY_CHOOSES = "bestmove (none)"
"""The answer while dice are to be rolled."""


@dataclass
class Session:
    """One conversation. `handle` takes a line and answers through `write`; it never waits for a search, a count or the
    signature, which run in the background: only `stop` and `quit` end them."""

    write: Write
    state: State = field(default_factory=lambda: games.start(DEFAULT))
    level: str = "none"
    method: str = "auto"
    limits: Limits = field(default_factory=Limits)
    _job: _Job | None = None
    _late: float = 0.0
    """Seconds that reading a book took since the last `go` or `isready`: a clock may be running already."""

    def handle(self, line: str) -> bool:
        """Executes a line; False for `quit`. Mistakes are answered with a line `error`."""
        words = line.split()
        if not words:
            return True
        verb = getattr(self, f"do_{words[0]}", None)
        try:
            if verb is None:
                raise EngineRefusal("engine.protocol.command", command=shortened(words[0]))
            if self._busy and words[0] in ("position", "setoption", "go", "bench"):
                raise EngineRefusal("engine.protocol.busy")
            verb(words[1:])
        except Refused as refusal:
            self.write(f"error {refusal}")
        return words[0] != "quit"

    @property
    def _busy(self) -> bool:
        return self._job is not None and not self._job.answered

    def do_help(self, words: list[str]) -> None:  # noqa: ARG002
        self.write("commands: " + " ".join(sorted(name[3:] for name in dir(self) if name.startswith("do_"))))

    def do_uci(self, words: list[str]) -> None:  # noqa: ARG002
        self.write(f"id name Quincunx {_core.version}")
        self.write("id author the Quincunx founders")
        self.write(f"option name Game type combo default {DEFAULT} {' '.join(f'var {name}' for name in GAMES)}")
        self.write(f"option name Level type combo default none var none {' '.join(f'var {n}' for n in NAMES)}")
        self.write("option name Method type string default auto")
        for name, (default, low, high) in SPINS.items():
            self.write(f"option name {name} type spin default {default} min {low} max {high}")
        self.write("uciok")

    def do_isready(self, words: list[str]) -> None:  # noqa: ARG002
        if not self._busy:
            self._prepare()
            self._late = 0.0  # no clock runs while the client waits for this
        self.write("readyok")

    def do_setoption(self, words: list[str]) -> None:
        match words:
            case ["name", "Level", "value", name]:
                if name != "none":
                    levels.level(self.state.game, name)
                self.level = name
            case ["name", "Method", "value", name]:
                self.method = name
            case ["name", "Threads" | "Hash" | "Seed" as name, "value", text]:
                _, low, high = SPINS[name]
                number = whole(name, text, low, high)
                if name == "Threads":
                    self.limits = replace(self.limits, threads=number)
                elif name == "Hash":
                    self.limits = replace(self.limits, memory=number << 20)
                else:
                    self.limits = replace(self.limits, seed=number)
            case ["name", "Game", "value", name]:
                self._set(games.start(name))
            case ["name", name, "value", _]:
                raise EngineRefusal("engine.protocol.option", name=shortened(name))
            case _:
                raise EngineRefusal("engine.protocol.setoption")

    def do_ucinewgame(self, words: list[str]) -> None:  # noqa: ARG002
        self._set(self.state.game.start(""))

    def do_position(self, words: list[str]) -> None:
        """`position GAME startpos` or `position POSITION`, optionally with `moves …`; all of it or nothing."""
        at = words.index("moves") if "moves" in words else len(words)
        where, moves = words[:at], words[at + 1 :]
        if not where:
            raise EngineRefusal("engine.protocol.position")
        state = games.start(where[0]) if where[1:] == ["startpos"] else games.parse(" ".join(where))
        for move in moves:
            state = state.play(state.game.move(move))
        self._set(state)

    def _set(self, state: State) -> None:
        """A new position. The book of its game is read now, not while the time of a search runs."""
        self.state = state
        self._prepare()

    def _prepare(self) -> None:
        began = time.monotonic()
        book.prepare(self.state.game)
        self._late += time.monotonic() - began

    def do_d(self, words: list[str]) -> None:  # noqa: ARG002
        for line in board(self.state.view()).splitlines():
            self.write(line)
        self.write(f"position {self.state}")

    def do_go(self, words: list[str]) -> None:
        limits, infinite, level, ponder = self.limits, False, self.level, False
        seconds: list[float] = []
        clock: dict[str, int] = {}
        moves: tuple[str, ...] = ()
        if "searchmoves" in words:  # the moves are all that follows
            at = words.index("searchmoves")
            words, moves, level = words[:at], self._chosen(words[at + 1 :]), "none"
        left = iter(words)
        for word in left:
            if word == "infinite":
                infinite, level = True, "none"
            elif word == "ponder":
                ponder = True
            elif word == "perft":
                self._run(_Perft(self.state, whole(word, next(left, ""), 0, DEEPEST), self.write))
                return
            elif word in ("depth", "nodes"):
                most = 10**6 - 1 if word == "depth" else 2**63 - 1
                limits, level = replace(limits, **{word: whole(word, next(left, ""), 0, most)}), "none"
            elif word == "movetime":
                seconds.append(whole(word, next(left, ""), 0, LONGEST) / 1000)
            elif word == "movestogo":
                clock[word] = whole(word, next(left, ""), 1, 10**6)
            elif word in CLOCKS:
                clock[word] = whole(word, next(left, ""), 0, LONGEST)
            else:
                raise EngineRefusal("engine.protocol.go", word=shortened(word))
        if self.state.actor == NOBODY:
            raise EngineRefusal("engine.over")
        if f"time{self.state.turn}" in clock:
            seconds.append(clock_share(clock, self.state.turn))
        if seconds:  # with no time left it answers at once; as a limit 0 would mean none
            limits = replace(limits, seconds=max(min(seconds) - self._late, SHORTEST))
        self._late = 0.0
        if level == "none" and not infinite and not (limits.nodes or limits.seconds or limits.depth):
            limits = replace(limits, seconds=1.0)
        self._run(_Search(self.state, level, self.method, limits, self.write, moves, infinite=infinite, ponder=ponder))

    def _chosen(self, words: list[str]) -> tuple[str, ...]:
        """Legal moves, as they were typed; at least one."""
        if not words:
            raise EngineRefusal("engine.protocol.searchmoves")
        moves = tuple(self.state.game.move(word) for word in words)
        for move in moves:
            self.state.play(move)
        return moves

    def do_ponderhit(self, words: list[str]) -> None:  # noqa: ARG002
        if not isinstance(self._job, _Search) or not self._job.hit():
            raise EngineRefusal("engine.protocol.ponderhit")

    def _run(self, job: _Job) -> None:
        self._job = job
        job.start()

    def do_stop(self, words: list[str]) -> None:  # noqa: ARG002
        if self._job:
            self._job.stop()
            self._job.done.wait()

    def do_bench(self, words: list[str]) -> None:  # noqa: ARG002
        self._run(_Bench(self.write))

    def do_quit(self, words: list[str]) -> None:
        self.do_stop(words)

    def finish(self) -> None:
        """Waits for the running search: for a pipe that ends after `go`."""
        if self._job:
            if self._job.infinite:
                self._job.stop()
            self._job.done.wait()


class _Job(threading.Thread):
    """Something slow that runs while the session still reads commands. Its last line is `answer`, or an error."""

    infinite = False
    """Whether it ends only when it is stopped."""

    def __init__(self, write: Write) -> None:
        super().__init__(daemon=True)
        self.write = write
        self.control, self.done, self.stopped = Control(), threading.Event(), threading.Event()
        self.answered = False
        self._writing = threading.Lock()
        self.held = threading.Event()
        """Set when an answer that was held back may be given."""

    def stop(self) -> None:
        self.stopped.set()
        self.held.set()
        self.control.stop()

    def work(self) -> str:
        """Does the work and returns the last line."""
        raise NotImplementedError

    def run(self) -> None:
        try:
            try:
                answer = self.work()
            except Refused as refusal:
                answer = f"error {refusal}"
            with self._writing:
                self.answered = True  # set before writing: the reader may send the next command at once
                self.write(answer)
        finally:
            self.done.set()


class _Perft(_Job):
    """A running `go perft`."""

    def __init__(self, state: State, depth: int, write: Write) -> None:
        super().__init__(write)
        self.state, self.depth = state, depth

    def work(self) -> str:
        if in_core(self.state.game.name):
            count = _core.perft(str(self.state), self.depth, self.control)
        else:
            count = self._by_the_law()
        if count is None:
            raise EngineRefusal("engine.protocol.perft-stopped")
        return f"nodes {count}"

    def _by_the_law(self) -> int | None:
        """Slower; None if it was stopped after one of the first moves."""
        if self.depth == 0:
            return 1
        total = 0
        for _, count in divide(self.state, self.depth):
            total += count
            if self.control.stopped:
                return None
        return total


class _Bench(_Job):
    """A running `bench`."""

    def work(self) -> str:
        lines = signature()
        last = next(lines)
        for line in lines:
            if self.stopped.is_set():
                raise EngineRefusal("engine.protocol.bench-stopped")
            self.write(last)
            last = line
        return last


class _Search(_Job):
    """A running `go`: reports its progress, then its result.

    While it ponders, on the opponent's time, it has no time limit. `hit` then gives it the time that its `go` asked
    for, counted from now.
    """

    def __init__(
        self,
        state: State,
        level: str,
        method: str,
        limits: Limits,
        write: Write,
        moves: tuple[str, ...] = (),
        *,
        infinite: bool = False,
        ponder: bool = False,
    ) -> None:
        super().__init__(write)
        self.state, self.level, self.method, self.limits, self.moves = state, level, method, limits, moves
        self.pondering, self.infinite = ponder, infinite or ponder
        self._allowed = limits.seconds
        self._turning = threading.Lock()
        if ponder:
            self.limits = replace(limits, seconds=0.0)

    def hit(self) -> bool:
        """The opponent made the expected move: from now on the time runs. False if it was not pondering."""
        with self._turning:
            if not self.pondering or self.answered:
                return False
            self.pondering = self.infinite = False
        self.held.set()
        if self._allowed:
            timer = threading.Timer(self._allowed, self.stop)
            timer.daemon = True
            timer.start()
        return True

    def work(self) -> str:
        if self.state.actor == CHANCE and self.level != "none":
            return NOBODY_CHOOSES
        threading.Thread(target=self._tick, daemon=True).start()
        if self.level == "none":
            analysis = analyse(self.state, self.limits, self.method, self.control)
            if self.moves:
                analysis = replace(analysis, moves=tuple(each for each in analysis.moves if each.move in self.moves))
            move = analysis.best.move
        else:
            seed, seconds = str(self.limits.seed), self.limits.seconds
            move, analysis = levels.choose(self.state, self.level, seed, self.control, seconds=seconds)
        if self.infinite:
            self.held.wait()
        for line in findings(analysis):
            self.write(line)
        return NOBODY_CHOOSES if self.state.actor == CHANCE else f"bestmove {move}"

    def _tick(self) -> None:
        while not self.done.wait(TICK):
            nodes, seconds = self.control.nodes, self.control.seconds
            with self._writing:
                if self.answered:
                    return
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
    """Seconds for one move, from a clock in milliseconds."""
    left, increment = clock.get(f"time{seat}", 0), clock.get(f"inc{seat}", 0)
    return move_seconds(left, increment, clock.get("movestogo")) / 1000


def whole(name: str, text: str, low: int, high: int) -> int:
    """A number written in digits, within a range. Otherwise EngineRefusal names the range."""
    if text.isascii() and text.isdecimal() and len(text.lstrip("0")) <= len(str(high)) and low <= int(text) <= high:
        return int(text)
    raise EngineRefusal("engine.protocol.whole", name=name, low=low, high=high, written=shortened(text))


def shortened(word: str) -> str:
    """A word, shortened to be quoted in an answer."""
    return word if len(word) <= 30 else f"{word[:30]}…"
