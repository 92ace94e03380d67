"""What waits for one connection, and in which messages it goes out."""

from __future__ import annotations

import asyncio
import json

from quincunx.server.auth import ANONYMOUS, Caller
from quincunx.server.transport.connection import DELETED, MAX_BYTES, MAX_QUEUED, TOO_SLOW, CloseReason, Connection
from quincunx.server.transport.limits import Budget


class FastWebSocketProtocol:
    """Takes what is said, while it is open."""

    def __init__(self) -> None:
        self.open, self.said = True, list[bytes | CloseReason]()

    def try_send(self, message: bytes | CloseReason) -> bool:
        if self.open:
            self.said.append(message)
        return self.open


async def _next_turn() -> None:
    await asyncio.sleep(0)


def page(wire: FastWebSocketProtocol) -> Connection:
    return Connection(ANONYMOUS, try_send=wire.try_send)


def test_an_answer_and_the_table_after_it_go_together_and_nothing_else_does() -> None:
    wire = FastWebSocketProtocol()

    async def talk() -> None:
        connection = page(wire)
        connection.send_table(b'{"table":', b"1}")
        connection.send_answer(b'{"done":{"key":"a"}}')
        connection.send_table(b'{"table":2}')
        connection.send_table(b'{"table":3}')
        connection.send_answer(b'{"refused":{"key":"b"}}')
        connection.send_answer(b'{"refused":{"key":"c"}}')
        await _next_turn()
        connection.send_table(b'{"table":4}')

    asyncio.run(talk())
    assert [json.loads(message) for message in wire.said if isinstance(message, bytes)] == [
        {"table": 1},
        {"done": {"key": "a"}, "table": 2},
        {"table": 3},
        {"refused": {"key": "b"}},
        {"refused": {"key": "c"}},
        {"table": 4},
    ]


def test_a_closing_comes_after_all_that_waits_and_nothing_after_it() -> None:
    wire = FastWebSocketProtocol()

    async def talk() -> None:
        connection = page(wire)
        wire.open = False
        connection.send_table(b"{}")
        connection.send_answer(b'{"done":{"key":"a"}}')
        connection.close(DELETED)
        connection.send_table(b"{}")
        connection.close(TOO_SLOW)
        assert not wire.said
        wire.open = True
        connection.flush()
        await _next_turn()

    asyncio.run(talk())
    assert wire.said == [b"{}", b'{"done":{"key":"a"}}', DELETED]


def test_what_waits_goes_before_what_comes_later() -> None:
    wire = FastWebSocketProtocol()
    connection = page(wire)
    wire.open = False
    connection.send_table(b"1")
    wire.open = True
    connection.send_table(b"2")
    connection.flush()
    connection.send_table(b"3")
    assert wire.said == [b"1", b"2", b"3"]


def test_who_reads_too_slowly_is_cut_off_at_once() -> None:
    wire = FastWebSocketProtocol()
    connection = page(wire)
    wire.open = False
    for _ in range(MAX_QUEUED + 1):
        connection.send_table(b"{}")
    wire.open = True
    connection.flush()
    assert wire.said == [TOO_SLOW]


def test_an_answer_that_is_one_message_too_many_ends_it_as_too_slow_too() -> None:
    wire = FastWebSocketProtocol()

    async def talk() -> None:
        connection = page(wire)
        wire.open = False
        for _ in range(MAX_QUEUED):
            connection.send_table(b"{}")
        connection.send_answer(b'{"done":{"key":"a"}}')
        connection.close(DELETED)
        wire.open = True
        connection.flush()

    asyncio.run(talk())
    assert wire.said == [TOO_SLOW]


def test_a_stream_takes_one_line_after_the_other() -> None:
    connection = Connection(ANONYMOUS, bare=True, end=b"\n")

    async def listen() -> list[bytes | CloseReason]:
        first = asyncio.create_task(connection.next())
        await _next_turn()
        connection.send_table(b"{}")
        connection.send_table(b"[]")
        connection.close(DELETED)
        return [await first, await connection.next(), await connection.next()]

    assert asyncio.run(asyncio.wait_for(listen(), 10)) == [b"{}\n", b"[]\n", DELETED]


def test_what_all_connections_of_an_address_do_not_read_is_limited() -> None:
    wire, unread = FastWebSocketProtocol(), Budget(10)
    wire.open = False

    async def talk() -> None:
        one, two, other = (
            Connection(Caller(address=address), try_send=wire.try_send, unread=unread)
            for address in ("192.0.2.1", "192.0.2.1", "192.0.2.2")
        )
        one.send_table(b"x" * 6)
        other.send_table(b"x" * 6)
        two.send_table(b"y" * 6)
        wire.open = True
        for connection in (two, one, other):
            connection.flush()
        wire.open = False
        one.send_table(b"x" * 10)  # what was read does not count
        one.discard()
        one.send_table(b"x" * 10)
        assert unread.take("192.0.2.1", 10)

    asyncio.run(talk())
    assert wire.said == [TOO_SLOW, b"x" * 6, b"x" * 6]


def test_of_long_messages_fewer_wait_for_a_slow_reader() -> None:
    wire = FastWebSocketProtocol()
    wire.open = False

    async def talk() -> None:
        connection = page(wire)
        connection.send_table(b"x" * MAX_BYTES)  # one may always wait, however long
        connection.send_table(b"x")
        wire.open = True
        connection.flush()

    asyncio.run(talk())
    assert wire.said == [TOO_SLOW]
