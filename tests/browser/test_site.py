"""The documentation site that `make docs` builds: complete, without dead links, and it loads nothing from elsewhere."""

from __future__ import annotations

import fcntl
import importlib
import os
import re
import subprocess
import sys
import threading
from collections.abc import Iterator
from functools import cache, partial
from html.parser import HTMLParser
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from urllib.parse import unquote, urldefrag, urlsplit

import pytest
from playwright.sync_api import Browser, Request, Route

pytestmark = pytest.mark.skipif(
    not os.environ.get("QUINCUNX_FULL"), reason="Sphinx takes long: `make test-more` builds the site"
)

ROOT = Path(__file__).parents[2]
SITE = ROOT / "build" / "docs" / "html"
REFERENCE = ("law", "games", "record", "table", "engine", "arena", "batch", "proofs")


class Page(HTMLParser):
    """What one HTML file loads and links to, its anchors, and the words that are not code."""

    def __init__(self, path: Path) -> None:
        super().__init__()
        self.loads: list[str] = []
        self.links: list[str] = []
        self.anchors: set[str] = set()
        self.words = ""
        self.code = 0
        self.feed(path.read_text("utf-8"))

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = {name: value or "" for name, value in attrs}
        self.anchors.add(given.get("id", ""))
        self.code += tag in ("code", "pre", "script", "style")
        if tag == "a":
            self.links.append(given.get("href", ""))
        elif tag not in ("meta", "form"):
            named = ("src", "href", "data", "poster", "srcset", "style")
            self.loads += [given[name] for name in named if name in given]

    def handle_endtag(self, tag: str) -> None:
        self.code -= tag in ("code", "pre", "script", "style")

    def handle_data(self, data: str) -> None:
        if not self.code:
            self.words += data


@pytest.fixture(scope="module")
def site() -> Path:
    """The site as `make docs` makes it; what is there already is only brought up to date."""
    SITE.parent.mkdir(parents=True, exist_ok=True)
    with (SITE.parent / "lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)  # the tests of this file may run in several processes
        command = [sys.executable, "-m", "sphinx", "--fail-on-warning", "--quiet", "-c", "docs"]
        command += ["-d", str(SITE.parent / "doctrees"), ".", str(SITE)]
        done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr
    return SITE


@pytest.fixture(scope="module")
def address(site: Path) -> Iterator[str]:
    """The site behind a web server: search asks for pages, which browsers refuse for files."""

    class Files(SimpleHTTPRequestHandler):
        def log_message(self, *_: object) -> None: ...

    with ThreadingHTTPServer(("127.0.0.1", 0), partial(Files, directory=str(site))) as server:
        thread = threading.Thread(target=server.serve_forever)
        thread.start()
        yield f"http://127.0.0.1:{server.server_port}/"
        server.shutdown()
        thread.join()


@cache
def page(path: Path) -> Page:
    return Page(path)


def pages(site: Path) -> list[Path]:
    return sorted(site.rglob("*.html"))


def elsewhere(address: str) -> bool:
    return bool(urlsplit(address).netloc) or address.startswith("//")


def test_every_page_is_on_the_site(site: Path) -> None:
    written = [*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md"), *(ROOT / "src").glob("quincunx/games/*/rules.md")]
    assert len(written) > 30
    for path in written:
        assert (site / path.relative_to(ROOT)).with_suffix(".html").exists(), path


def test_the_reference_has_every_public_name(site: Path) -> None:
    described = set().union(*(page(path).anchors for path in (site / "docs" / "api").glob("*.html")))
    for name in REFERENCE:
        module = importlib.import_module(f"quincunx.{name}")
        public = getattr(module, "__all__", [key for key in vars(module) if key[0].isupper()])
        for key in public:
            home = getattr(getattr(module, key), "__module__", "")
            again = {f"quincunx.law.{key}", f"quincunx.record.{key}"}  # what other packages offer too, once
            assert f"quincunx.{name}.{key}" in described or again & described or "quincunx" not in home, key


def test_markup_is_not_shown_to_readers(site: Path) -> None:
    for path in pages(site):
        shown = page(path).words
        assert not re.search(r"`|\]\(|\bdocs/[\w-]+\.md\)|:py:", shown), path


def test_links_and_anchors_lead_somewhere(site: Path) -> None:
    dead = []
    for path in pages(site):
        for link in page(path).links:
            if elsewhere(link) or link.startswith("mailto:"):
                continue
            target, anchor = urldefrag(unquote(link))
            found = (path.parent / target).resolve() if target else path
            alive = found.is_file()
            if alive and anchor and found.suffix == ".html":
                alive = anchor in page(found).anchors
            if not alive:
                dead.append(f"{path.relative_to(site)}: {link}")
    assert dead == []


def test_no_page_or_style_names_another_host_to_load_from(site: Path) -> None:
    loaded = [(path, address) for path in pages(site) for address in page(path).loads]
    for path in site.rglob("*.css"):
        styles = re.sub(r"/\*.*?\*/", "", path.read_text("utf-8"), flags=re.DOTALL)
        found = re.findall(r"url\(\s*['\"]?([^'\")]+)|@import\s+['\"]([^'\"]+)", styles)
        loaded += [(path, address or imported) for address, imported in found]
    assert len(loaded) > 100
    assert [(path.name, address) for path, address in loaded if elsewhere(address) and "w3.org" not in address] == []


def test_nothing_is_requested_from_other_hosts_and_search_finds(address: str, chromium: Browser) -> None:
    asked: list[str] = []
    errors: list[str] = []

    def refuse(route: Route, request: Request) -> None:
        if request.url.startswith((address, "data:")):
            route.continue_()
        else:
            asked.append(request.url)
            route.abort()

    context = chromium.new_context()
    context.route("**/*", refuse)
    window = context.new_page()
    window.on("pageerror", lambda error: errors.append(str(error)))
    for name in ("docs/engine", "docs/api/law", "README", "genindex"):
        window.goto(f"{address}{name}.html")
    window.goto(address)
    window.wait_for_url("**/docs/index.html")
    window.get_by_role("textbox", name="Search").fill("certificate")
    window.keyboard.press("Enter")
    window.locator("#search-results").get_by_role("link", name="Certificates", exact=True).wait_for()
    window.wait_for_load_state("networkidle")
    context.close()
    assert (asked, errors) == ([], [])
