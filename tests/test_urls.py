"""Addresses are shown without secrets, however they are written."""

from __future__ import annotations

import json
import logging
from urllib.error import URLError
from urllib.parse import quote

import pytest
from click.testing import CliRunner
from hypothesis import assume, example, given
from hypothesis import strategies as st

from quincunx.cli import main
from quincunx.law.messages import Message
from quincunx.settings.setting import InvalidSetting, Setting
from quincunx.store import StoreRefusal, open_store
from quincunx.urls import Login, login, problem, shown

FORMS = [
    "postgresql://ada:{}@db.example/games",
    "postgresql://ada:{}@db.example:5432/games?ssl=require",
    "postgresql://db.example/games?password={}",
    "postgresql://db.example/games?user=ada&password={}&ssl=require",
    "postgres://:{}@/games",
    "redis://:{}@bus.example:6379/0",
    "redis://ada:{}@bus.example",
    "redis://{}@bus.example",
    "rediss://bus.example?password={}",
    "unix://ada:{}@/run/redis.sock?db=0",
    "host=db.example user=ada password={}",
    "postgresql:ada:{}@db.example/games",
]
PIECES = st.sampled_from([*"/@:?#%&=+;,[]\\ '\"\n\t", "sesame", "Zauber", "%40", "%2F", "//", "://", "é", "密"])
PASSWORDS = st.lists(PIECES, min_size=1, max_size=8).map("".join)


def parts(password: str) -> list[str]:
    """What must not be seen of a password."""
    return [part for part in ("sesame", "Zauber", "é", "密", "%40", "%2F", "@", "#", password) if part in password]


@pytest.mark.parametrize("form", FORMS)
@given(password=PASSWORDS)
@example(password="sesame/Zauber")
@example(password="sesame@Zauber")
@example(password="1/sesame")
@example(password="sesame?Zauber=sesame@1")
@example(password="sesame://Zauber")
def test_no_part_of_a_password_is_shown(form: str, password: str) -> None:
    assume(len(password) > 1 or password in "é密")
    for written in (password, quote(password, safe="")):
        url = form.format(written)
        visible = shown(url)
        for part in parts(password):
            # The @ before the host, and what the address says without any password, may be seen.
            assert part not in visible.replace("ada@", "ada ") or part in shown(form.format("")), (url, visible)
        if visible.endswith("://…") or url.startswith("postgres"):
            assert problem(url, ValueError(f"{written} is not a port")) in ("ValueError", ""), url


@pytest.mark.parametrize(
    ("url", "visible"),
    [
        ("postgresql://ada:sesame@db.example:5432/games", "postgresql://ada@db.example:5432/games"),
        ("postgresql://ada@db.example/games", "postgresql://ada@db.example/games"),
        ("postgresql://ada:ses@me@[::1]:5432/games", "postgresql://ada@[::1]:5432/games"),
        ("postgresql://one:1,two:2/games?target=any", "postgresql://one:1,two:2/games?…"),
        ("postgresql:///house", "postgresql:///house"),
        ("redis://:sesame@bus.example:6379/0", "redis://bus.example:6379/0"),
        ("redis://bus.example:6379/0", "redis://bus.example:6379/0"),
        ("sqlite:////var/lib/a@b=c.sqlite", "sqlite:////var/lib/a@b=c.sqlite"),
        ("/var/lib/games.sqlite", "/var/lib/games.sqlite"),
        ("C:\\games.sqlite", "C:\\games.sqlite"),
        ("", ""),
    ],
)
def test_the_rest_of_an_address_is_shown(url: str, visible: str) -> None:
    assert shown(url) == visible


@given(password=PASSWORDS, inside=st.booleans())
def test_a_password_is_separated_from_its_address(password: str, inside: bool) -> None:
    written = quote(password, safe="")
    url = f"postgresql://ada:{written}@h/x" if inside else f"postgresql://ada@h/x?password={written}&a=b"
    assert login(url) == Login("postgresql://ada@h/x" if inside else "postgresql://ada@h/x?a=b", password)
    assert login("postgresql://ada:ses/ame@h/x") is None


@pytest.mark.parametrize(
    "url",
    [
        "postgresql://ada:sesame@127.0.0.1:1/games",
        "postgresql://127.0.0.1:1/games?user=ada&password=sesame",
        "postgresql://ada:1/sesame@127.0.0.1:1/games",
        "postgresql://ada:sesame/x@127.0.0.1:1/games",
        "postgresql://ada:x@sesame@127.0.0.1:1/games",
        "postgresql://ada:[sesame@127.0.0.1:1/games",
        "postgresql:ada:sesame@127.0.0.1:1/games",
        "host=127.0.0.1 password=sesame",
        "host=127.0.0.1 password=sesame dbname=games.db",
    ],
)
def test_no_refusal_of_a_database_shows_its_password(url: str, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.DEBUG)
    with pytest.raises(StoreRefusal) as refused:
        open_store(url)
    assert "sesame" not in str(refused.value)
    assert "sesame" not in caplog.text
    done = CliRunner().invoke(main, ["database", "version", "--database", url])
    assert done.exit_code == 1
    assert "sesame" not in done.output


@pytest.mark.parametrize("url", ["sesame", "redis://:x/sesame@h", "http://:sesame@h", "redis://:sesame@h:port"])
def test_no_refusal_of_a_bus_shows_its_password(url: str) -> None:
    from quincunx.games import Refused
    from quincunx.server.peers.bus import Bus

    with pytest.raises(Refused) as refused:
        Bus(url)
    assert "sesame" not in str(refused.value) or url == "sesame"


@pytest.mark.usefixtures("settings_file")
def test_the_list_of_settings_shows_no_secret(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("QUINCUNX_SERVER_DATABASE", "postgresql://ada:sesame@db/games")
    monkeypatch.setenv("QUINCUNX_SERVER_BUS", "redis://:sesame@bus")
    monkeypatch.setenv("QUINCUNX_SERVER_OPERATOR", "sesame-sesame-sesame")
    done = CliRunner().invoke(main, ["settings"])
    assert done.exit_code == 0
    assert "postgresql://ada@db/games" in done.output
    assert "sesame" not in done.output
    asked = CliRunner().invoke(main, ["settings", "get", "server.database"])
    assert asked.output == "postgresql://ada:sesame@db/games\n"
    for value in ("postgresql://ada:sesame@db/other", "redis://sesame@bus"):
        assert "sesame" not in CliRunner().invoke(main, ["settings", "set", "server.database", value]).output


@pytest.mark.parametrize("value", [12_345_678, "sesame\udcff"])
def test_a_secret_of_the_wrong_kind_is_not_shown(value: object) -> None:
    setting = Setting("server.operator", "", Message("settings.help.server.operator"), show=lambda _: "…")
    with pytest.raises(InvalidSetting) as refused:
        setting.accept(value)
    assert refused.value.message.args["value"] == "…"
    assert "sesame" not in json.dumps(refused.value.message.view())


def test_a_problem_is_shown_without_the_number_of_the_error() -> None:
    refused = ConnectionRefusedError(111, "Connection refused")
    for error in (refused, URLError(refused)):
        assert problem("http://127.0.0.1:1", error) == "Connection refused"
