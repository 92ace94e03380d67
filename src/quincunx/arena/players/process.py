"""A player that is a process and speaks the engine's text protocol (docs/engine.md)."""

from __future__ import annotations

import contextlib
import os
import queue
import signal
import subprocess
import threading
import time
from collections import deque
from collections.abc import Sequence
from typing import IO

from quincunx.arena.players.failure import Failure
from quincunx.games import State
from quincunx.law.messages import Message

PATIENCE = 20.0
"""Seconds within which an engine must start, or be ready for a new match."""

LONGEST_LINE = 100_000
"""Bytes; longer lines are read in pieces."""

HEARD = ("bestmove", "error", "option", "readyok", "uciok")
"""The first words of lines that matter; all other output of an engine is ignored."""

_alive: set[subprocess.Popen[bytes]] = set()


def end_all() -> None:
    """Ends all player processes of this process."""
    for process in tuple(_alive):
        _end(process)


def _end(process: subprocess.Popen[bytes]) -> None:
    """Ends a process and its children, which share its own process group."""
    with contextlib.suppress(ProcessLookupError):
        os.killpg(process.pid, signal.SIGKILL)
    process.wait()
    _alive.discard(process)


class ProcessPlayer:
    def __init__(self, words: Sequence[str]) -> None:
        self._words = words
        self._process: subprocess.Popen[bytes] | None = None
        self._lines: queue.Queue[str] = queue.Queue(1000)
        self._complaint: deque[str] = deque(maxlen=1)
        self._threads: list[threading.Thread] = []
        self._options: set[str] = set()
        self._stopped = False

    def begin(self, seed: int) -> None:
        if self._process is None:
            self._start()
        self._say("ucinewgame")
        if "Seed" in self._options:
            self._say(f"setoption name Seed value {seed}")
        self._say("isready")
        self._hear("readyok", PATIENCE)

    def choose(self, state: State, share: float | None, most: float) -> str:
        while not self._lines.empty():
            self._lines.get_nowait()  # stale output
        self._say(f"position {state}")
        self._say("go" if share is None else f"go movetime {max(1, int(share * 1000))}")
        return self._hear("bestmove", most).removeprefix("bestmove").strip()

    def close(self) -> None:
        process, self._process = self._process, None
        if process is None:
            return
        _end(process)
        assert process.stdin
        with contextlib.suppress(OSError):
            process.stdin.close()
        # The threads own stdout and stderr: a child that left the process group may hold them open.
        for thread in self._threads:
            thread.join(1)

    def stop(self) -> None:
        self._stopped = True
        if process := self._process:
            with contextlib.suppress(ProcessLookupError):
                os.killpg(process.pid, signal.SIGKILL)

    def _start(self) -> None:
        self._lines, self._complaint, self._options = queue.Queue(1000), deque(maxlen=1), set()
        pipe = subprocess.PIPE
        try:
            process = subprocess.Popen(self._words, stdin=pipe, stdout=pipe, stderr=pipe, start_new_session=True)
        except OSError as error:
            command, why = self._words[0], error.strerror or str(error)
            raise Failure("crash", "arena.failure.unstarted", command=command, error=why) from None
        _alive.add(process)
        self._process = process
        if self._stopped:
            self.stop()
        self._threads = [
            threading.Thread(target=_listen, args=(process.stdout, self._lines), daemon=True),
            threading.Thread(target=_keep_last, args=(process.stderr, self._complaint), daemon=True),
        ]
        for thread in self._threads:
            thread.start()
        self._say("uci")
        self._hear("uciok", PATIENCE)

    def _say(self, line: str) -> None:
        assert self._process
        assert self._process.stdin
        try:
            self._process.stdin.write(f"{line}\n".encode())
            self._process.stdin.flush()
        except OSError:
            raise self._gone() from None

    def _hear(self, word: str, seconds: float) -> str:
        """Waits for the next line that begins with the word."""
        late = time.monotonic() + seconds
        while True:
            try:
                line = self._lines.get(timeout=max(0.0, late - time.monotonic()))
            except queue.Empty:
                self.close()
                raise Failure("timeout", "arena.failure.no-word", word=word, seconds=f"{seconds:g}") from None
            said = line.split()
            if not said:
                raise self._gone()
            if said[0] == word:
                return line
            if said[0] == "error":
                self.close()
                raise Failure("crash", "arena.failure.said", line=line[:200])
            if said[:2] == ["option", "name"] and "type" in said:
                self._options.add(" ".join(said[2 : said.index("type")]))

    def _gone(self) -> Failure:
        """The failure of a process that has ended or closed its pipes."""
        process = self._process
        assert process
        with contextlib.suppress(subprocess.TimeoutExpired):
            process.wait(1)
        code = process.returncode
        self.close()
        how = Message("arena.failure.pipes") if code is None else Message("arena.failure.exit", code=code)
        if self._complaint:
            return Failure("crash", "arena.failure.complaint", how=how, line=self._complaint[0])
        return Failure("crash", how.code, **how.args)


def _listen(stream: IO[bytes], lines: queue.Queue[str]) -> None:
    """Queues the lines that matter, and an empty line at the end."""
    with stream, contextlib.suppress(queue.Full):
        for piece in iter(lambda: stream.readline(LONGEST_LINE), b""):
            line = piece.decode(errors="replace").strip()
            if line.split(" ", 1)[0] in HEARD:
                lines.put_nowait(line)
        lines.put_nowait("")


def _keep_last(stream: IO[bytes], complaint: deque[str]) -> None:
    with stream:
        for piece in iter(lambda: stream.readline(LONGEST_LINE), b""):
            if line := piece.decode(errors="replace").strip():
                complaint.append(line[:200])
