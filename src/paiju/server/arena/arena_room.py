"""The conversation with the sockets of one arena room: every event in one order, one private `turn` per decision.

None of this is part of the match: after a restart it is empty, and open decisions are offered again.
"""

import asyncio
from collections import deque
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from typing import Final

from paiju.engine.game import SPECTATOR
from paiju.games.uno.position import Position
from paiju.games.uno.view import DRAWN, ENDED, IDLE, ROUND_OVER, WD4
from paiju.server.arena import rooms, wire
from paiju.server.arena.refusals import words
from paiju.server.arena.uno_events import ActionFacts, ArenaEvent, narrate
from paiju.server.arena.wire import Ids, Json
from paiju.server.match.changes import Change, Listener
from paiju.server.match.entries import Countdown, Finished, Seated, Started, Unseated
from paiju.server.match.table import Table
from paiju.server.services import Services

LATE_SECONDS: Final = 2.0
"""For this long a pass after an automatic pass, or a repeated move, is not an error."""
_AGAIN_SECONDS: Final = 3.0
"""A new socket gets an open decision again if an older socket was offered it at least this long ago."""
_MOST_LATE_PASSES: Final = 8
_PACE_TOKENS: Final = 3
_MOST_TURNS: Final = 100_000
"""In one round: more than the log of a match may have entries."""
_PHASES: Final = 10
_OFFERS: Final = 1000
"""How often one decision can be offered before its number becomes that of another."""
_LONGEST_ANSWER: Final = 1.0


class Sender:
    """How a room reaches the sockets of its clients."""

    def __init__(self, service: Services) -> None:
        self.service: Final = service

    async def emit(self, client: "ArenaClient", name: str, payload: Json) -> None:
        """Send an event to one socket. A client that reads too slowly loses its connection, nobody else does."""
        raise NotImplementedError

    async def dismiss(self, client: "ArenaClient") -> None:
        """The match is over: disconnect this client for good."""
        raise NotImplementedError

    def drop(self, client: "ArenaClient") -> None:
        """The table has removed this listener: a newer socket replaced it, or the seat was given up."""
        raise NotImplementedError


class ArenaClient(Listener[Table]):
    """One socket in one room."""

    def __init__(
        self,
        arena: Sender,
        sid: str,
        table: Table,
        seat: int,
        secret: str,
        language: str,
        features: Sequence[str] = (),
    ) -> None:
        self._features: Final = features
        self.arena: Final = arena
        self.sid: Final = sid
        self.table: Final = table
        self.seat = seat
        """May change when a match begins and empty seats close up."""
        self.secret: Final = secret
        self.language: Final = language
        self.gone = False
        self.dismissed = False
        """Whether the server disconnected this client after the end of the match."""

    @property
    def step_by_step(self) -> bool:
        return True  # events are narrated from the position after their step

    @property
    def features(self) -> Sequence[str]:
        return self._features

    @property
    def ids(self) -> Ids:
        """How this recipient names the players."""
        place = self.table.folded.places
        own = self.seat if self.seat != SPECTATOR and self.seat < len(place) else SPECTATOR
        return wire.ids_for(self.table.folded, own, self.secret)

    def on_gone(self, table: Table, reason: str) -> None:
        self.gone = True
        self.arena.drop(self)


def _turn_id_of(state: Position) -> int:
    """The number of the decision that a position waits for, when it is offered first."""
    turn = int(state.round_number) * _MOST_TURNS + int(state.turn_number)
    return (turn * _PHASES + int(state.phase)) * _OFFERS + 1


def _decision_in(state: Position) -> object:
    """A value that differs between two decisions."""
    return (state.round_number, state.turn_number, state.current, state.phase)


class ArenaRoom:
    """What the arena remembers about a room while it runs."""

    def __init__(self, arena: Sender, table: Table) -> None:
        self._arena: Final = arena
        self.table: Final = table
        self._clock: Final = arena.service.clock
        folded = table.folded
        self.turn_id = 0
        """Number of the open decision; it only grows. The same on every node, except for repeated offers."""
        self._decision: object = None
        self._offered_at: float | None = None
        """When the open decision went out to its player."""
        self._scheduled = -1
        """The turn whose offer is already scheduled."""
        self._held: tuple[object, int] = (None, 0)
        """A decision whose clock is stopped until it is offered, and the milliseconds it has left."""
        self._rejects: tuple[object, int] = (None, 0)
        self._late_passes: Final[dict[int, deque[float]]] = {}
        """Of each seat: until when a pass is excused, one for every automatic pass."""
        self._acted_at: Final[dict[int, float]] = {}
        self._answered_at: Final[dict[int, float]] = {}
        self._bucket_keys: Final[dict[str, str]] = {}
        known = {place.public for place in folded.places} if folded.begun_at is not None else set()
        self._told_start: Final[set[str]] = known
        self._told_end: Final[dict[str, ArenaClient]] = {}
        """Players that were sent `gameEnd`, and on which socket."""
        self._queue: Final[asyncio.Queue[Change | ArenaClient]] = asyncio.Queue()
        self._answering = 0
        self._quiet: Final = asyncio.Event()
        self._quiet.set()
        self._work: Final = asyncio.create_task(self._drain())
        state = wire.position_of(folded)
        if state is not None:
            self._new_decision(state)

    def stop(self) -> None:
        """Stop sending events."""
        self._work.cancel()

    # --- answers come before events -----------------------------------------------------------------------------

    @asynccontextmanager
    async def answering(self, seat: int) -> AsyncIterator[None]:
        """Hold events back until an HTTP answer has been sent."""
        self._answering += 1
        self._quiet.clear()
        try:
            yield
        finally:
            self._answering -= 1
            self._answered_at[seat] = self._clock.monotonic()
            if not self._answering:
                self._quiet.set()

    def remember_bucket(self, public: str, key: str) -> None:
        """Remember the rate-limit key of a player's moves."""
        self._bucket_keys[public] = key

    def _bucket_key(self, seat: int) -> str:
        return self._bucket_keys.get(self.table.folded.places[seat].public, "")

    # --- what requests ask ----------------------------------------------------------------------------------------

    def recently_acted(self, seat: int) -> bool:
        """Whether a request out of turn may be a repetition of a move that was just accepted."""
        return self._clock.monotonic() - self._acted_at.get(seat, -LATE_SECONDS) < LATE_SECONDS

    def take_late_pass(self, seat: int) -> bool:
        """Whether a late pass is excused: its turn was passed automatically. Each automatic pass excuses one."""
        until = self._late_passes.get(seat, deque())
        while until:
            if self._clock.monotonic() < until.popleft():
                return True
        return False

    def is_open(self, turn_id: object, state: Position) -> bool:
        """Whether this is the number of the decision that `state` waits for, as it was offered last here or at another
        node. What other nodes have stored is offered here a moment later."""
        if not isinstance(turn_id, int):
            return False
        newest = max(self.turn_id, _turn_id_of(state))
        return turn_id // _OFFERS == newest // _OFFERS and turn_id >= self.turn_id

    def rejected(self, state: Position) -> int:
        """Count a rejection in the open turn; returns how many there were."""
        turn = (state.round_number, state.turn_number)
        count = self._rejects[1] + 1 if self._rejects[0] == turn else 1
        self._rejects = (turn, count)
        return count

    def reopen(self, seat: int) -> None:
        """The open decision was answered wrongly: offer it again. The clock goes on."""
        state = wire.position_of(self.table.folded)
        if state is not None and state.current == seat and IDLE < state.phase < ROUND_OVER and state.phase != WD4:
            self.turn_id += 1
            self._offered_at = None
            self._schedule_offer(0.0)

    def reopen_when_allowed(self, seat: int) -> None:
        """The decision was lost to a rate limit: offer it again when there is a token; until then its clock stops."""
        state = wire.position_of(self.table.folded)
        if state is None or state.current != seat or not IDLE < state.phase < ROUND_OVER or state.phase == WD4:
            return
        self.turn_id += 1
        self._offered_at = None
        self._hold_clock(state)
        self._schedule_offer(self._arena.service.limits.game.wait_for(self._bucket_key(seat), 1))

    def _hold_clock(self, state: Position) -> None:
        """Stop the clock until the open decision is offered; calling it again has no effect."""
        _, left = self.table.clock()
        if left is not None:
            self._held = (_decision_in(state), left)
            self.table.set_due(None)

    # --- what happens ---------------------------------------------------------------------------------------------

    def put(self, change: Change) -> None:
        """Handle a stored change: update what requests need at once, and queue its events in order."""
        now = self._clock.monotonic()
        for line in change.entries:
            if not isinstance(line.data, dict):
                continue
            told = ActionFacts(line.facts)
            for seat in (line.actor, *(fact.seat for fact in told.of("timed_out"))):
                if seat is not None and seat >= 0:
                    self._acted_at[seat] = now
            if line.data["type"] == "DRAW_CARD" and not told.has("accepted"):
                if not any(fact.data.get("playable") is True for fact in told.of("drew")):
                    passes = self._late_passes.setdefault(line.actor, deque(maxlen=_MOST_LATE_PASSES))
                    passes.append(now + LATE_SECONDS)
        self._queue.put_nowait(change)

    def joined(self, client: ArenaClient) -> None:
        """A socket has entered the room."""
        self._queue.put_nowait(client)

    async def _drain(self) -> None:
        while True:
            item = await self._queue.get()
            if self._answering:
                try:
                    async with self._clock.timeout(_LONGEST_ANSWER):
                        await self._quiet.wait()
                except TimeoutError:
                    pass
            try:
                if isinstance(item, Change):
                    await self._tell(item)
                elif not item.gone:
                    await self._welcome(item)
            except Exception as error:
                # An unexpected error loses one event, not the room.
                self._arena.service.incident(error, {"path": "/socket.io/"})

    def clients(self) -> list[ArenaClient]:
        """The sockets in the room."""
        return [listener for listener in self.table.listeners if isinstance(listener, ArenaClient)]

    async def _tell(self, change: Change) -> None:
        for told in change.entries:
            if isinstance(told.data, dict):
                if isinstance(change.after, Position):
                    for event in narrate(told.facts, change.after):
                        await self._send(event)
            elif isinstance(told.data, Started):
                for client in self.clients():
                    await self._tell_start(client)
            elif isinstance(told.data, Countdown):
                await self._send(self._countdown(told.data.ends_at))
            elif isinstance(told.data, Seated | Unseated):
                await self._send(self._room_update())
            elif isinstance(told.data, Finished):
                for client in self.clients():
                    await self._tell_end(client)
                self._arena.service.spawn(self._end())
        if isinstance(change.after, Position):
            await self._perhaps_offer(change.after)

    async def _send(self, event: ArenaEvent) -> None:
        for client in self.clients():
            if event.only is None or event.only == client.seat:
                await self._emit(client, event.name, event.build(client.ids, client.language))

    async def _emit(self, client: ArenaClient, name: str, payload: Json) -> None:
        payload["roomId"] = self.table.folded.header.room
        if name == "challengeWindow":
            left = self.table.clock()[1]
            payload["seconds"] = None if left is None else round(left / 1000, 1)
        await self._arena.emit(client, name, payload)

    # --- single events --------------------------------------------------------------------------------------------

    def _countdown(self, ends_at: int | None) -> ArenaEvent:
        if ends_at is None:
            return ArenaEvent(
                "countdownCancel", lambda _ids, language: {"reason": words("countdown_cancelled", language)}
            )
        seconds = max(0, round((ends_at - self._clock.now_ms()) / 1000))
        return ArenaEvent(
            "countdownStart",
            lambda _ids, language: {"seconds": seconds, "message": words("countdown", language, seconds=seconds)},
        )

    def _room_update(self) -> ArenaEvent:
        folded = self.table.folded
        state = wire.position_of(folded)
        status = rooms.status(folded)
        return ArenaEvent(
            "roomUpdate", lambda ids, _language: {"status": status, "players": wire.players_in(folded, state, ids)}
        )

    def _identity(self, client: ArenaClient) -> str:
        folded = self.table.folded
        return client.sid if client.seat == SPECTATOR else folded.places[client.seat].public

    async def _tell_start(self, client: ArenaClient) -> None:
        """`gameStart`, once per player and match."""
        who = self._identity(client)
        if who in self._told_start:
            return
        self._told_start.add(who)
        folded = self.table.folded
        payload = {
            "players": wire.players_in(folded, wire.position_of(folded), client.ids),
            "isSandbox": folded.header.mode == "sandbox",
            "targetScore": folded.rules.options()["targetScore"],
        }
        await self._emit(client, "gameStart", payload)

    async def _tell_end(self, client: ArenaClient) -> None:
        """`gameEnd`, once per player and match, players by placement.

        A socket that was replaced or lost before we disconnected it may have missed it: its successor gets it again.
        """
        who = self._identity(client)
        payload = self._result(client.ids)
        earlier = self._told_end.get(who)
        if payload is None or (earlier is not None and (earlier is client or earlier.dismissed)):
            return
        self._told_end[who] = client
        await self._emit(client, "gameEnd", payload)

    def _result(self, ids: Ids) -> Json | None:
        folded = self.table.folded
        state = wire.position_of(folded)
        if state is None or folded.finished is None:
            return None
        order = sorted(state.order, key=lambda seat: (-state.scores[seat], -state.rounds_won[seat], seat))
        winner = state.winner if state.phase == ENDED and state.winner >= 0 else -1
        if winner < 0:
            people = [seat for seat in order if folded.places[seat].person]
            if not people:
                return None
            winner = people[0]
        order.remove(winner)
        order.insert(0, winner)
        complete = folded.finished.reason == "complete"
        return {
            "winner": {"id": ids(winner), "name": folded.places[winner].name},
            "score": state.scores[winner],
            "reason": "target score reached" if complete else "abandoned",
            "rounds": state.round_number,
            "players": [
                {"id": ids(seat), "name": folded.places[seat].name, "score": state.scores[seat]} for seat in order
            ],
        }

    async def _end(self) -> None:
        """Disconnect every client of the room: arena bots look for their next match only then."""
        await self._clock.sleep(self._arena.service.settings.post_game_ms / 1000)
        for client in self.clients():
            await self._arena.dismiss(client)

    # --- turns ----------------------------------------------------------------------------------------------------

    def _new_decision(self, state: Position) -> bool:
        decision = _decision_in(state)
        if decision == self._decision:
            return False
        self._decision = decision
        self._offered_at = None
        self.turn_id = max(self.turn_id + 1, _turn_id_of(state))
        return True

    async def _perhaps_offer(self, state: Position) -> None:
        if not self._new_decision(state) or not IDLE < state.phase < ROUND_OVER or state.phase == WD4:
            return
        now = wire.position_of(self.table.folded)
        if now is None or _decision_in(now) != self._decision:  # already answered: only the others are told
            for client in self.clients():
                if client.seat != state.current:
                    await self._send_turn(client, state)
            return
        seat = state.current
        place = self.table.folded.places[seat]
        wait = 0.0
        if place.person:
            service = self._arena.service
            gap = service.settings.event_gap_ms / 1000
            wait = self._answered_at.get(seat, -gap) + gap - self._clock.monotonic()
            if service.settings.pace_turns:
                pace = service.limits.game.wait_for(self._bucket_key(seat), _PACE_TOKENS)
                wait = max(wait, pace)
        if wait > 0:
            self._hold_clock(state)
            self._schedule_offer(wait)
        else:
            await self._offer(self.turn_id)

    def _schedule_offer(self, wait: float) -> None:
        self._scheduled = self.turn_id
        self._arena.service.spawn(self._offer(self.turn_id, wait))

    async def _offer(self, turn_id: int, wait: float = 0.0) -> None:
        """Send the open decision: with the hand to its player, without it to the others. Its clock goes on."""
        if wait > 0:
            await self._clock.sleep(wait)
        if self._scheduled == turn_id:
            self._scheduled = -1
        state = wire.position_of(self.table.folded)
        if self.turn_id != turn_id or state is None or not IDLE < state.phase < ROUND_OVER:
            return
        decision, left = self._held
        if decision == _decision_in(state):
            self.table.set_due(left)
            self._held = (None, 0)
        for client in self.clients():
            await self._send_turn(client, state)

    async def _send_turn(self, client: ArenaClient, state: Position) -> None:
        folded = self.table.folded
        ids = client.ids
        clock = folded.header.clock_ms
        payload: Json = {
            "turnId": self.turn_id,
            "playerId": ids(state.current),
            "playerName": folded.places[state.current].name,
            **wire.table_facts(folded, state, ids),
            "timeoutSeconds": clock / 1000 if clock % 1000 else clock // 1000 or None,
        }
        if client.seat == state.current:
            hand = state.hands[client.seat]
            payload["hand"] = wire.cards(hand)
            payload["drawnCardIndex"] = hand.index(state.drawn) if state.phase == DRAWN else None
            self._offered_at = self._clock.monotonic()
        await self._emit(client, "turn", payload)

    # --- new sockets -------------------------------------------------------------------------------------------

    async def _welcome(self, client: ArenaClient) -> None:
        folded = self.table.folded
        state = wire.position_of(folded)
        if folded.finished is not None or folded.closed:
            await self._tell_end(client)
            await self._arena.dismiss(client)
            return
        if state is None:
            if folded.countdown is not None:
                event = self._countdown(folded.countdown)
                await self._emit(client, event.name, event.build(client.ids, client.language))
            return
        await self._tell_start(client)
        if not IDLE < state.phase < ROUND_OVER or state.phase == WD4:
            return
        if client.seat != state.current:
            await self._send_turn(client, state)
        elif _decision_in(state) != self._decision or self._scheduled == self.turn_id:
            return  # its offer is on the way to every socket of the room, this one included
        elif self._offered_at is None:
            await self._send_turn(client, state)
        else:
            wait = self._offered_at + _AGAIN_SECONDS - self._clock.monotonic()
            self._arena.service.spawn(self._offer_again(client, self.turn_id, wait))

    async def _offer_again(self, client: ArenaClient, turn_id: int, wait: float) -> None:
        """Wait for an answer over the older socket, then offer the decision to the new one."""
        await self._clock.sleep(max(0.0, wait))
        state = wire.position_of(self.table.folded)
        if client.gone or self.turn_id != turn_id or state is None or state.current != client.seat:
            return
        if IDLE < state.phase < ROUND_OVER and state.phase != WD4:
            self.turn_id += 1
            await self._send_turn(client, state)
