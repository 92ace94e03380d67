"""How long a browser takes to check each certificate on a page of proofs: the `seconds` of the games' theorems.toml.

`make bench-proofs`, or `python bench/proof_pages.py NAME …` for some, as `tactix-size5`. After the name come the listed
seconds, those that it took, and the CPU seconds of the browser, which a busy machine changes less. Loading Python is
included.
"""

import argparse
import tempfile
import threading
import time
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

from playwright.sync_api import CDPSession, Page, sync_playwright

from quincunx.games import GAMES
from quincunx.law import text
from quincunx.proofs.theorems import Theorem, theorems
from quincunx.server.static_site import proof_pages, writing
from server_pages import program

PATIENCE = 3_600_000
"""Milliseconds."""


class Quiet(SimpleHTTPRequestHandler):
    def log_message(self, format: str, *args: object) -> None:
        """Says nothing."""


def cpu_seconds(browser: CDPSession) -> float:
    """CPU seconds of all its processes so far."""
    return float(sum(process["cpuTime"] for process in browser.send("SystemInfo.getProcessInfo")["processInfo"]))


def check(page: Page, browser: CDPSession, url: str, theorem: Theorem) -> str:
    """Seconds from the click to the result, CPU seconds, and the result."""
    page.goto(f"{url}proofs/?id={theorem.name}")
    began, used = time.monotonic(), cpu_seconds(browser)
    page.get_by_role("button", name=text("proofs.page.button.start")).click()
    title = page.locator(".verdict .title")
    title.wait_for(timeout=PATIENCE)
    took, used = time.monotonic() - began, cpu_seconds(browser) - used
    return f"{took:8.1f} {used:8.1f}  {title.inner_text()}"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("names", nargs="*")
    names = parser.parse_args().names
    chosen = [each for each in theorems() if (each.name in names if names else each.seconds)]
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        writing.write(Path(folder) / "site", proofs=proof_pages.make(GAMES, chosen))
        server = ThreadingHTTPServer(("127.0.0.1", 0), partial(Quiet, directory=f"{folder}/site"))
        threading.Thread(target=server.serve_forever, daemon=True).start()
        browser = playwright.chromium.launch(executable_path=program())
        page, system = browser.new_page(), browser.new_browser_cdp_session()
        for theorem in chosen:
            found = check(page, system, f"http://127.0.0.1:{server.server_port}/", theorem)
            print(f"{theorem.name:32} {theorem.seconds or '':5} {found}", flush=True)
        browser.close()
        server.shutdown()


if __name__ == "__main__":
    main()
