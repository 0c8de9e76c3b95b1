"""The native API over HTTP: typed handlers around `rooms.seating`, `rooms.lobby` and `match.table`."""

from functools import cache
from io import BytesIO
from typing import Annotated, Any, Final, cast

import msgspec
import segno
from litestar import Controller, Request, Response, get, post
from litestar.enums import MediaType
from litestar.params import JSONBody, PathParameter, QueryParameter

from paiju import __version__
from paiju.bots.levels import LEVELS
from paiju.bots.registry import bot_kinds
from paiju.engine.game import SPECTATOR, Game
from paiju.games.registry import all_games
from paiju.i18n import LANGUAGES
from paiju.protocol import rooms as m
from paiju.protocol.play import Acted, ActRequest, Checked, CheckRequest, EventsAnswer, Hint, ViewAnswer
from paiju.protocol.schema import message_schema
from paiju.server.auth import new_secret, player_of, same
from paiju.server.errors import Refusal
from paiju.server.live.render import events_for, room_info, view_answer
from paiju.server.match.policy import WATCH
from paiju.server.match.table import Table
from paiju.server.match.thinking import hint
from paiju.server.rooms import seating
from paiju.server.services import EMOTES, Served, too_many
from paiju.server.web.callers import is_known

_Request = Request[Any, Any, Any]
_PAGE: Final = 500

Room = Annotated[str, PathParameter(pattern="^[A-Za-z0-9]{4,12}$", description="Code of the room.")]


def bearer(request: _Request) -> str | None:
    """The seat secret of the request, if it has one."""
    kind, _, secret = request.headers.get("authorization", "").partition(" ")
    return secret.strip() if kind.lower() == "bearer" and secret.strip() else None


class SeatCaller:
    """The seat that a request speaks for: its room was found, its secret checked, its rate limit counted."""

    def __init__(self, table: Table, seat: int, secret: str) -> None:
        self.table: Final = table
        self.seat: Final = seat
        self.secret: Final = secret
        self.public: Final = table.folded.places[seat].public


async def caller(service: Served, request: _Request, room: str, verb: str) -> SeatCaller:
    """The caller of a request. A missing or wrong secret is refused before anything else is checked."""
    secret = bearer(request)
    person = service.person(request.scope)
    if secret is None:
        raise Refusal("no_secret")
    table = await service.table(room, person, verb, stranger=False)
    seat = service.seat(table, secret, person)
    await table.seen(seat)
    return SeatCaller(table, seat, secret)


async def viewer(service: Served, request: _Request, room: str) -> tuple[Table, int]:
    """The table and the caller's seat; SPECTATOR when no secret is sent."""
    person = service.person(request.scope)
    secret = bearer(request)
    table = await service.table(room, person, WATCH if secret is None else "look", stranger=secret is None)
    if secret is None:
        service.limit(service.limits.reads, person)
        return table, SPECTATOR
    seat = service.seat_for_watching(table, secret, person)
    service.limit(service.limits.check, secret)
    if seat != SPECTATOR:
        await table.seen(seat)
    return table, seat


@cache
def game_info(game: Game) -> m.GameInfo:
    """The rulebooks, options and bots of a game."""
    books = []
    for name in game.rulebooks():
        rules = game.rules(name, {})
        books.append(m.RulebookInfo(name=name, options=rules.options(), seats=list(game.seat_range(rules))))
    knobs = [
        m.KnobInfo(name=knob.name, kind=knob.kind, values=list(knob.values), low=knob.low, high=knob.high)
        for knob in game.knobs()
    ]
    return m.GameInfo(
        name=game.name,
        default_rulebook=game.default_rulebook,
        rulebooks=books,
        knobs=knobs,
        levels=list(LEVELS),
        bots=[kind.name for kind in bot_kinds(game.name)],
    )


class RoomsController(Controller):
    """Create, find and watch rooms."""

    path = "/api/v1"
    tags = ("rooms",)

    @get("/server", operation_id="server")
    async def server(self, service: Served, request: _Request) -> Response[m.ServerInfo]:
        """Games, rulebooks, options, bots."""
        service.limit(service.limits.reads, service.person(request.scope))
        return service.prepared.answer(request, "server", lambda: msgspec.json.encode(_server_info()))

    @get("/messages.json", operation_id="messageSchema", include_in_schema=False)
    async def messages(self, service: Served, request: _Request) -> Response[Any]:
        """JSON Schema of the live messages."""
        return service.prepared.answer(request, "messages", lambda: msgspec.json.encode(message_schema()))

    @post("/players", operation_id="newPlayer", status_code=200)
    async def new_player(self, service: Served, request: _Request) -> m.NewPlayer:
        """An identity for ladder and history. Nothing is stored before it is used."""
        service.limit(service.limits.api, service.person(request.scope))
        secret = new_secret()
        return m.NewPlayer(player=player_of(secret), secret=secret)

    @post("/rooms", operation_id="createRoom", status_code=200)
    async def create(
        self, service: Served, request: _Request, data: JSONBody[m.CreateRoom]
    ) -> m.SeatedAnswer | m.RoomInfo:
        """Create a room. With a name, the caller takes the first seat and is the host."""
        person = service.person(request.scope)
        service.limit(service.limits.api, person)
        table, ticket = await service.create(data, person)
        if ticket is None:
            return room_info(table, service.base_of(request.scope))
        return _seated(table, ticket)

    @post("/quick", operation_id="quickMatch", status_code=200)
    async def quick(self, service: Served, request: _Request, data: JSONBody[m.QuickMatch]) -> m.SeatedAnswer:
        """Take a seat where people wait for others, or open a room in which bots take the free seats soon."""
        person = service.person(request.scope)
        service.limit(service.limits.api, person)
        return _seated(*await service.quick_match(data, person))

    @get("/rooms", operation_id="listRooms")
    async def rooms(
        self,
        service: Served,
        request: _Request,
        game: Annotated[str | None, QueryParameter(name="game", max_length=32, pattern="^[a-z]*$")] = None,
    ) -> Response[m.RoomList]:
        """Listed rooms of both dialects, joinable ones first. Who is connected may be a second old."""
        person = service.person(request.scope)
        base = service.base_of(request.scope)
        found = await service.room_lists.of(game)
        headers = {"etag": found.etag(base), "cache-control": "no-cache"}
        if is_known(request.scope, headers["etag"]):
            return Response(cast("Any", b""), status_code=304, headers=headers, media_type=MediaType.JSON)
        service.limit(service.limits.lists, person)
        return Response(cast("Any", found.body(base)), headers=headers, media_type=MediaType.JSON)

    @get("/rooms/{room:str}", operation_id="roomInfo")
    async def info(self, service: Served, request: _Request, room: Room) -> m.RoomInfo:
        """A room with its rules, before joining."""
        person = service.person(request.scope)
        service.limit(service.limits.reads, person)
        return room_info(await service.table(room, person), service.base_of(request.scope))

    @get("/rooms/{room:str}/qr", operation_id="roomQr", media_type="image/svg+xml")
    async def qr(self, service: Served, request: _Request, room: Room) -> Response[bytes]:
        """The room's link as a QR code."""
        person = service.person(request.scope)
        service.limit(service.limits.reads, person)
        table = await service.table(room, person)
        link = room_info(table, service.base_of(request.scope)).link
        picture = BytesIO()
        segno.make(link, error="m").save(picture, kind="svg", scale=4, border=2, xmldecl=False)
        return Response(picture.getvalue(), media_type="image/svg+xml")

    @get("/rooms/{room:str}/view", operation_id="view")
    async def view(self, service: Served, request: _Request, room: Room) -> ViewAnswer:
        """All the caller may know of the position."""
        table, seat = await viewer(service, request, room)
        there = table.present.get(seat)
        return view_answer(table, seat, None if there is None else there.latency_ms)

    @get("/rooms/{room:str}/events", operation_id="events")
    async def events(
        self,
        service: Served,
        request: _Request,
        room: Room,
        since: Annotated[int, QueryParameter(name="since", ge=0, le=2**31 - 1)] = 0,
    ) -> EventsAnswer:
        """Entries of the log after `since`, as the caller may know them."""
        table, seat = await viewer(service, request, room)
        entries = (await table.entries_after(since))[:_PAGE]
        events = events_for(table.folded.game, entries, seat)
        seq = table.folded.seq
        return EventsAnswer(
            room=table.folded.header.room,
            match=table.folded.match,
            seq=seq,
            events=events,
            complete=not events or events[-1].seq >= seq,
        )


class SeatController(Controller):
    """Requests of a seat. Every handler calls `caller` first."""

    path = "/api/v1/rooms/{room:str}"
    tags = ("seat",)
    security = ({"seat": []},)

    @post("/join", operation_id="join", status_code=200, security=[])
    async def join(self, service: Served, request: _Request, room: Room, data: JSONBody[m.JoinRoom]) -> m.SeatedAnswer:
        """Take a seat."""
        person = service.person(request.scope)
        service.limit(service.limits.api, person)
        table = await service.table(room, person, "join")
        ticket = await service.join(table, data.name, data.player, data.seat, person.address)
        return _seated(table, ticket)

    @post("/leave", operation_id="leave", status_code=200)
    async def leave(self, service: Served, request: _Request, room: Room) -> m.Done:
        """Give the seat up."""
        secret = bearer(request)
        if secret is None:
            raise Refusal("no_secret")
        person = service.person(request.scope)
        service.limit(service.limits.api, person)
        table = await service.table(room, person, "leave", stranger=False)
        service.seat_for_watching(table, secret, person)
        return m.Done(seq=await seating.leave(table, secret))

    @post("/kick", operation_id="kick", status_code=200)
    async def kick(self, service: Served, request: _Request, room: Room, data: JSONBody[m.KickRequest]) -> m.Done:
        """Remove a player, as the host."""
        who = await caller(service, request, room, "kick")
        service.limit(service.limits.api, who.public)
        return m.Done(seq=await seating.kick(who.table, who.seat, data.seat))

    @post("/vote", operation_id="vote", status_code=200)
    async def vote(self, service: Served, request: _Request, room: Room, data: JSONBody[m.VoteRequest]) -> m.Done:
        """Vote to remove a player."""
        who = await caller(service, request, room, "vote")
        service.limit(service.limits.api, who.public)
        return m.Done(seq=await seating.vote(who.table, who.seat, data.seat))

    @post("/bot", operation_id="setBot", status_code=200)
    async def bot(self, service: Served, request: _Request, room: Room, data: JSONBody[m.BotRequest]) -> m.Done:
        """Put a bot on a free seat or take it away, as the host."""
        who = await caller(service, request, room, "bot")
        service.limit(service.limits.api, who.public)
        if data.bot:
            service.bots_left(who.table.folded.places[who.seat].address, who.table.folded.game, [data.bot])
        return m.Done(seq=await seating.set_bot(who.table, who.seat, data.seat, data.bot))

    @post("/ready", operation_id="ready", status_code=200)
    async def ready(self, service: Served, request: _Request, room: Room, data: JSONBody[m.ReadyRequest]) -> m.Done:
        """Ready for the start or the next round."""
        who = await caller(service, request, room, "ready")
        service.limit(service.limits.game, who.table.folded.places[who.seat].public)
        return m.Done(seq=await seating.set_ready(who.table, who.seat, data.ready))

    @post("/start", operation_id="start", status_code=200)
    async def start(self, service: Served, request: _Request, room: Room) -> m.Done:
        """Start the match, as the host. Bots take the free seats."""
        who = await caller(service, request, room, "start")
        service.limit(service.limits.api, who.public)
        return m.Done(seq=await seating.start(who.table, who.seat))

    @post("/back", operation_id="back", status_code=200)
    async def back(self, service: Served, request: _Request, room: Room) -> m.Done:
        """Play the seat again, after a bot played it because the caller let the time run out."""
        who = await caller(service, request, room, "back")
        service.limit(service.limits.game, who.table.folded.places[who.seat].public)
        await who.table.take_back(who.seat)
        return m.Done(seq=who.table.folded.seq)

    @post("/act", operation_id="act", status_code=200)
    async def act(self, service: Served, request: _Request, room: Room, data: JSONBody[ActRequest]) -> Acted:
        """Carry out an action. It is stored and synced when the answer is sent."""
        who = await caller(service, request, room, "act")
        wait = who.table.limited(service.limits.game, who.seat)
        if wait:
            raise too_many(wait)
        action = who.table.read_action(who.seat, data.action)
        before = None if data.before is None else who.table.read_action(who.seat, data.before)
        done = await who.table.act(
            who.seat, action, before=before, action_id=data.action_id, expected_seq=data.expected_seq
        )
        service.metrics.accepted += 1
        penalty = None if done.penalty is None else done.penalty.problem(service.language(request.scope))
        return Acted(seq=done.seq, repeated=done.repeated, penalty=penalty)

    @post("/check", operation_id="check", status_code=200)
    async def check(self, service: Served, request: _Request, room: Room, data: JSONBody[CheckRequest]) -> Checked:
        """Whether an action would be legal now. Nothing changes."""
        who = await caller(service, request, room, "check")
        service.limit(service.limits.check, who.secret)
        action = who.table.read_action(who.seat, data.action)
        problem = who.table.check(who.seat, action)
        text = None if problem is None else problem.problem(service.language(request.scope))
        reading = who.table.reading(who.seat, action) if problem is None else None
        return Checked(legal=problem is None, problem=text, seq=who.table.folded.seq, reading=reading)

    @get("/hint", operation_id="hint")
    async def hint(self, service: Served, request: _Request, room: Room) -> Hint:
        """What a strong bot would do in the caller's seat."""
        who = await caller(service, request, room, "hint")
        service.limit(service.limits.check, who.secret)
        seq = who.table.folded.seq
        action = await hint(who.table, who.seat)
        return Hint(seq=seq, action=None if action is None else action.to_json())

    @post("/chat", operation_id="chat", status_code=200)
    async def chat(self, service: Served, request: _Request, room: Room, data: JSONBody[m.ChatRequest]) -> m.Done:
        """Send a chat line or an emote."""
        who = await caller(service, request, room, "chat")
        service.say(who.table, who.seat, data.text, data.emote)
        return m.Done(seq=who.table.folded.seq)

    @post("/mute", operation_id="mute", status_code=200)
    async def mute(self, service: Served, request: _Request, room: Room, data: JSONBody[m.MuteRequest]) -> m.Done:
        """Mute the chat of a seat for the caller, or unmute it."""
        who = await caller(service, request, room, "mute")
        service.limit(service.limits.check, who.secret)
        service.mute(who.table, who.seat, data.seat, data.mute)
        return m.Done(seq=who.table.folded.seq)

    @post("/rematch", operation_id="rematch", status_code=200)
    async def rematch(self, service: Served, request: _Request, room: Room) -> m.RematchInfo:
        """Ask for another match in this room. It begins when everybody present has asked."""
        who = await caller(service, request, room, "rematch")
        service.limit(service.limits.api, who.public)
        following = await service.lobby.rematch(who.table, who.seat)
        if following is None:
            return m.RematchInfo(wanted=sorted(who.table.folded.rematch_wanted), seq=who.table.folded.seq)
        return m.RematchInfo(wanted=[], match=following.folded.match, seq=following.folded.seq)


def _server_info() -> m.ServerInfo:
    games = [game_info(game) for game in all_games()]
    return m.ServerInfo(version=__version__, games=games, emotes=list(EMOTES), languages=list(LANGUAGES))


class HealthController(Controller):
    """Health checks and metrics."""

    include_in_schema = False

    @get("/healthz")
    async def health(self) -> dict[str, str]:
        """200 while the process runs."""
        return {"status": "ok"}

    @get("/readyz")
    async def ready(self, service: Served) -> Response[dict[str, str]]:
        """200 while the store can be written and other nodes know of this one, otherwise 503."""
        good = await service.log.writable() and not service.stopping and service.cluster.is_ready()
        return Response({"status": "ready" if good else "not ready"}, status_code=200 if good else 503)

    @get("/address")
    async def address(self, service: Served, request: _Request) -> Response[dict[str, str]]:
        """The address under which rate limits count the caller. It shows whether the proxy settings are right."""
        service.limit(service.limits.reads, service.person(request.scope))
        return Response({"address": service.address(request.scope)}, headers={"cache-control": "no-store"})

    @get("/metrics", media_type=MediaType.TEXT)
    async def metrics(self, service: Served, request: _Request) -> Response[bytes]:
        """Metrics for Prometheus, for loopback callers that did not come through a proxy and callers with the token."""
        token = service.settings.metrics_token
        local = service.address(request.scope) in ("127.0.0.1", "::/64")
        passed_on = any(name in request.headers for name in ("x-forwarded-for", "forwarded", "via"))
        if (token and not same(bearer(request) or "", token)) or (not token and (not local or passed_on)):
            raise Refusal("not_found")
        metrics = service.metrics
        metrics.sockets.set(len(service.sockets))
        metrics.rooms.set(len(service.lobby.rooms))
        metrics.tables.set(len(service.lobby.tables))
        metrics.commits.set(service.log.commits)
        metrics.appends.set(service.log.appended)
        metrics.ready.set(1 if service.log.fault is None else 0)
        return Response(metrics.text(), media_type="text/plain; version=0.0.4")


def _seated(table: Table, ticket: seating.Ticket) -> m.SeatedAnswer:
    return m.SeatedAnswer(
        room=table.folded.header.room,
        match=table.folded.match,
        seat=ticket.seat,
        you=ticket.public,
        secret=ticket.secret,
        waiting=ticket.waiting,
        seq=ticket.seq,
    )
