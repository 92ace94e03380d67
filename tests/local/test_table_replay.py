"""The tables of the static site do what `quincunx.table` does: the same commands give the same events, refusals and
messages to a page. Needs `make wasm`; a few logs in `make test` where that was done, 1,000 in `make test-more`."""

from __future__ import annotations

import json
import os
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import IO

import pytest
from table_logs import log
from wasm_core import MODULE

from quincunx.server.site import writing

FULL = "QUINCUNX_FULL" in os.environ
LOGS = 1000 if FULL else 40

pytestmark = pytest.mark.skipif(not MODULE.is_file() and not FULL, reason="`make wasm` has not built the module")


@pytest.fixture(scope="session")
def static(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The static files of a site, with single modules even if there is a bundle."""
    folder = tmp_path_factory.mktemp("site")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("quincunx.server.transport.bundle.read", lambda *_: None)
        return folder / "static" / writing.write(folder).edition


@pytest.fixture
def node(static: Path) -> Iterator[subprocess.Popen[str]]:
    command = ["node", str(Path(__file__).with_name("replay.mjs")), str(static)]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as started:
        yield started


def _lines(node: subprocess.Popen[str]) -> tuple[IO[str], IO[str]]:
    assert node.stdin
    assert node.stdout
    return node.stdin, node.stdout


def test_logs_give_the_same_events_refusals_and_messages(node: subprocess.Popen[str]) -> None:
    to, back = _lines(node)
    seen: set[str] = set()
    for number in range(LOGS):
        written = log(number)
        to.write(json.dumps(written) + "\n")
        to.flush()
        assert json.loads(back.readline()) is None, f"log {number}"
        seen |= {event["event"] for step in written["steps"] for event in step.get("events", ())}
        seen |= {"refused" for step in written["steps"] if "refused" in step}
    wanted = {"Moved", "Rolled", "Sat", "Renamed", "SentNonce", "TookBack", "Redid", "Asked", "Answered", "refused"}
    assert wanted | {"Resigned", "Flagged", "Abandoned", "OfferedRematch", "AgreedRematch", "Reopened"} <= seen
