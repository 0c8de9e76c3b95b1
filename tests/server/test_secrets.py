"""No byte sent to a seat or a spectator contains a card it may not know then, or anybody's secret.

Scanned are all frames of the live socket and all HTTP answers, refusals and reconnects included.
`arena/test_secrets.py` does the same for the arena dialect.
"""

import asyncio
import json
import random
import re
from collections import defaultdict
from collections.abc import Callable
from pathlib import Path
from typing import Any

import httpx2
import msgspec
import pytest

from paiju.client import Client, LiveTable, Refused
from paiju.engine.game import SPECTATOR, Seat, State
from paiju.protocol import messages as m
from paiju.protocol.base import Problem
from paiju.protocol.play import ViewAnswer
from paiju.protocol.rooms import RoomInfo
from paiju.server import http, render
from paiju.server.kinds import Kind
from paiju.server.problems import Refusal
from paiju.server.step import Change, Listener
from paiju.server.table import Table
from tests.server.serving import SHORT, Running, play_out, serving, wish

pytestmark = pytest.mark.anyio

NAMES = ("Ada", "Bo", "Cy", "Di")
CARD = re.compile(
    r"(?<![A-Za-z0-9_-])((?:red|blue|green|yellow)-[a-z0-9_]+-\d+|wild-(?:draw-four-)?\d+"
    r"|(?:spades|hearts|clubs|diamonds|joker)_[A-Za-z0-9]+_[01])(?![A-Za-z0-9_-])"
)
"""Anywhere in a text, also inside a string inside a string."""
OPEN = ("PLAY_CARD", "JUMP_IN", "PLAY", "STICK", "CHOOSE_UNIT")
"""Actions whose cards lie open on the table."""


class Tap(LiveTable):
    """A live table that keeps every frame as it came."""

    def __init__(self, client: Client, room: str, secret: str | None) -> None:
        super().__init__(client, room, secret, "all", False)
        self.frames: list[str] = []

    async def _read(self, socket: Any) -> None:
        receive = socket.recv

        async def recv(*arguments: Any, **named: Any) -> Any:
            frame = await receive(*arguments, **named)
            self.frames.append(frame)
            return frame

        socket.recv = recv
        await super()._read(socket)


class HttpTap:
    """Somebody who asks over HTTP for everything there is, allowed or not, and keeps every answer as it came."""

    def __init__(self, base: str, room: str, match: str, secret: str | None) -> None:
        headers = {} if secret is None else {"authorization": f"Bearer {secret}"}
        self._http = httpx2.AsyncClient(base_url=base, headers=headers, trust_env=False, timeout=60)
        self._room, self._match = f"/api/v1/rooms/{room}", match
        self.answers: list[tuple[str, str]] = []
        """Path, body."""

    async def look(self, rng: random.Random, most: int = 2) -> None:
        """Some of the many things to ask for."""
        asked: list[tuple[str, str, Any]] = [
            ("GET", f"{self._room}/view", None),
            ("GET", f"{self._room}/view", None),
            ("GET", f"{self._room}/events?since={rng.randint(0, 200)}&notes=true", None),
            ("GET", f"{self._room}/events?since=0", None),
            ("GET", self._room, None),
            ("GET", "/api/v1/rooms", None),
            ("GET", f"{self._room}/hint", None),
            ("POST", f"{self._room}/check", {"action": {"type": "PLAY", "cards": ["spades_A_0", "joker_big_0"]}}),
            ("POST", f"{self._room}/act", {"action": {"type": "NONSENSE"}}),
            ("POST", f"{self._room}/act", {"action": {"type": "SKIP_TURN"}}),
            ("POST", f"{self._room}/act", {"action": {"type": "PLAY", "cards": ["spades_A_0", "joker_big_0"]}}),
            ("POST", f"{self._room}/act", {"action": {"type": "DRAW_CARD", "playerId": "p9"}}),
            ("POST", f"{self._room}/kick", {"seat": 99}),
            ("GET", f"/api/v1/matches/{self._match}", None),
            ("GET", f"/api/v1/matches/{self._match}/record", None),
            ("GET", f"/api/v1/matches/{self._match}/positions", None),
            ("GET", "/metrics", None),
        ]
        for method, path, body in rng.sample(asked, min(most, len(asked))):
            answer = await self._http.request(method, path, json=body)
            assert answer.status_code < 500, (path, answer.status_code)
            self.answers.append((path, answer.text))

    async def close(self) -> None:
        await self._http.aclose()


class Witness(Listener):
    """Sits inside the server and notes which cards each seat may know at every seq, from the engine's views."""

    def __init__(self) -> None:
        self.allowed: dict[int, dict[int, set[str]]] = defaultdict(dict)
        self.shown: set[str] = set()

    def on_change(self, table: Table, change: Change) -> None:
        played: set[str] = set()
        for line in change.entries:
            if isinstance(line.data, dict) and line.data["type"] in OPEN:
                played |= set(CARD.findall(json.dumps(line.data)))
        self.shown |= played
        for seat in (*range(4), int(SPECTATOR)):
            known = set(played)
            for state in (change.before, change.after):
                known |= known_to(state, seat)
            for line in change.entries:
                if line.actor == seat and isinstance(line.data, dict):
                    known |= set(CARD.findall(json.dumps(line.data)))
                self.allowed[seat][line.seq] = known


def known_to(state: State | None, seat: int) -> set[str]:
    """Every card id in the engine's view of a seat."""
    return set() if state is None else set(CARD.findall(json.dumps(state.view(Seat(seat)).to_json())))


def leaks(frames: list[str], seat: int, witness: Witness, secrets: set[str]) -> list[str]:
    """What is in these frames and may not be."""
    found: list[str] = []
    so_far: set[str] = set(witness.shown)
    for frame in frames:
        message = json.loads(frame)
        seq = message.get("seq", message.get("snapshot", {}).get("seq"))
        cards = set(CARD.findall(frame))
        now = witness.allowed[seat].get(seq, set()) if message["type"] in ("update", "snapshot", "entered") else so_far
        past = witness.shown if message["type"] == "entered" else set()
        found += [f"{message['type']} {seq}: {card}" for card in cards - now - past]
        found += [f"{message['type']}: a secret" for secret in secrets if secret in frame]
        so_far |= now
    return found


def http_leaks(answers: list[tuple[str, str]], seat: int, witness: Witness, secrets: set[str]) -> list[str]:
    """The same for HTTP: a view shows what its seq allows, everything else what the seat ever saw."""
    ever = set(witness.shown).union(*witness.allowed[seat].values())
    found: list[str] = []
    for path, body in answers:
        seq = json.loads(body).get("seq") if path.endswith("/view") else None
        cards = set(CARD.findall(body))
        if "/events" in path:
            found += [f"{path}: {event}" for event in json.loads(body)["events"] if not may_see(event, seat)]
        if path.endswith(("/check", "/act")):
            cards -= {"spades_A_0", "joker_big_0"}  # the caller named them
        allowed = ever if seq is None else witness.allowed[seat].get(seq, set())
        found += [f"{path} {seq}: {card}" for card in cards - allowed]
        found += [f"{path}: a secret" for secret in secrets if secret in body]
    return found


def may_see(event: dict[str, Any], seat: int) -> bool:
    """Whether an event shows no cards, or cards on the table, or it is the reader's own."""
    return event["seat"] == seat or event["action"]["type"] in OPEN or not CARD.findall(json.dumps(event))


async def scan_one_match(
    server: Running, client: Client, game: str, rng: random.Random, most: int = 1_000_000
) -> list[str]:
    """A match of four people and a spectator, with refusals, checks and reconnects, frame by frame.

    It ends by itself, or after `most` actions.
    """
    host = await client.create(wish(game, bots=[], start=False, options=SHORT[game]))
    seated = [host] + [await client.join(host.room, name) for name in NAMES[1:]]
    table = await server.service.lobby.table(host.room)
    witness = Witness()
    table.listeners[witness] = int(SPECTATOR)
    taps = [Tap(client, host.room, who.secret) for who in seated]
    spectator = Tap(client, host.room, None)
    askers = [HttpTap(server.base, host.room, host.match, who.secret) for who in seated]
    stranger = HttpTap(server.base, host.room, host.match, None)
    for tap in (*taps, spectator):
        await tap.connect()
    await client.start(host.room, host.secret)

    async def player(tap: Tap, asker: HttpTap) -> None:
        own = random.Random(rng.random())
        while not tap.over:
            await play_out(tap, own, most=own.randint(3, 12), after=lambda: done.append(1))
            try:
                await tap.ask(m.Check(action={"type": "PLAY", "cards": ["spades_A_0", "joker_big_0"]}))
                await tap.ask(m.Act(action={"type": own.choice(["DRAW_CARD", "BURY", "NONSENSE"])}))
            except Refused:
                pass
            for who in (asker, stranger):
                await who.look(own)
            if own.random() < 0.3:
                await tap.close()
                await tap.connect(since=own.randint(0, tap.seq))

    done: list[int] = []
    players = [asyncio.create_task(player(tap, asker)) for tap, asker in zip(taps, askers, strict=True)]
    try:
        while len(done) < most and not all(task.done() for task in players):
            for task in players:
                if task.done():
                    task.result()
            await asyncio.sleep(0.02)
    finally:
        for task in players:
            task.cancel()
        await asyncio.gather(*players, return_exceptions=True)
        for asker in (*askers, stranger):
            await asker.look(rng, most=100)
        for tap in (*taps, spectator):
            await tap.close()
        for asker in (*askers, stranger):
            await asker.close()
    over = table.folded.finished is not None
    secrets = {who.secret for who in seated} | {place.secret_hash for place in table.folded.places if place.person}
    secrets.add(table.folded.header.seed)  # afterwards it stands in the record, and nowhere else
    found: list[str] = []
    for seat, asker in [*enumerate(askers), (int(SPECTATOR), stranger)]:
        assert asker.answers
        running = [(path, body) for path, body in asker.answers if not (over and "/matches/" in path)]
        found += [f"seat {seat}: {leak}" for leak in http_leaks(running, seat, witness, secrets)]
    for seat, tap in [*enumerate(taps), (int(SPECTATOR), spectator)]:
        assert len(tap.frames) > 10
        found += [f"seat {seat}: {leak}" for leak in leaks(tap.frames, seat, witness, secrets)]
    return found


@pytest.mark.parametrize("game", ["uno", "shandong"])
async def test_matches_leak_nothing_to_seats_and_spectators(tmp_path: Path, game: str) -> None:
    async with serving(tmp_path) as server, Client(server.base) as client:
        assert await scan_one_match(server, client, game, random.Random(7), most=150) == []


def _buried_cards_in_events(monkeypatch: pytest.MonkeyPatch) -> None:
    right = Kind.visible

    def careless(self: Kind, action: dict[str, Any], actor: int, recipient: int) -> dict[str, Any]:
        return action if action.get("type") == "BURY" else right(self, action, actor, recipient)

    monkeypatch.setattr(Kind, "visible", careless)


def _anybody_gets_seat_0_over_http(monkeypatch: pytest.MonkeyPatch) -> None:
    def careless(table: Table, seat: int, latency: int | None = None) -> ViewAnswer:
        return render.view_answer(table, max(seat, 0), latency)

    monkeypatch.setattr(http, "view_answer", careless)


def _refusals_with_the_position(monkeypatch: pytest.MonkeyPatch) -> None:
    right, heard = Refusal.problem, Witness.on_change
    hands: list[object] = []

    def careless(self: Refusal, language: str) -> Problem:
        problem = right(self, language)
        return msgspec.structs.replace(problem, text=f"{problem.text} {hands[-1:]}")

    def keep(self: Witness, table: Table, change: Change) -> None:
        hands.append("" if change.after is None else change.after.snapshot()["hands"])
        heard(self, table, change)

    monkeypatch.setattr(Witness, "on_change", keep)
    monkeypatch.setattr(Refusal, "problem", careless)


def _the_seed_instead_of_its_fingerprint(monkeypatch: pytest.MonkeyPatch) -> None:
    def careless(table: Table, base: str) -> RoomInfo:
        return msgspec.structs.replace(render.room_info(table, base), commitment=table.folded.header.seed)

    monkeypatch.setattr(http, "room_info", careless)


@pytest.mark.parametrize(
    ("break_it", "game"),
    [
        (_buried_cards_in_events, "shandong"),
        (_anybody_gets_seat_0_over_http, "uno"),
        (_refusals_with_the_position, "uno"),
        (_the_seed_instead_of_its_fingerprint, "uno"),
    ],
)
async def test_the_scan_notices_a_leak(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, break_it: Callable[[pytest.MonkeyPatch], None], game: str
) -> None:
    """A server that is broken on purpose is caught by the test above."""
    break_it(monkeypatch)
    async with serving(tmp_path) as server, Client(server.base) as client:
        most = 60 if game == "shandong" else 12  # there the cards have to be dealt and the trump found first
        assert await scan_one_match(server, client, game, random.Random(7), most) != []
