"""Proofs are checked in the browser, on a static site that a plain file server serves. Needs `make wasm` and `make
pyodide`, like the site itself."""

from __future__ import annotations

import gzip
import re
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from axe import violations
from playwright.sync_api import Locator, expect
from test_static_site import FileServer, Visitor, visit
from wasm_core import MODULE

from quincunx.games import GAMES
from quincunx.law import text
from quincunx.proofs.theorems import Theorem, theorems
from quincunx.server.static_site import proof_pages

__all__ = ["visit"]

pytestmark = [
    pytest.mark.skipif(not MODULE.is_file(), reason="`make wasm` has not built the module"),
    pytest.mark.skipif(not proof_pages.PYODIDE.is_dir(), reason="`make pyodide` has not installed it"),
]

LOADING = 120_000
"""Milliseconds that Python may take to load on a busy machine."""

SHORT, LONG = "tactix:size=5", "xchain:size=3x4"
"""Checked within a second, and in several."""


def chosen() -> list[Theorem]:
    known = {theorem.game: theorem for theorem in theorems()}
    too_long = Theorem("tactix:size=3", "1", known["tactix:size=3"].sha256, seconds=None)
    return [known[SHORT], known[LONG], known["xtic:type=torus,goal=complete"], too_long]


@pytest.fixture(scope="module")
def files(tmp_path_factory: pytest.TempPathFactory) -> Iterator[FileServer]:
    opened = FileServer(tmp_path_factory.mktemp("proofs"), proofs=proof_pages.make(GAMES, chosen()))
    yield opened
    opened.close()


@pytest.fixture
def visitor(visit: Callable[..., Visitor]) -> Visitor:
    return visit()


def button(visitor: Visitor, key: str) -> Locator:
    return visitor.page.get_by_role("button", name=text(f"proofs.page.button.{key}"))


def verdict(visitor: Visitor, kind: str) -> Locator:
    return visitor.page.locator(f".verdict.{kind}")


def certificate(files: FileServer, name: str) -> Path:
    return files.site / "proofs" / "certificates" / f"{name}.gz"


def test_a_visitor_finds_a_theorem_and_checks_it(visitor: Visitor, files: FileServer) -> None:
    asked: list[str] = []
    visitor.page.context.on("request", lambda request: asked.append(request.url))
    visitor.go("/rules/?id=tactix")
    visitor.page.get_by_role("link", name=text("proofs.page.link-of", game=GAMES["tactix"].title)).click()
    visitor.page.locator(".theorems a[href$='id=tactix-size5']").click()
    expect(visitor.page.locator(".claim")).to_have_text(text("proofs.page.claim.first"))
    assert violations(visitor) == []
    with visitor.page.expect_download() as download:
        visitor.page.locator("a[download]").click()
    assert Path(download.value.path()).read_bytes() == certificate(files, "tactix-size5").read_bytes()
    assert not [url for url in asked if "pyodide" in url or "checker.zip" in url], "Python is loaded on demand"
    shares = visitor.page.evaluate_handle(
        """() => {
            const seen = [];
            new MutationObserver(() => seen.push(document.querySelector("progress").value))
                .observe(document.querySelector(".doing"), { childList: true });
            return seen;
        }"""
    )
    button(visitor, "start").click()
    expect(verdict(visitor, "verified")).to_contain_text("5,593 positions", timeout=LOADING)
    expect(verdict(visitor, "verified")).to_contain_text(chosen()[0].sha256)
    assert any(0 < share < 1 for share in shares.json_value())
    assert violations(visitor) == []
    assert [url for url in asked if "pyodide" in url]
    assert all(url.startswith((files.url, "blob:")) for url in asked)


def test_a_corrupted_certificate_is_refused(visitor: Visitor, files: FileServer, tmp_path: Path) -> None:
    good = gzip.decompress(certificate(files, "tactix-size5").read_bytes()).decode()
    lines = good.splitlines()
    lines[-1] = re.sub(r" \S+$", " 0a1", lines[-1])  # another answer to the last reply
    (tmp_path / "corrupted.gz").write_bytes(gzip.compress("\n".join(lines).encode()))
    visitor.go("/proofs/?id=tactix-size5")
    with visitor.page.expect_file_chooser() as chooser:
        button(visitor, "own").click()
    chooser.value.set_files(tmp_path / "corrupted.gz")
    refused = verdict(visitor, "refused")
    expect(refused).to_contain_text(text("proofs.page.refused"), timeout=LOADING)
    expect(refused).to_contain_text(lines[-1].partition(":")[0])
    expect(verdict(visitor, "verified")).to_have_count(0)
    # The same file without the fault is a proof, on whatever page it is checked.
    (tmp_path / "good.txt").write_text(good, "utf-8")
    visitor.go("/proofs/?id=tactix-size3")
    expect(button(visitor, "start")).to_have_count(0)
    expect(visitor.page.get_by_text(text("proofs.page.too-long"))).to_be_visible()
    visitor.page.locator("input[type=file]").set_input_files(tmp_path / "good.txt")
    expect(verdict(visitor, "verified")).to_contain_text("tactix:size=5", timeout=LOADING)


CODE = """
import js
from pyodide.ffi import to_js
found = {"position": "", "value": "1", "claim": "", "kind": "strategy", "sha256": "", "lines": []}
js.postMessage(to_js({"result": found}, dict_converter=js.Object.fromEntries))
"""
"""Says that it was verified, when somebody imports it."""


def test_a_chosen_file_is_never_run(visitor: Visitor, tmp_path: Path) -> None:
    """Whatever it is called: a check imports hashlib."""
    (tmp_path / "hashlib.py").write_text(CODE, "utf-8")
    visitor.go("/proofs/?id=tactix-size5")
    visitor.page.locator("input[type=file]").set_input_files(tmp_path / "hashlib.py")
    expect(visitor.page.locator(".verdict .title")).to_have_text(text("proofs.page.refused"), timeout=LOADING)


def test_a_certificate_that_the_host_has_changed_is_refused(visitor: Visitor, files: FileServer) -> None:
    """It proves something, but is not the file that the page names."""
    text_of = gzip.decompress(certificate(files, "tactix-size5").read_bytes()).decode()
    changed = gzip.compress(text_of.replace('[Method "a table', '[Method "the table').encode())
    visitor.page.route("**/certificates/*.gz", lambda route: route.fulfill(body=changed))
    visitor.go("/proofs/?id=tactix-size5")
    button(visitor, "start").click()
    before = text("proofs.page.changed", sha256="")[:40]
    expect(verdict(visitor, "refused")).to_contain_text(before, timeout=LOADING)


def test_a_check_can_be_stopped_and_begun_again(visitor: Visitor) -> None:
    visitor.go("/proofs/?id=xchain-size3x4")
    button(visitor, "start").click()
    visitor.page.locator("progress[value]").wait_for(timeout=LOADING)
    assert [worker.url.partition(":")[0] for worker in visitor.page.workers] == ["blob"]
    button(visitor, "stop").click()
    expect(verdict(visitor, "stopped")).to_have_text(text("proofs.page.stopped"))
    expect(button(visitor, "stop")).to_be_hidden()
    expect(button(visitor, "start")).to_be_enabled()
    button(visitor, "start").click()
    expect(verdict(visitor, "stopped")).to_have_count(0)
    visitor.page.locator("progress[value]").wait_for(timeout=LOADING)
    button(visitor, "stop").click()
    expect(verdict(visitor, "stopped")).to_be_visible()


FORBIDDEN = """() => {
    const source = `
        let evaluated = "";
        try { evaluated = eval("'yes'"); } catch (error) { evaluated = error.name; }
        addEventListener("securitypolicyviolation", ({ effectiveDirective }) => {
            if (effectiveDirective === "connect-src") postMessage([evaluated, effectiveDirective]);
        });
        fetch("http://127.0.0.1:9/").catch(() => {});`;
    const worker = new Worker(URL.createObjectURL(new Blob([source])));
    return new Promise((resolve) => worker.addEventListener("message", ({ data }) => resolve(data)));
}"""
"""What a worker of a blob, as Python runs in one, may not do: evaluate text, and reach other hosts."""


def test_python_has_the_policy_of_the_page(visitor: Visitor) -> None:
    visitor.go("/proofs/?id=tactix-size5")
    assert visitor.page.evaluate(FORBIDDEN) == ["EvalError", "connect-src"]
    visitor.errors.clear()  # the browser reports both
