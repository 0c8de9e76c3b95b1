"""The open live sockets of a server."""

from collections import Counter
from typing import Final


class LiveSocket:
    """What the server needs to know about an open socket."""

    def __init__(self, address: str) -> None:
        self.address: Final = address
        """The rate-limit key of its peer."""

    def close(self, code: int) -> None:
        """Close after what was sent. A peer that does not read is dropped soon."""
        raise NotImplementedError

    def blocked_since(self) -> float | None:
        """Since when (monotonic) the peer has not read; None while it reads."""
        raise NotImplementedError

    def idle_since(self) -> float | None:
        """Since when (monotonic) the socket is in no room, or None while it is in one."""
        raise NotImplementedError


class LiveSockets:
    """All open sockets, and how many each address has."""

    def __init__(self, per_address: int) -> None:
        self._most: Final = per_address
        self._open: Final[set[LiveSocket]] = set()
        self._count: Final[Counter[str]] = Counter()

    def __len__(self) -> int:
        return len(self._open)

    def all(self) -> list[LiveSocket]:
        """The sockets that are open now."""
        return list(self._open)

    def has_room_for(self, address: str) -> bool:
        """Whether this address may open one more socket."""
        return self._count[address] < self._most

    def add(self, socket: LiveSocket) -> None:
        self._open.add(socket)
        self._count[socket.address] += 1

    def remove(self, socket: LiveSocket) -> None:
        if socket in self._open:
            self._open.remove(socket)
            self._count[socket.address] -= 1
            if not self._count[socket.address]:
                del self._count[socket.address]
