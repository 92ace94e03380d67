"""The files of the pages as browsers get them: of one edition, packed, and kept."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import replace
from hashlib import sha256
from pathlib import Path

import httpx
import pytest
from live_server import PATIENCE, UNLIMITED, opened
from starlette.requests import Request

from quincunx import books
from quincunx.games import GAMES
from quincunx.server.routes.web.pages import PAGES, WEB, WORKER
from quincunx.server.transport.static_files import StaticFiles, takes_gzip


@pytest.fixture(scope="module")
def http(tmp_path_factory: pytest.TempPathFactory) -> Iterator[httpx.Client]:
    with (
        opened(tmp_path_factory.mktemp("files") / "games.sqlite") as url,
        httpx.Client(base_url=url, timeout=PATIENCE, verify=False) as client,
    ):
        yield client


def addresses(page: str, tag: str) -> list[str]:
    return re.findall(rf'<{tag}[^>]* (?:src|href)="(/static/[^"]+)"', page)


@pytest.mark.parametrize("path", ["/", *(path for path in PAGES if path.count("/") == 1 and path != "/"), "/t/a/sit/1"])
def test_a_page_asks_at_once_for_every_module_it_needs(path: str, http: httpx.Client) -> None:
    """Found here in another way than there: by walking through what the server serves, a step at a time."""
    page = http.get(path).text
    loads = addresses(page, 'link rel="modulepreload"')
    (entry,) = addresses(page, 'script type="module"')
    bundled = entry.endswith("/bundle.js")
    waiting, needed = [] if bundled else [entry], set[str]()
    if bundled:
        needed = {str(httpx.URL(entry).join(found)) for found in re.findall(r'from"(\./[^"]+)"', http.get(entry).text)}
    while waiting:
        module = httpx.URL(waiting.pop())
        for line in http.get(module).text.split("\n"):
            static = re.search(r'^(?:import .*|\} )from "(.*)";$|^import "(.*)";$', line)
            dynamic = re.search(r"\bimport\(`(.*)`\)", line)
            found = [static[1] or static[2]] if static else []
            if dynamic:
                found += [dynamic[1].replace("${name}", game) for game in GAMES]
            for address in {str(module.join(address)) for address in found} - needed:
                needed.add(address)
                waiting.append(address)
    assert len(loads) == len(set(loads)) > (0 if bundled else 5)
    assert set(loads) == needed


def test_files_of_a_page_are_packed_and_kept_for_ever(http: httpx.Client) -> None:
    page = http.get("/")
    assert page.headers["cache-control"] == "no-cache"
    for address in [*addresses(page.text, "link"), *addresses(page.text, "script")]:
        answer = http.get(address)
        assert answer.status_code == 200, address
        assert "immutable" in answer.headers["cache-control"]
        assert answer.headers["vary"] == "Accept-Encoding"
        if len(answer.content) > 1000:
            assert answer.headers["content-encoding"] == "gzip"
            assert int(answer.headers["content-length"]) < len(answer.content)


def test_a_book_keeps_its_address_and_is_kept_for_ever(http: httpx.Client) -> None:
    tables = http.get("/static/engine/players.js").text
    listed = re.findall(r'"([^"]+)":"(/static/by-content/[^"]+)"', tables)
    assert {name for name, _ in listed} == set(books.names())
    for name, address in listed:
        answer = http.get(address)
        assert "immutable" in answer.headers["cache-control"]
        assert sha256(answer.content).hexdigest() == books.checksum(name)


def test_who_takes_nothing_packed_gets_it_as_it_is(http: httpx.Client) -> None:
    answer = http.get("/static/api.js", headers={"Accept-Encoding": "identity"})
    assert "content-encoding" not in answer.headers
    assert answer.content == (WEB / "api.js").read_bytes()
    assert answer.headers["content-type"].startswith("text/javascript")


def test_the_list_of_games_is_packed_too(http: httpx.Client) -> None:
    packed = http.get("/api/games")
    plain = http.get("/api/games", headers={"Accept-Encoding": "identity"})
    assert packed.headers["content-encoding"] == "gzip"
    assert "content-encoding" not in plain.headers
    assert packed.json() == plain.json()
    for answer in (packed, plain):
        assert answer.headers["vary"] == "Accept-Encoding"
        assert answer.headers["cache-control"] == "no-store"
        assert answer.headers["content-type"] == "application/json"


@pytest.mark.parametrize(
    ("accepted", "takes"),
    [
        ("gzip", True),
        ("br, gzip;q=0.5", True),
        ("gzip;q=0", False),
        ("gzip; q=0.0, br", False),
        ("br", False),
        ("", False),
    ],
)
def test_who_takes_gzip(accepted: str, takes: bool) -> None:
    assert takes_gzip(accepted) is takes


@pytest.mark.parametrize("address", ["/", "/static/api.js", "/static/0123456789ab/api.js"])
def test_what_may_change_is_asked_for_again_but_not_sent_again(address: str, http: httpx.Client) -> None:
    """An edition that is not this one's may not be kept under its name either."""
    first = http.get(address)
    assert first.headers["cache-control"] == "no-cache"
    again = http.get(address, headers={"If-None-Match": first.headers["etag"]})
    assert (again.status_code, again.content) == (304, b"")
    assert http.get(address, headers={"If-None-Match": '"other"'}).status_code == 200


def test_files_are_only_read(http: httpx.Client) -> None:
    assert http.head("/static/api.js").content == b""
    assert http.post("/static/api.js").status_code == 405
    assert http.get("/static/0123456789ab/nothing.js").status_code == 404


def test_files_are_generated_when_one_is_first_asked_for(tmp_path: Path) -> None:
    """So that a server starts without them."""
    made = []

    def generate() -> dict[str, bytes]:
        made.append("a.js")
        return {"a.js": b"1"}

    files = StaticFiles(tmp_path, generated=generate)
    assert made == []
    assert files.bodies() == {"a.js": b"1"}
    assert files.edition
    assert made == ["a.js"]


def test_a_changed_file_makes_another_edition(tmp_path: Path) -> None:
    """So that nobody has to restart the server to see what they did, nor meets half of it."""
    (tmp_path / "page.html").write_text('<script type="module" src="/static/$name.js"></script>')
    (tmp_path / "a.js").write_text('import { b } from "./b.js";\n')
    (tmp_path / "b.js").write_text("export const b = 1;\n")
    now = 0.0
    files = StaticFiles(tmp_path, clock=lambda: now)
    asked = Request({"type": "http", "method": "GET", "headers": []})
    before = bytes(files.page("page.html", asked, {"name": "a"}).body).decode()
    (tmp_path / "b.js").write_text("export const b = 2;\n")
    # At most once a second all files are looked at.
    assert bytes(files.page("page.html", asked, {"name": "a"}).body).decode() == before
    now += 1
    after = bytes(files.page("page.html", asked, {"name": "a"}).body).decode()
    editions = [set(re.findall("/static/([0-9a-f]{12})/", page)) for page in (before, after)]
    assert [len(edition) for edition in editions] == [1, 1]
    assert editions[0] != editions[1]


def test_the_service_worker_names_files_that_are_there_for_ever(http: httpx.Client) -> None:
    answer = http.get(f"/{WORKER}")
    assert answer.headers["content-type"].startswith("text/javascript")
    assert answer.headers["cache-control"] == "no-cache"
    assert "connect-src 'self'" in answer.headers["content-security-policy"]
    told = dict(re.findall(r"^const (\w+) = (.*);$", answer.text, re.MULTILINE))
    for path in [*json.loads(told["FILES"]), *re.findall(r'importScripts\("(.+)"\)', answer.text)]:
        found = http.head(f"/{path}")
        assert found.status_code == 200
        assert "immutable" in found.headers["cache-control"]
    for path in json.loads(told["PAGES"]):
        assert f"/static/{json.loads(told['EDITION'])}/" in http.get(f"/{path}").text
    assert http.head(f"/static/{'0' * 12}/api.js").headers["cache-control"] == "no-cache"


def test_the_setting_that_keeps_nothing_serves_a_worker_that_removes_itself(http: httpx.Client, tmp_path: Path) -> None:
    config = replace(UNLIMITED, offline=False)
    with (
        opened(tmp_path / "games.sqlite", config) as url,
        httpx.Client(base_url=url, timeout=PATIENCE, verify=False) as client,
    ):
        assert "unregister" in client.get(f"/{WORKER}").text
        assert 'data-worker=""' in client.get("/").text
    assert "unregister" not in http.get(f"/{WORKER}").text
    assert f'data-worker="/{WORKER}"' in http.get("/").text
    assert 'data-worker=""' in http.get("/embed/study").text
