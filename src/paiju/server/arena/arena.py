"""The arena: its rooms, its Socket.IO connections, and its HTTP and Socket.IO applications."""

import asyncio
import logging
from typing import TYPE_CHECKING, Any, Final

import msgspec
import socketio
import structlog
from engineio.packet import MESSAGE, Packet  # type: ignore[import-untyped]  # ships no types

from paiju.engine.game import SPECTATOR
from paiju.server.arena.arena_room import ArenaClient, ArenaRoom, Sender
from paiju.server.arena.bots import SystemBot
from paiju.server.arena.connections import Connections
from paiju.server.arena.policy import DIALECT, SYSTEM, ArenaPolicy
from paiju.server.arena.refusals import ArenaRefusal, as_arena_refusal
from paiju.server.arena.rooms import Rooms
from paiju.server.arena.wire import Json
from paiju.server.auth import hashed
from paiju.server.errors import Refusal, language_of
from paiju.server.match.changes import Change, Watcher
from paiju.server.match.entries import Started
from paiju.server.match.table import Table
from paiju.server.services import Services
from paiju.storage.faults import StoreError
from paiju.storage.keys import server_key

if TYPE_CHECKING:
    from collections.abc import Mapping

_SWEEP_SECONDS: Final = 0.25
_LAST_WORD_SECONDS: Final = 0.05
"""Seconds between the Socket.IO disconnect and the close, so that the disconnect arrives first."""
_FEATURE: Final = "wd4Challenge"

_log: Final = structlog.get_logger("paiju.arena")
_encode: Final = msgspec.json.Encoder().encode


class Arena(Watcher[Table], Sender):
    """Created once per server. Call `open` after the lobby is open."""

    def __init__(self, service: Services) -> None:
        super().__init__(service)
        self.rooms: Final = Rooms(service)
        self.key = b""
        """For hashing MACs; kept in the store, so that rows of the leaderboard survive a restart."""
        self._rooms_by_match: Final[dict[str, ArenaRoom]] = {}
        self._clients: Final[dict[str, ArenaClient]] = {}
        self._addresses: Final[dict[str, str]] = {}
        self._features: Final[set[tuple[str, str]]] = set()
        """Match and public id of players whose client answers a Wild Draw Four."""
        self._empty_since: Final[dict[str, float]] = {}
        self._sweeper: asyncio.Task[None] | None = None
        settings = service.settings
        self.sio: Final = socketio.AsyncServer(
            async_mode="asgi",
            cors_allowed_origins=[],  # the middleware has already checked the origin
            ping_interval=settings.ping_interval,
            ping_timeout=settings.ping_timeout,
            max_http_buffer_size=settings.body_bytes,
            http_compression=False,
            allow_upgrades=True,
            always_connect=True,
            logger=logging.getLogger("socketio"),  # otherwise the library sets up a logger of its own
            engineio_logger=logging.getLogger("engineio"),
        )
        self.sio.on("connect", self._connect)
        self.sio.on("joinRoom", self._join_room)
        self.sio.on("disconnect", self._disconnected)
        self.connections: Final = Connections(self.sio, self._admits)
        service.policies[DIALECT] = ArenaPolicy(settings, service.clock, self._challenges)
        service.bots.makers[SYSTEM] = lambda _game: SystemBot(settings)
        service.watchers.append(self)
        service.closing.append(self.close)

    async def open(self) -> None:
        """Load the key that hashes MACs, and start keeping rooms open."""
        self.key = await server_key(self.service.log.database, "arena-mac")
        self._sweeper = asyncio.create_task(self._sweep())

    async def close(self) -> None:
        """Stop sending events."""
        if self._sweeper is not None:
            self._sweeper.cancel()
        for arena_room in self._rooms_by_match.values():
            arena_room.stop()
        await self.connections.close_all()  # no Socket.IO disconnect, so that bots reconnect

    async def _sweep(self) -> None:
        await self.service.lobby.all_loaded()  # otherwise rooms that exist already would be created again
        while True:
            try:
                await self.rooms.tidy(self._empty_since)
            except (Refusal, StoreError) as error:
                _log.warning("keeping house failed", reason=str(error))
            for match in [m for m in self._rooms_by_match if m not in self.service.lobby.tables]:
                self._rooms_by_match.pop(match).stop()
            await self.service.clock.sleep(_SWEEP_SECONDS)

    # --- rooms ------------------------------------------------------------------------------------------------------

    def arena_room(self, table: Table) -> ArenaRoom:
        """The arena side of a room, made when first needed."""
        match = table.folded.match
        if match not in self._rooms_by_match:
            self._rooms_by_match[match] = ArenaRoom(self, table)
        return self._rooms_by_match[match]

    def _challenges(self, match: str, seat: int) -> bool:
        table = self.service.lobby.tables.get(match)
        if table is None:
            return False
        return (match, table.folded.places[seat].public) in self._features or _FEATURE in table.elsewhere.get(seat, ())

    async def on_countdown(self, table: Table) -> None:
        if table.folded.header.dialect == DIALECT:
            await self.rooms.begin(table)

    def on_change(self, table: Table, change: Change) -> None:
        if table.folded.header.dialect != DIALECT:
            if table.folded.match in self._rooms_by_match:  # somebody watches a native room
                self.arena_room(table).put(change)
            return
        if any(isinstance(told.data, Started) for told in change.entries):
            self._find_seats(table)
        self.arena_room(table).put(change)

    def _find_seats(self, table: Table) -> None:
        """Look up the seat of each connection again: the start of a match closes gaps between seats."""
        table.present.clear()
        moved = self.service.clock.monotonic()
        table.absent_since.clear()
        for seat in table.folded.people():
            table.absent_since[seat] = moved
        clients = [c for c in self._clients.values() if c.table is table and c.seat != SPECTATOR]
        for client in clients:
            self.service.cluster.left(table.folded.match, client.seat)
        for client in clients:
            found = table.folded.seat_of(hashed(client.secret))
            if found is not None:
                client.seat = found
                table.listeners[client] = found
                table.present[found] = client
                table.absent_since.pop(found, None)
                self.service.cluster.entered(table.folded.match, found, client.features)

    # --- sockets ------------------------------------------------------------------------------------------------------

    async def emit(self, client: ArenaClient, name: str, payload: Json) -> None:
        """Send to one socket. Only the connection of a client that reads too slowly is closed."""
        if not client.gone:
            await self._send(client.sid, name, payload)

    async def _send(self, sid: str, name: str, payload: Json) -> None:
        socket = self._socket(sid)
        if socket is None or socket.closed:
            return
        if socket.queue.qsize() >= self.service.settings.queue_messages:
            await self._hang_up(sid)
            return
        # What `sio.emit` would send in the end, without its search for rooms and binary parts.
        message = f'2["{name}",{_encode(payload).decode()}]'
        if not (socket.upgraded and socket.queue.send_at_once(f"{MESSAGE}{message}")):
            await socket.send(Packet(MESSAGE, message))

    def _socket(self, sid: str) -> Any:
        """The Engine.IO socket under a Socket.IO one, or None."""
        return self.sio.eio.sockets.get(self.sio.manager.eio_sid_from_sid(sid, "/") or "")

    async def dismiss(self, client: ArenaClient) -> None:
        """Disconnect a client after its match: first over Socket.IO, then the connection under it."""
        socket = self._socket(client.sid)
        client.dismissed = socket is not None and not socket.closed
        await self._hang_up(client.sid)

    async def _hang_up(self, sid: str) -> None:
        """Disconnect over Socket.IO, then close. After a close alone, bots would reconnect and wait in an open poll."""
        connection = self.sio.manager.eio_sid_from_sid(sid, "/")
        await self.sio.disconnect(sid)
        if connection is not None:
            self.service.spawn(self.connections.close(connection, _LAST_WORD_SECONDS))

    def drop(self, client: ArenaClient) -> None:
        """The table has removed this listener: a newer socket replaced it, or the seat was given up."""
        if self._clients.get(client.sid) is client:
            del self._clients[client.sid]
        self.service.spawn(self._hang_up(client.sid))

    def _admits(self, connection: str, environ: "Mapping[str, Any]") -> bool:
        """Whether this address may have one more connection. One that enters no room in time is closed."""
        address = self.service.address(environ.get("asgi.scope", {}))
        if self.connections.of(address) >= self.service.settings.sockets_per_address:
            return False
        if self.service.limits.sockets.take(address):
            return False
        self.connections.note(connection, address)
        self.service.spawn(self._must_enter(connection))
        return True

    async def _must_enter(self, connection: str) -> None:
        await self.service.clock.sleep(self.service.settings.enter_seconds)
        entered = {self.sio.manager.eio_sid_from_sid(sid, "/") for sid in self._clients}
        if connection not in entered:
            await self.connections.close(connection)

    async def _connect(self, sid: str, environ: "Mapping[str, Any]", _auth: object = None) -> None:
        self._addresses[sid] = self.service.address(environ.get("asgi.scope", {}))

    async def _disconnected(self, sid: str, _reason: object = None) -> None:
        self._addresses.pop(sid, None)
        client = self._clients.pop(sid, None)
        if client is not None:
            client.gone = True
            client.table.leave(client)

    async def _join_room(self, sid: str, data: object = None, *_more: object) -> None:
        try:
            await self._enter(sid, data)
        except Refusal as refusal:
            body = as_arena_refusal(refusal).body(self._language(sid))
            await self._send(sid, "joinError", {"error": body["error"], "code": body["code"]})

    async def _enter(self, sid: str, data: object) -> None:
        if not isinstance(data, dict) or not isinstance(data.get("roomId"), str):
            raise ArenaRefusal("BAD_REQUEST")
        address = self._addresses.get(sid, "unknown")
        secret = data.get("playerId")
        if self.service.limits.enter.take(secret if isinstance(secret, str) else address):
            raise ArenaRefusal("RATE_LIMITED")
        if secret is None:
            table = await self.rooms.find_to_watch(data["roomId"], address)
        else:
            table = await self._find(data["roomId"], address)
        if sid not in self._addresses:  # disconnected while the room was looked up
            return
        seat = int(SPECTATOR)
        if secret is not None:
            found = table.folded.seat_of(hashed(secret)) if isinstance(secret, str) else None
            if found is None:
                raise ArenaRefusal(
                    "RATE_LIMITED" if self.service.limits.secrets.take(address) else "PLAYER_NOT_IN_ROOM"
                )
            seat = found
        wanted = data.get("features")
        features: tuple[str, ...] = ()
        if seat >= 0 and isinstance(wanted, list) and _FEATURE in wanted:
            features = (_FEATURE,)
            self._features.add((table.folded.match, table.folded.places[seat].public))
        older = self._clients.pop(sid, None)
        if older is not None:
            older.gone = True
            older.table.leave(older)
        own = secret if isinstance(secret, str) else ""
        client = ArenaClient(self, sid, table, seat, own, self._language(sid), features)
        self._clients[sid] = client
        arena_room = self.arena_room(table)
        await table.enter(client, seat)
        arena_room.joined(client)

    async def _find(self, room: str, address: str) -> Table:
        """A room of the arena. Raises `ArenaRefusal` for an unknown name and counts it like a wrong secret."""
        try:
            return await self.rooms.find(room, "look")
        except ArenaRefusal:
            if self.service.limits.secrets.take(address):
                raise ArenaRefusal("RATE_LIMITED") from None
            raise

    def _language(self, sid: str) -> str:
        environ = self.sio.get_environ(sid) or {}
        return language_of(str(environ.get("HTTP_ACCEPT_LANGUAGE", "")))
