"""Every text of the pages comes from the catalogue: in the pseudo-locale all of them are in brackets ⟦…⟧."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

import pytest
from full_run import FULL
from layout_cases import CASES, LONG
from live_server import Player
from playwright.sync_api import Browser
from visitors import Guest, ServerProcess

from quincunx.games import GAMES
from quincunx.law import messages

CONTENT = (
    "article.rules",  # the rules are documents
    ".lesson h2, .lesson-text, .lesson-feedback",  # a lesson is data
    ".step-list",  # the titles of a lesson's steps
    "code, kbd, textarea, .code",  # commands, keys, positions
    ".rim-label, .hole-number, .lit-number, .token-number, .square-value",  # on the boards
    ".ply, .where, .clock, .value-list, .chat-list",  # moves, times, what players say
    "time",  # the browser writes dates
    "svg text",  # names of squares and pieces on a board
    ".listed tbody th, .listed td:first-of-type",  # ids of tables, games with their options, addresses
)
"""What is not a text of the pages, by selector."""

NAMES = ("Ada", "Bob", "Bo", "Cy", "Dot", LONG, "Guest", "Computer", "Quincunx")
DATA = re.compile(
    "|".join(
        [
            *map(re.escape, sorted([*NAMES, *GAMES, *(game.title for game in GAMES.values())], key=len, reverse=True)),
            r"\b[a-l]\d{1,2}\b",  # squares
            r"\b[0-9A-F]{1,2}\b",
            r"\b\d+x\d+\b",
        ]
    )
)
"""Names, titles of games, squares, sizes."""

COLLECT = """([content]) => {
  const found = [];
  const isContent = (element) => element.closest(content) !== null;
  const seen = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (seen.nextNode()) {
    // A sentence with a move in italics is one text.
    const element = seen.currentNode.parentElement.closest(":not(em)");
    const data = element.querySelector(":scope > em") ? element.textContent : seen.currentNode.data;
    const shown = element.checkVisibility({ visibilityProperty: true }) || element.closest("option");
    if (!["SCRIPT", "STYLE"].includes(element.tagName) && shown && !isContent(element)) found.push(data);
  }
  for (const element of document.querySelectorAll("*")) {
    if (isContent(element)) continue;
    for (const name of ["aria-label", "aria-valuetext", "title", "placeholder", "alt", "label"])
      if (element.hasAttribute(name)) found.push(element.getAttribute(name));
  }
  return [document.title, ...found];
}"""


def outside(text: str) -> str:
    """What is not in brackets, nor data."""
    inner = re.compile("⟦[^⟦⟧]*⟧")
    while inner.search(text):
        text = inner.sub("", text)
    return DATA.sub("", text)


def test_the_check_finds_what_is_not_in_brackets() -> None:
    assert re.search(r"\w", outside("⟦Áda ⟦won⟧ b2⟧ TacTix, a1")) is None
    assert outside("⟦Wáít⟧ now").strip() == "now"


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerProcess]:
    opened = ServerProcess(tmp_path_factory.mktemp("pseudo"), locale="pseudo")
    yield opened
    opened.close()


@pytest.fixture(scope="module")
def player(server: ServerProcess) -> Iterator[Player]:
    with Player(server.url) as player:
        yield player


@pytest.fixture(scope="module")
def guest(chromium: Browser, server: ServerProcess, player: Player) -> Iterator[Guest]:
    context = chromium.new_context(viewport={"width": 1280, "height": 800})
    context.add_init_script(f"localStorage.setItem('quincunx.secret', JSON.stringify('{player.secret}'))")
    yield Guest(context, server)
    context.close()


@pytest.fixture
def visit(guest: Guest, player: Player, monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[[str], Guest]]:
    """Brings the player to a page; the tests find buttons by the texts that it shows."""
    monkeypatch.setattr(messages, "LOCALE", "pseudo")

    def bring(name: str) -> Guest:
        case = CASES[name]
        case.before(guest)
        guest.go(case.address if isinstance(case.address, str) else case.address(player))
        case.then(guest)
        return guest

    yield bring
    guest.page.unroute_all()


@pytest.mark.parametrize("page", [name for name, case in CASES.items() if FULL or not case.more])
def test_every_text_is_in_the_catalogue(visit: Callable[[str], Guest], page: str) -> None:
    found = visit(page).page.evaluate(COLLECT, [", ".join(CONTENT)])
    assert sorted({text.strip() for text in found if re.search(r"[^\W\d_]", outside(text))}) == []
