"""What a recipient may see of a table. Everything sent to clients is built here, field by field; the rest is hidden."""

from collections.abc import Iterable
from datetime import UTC, datetime
from typing import Final, cast

from paiju.engine.facts import known_to, told_in_private
from paiju.engine.game import SPECTATOR, Game, Seat, View
from paiju.protocol.base import Json, Status
from paiju.protocol.base import Mode as ModeName
from paiju.protocol.play import Event, TurnClock, ViewAnswer
from paiju.protocol.rooms import RoomInfo, SeatInfo
from paiju.server.match.entries import (
    AnyRoomEntry,
    Away,
    Back,
    Closed,
    Countdown,
    Finished,
    HostMoved,
    Opened,
    Queued,
    Ready,
    RematchMade,
    RematchWanted,
    Seated,
    Started,
    Unseated,
    Voted,
)
from paiju.server.match.log_entry import LogEntry
from paiju.server.match.table import Table

_REST: Final = [f".{rest:03d}Z" for rest in range(1000)]
"""The text after the second."""


class _Second:
    """The last second that was written as text: most times lie within the same one."""

    def __init__(self) -> None:
        self.number = -1
        self.text = ""


_LAST: Final = _Second()


def iso(milliseconds: int) -> str:
    """A time in milliseconds since 1970 as ISO 8601 text in UTC."""
    second = milliseconds // 1000
    if second != _LAST.number:
        _LAST.number = second
        _LAST.text = datetime.fromtimestamp(second, UTC).isoformat().removesuffix("+00:00")
    return _LAST.text + _REST[milliseconds % 1000]


# --- events -------------------------------------------------------------------------------------------------------


def event_for(game: Game, line: LogEntry, recipient: int) -> Event:
    """An entry of the log as `recipient` may know it."""
    action = visible_part(game, line, recipient)
    facts = [fact.to_json() for fact in known_to(line.facts, recipient)]
    return Event(seq=line.seq, at=iso(line.at), seat=line.actor, action=action, facts=facts)


def visible_part(game: Game, line: LogEntry, recipient: int) -> Json:
    """The action or change of the room in an entry, as `recipient` may know it."""
    return game.visible(line.data, line.actor, recipient) if isinstance(line.data, dict) else _room_event(line.data)


def events_for(game: Game, lines: Iterable[LogEntry], recipient: int) -> list[Event]:
    """Entries as `recipient` may know them."""
    return [event_for(game, line, recipient) for line in lines]


def insiders(game: Game, lines: Iterable[LogEntry]) -> set[int]:
    """Seats that may know more of these entries than a spectator. All others see the same."""
    found: set[int] = set()
    for line in lines:
        if isinstance(line.data, dict):
            if not game.same_for_all(str(line.data.get("type", ""))):
                found.add(line.actor)
            found.update(told_in_private(line.facts))
    return found


def _room_event(entry: AnyRoomEntry) -> Json:
    assert not isinstance(entry, Opened)  # nobody can listen to a room before it is there
    match entry:
        case Seated():
            return {"type": "seated", "seat": entry.seat, "id": entry.public, "name": entry.name, "bot": entry.bot}
        case Queued():
            return {"type": "waiting", "seat": entry.seat, "name": entry.name}
        case Unseated():
            what = "kicked" if entry.reason == "kicked" else "left"
            return {"type": what, "seat": entry.seat, "bot": entry.bot}
        case HostMoved():
            return {"type": "host", "seat": entry.seat}
        case Away():
            return {"type": "idle" if entry.reason == "idle" else "away", "seat": entry.seat}
        case Back():
            return {"type": "back", "seat": entry.seat}
        case Countdown():
            return {"type": "countdown", "endsAt": None if entry.ends_at is None else iso(entry.ends_at)}
        case Started():
            return {"type": "started"}
        case Finished():
            return {"type": "finished", "reason": entry.reason, "result": entry.result}
        case RematchMade():
            return {"type": "rematch", "match": entry.match}
        case Ready():
            return {"type": "ready", "seat": entry.seat, "ready": entry.ready}
        case Voted():
            return {"type": "voted", "seat": entry.seat, "by": entry.by}
        case RematchWanted():
            return {"type": "rematch_wanted", "seat": entry.seat}
        case Closed():
            return {"type": "closed", "reason": entry.reason}


# --- positions ----------------------------------------------------------------------------------------------------


def view_at(table: Table, seat: int) -> View | None:
    """The view of a seat or of SPECTATOR; None before the start."""
    state = table.folded.state
    return None if state is None else state.view(Seat(seat))


def view_of(table: Table, seat: int) -> tuple[Json | None, list[Json]]:
    """The view as JSON and the legal actions of a seat or of SPECTATOR."""
    shown = view_at(table, seat)
    if shown is None:
        return None, []
    view = shown.to_json()
    legal = cast("list[Json]", view.pop("legal", []))
    return view, legal


def clock_of(table: Table) -> TurnClock:
    """Whose time runs, and how much is left."""
    seat, left, total, deadline = clock_values(table)
    return TurnClock(seat=seat, left_ms=left, total_ms=total, deadline=deadline)


def clock_values(table: Table) -> tuple[int, int | None, int | None, str | None]:
    """Whose time runs, the milliseconds left and in all, and the deadline."""
    seat, left = table.clock()
    total = None
    if seat >= 0 and table.folded.state is not None:
        total = table.policy.turn_ms(table.folded, table.folded.state)
    return seat, left, total, None if left is None else iso(table.context.clock.now_ms() + left)


def view_answer(table: Table, seat: int, latency: int | None = None) -> ViewAnswer:
    """All that the owner of a seat, or a spectator, may know of the position."""
    folded = table.folded
    view, legal = view_of(table, seat)
    return ViewAnswer(
        room=folded.header.room,
        match=folded.match,
        seq=folded.seq,
        seat=seat,
        you="" if seat == SPECTATOR else folded.places[seat].public,
        status=cast("Status", folded.status),
        view=view,
        legal=legal,
        clock=clock_of(table),
        latency_ms=latency,
    )


# --- rooms --------------------------------------------------------------------------------------------------------


def room_info(table: Table, base: str) -> RoomInfo:
    """A room as everybody may see it. `base` is the address people use."""
    folded = table.folded
    header = folded.header
    spectators = sum(1 for seat in table.listeners.values() if seat == SPECTATOR)
    return RoomInfo(
        room=header.room,
        match=folded.match,
        game=header.game,
        rulebook=header.rulebook,
        options=folded.rules.options(),
        changed=folded.rules.overrides(),
        status=cast("Status", folded.status),
        mode=cast("ModeName", header.mode),
        dialect="arena" if header.dialect == "arena" else "native",
        visibility="listed" if header.visibility == "listed" else "link",
        clock=header.clock_ms // 1000,
        seats=[_seat_info(table, seat) for seat in range(len(folded.places))],
        host=folded.host,
        spectators=spectators,
        commitment=header.commitment,
        seq=folded.seq,
        created_at=iso(folded.created_at),
        link=f"{base}/room/{header.room}",
        chat=header.chat,
        previous=header.previous,
        next=folded.next_match,
        result=folded.finished.result if folded.finished is not None else None,
        starts_in_ms=None if folded.countdown is None else max(0, folded.countdown - table.context.clock.now_ms()),
    )


def _seat_info(table: Table, seat: int) -> SeatInfo:
    place = table.folded.places[seat]
    waiting = table.folded.queue.get(seat)
    return SeatInfo(
        seat=seat,
        id=place.public,
        name=place.name,
        bot=place.bot,
        connected=table.is_present(seat),
        away=bool(place.away_bot),
        ready=seat in table.folded.ready,
        left=place.left,
        player=place.player,
        next=waiting.name if waiting is not None else "",
    )
