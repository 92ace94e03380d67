"""The static site reads records as `quincunx.record` does, and refuses them for the same reasons. Needs `make wasm`."""

from __future__ import annotations

import os
from collections.abc import Callable
from typing import Any

from wrong_records import answer, texts

pytest_plugins = ("site_in_node",)

ROUNDS = 1000 if "QUINCUNX_FULL" in os.environ else 60
"""Changed records of each game."""


def test_wrong_records_are_refused_for_the_reason_that_the_server_gives(
    in_node: Callable[[str], Callable[[Any], Any]],
) -> None:
    ask = in_node("wrong_records.mjs")
    seen: set[str] = set()
    for text in texts(ROUNDS):
        said = answer(text)
        assert ask(text) == said, text
        seen.add(said.get("args", {}).get("reason", said).get("code", "record"))
    assert {"record", "server.one-record", "games.similar", "law.cell", "law.square", "xtic.taken"} <= seen
    assert {f"record.{code}" for code in ("seed", "start", "kind", "clock", "date", "ending", "why", "turn")} <= seen
