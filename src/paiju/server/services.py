"""`Services`: everything that HTTP handlers, live sockets and the arena share."""

import math
import secrets
from collections.abc import Awaitable, Callable, Sequence
from typing import Final

import structlog
from litestar.di import NamedDependency

from paiju.engine.game import SPECTATOR, Game
from paiju.protocol.rooms import CreateRoom, QuickMatch
from paiju.server.auth import clean_text, hashed, new_secret, player_of
from paiju.server.clock import SYSTEM, Clock
from paiju.server.cluster.alone import ALONE, Alone
from paiju.server.deals import Deals
from paiju.server.errors import Refusal, language_of, store_refusal
from paiju.server.history.matches import History
from paiju.server.history.ratings import Boards
from paiju.server.live.registry import LiveSockets
from paiju.server.match.bots import is_slow
from paiju.server.match.context import MatchContext
from paiju.server.match.entries import AnyRoomEntry, Countdown, HostMoved
from paiju.server.match.policy import NATIVE, WATCH
from paiju.server.match.table import Table
from paiju.server.metrics import Metrics
from paiju.server.rooms import seating
from paiju.server.rooms.chat import Said
from paiju.server.rooms.lobby import Lobby, RoomPlan, bots_for
from paiju.server.rooms.seating import Ticket
from paiju.server.settings import Rate, Settings
from paiju.server.web.callers import Callers, Person, Scope, header, host_of
from paiju.server.web.limits import Buckets
from paiju.server.web.prepared import PreparedAnswers
from paiju.server.web.room_list import RoomLists
from paiju.storage.faults import StoreError
from paiju.storage.log import Entry, EventLog

_log: Final = structlog.get_logger("paiju.http")
_store_log: Final = structlog.get_logger("paiju.store")

EMOTES: Final = ("hello", "thanks", "nice", "oops", "wow", "hurry", "think", "laugh", "cry", "bye")
_LONGEST_CHAT: Final = 200
_QUICK_CLOCK: Final = 30
"""Seconds for a turn in a quick match: strangers do not wait for each other for long."""
_SOMEBODY_WAS_QUICKER: Final = ("room_full", "closed", "match_over", "name_taken")


class Limits:
    """All rate limits. Gameplay does not count against the API limit, and cheap reads have their own."""

    def __init__(self, settings: Settings, clock: Clock, cluster: Alone) -> None:
        def buckets(name: str, rate: Rate) -> Buckets:
            return cluster.buckets(name, rate, settings.limits_enabled, clock.monotonic)

        self.api: Final = buckets("api", settings.limits_global)
        """Requests that are not play: joining, leaving, votes, rematches and so on."""
        self.rooms: Final = buckets("rooms", settings.limits_rooms)
        self.game: Final = buckets("game", settings.limits_game)
        self.reads: Final = buckets("reads", settings.limits_list)
        """Ladders, finished matches and other cheap reads."""
        self.lists: Final = buckets("lists", settings.limits_list)
        """Requests for the list of rooms: start pages poll it, which must not use up `reads`."""
        self.check: Final = buckets("check", settings.limits_check)
        self.secrets: Final = buckets("secrets", settings.limits_secrets)
        self.enter: Final = buckets("enter", settings.limits_enter)
        self.chat: Final = buckets("chat", settings.limits_chat)
        self.sockets: Final = buckets("sockets", settings.limits_sockets)
        named = {"api": self.api, "rooms": self.rooms, "reads": self.reads, "secrets": self.secrets}
        named |= {"enter": self.enter, "check": self.check, "lists": self.lists}
        self.wide: Final = {
            own: buckets(f"wide-{name}", Rate(own.rate.count * settings.ip_factor, own.rate.seconds))
            for name, own in named.items()
        }
        """Larger limits for the whole address, which inventing sessions does not evade."""


class Services(MatchContext):
    """What matches share, plus rooms, history, limits and open sockets. Independent of the transport."""

    def __init__(
        self,
        settings: Settings,
        log: EventLog,
        clock: Clock = SYSTEM,
        deals: Deals | None = None,
        cluster: Alone = ALONE,
    ) -> None:
        super().__init__(settings, log, clock, deals or Deals(), cluster)
        self.metrics: Final = Metrics()
        self.lobby: Final = Lobby(self)
        self.room_lists: Final = RoomLists(self.lobby)
        self.boards: Final = Boards(log)
        self.history: Final = History(log)
        self.limits: Final = Limits(settings, clock, cluster)
        self.sockets: Final = LiveSockets(settings.sockets_per_address)
        self.prepared: Final = PreparedAnswers()
        self.stopping = False
        self.closing: Final[list[Callable[[], Awaitable[None]]]] = []
        """Called at shutdown; each dialect adds its own."""
        self.callers: Final = Callers(settings)
        log.fault_listeners.append(self._store_changed)

    # --- who and where ----------------------------------------------------------------------------------------

    def address(self, scope: Scope) -> str:
        """The address a request comes from, as limits count it."""
        return self.callers.address(scope)

    def base_of(self, scope: Scope) -> str:
        """The public base address of this server, for links."""
        if self.settings.public_url:
            return self.settings.public_url.rstrip("/")
        scheme = {"ws": "http", "wss": "https"}.get(str(scope.get("scheme")), str(scope.get("scheme")))
        return f"{scheme}://{host_of(scope) or f'{self.settings.host}:{self.settings.port}'}"

    def language(self, scope: Scope) -> str:
        """The caller's language."""
        return language_of(header(scope, b"accept-language"))

    def person(self, scope: Scope) -> Person:
        """The caller of this request, with the key under which rate limits count it."""
        return self.callers.person(scope)

    def limit(self, buckets: Buckets, who: str | Person, cost: int = 1) -> None:
        """Count a request of a seat, or of a person and of the whole address behind it. Raises
        `Refusal("rate_limited")` when a limit is reached; nothing was counted then."""
        if isinstance(who, str):
            wait = buckets.take(who, cost)
        else:
            wide = self.limits.wide[buckets]
            wait = math.ceil(max(buckets.wait_for(who.key, cost), wide.wait_for(who.address, cost)) - 1e-9)
            if wait <= 0:
                wait = buckets.take(who.key, cost) or wide.take(who.address, cost)
        if wait:
            raise too_many(wait)

    # --- seats ------------------------------------------------------------------------------------------------

    async def table(self, room: str, who: Person, verb: str = WATCH, *, stranger: bool = True) -> Table:
        """The table of a room, for a native client that wants to do `verb` there. Raises `Refusal`.

        Unknown codes count like wrong secrets; after too many of them every code is refused to that person without a
        seat (`stranger`), so that room codes cannot be guessed. Mistakes of others at the same address change nothing.
        """
        wrong = self.limits.secrets
        if stranger and wrong.tokens(who.key) < 1:
            wait = max(1, math.ceil(wrong.wait_for(who.key, 1)))
            raise Refusal("rate_limited", {"seconds": wait}, retry_after=wait)
        try:
            table = await self.lobby.table(room)
        except Refusal as refusal:
            if refusal.code == "no_room":
                self.limit(wrong, who)
            raise
        table.policy.permit(verb, table.folded, NATIVE)
        return table

    def seat(self, table: Table, secret: str, who: Person) -> int:
        """The seat of a secret. Raises `Refusal` for a wrong one and counts it against the limit for wrong secrets."""
        try:
            return table.seat_of(secret)
        except Refusal:
            self.limit(self.limits.secrets, who)
            raise

    def seat_for_watching(self, table: Table, secret: str, who: Person) -> int:
        """As `seat`, but SPECTATOR for the secret of somebody who still waits for a seat."""
        if table.folded.seat_of(hashed(secret)) is None and table.folded.queued_seat_of(hashed(secret)) is not None:
            return SPECTATOR
        return self.seat(table, secret, who)

    async def quick_match(self, wish: QuickMatch, who: Person) -> tuple[Table, Ticket]:
        """Take a seat in a listed room where people wait, or open one. Bots take its free seats after a while."""
        player = player_of(wish.player) if wish.player else ""
        for table in await self.lobby.joinable(wish.game):
            if player and any(place.player == player for place in table.folded.places):
                continue
            try:
                return table, await self.join(table, wish.name, wish.player, None, who.address)
            except Refusal as refusal:
                if refusal.code not in _SOMEBODY_WAS_QUICKER:
                    raise
        room = CreateRoom(game=wish.game, name=wish.name, player=wish.player, clock=_QUICK_CLOCK, visibility="listed")
        table, ticket = await self.create(room, who, quick=True)
        assert ticket is not None  # the wish has a name
        return table, ticket

    async def create(self, wish: CreateRoom, who: Person, *, quick: bool = False) -> tuple[Table, Ticket | None]:
        """Create a native room. With a name, the caller takes the first seat and is the host. With `quick`, the match
        begins by itself: when the room is full, or after a short while with bots."""
        plan = RoomPlan(wish.game, wish.rulebook, wish.options, wish.seats)
        people = 1 if wish.name is not None else 0
        if len(wish.bots) + people > plan.seats:
            raise Refusal("too_many_bots", {"seats": plan.seats})
        alone = wish.start and len(wish.bots) + people == plan.seats
        # A game against bots is not listed, and a quick match opens a room only if there is none to join.
        if not alone and not quick:
            self.limit(self.limits.rooms, who)
        label = hashed(f"paiju/address/{who.address}")[:16]
        await self.seats_left(label)
        self.bots_left(label, plan.game, wish.bots)
        entries: list[AnyRoomEntry] = []
        secret = new_secret()
        if wish.name is not None:
            entries.append(seating.person(0, seating.checked_name(wish.name), secret, wish.player, label))
            entries.append(HostMoved(seat=0))
        entries.extend(bots_for(plan, wish.bots, label))
        if quick:
            entries.append(Countdown(ends_at=self.clock.now_ms() + int(self.settings.quick_seconds * 1000)))
        header_ = self.lobby.header(
            room=self.lobby.free_code(),
            game=plan.game.name,
            rulebook=plan.rules.rulebook,
            options=plan.rules.overrides(),
            seats=plan.seats,
            clock_ms=wish.clock * 1000,
            mode="ranked" if wish.ranked else "casual",
            dialect=NATIVE,
            visibility=wish.visibility,
            chat=self.settings.chat,
        )
        table = await self.lobby.create(header_, entries, start=alone)
        if wish.name is None:
            return table, None
        return table, Ticket(0, table.folded.places[0].public, secret, False, table.folded.seq)

    def bots_left(self, label: str, game: Game, specs: Sequence[str]) -> None:
        """Raise `Refusal` if this address would then have too many slow bots."""
        wanted = sum(1 for spec in specs if is_slow(spec, game))
        most = self.settings.slow_bots_per_address
        if wanted and self.lobby.slow_bots_of(label) + wanted > most:
            raise Refusal("too_many_slow_bots", {"most": most})

    async def seats_left(self, label: str) -> None:
        """Raise `Refusal` if this address holds too many seats."""
        try:
            held = await self.lobby.directory.seats_of(label)
        except StoreError as error:
            raise Refusal("store_away") from error
        if held >= self.settings.seats_per_address:
            raise Refusal("too_many_seats")

    async def join(self, table: Table, name: str, player: str | None, seat: int | None, address: str) -> Ticket:
        """Take a seat in a native room."""
        label = hashed(f"paiju/address/{address}")[:16]
        await self.seats_left(label)
        return await seating.join(table, name, player, seat, label)

    def say(self, table: Table, seat: int, text: str, emote: str) -> None:
        """Send a chat line or an emote to everybody who has not muted the seat. Raises `Refusal` where chat is off."""
        if not table.folded.header.chat:
            raise Refusal("chat_off")
        place = table.folded.places[seat]
        if emote and emote not in EMOTES:
            raise Refusal("bad_chat")
        said = clean_text(text, _LONGEST_CHAT)
        if bool(said) == bool(emote):
            raise Refusal("bad_chat")
        self.limit(self.limits.chat, place.public)
        line = Said(seat, place.public, place.name, said, emote, self.clock.now_ms())
        table.hear(line)
        self.cluster.said(table.folded.match, line)

    def mute(self, table: Table, seat: int, other: int, on: bool) -> None:
        """Mute the chat of `other` for `seat`, or unmute it."""
        places = table.folded.places
        if other == seat or other >= len(places) or not places[other].public:
            raise Refusal("bad_seat")
        table.chat.mute(places[seat].public, places[other].public, on)
        self.cluster.muted(table.folded.match, places[seat].public, places[other].public, on)

    def incident(self, error: BaseException, scope: Scope) -> str:
        """Log an unexpected error; returns its incident number. Its text is not logged, as it may show hands."""
        number = secrets.token_hex(6)
        trace = error.__traceback__
        while trace is not None and trace.tb_next is not None:
            trace = trace.tb_next
        place = "" if trace is None else f"{trace.tb_frame.f_code.co_filename.rsplit('/', 1)[-1]}:{trace.tb_lineno}"
        self.metrics.incidents.inc()
        _log.error("incident", incident=number, kind=type(error).__name__, place=place, path=scope.get("path"))
        return number

    # --- store ------------------------------------------------------------------------------------------------

    async def read(self, match: str, since: int, most: int) -> Sequence[Entry]:
        """Entries of a log. Raises `Refusal("store_away")` if the store cannot be read."""
        try:
            return await self.log.read(match, since, most)
        except StoreError as error:
            raise store_refusal(error) from error

    def _store_changed(self, fault: StoreError | None) -> None:
        """Log when the store becomes unavailable, and when it is back."""
        if fault is None:
            _store_log.info("the store can be written again")
        else:
            _store_log.error("the store cannot be written", reason=str(fault), kind=type(fault).__name__)


def too_many(wait: int) -> Refusal:
    """The refusal of a request that exceeds a rate limit: retry after `wait` seconds."""
    return Refusal("rate_limited", {"seconds": wait}, retry_after=wait)


Served = NamedDependency[Services]
"""The type of handler parameters that receive the container."""
