"""Faults of all kinds while people and bots play; then the history is checked.

python -m tests.cluster.faults --faults 500 --seed 7      # what `make soak` runs
"""

import argparse
import asyncio
import random
import secrets
import sys
import tempfile
from collections import Counter
from pathlib import Path
from typing import Any

import httpx2

from paiju.client import Client
from paiju.protocol.rooms import CreateRoom
from paiju.server.match.entries import ROOM
from tests.cluster.history import History, check
from tests.cluster.players import ArenaPlayer, Player, Reader
from tests.cluster.world import Nemesis, World, world

CLOCK = 2
GAMES: tuple[tuple[str, int, dict[str, Any]], ...] = (
    ("uno", 3, {"targetScore": 5000}),
    ("uno", 2, {"targetScore": 5000}),
    ("shandong", 4, {"declareWindowMs": 300, "snatchWindowMs": 300, "stickWindowMs": 300}),
)


class Report:
    """What came of it."""

    def __init__(self, wrong: list[str], faults: list[str], acked: int, timeouts: int, events: int) -> None:
        self.wrong = wrong
        self.faults = faults
        self.acked = acked
        self.timeouts = timeouts
        self.events = events

    def __str__(self) -> str:
        kinds = Counter(fault.split()[0] for fault in self.faults)
        told = ", ".join(f"{kind} {count}" for kind, count in sorted(kinds.items()))
        return (
            f"{len(self.faults)} faults ({told}); {self.acked} acknowledged actions, {self.timeouts} time-outs, "
            f"{self.events} entries; {len(self.wrong)} wrong"
        )


async def run(place: World, faults: int, seed: str, pause: float = 1.2, least: int = 0) -> Report:
    """Play, do harm, check."""
    rng = random.Random(seed)
    history = History()

    def bases() -> list[str]:
        return [member.base for member in place.members]

    players: list[Player | ArenaPlayer] = []
    readers: list[Reader] = []
    clocks: dict[str, int] = {}
    for game, seats, options in GAMES:
        rooms = [rng.choice(bases()) for _ in range(seats)]
        async with Client(rooms[0], timeout=60) as client:
            plan = CreateRoom(game=game, name="P0", seats=seats, clock=CLOCK, options=options, visibility="listed")
            seated = [await client.create(plan)]
            clocks[seated[0].match] = CLOCK * 1000
        for number, base in enumerate(rooms[1:], start=1):
            async with Client(base, timeout=60) as client:
                seated.append(await client.join(seated[0].room, f"P{number}"))
        async with Client(rooms[-1], timeout=60) as client:
            await client.start(seated[0].room, seated[0].secret)
        for seat in seated:
            own = random.Random(f"{seed}/{seat.room}/{seat.seat}")
            players.append(Player(bases, seat.room, seat.match, seat.seat, seat.secret, history, own))
        readers.append(Reader(bases, seated[0].room, seated[0].match, history, rng))
    players.extend(await arena(place, history, rng))
    stop = asyncio.Event()
    nemesis = Nemesis(place, rng)
    playing = [asyncio.create_task(player.play(stop)) for player in players]
    playing += [asyncio.create_task(reader.read(stop)) for reader in readers]
    try:
        await nemesis.harm(faults, pause)
        async with asyncio.timeout(300):
            while sum(player.acked for player in players) < least:
                await asyncio.sleep(0.1)
        stop.set()
        async with asyncio.timeout(300):
            await asyncio.gather(*playing)
    finally:
        for task in playing:
            task.cancel()
    logs = await place.logs()
    wrong = check(history, logs, clocks)
    said = [(match, entry.data) for match, log in logs.items() for entry in log if entry.actor == ROOM]
    absent = [match for match, data in said if '"reason":"absent"' in data]
    wrong.extend(f"{match}: somebody was declared absent" for match in absent)
    timeouts = sum('"TIMEOUT"' in entry.data for log in logs.values() for entry in log)
    return Report(wrong, nemesis.done, sum(player.acked for player in players), timeouts, sum(map(len, logs.values())))


async def arena(place: World, history: History, rng: random.Random) -> list[ArenaPlayer]:
    """Three bots of the arena in one competitive room; two, if the third comes too late on a busy machine."""

    def bases() -> list[str]:
        return [member.base for member in place.members]

    players: list[ArenaPlayer] = []
    async with httpx2.AsyncClient(trust_env=False, timeout=60) as http:
        wish = {"isSandbox": False, "maxPlayers": 3}
        room = (await _granted(http, f"{rng.choice(bases())}/api/rooms", wish, {}))["roomId"]
        match = await place.match_of(room)
        for number in range(3):
            who = {"firstName": "Bot", "lastName": f"N{number}", "onlyPlayers": True}
            mac = {"x-mac-address": f"02:00:00:00:00:0{number}"}
            answer = await _granted(http, f"{rng.choice(bases())}/api/rooms/{room}/join", who, mac)
            if len(players) == 2 and answer.get("code") == "ROOM_NOT_WAITING":
                break
            joined = answer["result"]
            own = random.Random(rng.random())
            players.append(ArenaPlayer(bases, room, match, joined["playerId"], joined["seat"], mac, history, own))
    return players


async def _granted(http: httpx2.AsyncClient, url: str, body: Any, headers: dict[str, str]) -> Any:
    """The answer to a request that is asked again while the store of a busy machine does not answer in time."""
    for _ in range(600):
        answer = await http.post(url, json=body, headers=headers)
        if answer.status_code != 503:
            break
        await asyncio.sleep(0.1)
    assert answer.status_code == 200 or '"ROOM_NOT_WAITING"' in answer.text, answer.text
    return answer.json()


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.cluster.faults")
    parser.add_argument("--faults", type=int, default=500)
    parser.add_argument("--pause", type=float, default=1.2)
    parser.add_argument("--seed", default=secrets.token_hex(4))
    chosen = parser.parse_args()

    async def soak() -> Report:
        with tempfile.TemporaryDirectory() as folder:
            async with world(Path(folder)) as place:
                return await run(place, chosen.faults, chosen.seed, chosen.pause)

    print(f"seed {chosen.seed}", flush=True)
    report = asyncio.run(soak())
    print(report)
    for line in report.wrong[:50]:
        print(line)
    return 1 if report.wrong else 0


if __name__ == "__main__":
    sys.exit(main())
