"""The clock that tests give a server: nothing happens before its time, and everything in order."""

import asyncio

import pytest

from tests.server.clock import ManualClock

pytestmark = pytest.mark.anyio


async def test_what_falls_due_happens_in_order_and_at_its_time() -> None:
    clock = ManualClock()
    begun, happened = clock.monotonic(), list[tuple[str, float]]()

    def note(what: str) -> None:
        happened.append((what, clock.monotonic() - begun))
        if what == "first":
            clock.call_later(1, note, "that followed")

    clock.call_later(3, note, "last")
    clock.call_later(1, note, "first")
    clock.call_later(2, note, "called off").cancel()
    await clock.advance(0.5)
    assert happened == []
    await clock.advance(2.5)
    assert happened == [("first", 1), ("that followed", 2), ("last", 3)]
    assert clock.now_ms() - ManualClock().now_ms() == 3000


async def test_who_sleeps_is_woken_and_who_is_called_off_is_not() -> None:
    clock = ManualClock()
    sleeper, stopped = asyncio.create_task(clock.sleep(5)), asyncio.create_task(clock.sleep(5))
    await clock.advance(4)
    stopped.cancel()
    assert not sleeper.done()
    await clock.advance(1)
    assert sleeper.done()
    assert stopped.cancelled()


async def test_a_time_limit_ends_what_takes_longer() -> None:
    clock = ManualClock()

    async def wait_for_ever() -> None:
        async with clock.timeout(5):
            await asyncio.Event().wait()

    waiting = asyncio.create_task(wait_for_ever())
    await clock.advance(4)
    assert not waiting.done()
    await clock.advance(1)
    with pytest.raises(TimeoutError):
        await waiting
    async with clock.timeout(5):
        pass
    await clock.advance(10)
