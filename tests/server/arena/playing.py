"""A server of the arena in a test, where time stands still and every deal is known, and two players in a match."""

from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from itertools import count
from pathlib import Path
from typing import Any

from tests.server.arena.legacy import LegacyBot
from tests.server.clock import ManualClock
from tests.server.deals import SharedDeals, uno_deal
from tests.server.serving import SEED, Running, serving, until

AT_ONCE: dict[str, Any] = {
    "bot_delay_min_ms": 0,
    "bot_delay_max_ms": 0,
    "round_pause_ms": 0,
    "event_gap_ms": 0,
    "ping_interval": 600,
    "ping_timeout": 600,
    "open_rooms": 0,
}
"""Nothing waits for a time but what tests ask about; nobody is taken for dead while the machine is busy."""

QUICK: dict[str, Any] = {
    "countdown_seconds": "0.1",
    "bot_delay_min_ms": "0",
    "bot_delay_max_ms": "2",
    "round_pause_ms": "10",
    "post_game_ms": "30",
    "event_gap_ms": "2",
    "wd4_window_ms": "5",
    "target_score": "60",
    "turn_seconds": "1000",
    "ping_interval": "600",
    "ping_timeout": "600",
}
"""Whole matches in the time of the system, as fast as they can be played."""

Pair = tuple[LegacyBot, LegacyBot]

HANDS = ("b1 g2 y3", "y5 y6 g7")
TOP = "r9"
PILE = "b2 b3 b4 b5 b6 b7 b8"
"""Nobody can play anything, whatever is drawn."""


class ArenaServer:
    """A running server, its time and its deals."""

    def __init__(self, server: Running, clock: ManualClock, deals: SharedDeals) -> None:
        self.base = server.base
        self.service = server.service
        self.clock = clock
        self.deals = deals
        self._numbers = count(1)
        self._bots: list[LegacyBot] = []

    def bot(self, **wishes: Any) -> LegacyBot:
        """A bot with a MAC of its own."""
        bot = LegacyBot(self.base, next(self._numbers), **wishes)
        self._bots.append(bot)
        return bot

    async def close_bots(self) -> None:
        """No bot is left."""
        while self._bots:
            await self._bots.pop().close()

    async def pair(
        self,
        hands: Sequence[str] = HANDS,
        top: str = TOP,
        pile: str = PILE,
        *,
        sandbox: bool = True,
        silent: bool = True,
        features: Sequence[str] = (),
        **options: Any,
    ) -> Pair:
        """Two people in a running match who do nothing unless asked; the first is on turn, with the first hand."""
        bots = (self.bot(sandbox=sandbox, only_players=True), self.bot(sandbox=sandbox, only_players=True))
        self.deals.current.stack(uno_deal(hands, top, pile, rulebook="arena"))
        wish = {"isSandbox": sandbox, "options": {"initialCards": len(hands[0].split()), **options}}
        _, made = await bots[0].post("/api/rooms", wish)
        for bot in bots:
            bot.silent = silent
            bot.features = list(features)
            await bot.join(made["roomId"])
            await bot.connect()
        await self.clock.advance(self.service.settings.countdown_seconds)
        await until(lambda: all(bot.heard("turn") for bot in bots))
        return bots

    def incidents(self) -> float | None:
        """How many errors nobody expected."""
        return self.service.metrics.registry.get_sample_value("paiju_incidents_total")


@asynccontextmanager
async def serving_arena(folder: Path, **settings: Any) -> AsyncIterator[ArenaServer]:
    """A server of its own, for tests with settings of their own; `seed="…"` names its deals."""
    clock, deals = ManualClock(), SharedDeals(settings.pop("seed", SEED))
    async with serving(folder, clock, deals, **{**AT_ONCE, **settings}) as server:
        arena = ArenaServer(server, clock, deals)
        try:
            yield arena
        finally:
            await arena.close_bots()


@asynccontextmanager
async def two_silent(folder: Path, **settings: Any) -> AsyncIterator[tuple[ArenaServer, Pair]]:
    """Two people in a running match of a server of their own."""
    async with serving_arena(folder, **settings) as arena:
        yield arena, await arena.pair()


async def all_heard(*bots: LegacyBot) -> None:
    """Everything that was sent to them until now has arrived."""
    for bot in bots:
        await bot.catch_up()


async def hand_of(bot: LegacyBot) -> list[dict[str, Any]]:
    """The own hand as the room shows it."""
    room = (await bot.http.get(f"/api/rooms/{bot.room}", params={"playerId": bot.me})).json()
    return list(room["result"]["hand"])


def public_id(viewer: LegacyBot, other: LegacyBot) -> str:
    """How one player knows the other."""
    players = viewer.heard("gameStart")[0]["players"]
    return str(next(row["id"] for row in players if row["name"] == " ".join(other.name)))


def actions(bot: LegacyBot, kind: str) -> list[dict[str, Any]]:
    """Actions of this kind that the bot heard of."""
    return [data for data in bot.heard("action") if data["type"] == kind]


def penalties(bot: LegacyBot) -> list[dict[str, Any]]:
    """Penalties that the bot was given."""
    return [data for data in actions(bot, "penalty") if data["playerId"] == bot.me]
