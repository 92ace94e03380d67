"""The example bot plays complete games over the network."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest
from live_server import PATIENCE, Player, person, play_out, wait_for

BOT = Path(__file__).parents[2] / "examples" / "bot.py"


@pytest.mark.parametrize(("game", "level"), [("tactix", "easy"), ("tritoc", "random")])
def test_the_bot_plays_a_whole_game_against_the_computer(url: str, game: str, level: str) -> None:
    words = [sys.executable, str(BOT), url, game, level]
    done = subprocess.run(words, capture_output=True, text=True, timeout=PATIENCE, check=False)
    assert (done.returncode, done.stderr) == (0, "")
    assert json.loads(done.stdout)["score"] in ("1-0", "0-1", "1/2-1/2")


def test_the_bot_sits_down_where_it_is_invited_and_plays_a_person_twice(url: str) -> None:
    with Player(url) as ada:
        table = ada.open("xchain:size=3x3", person(), {"kind": "bot", "name": "Robo"})
        link = f"{url}t/{table['id']}/sit/2#invite={table['invites']['2']}&watch={table['watch']}"
        with subprocess.Popen([sys.executable, str(BOT), link], stdout=subprocess.PIPE, text=True) as bot:
            try:
                ada.wait_for_change(table["id"], table["version"])
                assert bot.stdout
                assert play_out(table["id"], ada)["outcome"] == json.loads(bot.stdout.readline())
                seat = ada.table(table["id"])["seats"][1]
                assert (seat["kind"], seat["name"]) == ("bot", "Random bot")
                ada.do("rematch", table["id"])
                wait_for(lambda: bool(ada.table(table["id"])["next"]))
                again = ada.table(table["id"])["next"]
                assert play_out(again, ada)["outcome"] == json.loads(bot.stdout.readline())
            finally:
                bot.terminate()
