"""The arena's figure: accepted moves over HTTP with Socket.IO events to all seats, synced commits."""

import asyncio
import json
import os
import time
from typing import Any, Final

import httpx2 as httpx
import websockets

from bench.row import SHORT, Row
from bench.server import Server, folder_for
from bench.wsload import pin

BUILDS = ("compiled",)
ROOMS: Final = 32
SECONDS: Final = 1.0 if SHORT else 6.0
_SETTINGS: Final = {
    "countdown_seconds": 0.5,
    "round_pause_ms": 0,
    "event_gap_ms": 0,
    "wd4_window_ms": 0,
    "target_score": 10000,
    "turn_seconds": 600,
    "pace_turns": 0,
}


class Player:
    """One seat: a WebSocket for events, one kept HTTP connection for moves."""

    def __init__(self, port: int, room: str, secret: str, count: list[int]) -> None:
        self.port, self.room, self.secret, self.count = port, room, secret, count

    async def run(self) -> None:
        """Enter the room and answer every private turn with a legal move."""
        reader, writer = await asyncio.open_connection("127.0.0.1", self.port)
        address = f"ws://127.0.0.1:{self.port}/socket.io/?EIO=4&transport=websocket"
        async with websockets.connect(address, compression=None, max_size=None) as socket:
            await socket.recv()
            await socket.send("40")
            await socket.recv()
            await socket.send("42" + json.dumps(["joinRoom", {"roomId": self.room, "playerId": self.secret}]))
            async for packet in socket:
                if packet == "2":
                    await socket.send("3")
                elif isinstance(packet, str) and packet.startswith('42["turn"') and '"hand":' in packet:
                    await self._move(json.loads(packet[2:])[1], reader, writer)

    async def _move(self, turn: dict[str, Any], reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        top, colour, drawn = turn["topCard"], turn["currentColor"], turn["drawnCardIndex"]
        usable = [
            i
            for i, card in enumerate(turn["hand"])
            if card["color"] in ("BLACK", colour)
            or (card["type"] == top["type"] and card.get("value") == top.get("value"))
        ]
        verb = "draw"
        fields: dict[str, Any] = {"playerId": self.secret}
        if drawn is not None or usable:
            verb = "play"
            fields |= {"cardIndex": usable[0] if drawn is None else drawn, "wildColor": "RED"}
        body = json.dumps(fields).encode()
        head = (
            f"POST /api/rooms/{self.room}/{verb} HTTP/1.1\r\nhost: 127.0.0.1:{self.port}\r\n"
            f"content-type: application/json\r\ncontent-length: {len(body)}\r\n\r\n"
        )
        writer.write(head.encode() + body)
        answer = await reader.readuntil(b"\r\n\r\n")
        size = int(answer.lower().split(b"content-length: ")[1].split(b"\r\n")[0])
        if b'"success":true' in await reader.readexactly(size):
            self.count[0] += 1


async def _moves(server: Server) -> tuple[float, float]:
    """Moves/s, and moves per second of the server's processor time."""
    port = server.port
    count = [0]
    players: list[Player] = []
    async with httpx.AsyncClient(base_url=f"http://127.0.0.1:{port}") as http:
        for number in range(ROOMS):
            room = (await http.post("/api/rooms", json={"isSandbox": False})).json()["roomId"]
            for seat in range(4):
                mac = f"02:00:00:00:{number:02x}:{seat:02x}"
                person = {"firstName": "B", "lastName": str(seat), "MAC": mac, "onlyPlayers": True}
                joined = (await http.post(f"/api/rooms/{room}/join", json=person)).json()
                players.append(Player(port, room, joined["playerId"], count))
    tasks = [asyncio.create_task(player.run()) for player in players]
    await asyncio.sleep(4)
    before, cpu, started = count[0], server.cpu(), time.perf_counter()
    await asyncio.sleep(SECONDS)
    moves, cpu, spent = count[0] - before, server.cpu() - cpu, time.perf_counter() - started
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)
    return moves / spent, moves / max(0.01, cpu)


def rows() -> list[Row]:
    """The server on one core, the bots on the other."""
    with folder_for("arena") as folder:
        server = Server(folder, **_SETTINGS)
        pin(1, os.getpid())
        try:
            rate, per_cpu_second = asyncio.run(_moves(server))
        finally:
            server.kill()
    return [
        Row(f"moves/s over the arena dialect, {ROOMS} rooms × 4", rate, "1/s", at_least=1000),
        Row("  per second of the server's processor time", per_cpu_second, "1/s", at_least=1500),
    ]
