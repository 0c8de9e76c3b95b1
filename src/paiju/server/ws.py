"""The live socket: one task reads, one writes, a bounded queue between the tables and a slow reader."""

import asyncio
import time
from collections import deque
from typing import TYPE_CHECKING, Any, Final

import msgspec
import structlog

from paiju.engine.game import SPECTATOR
from paiju.protocol import messages as m
from paiju.server import seating
from paiju.server.auth import hashed
from paiju.server.entries import ROOM, RematchMade, Seated
from paiju.server.guard import read_json, typed
from paiju.server.problems import Refusal
from paiju.server.render import clock_of, events_for, iso, room_info, same_for_all, told, view_answer, view_of
from paiju.server.service import Scope, Service
from paiju.server.table import Accepted, Change, Listener, Table

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    from litestar.types import Receive, Send

_log: Final = structlog.get_logger("paiju.ws")
_encode: Final = msgspec.json.Encoder().encode
_MOST_EVENTS: Final = 500
"""More than these are not resumed one by one: a snapshot says it all."""

CLOSE_POLICY: Final = 1008
CLOSE_TOO_BIG: Final = 1009
CLOSE_RESTART: Final = 1012
CLOSE_SLOW: Final = 4008
CLOSE_REPLACED: Final = 4001
CLOSE_NOT_ENTERED: Final = 4002


class _Update(msgspec.Struct, tag_field="type", tag="update", rename="camel", omit_defaults=True):
    """`messages.Update` with parts that were encoded once for all."""

    room: str
    seq: int
    events: msgspec.Raw
    clock: msgspec.Raw
    view: msgspec.Raw = msgspec.Raw(b"null")
    legal: msgspec.Raw = msgspec.Raw(b"null")
    latency_ms: int | None = None


class _Shared:
    """What is rendered once for all listeners of a change."""

    __slots__ = ("_clock", "_events", "awaited", "room", "text")

    def __init__(self, table: Table, change: Change) -> None:
        state = change.after
        self.awaited: frozenset[int] = frozenset(() if state is None else (state.turn(), *state.reactors()))
        """Seats that could do something now."""
        self.room: Final = any(line.actor == ROOM for line in change.entries)
        self._clock: Final = msgspec.Raw(_encode(clock_of(table)))
        self._events: msgspec.Raw | None = None
        self.text = ""
        """The whole message without a view, when it is the same for everybody."""
        if same_for_all(table.kind, change.entries):
            self._events = msgspec.Raw(_encode(events_for(table.kind, change.entries, SPECTATOR)))
            self.text = _encode(self.update(table, change, SPECTATOR)).decode()

    def update(self, table: Table, change: Change, seat: int) -> _Update:
        """The message for a seat, without a view."""
        events = self._events
        if events is None:
            events = msgspec.Raw(_encode(events_for(table.kind, change.entries, seat)))
        return _Update(table.folded.header.room, change.entries[-1].seq, events, self._clock)


class Socket(Listener):
    """One connection."""

    def __init__(self, send: "Send", service: Service, address: str, base: str, lang: str) -> None:
        self._send: Final = send
        self._service: Final = service
        self._address: Final = address
        self._base: Final = base
        self._queue: Final[deque[str]] = deque()
        self._queued = 0
        self._wake: Final = asyncio.Event()
        self.sending_since: float | None = None
        """When the write began that has not come back: the watchman closes sockets that take nothing."""
        self.idle_since = time.monotonic()
        """Since when this socket is in no room."""
        self.writer: asyncio.Task[None] | None = None
        self.close_code = 0
        self.table: Table | None = None
        self.seat: int = SPECTATOR
        self._secret: str | None = None
        self._views = "all"
        self._hints = False
        self._lang = lang
        self._latency: int | None = None
        self._pinged: float | None = None

    # --- out --------------------------------------------------------------------------------------------------

    def push(self, message: msgspec.Struct) -> None:
        """Queue a message; a full queue closes this socket only."""
        self.push_text(_encode(message).decode())

    def push_text(self, text: str) -> None:
        """The same for a message that is encoded already."""
        if self.close_code:
            return
        self._queue.append(text)
        self._queued += len(text)
        settings = self._service.settings
        if len(self._queue) > settings.queue_messages or self._queued > settings.queue_bytes:
            self.close(CLOSE_SLOW)
        self._wake.set()

    def close(self, code: int) -> None:
        """Close after what is queued; a slow reader at once."""
        if self.close_code:
            return
        self.close_code = code
        if code == CLOSE_SLOW:
            self._queue.clear()
            self._service.metrics.slow.inc()
        self._wake.set()

    def abort(self) -> None:
        """Give up on a write that never comes back; the reading task notices and cleans up."""
        if self.writer is not None:
            self.writer.cancel()

    async def write(self) -> None:
        """The writing task."""
        send = self._send
        queue = self._queue
        while True:
            while queue:
                text = queue.popleft()
                self._queued -= len(text)
                self.sending_since = time.monotonic()
                await send({"type": "websocket.send", "text": text, "bytes": None})
                self.sending_since = None
            if self.close_code:
                break
            self._wake.clear()
            await self._wake.wait()
        self.sending_since = time.monotonic()
        await send({"type": "websocket.close", "code": self.close_code, "reason": ""})

    # --- hearing of changes -----------------------------------------------------------------------------------

    def on_change(self, table: Table, change: Change) -> None:
        shared: _Shared | None = change.memo.get("shared")
        if shared is None:
            shared = change.memo["shared"] = _Shared(table, change)
        state = change.after
        views = self._views
        if views == "all" or (views == "turn" and self.seat in shared.awaited):
            self.push_text(self._with_view(table, change, shared))
        elif shared.text:
            self.push_text(shared.text)
        else:
            self.push_text(_encode(shared.update(table, change, self.seat)).decode())
        if shared.room:
            self.on_room(table)
            for line in change.entries:
                if isinstance(line.data, RematchMade):
                    self._service.house.spawn(self._follow(line.data.match))
                elif isinstance(line.data, Seated) and self._secret is not None and self.seat == SPECTATOR:
                    self._service.house.spawn(self._sit_down(table))
        if self._hints and state is not None and state.turn() == self.seat and change.before is not state:
            self._service.house.spawn(self._send_hint(0))

    def _with_view(self, table: Table, change: Change, shared: "_Shared") -> str:
        """The update with the position; encoded once per seat."""
        update = shared.update(table, change, self.seat)
        update.latency_ms = self._latency
        view = change.memo.get(self.seat)
        if view is None:
            position, legal = view_of(table, self.seat)
            view = change.memo[self.seat] = (msgspec.Raw(_encode(position)), msgspec.Raw(_encode(legal)))
        update.view, update.legal = view
        return _encode(update).decode()

    def on_room(self, table: Table) -> None:
        self.push(m.RoomChanged(info=room_info(table, self._base)))

    def on_chat(self, table: Table, seat: int, name: str, text: str, emote: str) -> None:
        now = iso(time.time_ns() // 1_000_000)
        self.push(m.Chatted(seat=seat, name=name, text=text, emote=emote, at=now))

    def on_gone(self, table: Table, reason: str) -> None:
        self.table = None
        self.push(msgspec.convert({"type": "gone", "reason": reason}, m.Gone))
        self.close(CLOSE_REPLACED if reason == "replaced" else 1000)

    async def _follow(self, match: str) -> None:
        """A rematch: this socket moves to the new match, with the same secret."""
        old = self.table
        if old is None:
            return
        table = await self._service.lobby.load(match)
        seat = SPECTATOR if self._secret is None else table.folded.seat_of(hashed(self._secret))
        old.leave(self)
        self.seat = SPECTATOR if seat is None else seat
        self.table = table
        self.push(m.Rematched(wanted=[], info=room_info(table, self._base), seat=seat))
        await table.enter(self, self.seat)
        self.push(m.Snapshot(re=0, snapshot=view_answer(table, self.seat, self._latency)))

    async def _sit_down(self, table: Table) -> None:
        """Somebody who waited for a seat may have it now."""
        seat = None if self._secret is None else table.folded.seat_of(hashed(self._secret))
        if seat is not None and self.table is table:
            self.seat = seat
            await table.enter(self, seat)
            self.push(m.Snapshot(re=0, snapshot=view_answer(table, seat, self._latency)))

    async def _send_hint(self, re: int) -> None:
        table = self.table
        if table is None or self.seat == SPECTATOR:
            return
        seq = table.folded.seq
        action = await self._service.house.hint(table, self.seat)
        if re or table.folded.seq == seq:
            self.push(m.HintMessage(re=re, seq=seq, action=None if action is None else action.to_json()))

    # --- in ---------------------------------------------------------------------------------------------------

    async def handle(self, text: str) -> None:
        """One message. Whatever is wrong with it is answered; nothing else is touched."""
        request = 0
        try:
            raw = read_json(text)
            number = raw.get("id", 0)
            request = number if isinstance(number, int) and not isinstance(number, bool) and number >= 0 else 0
            message = typed(raw, m.ClientMessage)
            await _HANDLERS[type(message)](self, message)
        except Refusal as refusal:
            self.push(m.Refused(re=request, problem=refusal.problem(self._lang)))

    def _here(self) -> Table:
        if self.table is None:
            raise Refusal("not_entered")
        return self.table

    def _own(self) -> tuple[Table, int]:
        """The own seat, checked again: it may have been lost since `enter`."""
        table = self._here()
        if self._secret is None:
            raise Refusal("no_secret")
        if self.seat == SPECTATOR or not table.folded.places[self.seat].person:
            self.seat = table.seat_of(self._secret)
        return table, self.seat

    async def _enter(self, message: m.Enter) -> None:
        service = self._service
        service.limit(service.limits.enter, message.secret or self._address)
        table = await service.lobby.table(message.room)
        seat: int = SPECTATOR
        if message.secret is not None:
            seat = service.seat_for_watching(table, message.secret, self._address)
        missed: list[m.Event] | None = None
        if message.since is not None:
            missed = await self._missed(table, message.since, seat)
        if self.table is not None:
            self.table.leave(self)
        self._secret, self._views, self._hints, self._lang = message.secret, message.views, message.hints, message.lang
        self.table, self.seat = table, seat
        chat = [
            m.Chatted(seat=who, name=name, text=said, emote=emote, at=iso(at))
            for who, name, said, emote, at in table.chat
        ]
        self.push(
            m.Entered(
                re=message.id,
                info=room_info(table, self._base),
                snapshot=view_answer(table, seat, self._latency),
                events=missed or [],
                resumed=missed is not None,
                chat=chat,
            )
        )
        await table.enter(self, seat)

    async def _missed(self, table: Table, since: int, seat: int) -> list[m.Event] | None:
        """Everything after `since` up to this very moment, or None when that is too much."""
        events: list[m.Event] = []
        last = since
        while last < table.folded.seq:
            entries = await self._service.read(table.folded.match, last, _MOST_EVENTS + 1)
            if not entries or len(events) + len(entries) > _MOST_EVENTS:
                return None
            events.extend(events_for(table.kind, [told(entry) for entry in entries], seat))
            last = entries[-1].seq
        return events if since <= table.folded.seq else None

    async def _exit(self, message: m.Exit) -> None:
        self._here().leave(self)
        self.table = None
        self.idle_since = time.monotonic()
        self.push(m.Acked(re=message.id, seq=0))

    async def _act(self, message: m.Act) -> None:
        table, seat = self._own()
        service = self._service
        service.limit(service.limits.game, table.folded.places[seat].public)
        action = table.read_action(seat, message.action)
        acked = False

        def ack(done: Accepted) -> None:
            nonlocal acked
            acked = True
            penalty = None if done.penalty is None else done.penalty.problem(self._lang)
            self.push(m.Acked(re=message.id, seq=done.seq, repeated=done.repeated, penalty=penalty))

        done = await table.act(seat, action, action_id=message.action_id, expected_seq=message.expected_seq, ack=ack)
        if not acked:  # a repeat: nothing was stored
            ack(done)
        service.metrics.actions.inc()

    async def _check(self, message: m.Check) -> None:
        table, seat = self._own()
        self._service.limit(self._service.limits.check, table.folded.places[seat].public)
        problem = table.check(seat, table.read_action(seat, message.action))
        text = None if problem is None else problem.problem(self._lang)
        self.push(m.CheckedMessage(re=message.id, legal=problem is None, problem=text, seq=table.folded.seq))

    async def _hint(self, message: m.AskHint) -> None:
        table, seat = self._own()
        self._service.limit(self._service.limits.check, table.folded.places[seat].public)
        await self._send_hint(message.id)

    async def _events(self, message: m.AskEvents) -> None:
        table = self._here()
        self._service.limit(self._service.limits.check, self._secret or self._address)
        entries = await self._service.read(table.folded.match, message.since, _MOST_EVENTS)
        events = events_for(table.kind, [told(entry) for entry in entries], self.seat)
        seq = table.folded.seq
        complete = not events or events[-1].seq >= seq
        self.push(m.EventsMessage(re=message.id, seq=seq, events=events, complete=complete))

    async def _view(self, message: m.AskView) -> None:
        table = self._here()
        self._service.limit(self._service.limits.check, self._secret or self._address)
        self.push(m.Snapshot(re=message.id, snapshot=view_answer(table, self.seat, self._latency)))

    async def _ready(self, message: m.Ready) -> None:
        table, seat = self._own()
        self._done(message.id, await seating.set_ready(table, seat, message.ready))

    async def _start(self, message: m.Start) -> None:
        table, seat = self._own()
        self._done(message.id, await seating.start(table, seat))

    async def _kick(self, message: m.Kick) -> None:
        table, seat = self._own()
        self._done(message.id, await seating.kick(table, seat, message.seat))

    async def _vote(self, message: m.Vote) -> None:
        table, seat = self._own()
        self._done(message.id, await seating.vote(table, seat, message.seat))

    async def _bot(self, message: m.SetBot) -> None:
        table, seat = self._own()
        self._done(message.id, await seating.set_bot(table, seat, message.seat, message.bot))

    async def _leave(self, message: m.Leave) -> None:
        table = self._here()
        if self._secret is None:
            raise Refusal("no_secret")
        seq = await seating.leave(table, self._secret)
        self._secret = None
        self.seat = SPECTATOR
        self._done(message.id, seq)

    async def _say(self, message: m.Say) -> None:
        table, seat = self._own()
        self._service.say(table, seat, message.text, message.emote)
        self._done(message.id, table.folded.seq)

    async def _rematch(self, message: m.Rematch) -> None:
        table, seat = self._own()
        following = await self._service.lobby.rematch(table, seat)
        if following is None:
            wanted = sorted(table.rematch_wanted)
            for listener in list(table.listeners):
                if isinstance(listener, Socket):
                    listener.push(m.Rematched(wanted=wanted))
        self._done(message.id, table.folded.seq)

    async def _ping(self, message: m.Ping) -> None:
        self.push(m.Pong(re=message.id, at=iso(time.time_ns() // 1_000_000)))

    def _done(self, request: int, seq: int) -> None:
        self.push(m.Acked(re=request, seq=seq))


_HANDLERS: "Final[dict[type, Callable[[Socket, Any], Awaitable[None]]]]" = {
    m.Enter: Socket._enter,
    m.Exit: Socket._exit,
    m.Act: Socket._act,
    m.Check: Socket._check,
    m.AskHint: Socket._hint,
    m.AskEvents: Socket._events,
    m.AskView: Socket._view,
    m.Ready: Socket._ready,
    m.Start: Socket._start,
    m.Kick: Socket._kick,
    m.Vote: Socket._vote,
    m.SetBot: Socket._bot,
    m.Leave: Socket._leave,
    m.Say: Socket._say,
    m.Rematch: Socket._rematch,
    m.Ping: Socket._ping,
}


PATH: Final = "/api/v1/ws"


async def live(scope: Scope, receive: "Receive", send: "Send", service: Service) -> None:
    """Serve one connection until either side closes it. Plain ASGI: every layer would cost on each of its messages."""
    address = service.address(scope)
    if (await receive())["type"] != "websocket.connect":
        return
    if not service.sockets_left(address):
        await send({"type": "websocket.close", "code": CLOSE_POLICY, "reason": ""})
        return
    await send({"type": "websocket.accept", "subprotocol": None, "headers": []})
    connection = Socket(send, service, address, service.base_of(scope), service.language(scope))
    service.sockets[connection] = address
    writer = connection.writer = asyncio.create_task(connection.write())
    reader = asyncio.create_task(_read(receive, connection, service.settings.body_bytes))
    try:
        await asyncio.wait((reader, writer), return_when=asyncio.FIRST_COMPLETED)
    finally:
        service.sockets.pop(connection, None)
        if connection.table is not None:
            connection.table.leave(connection)
        if connection.close_code and not writer.cancelled():
            await asyncio.wait([writer], timeout=1)
        writer.cancel()
        reader.cancel()
        outcome = await asyncio.gather(reader, writer, return_exceptions=True)
        for error in outcome:
            if isinstance(error, Exception) and not isinstance(error, OSError | RuntimeError):
                raise error


async def _read(receive: "Receive", connection: Socket, limit: int) -> None:
    while not connection.close_code:
        frame: Any = await receive()
        if frame["type"] != "websocket.receive":
            return
        text = frame.get("text")
        if not isinstance(text, str) or len(text) > limit:
            connection.close(CLOSE_TOO_BIG if text else 1003)
            return
        await connection.handle(text)
