"""The proxy of deploy/nginx, started for real in front of two processes: play, headers, limits, what it hides."""

from __future__ import annotations

import os
import re
import shlex
import shutil
import socket
import ssl
import subprocess
import zlib
from collections.abc import Iterator
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path

import httpx
import pytest
from live_server import PATIENCE, PROTOCOL, Socket, get, refusal, wait_for
from services import Server, free_port, postgres, redis_server, servers
from websockets.exceptions import InvalidStatus
from websockets.sync.client import ClientConnection, connect

ROOT = Path(__file__).parents[2]
NGINX = shutil.which("nginx", path=f"{os.environ['PATH']}:/usr/sbin")
HOST = "games.example"
REQUESTS = 20
"""Requests a second from one address; twice as many at once."""

CONNECTIONS = 5
"""The configuration allows more, which a test need not try."""

pytestmark = pytest.mark.skipif(
    not NGINX and not os.environ.get("QUINCUNX_FULL"), reason="needs nginx; `make test-more` installs it"
)


@dataclass
class Proxy:
    http: int
    https: int
    processes: list[Server]

    def client(self, address: str = "127.0.0.1", secret: str = "s" * 24, host: str = HOST) -> httpx.Client:
        """A visitor with an address of this machine, of which there are many."""
        headers = {"Host": host, "Authorization": f"Bearer {secret}"}
        way = httpx.HTTPTransport(verify=False, local_address=address)
        return httpx.Client(
            base_url=f"https://127.0.0.1:{self.https}", headers=headers, transport=way, timeout=PATIENCE
        )


@pytest.fixture(scope="module")
def proxy(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Proxy]:
    folder = tmp_path_factory.mktemp("nginx")
    with ExitStack() as stack:
        database, bus = stack.enter_context(postgres()), stack.enter_context(redis_server())
        limits = {"requests": str(REQUESTS), "proxies": "127.0.0.1"}
        processes = stack.enter_context(servers(2, database.database(), bus.url, **limits))
        found = Proxy(free_port(), free_port(), processes)
        configuration = folder / "nginx.conf"
        configuration.write_text(_configuration(folder, found))
        _make_certificate(folder)
        assert NGINX
        words = [NGINX, "-c", str(configuration), "-p", str(folder), "-e", str(folder / "error.log")]
        running = subprocess.Popen([*words, "-g", "daemon off;"])
        stack.callback(running.wait, PATIENCE)
        stack.callback(running.terminate)
        wait_for(lambda: running.poll() is not None or _answers(found))
        assert running.poll() is None, (folder / "error.log").read_text()
        yield found


def _make_certificate(folder: Path) -> None:
    """With the command of the docs."""
    page = (ROOT / "docs" / "operations.md").read_text()
    (command,) = re.findall(r"^openssl req .*$", page, re.MULTILINE)
    subprocess.run(shlex.split(command), cwd=folder, check=True, capture_output=True)


def _configuration(folder: Path, proxy: Proxy) -> str:
    """The files as they are, with ports, certificates and processes of this test."""
    text = "".join((ROOT / "deploy" / "nginx" / name).read_text() for name in ("upstream.conf", "quincunx.conf"))
    for old, new in {
        r"listen \[::\]:\d+( ssl)?;": "",
        r"listen 80;": f"listen 127.0.0.1:{proxy.http};",
        r"listen 443 ssl;": f"listen 127.0.0.1:{proxy.https} ssl;",
        r"127\.0\.0\.1:8701": f"127.0.0.1:{proxy.processes[0].port}",
        r"127\.0\.0\.1:8702": f"127.0.0.1:{proxy.processes[1].port}",
        r"/etc/ssl/quincunx/": f"{folder}/",
        r"limit_conn addresses \d+;": f"limit_conn addresses {CONNECTIONS};",
    }.items():
        text, count = re.subn(old, new, text)
        assert count, f"{old} is not in the configuration"
    paths = ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
    own = "".join(f"{name}_temp_path {folder}/{name};" for name in paths)
    user = "user root;" if os.geteuid() == 0 else ""
    http = f"access_log {folder}/access.log; {own}\n{text}"
    return f"{user} pid {folder}/pid; error_log {folder}/error.log;\nevents {{}}\nhttp {{ {http} }}\n"


def _answers(proxy: Proxy) -> bool:
    try:
        with proxy.client() as visitor:
            return visitor.get("/healthz").status_code == 200
    except httpx.TransportError:
        return False


def _socket(proxy: Proxy, place: str, origin: str) -> ClientConnection:
    unchecked = ssl.create_default_context()
    unchecked.check_hostname, unchecked.verify_mode = False, ssl.CERT_NONE
    return connect(
        f"wss://{HOST}/api/tables/{place}/socket",
        sock=socket.create_connection(("127.0.0.1", proxy.https)),
        ssl=unchecked,
        additional_headers={"Origin": origin},
        compression=None,
        subprotocols=PROTOCOL,
        open_timeout=PATIENCE,
    )


def test_a_move_over_http_and_one_over_the_websocket(proxy: Proxy) -> None:
    with proxy.client() as ada:
        seats = [{"kind": "person", "name": "Ada"}, {"kind": "person", "name": "Bob"}]
        opened = ada.post("/api/tables", json={"game": "tactix", "seats": seats})
        assert opened.status_code == 201, opened.text
        place = opened.json()["table"]["id"]
        origin = f"https://{HOST}"
        move = {"do": "move", "seat": 1, "move": "a1", "key": "1"}
        done = ada.post(f"/api/tables/{place}/actions", json=move, headers={"Origin": origin})
        assert done.status_code == 200, done.text
        with _socket(proxy, place, origin) as connection:
            page = Socket(connection)
            page.send({"hello": {"secret": "s" * 24}})
            assert [ply["token"] for ply in page.table()["history"]] == ["a1"]
            page.send({"do": "move", "seat": 2, "move": "b1", "key": "2"})
            assert "b1" in [ply["token"] for ply in page.table(lambda table: len(table["history"]) == 2)["history"]]
        foreign = ada.post(f"/api/tables/{place}/actions", json=move, headers={"Origin": "https://evil.example"})
        assert refusal(403, foreign).code == "server.cross-site"
        with pytest.raises(InvalidStatus), _socket(proxy, place, "https://evil.example"):
            pass


def test_plain_http_is_redirected_and_https_is_remembered(proxy: Proxy) -> None:
    redirect = get(f"http://127.0.0.1:{proxy.http}/t/abc?x=1", headers={"Host": "evil.example"})
    assert redirect.status_code == 301
    assert redirect.headers["location"] == f"https://{HOST}/t/abc?x=1"
    with proxy.client() as visitor:
        for path, status in {"/": 200, "/api/games": 200, "/nothing": 404, "/metrics": 403}.items():
            answer = visitor.get(path)
            assert answer.status_code == status
            assert answer.headers["strict-transport-security"] == "max-age=31536000", path
        assert visitor.get("/").headers["content-security-policy"]


@pytest.mark.parametrize("host", [HOST, "127.0.0.1", "localhost"])
@pytest.mark.parametrize(
    "path",
    [
        "/metrics", "/metrics/", "/metrics?x", "//metrics", "/./metrics", "/x/../metrics", "/%6detrics", "/metrics%20",
        "/metrics;x", "/METRICS", "/operator", "/operator/", "/api/operator", "/api/operator/", "/api/operator/tables",
        "/api//operator", "/api/./operator/tables", "/readyz", "/readyz/",
    ],
)  # fmt: skip
def test_nothing_of_the_operator_is_shown(proxy: Proxy, path: str, host: str) -> None:
    with proxy.client(f"127.0.1.{zlib.crc32(f'{path} {host}'.encode()) % 200 + 1}", host=host) as visitor:
        visitor.headers.pop("Authorization")
        request = httpx.Request("GET", f"https://127.0.0.1:{proxy.https}/", headers=visitor.headers)
        request.url = request.url.copy_with(raw_path=path.encode())  # as it is: a client would tidy it
        answer = visitor.send(request, follow_redirects=False)
    assert answer.status_code in (301, 307, 308, 403, 404)
    assert "quincunx_" not in answer.text
    assert "location" not in answer.headers or HOST in answer.headers["location"]


def test_addresses_count_as_the_proxy_sees_them(proxy: Proxy) -> None:
    """Whoever asks too often is refused, whatever address they claim; others are not."""
    with proxy.client("127.0.0.2") as flood, proxy.client("127.0.0.3") as other:
        answers = [
            flood.get("/api/games", headers={"X-Forwarded-For": f"10.0.0.{n}", "Forwarded": f"for=10.0.1.{n}"})
            for n in range(10 * REQUESTS)
        ]
        assert {answer.status_code for answer in answers} == {200, 429}
        assert other.get("/api/games").status_code == 200


def test_one_address_has_a_limited_number_of_connections(proxy: Proxy) -> None:
    with ExitStack() as stack:
        visitors = [stack.enter_context(proxy.client("127.0.0.4")) for _ in range(CONNECTIONS)]
        place = visitors[0].post(
            "/api/tables", json={"game": "tactix", "seats": [{"kind": "person", "name": name} for name in "AB"]}
        )
        stream = f"/api/tables/{place.json()['table']['id']}/stream"
        for visitor in visitors:  # each holds a connection open
            assert stack.enter_context(visitor.stream("GET", stream)).status_code == 200
        one_more = stack.enter_context(proxy.client("127.0.0.4"))
        assert one_more.get("/").status_code == 503
        assert stack.enter_context(proxy.client("127.0.0.5")).get("/").status_code == 200


def test_a_large_body_does_not_reach_the_server(proxy: Proxy) -> None:
    with proxy.client("127.0.0.6") as visitor:
        answer = visitor.post("/api/tables", content=b" " * (1 << 20) + b" ")
    assert answer.status_code == 413
    assert "nginx" in answer.headers["server"]
    assert "nginx" in answer.text


def test_a_killed_process_costs_nobody_the_proxy(proxy: Proxy) -> None:
    with proxy.client("127.0.0.7") as visitor:
        proxy.processes[0].end()
        assert {visitor.get(f"/t/{n}").status_code for n in range(20)} == {200}
