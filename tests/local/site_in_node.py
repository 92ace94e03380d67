"""Runs modules of the static site in node."""

from __future__ import annotations

import json
import os
import subprocess
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from wasm_core import MODULE

from quincunx.server.static_site import writing

FULL = "QUINCUNX_FULL" in os.environ


@pytest.fixture(scope="session")
def static(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The static files of a site, with single modules even if there is a bundle."""
    if not MODULE.is_file() and not FULL:
        pytest.skip("`make wasm` has not built the module")
    folder = tmp_path_factory.mktemp("site")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("quincunx.server.transport.bundle.read", lambda *_: None)
        return folder / "static" / writing.write(folder).edition


@pytest.fixture
def in_node(static: Path) -> Iterator[Callable[[str], Callable[[Any], Any]]]:
    """Starts a script of this folder, which answers each line of JSON by one: gives the function that asks it."""
    started: list[subprocess.Popen[str]] = []

    def start(script: str) -> Callable[[Any], Any]:
        command = ["node", str(Path(__file__).with_name(script)), str(static)]
        node = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        started.append(node)

        def ask(question: Any) -> Any:
            assert node.stdin
            assert node.stdout
            node.stdin.write(json.dumps(question) + "\n")
            node.stdin.flush()
            return json.loads(node.stdout.readline())

        return ask

    yield start
    for node in started:
        node.communicate()
