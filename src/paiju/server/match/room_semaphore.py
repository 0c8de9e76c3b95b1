"""A semaphore that is fair between rooms."""

import asyncio
from collections import deque
from typing import Final


class RoomSemaphore:
    """A semaphore with `free` permits. Rooms that wait for a permit take turns."""

    def __init__(self, free: int) -> None:
        self._free = free
        self._waiting: Final[dict[str, deque[asyncio.Future[None]]]] = {}
        """Waiting calls by room; the room at the front is next."""

    async def acquire(self, room: str) -> None:
        """Wait for a permit. The caller must release it with `release`."""
        if self._free and not self._waiting:
            self._free -= 1
            return
        turn: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._waiting.setdefault(room, deque()).append(turn)
        try:
            await turn
        except asyncio.CancelledError:
            if turn.done() and not turn.cancelled():
                self.release()
            raise

    def release(self) -> None:
        """Release a permit, to the next room that waits for one."""
        while self._waiting:
            room = next(iter(self._waiting))
            queue = self._waiting.pop(room)
            turn = queue.popleft()
            if queue:
                self._waiting[room] = queue  # behind all others
            if not turn.done():
                turn.set_result(None)
                return
        self._free += 1
