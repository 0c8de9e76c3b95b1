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
from itertools import permutations
from pathlib import Path
from typing import Any

import msgspec
import pytest

from paiju.client import LiveTable, Refused
from paiju.engine.game import SPECTATOR, Game, Seat, State
from paiju.protocol import messages as m
from paiju.protocol.base import Problem
from paiju.protocol.play import Event, ViewAnswer
from paiju.protocol.rooms import RoomInfo
from paiju.server.errors import Refusal
from paiju.server.history.export import record_lines
from paiju.server.live import render
from paiju.server.live.updates import Updates
from paiju.server.match.changes import Change, Listener
from paiju.server.match.log_entry import LogEntry
from paiju.server.match.table import Table
from paiju.server.web import rooms_api as http
from tests.server.compiled import replaces_internals
from tests.server.serving import SHORT, Client, Running, http_client, play_out, serving, wish

pytestmark = pytest.mark.anyio

NAMES = ("Ada", "Bo", "Cy", "Di")
CARD = re.compile(
    r"(?<![A-Za-z0-9_-])((?:red|blue|green|yellow)-[a-z0-9_]+-\d+|wild-(?:draw-four-)?\d+"
    r"|(?:spades|hearts|clubs|diamonds|joker)_[A-Za-z0-9]+_[01])(?![A-Za-z0-9_-])"
)
"""Anywhere in a text, also inside a string inside a string."""
OPEN = ("PLAY_CARD", "JUMP_IN", "PLAY", "STICK", "CHOOSE_UNIT")
"""Actions whose cards lie open on the table."""
NAMED = {"spades_A_0", "joker_big_0"}
"""Cards that our wrong actions name: an answer may repeat them."""


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

    def __init__(self, base: str, table: Table, secret: str | None) -> None:
        headers = {} if secret is None else {"authorization": f"Bearer {secret}"}
        self._http = http_client(base, headers=headers)
        self._table = table
        self._room, self._match = f"/api/v1/rooms/{table.folded.header.room}", table.folded.match
        self.answers: list[tuple[str, str, range]] = []
        """Path, body, and the seqs one of which it was answered at."""

    async def look(self, rng: random.Random, most: int = 2) -> None:
        """Some of the many things to ask for."""
        asked: list[tuple[str, str, Any]] = [
            ("GET", f"{self._room}/view", None),
            ("GET", f"{self._room}/view", None),
            ("GET", f"{self._room}/events?since={rng.randint(0, 200)}", None),
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
            before = self._table.folded.seq
            answer = await self._http.request(method, path, json=body)
            assert answer.status_code < 500, (path, answer.status_code)
            self.answers.append((path, answer.text, range(before, self._table.folded.seq + 1)))

    async def close(self) -> None:
        await self._http.aclose()


class Witness(Listener[Table]):
    """Sits inside the server and notes which cards each seat may know at every seq, from the engine's views."""

    def __init__(self) -> None:
        self.allowed: dict[int, dict[int, set[str]]] = defaultdict(dict)
        self.facts: dict[int, dict[int, set[str]]] = defaultdict(dict)
        """Cards in the facts that a seat may know, by seq. That those are the right ones, the engine's tests show."""
        self.orders: set[str] = set()
        """How the shuffles begin, as they would stand in JSON."""

    def on_change(self, table: Table, change: Change) -> None:
        played: set[str] = set()
        for line in change.entries:
            if isinstance(line.data, dict) and line.data["type"] in OPEN:
                played |= set(CARD.findall(json.dumps(line.data)))
            if isinstance(line.data, dict) and line.data["type"] == "SHUFFLE":
                self.orders.add(",".join(str(number) for number in line.data["order"][:12]))
        for seat in (*range(4), int(SPECTATOR)):
            known = set(played)
            for state in (change.before, change.after):
                known |= known_to(state, seat)
            for line in change.entries:
                if line.actor == seat and isinstance(line.data, dict):
                    known |= set(CARD.findall(json.dumps(line.data)))
                self.allowed[seat][line.seq] = known
                told = [fact.data for fact in line.facts if fact.to in (None, seat)]
                self.facts[seat][line.seq] = set(CARD.findall(json.dumps(told)))


def known_to(state: State | None, seat: int) -> set[str]:
    """Every card id in the engine's view of a seat."""
    return set() if state is None else set(CARD.findall(json.dumps(state.view(Seat(seat)).to_json())))


def leaks(frames: list[str], seat: int, witness: Witness, secrets: set[str]) -> list[str]:
    """What is in these frames and may not be. One without a seq of its own belongs to the last one seen before it."""
    found: list[str] = []
    last = -1
    for frame in frames:
        message = json.loads(frame)
        last = message.get("seq") or message.get("snapshot", {}).get("seq") or last
        kind = message["type"]
        found += [f"{kind}: {event}" for event in message.pop("events", ()) if not may_see(event, seat, witness)]
        cards = set(CARD.findall(json.dumps(message))) - (NAMED if kind in ("refused", "checked") else set())
        found += [f"{kind} {last}: {card}" for card in cards - witness.allowed[seat].get(last, set())]
        found += [f"{kind}: a secret" for secret in secrets if secret in frame]
        found += [f"{kind}: numbers {numbers}" for numbers in lists_of_numbers(message.get("problem"))]
    return found


def http_leaks(answers: list[tuple[str, str, range]], seat: int, witness: Witness, secrets: set[str]) -> list[str]:
    """The same for HTTP: an answer shows what its seq allows, or one of those it can have been given at."""
    found: list[str] = []
    for path, body, seqs in answers:
        message = json.loads(body) if body.startswith("{") else {}
        found += [f"{path}: {event}" for event in message.pop("events", ()) if not may_see(event, seat, witness)]
        seq = message.get("seq")
        cards = set(CARD.findall(json.dumps(message))) - (NAMED if path.endswith(("/check", "/act")) else set())
        for at in [seq] if seq is not None else seqs:
            cards -= witness.allowed[seat].get(at, set())
        found += [f"{path} {seq}: {card}" for card in cards]
        found += [f"{path}: a secret" for secret in secrets if secret in body]
        problem = message.get("error") or message.get("problem")
        found += [f"{path}: numbers {numbers}" for numbers in lists_of_numbers(problem)]
    return found


def lists_of_numbers(value: object) -> list[list[int]]:
    """Cards can be told by their numbers too; no refusal needs several numbers in a row."""
    if isinstance(value, dict):
        return [found for inner in value.values() for found in lists_of_numbers(inner)]
    if not isinstance(value, list):
        return []
    if len(value) > 1 and all(isinstance(inner, int) for inner in value):
        return [value]
    return [found for inner in value for found in lists_of_numbers(inner)]


def may_see(event: dict[str, Any], seat: int, witness: Witness) -> bool:
    """Whether an action shows no cards, or cards on the table, or is the reader's own, and facts only known cards."""
    facts = event.pop("facts")
    known = witness.facts[seat].get(event["seq"], set())
    if any(fact.get("to", seat) != seat for fact in facts) or set(CARD.findall(json.dumps(facts))) - known:
        return False
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
    askers = [HttpTap(server.base, table, who.secret) for who in seated]
    stranger = HttpTap(server.base, table, None)
    for tap in (*taps, spectator):
        await tap.connect()
    await client.start(host.room, host.secret)
    for asker in (*askers, stranger):
        await asker.look(rng, most=100)  # afterwards chance decides what is asked for before the match is over

    async def player(tap: Tap, asker: HttpTap) -> None:
        own = random.Random(rng.random())
        while not tap.over:
            await play_out(tap, own, most=own.randint(3, 12), after=count)
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

    done = 0
    enough = asyncio.Event()

    def count() -> None:
        nonlocal done
        done += 1
        if done >= most:
            enough.set()

    players = [asyncio.create_task(player(tap, asker)) for tap, asker in zip(taps, askers, strict=True)]
    waiting = asyncio.create_task(enough.wait())
    try:
        playing = {*players, waiting}
        while not enough.is_set() and playing != {waiting}:
            ended, playing = await asyncio.wait(playing, return_when=asyncio.FIRST_COMPLETED)
            for task in ended:
                task.result()
    finally:
        waiting.cancel()
        for task in players:
            task.cancel()
        await asyncio.gather(*players, return_exceptions=True)
        for asker in (*askers, stranger):
            await asker.look(rng, most=100)
        for tap in (*taps, spectator):
            await tap.close()
        for asker in (*askers, stranger):
            await asker.close()
        table.leave(witness)
    over = table.folded.finished is not None
    secrets = {who.secret for who in seated} | {place.secret_hash for place in table.folded.places if place.person}
    secrets.add(table.folded.header.seed)  # afterwards it stands in the record, and nowhere else
    secrets |= witness.orders
    found: list[str] = []
    for seat, asker in [*enumerate(askers), (int(SPECTATOR), stranger)]:
        assert asker.answers
        running = [answer for answer in asker.answers if not (over and "/matches/" in answer[0])]
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
    right = render.event_for

    def careless(game: Game, line: LogEntry, recipient: int) -> Event:
        event = right(game, line, recipient)
        buried = isinstance(line.data, dict) and line.data["type"] == "BURY"
        return msgspec.structs.replace(event, action=line.data) if buried else event

    monkeypatch.setattr(render, "event_for", careless)


def _facts_of_others_in_events(monkeypatch: pytest.MonkeyPatch) -> None:
    right = render.event_for

    def careless(game: Game, line: LogEntry, recipient: int) -> Event:
        facts = [fact.to_json() for fact in line.facts]
        return msgspec.structs.replace(right(game, line, recipient), facts=facts)

    monkeypatch.setattr(render, "event_for", careless)


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
        pytest.param(_buried_cards_in_events, "shandong", marks=replaces_internals),
        pytest.param(_facts_of_others_in_events, "uno", marks=replaces_internals),
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


async def test_a_frame_made_for_one_seat_goes_to_no_other(tmp_path: Path) -> None:
    """Frames are shared where they are the same; which seat asks first must make no difference."""
    async with serving(tmp_path) as server, Client(server.base) as client:
        host = await client.create(wish("shandong", bots=[], start=False))
        table = await server.service.lobby.table(host.room)
        told = LogEntry(7, 0, 1, {"type": "BURY", "cards": ["spades_A_0"]})
        for order in permutations((0, 1, 2, int(SPECTATOR))):
            for views in (False, True):
                updates = Updates.of(table, Change([told], None, None))
                frames = {seat: updates.with_view(seat, None) if views else updates.plain(seat) for seat in order}
                assert [seat for seat, frame in frames.items() if b"spades_A_0" in frame] == [1]


async def test_a_running_match_has_no_record(tmp_path: Path) -> None:
    async with serving(tmp_path) as server, Client(server.base) as client:
        host = await client.create(wish())
        for path in ("", "/record", "/positions"):
            answer = await client._http.get(f"/matches/{host.match}{path}")
            assert (answer.status_code, answer.json()["error"]["code"]) == (404, "no_match")
        with pytest.raises(Refusal, match="no_match"):  # and whoever asks for it in another way
            record_lines(host.match, await server.service.log.read(host.match))
