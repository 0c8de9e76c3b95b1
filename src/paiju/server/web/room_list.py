"""The encoded list of rooms. It is made again after a change or a second, however many clients ask for it."""

import asyncio
import json
import secrets
from hashlib import sha256
from typing import Final, NamedTuple
from zlib import crc32

import msgspec

from paiju.games.registry import all_games
from paiju.protocol.rooms import RoomList
from paiju.server.live.render import room_info
from paiju.server.rooms.lobby import Lobby

_SECONDS: Final = 1.0
_MOST: Final = 100
_BASE: Final = f"base-{secrets.token_hex(16)}"
"""Stands for the address of the server in the links of a list; callers reach the server by different ones."""


class SentList(NamedTuple):
    """An encoded list, cut where the address of the server belongs."""

    made_at: float
    changes: int
    """`Lobby.changes` when it was made."""
    digest: str
    parts: tuple[bytes, ...]

    def etag(self, base: str) -> str:
        """The entity tag of the list with links to `base`."""
        return f'"{self.digest}-{crc32(base.encode()):08x}"'

    def body(self, base: str) -> bytes:
        """The list as JSON, with links to `base`."""
        return json.dumps(base)[1:-1].encode().join(self.parts)


class RoomLists:
    """The listed rooms of each game, and of all of them. Changes show at once, presence within a second."""

    def __init__(self, lobby: Lobby) -> None:
        self._lobby: Final = lobby
        self._games: Final = frozenset(game.name for game in all_games())
        self._lists: Final[dict[str, SentList]] = {}
        self._making: Final = asyncio.Lock()
        self.made = 0
        """How many lists were made."""

    async def of(self, game: str | None) -> SentList:
        """The rooms of a game, or of all; none for a game that is not known."""
        key = "" if game is None else game if game in self._games else "?"
        async with self._making:  # requests that arrive meanwhile wait for the same list
            now = self._lobby.context.clock.monotonic()
            known = self._lists.get(key)
            if known is None or known.changes != self._lobby.changes or now - known.made_at >= _SECONDS:
                self.made += 1
                changes = self._lobby.changes
                tables = [] if key == "?" else (await self._lobby.listed(game))[:_MOST]
                body = msgspec.json.encode(RoomList(rooms=[room_info(table, _BASE) for table in tables]))
                known = SentList(now, changes, sha256(body).hexdigest()[:24], tuple(body.split(_BASE.encode())))
                self._lists[key] = known
            return known
