"""A clock that is set while people play."""

from __future__ import annotations

import time
from pathlib import Path

import pytest
from history_checker import check
from live_server import Player, invited, opened, wait_for
from random_players import Evening, Open


class Jumping:
    """A clock that is set right, or wrong, every now and then."""

    offset = 0.0

    def __call__(self) -> float:
        return time.time() + self.offset


def test_the_clock_jumps_while_many_play(tmp_path: Path) -> None:
    clock = Jumping()
    with opened(tmp_path / "games.sqlite", clock=clock) as url:
        evening = Evening([Open(url)], ("tritoc", "tactix:size=6", "xchain"), pace="60+1")
        with evening.played():
            for offset in (-3600, 3600, 0, -86_400 * 365, 86_400 * 30, 0):
                evening.goes_on()
                clock.offset = offset
            evening.goes_on()
        check(evening, str(tmp_path / "games.sqlite"))


def test_nobody_gains_time_when_the_clock_is_set_back(tmp_path: Path) -> None:
    clock = Jumping()
    with opened(tmp_path / "games.sqlite", clock=clock) as url, Player(url) as ada, Player(url) as bob:
        place = invited(ada, bob, "tactix", pace="600+0")
        clock.offset = -3600
        ada.do("move", place, seat=1, move="a1")
        assert all(0 <= seat["left"] <= 600 for seat in ada.table(place)["seats"])
        bob.do("move", place, seat=2, move="b1")


def test_time_that_has_run_out_by_a_jump_has_run_out_though_the_alarm_is_set_for_later(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("quincunx.server.tables.registry.HEARTBEAT", 0.05)
    clock = Jumping()
    with opened(tmp_path / "games.sqlite", clock=clock) as url, Player(url) as ada, Player(url) as bob:
        place = invited(ada, bob, "tactix", pace="600+0")
        clock.offset = 3600
        wait_for(lambda: ada.table(place)["over"])
        assert ada.table(place)["outcome"]["why"] == "time"
