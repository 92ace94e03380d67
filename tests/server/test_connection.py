"""What waits for one connection, and in which messages it goes out."""

from __future__ import annotations

import asyncio
import json

from quincunx.server.auth import ANYBODY
from quincunx.server.transport.connection import DELETED, MOST_BYTES, MOST_WAITING, TOO_SLOW, Closing, Watcher


class Wire:
    """Takes what is said, while it is open."""

    def __init__(self) -> None:
        self.open, self.said = True, list[bytes | Closing]()

    def say(self, message: bytes | Closing) -> bool:
        if self.open:
            self.said.append(message)
        return self.open


async def _next_turn() -> None:
    await asyncio.sleep(0)


def page(wire: Wire) -> Watcher:
    return Watcher(ANYBODY, b'{"table":', b"}", wire.say)


def test_an_answer_and_the_table_after_it_go_together_and_nothing_else_does() -> None:
    wire = Wire()

    async def talk() -> None:
        watcher = page(wire)
        watcher.show(b'{"version":', b"1}")
        watcher.answer(b'{"done":{"key":"a"}}')
        watcher.show(b'{"version":2}')
        watcher.show(b'{"version":3}')
        watcher.answer(b'{"refused":{"key":"b"}}')
        watcher.answer(b'{"refused":{"key":"c"}}')
        await _next_turn()
        watcher.show(b'{"version":4}')

    asyncio.run(talk())
    assert [json.loads(message) for message in wire.said if isinstance(message, bytes)] == [
        {"table": {"version": 1}},
        {"done": {"key": "a"}, "table": {"version": 2}},
        {"table": {"version": 3}},
        {"refused": {"key": "b"}},
        {"refused": {"key": "c"}},
        {"table": {"version": 4}},
    ]


def test_a_closing_comes_after_all_that_waits_and_nothing_after_it() -> None:
    wire = Wire()

    async def talk() -> None:
        watcher = page(wire)
        wire.open = False
        watcher.show(b"{}")
        watcher.answer(b'{"done":{"key":"a"}}')
        watcher.close(DELETED)
        watcher.show(b"{}")
        watcher.close(TOO_SLOW)
        assert not wire.said
        wire.open = True
        watcher.go_on()
        await _next_turn()

    asyncio.run(talk())
    assert wire.said == [b'{"table":{}}', b'{"done":{"key":"a"}}', DELETED]


def test_what_waits_goes_before_what_comes_later() -> None:
    wire = Wire()
    watcher = page(wire)
    wire.open = False
    watcher.show(b"1")
    wire.open = True
    watcher.show(b"2")
    watcher.go_on()
    watcher.show(b"3")
    assert wire.said == [b'{"table":%d}' % n for n in (1, 2, 3)]


def test_who_reads_too_slowly_is_cut_off_at_once() -> None:
    wire = Wire()
    watcher = page(wire)
    wire.open = False
    for _ in range(MOST_WAITING + 1):
        watcher.show(b"{}")
    wire.open = True
    watcher.go_on()
    assert wire.said == [TOO_SLOW]


def test_an_answer_that_is_one_message_too_many_ends_it_as_too_slow_too() -> None:
    wire = Wire()

    async def talk() -> None:
        watcher = page(wire)
        wire.open = False
        for _ in range(MOST_WAITING):
            watcher.show(b"{}")
        watcher.answer(b'{"done":{"key":"a"}}')
        watcher.close(DELETED)
        wire.open = True
        watcher.go_on()

    asyncio.run(talk())
    assert wire.said == [TOO_SLOW]


def test_a_stream_takes_one_line_after_the_other() -> None:
    watcher = Watcher(ANYBODY, after=b"\n")

    async def listen() -> list[bytes | Closing]:
        first = asyncio.create_task(watcher.next())
        await _next_turn()
        watcher.show(b"{}")
        watcher.show(b"[]")
        watcher.close(DELETED)
        return [await first, await watcher.next(), await watcher.next()]

    assert asyncio.run(asyncio.wait_for(listen(), 10)) == [b"{}\n", b"[]\n", DELETED]


def test_of_long_messages_fewer_wait_for_a_slow_reader() -> None:
    wire = Wire()
    wire.open = False

    async def talk() -> None:
        watcher = page(wire)
        watcher.show(b"x" * MOST_BYTES)  # one may always wait, however long
        watcher.show(b"x")
        wire.open = True
        watcher.go_on()

    asyncio.run(talk())
    assert wire.said == [TOO_SLOW]
