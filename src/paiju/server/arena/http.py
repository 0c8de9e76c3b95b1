"""HTTP under /api: every answer is JSON, success is exactly 200."""

import math
import unicodedata
from collections.abc import Awaitable, Callable
from typing import Any, Final
from urllib.parse import parse_qs

import msgspec

from paiju.server.arena import uno_moves
from paiju.server.arena.arena import Arena
from paiju.server.arena.board import leaderboard
from paiju.server.arena.caller import ArenaCaller
from paiju.server.arena.refusals import ArenaRefusal, as_arena_refusal
from paiju.server.arena.rooms import Member
from paiju.server.arena.wire import Json
from paiju.server.auth import clean_name, hashed
from paiju.server.errors import Refusal
from paiju.server.match.table import Table
from paiju.server.settings import Rate
from paiju.server.web.json_input import BODY
from paiju.server.web.limits import Buckets
from paiju.storage.faults import StoreError

_LONGEST_PART: Final = 30

Send = Callable[[Any], Awaitable[None]]
Receive = Callable[[], Awaitable[Any]]


class ArenaHttp:
    """An ASGI application for everything under /api that is not the native API."""

    def __init__(self, arena: Arena) -> None:
        self._arena: Final = arena
        self._service: Final = arena.service
        settings, now = arena.service.settings, arena.service.clock.monotonic

        def wide(name: str, rate: Rate) -> Buckets:
            """A larger limit for the whole address, which inventing MACs does not evade."""
            wider = Rate(rate.count * settings.ip_factor, rate.seconds)
            return arena.service.cluster.buckets(name, wider, settings.limits_enabled, now)

        self._wide_api: Final = wide("wide_api", settings.limits_global)
        self._wide_rooms: Final = wide("wide_rooms", settings.limits_rooms)
        self._wide_game: Final = wide("wide_game", settings.limits_game)

    async def __call__(self, scope: Any, receive: Receive, send: Send) -> None:
        sent = scope.get(BODY) if scope["method"] == "POST" else {}
        body = sent or {}
        caller = ArenaCaller(self._service, self._arena.key, scope, body)
        try:
            if sent is None and scope["path"].strip("/") == "api/rooms":
                raise ArenaRefusal("BAD_REQUEST")  # an empty request must not create a room
            await self._route(scope, caller, body, send)
        except Refusal as refusal:
            await refuse(send, as_arena_refusal(refusal), caller.language)
        except StoreError:
            await refuse(send, as_arena_refusal(Refusal("store_away")), caller.language)

    async def _route(self, scope: Any, caller: ArenaCaller, body: Json, send: Send) -> None:
        parts = [part for part in scope["path"].split("/") if part][1:]
        method = scope["method"]
        query = {key: values[-1] for key, values in parse_qs(scope["query_string"].decode("latin-1")).items()}
        if parts == ["health"] and method == "GET":
            await answer(send, 200, {"success": True, "status": "ok"})
            return
        if len(parts) == 3 and parts[0] == "rooms" and parts[2] in uno_moves.VERBS:
            if method != "POST":
                raise ArenaRefusal("METHOD_NOT_ALLOWED")
            await self._game(parts[1], parts[2], caller, body, send)
            return
        if (method, parts) == ("POST", ["rooms"]):
            self._must_have(self._service.limits.rooms, self._wide_rooms, caller)
        self._limit(self._service.limits.api, self._wide_api, caller)
        match (method, parts):
            case ("GET", ["rooms", "list"]):
                rooms = await self._arena.rooms.listed(caller.mac, _flag(query.get("sandbox")))
                await answer(send, 200, rooms)
            case ("POST", ["rooms"]):
                await answer(send, 200, await self._create(caller, body))
            case ("POST", ["rooms", "find-join"]):
                await answer(send, 200, await self._find_join(caller, body))
            case ("GET", ["rooms", room]):
                await answer(send, 200, await self._room(room, caller, query.get("playerId")))
            case ("POST", ["rooms", room, "join"]):
                await answer(send, 200, await self._join(room, caller, body))
            case ("POST", ["rooms", room, "leave"]):
                await answer(send, 200, await self._leave(room, caller, body))
            case ("GET", ["leaderboard"]):
                sandbox = _flag(query.get("sandbox")) is True
                rows = await leaderboard(self._service.log, sandbox)
                shown = {"success": True, "sandbox": sandbox, "leaderboard": rows, "result": {"leaderboard": rows}}
                await answer(send, 200, shown)
            case (_, ["rooms", "list"] | ["rooms"] | ["leaderboard"] | ["health"] | ["rooms", _]):
                raise ArenaRefusal("METHOD_NOT_ALLOWED")
            case (_, ["rooms", _, "join" | "leave"]):
                raise ArenaRefusal("METHOD_NOT_ALLOWED")
            case _:
                raise ArenaRefusal("NOT_FOUND")

    # --- limits -----------------------------------------------------------------------------------------------------

    def _must_have(self, buckets: Buckets, wide: Buckets, caller: ArenaCaller) -> None:
        """Take a token of both buckets. Raises `ArenaRefusal` if one of them is empty; then neither is charged."""
        wait = max(buckets.wait_for(caller.bucket, 1), wide.wait_for(caller.address, 1))
        if wait > 1e-9:
            raise ArenaRefusal("RATE_LIMITED", retry_after=max(1, math.ceil(wait - 1e-9)))

    def _limit(self, buckets: Buckets, wide: Buckets, caller: ArenaCaller) -> None:
        self._must_have(buckets, wide, caller)
        buckets.take(caller.bucket)
        wide.take(caller.address)

    # --- rooms ------------------------------------------------------------------------------------------------------

    async def _create(self, caller: ArenaCaller, body: Json) -> Json:
        sandbox = _boolean(body, "isSandbox") or False
        options = {} if body.get("options") is None else body["options"]
        if not isinstance(options, dict):
            raise ArenaRefusal("INVALID_OPTION")
        for name in ("targetScore", "maxPlayers"):
            value = body.get(name)
            if value is not None and options.setdefault(name, value) != value:
                raise ArenaRefusal("INVALID_OPTION")  # given twice, with different values
        seats = options.get("maxPlayers")
        if seats is not None and (not isinstance(seats, int) or isinstance(seats, bool) or not 2 <= seats <= 10):
            raise ArenaRefusal("INVALID_OPTION")
        self._limit(self._service.limits.rooms, self._wide_rooms, caller)
        table = await self._arena.rooms.create(caller, sandbox, options, seats)
        folded = table.folded
        result = {
            "roomId": folded.header.room,
            "isSandbox": sandbox,
            "status": "WAITING",
            "targetScore": folded.rules.options()["targetScore"],
        }
        return {"success": True, "roomId": folded.header.room, "result": result}

    async def _member(self, caller: ArenaCaller, body: Json) -> Member:
        mac = caller.required_mac()
        name = f"{_name_part(body, 'firstName')} {_name_part(body, 'lastName')}"
        address = hashed(f"paiju/address/{caller.address}")[:16]
        await self._service.seats_left(address)
        return Member(name, mac, address, _boolean(body, "onlyPlayers") or False)

    async def _join(self, room: str, caller: ArenaCaller, body: Json) -> Json:
        member = await self._member(caller, body)
        table = await self._arena.rooms.find(room, "join")
        seat, secret = await self._arena.rooms.join(table, member, _boolean(body, "isSandbox"))
        return self._seated(table, seat, secret, caller)

    async def _find_join(self, caller: ArenaCaller, body: Json) -> Json:
        if _boolean(body, "isSandbox") is not True:
            raise ArenaRefusal("SANDBOX_ONLY")
        member = await self._member(caller, body)
        wanted = body.get("playerName")
        if not isinstance(wanted, str) or not wanted.strip():
            raise ArenaRefusal("BAD_REQUEST")
        table, seat, secret = await self._arena.rooms.find_join(member, wanted.strip())
        return self._seated(table, seat, secret, caller)

    def _seated(self, table: Table, seat: int, secret: str, caller: ArenaCaller) -> Json:
        folded = table.folded
        self._arena.arena_room(table).remember_bucket(folded.places[seat].public, caller.bucket)
        result = {
            "roomId": folded.header.room,
            "playerId": secret,
            "publicId": folded.places[seat].public,
            "seat": seat,
            "isSandbox": folded.header.mode == "sandbox",
        }
        return {"success": True, "roomId": folded.header.room, "playerId": secret, "result": result}

    async def _room(self, room: str, caller: ArenaCaller, secret: str | None) -> Json:
        table = await self._arena.rooms.find(room, "look")
        seat = None if secret is None else self._seat(table, secret, caller)
        turn_id = self._arena.arena_room(table).turn_id
        return {"success": True, "result": self._arena.rooms.described(table, seat, secret or "", turn_id)}

    async def _leave(self, room: str, caller: ArenaCaller, body: Json) -> Json:
        table = await self._arena.rooms.find(room, "leave")
        seat = self._seat(table, body.get("playerId"), caller)
        caller.confirm_mac(table.folded.places[seat].label)
        await self._arena.rooms.leave(table, seat)
        return {"success": True, "result": {"left": True}}

    def _seat(self, table: Table, secret: object, caller: ArenaCaller) -> int:
        """The seat of a secret; wrong ones are counted."""
        seat = table.folded.seat_of(hashed(secret)) if isinstance(secret, str) else None
        if seat is None:
            wait = self._service.limits.secrets.take(caller.address)
            if wait:
                raise ArenaRefusal("RATE_LIMITED", retry_after=wait)
            raise ArenaRefusal("PLAYER_NOT_IN_ROOM")
        return seat

    # --- playing ----------------------------------------------------------------------------------------------------

    async def _game(self, room: str, verb: str, caller: ArenaCaller, body: Json, send: Send) -> None:
        try:
            table = await self._arena.rooms.find(room, "act")
        except ArenaRefusal:
            self._limit(self._service.limits.game, self._wide_game, caller)
            raise
        seat = self._seat(table, body.get("challengerId" if verb == "catchout" else "playerId"), caller)
        arena_room = self._arena.arena_room(table)
        arena_room.remember_bucket(table.folded.places[seat].public, caller.bucket)
        try:
            self._limit(self._service.limits.game, self._wide_game, caller)
        except ArenaRefusal:
            arena_room.reopen_when_allowed(seat)
            raise
        caller.confirm_mac(table.folded.places[seat].label)
        async with arena_room.answering(seat):
            try:
                result = await uno_moves.move(arena_room, seat, verb, body, caller.language)
            except Refusal as refusal:
                await refuse(send, as_arena_refusal(refusal), caller.language)
            else:
                await answer(send, 200, {"success": True, "result": result})


async def refuse(send: Send, refusal: ArenaRefusal, language: str) -> None:
    """The answer to a request that was refused."""
    await answer(send, refusal.status, refusal.body(language), refusal.retry_after or 0)


async def answer(send: Send, status: int, data: object, retry_after: int = 0) -> None:
    """One JSON answer."""
    body = msgspec.json.encode(data)
    headers = [(b"content-type", b"application/json"), (b"content-length", str(len(body)).encode())]
    if retry_after:
        headers.append((b"retry-after", str(retry_after).encode()))
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": body, "more_body": False})


def _boolean(body: Json, key: str) -> bool | None:
    value = body.get(key)
    if value is not None and not isinstance(value, bool):
        raise ArenaRefusal("BAD_REQUEST")
    return value


def _flag(text: str | None) -> bool | None:
    return None if text is None else text.lower() in ("true", "1")


def _name_part(body: Json, key: str) -> str:
    value = body.get(key)
    if not isinstance(value, str):
        raise ArenaRefusal("BAD_REQUEST")
    part = clean_name("".join(sign for sign in value if not unicodedata.category(sign).startswith("C")))
    if not 1 <= len(part) <= _LONGEST_PART:
        raise ArenaRefusal("BAD_REQUEST")
    return part
