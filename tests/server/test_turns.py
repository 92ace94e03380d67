"""Fair turns on the event loop, and limits by address."""

from __future__ import annotations

import asyncio
import socket
import sys
from typing import Any
from unittest.mock import Mock

import pytest

from quincunx.server.errors import ApiError
from quincunx.server.run import SEND_BUFFER, bind
from quincunx.server.transport.http_protocol import BoundedHttpProtocol
from quincunx.server.transport.limits import Budget, Gate
from quincunx.server.transport.turns import AddressLimits, Client, FairTurns
from quincunx.server.transport.websocket_protocol import FastWebSocketProtocol


def now() -> float:
    return 0.0


async def loop_turn() -> None:
    await asyncio.sleep(0)


def test_an_address_that_has_used_its_share_waits_and_others_do_not() -> None:
    async def use() -> None:
        turns, answer = FairTurns(0.5, 0.01), asyncio.Event()
        assert turns.take("greedy", answer.set)
        turns.end("greedy", 0.02)
        assert not turns.take("greedy", answer.set)
        assert turns.take("quiet", answer.set)
        await loop_turn()
        assert not answer.is_set()
        await asyncio.wait_for(answer.wait(), 60)

    asyncio.run(use())


def test_an_address_has_one_turn_at_a_time_in_the_order_of_asking() -> None:
    async def use() -> list[int]:
        turns, had = FairTurns(0.5, clock=now), list[int]()

        def have(n: int) -> None:
            had.append(n)
            turns.end("a", 0)

        assert turns.take("a", lambda: None)
        for n in range(3):
            assert not turns.take("a", lambda n=n: have(n))  # type: ignore[misc]
        turns.end("a", 0)
        seen = []
        for _ in range(4):
            seen.append(len(had))
            await loop_turn()
        assert seen == [0, 1, 2, 3]
        assert turns.take("a", lambda: None)
        return had

    assert asyncio.run(use()) == [0, 1, 2]


def test_without_a_share_nobody_waits() -> None:
    async def use() -> None:
        turns = FairTurns(0)
        for _ in range(3):
            assert turns.take("a", lambda: None)
            turns.charge("a", 100)
        async with turns.turn("a"):
            pass

    asyncio.run(use())


def test_who_gives_up_waiting_passes_the_turn_on() -> None:
    async def use() -> None:
        turns = FairTurns(0.5, clock=now)
        assert turns.take("a", lambda: None)

        async def wait() -> str:
            async with turns.turn("a"):
                return "done"

        first, second = asyncio.create_task(wait()), asyncio.create_task(wait())
        await loop_turn()
        first.cancel()
        await asyncio.gather(first, return_exceptions=True)
        turns.end("a", 0)
        assert await asyncio.wait_for(second, 60) == "done"
        assert await asyncio.wait_for(turns.run("a", lambda: "in a thread"), 60) == "in a thread"

    asyncio.run(use())


def test_a_charged_task_behaves_like_the_task_itself() -> None:
    async def use() -> None:
        turns = FairTurns(0.5, 0.001, clock=now)

        async def work(fails: bool) -> str:
            try:
                await loop_turn()
                sum(range(200_000))
                await asyncio.Event().wait()
            except asyncio.CancelledError:
                if fails:
                    raise ValueError("failed") from None
                return "cleaned up"
            return ""

        async def cancelled(fails: bool) -> Any:
            task = asyncio.create_task(charged(work(fails)))
            for _ in range(3):
                await loop_turn()
            task.cancel()
            return await task

        async def charged(coroutine: Any) -> Any:
            return await turns.charged("a", coroutine)

        assert await cancelled(fails=False) == "cleaned up"
        with pytest.raises(ValueError, match="failed"):
            await cancelled(fails=True)
        assert not turns.take("a", lambda: None), "the work was not charged"
        assert turns.take("b", lambda: None)

    asyncio.run(use())


def test_a_connection_counts_for_its_address_until_it_ends() -> None:
    limits = AddressLimits(connections=Gate(0, each=1))
    first = Client(limits, "2001:db8:1:2::3")
    with pytest.raises(ApiError, match="many-connections"):
        Client(limits, "2001:db8:1:2:ffff::4")  # the same network
    first.forward("192.0.2.1")
    second = Client(limits, "2001:db8:1:2::3")
    with pytest.raises(ApiError):
        Client(limits, "192.0.2.1")
    for ended in (first, first, second):
        ended.close()
    Client(limits, "192.0.2.1")
    Client(limits, "2001:db8:1:2::3")


@pytest.mark.parametrize("kind", [BoundedHttpProtocol, FastWebSocketProtocol])
def test_a_connection_ends_if_its_address_leaves_too_much_unread(
    kind: type[BoundedHttpProtocol | FastWebSocketProtocol],
) -> None:
    limits = AddressLimits(unread=Budget(10))

    def connected(address: str) -> Any:
        protocol: Any = kind.__new__(kind)
        protocol.counted = protocol._counted = Client(limits, address)
        protocol.flow, protocol.writable, protocol.loop, protocol.transport = Mock(), Mock(), Mock(), Mock()
        protocol.transport.get_write_buffer_size.return_value = 6
        protocol.pause_writing()
        return protocol

    def has_ended(protocol: Any) -> bool:
        return any(call.args == (protocol.transport.abort,) for call in protocol.loop.call_soon.mock_calls)

    first, second, other = connected("192.0.2.1"), connected("192.0.2.1"), connected("192.0.2.2")
    assert [has_ended(one) for one in (first, second, other)] == [False, True, False]
    first.resume_writing()
    third = connected("192.0.2.1")
    assert not has_ended(third)
    third.counted.close()
    assert not has_ended(connected("192.0.2.1"))


@pytest.mark.skipif(sys.platform != "linux", reason="other systems count otherwise")
def test_the_kernel_keeps_little_for_who_does_not_read() -> None:
    with bind("127.0.0.1", 0) as taken, socket.create_connection(taken.getsockname()), taken.accept()[0] as line:
        assert line.getsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF) <= 2 * SEND_BUFFER
