"""Every setting of every front end, each declared once."""

from __future__ import annotations

import re
from collections.abc import Callable

from quincunx.games import GAMES
from quincunx.law.suits import SUITS
from quincunx.record import LONGEST_NAME, is_name
from quincunx.settings.setting import InvalidSetting, Setting


def _between(low: int, high: int) -> Callable[[int], None]:
    def check(value: int) -> None:
        if not low <= value <= high:
            raise InvalidSetting(f"{value} is not from {low} to {high}")

    return check


def _token(value: str) -> None:
    if value and not re.fullmatch(r"[!-~]{16,}", value):
        raise InvalidSetting("a token has 16 or more letters, digits and signs, and no spaces")


def _name(value: str) -> None:
    if value and not is_name(value):
        raise InvalidSetting(f"a name has up to {LONGEST_NAME} printable characters, with no space at its ends")


def _colour(value: str) -> None:
    if value and value not in SUITS:
        raise InvalidSetting(f"{value!r} is not one of {', '.join(SUITS)}")


SETTINGS: dict[str, Setting] = {
    setting.key: setting
    for setting in (
        Setting(
            "display.colour",
            "auto",
            "Colour on text boards; auto: in a terminal, unless NO_COLOR is set.",
            ("auto", "always", "never"),
        ),
        *(
            Setting(
                f"games.{name}",
                "",
                f"Options of a new match of {game.title} where none are typed.",
                check=game.with_options,
            )
            for name, game in GAMES.items()
        ),
        *(
            Setting(f"play.name{n}", "", f"The name of the person in seat {n} in the terminal.", check=_name)
            for n in range(1, 5)
        ),
        *(
            Setting(
                f"play.colour{n}",
                "",
                f"The colour of seat {n} in the terminal: {', '.join(SUITS)}; empty: any.",
                check=_colour,
            )
            for n in range(1, 5)
        ),
        Setting("play.autosave", True, "Whether a game in the terminal is saved after every move."),
        Setting("play.saves", "", "The folder for games saved in the terminal; empty: the platform's folder for data."),
        Setting(
            "server.host", "127.0.0.1", "The address that the house listens on; 0.0.0.0: every one of this machine."
        ),
        Setting("server.port", 8765, "The port; 0: any that is free.", check=_between(0, 65_535)),
        Setting(
            "server.database", "", "Where tables are kept, sqlite:///PATH or postgresql://…; empty: on this machine."
        ),
        Setting(
            "server.bus", "", "What processes that share a database tell each other by, redis://…; empty: nothing."
        ),
        Setting(
            "server.thinkers", "", "A Dask scheduler whose workers think, tcp://HOST:PORT; empty: threads here do."
        ),
        Setting(
            "server.sync",
            "full",
            "Whether a move waits for the disk; normal: a power cut, but no crash, may take the last moves.",
            ("full", "normal"),
        ),
        Setting("server.open", True, "Whether the browser is opened, where there is one."),
        Setting("server.log", "quiet", "What is told beside trouble.", ("quiet", "requests")),
        Setting("server.log_form", "plain", "How that is told; json: a line of JSON each.", ("plain", "json")),
        Setting(
            "server.operator",
            "",
            "The token for /metrics and /operator; empty: only who sits at this machine sees them.",
            check=_token,
        ),
        Setting("server.connections", 10_000, "Connections to the house; 0: any number.", check=_between(0, 10**6)),
        Setting(
            "server.connections_each",
            1000,
            "Requests and websockets going on from one address; 0: any number.",
            check=_between(0, 10**6),
        ),
        Setting("server.rooms", 1000, "Tables kept in memory though nobody looks at them.", check=_between(1, 10**6)),
        Setting("server.absence", 90, "Seconds until a seat that is away may be claimed.", check=_between(1, 86_400)),
        Setting("server.keep_days", 90, "Days that finished tables are kept; 0: for ever.", check=_between(0, 36_500)),
        Setting("server.threads", 0, "Computers that think at a time; 0: two for each core.", check=_between(0, 256)),
        Setting("server.deeds", 50, "Deeds a second of one player; 0: any number.", check=_between(0, 10**6)),
        Setting(
            "server.openings", 30, "New tables a minute from one address; 0: any number.", check=_between(0, 10**6)
        ),
        Setting("server.requests", 100, "Requests a second from one address; 0: any number.", check=_between(0, 10**6)),
        Setting("server.analyses", 60, "Analyses a minute from one address; 0: any number.", check=_between(0, 10**6)),
        Setting("server.analysis_seconds", 5, "Seconds of the longest analysis.", check=_between(1, 3600)),
    )
}
"""Every setting by its key."""
