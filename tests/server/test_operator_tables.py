"""What an operator can do with the tables of a running server, by HTTP and by command."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from dataclasses import replace
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path

import httpx
import pytest
from click.testing import CliRunner
from live_server import OPERATOR, PATIENCE, UNLIMITED, Player, computer, get, invited, opened, person, refusal

from quincunx.cli import main


def run(*words: str, token: str = OPERATOR) -> tuple[int, str]:
    done = CliRunner().invoke(main, ["tables", *words], env={"QUINCUNX_SERVER_OPERATOR": token})
    return done.exit_code, done.output


@pytest.fixture
def url(tmp_path: Path) -> Iterator[str]:
    with opened(tmp_path / "games.sqlite") as address:
        yield address


def test_the_operator_lists_ends_and_deletes_tables(url: str) -> None:
    with Player(url) as ada, Player(url) as bob:
        ended, deleted = invited(ada, bob, "tactix"), ada.open("xtic", person(), computer("easy"))["id"]
        with ada.at(ended) as page:
            page.table()
            code, said = run("list", "--server", url)
            assert code == 0
            assert ended in said
            assert deleted in said
            assert "127.0.0.1" in said
            assert run("end", ended, "--server", url)[0] == 0
            table = page.table(lambda table: table["over"])
        assert table["abandoned"]
        assert table["outcome"] is None
        assert table["abandoned_why"]["code"] == "table.abandoned.operator"
        assert run("end", ended, "--server", url)[0] == 1, "it is over already"
        assert run("delete", deleted, "--server", url)[0] == 0
        assert ada.http.get(f"/api/tables/{deleted}").status_code == 404
        assert run("delete", deleted, "--server", url)[0] == 1
        assert ended not in run("list", "--server", url)[1]


def test_only_the_operator_can(url: str) -> None:
    with Player(url) as ada:
        place = ada.open("tactix", person(), person("Bob"))["id"]
        path = f"{url}api/operator/tables"
        for method, where in (("GET", path), ("PUT", f"{path}/{place}/end"), ("DELETE", f"{path}/{place}")):
            for wrong in ({}, {"Authorization": f"Bearer {ada.secret}"}, {"Authorization": "Bearer x"}):
                assert (
                    refusal(401, httpx.request(method, where, headers=wrong, timeout=PATIENCE)).code
                    == "server.operator-token"
                )
        assert not ada.table(place)["over"]
        assert run("list", "--server", url, token="")[0] == 1
        assert place in run("list", "--server", url)[1]


def test_without_a_token_nobody_is_the_operator(tmp_path: Path) -> None:
    with opened(tmp_path / "games.sqlite", replace(UNLIMITED, operator="")) as url:
        for given in ({}, {"Authorization": "Bearer x"}, {"Authorization": "Bearer"}):
            assert refusal(401, get(f"{url}metrics", headers=given)).code == "server.operator-token"


def test_a_server_that_is_not_there_is_named() -> None:
    code, said = run("list", "--server", "http://127.0.0.1:9")
    assert code == 1
    assert "127.0.0.1:9" in said
    assert run("list", "--server", "ftp://127.0.0.1")[0] == 1


def test_the_token_goes_to_no_other_address() -> None:
    asked: list[str] = []

    class Redirects(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            asked.append(self.path)
            self.send_response(302)
            self.send_header("Location", "/elsewhere")
            self.end_headers()

        def log_message(self, *_: object) -> None:
            pass

    server = HTTPServer(("127.0.0.1", 0), Redirects)
    thread = threading.Thread(target=server.serve_forever)
    thread.start()
    try:
        code, said = run("list", "--server", f"http://127.0.0.1:{server.server_port}", token=OPERATOR)
    finally:
        server.shutdown()
        thread.join()
        server.server_close()
    assert (code, asked) == (1, ["/api/operator/tables"])
    assert "302" in said


@pytest.mark.parametrize(
    "url", ["http://ada:sesame@127.0.0.1:9", "http://ada:ses/ame@127.0.0.1:9", "ftp://ada:sesame@h"]
)
def test_no_refusal_shows_a_password(url: str) -> None:
    code, said = run("list", "--server", url)
    assert code == 1
    assert "ses" not in said


def test_no_proxy_is_asked_for_a_server_on_this_machine(url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """It would get the token."""
    monkeypatch.setenv("http_proxy", "http://127.0.0.1:9")
    monkeypatch.delenv("no_proxy", raising=False)
    assert run("list", "--server", url)[0] == 0


def test_an_address_that_cannot_be_read_is_refused() -> None:
    code, said = run("list", "--server", "http://[::1")
    assert code
    assert "does not answer" in said
