"""Every setting of every front end, each declared once."""

from __future__ import annotations

import ipaddress
import re
from collections.abc import Callable

from quincunx import urls
from quincunx.games import GAMES
from quincunx.law.messages import Message
from quincunx.law.suits import SUITS
from quincunx.settings.setting import InvalidSetting, Setting


def _between(low: int, high: int) -> Callable[[int], None]:
    def check(value: int) -> None:
        if not low <= value <= high:
            raise InvalidSetting("settings.range", value=value, low=low, high=high)

    return check


def _token(value: str) -> None:
    if value and not re.fullmatch(r"[!-~]{16,}", value):
        raise InvalidSetting("settings.token")


def _name(value: str) -> None:
    from quincunx.record import LONGEST_NAME, is_name  # not above: every command imports this module

    if value and not is_name(value):
        raise InvalidSetting("settings.name", longest=LONGEST_NAME)


def _proxies(value: str) -> None:
    for address in value.split(",") if value not in ("", "*") else ():
        try:
            ipaddress.ip_network(address.strip())
        except ValueError:
            raise InvalidSetting("settings.proxies", address=address.strip()) from None


def _site(value: str) -> None:
    if value and not re.fullmatch(r"https?://[A-Za-z0-9.:\[\]-]+", value):
        raise InvalidSetting("settings.site", value=value)


def _colour(value: str) -> None:
    if value and value not in SUITS:
        raise InvalidSetting("settings.choice", value=value, choices=SUITS)


SETTINGS: dict[str, Setting] = {
    setting.key: setting
    for setting in (
        Setting(
            "display.colour",
            "auto",
            Message("settings.help.display.colour"),
            ("auto", "always", "never"),
        ),
        *(
            Setting(
                f"games.{name}",
                "",
                Message("settings.help.games.options", game=game.title),
                check=game.with_options,
            )
            for name, game in GAMES.items()
        ),
        *(Setting(f"play.name{n}", "", Message("settings.help.play.name", number=n), check=_name) for n in range(1, 5)),
        *(
            Setting(
                f"play.colour{n}",
                "",
                Message("settings.help.play.colour", number=n, colours=SUITS),
                check=_colour,
            )
            for n in range(1, 5)
        ),
        Setting("play.autosave", True, Message("settings.help.play.autosave")),
        Setting("play.saves", "", Message("settings.help.play.saves")),
        Setting("server.host", "127.0.0.1", Message("settings.help.server.host")),
        Setting("server.port", 8765, Message("settings.help.server.port"), check=_between(0, 65_535)),
        Setting("server.url", "", Message("settings.help.server.url"), check=_site),
        Setting("server.database", "", Message("settings.help.server.database"), show=urls.shown),
        Setting("server.bus", "", Message("settings.help.server.bus"), show=urls.shown),
        Setting("server.dask", "", Message("settings.help.server.dask"), old="server.thinkers"),
        Setting(
            "server.sync",
            "full",
            Message("settings.help.server.sync"),
            ("full", "normal"),
        ),
        Setting("server.open", True, Message("settings.help.server.open")),
        Setting("server.offline", True, Message("settings.help.server.offline")),
        Setting("server.log", "quiet", Message("settings.help.server.log"), ("quiet", "requests")),
        Setting("server.log_form", "plain", Message("settings.help.server.log-form"), ("plain", "json")),
        Setting(
            "server.operator",
            "",
            Message("settings.help.server.operator"),
            check=_token,
            show=lambda token: token and urls.HIDDEN,
        ),
        Setting("server.connections", 10_000, Message("settings.help.server.connections"), check=_between(0, 10**6)),
        Setting(
            "server.connections_each",
            1000,
            Message("settings.help.server.connections-each"),
            check=_between(0, 10**6),
        ),
        Setting("server.share_each", 25, Message("settings.help.server.share-each"), check=_between(0, 100)),
        Setting("server.proxies", "", Message("settings.help.server.proxies"), check=_proxies),
        Setting("server.rooms", 1000, Message("settings.help.server.rooms"), check=_between(1, 10**6)),
        Setting("server.absence", 90, Message("settings.help.server.absence"), check=_between(1, 86_400)),
        Setting("server.keep_days", 0, Message("settings.help.server.keep-days"), check=_between(0, 36_500)),
        Setting("server.expire_days", 180, Message("settings.help.server.expire-days"), check=_between(0, 36_500)),
        Setting("server.threads", 0, Message("settings.help.server.threads"), check=_between(0, 256)),
        Setting(
            "server.actions", 50, Message("settings.help.server.actions"), check=_between(0, 10**6), old="server.deeds"
        ),
        Setting("server.openings", 60, Message("settings.help.server.openings"), check=_between(0, 10**6)),
        Setting("server.requests", 100, Message("settings.help.server.requests"), check=_between(0, 10**6)),
        Setting("server.analyses", 60, Message("settings.help.server.analyses"), check=_between(0, 10**6)),
        Setting(
            "server.analysis_seconds", 5, Message("settings.help.server.analysis-seconds"), check=_between(1, 3600)
        ),
    )
}
"""Every setting by its key."""
