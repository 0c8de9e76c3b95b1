"""What a server shares with other servers on the same database. `Alone` shares nothing; `cluster.node` does."""

from collections.abc import Callable, Sequence
from typing import Final

from paiju.server.rooms.chat import Said
from paiju.server.settings import Rate
from paiju.server.web.limits import Buckets
from paiju.storage.rows import VERSION


class Alone:
    """The only server on its database: it holds every match, and every connection is its own."""

    id: str | None = None
    """The name of this node in the database."""
    shared: bool = False
    """Whether other nodes may write to the same logs."""
    entry_version: int = VERSION
    """The newest version of entries that every node can read."""

    async def start(self) -> None:
        """Announce this node to the others. Called before the first request."""

    async def hand_over(self) -> None:
        """Let other nodes carry out what is due from now on. Called when a stop is asked for."""

    async def stop(self) -> None:
        """Tell the others that this node is gone. Called when all sockets are closed."""

    def is_ready(self) -> bool:
        """Whether this node can serve."""
        return True

    def may_act(self) -> bool:
        """Whether timers may act: False while other nodes may have taken this node's matches."""
        return True

    def knows_presence(self) -> bool:
        """Whether it is known who is connected elsewhere. If not, everybody counts as present."""
        return True

    def buckets(self, name: str, rate: Rate, enabled: bool, clock: Callable[[], float]) -> Buckets:
        """The rate limit of this name."""
        return Buckets(rate, enabled, clock)

    async def take(self, match: str) -> bool:
        """Try to become the holder of a match; returns whether this node holds it now."""
        return True

    def keeps_house(self) -> bool:
        """Whether this node looks after what belongs to no match, such as the arena's open rooms."""
        return True

    def followed(self, match: str) -> None:
        """A client of this node follows a match: ask other nodes for news of it."""

    def entered(self, match: str, seat: int, features: Sequence[str] = ()) -> None:
        """The owner of a seat has connected to this node."""

    def left(self, match: str, seat: int) -> None:
        """The owner of a seat has disconnected from this node."""

    def seen(self, match: str, seat: int) -> None:
        """The owner of a seat is active here without a connection."""

    def said(self, match: str, line: Said) -> None:
        """Somebody has spoken at this node."""

    def muted(self, match: str, listener: str, speaker: str, on: bool) -> None:
        """Somebody has muted or unmuted somebody else at this node."""

    async def chat(self, match: str) -> tuple[Sequence[Said], Sequence[tuple[str, str]]]:
        """The last lines of a room and who has muted whom, as other nodes know them."""
        return (), ()


ALONE: Final = Alone()
