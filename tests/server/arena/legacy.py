"""A bot as they were written for such servers: plain HTTP and Socket.IO, none of our code.

It does what those bots do and no more: it takes the first room that is not PLAYING, moves on every private `turn`,
draws when it has nothing, passes after every unplayable draw, looks for the next match only when it is disconnected.
"""

import asyncio
from typing import Any

import httpx2 as httpx
import socketio

EVENTS = (
    "countdownStart",
    "countdownCancel",
    "gameStart",
    "roundStart",
    "turn",
    "action",
    "challengeWindow",
    "handShown",
    "roundEnd",
    "gameEnd",
    "roomUpdate",
    "joinError",
)
PATIENCE = 60.0
"""Seconds, only against waiting for ever: a busy machine is no fault of the server."""
COLOURS = ("RED", "BLUE", "GREEN", "YELLOW")


def fits(card: dict[str, Any], top: dict[str, Any], colour: str) -> bool:
    """Whether a card matches what lies on the pile."""
    if card["type"] in ("WILD", "WILD_DRAW_FOUR") or card["color"] == colour:
        return True
    if card["type"] == "NUMBER":
        return bool(top["type"] == "NUMBER" and card["value"] == top["value"])
    return bool(card["type"] == top["type"])


class LegacyBot:
    """One bot, one MAC, one match after the other."""

    def __init__(self, base: str, number: int, *, sandbox: bool = True, only_players: bool = False) -> None:
        self.base = base
        self.mac = f"02:00:00:00:00:{number:02x}"
        self.name = ("Bot", f"Number{number}")
        self.sandbox = sandbox
        self.only_players = only_players
        self.http = httpx.AsyncClient(base_url=base, headers={"X-MAC-Address": self.mac}, timeout=PATIENCE)
        self.transports = ["websocket"]
        self.room = ""
        self.me = ""
        self.events: list[tuple[str, dict[str, Any]]] = []
        self.turns: list[dict[str, Any]] = []
        self.answers: list[tuple[str, int, dict[str, Any]]] = []
        self.ends: list[dict[str, Any]] = []
        self.silent = False
        self.features: list[str] = []
        """What it says on entering that it understands; bots of old say nothing."""
        self.voluntary_draws = False
        self.socket: socketio.AsyncClient | None = None
        self.sockets: list[socketio.AsyncClient] = []
        self.gone = asyncio.Event()
        self.busy = asyncio.Lock()
        """One turn after the other: here a round of house bots takes less time than one of our own requests."""

    async def post(self, path: str, body: dict[str, Any]) -> tuple[int, Any]:
        """One request; the answer is always JSON."""
        reply = await self.http.post(path, json=body)
        return reply.status_code, reply.json()

    async def find_room(self) -> str:
        """The first room of the list that has not begun, or a new one."""
        rooms = (await self.http.get("/api/rooms/list")).json()
        for room in rooms:
            if room["status"] not in ("PLAYING", "ENDED", "FINISHED") and room["isSandbox"] == self.sandbox:
                return str(room["id"])
        _, made = await self.post("/api/rooms", {"isSandbox": self.sandbox})
        return str(made["roomId"])

    async def join(self, room: str | None = None) -> None:
        """Take a seat."""
        self.room = room or await self.find_room()
        status, data = await self.post(
            f"/api/rooms/{self.room}/join",
            {
                "firstName": self.name[0],
                "lastName": self.name[1],
                "MAC": self.mac,
                "isSandbox": self.sandbox,
                "onlyPlayers": self.only_players,
            },
        )
        assert status == 200, data
        self.me = data["playerId"]

    def listen(self, socket: socketio.AsyncClient) -> None:
        """Hear everything that comes, and answer turns."""

        def note(name: str) -> None:
            async def handler(data: dict[str, Any]) -> None:
                self.events.append((name, data))
                if name == "turn":
                    async with self.busy:
                        await self.on_turn(data)
                if name == "gameEnd":
                    self.ends.append(data)

            socket.on(name, handler)

        for name in EVENTS:
            note(name)

    async def connect(self) -> socketio.AsyncClient:
        """Open the socket and enter the room."""
        socket = socketio.AsyncClient(reconnection=False, request_timeout=PATIENCE)
        self.sockets.append(socket)
        self.listen(socket)
        self.gone = asyncio.Event()
        gone = self.gone

        async def disconnected(*_reason: object) -> None:
            gone.set()

        socket.on("disconnect", disconnected)
        await socket.connect(self.base, transports=self.transports, wait_timeout=PATIENCE)
        self.socket = socket
        wish = {"roomId": self.room, "playerId": self.me}
        await socket.call("joinRoom", wish | ({"features": self.features} if self.features else {}), timeout=PATIENCE)
        return socket

    async def catch_up(self) -> None:
        """Wait until everything that was sent until now is here: the refusal of a senseless request comes after it."""
        assert self.socket is not None
        await self.socket.call("joinRoom", {}, timeout=PATIENCE)
        self.events.remove(next(e for e in self.events if e[0] == "joinError" and e[1]["code"] == "BAD_REQUEST"))

    def heard(self, name: str) -> list[dict[str, Any]]:
        """The events of this name."""
        return [data for event, data in self.events if event == name]

    async def play_match(self, room: str | None = None) -> dict[str, Any]:
        """From the list of rooms to the disconnect after the match."""
        await self.join(room)
        await self.connect()
        await self.gone.wait()
        return self.ends[-1]

    async def request(self, verb: str, **body: Any) -> dict[str, Any]:
        """One game request."""
        own = "challengerId" if verb == "catchout" else "playerId"
        status, data = await self.post(f"/api/rooms/{self.room}/{verb}", {own: self.me, **body})
        self.answers.append((verb, status, data))
        return dict(data)

    async def on_turn(self, turn: dict[str, Any]) -> None:
        """Move on every turn that names this bot and shows a hand."""
        if turn["playerId"] != self.me or not turn.get("hand"):
            return
        self.turns.append(turn)
        if self.silent:
            return
        hand = turn["hand"]
        if len(hand) == 2:
            await self.request("uno")
        drawn = turn.get("drawnCardIndex")
        choices = [i for i, card in enumerate(hand) if fits(card, turn["topCard"], turn["currentColor"])]
        if drawn is not None:
            choices = [drawn]
        if not choices or (self.voluntary_draws and drawn is None and len(self.turns) % 3 == 0):
            answer = await self.request("draw")
            card = answer.get("result", {}).get("card")
            if card is not None and not fits(card, turn["topCard"], turn["currentColor"]):
                await self.request("pass")
            return
        index = choices[0]
        extra = {"wildColor": COLOURS[len(hand) % 4]} if hand[index]["color"] == "BLACK" else {}
        await self.request("play", cardIndex=index, **extra)

    async def close(self) -> None:
        """Gone, after the answers that are still under way."""
        self.silent = True
        async with self.busy:
            pass
        for socket in self.sockets:
            if socket.connected:
                await socket.disconnect()
            reading = socket.eio.read_loop_task
            if reading is not None:
                await asyncio.wait([reading], timeout=PATIENCE)
            if socket.eio.http is not None:
                await socket.eio.http.close()
        await self.http.aclose()
