"""Link previews: the tags and the picture of a shared address, and what they keep to themselves."""

from __future__ import annotations

import asyncio
import io
import re
from collections.abc import Iterator
from dataclasses import replace
from html import unescape
from pathlib import Path
from urllib.parse import quote

import httpx
import pytest
from live_server import OPEN, UNLIMITED, Player, opened, person, play_out
from PIL import Image

from quincunx import games
from quincunx.law import text
from quincunx.server.errors import ApiError
from quincunx.server.routes.web import previews
from quincunx.server.tables.registry import TableRegistry
from quincunx.server.transport.turns import BURST
from quincunx.store import open_store

POSITION = "xtic .E8F/.562/4.../..1. =0"


@pytest.fixture
def crawler(url: str) -> Iterator[httpx.Client]:
    """A program of another site, which looks at links."""
    with httpx.Client(base_url=url, timeout=60) as client:
        yield client


def tags(crawler: httpx.Client, address: str, **headers: str) -> dict[str, str]:
    """The Open Graph tags of a page."""
    page = crawler.get(address, headers=headers)
    assert page.status_code == 200
    found = re.findall(r'<meta (?:property|name)="((?:og|twitter|desc)[^"]*)" content="([^"]*)"', page.text)
    return {name: unescape(value) for name, value in found}


def drawn(crawler: httpx.Client, found: dict[str, str]) -> bytes:
    """The picture that the tags name."""
    answer = crawler.get(found["og:image"])
    assert (answer.status_code, answer.headers["content-type"]) == (200, "image/png")
    assert answer.headers["cross-origin-resource-policy"] == "cross-origin"
    assert "max-age" in answer.headers["cache-control"]
    with Image.open(io.BytesIO(answer.content)) as image:
        assert image.size == (int(found["og:image:width"]), int(found["og:image:height"]))
    return answer.content


@pytest.mark.parametrize(
    ("address", "title"),
    [
        ("/", text("web.title.lobby")),
        ("/rules/tactix", "TacTix"),
        ("/lessons/xchain", "Chain Reaction"),
        ("/new?game=tritoc", "TriToc"),
        ("/puzzles/tactix-0001", "TacTix, puzzle 1"),
        (f"/study?position={quote(POSITION)}", "xtic position"),
        (f"/new?position={quote(POSITION)}", "xtic position"),
    ],
)
def test_a_shared_page_has_a_title_and_a_picture(crawler: httpx.Client, address: str, title: str) -> None:
    found = tags(crawler, address)
    assert found["og:title"] == title
    assert found["og:description"] == found["description"] != ""
    assert found["twitter:card"] == "summary_large_image"
    drawn(crawler, found)


def test_a_public_game_shows_its_position(crawler: httpx.Client, ada: Player) -> None:
    table = ada.open("tactix", person("Ada"), person('<Bo "B">'), listed=True)["id"]
    before = tags(crawler, f"/t/{table}")
    assert before["og:title"] == 'TacTix: Ada, <Bo "B">'
    first = drawn(crawler, before)
    ada.do("move", table, seat=1, move="a1")
    after = tags(crawler, f"/t/{table}")
    assert after["og:image"] != before["og:image"], "or sites would show the old picture"
    assert drawn(crawler, after) != first
    play_out(table, ada)
    assert "wins" in tags(crawler, f"/study?table={table}")["og:description"]


def test_colours_that_were_chosen_are_seen(crawler: httpx.Client, ada: Player) -> None:
    pictures = []
    for suit in ("blue", "plum"):
        seats = [{**person("Ada"), "suit": suit}, person("Bo")]
        table = ada.open("xchain", *seats, listed=True)["id"]
        ada.do("move", table, seat=1, move="a1")
        pictures.append(drawn(crawler, tags(crawler, f"/t/{table}")))
    assert pictures[0] != pictures[1]


def test_a_private_table_shows_only_the_game_and_who_invites(crawler: httpx.Client, ada: Player, bob: Player) -> None:
    listed = ada.open("tactix", person("Ada"), OPEN, listed=True)
    waiting = tags(crawler, f"/t/{listed['id']}")
    table = ada.open("tactix:size=6", person("Ada"), OPEN)
    found = tags(crawler, f"/t/{table['id']}/sit/2")
    assert found["og:title"] == text("server.preview.invitation", name="Ada", game="TacTix")
    assert found["og:description"] == games.GAMES["tactix"].text("summary")
    assert found["og:description"] == waiting["og:description"], "it is not in progress"
    picture = drawn(crawler, found)
    # The same as for any other private table, whatever its options and position.
    other = ada.open("tactix", person("Ada"), OPEN, start="tactix oo../..../..../oo.. 1")
    assert drawn(crawler, tags(crawler, f"/t/{other['id']}/sit/2")) == picture
    # A preview takes no seat and counts as nobody.
    assert ada.table(table["id"])["seats"][1]["open"]
    assert ada.table(table["id"])["spectators"] == 0
    # When all seats are taken nobody is invited any more.
    bob.do("sit", table["id"], seat=2, name="Bob", kind="person", invite=table["invites"]["2"])
    assert tags(crawler, f"/t/{table['id']}") == tags(crawler, "/t/nothing")
    assert crawler.get(found["og:image"]).status_code == 404


def test_pictures_have_the_public_address(crawler: httpx.Client, tmp_path: Path) -> None:
    """And never one that a client made up in its Host header (test_security.py)."""
    assert tags(crawler, "/")["og:image"] == "/api/previews/site"
    config = replace(UNLIMITED, url="https://games.example")
    with opened(tmp_path / "games.sqlite", config) as url, httpx.Client(base_url=url, timeout=60) as client:
        assert tags(client, "/")["og:image"] == "https://games.example/api/previews/site"


def test_nothing_else_is_drawn(crawler: httpx.Client) -> None:
    for address, status in {
        "games/chess": 422,
        "position?position=xtic": 422,
        f"position?position={'x' * 3000}": 422,
        "puzzles/tactix-9999": 404,
        "tables/nothing": 404,
    }.items():
        assert crawler.get(f"/api/previews/{address}").status_code == status


def test_drawing_is_charged_to_the_address(tmp_path: Path) -> None:
    """Who had a picture drawn waits for more of the server's time."""
    registry = TableRegistry(open_store(str(tmp_path / "games.sqlite")), replace(UNLIMITED, share_each=1))
    turns = registry.addresses.turns
    spent = []

    async def draw() -> None:
        pictures = previews.Pictures(registry)
        for _ in range(2):
            await pictures.png(previews.of_site(), "192.0.2.1")
            spent.append(turns._account("192.0.2.1").left)

    asyncio.run(draw())
    assert spent[0] < BURST
    assert spent[1] >= spent[0], "the picture was kept"


def test_only_a_few_pictures_are_drawn_at_a_time(tmp_path: Path) -> None:
    pictures = previews.Pictures(TableRegistry(open_store(str(tmp_path / "games.sqlite")), UNLIMITED))
    for _ in range(previews.AT_ONCE):
        assert pictures._places.acquire(blocking=False)
    with pytest.raises(ApiError) as refused:
        asyncio.run(pictures.png(previews.of_site(), "192.0.2.1"))
    assert refused.value.status == 503


def test_requests_for_pictures_are_limited(tmp_path: Path) -> None:
    config = replace(UNLIMITED, requests=1)
    with opened(tmp_path / "games.sqlite", config) as url, httpx.Client(base_url=url, timeout=60) as client:
        statuses = [client.get("/api/previews/site").status_code for _ in range(5)]
        assert statuses[0] == 200
        assert 429 in statuses
        # The page comes all the same, without the table in its preview.
        assert tags(client, "/t/nothing")["og:title"] == text("web.title.lobby")


# Embedded boards


@pytest.mark.parametrize("address", ["/embed/t/nothing", "/embed/puzzles/tactix-0001", "/embed/study?position=xtic"])
def test_only_embedded_boards_may_be_framed(crawler: httpx.Client, address: str) -> None:
    policy = crawler.get(address).headers["content-security-policy"]
    assert "frame-ancestors *" in policy
    for other in ("/", "/t/nothing", "/puzzles/tactix-0001", "/study", "/embed", "/api/games", "/static/icon.svg"):
        usual = crawler.get(other).headers["content-security-policy"]
        assert "frame-ancestors 'none'" in usual
        assert usual == policy.replace("frame-ancestors *", "frame-ancestors 'none'")


def test_an_embedded_board_loads_nothing_that_knows_the_player(crawler: httpx.Client) -> None:
    page = crawler.get("/embed/puzzles/tactix-0001").text
    loaded = re.findall(r'(?:src|href)="(/static/[^"]+\.js)"', page)
    assert any(address.endswith("/pages/embed.js") for address in loaded)
    for address in loaded:
        source = crawler.get(address).text
        assert "localStorage" not in source, address
        assert "Authorization" not in source, address
