"""What waits for one connection, and in which messages it goes out."""

from __future__ import annotations

import asyncio
import json

from quincunx.server.keys import ANYBODY
from quincunx.server.watcher import DELETED, MOST_WAITING, TOO_SLOW, Closing, Watcher


def heard(watcher: Watcher, count: int) -> list[str | Closing]:
    async def listen() -> list[str | Closing]:
        return [await watcher.next() for _ in range(count)]

    return asyncio.run(asyncio.wait_for(listen(), 10))


def page() -> Watcher:
    return Watcher(ANYBODY, '{"table":', "}")


def test_an_answer_and_the_table_after_it_go_together_and_nothing_else_does() -> None:
    watcher = page()
    watcher.show('{"version":1}')
    watcher.answer('{"done":{"key":"a"}}')
    watcher.show('{"version":2}')
    watcher.show('{"version":3}')
    watcher.answer('{"refused":{"key":"b"}}')
    watcher.answer('{"refused":{"key":"c"}}')
    assert [json.loads(message) for message in heard(watcher, 5) if isinstance(message, str)] == [
        {"table": {"version": 1}},
        {"done": {"key": "a"}, "table": {"version": 2}},
        {"table": {"version": 3}},
        {"refused": {"key": "b"}},
        {"refused": {"key": "c"}},
    ]


def test_an_answer_that_was_sent_is_not_sent_again() -> None:
    watcher = page()
    watcher.answer('{"done":{"key":"a"}}')
    assert heard(watcher, 1) == ['{"done":{"key":"a"}}']
    watcher.show("{}")
    assert heard(watcher, 1) == ['{"table":{}}']


def test_a_closing_comes_after_all_that_waits_and_nothing_after_it() -> None:
    watcher = page()
    watcher.answer('{"done":{"key":"a"}}')
    watcher.close(DELETED)
    watcher.show("{}")
    watcher.close(TOO_SLOW)
    assert heard(watcher, 2) == ['{"done":{"key":"a"}}', DELETED]


def test_who_reads_too_slowly_is_cut_off_at_once() -> None:
    watcher = page()
    for _ in range(MOST_WAITING + 1):
        watcher.show("{}")
    assert heard(watcher, 1) == [TOO_SLOW]
