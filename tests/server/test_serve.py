"""`quincunx serve`: the real program, opened and closed."""

from __future__ import annotations

import re
import signal
import socket
import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner
from live_server import OPERATOR, PATIENCE, Player, computer, get, person, play_out, wait_for
from services import free_port

from quincunx.cli import main
from quincunx.law.messages import text

STOPPED = text("cli.serve.stopped") + "\n"


@pytest.fixture
def home(settings_file: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A machine without settings, without data and without a screen."""
    for variable in ("DISPLAY", "WAYLAND_DISPLAY"):
        monkeypatch.delenv(variable, raising=False)
    monkeypatch.setenv("XDG_DATA_HOME", str(settings_file.parent / "data"))
    monkeypatch.setenv("QUINCUNX_SERVER_OPERATOR", OPERATOR)
    return settings_file.parent


def program(*words: str) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [sys.executable, "-m", "quincunx", *words], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )


def ended(running: subprocess.Popen[str]) -> tuple[str, str]:
    """What it wrote until its end, without the line about a machine that was too busy to let it run for seconds."""
    out, error = running.communicate(timeout=PATIENCE)
    return out, "".join(line for line in error.splitlines(keepends=True) if "the server was frozen" not in line)


def heard_address(running: subprocess.Popen[str]) -> str:
    assert running.stdout
    line = running.stdout.readline()
    found = re.fullmatch(r"Quincunx is running at (http://\S+/)  \(stop it with Ctrl-C\)\n", line)
    assert found, line
    return found[1]


def test_a_server_makes_the_operators_token_and_says_where_it_is(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("QUINCUNX_SERVER_OPERATOR")
    place, tokens = home / "data" / "quincunx" / "operator", []
    for _ in range(2):
        running = program("serve", "--port", "0", "--no-open")
        url = heard_address(running)
        assert running.stdout
        assert running.stdout.readline() == text("cli.serve.operator", url=url, path=str(place)) + "\n"
        tokens.append(place.read_text().strip())
        assert place.stat().st_mode & 0o777 == 0o600
        assert get(f"{url}metrics").status_code == 401
        assert get(f"{url}metrics", headers={"Authorization": f"Bearer {tokens[-1]}"}).status_code == 200
        assert CliRunner().invoke(main, ["tables", "list", "--server", url]).exit_code == 0
        running.terminate()
        assert ended(running) == (STOPPED, "")
    assert tokens[0] == tokens[1]
    assert len(tokens[0]) >= 32
    assert [file.name for file in place.parent.iterdir() if file.name.startswith("operator")] == ["operator"]


def test_where_no_token_can_be_kept_nobody_is_the_operator(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("QUINCUNX_SERVER_OPERATOR")
    (home / "data").write_text("a file in place of the folder")
    running = program("serve", "--port", "0", "--no-open", "--database", f"sqlite:///{home}/games.sqlite")
    url = heard_address(running)
    assert running.stdout
    assert "server.operator" in running.stdout.readline()
    for given in ({}, {"Authorization": "Bearer"}):
        assert get(f"{url}metrics", headers=given).status_code == 401
    running.terminate()
    assert ended(running) == (STOPPED, "")


@pytest.mark.usefixtures("home")
@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_it_starts_prints_its_address_and_stops_gracefully(tmp_path: Path, number: int) -> None:
    running = program("serve", "--port", "0", "--database", f"sqlite:///{tmp_path}/games.sqlite")
    url = heard_address(running)
    assert url.startswith("http://127.0.0.1:")
    with Player(url) as ada:
        place = ada.open("tactix:size=3", person(), computer())["id"]
        assert play_out(place, ada)["over"]
        assert ada.http.get("/").status_code == 200
        with ada.at(place) as page:
            page.table()
            running.send_signal(number)
            assert ended(running) == (STOPPED, "")
    assert running.returncode == 0


def test_without_a_command_the_program_starts_the_server_as_the_settings_say(home: Path) -> None:
    port = free_port()
    (home / "settings.toml").write_text(f"[server]\nport = {port}\nopen = false\n")
    running = program()
    assert heard_address(running) == f"http://127.0.0.1:{port}/"
    running.terminate()
    assert ended(running) == (STOPPED, "")
    database = home / "data" / "quincunx" / "games.sqlite"
    assert database.stat().st_mode & 0o077 == 0, "nobody else may read the seeds of matches going on"


@pytest.mark.usefixtures("home")
def test_a_port_in_use_is_refused(tmp_path: Path) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        number = taken.getsockname()[1]
        running = program("serve", "--port", str(number), "--database", str(tmp_path / "games.sqlite"))
        out, error = ended(running)
    assert (running.returncode, out) == (1, "")
    assert error == f"quincunx: {text('server.port-taken', port=number, host='127.0.0.1')}\n"


def unopened(database: str) -> str:
    return text("store.unopened", database=database, problem="")


@pytest.mark.usefixtures("home")
@pytest.mark.parametrize(
    ("words", "reason"),
    [
        (["--host", "no.such.host.invalid"], "Cannot listen on 'no.such.host.invalid': "),
        (["--database", "mysql://somewhere/x"], text("store.scheme", scheme="mysql")),
        (["--database", "postgresql://127.0.0.1:1/x"], unopened("postgresql://127.0.0.1:1/x")),
        (["--database", "sqlite://x"], text("store.sqlite-address")),
        (["--database", "bogus"], text("store.not-address", path="bogus", suffixes=(".db", ".sqlite", ".sqlite3"))),
        (["--database", "/dev/null/games.sqlite"], unopened("/dev/null/games.sqlite")),
    ],
)
def test_an_address_or_database_that_cannot_be_used_is_refused(
    words: list[str], reason: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = tmp_path / "here"
    folder.mkdir()
    monkeypatch.chdir(folder)
    refused = CliRunner(catch_exceptions=False).invoke(main, ["serve", "--port", "0", *words])
    assert (refused.exit_code, refused.stdout) == (1, "")
    assert refused.stderr.startswith(f"quincunx: {reason}")
    assert list(folder.iterdir()) == []


@pytest.mark.usefixtures("home")
@pytest.mark.parametrize("words", [["--dask", "foo"], ["--bus", "foo"], ["--bus", "redis://127.0.0.1:1"]])
def test_a_refused_start_makes_no_database(words: list[str], tmp_path: Path) -> None:
    words = ["serve", "--port", "0", "--database", str(tmp_path / "new" / "games.sqlite"), *words]
    assert CliRunner(catch_exceptions=False).invoke(main, words).exit_code == 1
    assert not (tmp_path / "new").exists()


def test_the_browser_is_opened_where_there_is_a_screen(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    seen = home / "seen"
    browser = home / "browser"
    browser.write_text(f'#!/bin/sh\necho "$1" > {seen}.new && mv {seen}.new {seen}\n')
    browser.chmod(0o755)
    monkeypatch.setenv("BROWSER", str(browser))
    words = ("serve", "--port", "0", "--database", str(home / "games.sqlite"))
    running = program(*words)  # no screen
    heard_address(running)
    running.terminate()
    running.communicate(timeout=PATIENCE)
    assert not seen.exists()
    monkeypatch.setenv("DISPLAY", ":0")
    for flag, shown in (("--no-open", False), ("--open", True)):
        running = program(*words, flag)
        url = heard_address(running)
        if shown:
            wait_for(seen.exists)
            assert seen.read_text() == f"{url}\n"
        running.terminate()
        running.communicate(timeout=PATIENCE)
        assert seen.exists() == shown


@pytest.mark.usefixtures("home")
def test_requests_are_logged_when_asked_but_never_a_code(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("QUINCUNX_SERVER_LOG", "requests")
    running = program("serve", "--port", "0", "--no-open", "--database", str(tmp_path / "games.sqlite"))
    url = heard_address(running)
    with Player(url) as ada, Player(url) as bob:
        table = ada.open("tactix", person(), {"kind": "open"})
        code = table["watch"]
        bob.table(table["id"], watch=code)
        bob.try_to("sit", table["id"], seat=2, invite=table["invites"]["2"], name="")
    running.terminate()
    out, error = ended(running)
    everything = out + error
    assert f"GET /api/tables/{table['id']}?watch=… HTTP/1.1" in everything
    for secret in (code, table["invites"]["2"], ada.secret, bob.secret):
        assert secret not in everything
