"""The examples of docs/protocol.md play whole games at a server that is really open."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from live_server import PATIENCE, Player, person

PAGE = (Path(__file__).parents[2] / "docs" / "protocol.md").read_text("utf-8")
ADDRESS = '"http://127.0.0.1:8765"'

ENDINGS = ("Seat 1 took the last counter.\n", "Seat 2 took the last counter.\n")


def example(language: str, url: str) -> str:
    (text,) = re.findall(rf"^```{language}\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL)
    assert text.count(ADDRESS) == 1
    return str(text).replace(ADDRESS, f'"{url.rstrip("/")}"')


def test_the_example_in_python(url: str, tmp_path: Path) -> None:
    (tmp_path / "example.py").write_text(example("python", url))
    words = [sys.executable, "example.py"]
    ran = subprocess.run(words, cwd=tmp_path, capture_output=True, text=True, timeout=PATIENCE, check=False)
    assert (ran.returncode, ran.stderr) == (0, "")
    assert ran.stdout in ENDINGS


def node() -> list[str]:
    """How to start a Node that has websockets."""
    program = shutil.which("node")
    if not program:
        pytest.skip("there is no Node here")
    version = subprocess.run([program, "--version"], capture_output=True, text=True, check=True).stdout
    major = int(version.lstrip("v").partition(".")[0])
    if major < 20:
        pytest.skip(f"Node {version.strip()} has no websockets")
    return [program] if major >= 22 else [program, "--experimental-websocket", "--no-warnings"]


def test_the_example_for_node(url: str, tmp_path: Path) -> None:
    (tmp_path / "example.mjs").write_text(example("js", url))
    words = [*node(), "example.mjs"]
    ran = subprocess.run(words, cwd=tmp_path, capture_output=True, text=True, timeout=PATIENCE, check=False)
    assert (ran.returncode, ran.stderr) == (0, "")
    assert ran.stdout in ENDINGS


def test_what_the_page_says_of_a_table_is_there(url: str) -> None:
    with Player(url) as ada:
        opened = ada.open("tactix", person(), {"kind": "open"})
        answer = PAGE.partition("### A table")[2].partition("A seat is *away*")[0]
        assert {f"`{key}`" for key in opened} - set(re.findall(r"`\w+`", answer)) == set()
        assert opened["state"]["position"] == "tactix oooo/oooo/oooo/oooo 1"
        assert set(opened["invites"]) == {"2"}
        assert opened["watch"]
