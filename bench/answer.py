"""How fast the engine process answers: the first question about each game, before its book is read.

    make bench-answer

Each line is a new process. It is sent `isready` once, which every program does, then a position of a game that it has
not seen and `go` at once. The milliseconds are from sending `position` until `bestmove` is there: for the first
question, for the second, and for one with no time left on the clock.

    python bench/answer.py --json                                           answers a second of `engine --json`
    python bench/answer.py --json --before ../old/.venv/bin/python tactix   and of another checkout, such as version 0.1

Many requests for small searches of random positions, all in the input at once. The time to start the process and to
give its first answer is subtracted. Seconds of CPU count on a busy machine, seconds of the clock on a quiet one.
"""

import argparse
import json
import random
import resource
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence

from quincunx import games

GAMES = ("xtic", "tactix", "tactix:size=6", "tritoc", "tesseract", "tesseract:dims=3", "xchain")
ROLL = {"tritoc": " moves 7"}
"""Dice are rolled before anybody can choose."""

MOVETIME = 500
"""Milliseconds."""

NODES, THREADS = (1, 1000), (1, 2)
"""JSON lines: nodes of a request, threads of the engine."""


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


def measure_first_answers(rounds: int) -> None:
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


def requests(game: str, nodes: int, count: int) -> list[str]:
    """Requests for positions of random matches in which a seat is to move."""
    draws, lines = random.Random(1), list[str]()
    state = games.game(game).start("0")
    while len(lines) < count:
        if state.outcome:
            state = games.game(game).start("0")
        if state.actor > 0:
            lines.append(json.dumps({"id": len(lines), "position": str(state), "limits": {"nodes": nodes}}))
        state = state.play(draws.choice(state.moves()))
    return lines


def spent(python: str, lines: Sequence[str], threads: int) -> tuple[float, float]:
    """Wall-clock and CPU seconds of an engine that answers these lines and exits."""
    with tempfile.TemporaryFile("w+") as asked, tempfile.TemporaryFile("w+") as answered:
        asked.write("".join(f"{line}\n" for line in lines))
        asked.seek(0)
        words = [python, "-m", "quincunx", "engine", "--json", "--threads", str(threads)]
        began, before = time.perf_counter(), resource.getrusage(resource.RUSAGE_CHILDREN)
        subprocess.run(words, stdin=asked, stdout=answered, check=True)
        clock, after = time.perf_counter() - began, resource.getrusage(resource.RUSAGE_CHILDREN)
        answered.seek(0)
        found = [json.loads(line) for line in answered]
    if len(found) != len(lines) or any("error" in answer for answer in found):
        raise ValueError("not every request has a good answer")
    return clock, after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def speed(python: str, lines: Sequence[str], threads: int) -> tuple[float, float]:
    """Answers per second of wall-clock and of CPU time."""
    starts = [spent(python, lines[:1], 1) for _ in range(3)]
    clock, cpu = spent(python, lines, threads)
    more = len(lines) - 1
    return more / (clock - min(each[0] for each in starts)), more / (cpu - min(each[1] for each in starts))


def measure_json(variants: Sequence[str], count: int, before: str | None) -> None:
    titles = ["game", "nodes", "threads", "answers/s", "answers/CPU s"]
    print("| " + " | ".join(titles + (["before", "before/CPU s", "times/CPU s"] if before else [])) + " |")
    print("|---" * (8 if before else 5) + "|")
    for game in variants:
        for nodes in NODES:
            lines = requests(game, nodes, count)
            for threads in THREADS:
                clock, cpu = speed(sys.executable, lines, threads)
                line = f"| {game} | {nodes:,} | {threads} | {clock:,.0f} | {cpu:,.0f} |"
                if before:
                    old_clock, old_cpu = speed(before, lines, threads)
                    line += f" {old_clock:,.0f} | {old_cpu:,.0f} | {cpu / old_cpu:.1f} |"
                print(line, flush=True)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("games", metavar="GAME", nargs="*", default=list(games.GAMES), help="for --json")
    parser.add_argument("--json", action="store_true", help="answers a second of JSON lines")
    parser.add_argument("--requests", type=int, default=2000, help="of JSON lines, for each figure")
    parser.add_argument("--before", metavar="PYTHON", help="the Python of another checkout, to compare with")
    parser.add_argument("--rounds", type=int, default=3)
    words = parser.parse_args()
    if words.json:
        measure_json(words.games, words.requests, words.before)
    else:
        measure_first_answers(words.rounds)


if __name__ == "__main__":
    main()
