"""`quincunx site`: what it writes, and which folders it refuses."""

from __future__ import annotations

import json
import re
from pathlib import Path
from unittest.mock import Mock

import pytest
from click.testing import CliRunner

from quincunx.cli import main
from quincunx.games import GAMES
from quincunx.law import text
from quincunx.server.routes.web import pages
from quincunx.server.static_site import data, writing

WEB = pages.WEB


@pytest.fixture
def engine(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Pages that have the engine, whether it was built here or not."""
    web = tmp_path / "web"
    (web / "wasm").mkdir(parents=True)
    for entry in WEB.iterdir():
        if entry.name != "wasm":
            (web / entry.name).symlink_to(entry)
    (web / "wasm" / "core.wasm").write_bytes(b"\0asm")
    monkeypatch.setattr(pages, "WEB", web)


def run(*words: str) -> tuple[int, str]:
    found = CliRunner().invoke(main, ["site", *words])
    return found.exit_code, found.output


@pytest.mark.usefixtures("engine")
def test_it_writes_pages_whose_addresses_are_relative(tmp_path: Path) -> None:
    folder = tmp_path / "site"
    code, said = run(str(folder))
    assert code == 0
    assert said.startswith("Wrote ")
    for path in writing.PAGES:
        page = (folder / path / "index.html").read_text("utf-8")
        addresses = re.findall(r'(?:href|src)="([^"]+)"', page)
        assert addresses
        for address in addresses:
            assert not address.startswith("/")
            assert (folder / path / address).is_file(), address
    static = next((folder / "static").glob("*/messages.js")).parent
    assert {game["name"] for game in json.loads((static / "data" / "games.json").read_bytes())} == set(GAMES)
    books = re.findall(r'"(\.\./[^"]+\.gz)"', (static / "engine" / "players.js").read_text("utf-8"))
    assert books
    assert all((static / "engine" / book).resolve().is_file() for book in books)


@pytest.mark.usefixtures("engine")
def test_a_new_version_keeps_the_files_of_the_last_one_for_open_pages(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = tmp_path / "site"
    editions = []
    for version in ("first", "second", "third"):
        monkeypatch.setitem(writing.LOCAL, "version.txt", version.encode())
        editions.append(writing.write(folder).edition)
    kept = {entry.name for entry in (folder / "static").iterdir()} - {"by-content"}
    assert kept == set(editions[1:])
    assert editions[2] in (folder / "index.html").read_text("utf-8")
    writing.write(folder)
    assert {entry.name for entry in (folder / "static").iterdir()} - {"by-content"} == kept


@pytest.mark.usefixtures("engine")
def test_a_site_whose_writing_was_interrupted_can_be_written_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = tmp_path / "site"
    with monkeypatch.context() as full_disk:
        full_disk.setattr(Path, "write_bytes", Mock(side_effect=OSError("no space")))
        with pytest.raises(OSError, match="no space"):
            writing.write(folder)
    assert any(folder.iterdir())
    written = writing.write(folder)
    assert written.edition in (folder / "index.html").read_text("utf-8")


@pytest.mark.usefixtures("engine")
def test_other_folders_are_refused_and_left_alone(tmp_path: Path) -> None:
    (tmp_path / "photos").mkdir()
    (tmp_path / "photos" / "cat.jpg").write_bytes(b"cat")
    code, said = run(str(tmp_path / "photos"))
    assert code == 1
    assert text("server.site.foreign", folder=str(tmp_path / "photos")) in said
    assert [entry.name for entry in (tmp_path / "photos").iterdir()] == ["cat.jpg"]
    code, said = run(str(tmp_path / "photos" / "cat.jpg"))
    assert code == 1
    assert "is a file" in said
    code, said = run("--server", "games.example", str(tmp_path / "site"))
    assert code == 1
    assert not (tmp_path / "site").exists()


def test_without_the_engine_it_says_what_to_build(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pages, "WEB", tmp_path)
    code, said = run(str(tmp_path / "site"))
    assert code == 1
    assert "make wasm" in said
    assert not (tmp_path / "site").exists()


@pytest.mark.usefixtures("engine")
def test_a_game_that_only_a_server_can_play_is_left_out_and_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(data, "portable_games", lambda: [name for name in GAMES if name != "xtic"])
    _, said = run(str(tmp_path / "site"), "--server", "https://games.example")
    assert text("cli.site.left-out", games=["xtic"]) in said
    static = next((tmp_path / "site" / "static").glob("*/api.js")).parent
    about = (static / "data" / "site.js").read_text("utf-8")
    assert json.loads(about.removeprefix("export const site = ").rstrip(";\n")) == {
        "server": "https://games.example",
        "left_out": ["xtic"],
        "proofs": [],
    }
    assert not (static / "games" / "xtic").exists()


@pytest.mark.parametrize("module", ["api.js", "addresses.js"])
def test_both_implementations_of_an_interface_export_the_same(module: str) -> None:
    assert exported(WEB / module) == exported(WEB / "local" / module)


def exported(module: Path) -> set[str]:
    """The names that a module exports, those of other modules included."""
    source = module.read_text("utf-8")
    names = re.findall(r"^export (?:async )?(?:const|function) (\w+)|^export \{ (\w+) \}", source, re.MULTILINE)
    others = re.findall(r'^export \* from "(.+)";', source, re.MULTILINE)
    return {"".join(name) for name in names}.union(*(exported(module.parent / other) for other in others))
