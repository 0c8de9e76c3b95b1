"""Seats of a room: join, leave, kick, vote, bots, ready, start. Each function stores one step."""

from collections.abc import Awaitable, Callable, Coroutine
from functools import partial, wraps
from typing import Any, Concatenate, ParamSpec, TypeVar

from paiju.server.auth import clean_name, hashed, name_key, new_public_id, new_secret, player_of
from paiju.server.errors import Refusal
from paiju.server.match.bots import bot_name, bot_of_level
from paiju.server.match.derived_rows import status_statement
from paiju.server.match.draft import Draft
from paiju.server.match.entries import (
    Closed,
    Finished,
    HostMoved,
    Queued,
    Ready,
    Seated,
    Started,
    Unseated,
    Voted,
)
from paiju.server.match.replay import Folded
from paiju.server.match.table import Table
from paiju.server.match.timers import next_step
from paiju.storage.faults import VersionConflict

P = ParamSpec("P")
T = TypeVar("T")


def _writes(
    function: Callable[Concatenate[Table, P], Awaitable[T]],
) -> Callable[Concatenate[Table, P], Coroutine[Any, Any, T]]:
    """The function is called with the lock of the table, on its newest state, see `Table.write`."""

    @wraps(function)
    async def write(table: Table, /, *arguments: P.args, **named: P.kwargs) -> T:
        return await table.write(partial(function, table, *arguments, **named))

    return write


class Ticket:
    """A seat that was just assigned. Its secret is shown once and not stored."""

    def __init__(self, seat: int, public: str, secret: str, waiting: bool, seq: int) -> None:
        self.seat = seat
        self.public = public
        self.secret = secret
        self.waiting = waiting
        self.seq = seq


def checked_name(raw: str) -> str:
    """The cleaned name. Raises `Refusal("bad_name")` if nothing remains of it."""
    name = clean_name(raw)
    if not name:
        raise Refusal("bad_name")
    return name


def person(seat: int, name: str, secret: str, player: str | None, address: str = "") -> Seated:
    """The entry that seats a person."""
    return Seated(
        seat=seat,
        public=new_public_id(),
        name=name,
        secret_hash=hashed(secret),
        player=player_of(player) if player else "",
        address=address,
    )


def house_bot(seat: int, spec: str, address: str = "") -> Seated:
    """The entry that seats a bot, for somebody at this address."""
    return Seated(seat=seat, public=new_public_id(), name=bot_name(seat), bot=spec, address=address)


# --- coming and going ---------------------------------------------------------------------------------------------


@_writes
async def join(
    table: Table, raw_name: str, player: str | None = None, seat: int | None = None, address: str = ""
) -> Ticket:
    """Take a free seat. In a running match, wait for the seat of a bot until the next round begins."""
    name = checked_name(raw_name)
    secret = new_secret()
    folded = table.folded
    if folded.closed:
        raise Refusal("closed")
    if folded.finished is not None:
        raise Refusal("match_over")
    taken = [place.name for place in folded.places] + [waiting.name for waiting in folded.queue.values()]
    if name_key(name) in [name_key(other) for other in taken]:
        raise Refusal("name_taken")
    draft = Draft(folded)
    if folded.state is not None:
        return await _queue(table, draft, name, secret, player, seat, address)
    chosen = _free_seat(folded, seat)
    entry = person(chosen, name, secret, player, address)
    draft.room(entry)
    if folded.host is None:
        draft.room(HostMoved(seat=chosen))
    seq = await table.store(draft)
    if folded.countdown is not None and not any(place.free for place in folded.places):
        await _start_unless_started(table)
    return Ticket(chosen, entry.public, secret, False, seq)


def _free_seat(folded: Folded, wanted: int | None) -> int:
    free = [number for number, place in enumerate(folded.places) if place.free]
    if wanted is None:
        if not free:
            raise Refusal("room_full")
        return free[0]
    if wanted >= len(folded.places):
        raise Refusal("bad_seat")
    if wanted not in free:
        raise Refusal("seat_taken")
    return wanted


async def _queue(
    table: Table, draft: Draft, name: str, secret: str, player: str | None, wanted: int | None, address: str
) -> Ticket:
    folded = table.folded
    open_seats = [
        seat for seat, place in enumerate(folded.places) if place.bot and not place.person and seat not in folded.queue
    ]
    if wanted is not None:
        open_seats = [seat for seat in open_seats if seat == wanted]
    if not open_seats:
        raise Refusal("room_full")
    entry = Queued(
        seat=open_seats[0],
        public=new_public_id(),
        name=name,
        secret_hash=hashed(secret),
        player=player_of(player) if player else "",
        address=address,
    )
    draft.room(entry)
    seq = await table.store(draft)
    return Ticket(entry.seat, entry.public, secret, True, seq)


@_writes
async def leave(table: Table, secret: str, reason: str = "left") -> int:
    """Give up a seat and invalidate its secret. In a running match a bot takes over; without people the match ends."""
    waiting = table.folded.queued_seat_of(hashed(secret))
    if waiting is not None:
        draft = Draft(table.folded)
        draft.room(Unseated(seat=waiting, reason=reason, queued=True))
        return await table.store(draft)
    return await unseat(table, table.seat_of(secret), reason)


async def unseat(table: Table, seat: int, reason: str, voted: Voted | None = None) -> int:
    """Remove the person on a seat, by the last vote for it if there was one. The caller holds the lock."""
    folded = table.folded
    draft = Draft(folded)
    if voted is not None:
        draft.room(voted)
    bot = table.policy.takeover_bot(folded) if folded.state is not None else ""
    draft.room(Unseated(seat=seat, reason=reason, bot=bot))
    others = [other for other in folded.people() if other != seat]
    if folded.host == seat:
        there = [other for other in others if table.is_present(other)]
        draft.room(HostMoved(seat=there[0] if there else others[0] if others else None))
    also = []
    if not others and not folded.queue and folded.state is not None and folded.finished is None:
        draft.room(Finished(reason="abandoned", result={}))
    if not others and not folded.queue:
        draft.room(Closed(reason="empty"))
        also.append(status_statement(folded.match, "closed"))
    return await table.store(draft, also=also)


@_writes
async def kick(table: Table, host: int, seat: int) -> int:
    """Remove a player, as the host."""
    if table.folded.host != host:
        raise Refusal("not_host")
    _must_be_person(table, seat, host)
    return await unseat(table, seat, "kicked")


@_writes
async def vote(table: Table, voter: int, seat: int) -> int:
    """Vote to remove a player. It takes two votes, and more than half of the other people present."""
    _must_be_person(table, seat, voter)
    folded = table.folded
    before = folded.votes.get(seat, set())
    people = [other for other in folded.people() if other != seat]
    others = [other for other in people if other == voter or not folded.places[other].away_bot]
    votes = (before | {voter}) & set(people)
    voted = Voted(seat=seat, by=voter)
    if len(votes) >= 2 and 2 * len(votes) > len(others):
        return await unseat(table, seat, "kicked", voted)
    if voter in before:
        return folded.seq
    draft = Draft(folded)
    draft.room(voted)
    return await table.store(draft)


def _must_be_person(table: Table, seat: int, asking: int) -> None:
    places = table.folded.places
    if seat >= len(places) or seat == asking or not places[seat].person:
        raise Refusal("bad_seat")


@_writes
async def set_bot(table: Table, host: int, seat: int, spec: str) -> int:
    """Put a bot on a free seat, change its level or take it away, as the host. Only before the start."""
    folded = table.folded
    if folded.host != host:
        raise Refusal("not_host")
    if folded.state is not None:
        raise Refusal("already_started")
    if seat >= len(folded.places) or folded.places[seat].person:
        raise Refusal("bad_seat")
    draft = Draft(folded)
    if spec:
        bot_of_level(spec, folded.game)
        draft.room(house_bot(seat, spec, folded.places[host].address))
    elif folded.places[seat].bot:
        draft.room(Unseated(seat=seat, reason="left"))
    else:
        return folded.seq
    return await table.store(draft)


# --- starting and going on ----------------------------------------------------------------------------------------


def begin(table: Table, draft: Draft) -> None:
    """Add the start of the match to a draft. Bots take the free seats."""
    folded = table.folded
    for seat, place in enumerate(folded.places):
        if place.free:
            draft.room(house_bot(seat, table.policy.takeover_bot(folded)))
    draft.room(Started())
    draft.begin(folded.game.new(folded.rules, len(folded.places)))
    draft.advance(table.host_step)


@_writes
async def start(table: Table, host: int) -> int:
    """Start the match, as the host. Bots take the free seats."""
    folded = table.folded
    if folded.host != host:
        raise Refusal("not_host")
    if folded.finished is not None:
        raise Refusal("match_over")
    if folded.state is not None:
        raise Refusal("already_started")
    return await start_now(table)


async def start_now(table: Table) -> int:
    """Start the match. Bots take the free seats. The caller holds the lock."""
    draft = Draft(table.folded)
    begin(table, draft)
    return await table.store(draft, also=[status_statement(table.folded.match, "playing")])


async def _start_unless_started(table: Table) -> None:
    """Start the match unless it has already started. The caller holds the lock."""
    try:
        await start_now(table)
    except VersionConflict:
        table.reload_soon()  # the holder starts it when its countdown ends, if nobody has


@_writes
async def set_ready(table: Table, seat: int, ready: bool) -> int:
    """Set or clear a seat's readiness. When everybody is ready, a full room starts and a pause between rounds ends."""
    folded = table.folded
    if folded.finished is not None or folded.closed:
        raise Refusal("match_over")
    await table.take_back_now(seat)
    if ready != (seat in folded.ready):
        draft = Draft(folded)
        draft.room(Ready(seat=seat, ready=ready))
        await table.store(draft)
    people = [other for other in folded.people() if not folded.places[other].away_bot]
    everybody = all(other in folded.ready for other in people)
    if everybody and folded.state is None and not any(place.free for place in folded.places):
        await start_now(table)
    elif everybody and folded.state is not None:
        upkeep = folded.state.upkeep()
        if upkeep is not None and table.begins_round(upkeep):
            await next_step(table)
    return table.folded.seq


@_writes
async def close(table: Table, reason: str) -> None:
    """Close the room. A running match is abandoned."""
    folded = table.folded
    if folded.closed:
        return
    draft = Draft(folded)
    if folded.state is not None and folded.finished is None:
        draft.room(Finished(reason="abandoned", result={}))
    draft.room(Closed(reason=reason))
    await table.store(draft, also=[status_statement(folded.match, "closed")])
