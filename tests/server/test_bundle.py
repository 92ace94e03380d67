"""The bundle of the pages' modules: used while it fits them, and single modules otherwise."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from quincunx.server.transport import bundle
from quincunx.server.transport.bundle import Bundle
from quincunx.server.transport.static_files import StaticFiles

PAGE = '<script type="module" src="/static/pages/$name.js"></script>'
MODULES = {
    "pages/table.js": 'import { text } from "../text.js";\n',
    "pages/embed.js": 'import { text } from "../text.js";\n',
    "text.js": 'import { messages } from "./messages.js";\nexport const text = messages;\n',
    "engine/core.js": "export const core = 1;\n",
    "engine/worker.js": 'import { core } from "./core.js";\n',
}
GENERATED = {"messages.js": b"export const messages = {};\n"}
BUNDLED = ["engine/core.js", "pages/table.js", "text.js"]


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Modules, and a bundle of those that the table has."""
    (tmp_path / "page.html").write_text(PAGE)
    for name, code in MODULES.items():
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text(code)
    (tmp_path / "bundles").mkdir()
    sources = bundle.fingerprint(StaticFiles(tmp_path, generated=lambda: GENERATED).bodies())
    made = bundle.write(Bundle(sources, ["pages/table.js"], BUNDLED, ["messages.js"]), b"bundled();\n")
    (tmp_path / "bundles" / "mine.js").write_bytes(made)
    return tmp_path


def scripts(files: StaticFiles, name: str = "table") -> list[str]:
    """The modules that a page loads, without the edition."""
    return re.findall(r'"/static/[0-9a-f]{12}/([^"]+)"', files.page_text("page.html", {"name": name}))


def test_a_page_loads_the_bundle_in_place_of_its_modules(folder: Path) -> None:
    files = StaticFiles(folder, generated=lambda: GENERATED, bundled="mine")
    assert scripts(files) == ["messages.js", "bundle.js"]
    assert files.bodies()["bundle.js"].endswith(b"bundled();\n")
    # It can be made again from the same modules.
    assert bundle.fingerprint(files.bodies()) == bundle.fingerprint(
        StaticFiles(folder, generated=lambda: GENERATED).bodies()
    )
    # A page that is not in it, and a worker, have their modules; nobody loads the others.
    assert scripts(files, "embed") == ["text.js", "messages.js", "pages/embed.js"]
    assert {"pages/table.js", "text.js", "bundles/mine.js"}.isdisjoint(files.loaded())
    assert {"bundle.js", "engine/worker.js", "engine/core.js", "pages/embed.js"} <= set(files.loaded())


def test_what_is_generated_may_differ(folder: Path) -> None:
    other = {"messages.js": b'export const messages = { key: "other" };\n'}
    assert scripts(StaticFiles(folder, generated=lambda: other, bundled="mine")) == ["messages.js", "bundle.js"]


def test_a_changed_module_makes_the_bundle_useless_until_it_is_made_again(folder: Path) -> None:
    now = 0.0
    files = StaticFiles(folder, generated=lambda: GENERATED, bundled="mine", clock=lambda: now)
    first = files.edition
    (folder / "text.js").write_text("export const text = 2;\n")
    now += 1
    assert scripts(files) == ["text.js", "pages/table.js"]
    assert "bundle.js" not in files.bodies()
    assert files.edition != first


def test_modules_of_another_package_are_shared_with_the_pages_and_so_not_bundled(folder: Path, tmp_path: Path) -> None:
    """A board imports modules of the pages: it must get those that the pages have, not a second copy."""
    added = tmp_path / "gomoku"
    added.mkdir()
    (added / "board.css").write_text(".board { color: red; }\n")
    files = {"games/gomoku": added}
    assert scripts(StaticFiles(folder, files, lambda: GENERATED, bundled="mine")) == ["messages.js", "bundle.js"]
    (added / "board.js").write_text('import { text } from "../../text.js";\n')
    alone = ["text.js", "messages.js", "pages/table.js"]
    assert scripts(StaticFiles(folder, files, lambda: GENERATED, bundled="mine")) == alone


def test_files_can_be_joined(folder: Path) -> None:
    (folder / "a.css").write_text("a { color: red }")
    (folder / "b.css").write_text("b { color: blue }")
    files = StaticFiles(folder, joined={"all.css": ["a.css", "b.css"]})
    assert files.bodies()["all.css"] == b"a { color: red }\nb { color: blue }"
    assert "all.css" in files.loaded()
    assert {"a.css", "b.css"}.isdisjoint(files.loaded())
