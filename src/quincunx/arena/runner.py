"""Runs a tournament: submits its matches to the workers in batches and stores the results."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Sequence
from concurrent.futures import FIRST_COMPLETED, BrokenExecutor, Future, wait
from itertools import islice

from quincunx.arena import schedule
from quincunx.arena.executors import Workers
from quincunx.arena.match import play_batch
from quincunx.arena.players import check
from quincunx.arena.results import ResultsFile
from quincunx.arena.tournament import ArenaRefusal, Pairing, Result

QUICK, SLOW = 0.5, 2.0
"""Batch durations in seconds: shorter ones waste overhead, longer ones delay progress reports."""

TICK = 0.2
"""Seconds between polls."""

MOST_TROUBLES = 3
"""How often in a row workers may die before the tournament gives up."""

Heard = Callable[[Sequence[Result]], None]


def run_tournament(
    results_file: ResultsFile,
    open_workers: Callable[[], Workers],
    heard: Heard = lambda _: None,
    enough: Callable[[], bool] = lambda: False,
) -> None:
    """Plays all matches that have no result yet, or until `enough` returns True.

    `heard` is called with new results after they are stored, and regularly with none. If stopped by an exception
    (KeyboardInterrupt), it ends the workers and leaves the results file consistent.
    """
    if enough():
        return
    runner = _Runner(results_file, open_workers, heard, enough)
    try:
        number = 0
        while not enough() and (matches := schedule.wave(results_file.tournament, number, results_file.results)):
            runner.play([pairing for pairing in matches if pairing.match not in results_file.results])
            number += 1
    finally:
        runner.stop()


class _Runner:
    def __init__(
        self, results_file: ResultsFile, open_workers: Callable[[], Workers], heard: Heard, enough: Callable[[], bool]
    ) -> None:
        self._results_file, self._open_workers, self._heard, self._enough = results_file, open_workers, heard, enough
        self._workers: Workers | None = None
        self._size = 1
        self._troubles = 0

    def play(self, pairings: list[Pairing]) -> None:
        waiting = deque(pairings)
        running: dict[Future[tuple[list[Result], float]], list[Pairing]] = {}
        while (waiting or running) and not self._enough():
            taken: list[tuple[list[Result], float]] = []
            try:
                workers = self._workers or self._open()
                while waiting and len(running) < 2 * workers.workers:
                    size = max(1, min(self._size, len(waiting) // (2 * workers.workers)))
                    batch = list(islice(waiting, size))
                    running[workers.executor.submit(play_batch, self._results_file.tournament, batch)] = batch
                    for _ in batch:
                        waiting.popleft()
                done, _ = wait(running, TICK, FIRST_COMPLETED)
                for future in done:
                    taken.append(future.result())
                    del running[future]
            except ArenaRefusal:
                raise
            except Exception as error:
                # Failures of players are results, so this is the machinery: a dead worker breaks the whole pool.
                self._trouble(error)
                lost = [future for future in running if _lost(future)]
                waiting.extendleft(pairing for future in lost for pairing in reversed(running.pop(future)))
            for results, seconds in taken:
                self._take(results, seconds)
            if not taken:
                self._heard(())

    def stop(self) -> None:
        if self._workers:
            self._workers.stop()
            self._workers = None

    def _open(self) -> Workers:
        """Starts the workers and checks that every player can begin."""
        self._workers = self._open_workers()
        tournament = self._results_file.tournament
        asked = {player: self._workers.executor.submit(check, player, tournament.game) for player in tournament.players}
        for player, future in asked.items():
            if reason := future.result():
                raise ArenaRefusal("arena.player.cannot-play", name=player.name, spec=player.spec, reason=reason)
        return self._workers

    def _take(self, results: list[Result], seconds: float) -> None:
        self._troubles = 0
        self._results_file.add(results)
        if seconds < QUICK:
            self._size = max(self._size, 2 * len(results))
        elif seconds > SLOW:
            self._size = max(1, len(results) // 2)
        self._heard(results)

    def _trouble(self, error: Exception) -> None:
        self._troubles += 1
        self._size = 1
        if self._troubles > MOST_TROUBLES:
            raise ArenaRefusal("arena.workers.failing", error=f"{type(error).__name__}: {error}") from error
        if isinstance(error, BrokenExecutor):
            self.stop()


def _lost(future: Future[tuple[list[Result], float]]) -> bool:
    return future.done() and (future.cancelled() or future.exception() is not None)
