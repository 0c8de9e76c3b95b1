"""Sharing something of which there is little: rooms that wait for it take turns."""

import asyncio
from collections import deque
from typing import Final


class Turns:
    """So many of a thing. Whoever has one gives it back with `give_back`."""

    def __init__(self, free: int) -> None:
        self._free = free
        self._waiting: Final[dict[str, deque[asyncio.Future[None]]]] = {}
        """Who waits, by room; the room at the front is next."""

    async def get(self, room: str) -> None:
        """Wait for one."""
        if self._free and not self._waiting:
            self._free -= 1
            return
        turn: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._waiting.setdefault(room, deque()).append(turn)
        try:
            await turn
        except asyncio.CancelledError:
            if turn.done() and not turn.cancelled():
                self.give_back()
            raise

    def give_back(self) -> None:
        """Give one to the next room that waits for it."""
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
