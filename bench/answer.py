"""Whether the engine process answers in time: the first question about each game, when its book is not read yet.

    make bench-answer

Each line is a new process. It is sent `isready` once, which every program does, then a position of a game that it has
not seen and `go` at once. The milliseconds are from sending `position` until `bestmove` is there: of the first
question, of the second one, and of one with no time left on the clock.
"""

import statistics
import subprocess
import sys
import time

GAMES = ("xtic", "tactix", "tactix:size=6", "tritoc", "tesseract", "tesseract:dims=3", "xchain")
ROLL = {"tritoc": " moves 7"}
"""Dice are rolled before anybody can choose."""

MOVETIME = 500
"""Milliseconds."""


class Engine:
    def __init__(self) -> None:
        words = [sys.executable, "-m", "quincunx", "engine"]
        self._process = subprocess.Popen(words, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        self.ask("readyok", "isready")

    def ask(self, answer: str, *lines: str) -> float:
        """Milliseconds until a line begins with the answer."""
        assert self._process.stdin
        assert self._process.stdout
        began = time.perf_counter()
        self._process.stdin.write("".join(f"{line}\n" for line in lines))
        self._process.stdin.flush()
        for line in self._process.stdout:
            if line.startswith(answer):
                return (time.perf_counter() - began) * 1000
        raise EOFError(f"it ended before it said {answer}")

    def close(self) -> None:
        self._process.communicate("quit\n")


def main(rounds: int) -> None:
    print(f"| game | first, movetime {MOVETIME} | second | clock of 0 |\n|---|---|---|---|")
    for game in GAMES:
        position = f"position {game} startpos{ROLL.get(game, '')}"
        times: list[tuple[float, float, float]] = []
        for _ in range(rounds):
            engine = Engine()
            timed = f"go movetime {MOVETIME}"
            first, second = (engine.ask("bestmove", position, timed) for _ in range(2))
            times.append((first, second, engine.ask("bestmove", position, "go time1 0 time2 0")))
            engine.close()
        median = (f"{statistics.median(column):.0f}" for column in zip(*times, strict=True))
        print(f"| {game} | {' | '.join(median)} |", flush=True)


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 3)
