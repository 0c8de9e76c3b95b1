"""No byte of the arena dialect shows a card its reader may not know, or another's secret: HTTP and Socket.IO.

Cards have no ids here, so the scan asks two things of every card in an answer or event: does it stand where cards may
stand for this reader, and is it a face that this reader has held or seen on the pile.
"""

import asyncio
import json
import random
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from paiju.engine.game import SPECTATOR
from paiju.games.uno.position import Position
from paiju.server.arena import wire
from paiju.server.match.changes import Change, Listener
from paiju.server.match.replay import Folded
from paiju.server.match.table import Table
from tests.server.arena.legacy import LegacyBot
from tests.server.arena.playing import ArenaServer, serving_arena

pytestmark = pytest.mark.anyio

Face = tuple[str, str, int | None]

SCANNED = {"target_score": 1, "sandbox_orphan_seconds": 86400}
"""A match of one round; who comes back slowly keeps his seat, since time runs fast in it."""

PLACES = {
    "turn": ("topCard", "hand.*"),
    "action": ("card",),
    "roundEnd": ("hands.*.*",),
    "handShown": ("cards.*",),
    "play": ("result.card",),
    "draw": ("result.card", "result.cards.*"),
    "challenge": ("result.shownHand.*",),
    "room": ("result.topCard", "result.hand.*"),
}
"""Where cards may stand, by event or request."""


class Nosy(LegacyBot):
    """A legacy bot that also makes mistakes, looks around and comes back; it keeps all it was sent."""

    def __init__(self, base: str, number: int, rng: random.Random) -> None:
        super().__init__(base, number, only_players=True)
        self.rng = rng
        self.received: list[tuple[str, str]] = []
        """What it was (event or request), and the text."""
        self.returning: asyncio.Task[None] | None = None
        self.http.event_hooks = {"response": [self._note]}

    async def _note(self, response: Any) -> None:
        await response.aread()
        last = response.request.url.path.rsplit("/", 1)[-1]
        self.received.append(("room" if last == self.room else last, response.text))

    def listen(self, socket: Any) -> None:
        super().listen(socket)
        take = socket._handle_eio_message

        async def tap(data: Any) -> None:
            text = str(data)
            if text.startswith("2["):  # an event; anything else is Socket.IO's own
                name, payload = json.loads(text[1:])
                self.received.append((name, json.dumps(payload)))
            else:
                self.received.append(("packet", text))
            await take(data)

        socket.eio.on("message", tap)

    async def on_turn(self, turn: dict[str, Any]) -> None:
        if turn["playerId"] == self.me and turn.get("hand"):
            await self._nose_around()
        await super().on_turn(turn)

    async def _nose_around(self) -> None:
        """Things that are refused, or that only others may have."""
        chance = self.rng.random()
        if chance < 0.15:
            await self.http.get(f"/api/rooms/{self.room}", params={"playerId": self.me})
        elif chance < 0.3:
            await self.http.get(f"/api/rooms/{self.room}")
        elif chance < 0.4:
            await self.http.get("/api/rooms/list")
        elif chance < 0.5:
            await self.request("catchout", targetId=self.rng.choice(["p-1", self.me]))
        elif chance < 0.6:
            await self.request("play", cardIndex=99)
        elif chance < 0.7:
            await self.request("challenge")
        elif chance < 0.75 and (self.returning is None or self.returning.done()):
            self.returning = asyncio.create_task(self._come_back())

    async def _come_back(self) -> None:
        """A newer socket replaces the older one, which the server hangs up."""
        await self.connect()

    def comes_back(self) -> bool:
        """Whether it is about to enter on a newer socket."""
        return self.returning is not None and not self.returning.done()

    async def sent_away(self) -> None:
        """Wait until the match is over and the server has hung up on every socket of this bot."""
        while True:
            await self.gone.wait()
            async with self.busy:
                pass
            if self.returning is not None:
                await self.returning
            if self.gone.is_set():
                return


class Witness(Listener[Table]):
    """Sits inside the server: which faces each seat has held, and which lay on the pile."""

    def __init__(self) -> None:
        self.held: dict[int, set[Face]] = defaultdict(set)
        self.open: set[Face] = set()

    def on_change(self, table: Table, change: Change) -> None:
        for state in (change.before, change.after):
            if isinstance(state, Position):
                for seat in range(len(table.folded.places)):
                    self.held[seat] |= {face(card) for card in wire.cards(state.hands[seat])}
                self.open |= {face(card) for card in wire.cards(state.discard)}


def face(card: dict[str, Any]) -> Face:
    return card["type"], card["color"], card.get("value")


def cards_in(value: object, path: str = "") -> Iterator[tuple[str, Face]]:
    """Every card in a JSON value and where it stands; positions in lists are written `*`."""
    if isinstance(value, dict):
        if "color" in value and "type" in value:
            yield path, face(value)
            return
        for key, inner in value.items():
            name = "*" if path == "hands" else key
            yield from cards_in(inner, f"{path}.{name}" if path else name)
    elif isinstance(value, list):
        for inner in value:
            yield from cards_in(inner, f"{path}.*" if path else "*")


def leaks(bot: Nosy, seat: int, witness: Witness, foreign: set[str]) -> list[str]:
    """What this bot was sent and may not know. A round's end shows all hands: from then on all faces are known."""
    found: list[str] = []
    known = witness.held[seat] | witness.open
    for kind, text in bot.received:
        found += [f"{kind}: another's secret" for secret in foreign if secret in text]
        if kind in ("packet", "list", "join", "rooms"):
            continue
        data = json.loads(text)
        own = kind != "turn" or data["playerId"] == bot.me
        for path, card in cards_in(data):
            places = PLACES.get(kind, ())
            if path not in places or (path.startswith("hand.") and not own):
                found.append(f"{kind}: a card at {path}")
            elif kind not in ("roundEnd", "handShown", "challenge") and card not in known:
                found.append(f"{kind}: {card} at {path}")
    return found


async def scan_one_match(arena: ArenaServer, rng: random.Random, transport: str, **options: Any) -> list[str]:
    """A match of three nosy bots over one transport, and what was sent to each of them."""
    bots = [Nosy(arena.base, number, rng) for number in range(1, 4)]
    _, made = await bots[0].post("/api/rooms", {"isSandbox": True, "maxPlayers": 3, "options": options})
    for bot in bots:
        bot.transports = [transport]
        await bot.join(made["roomId"])
    table = await arena.service.lobby.table(made["roomId"])
    witness = Witness()
    table.listeners[witness] = int(SPECTATOR)
    for bot in bots:
        await bot.connect()
    over = asyncio.gather(*[bot.sent_away() for bot in bots])
    while not over.done():
        if any(bot.busy.locked() or bot.comes_back() for bot in bots):
            await asyncio.sleep(0.001)
        else:
            await arena.clock.advance(0.05)  # somebody may wait for the countdown, a window, a turn that comes again
    await over
    found: list[str] = []
    for seat, bot in enumerate(bots):
        foreign = {other.me for other in bots if other is not bot} | {other.mac for other in bots}
        foreign |= {table.folded.header.seed} | {place.secret_hash for place in table.folded.places}
        assert {"turn", "action"} <= {kind for kind, _ in bot.received}
        found += [f"seat {seat}: {leak}" for leak in leaks(bot, seat, witness, foreign)]
        await bot.close()
    return found


@pytest.mark.parametrize("transport", ["websocket", "polling"])
async def test_arena_matches_leak_nothing_over_http_and_sockets(tmp_path: Path, transport: str) -> None:
    async with serving_arena(tmp_path, **SCANNED) as arena:
        assert await scan_one_match(arena, random.Random(5), transport, initialCards=5) == []


async def test_the_scan_notices_a_leak(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A server that shows everybody's cards in the list of players is caught by the test above."""
    right = wire.players_in

    def careless(folded: Folded, state: Position | None, ids: wire.Ids) -> list[wire.Json]:
        rows = right(folded, state, ids)
        return [{**row, "cards": wire.cards(state.hands[n])} for n, row in enumerate(rows)] if state else rows

    monkeypatch.setattr(wire, "players_in", careless)
    async with serving_arena(tmp_path, **SCANNED) as arena:
        assert await scan_one_match(arena, random.Random(5), "websocket", initialCards=3) != []
