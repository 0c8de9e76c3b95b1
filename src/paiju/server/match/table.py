"""A live match: actions are checked, stored, and then told to everybody. The state in memory is a cache of the log.

HTTP, WebSocket and the arena call `act`, `check` and the functions of `rooms.seating`, and receive changes as
`Listener`s. Nothing here depends on a transport. An ordinary action over a socket takes the fast path of `hot_path`.
"""

from collections.abc import Callable, Coroutine, Sequence
from functools import partial
from typing import Any, Final

import msgspec

from paiju.engine.drive import MOST_IN_A_ROW, carry_out, judge
from paiju.engine.errors import BadNotation
from paiju.engine.game import CHANCE, HOST, SPECTATOR, Action, Seat, State
from paiju.server.auth import hashed
from paiju.server.errors import Refusal
from paiju.server.match.changes import Accepted, Listener
from paiju.server.match.context import MatchContext
from paiju.server.match.draft import Draft
from paiju.server.match.entries import Back, decode_game
from paiju.server.match.reading import TRIES, TableReader
from paiju.server.match.replay import Folded
from paiju.server.web.limits import Buckets
from paiju.storage.faults import Repeated, StoreError, VersionConflict

STALLED: Final = "stalled"
"""The answer of `Table.act_for_bot` when the default action ended the turn of a bot that acted too often in a row."""


class Table(TableReader):
    """One live match and its room."""

    def __init__(self, folded: Folded, context: MatchContext, tick: "Tick") -> None:
        """`tick` carries out what is due, see `match.timers`."""
        super().__init__(folded, context)
        self._do_due: Final = tick
        self.player_ids: Final = [f"p{seat + 1}" for seat in range(folded.header.seats)]
        """What each seat is called in the JSON of an action."""
        self.room_json: Final = msgspec.json.encode(folded.header.room).decode()
        """The code of the room as JSON text."""
        self._catch_pause: Final[dict[int, float]] = {}
        """Until when (monotonic) a seat may not catch."""
        self.restart_clocks()

    def limited(self, limit: Buckets, seat: int) -> int:
        """Count an action. Returns the seconds to wait, 0 if it is allowed; a decision that is lost to the limit gets
        them back."""
        wait = limit.take(self.folded.places[seat].public)
        if wait:
            self.give_back(seat, wait)
        return wait

    # --- who is asking --------------------------------------------------------------------------------------

    def seat_of(self, secret: str) -> int:
        """The seat of a secret. Raises `Refusal("bad_secret")` for anything else."""
        seat = None if self.folded.closed else self.folded.seat_of(hashed(secret))
        if seat is None:
            raise Refusal("bad_secret")
        return seat

    # --- playing --------------------------------------------------------------------------------------------

    def read_action(self, seat: int, data: dict[str, Any]) -> Action:
        """Read an action of this seat from JSON. Raises `Refusal` if it is malformed or names another player."""
        who = data.get("playerId")
        if who is not None and who != self.player_ids[seat]:
            raise Refusal("not_yours")
        try:
            return self.folded.game.action_from_json(data)
        except BadNotation as error:
            raise Refusal("bad_action", {"detail": error.code}) from None

    async def act(
        self,
        seat: int,
        action: Action,
        *,
        before: Action | None = None,
        action_id: str | None = None,
        expected_seq: int | None = None,
        ack: Callable[[Accepted], None] | None = None,
        forgive: Callable[[str], bool] | None = None,
        meant: Callable[[State], bool] | None = None,
    ) -> Accepted:
        """Check an action, store it, tell everybody. A repeated `action_id` returns the first answer.

        Raises `Refusal` if the action is refused; nothing has changed then. With `before`, another action goes first:
        both are stored together, or neither. `ack` is called when the action is stored, before anybody is told of it.
        `forgive(code)` decides whether a refused action goes unpunished although the rulebook has a penalty for it.
        `meant(state)` says whether the action is meant for this position; otherwise it is stale.
        """
        async with self.lock:
            for _ in range(TRIES):
                await self.refresh()
                key = self.folded.key_of(seat, action_id) if action_id is not None else None
                try:
                    actions = (action,) if before is None else (before, action)
                    return await self._act(Seat(seat), actions, key, expected_seq, ack, forgive, meant)
                except VersionConflict:
                    continue  # somebody else wrote first: look again
                except Repeated as repeat:
                    return await self._first_answer(repeat.seq)
                except Refusal as refusal:
                    if refusal.code != "store_away" and await self._has_moved_on():
                        continue  # another node wrote first: look again
                    raise
        raise Refusal("stale")

    async def answered(self, seat: int, action_id: str) -> Accepted | None:
        """The earlier answer to an action id of this seat, or None if it is new."""
        seq = await self._seq_of(self.folded.key_of(seat, action_id))
        return None if seq is None else await self._first_answer(seq)

    async def _seq_of(self, key: str) -> int | None:
        """The seq of an action key in the log, or None if it is new."""
        keys = self.folded.keys
        seq = keys.seq(key)
        if seq is None and keys.may_know(key):
            try:
                seq = await self.context.log.find(self.folded.match, key)
            except StoreError as error:
                raise Refusal("store_away") from error
        return seq

    async def _first_answer(self, seq: int) -> Accepted:
        """The answer that was given when this entry was stored. In the log, a penalty is an action of the host."""
        try:
            entry = (await self.context.log.read(self.folded.match, since=seq - 1, limit=1))[0]
        except StoreError as error:
            raise Refusal("store_away") from error
        penalty = None
        if entry.actor == HOST:
            header = self.folded.header
            code = str(decode_game(entry.data).a.get("code"))
            penalty = Refusal(code, {"rulebook": header.rulebook}, game=header.game)
        return Accepted(seq, repeated=True, penalty=penalty)

    async def _act(
        self,
        seat: Seat,
        actions: Sequence[Action],
        key: str | None,
        expected_seq: int | None,
        ack: Callable[[Accepted], None] | None,
        forgive: Callable[[str], bool] | None,
        meant: Callable[[State], bool] | None,
    ) -> Accepted:
        folded = self.folded
        if key is not None:
            first = await self._seq_of(key)
            if first is not None:
                raise Repeated(first)
        state = self.running()
        if expected_seq is not None and not folded.game_seq <= expected_seq <= folded.seq:
            raise Refusal("stale", {"seq": folded.seq})
        if meant is not None and not meant(state):
            raise Refusal("stale", {"seq": folded.seq})
        draft = self._draft_of_owner(seat)
        now = state
        penalty: Refusal | None = None
        for action in actions:
            self._check_catch_timing(seat, action)
            code = now.refusal(seat, action)
            if code:
                penalty = Refusal(code, now.refusal_params(seat, action), game=folded.header.game)
                self._note_false_catch(seat, action)
                answer = None if forgive is not None and forgive(code) else state.penalty(seat, action, code)
                if answer is None:
                    raise penalty
                draft = self._draft_of_owner(seat)  # nothing of what was asked for
                draft.act(HOST, answer)
                break
            if folded.game.catch_target(action) != now.exposed_seat():
                self._note_false_catch(seat, action)
            now = draft.act(seat, action)
        facts = next(facts for actor, _, facts in reversed(draft.lines) if actor != CHANCE)
        accepted = Accepted(folded.seq + 1, facts, penalty=penalty)
        draft.advance(self.host_step)
        await self.store(draft, key, ack=None if ack is None else partial(ack, accepted))
        return accepted

    async def act_for_bot(self, seat: int, answer: object, seq: int) -> str:
        """Carry out what a bot answered about position `seq`; returns the code that refused it, or "".

        A refused answer is treated as everywhere else, see `engine.drive.carry_out`. None is no answer; a bot that
        keeps its turn too long has none either. Raises `Refusal` when the match has moved on, when a catch comes too
        early and when the store is away; nothing has changed then.
        """
        async with self.lock:
            for _ in range(TRIES):
                await self.refresh()
                state = self.running()
                if self.folded.game_seq != seq:
                    raise Refusal("stale", {"seq": self.folded.seq})
                try:
                    return await self._act_for_bot(state, Seat(seat), answer)
                except VersionConflict:
                    continue  # somebody else wrote first: look again
        raise Refusal("stale")

    async def _act_for_bot(self, state: State, seat: Seat, answer: object) -> str:
        code = judge(state, seat, answer)
        if isinstance(answer, Action) and not code:
            self._check_catch_timing(seat, answer)
            if self.folded.game.catch_target(answer) != state.exposed_seat():
                self._note_false_catch(seat, answer)
        if state.turn() == seat and self._in_a_row >= MOST_IN_A_ROW and seat == self._last_actor:
            code, answer, self._in_a_row = STALLED, None, 0
        draft = Draft(self.folded)
        carry_out(draft.position(), seat, answer, draft.act)
        if draft.lines:
            draft.advance(self.host_step)
            await self.store(draft)
        return code

    async def host(self, action: Action, key: str | None = None) -> int:
        """Carry out an action of the host, such as a time-out or a removal; returns its seq."""

        async def work() -> int:
            self.running()
            draft = Draft(self.folded)
            draft.act(HOST, action)
            draft.advance(self.host_step)
            return await self.store(draft, key)

        return await self.write(work)

    def check(self, seat: int, action: Action) -> Refusal | None:
        """Why an action would be refused now, or None. Changes nothing."""
        state = self.running()
        try:
            self._check_catch_timing(seat, action)
        except Refusal as refusal:
            return refusal
        code = state.refusal(Seat(seat), action)
        if not code:
            return None
        return Refusal(code, state.refusal_params(Seat(seat), action), game=self.folded.header.game)

    def reading(self, seat: int, action: Action) -> dict[str, object] | None:
        """What a legal action is in the words of its game; see `State.reading`."""
        return self.running().reading(Seat(seat), action)

    def running(self) -> State:
        """The position of a running match. Raises `Refusal` before the start and after the end."""
        if self.folded.closed:
            raise Refusal("closed")
        if self.folded.finished is not None:
            raise self._outside(self.folded.game.ended_code, "match_over")
        if self.folded.state is None:
            raise self._outside(self.folded.game.not_started_code, "not_started")
        return self.folded.state

    def _outside(self, code: str, own: str) -> Refusal:
        """The refusal of an action before the start or after the end: by the rules if they have a code for it."""
        return Refusal(code, game=self.folded.header.game) if code else Refusal(own)

    # --- catching under latency -----------------------------------------------------------------------------

    def _check_catch_timing(self, seat: int, action: Action) -> None:
        """Refuse a catch that comes too soon after the seat was exposed, or after a false catch of the same player."""
        target = self.folded.game.catch_target(action)
        if target is None:
            return
        now = self.now()
        wait = self._catch_pause.get(seat, 0.0) - now
        if wait > 0:
            raise Refusal("catch_paused", {"ms": int(wait * 1000) + 1})
        if self._exposed is not None and self._exposed[0] == target:
            wait = self._exposed[1] + self.policy.catch_grace_ms(self.folded) / 1000 - now
            if wait > 0:
                raise Refusal("catch_too_early", {"ms": int(wait * 1000) + 1})

    def _note_false_catch(self, seat: int, action: Action) -> None:
        if self.folded.game.catch_target(action) is not None:
            self._catch_pause[seat] = self.now() + self.policy.false_catch_pause_ms(self.folded) / 1000

    # --- presence -------------------------------------------------------------------------------------------

    async def enter(self, listener: Listener[Any], seat: int) -> None:
        """Add a listener. A new connection of a seat replaces its older one."""
        self.add_listener(listener, seat)
        if seat != SPECTATOR:
            await self.seen(seat)
        self.plan()
        self.tell_room()

    async def seen(self, seat: int) -> None:
        """Note that the owner of a seat is active: a bot that played because it was absent stops, and a paused match
        goes on."""
        asleep = self.frozen()
        self.touched = self.now()
        if self.is_present(seat):
            self.absent_since.pop(seat, None)
        else:
            self.absent_since[seat] = self.now()  # active by HTTP only: the time until a bot takes over starts again
            self.context.cluster.seen(self.folded.match, seat)
        if asleep:
            self.restart_clocks()
        if not self.folded.places[seat].idle:
            await self.take_back(seat)

    async def take_back(self, seat: int) -> None:
        """The owner of a seat plays it again, if a bot did so meanwhile."""
        if self.folded.places[seat].away_bot:
            await self.write(partial(self.take_back_now, seat))

    async def take_back_now(self, seat: int) -> None:
        """As `take_back`. The caller holds the lock."""
        draft = self._draft_of_owner(seat)
        if draft.lines and self.folded.finished is None and not self.folded.closed:
            await self.store(draft)

    def _draft_of_owner(self, seat: int) -> Draft:
        """A draft for an action of the owner, which ends the play of a bot in the owner's place."""
        draft = Draft(self.folded)
        if self.folded.places[seat].away_bot:
            draft.room(Back(seat=seat))
        return draft

    def _wake(self) -> None:
        self._timer = None
        self._tick()

    def _tick(self) -> None:
        self.context.spawn(self._do_due(self))


Tick = Callable[[Table], Coroutine[Any, Any, None]]
"""Carries out what is due at a table."""
