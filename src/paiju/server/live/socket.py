"""The live socket: handles the requests of one client and sends it the changes of its table."""

from typing import TYPE_CHECKING, Any, Final

import msgspec

from paiju.engine.game import SPECTATOR
from paiju.protocol import messages as m
from paiju.protocol.play import Event
from paiju.server.auth import hashed
from paiju.server.errors import Refusal
from paiju.server.live.connection import CLOSE_POLICY, CLOSE_SLOW, Connection
from paiju.server.live.frames import frame
from paiju.server.live.recipient import Recipient
from paiju.server.live.registry import LiveSocket
from paiju.server.live.render import events_for, iso, room_info, view_answer
from paiju.server.live.updates import encode
from paiju.server.match.changes import Accepted, Change
from paiju.server.match.entries import RematchMade, RematchWanted, Seated
from paiju.server.match.policy import WATCH
from paiju.server.match.table import Table
from paiju.server.match.thinking import hint
from paiju.server.rooms import seating
from paiju.server.rooms.chat import Said
from paiju.server.services import Services, too_many
from paiju.server.web.callers import Person, Scope
from paiju.server.web.json_input import parse_json, typed

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    from litestar.types import Receive, Send

_MOST_EVENTS: Final = 500
"""A client that has missed more events than this gets a snapshot instead of the events."""

CLOSE_RESTART: Final = 1012
CLOSE_REPLACED: Final = 4001
CLOSE_NOT_ENTERED: Final = 4002


class Socket(Recipient, LiveSocket):
    """One connection."""

    def __init__(self, connection: Connection, service: Services, person: Person, base: str, lang: str) -> None:
        Recipient.__init__(self, connection, service.limits.game, service.metrics)
        LiveSocket.__init__(self, person.address)
        self._service: Final = service
        self._person: Final = person
        self._base: Final = base
        self._idle_since = service.clock.monotonic()
        self._lang = lang
        self._leaving: int | None = None
        """Id of the `leave` request that is being carried out."""

    def push(self, message: msgspec.Struct) -> None:
        """Send a message."""
        self.connection.send(frame(encode(message)))

    def close(self, code: int) -> None:
        """Close after what was sent; a slow reader at once."""
        self.connection.close(code)

    def blocked_since(self) -> float | None:
        return self.connection.blocked_since

    def idle_since(self) -> float | None:
        return self._idle_since if self.table is None else None

    # --- hearing of changes -----------------------------------------------------------------------------------

    def on_turn(self, table: Table) -> None:
        self._service.spawn(self._send_hint(table, self.seat, 0))

    def on_room_change(self, table: Table, change: Change) -> None:
        self.on_room(table, change.memo)
        for line in change.entries:
            if isinstance(line.data, RematchMade):
                self._service.spawn(self._follow(table, line.data.match))
            elif isinstance(line.data, RematchWanted):
                self.push(m.Rematched(wanted=sorted(table.folded.rematch_wanted)))
            elif isinstance(line.data, Seated) and self.secret is not None and self.seat == SPECTATOR:
                self._service.spawn(self._sit_down(table))

    def on_room(self, table: Table, memo: dict[object, Any]) -> None:
        framed: bytes | None = memo.get(self._base)
        if framed is None:
            framed = memo[self._base] = frame(encode(m.RoomChanged(info=room_info(table, self._base))))
        self.connection.send(framed)

    def on_chat(self, table: Table, said: Said) -> None:
        self.push(_chatted(said))

    def on_gone(self, table: Table, reason: str) -> None:
        self.table = None
        if self._leaving is not None:
            self._done(self._leaving, table.folded.seq)
        self.push(msgspec.convert({"type": "gone", "reason": reason}, m.Gone))
        self.close(CLOSE_REPLACED if reason == "replaced" else 1000)

    async def _follow(self, old: Table, match: str) -> None:
        """Move this socket to the next match of the room, with the same secret, unless it has left meanwhile."""
        table = await self._service.lobby.load(match)
        if self.table is not old:
            return
        seat = SPECTATOR if self.secret is None else table.folded.seat_of(hashed(self.secret))
        old.leave(self)
        self.seat = SPECTATOR if seat is None else seat
        self.table = table
        self.push(m.Rematched(wanted=[], info=room_info(table, self._base), seat=seat))
        await table.enter(self, self.seat)
        self.push(m.Snapshot(re=0, snapshot=view_answer(table, self.seat, self.latency_ms)))

    async def _sit_down(self, table: Table) -> None:
        """Take the seat that this client waited for, if it has become free."""
        seat = None if self.secret is None else table.folded.seat_of(hashed(self.secret))
        if seat is not None and self.table is table:
            self.seat = seat
            await table.enter(self, seat)
            self.push(m.Snapshot(re=0, snapshot=view_answer(table, seat, self.latency_ms)))

    async def _send_hint(self, table: Table, seat: int, re: int) -> None:
        seq = table.folded.seq
        action = await hint(table, seat)
        if re or (table.folded.seq == seq and self.table is table):
            self.push(m.HintMessage(re=re, seq=seq, action=None if action is None else action.to_json()))

    # --- in ---------------------------------------------------------------------------------------------------

    async def handle(self, text: bytes) -> None:
        """Handle one message. Every mistake in it is answered with `refused` and changes nothing."""
        request = 0
        try:
            raw = parse_json(text)
            number = raw.get("id", 0)
            request = number if isinstance(number, int) and not isinstance(number, bool) and number >= 0 else 0
            kind = _KINDS.get(str(raw.get("type")))
            if kind is None:
                raise Refusal("bad_fields", {"detail": "type"})
            await _HANDLERS[kind](self, typed(raw, kind))
        except Refusal as refusal:
            self.connection.charge()
            self.push(m.RefusedMessage(re=request, problem=refusal.problem(self._lang)))

    def on_limit(self, request: int, wait: int) -> None:
        self.connection.charge()
        self.push(m.RefusedMessage(re=request, problem=too_many(wait).problem(self._lang)))

    def try_again(self, text: bytes) -> None:
        self._service.spawn(self._again(text))

    async def _again(self, text: bytes) -> None:
        """Handle an action again that could not be stored on the fast path."""
        try:
            await self.handle(text)
        finally:
            self.connection.resume()

    def _here(self) -> Table:
        if self.table is None:
            raise Refusal("not_entered")
        return self.table

    def _own(self) -> tuple[Table, int]:
        """The table and seat of this socket. Raises `Refusal` if the seat was lost since `enter`."""
        table = self._here()
        if self.secret is None:
            raise Refusal("no_secret")
        if self.seat == SPECTATOR or not table.folded.places[self.seat].person:
            self.seat = table.seat_of(self.secret)
        return table, self.seat

    def _own_counted(self) -> tuple[Table, int]:
        """As `_own`, for rare requests, which count against the same limit as over HTTP."""
        table, seat = self._own()
        self._service.limit(self._service.limits.api, table.folded.places[seat].public)
        return table, seat

    async def _enter(self, message: m.Enter) -> None:
        service = self._service
        service.limit(service.limits.enter, message.secret or self._person)
        stranger = message.secret is None
        table = await service.table(message.room, self._person, WATCH if stranger else "look", stranger=stranger)
        seat: int = SPECTATOR
        if message.secret is not None:
            seat = service.seat_for_watching(table, message.secret, self._person)
        missed: list[Event] | None = None
        if message.since is not None:
            missed = await self._missed(table, message.since, seat)
        if self.table is not None:
            self.table.leave(self)
        self.secret, self.views, self.hints, self._lang = message.secret, message.views, message.hints, message.lang
        self.table, self.seat = table, seat
        chat = [_chatted(said) for said in table.chat.lines_for(table.public_of(seat))]
        self.push(
            m.Entered(
                re=message.id,
                info=room_info(table, self._base),
                snapshot=view_answer(table, seat, self.latency_ms),
                events=missed or [],
                resumed=missed is not None,
                chat=chat,
            )
        )
        await table.enter(self, seat)
        if seat != SPECTATOR and message.since is None:  # opened by its owner, not only connected again
            await table.take_back(seat)

    async def _missed(self, table: Table, since: int, seat: int) -> list[Event] | None:
        """All events after `since`, or None if there are more than `_MOST_EVENTS`."""
        if not table.folded.seq - _MOST_EVENTS <= since <= table.folded.seq:
            return None
        return events_for(table.folded.game, await table.entries_after(since), seat)

    async def _exit(self, message: m.Exit) -> None:
        self._here().leave(self)
        self.table = None
        self._idle_since = self._service.clock.monotonic()
        self.push(m.Acked(re=message.id, seq=0))

    async def _act(self, message: m.Act) -> None:
        table, seat = self._own()
        service = self._service
        wait = table.limited(service.limits.game, seat)
        if wait:
            raise too_many(wait)
        action = table.read_action(seat, message.action)
        before = None if message.before is None else table.read_action(seat, message.before)
        acked = False

        def ack(done: Accepted) -> None:
            nonlocal acked
            acked = True
            penalty = None if done.penalty is None else done.penalty.problem(self._lang)
            answer = m.Acked(re=message.id, seq=done.seq, repeated=done.repeated, penalty=penalty)
            self.connection.hold(frame(encode(answer)))  # the update follows at once: one write for both

        try:
            done = await table.act(
                seat,
                action,
                before=before,
                action_id=message.action_id,
                expected_seq=message.expected_seq,
                ack=ack,
            )
            if not acked:  # a repeat: nothing was stored
                ack(done)
        finally:
            self.connection.let_go()
        service.metrics.accepted += 1

    async def _check(self, message: m.Check) -> None:
        table, seat = self._own()
        self._service.limit(self._service.limits.check, table.folded.places[seat].public)
        action = table.read_action(seat, message.action)
        problem = table.check(seat, action)
        text = None if problem is None else problem.problem(self._lang)
        reading = table.reading(seat, action) if problem is None else None
        seq = table.folded.seq
        self.push(m.CheckedMessage(re=message.id, legal=problem is None, problem=text, seq=seq, reading=reading))

    async def _hint(self, message: m.AskHint) -> None:
        table, seat = self._own()
        self._service.limit(self._service.limits.check, table.folded.places[seat].public)
        await self._send_hint(table, seat, message.id)

    async def _events(self, message: m.AskEvents) -> None:
        table = self._here()
        self._service.limit(self._service.limits.check, self.secret or self._person)
        entries = (await table.entries_after(message.since))[:_MOST_EVENTS]
        events = events_for(table.folded.game, entries, self.seat)
        seq = table.folded.seq
        complete = not events or events[-1].seq >= seq
        self.push(m.EventsMessage(re=message.id, seq=seq, events=events, complete=complete))

    async def _view(self, message: m.AskView) -> None:
        table = self._here()
        self._service.limit(self._service.limits.check, self.secret or self._person)
        self.push(m.Snapshot(re=message.id, snapshot=view_answer(table, self.seat, self.latency_ms)))

    async def _ready(self, message: m.ReadyMessage) -> None:
        table, seat = self._own()
        self._service.limit(self._service.limits.game, table.folded.places[seat].public)
        self._done(message.id, await seating.set_ready(table, seat, message.ready))

    async def _start(self, message: m.StartMessage) -> None:
        table, seat = self._own_counted()
        self._done(message.id, await seating.start(table, seat))

    async def _kick(self, message: m.Kick) -> None:
        table, seat = self._own_counted()
        self._done(message.id, await seating.kick(table, seat, message.seat))

    async def _vote(self, message: m.Vote) -> None:
        table, seat = self._own_counted()
        self._done(message.id, await seating.vote(table, seat, message.seat))

    async def _bot(self, message: m.SetBot) -> None:
        table, seat = self._own_counted()
        if message.bot:
            self._service.bots_left(table.folded.places[seat].address, table.folded.game, [message.bot])
        self._done(message.id, await seating.set_bot(table, seat, message.seat, message.bot))

    async def _leave(self, message: m.LeaveMessage) -> None:
        table = self._here()
        if self.secret is None:
            raise Refusal("no_secret")
        self._service.limit(self._service.limits.api, self._person)
        self._leaving = message.id  # answered in `on_gone`: nothing can be sent after the goodbye
        try:
            seq = await seating.leave(table, self.secret)
        finally:
            self._leaving = None
        self.secret = None
        self.seat = SPECTATOR
        if self.table is not None:  # only waited for a seat
            self._done(message.id, seq)

    async def _say(self, message: m.Say) -> None:
        table, seat = self._own()
        self._service.say(table, seat, message.text, message.emote)
        self._done(message.id, table.folded.seq)

    async def _mute(self, message: m.Mute) -> None:
        table, seat = self._own()
        self._service.limit(self._service.limits.check, self.secret or "")
        self._service.mute(table, seat, message.seat, message.mute)
        self._done(message.id, table.folded.seq)

    async def _rematch(self, message: m.Rematch) -> None:
        table, seat = self._own_counted()
        await self._service.lobby.rematch(table, seat)
        self._done(message.id, table.folded.seq)

    async def _back(self, message: m.BackMessage) -> None:
        table, seat = self._own()
        self._service.limit(self._service.limits.game, table.folded.places[seat].public)
        await table.take_back(seat)
        self._done(message.id, table.folded.seq)

    async def _ping(self, message: m.Ping) -> None:
        self.connection.charge()
        self.push(m.Pong(re=message.id, at=iso(self._service.clock.now_ms())))

    def _done(self, request: int, seq: int) -> None:
        self.push(m.Acked(re=request, seq=seq))


def _chatted(said: Said) -> m.Chatted:
    return m.Chatted(seat=said.seat, name=said.name, text=said.text, emote=said.emote, at=iso(said.at))


_HANDLERS: "Final[dict[type[msgspec.Struct], Callable[[Socket, Any], Awaitable[None]]]]" = {
    m.Enter: Socket._enter,
    m.Exit: Socket._exit,
    m.Act: Socket._act,
    m.Check: Socket._check,
    m.AskHint: Socket._hint,
    m.AskEvents: Socket._events,
    m.AskView: Socket._view,
    m.ReadyMessage: Socket._ready,
    m.StartMessage: Socket._start,
    m.Kick: Socket._kick,
    m.Vote: Socket._vote,
    m.SetBot: Socket._bot,
    m.LeaveMessage: Socket._leave,
    m.Say: Socket._say,
    m.Mute: Socket._mute,
    m.Rematch: Socket._rematch,
    m.BackMessage: Socket._back,
    m.Ping: Socket._ping,
}
_KINDS: Final = {str(kind.__struct_config__.tag): kind for kind in _HANDLERS}
"""Message types by tag. Looking a type up is faster than decoding the union of all of them."""


PATH: Final = "/api/v1/ws"


async def live(scope: Scope, receive: "Receive", send: "Send", service: Services) -> None:
    """Serve one connection until either side closes it."""
    person = service.person(scope)
    address = person.address
    await receive()  # that it wants to connect
    if not service.sockets.has_room_for(address) or service.limits.sockets.take(address):
        await send({"type": "websocket.close", "code": CLOSE_POLICY, "reason": ""})
        return
    await send({"type": "websocket.accept", "subprotocol": None, "headers": []})
    connection = Connection(scope, service.settings.queue_messages, service.settings.queue_bytes)
    socket = Socket(connection, service, person, service.base_of(scope), service.language(scope))
    service.sockets.add(socket)
    connection.at_once = socket.handle_at_once
    try:
        while (text := await connection.message()) is not None:
            await socket.handle(text)
    finally:
        service.sockets.remove(socket)
        if connection.close_code == CLOSE_SLOW:
            service.metrics.slow.inc()
        if socket.table is not None:
            socket.table.leave(socket)
