"""A typed client of a paiju server, for programs: HTTP for rooms, one WebSocket for each seat.

    async with Client("http://127.0.0.1:8000") as client:
        game = (await client.server()).games[0].name
        seated = await client.create(CreateRoom(game=game, name="Ada", bots=["easy"] * 3, start=True))
        async with client.table(seated.room, seated.secret) as table:
            async for update in table.turns():
                await table.act(update.legal[0])

`table.act` may be called again with the same `action_id` after any failure: the server carries it out once.
"""

import asyncio
import secrets
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from types import TracebackType
from typing import Any, Final, Self, TypeVar
from urllib.parse import quote

import httpx2
import msgspec
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, WebSocketException

from paiju.engine.game import HOST
from paiju.protocol import messages as m
from paiju.protocol.base import ErrorAnswer, Json, Problem
from paiju.protocol.history import Ladder, MatchInfo, MatchList
from paiju.protocol.play import Acted, ActRequest, Checked, CheckRequest, EventsAnswer, ViewAnswer
from paiju.protocol.rooms import (
    CreateRoom,
    Done,
    JoinRoom,
    NewPlayer,
    QuickMatch,
    ReadyRequest,
    RoomInfo,
    RoomList,
    SeatedAnswer,
    ServerInfo,
)

T = TypeVar("T")

_encode: Final = msgspec.json.Encoder().encode
_server_messages: Final = msgspec.json.Decoder(m.ServerMessage)
_LONGEST_PAUSE: Final = 2.0
_PING_SECONDS: Final = 4.0
"""Seconds between pings, and to wait for an answer."""
_CLOSE_SECONDS: Final = 1.0
"""How long the server may take to close a connection. Until then one that does not answer counts as open: a dead
server is noticed after this time and twice that of the pings."""

LONGEST_WAIT: Final = 60.0
"""Seconds. A request that a rate limit refuses for longer raises `Refused`; for less, it is sent again afterwards."""


class Refused(Exception):
    """The server refused; nothing changed. `problem.code` is stable."""

    def __init__(self, problem: Problem, status: int = 0, retry_after: float = 0) -> None:
        super().__init__(f"{problem.code}: {problem.text}")
        self.problem: Final = problem
        self.status: Final = status
        self.retry_after: Final = retry_after


class Client:
    """The HTTP API of a server.

    `timeout` is how many seconds to wait for an answer or a connection, `patience` for how many seconds a live table
    tries to reconnect.
    """

    def __init__(self, base: str, *, lang: str = "en-US", timeout: float = 20.0, patience: float = 300.0) -> None:
        self.base: Final = base.rstrip("/")
        self.lang: Final = lang
        self.timeout: Final = timeout
        self.patience: Final = patience
        self.session: Final = secrets.token_hex(12)
        """A random id that distinguishes programs behind one address, for rate limits only."""
        headers = {"accept-language": lang, "x-paiju-session": self.session}
        self._http: Final = httpx2.AsyncClient(
            base_url=f"{self.base}/api/v1",
            timeout=timeout,
            headers=headers,
            trust_env=False,
            # Reading all certificates takes longer than a match needs to start, and plain HTTP uses none of them.
            verify=not self.base.startswith("http://"),
        )

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self._http.aclose()

    async def call(
        self,
        method: str,
        path: str,
        answer: type[T],
        body: msgspec.Struct | None = None,
        secret: str | None = None,
        query: dict[str, str | int] | None = None,
    ) -> T:
        """Send one request and decode its answer. Raises `Refused`."""
        headers = {} if secret is None else {"authorization": f"Bearer {secret}"}
        content = None
        if body is not None:
            content = _encode(body)
            headers["content-type"] = "application/json"
        while True:
            response = await self._http.request(method, path, content=content, headers=headers, params=query)
            if response.status_code == 200:
                break
            refused = _refused(response)
            await _wait_or_raise(refused, refused.retry_after)
        return msgspec.json.decode(response.content, type=answer)

    async def server(self) -> ServerInfo:
        """The games, rulebooks and bots that the server offers."""
        return await self.call("GET", "/server", ServerInfo)

    async def new_player(self) -> NewPlayer:
        """Create an identity for the ladder."""
        return await self.call("POST", "/players", NewPlayer)

    async def create(self, wish: CreateRoom) -> SeatedAnswer:
        """Create a room and take its first seat (`wish.name` must be set)."""
        return await self.call("POST", "/rooms", SeatedAnswer, wish)

    async def quick(self, wish: QuickMatch) -> SeatedAnswer:
        """Take a seat where people wait for others, or in a new room that bots fill soon."""
        return await self.call("POST", "/quick", SeatedAnswer, wish)

    async def open_room(self, wish: CreateRoom) -> RoomInfo:
        """Create a room without taking a seat."""
        return await self.call("POST", "/rooms", RoomInfo, wish)

    async def rooms(self, game: str | None = None) -> list[RoomInfo]:
        """The listed rooms, of one game or of all."""
        return (await self.call("GET", "/rooms", RoomList, query={"game": game} if game else None)).rooms

    async def room(self, room: str) -> RoomInfo:
        """A room with its rules."""
        return await self.call("GET", f"/rooms/{room}", RoomInfo)

    async def join(self, room: str, name: str, player: str | None = None, seat: int | None = None) -> SeatedAnswer:
        """Take a seat."""
        return await self.call(
            "POST", f"/rooms/{room}/join", SeatedAnswer, JoinRoom(name=name, player=player, seat=seat)
        )

    async def leave(self, room: str, secret: str) -> Done:
        """Give up the seat."""
        return await self.call("POST", f"/rooms/{room}/leave", Done, secret=secret)

    async def start(self, room: str, secret: str) -> Done:
        """Start as the host."""
        return await self.call("POST", f"/rooms/{room}/start", Done, secret=secret)

    async def ready(self, room: str, secret: str, ready: bool = True) -> Done:
        """Ready for the start or the next round."""
        return await self.call("POST", f"/rooms/{room}/ready", Done, ReadyRequest(ready=ready), secret)

    async def act(
        self,
        room: str,
        secret: str,
        action: Json,
        action_id: str | None = None,
        expected_seq: int | None = None,
        before: Json | None = None,
    ) -> Acted:
        """Take an action. With `before`, that action is taken first, and either both happen or neither."""
        body = ActRequest(action=action, before=before, action_id=action_id, expected_seq=expected_seq)
        return await self.call("POST", f"/rooms/{room}/act", Acted, body, secret)

    async def check(self, room: str, secret: str, action: Json) -> Checked:
        """Whether an action would be legal now. Nothing changes."""
        return await self.call("POST", f"/rooms/{room}/check", Checked, CheckRequest(action=action), secret)

    async def view(self, room: str, secret: str | None = None) -> ViewAnswer:
        """All that the caller may know of the position."""
        return await self.call("GET", f"/rooms/{room}/view", ViewAnswer, secret=secret)

    async def events(self, room: str, since: int = 0, secret: str | None = None) -> EventsAnswer:
        """Entries after `since`, with their facts. `complete` of the answer is False if there are more."""
        return await self.call("GET", f"/rooms/{room}/events", EventsAnswer, secret=secret, query={"since": since})

    async def ladder(self, game: str, mode: str = "casual") -> Ladder:
        """The ratings of a game."""
        return await self.call("GET", "/ladder", Ladder, query={"game": game, "mode": mode})

    async def match(self, match: str) -> MatchInfo:
        """A finished match."""
        return await self.call("GET", f"/matches/{match}", MatchInfo)

    async def matches(
        self, game: str = "", mode: str = "", player: str = "", before: str = "", limit: int = 50
    ) -> MatchList:
        """Finished matches of listed rooms, newest first; `next` of the answer is `before` of the following page."""
        asked: dict[str, str | int] = {"game": game, "mode": mode, "player": player, "before": before, "limit": limit}
        query = {name: value for name, value in asked.items() if value != ""}
        return await self.call("GET", "/matches", MatchList, query=query)

    async def matches_of(self, player: str, before: str = "") -> MatchList:
        """Finished matches of a player, newest first."""
        path = f"/players/{quote(player, safe='')}/matches"
        return await self.call("GET", path, MatchList, query={"before": before})

    async def record(self, match: str) -> bytes:
        """The record of a finished match, as `paiju replay` reads it."""
        response = await self._http.get(f"/matches/{match}/record")
        if response.status_code != 200:
            raise _refused(response)
        return response.content

    @asynccontextmanager
    async def table(
        self,
        room: str,
        secret: str | None = None,
        *,
        views: str = "all",
        hints: bool = False,
        since: int | None = None,
    ) -> AsyncIterator["LiveTable"]:
        """The live socket of a room, connected and entered."""
        table = LiveTable(self, room, secret, views, hints)
        await table.connect(since)
        try:
            yield table
        finally:
            await table.close()


def _refused(response: httpx2.Response) -> Refused:
    try:
        problem = msgspec.json.decode(response.content, type=ErrorAnswer).error
    except msgspec.MsgspecError:
        problem = Problem(code="http", text=f"HTTP {response.status_code}")
    return Refused(problem, response.status_code, float(response.headers.get("retry-after", 0)))


_sleep: Final = asyncio.sleep


async def _wait_or_raise(refused: Refused, seconds: float) -> None:
    """Wait as long as a rate limit asks for, so that the request can be sent again; raise every other refusal."""
    if refused.problem.code != "rate_limited" or not 0 < seconds <= LONGEST_WAIT:
        raise refused
    await _sleep(seconds)


class LiveTable:
    """A room on a WebSocket. Updates are queued in order; a lost connection is made again with nothing missed."""

    def __init__(self, client: Client, room: str, secret: str | None, views: str, hints: bool) -> None:
        self._client: Final = client
        self._room: Final = room
        self._secret: Final = secret
        self._views: Final = views
        self._hints: Final = hints
        self._socket: ClientConnection | None = None
        self._reader: asyncio.Task[None] | None = None
        self._next = 1
        self._answers: Final[dict[int, asyncio.Future[Any]]] = {}
        self.inbox: Final[asyncio.Queue[Any]] = asyncio.Queue()
        """Messages that are not answers to requests, in order; None at the end."""
        self.info: RoomInfo | None = None
        self.snapshot: ViewAnswer | None = None
        self.seq = 0
        self.gone = ""

    @property
    def over(self) -> bool:
        """Whether the match has ended."""
        return self.info is not None and self.info.status in ("ended", "closed")

    async def connect(self, since: int | None = None) -> m.Entered:
        """Open the socket and enter the room."""
        await self.close()
        self.gone = ""
        # The room in the address lets a proxy keep all its seats at one node.
        url = self._client.base.replace("http", "ws", 1) + "/api/v1/ws"
        url += f"?room={quote(self._room, safe='')}&session={self._client.session}"
        try:
            self._socket = await connect(
                url,
                compression=None,
                max_size=2**22,
                proxy=None,
                open_timeout=self._client.timeout,
                ping_interval=_PING_SECONDS,
                ping_timeout=_PING_SECONDS,
                close_timeout=_CLOSE_SECONDS,
            )
        except (WebSocketException, TimeoutError) as error:
            raise ConnectionError("no connection") from error
        self._reader = asyncio.create_task(self._read(self._socket))
        request = {
            "type": "enter",
            "room": self._room,
            "secret": self._secret,
            "since": since,
            "views": self._views,
            "hints": self._hints,
            "lang": self._client.lang,
        }
        entered: m.Entered = await self.ask(msgspec.convert(request, m.Enter))
        self.info, self.snapshot = entered.info, entered.snapshot
        self.seq = max(self.seq, entered.snapshot.seq)
        return entered

    async def close(self) -> None:
        """Close the socket. The seat is kept."""
        socket, self._socket = self._socket, None
        if socket is not None:
            await socket.close()
        if self._reader is not None:
            await asyncio.gather(self._reader, return_exceptions=True)
        self._fail_answers()

    def _fail_answers(self) -> None:
        for answer in self._answers.values():
            if not answer.done():
                answer.set_exception(ConnectionError("connection lost"))
                answer.exception()  # the caller may be gone
        self._answers.clear()

    async def reconnect(self) -> m.Entered:
        """After a lost connection: try as long as the client's patience lasts, then go on from the last seq."""
        now = asyncio.get_running_loop().time
        give_up, pause = now() + self._client.patience, 0.1
        while True:
            try:
                return await self.connect(since=self.seq)
            except OSError as error:
                if now() >= give_up:
                    raise ConnectionError("the server does not come back") from error
            await asyncio.sleep(pause)
            pause = min(_LONGEST_PAUSE, pause * 2)

    async def _read(self, socket: ClientConnection) -> None:
        try:
            async for frame in socket:
                self._take(_server_messages.decode(frame))
        except ConnectionClosed:
            pass
        finally:
            if self._socket is socket:  # not left on purpose
                self._fail_answers()
                self.inbox.put_nowait(None)

    def _take(self, message: Any) -> None:
        if isinstance(message, m.Update):
            self.seq = message.seq
        elif isinstance(message, m.RoomChanged):
            self.info = message.info
        elif isinstance(message, m.Gone):
            self.gone = message.reason
        answer = self._answers.pop(getattr(message, "re", 0), None)
        if answer is None:
            self.inbox.put_nowait(message)
        elif not answer.done():
            answer.set_result(message)

    async def ask(self, message: Any) -> Any:
        """Send a request and wait for its answer. Raises `Refused`."""
        if self._socket is None:
            raise ConnectionError("not connected")
        number = self._next
        self._next += 1
        message.id = number
        future: asyncio.Future[Any] = asyncio.get_running_loop().create_future()
        self._answers[number] = future
        try:
            await self._socket.send(_encode(message).decode())
        except ConnectionClosed as error:
            self._answers.pop(number, None)
            raise ConnectionError("connection lost") from error
        answer = await future
        if isinstance(answer, m.RefusedMessage):
            refused = Refused(answer.problem)
            seconds = answer.problem.params.get("seconds")
            await _wait_or_raise(refused, float(seconds) if isinstance(seconds, int | float) else 0.0)
            return await self.ask(message)
        return answer

    async def act(
        self,
        action: Json,
        action_id: str | None = None,
        expected_seq: int | None = None,
        before: Json | None = None,
    ) -> m.Acked:
        """Take an action. It is sent again over a new connection if the answer was lost. With `before`, that action is
        taken first, and either both happen or neither."""
        key = action_id or secrets.token_hex(8)
        while True:
            try:
                message = m.Act(action=action, before=before, action_id=key, expected_seq=expected_seq)
                acked: m.Acked = await self.ask(message)
                return acked
            except ConnectionError:
                await self.reconnect()

    async def check(self, action: Json) -> m.CheckedMessage:
        """Whether an action would be legal now. Nothing changes."""
        answer: m.CheckedMessage = await self.ask(m.Check(action=action))
        return answer

    async def hint(self) -> Json | None:
        """What a strong bot would do in this seat; None if the seat may do nothing now."""
        answer: m.HintMessage = await self.ask(m.AskHint())
        return answer.action

    async def ready(self) -> None:
        """Ready for the start or the next round."""
        await self.ask(m.ReadyMessage())

    async def say(self, text: str = "", emote: str = "") -> None:
        """Send a chat line."""
        await self.ask(m.Say(text=text, emote=emote))

    async def mute(self, seat: int, on: bool = True) -> None:
        """Mute the chat of a seat, or unmute it."""
        await self.ask(m.Mute(seat=seat, mute=on))

    async def look(self) -> ViewAnswer:
        """The whole view, over a new connection if the old one was lost."""
        while True:
            try:
                answer: m.Snapshot = await self.ask(m.AskView())
                return answer.snapshot
            except ConnectionError:
                if self.gone:
                    raise
                await self.reconnect()

    async def turns(self) -> AsyncIterator[ViewAnswer]:
        """Yield an update whenever this seat may act, until the match is over or the seat is lost (see `gone`). Reports
        ready between rounds."""
        while not self.over and not self.gone:
            try:
                snapshot = await self.look()
            except ConnectionError:
                if self.gone:
                    return
                raise
            self.seq = max(self.seq, snapshot.seq)
            if snapshot.legal:
                yield snapshot
            elif snapshot.clock.seat == HOST and self._secret is not None:
                await self.ready()
            await self._wait_for_change(snapshot.seq)

    async def _wait_for_change(self, seq: int) -> None:
        while self.seq <= seq and not self.over:
            if await self.inbox.get() is None:
                if self.gone:
                    return
                await self.reconnect()
                return
        while not self.inbox.empty():
            if self.inbox.get_nowait() is None and not self.over and not self.gone:
                await self.reconnect()
