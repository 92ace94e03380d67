"""The static site on a slow phone: a processor four times as slow, 1.6 Mbit/s, 150 ms (docs/benchmarks.md).

`make bench-phone`. Each visit opens the lobby, presses Play as soon as it appears, and makes the first legal move as
soon as it can. Cold visits have nothing cached; warm ones come after the site was kept by the service worker.
"""

import argparse
import gzip
import shutil
import statistics
import tempfile
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache, partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import NamedTuple

from playwright.sync_api import Browser, BrowserContext, Page, ViewportSize, sync_playwright

from quincunx.server.static_site import writing
from server_pages import program

SLOWER = 4
LATENCY = 150
"""Milliseconds."""
BYTES = 1_600_000 / 8
"""A second."""
PHONE: ViewportSize = {"width": 390, "height": 780}
GAME = "tactix"
PACKED = (".html", ".js", ".css", ".json", ".svg", ".wasm", ".md")

VISITOR = """() => {
  const now = () => performance.timeOrigin + performance.now();
  const note = (name, time = now()) => sessionStorage.getItem(name) ?? sessionStorage.setItem(name, time);
  const press = (found) => found.dispatchEvent(new MouseEvent("click", { bubbles: true }));
  let pressed = false, moved = false;
  note("began", performance.timeOrigin);
  const look = () => {
    const play = document.querySelector(".card-%s .play");
    const painted = performance.getEntriesByName("first-contentful-paint")[0];
    if (play && painted && !pressed) {
      pressed = true;
      note("paint", performance.timeOrigin + painted.startTime);
      press(play);
    }
    const square = document.querySelector("#page:has(.seat.mine.acting) .board-place [role=gridcell].can");
    if (square && !moved) {
      moved = true;
      note("ready");
      press(square);
      press(square); // the same again: a move of one counter
    }
    const plies = document.querySelectorAll(".ply").length;
    if (plies > 0) note("move");
    if (plies > 1) note("answer");
    requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
}"""
"""A visitor without reaction time: presses Play, and then a square that can be played, as soon as they are there."""
NOTED = """() => sessionStorage.getItem("answer") &&
  ["began", "paint", "ready", "move", "answer"].map((name) => Number(sessionStorage.getItem(name)))"""


@cache
def packed(file: str) -> bytes:
    return gzip.compress(Path(file).read_bytes())


class Host(SimpleHTTPRequestHandler):
    """A web host that compresses files and keeps connections, as most do."""

    protocol_version = "HTTP/1.1"

    def do_GET(self) -> None:
        file = self.translate_path(self.path)
        found = Path(file) / "index.html" if Path(file).is_dir() else Path(file)
        if not found.is_file() or found.suffix not in PACKED:
            return super().do_GET()
        body = packed(str(found))
        self.send_response(200)
        self.send_header("Content-Type", self.guess_type(str(found)))
        self.send_header("Content-Encoding", "gzip")
        self.send_header("Content-Length", str(len(body)))
        if "/static/" in self.path:
            self.send_header("Cache-Control", "max-age=600")
        self.end_headers()
        self.wfile.write(body)
        return None

    def log_message(self, format: str, *args: object) -> None:
        """Says nothing."""


class Visit(NamedTuple):
    """Milliseconds since the start of a visit."""

    paint: float
    ready: float
    """The first move can be made."""
    move: float
    answer: float


@contextmanager
def site() -> Iterator[str]:
    folder = Path(tempfile.mkdtemp())
    writing.write(folder / "quincunx")
    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(Host, directory=str(folder)))
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    yield f"http://127.0.0.1:{server.server_port}/quincunx/"
    server.shutdown()
    server.server_close()
    shutil.rmtree(folder)


def slow(page: Page) -> None:
    """Throttles a page to the speed of that phone."""
    wire = page.context.new_cdp_session(page)
    wire.send("Emulation.setCPUThrottlingRate", {"rate": SLOWER})
    wire.send("Network.enable")
    wire.send(
        "Network.emulateNetworkConditions",
        {"offline": False, "latency": LATENCY, "downloadThroughput": BYTES, "uploadThroughput": BYTES / 2},
    )


def visit(context: BrowserContext, address: str) -> Visit:
    page = context.new_page()
    slow(page)
    page.add_init_script(f"({VISITOR % GAME})()")
    page.goto(address, wait_until="commit")
    page.wait_for_url("**/t/*", wait_until="commit")
    began, *noted = page.wait_for_function(NOTED).json_value()
    page.close()
    return Visit(*(time - began for time in noted))


def visits(browser: Browser, address: str, count: int) -> Iterator[tuple[Visit, Visit]]:
    """Cold and warm visits, each pair by a new visitor."""
    for _ in range(count):
        context = browser.new_context(viewport=PHONE, is_mobile=True, has_touch=True)
        cold = visit(context, address)
        kept = context.new_page()
        kept.goto(address)
        kept.evaluate("navigator.serviceWorker.ready.then(() => true)")
        kept.close()
        yield cold, visit(context, address)
        context.close()


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--visits", type=int, default=5)
    count = parser.parse_args().visits
    with site() as address, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=program(), args=["--no-sandbox"])
        pairs = list(visits(browser, address, count))
        browser.close()
    print("| visit | first paint ms | can move ms | first move ms | the computer's answer ms (medians) |")
    print("|---|---|---|---|---|")
    for name, found in zip(("nothing cached", "kept by the browser"), zip(*pairs, strict=True), strict=True):
        medians = [statistics.median(column) for column in zip(*found, strict=True)]
        print(f"| {name} |", " | ".join(f"{each:.0f}" for each in medians), "|", flush=True)


if __name__ == "__main__":
    main()
