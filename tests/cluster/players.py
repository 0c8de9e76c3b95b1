"""Players that go from node to node, and write down what they asked for and what they were told."""

import asyncio
import json
import random
import time
from collections.abc import Callable, Sequence
from typing import Any

import httpx2
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import WebSocketException

from tests.cluster.history import History, Read, Request, Stream

UNKNOWN = frozenset(("store_away", "stopping", "internal", "upgrading", "not_entered", "no_room", "rate_limited"))
"""Refusals that are not about the action: it is sent again."""
LOST = (OSError, WebSocketException, TimeoutError, EOFError)
Bases = Callable[[], Sequence[str]]


class Player:
    """The owner of a seat in a native room."""

    def __init__(
        self, bases: Bases, room: str, match: str, seat: int, secret: str, history: History, rng: random.Random
    ) -> None:
        self._bases = bases
        self._enter = {"type": "enter", "id": 1, "room": room, "secret": secret, "views": "all"}
        self._history = history
        self._rng = rng
        self.match = match
        self.seat = seat
        self._seq: int | None = None
        self._stream = Stream(match, seat)
        history.streams.append(self._stream)
        self._open: tuple[Request, str] | None = None
        """A request without a final answer, and its message."""
        self._skips = -1
        self._numbers = 0
        self.acked = 0
        self.last_ack = 0.0
        self.over = False
        self.pace = 0.05

    async def play(self, stop: asyncio.Event) -> None:
        """Play until told to stop and the last request is answered."""
        while not self.over and not (stop.is_set() and self._open is None):
            try:
                await self._session(stop)
            except LOST:
                await asyncio.sleep(self._rng.uniform(0.02, 0.2))

    async def _session(self, stop: asyncio.Event) -> None:
        base = self._rng.choice(self._bases())
        url = base.replace("http", "ws", 1) + "/api/v1/ws"
        async with connect(url, proxy=None, open_timeout=3, ping_interval=1, ping_timeout=2, close_timeout=0.2) as line:
            began = time.monotonic()
            since = {} if self._seq is None else {"since": self._seq}
            await line.send(json.dumps({**self._enter, **since}))
            while not self.over and not (stop.is_set() and self._open is None):
                try:
                    message = json.loads(await asyncio.wait_for(line.recv(), 1))
                except TimeoutError:
                    continue
                if not await self._take(line, message, began):
                    return

    async def _take(self, line: ClientConnection, message: dict[str, Any], began: float) -> bool:
        """Handle a message; False ends the connection."""
        kind = message["type"]
        if kind == "entered":
            self._history.reads.append(Read(self.match, began, time.monotonic(), message["snapshot"]["seq"]))
            if not message["resumed"]:
                self._stream = Stream(self.match, self.seat)
                self._history.streams.append(self._stream)
            self._stream.events.extend(message["events"])
            self._seq = message["snapshot"]["seq"]
            if self._open is not None:
                await line.send(self._open[1])
            await self._see(line, message["snapshot"])
        elif kind == "update":
            self._stream.events.extend(message["events"])
            await self._see(line, message)
        elif kind == "acked" and self._open is not None and message["re"] == 2:
            self._answered(seq=message["seq"])
        elif kind == "refused":
            code = message["problem"]["code"]
            if code in UNKNOWN or message["re"] != 2:
                await asyncio.sleep(0.05)
                return False
            self._answered(refused=code)
        elif kind == "gone":
            return False
        return True

    def _answered(self, seq: int | None = None, refused: str = "") -> None:
        if self._open is not None:
            request, self._open = self._open[0], None
            request.seq, request.refused, request.ended = seq, refused, time.monotonic()
            if seq is not None:
                self.acked += 1
                self.last_ack = request.ended

    async def _see(self, line: ClientConnection, position: dict[str, Any]) -> None:
        seq = self._seq = position["seq"]
        view = position.get("view")
        self.over = position.get("status") == "ended" or (view is not None and view.get("status") == "ended")
        if view is not None:
            self._stream.views.append((seq, view))
        legal = [action for action in position.get("legal") or () if action["type"] != "CHALLENGE_UNO"]
        if not legal or self._open is not None or self._skips == seq:
            return
        if self._rng.random() < 0.03:
            self._skips = seq  # let the time run out
            return
        await asyncio.sleep(self.pace)
        self._numbers += 1
        request = Request(self.match, self.seat, f"{self.seat}-{self._numbers}", time.monotonic())
        action = self._rng.choice(legal)
        message = {"type": "act", "id": 2, "action": action, "actionId": request.action_id, "expectedSeq": seq}
        self._open = (request, json.dumps(message))
        self._history.requests.append(request)
        await line.send(self._open[1])


class Reader:
    """Asks for views over HTTP, at any node."""

    def __init__(self, bases: Bases, room: str, match: str, history: History, rng: random.Random) -> None:
        self._bases, self._room, self._match, self._history, self._rng = bases, room, match, history, rng

    async def read(self, stop: asyncio.Event) -> None:
        async with httpx2.AsyncClient(trust_env=False, timeout=3) as http:
            while not stop.is_set():
                began = time.monotonic()
                try:
                    answer = await http.get(f"{self._rng.choice(self._bases())}/api/v1/rooms/{self._room}/view")
                    if answer.status_code == 200:
                        seq = answer.json()["seq"]
                        self._history.reads.append(Read(self._match, began, time.monotonic(), seq))
                except (httpx2.HTTPError, *LOST):
                    pass
                await asyncio.sleep(0.3)


class ArenaPlayer:
    """A bot of the arena that speaks HTTP only: it looks, and moves when it is on turn."""

    def __init__(
        self,
        bases: Bases,
        room: str,
        match: str,
        secret: str,
        seat: int,
        headers: dict[str, str],
        history: History,
        rng: random.Random,
    ) -> None:
        self._bases, self._room, self._secret, self._seat = bases, room, secret, seat
        self._history, self._rng, self._headers = history, rng, headers
        self.match = match
        self._numbers = 0
        self.acked = 0

    async def play(self, stop: asyncio.Event) -> None:
        async with httpx2.AsyncClient(trust_env=False, timeout=3, headers=self._headers) as http:
            while not stop.is_set():
                try:
                    found = await http.get(f"{self._base()}/{self._room}", params={"playerId": self._secret})
                    position = found.json()["result"] if found.status_code == 200 else {}
                    if position.get("currentPlayerId") == self._secret:
                        await self._move(http, position, stop)
                except (httpx2.HTTPError, *LOST):
                    pass
                await asyncio.sleep(0.2)  # each look costs more than a move

    def _base(self) -> str:
        return f"{self._rng.choice(self._bases())}/api/rooms"

    async def _move(self, http: httpx2.AsyncClient, position: dict[str, Any], stop: asyncio.Event) -> None:
        self._numbers += 1
        verb = self._rng.choice(("play", "draw", "pass"))
        body: dict[str, Any] = {
            "playerId": self._secret,
            "actionId": f"{self._seat}-{self._numbers}",
            "turnId": position["turnId"],
        }
        if verb == "play":
            body |= {"cardIndex": self._rng.randrange(max(1, len(position["hand"]))), "wildColor": "RED"}
        request = Request(self.match, self._seat, body["actionId"], time.monotonic())
        self._history.requests.append(request)
        while True:
            try:
                answer = await http.post(f"{self._base()}/{self._room}/{verb}", json=body)
            except (httpx2.HTTPError, *LOST):
                await asyncio.sleep(0.05)
                continue
            if answer.status_code >= 500 or answer.status_code == 404:
                if stop.is_set() and answer.status_code == 404:
                    return
                await asyncio.sleep(0.05)
                continue
            break
        request.ended = time.monotonic()
        if answer.status_code == 200 and answer.json().get("success"):
            result = answer.json().get("result") or {}
            request.done = not result.get("alreadyEnded")
            self.acked += 1
        elif answer.status_code == 409:
            request.refused = str(answer.json().get("code"))
