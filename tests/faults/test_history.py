"""What players are told while processes of the server are killed."""

from __future__ import annotations

import os

import pytest
from history_checker import check
from random_players import Evening
from services import postgres, redis_server, servers

pytestmark = pytest.mark.long

GAMES = (
    ("tesseract", "tritoc", "tactix:size=6", "xchain") if os.environ.get("QUINCUNX_FULL") else ("tesseract", "tritoc")
)
"""Two tables are enough to have somebody wait for a process; `make test-more` has all kinds of matches."""

ATTEMPTS = 20
"""How often a process is suspended and killed until that loses a command. The first attempt nearly always does."""


def test_what_all_were_told_while_processes_are_killed_is_what_is_kept() -> None:
    with postgres() as database, redis_server() as bus:
        url = database.database()
        with servers(2, url, bus.url) as processes:
            evening = Evening(processes, GAMES)
            with evening.played():
                evening.goes_on()
                processes[0].end()
                processes[0].start()
                evening.goes_on()
                before = evening.again
                for _ in range(ATTEMPTS):
                    evening.until(lambda: evening.waits_for(processes[1]))
                    processes[1].suspend()
                    # Nobody can connect to a suspended process: if its last player has just been answered and leaves,
                    # nobody will ever wait for it.
                    evening.until(lambda: evening.waits_for(processes[1]) or not evening.plays_at(processes[1]))
                    processes[1].end()
                    processes[1].start()
                    evening.goes_on()
                    if evening.again > before:
                        break
            assert evening.again > before, "nobody had to send anything again"
            check(evening, url)
            # And the checker is awake: what is not kept as it was told does not escape it.
            database.execute(f"DELETE FROM deeds WHERE id = '{evening.players[0].first}'", url=url)
            with pytest.raises(AssertionError, match="lost: "):
                check(evening, url)
