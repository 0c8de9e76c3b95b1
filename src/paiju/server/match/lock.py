"""The lock of a table, granted in the order of requests."""

import asyncio
from collections import deque
from typing import Final


class TableLock:
    """As `asyncio.Lock`, with `try_acquire`."""

    def __init__(self) -> None:
        self._locked = False
        self._waiting: Final[deque[asyncio.Future[None]]] = deque()

    def locked(self) -> bool:
        """Whether the lock is held."""
        return self._locked

    def try_acquire(self) -> bool:
        """Take the lock if nobody holds it or waits for it; returns whether it was taken."""
        if self._locked or self._waiting:
            return False
        self._locked = True
        return True

    async def acquire(self) -> None:
        """Wait for the lock and take it."""
        if self.try_acquire():
            return
        turn: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._waiting.append(turn)
        try:
            await turn
        except asyncio.CancelledError:
            if turn.done() and not turn.cancelled():
                self.release()  # it was our turn already
            else:
                self._waiting.remove(turn)
            raise

    def release(self) -> None:
        """Release the lock, or hand it to the task that has waited longest."""
        while self._waiting:
            turn = self._waiting.popleft()
            if not turn.done():
                turn.set_result(None)
                return
        self._locked = False

    async def __aenter__(self) -> None:
        await self.acquire()

    async def __aexit__(self, *_error: object) -> None:
        self.release()
