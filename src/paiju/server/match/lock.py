"""The lock of a table: one writer at a time, in the order of asking."""

import asyncio
from collections import deque
from typing import Final


class TableLock:
    """As `asyncio.Lock`, and it can be taken without waiting where nobody has it."""

    def __init__(self) -> None:
        self._locked = False
        self._waiting: Final[deque[asyncio.Future[None]]] = deque()

    def locked(self) -> bool:
        """Whether somebody has the lock."""
        return self._locked

    def try_acquire(self) -> bool:
        """Take the lock if nobody has it or waits for it."""
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
        """Give the lock to whoever has waited longest."""
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
