"""The tables of the static site do what `quincunx.table` does: the same commands give the same events, refusals and
messages to a page. Needs `make wasm`; a few logs in `make test` where that was done, 1,000 in `make test-more`."""

from __future__ import annotations

import os
from collections.abc import Callable
from typing import Any

from table_logs import log

pytest_plugins = ("site_in_node",)

LOGS = 1000 if "QUINCUNX_FULL" in os.environ else 40


def test_logs_give_the_same_events_refusals_and_messages(in_node: Callable[[str], Callable[[Any], Any]]) -> None:
    replay = in_node("replay.mjs")
    seen: set[str] = set()
    for number in range(LOGS):
        written = log(number)
        assert replay(written) is None, f"log {number}"
        seen |= {event["event"] for step in written["steps"] for event in step.get("events", ())}
        seen |= {"refused" for step in written["steps"] if "refused" in step}
    wanted = {"Moved", "Rolled", "Sat", "Renamed", "SentNonce", "TookBack", "Redid", "Asked", "Answered", "refused"}
    assert wanted | {"Resigned", "Flagged", "Abandoned", "OfferedRematch", "AgreedRematch", "Reopened"} <= seen
