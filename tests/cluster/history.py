"""Checks what clients saw of several nodes against the logs in the database.

Reads return positions (`seq`), so every check is a walk along the log: no search for an order that would explain it.
A `History` is what clients wrote down; `check` returns one sentence for each thing that must not be.
"""

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import msgspec

from paiju.engine.game import HOST, Seat
from paiju.server.match.replay import Folded, fold, follow
from paiju.storage.rows import Entry

EARLY_MS = 200
"""Nodes of a busy machine know the time of the database to within this."""


@dataclass
class Request:
    """An action that a client sent, until it had a final answer."""

    match: str
    seat: int
    action_id: str
    began: float
    ended: float = 0.0
    seq: int | None = None
    """Acknowledged at this place."""
    done: bool = False
    """Acknowledged without a place."""
    refused: str = ""
    """Refused with this code. Neither: nobody knows."""


@dataclass
class Read:
    """A position that a client asked for."""

    match: str
    began: float
    ended: float
    seq: int


@dataclass
class Stream:
    """What one connection was told: events by seq, and views."""

    match: str
    seat: int
    events: list[dict[str, Any]] = field(default_factory=list)
    views: list[tuple[int, dict[str, Any]]] = field(default_factory=list)


@dataclass
class History:
    """What all clients saw."""

    requests: list[Request] = field(default_factory=list)
    reads: list[Read] = field(default_factory=list)
    streams: list[Stream] = field(default_factory=list)


def check(history: History, logs: Mapping[str, Sequence[Entry]], clocks_ms: Mapping[str, int]) -> list[str]:
    """Everything that is wrong. `clocks_ms` is the time for a turn of each match that has one."""
    wrong: list[str] = []
    for match, log in logs.items():
        wrong.extend(f"{match}: {what}" for what in _log_is_whole(log))
    if wrong:
        return wrong  # nothing can be said about a log with gaps
    for match, log in logs.items():
        requests = [request for request in history.requests if request.match == match]
        reads = [read for read in history.reads if read.match == match]
        streams = [stream for stream in history.streams if stream.match == match]
        found = [*_answers(requests, log), *_real_time(requests, reads), *_streams(streams, log)]
        found.extend(_positions(match, streams, log, clocks_ms.get(match)))
        wrong.extend(f"{match}: {what}" for what in found)
    return wrong


def _log_is_whole(log: Sequence[Entry]) -> Iterator[str]:
    """No gap, no place taken twice, no action stored twice."""
    for place, entry in enumerate(log):
        if entry.seq != place:
            yield f"place {place} of the log is {entry.seq}"
            return
    for key, count in Counter(entry.key for entry in log if entry.key is not None).items():
        if count > 1:
            yield f"action {key} stands {count} times"


def _answers(requests: Sequence[Request], log: Sequence[Entry]) -> Iterator[str]:
    """Every acknowledged action stands at its place; a refused one nowhere."""
    places = {entry.key: entry for entry in log if entry.key is not None}
    for request in requests:
        entry = places.get(f"{request.seat}:{request.action_id}")
        if (request.done or request.seq is not None) and entry is None:
            yield f"acknowledged action {request.action_id} of seat {request.seat} is lost"
        elif request.seq is not None and entry is not None and entry.seq != request.seq:
            yield f"action {request.action_id} was acknowledged at {request.seq} and stands at {entry.seq}"
        elif request.refused and entry is not None:
            yield f"action {request.action_id} was refused ({request.refused}) and stands at {entry.seq}"


def _real_time(requests: Sequence[Request], reads: Sequence[Read]) -> Iterator[str]:
    """What began after an acknowledgement comes after it in the log; what is read then contains it."""
    acked = [request for request in requests if request.seq is not None]
    ends = sorted((request.ended, request.seq or 0) for request in acked)
    begins = [(request.began, request.seq or 0, request.action_id) for request in acked]
    begins += [(read.began, read.seq + 1, "a read") for read in reads]
    newest, at = -1, 0
    for began, seq, what in sorted(begins):
        while at < len(ends) and ends[at][0] < began:
            newest = max(newest, ends[at][1])
            at += 1
        if seq <= newest:
            yield f"{what} has place {seq}, although {newest} was acknowledged before it began"


def _streams(streams: Sequence[Stream], log: Sequence[Entry]) -> Iterator[str]:
    """Every connection is told the log, entry by entry."""
    for stream in streams:
        before: int | None = None
        for event in stream.events:
            seq = event["seq"]
            if before is not None and seq != before + 1:
                yield f"seat {stream.seat} was told {seq} after {before}"
            before = seq
            if not 0 <= seq < len(log) or log[seq].actor != event["seat"]:
                yield f"seat {stream.seat} was told an entry {seq} that is not in the log"


def _positions(match: str, streams: Sequence[Stream], log: Sequence[Entry], clock_ms: int | None) -> Iterator[str]:
    """Views are those of the log at that place, with nothing that the seat may not see; time-outs are neither double
    nor early."""
    shown: defaultdict[int, list[tuple[int, dict[str, Any]]]] = defaultdict(list)
    for stream in streams:
        for seq, view in stream.views:
            shown[seq].append((stream.seat, view))
    folded = fold(match, log[:1])
    opened: dict[object, int] = {}
    for entry in log[1:]:
        if entry.actor == HOST and clock_ms is not None:
            yield from _time_out(folded, entry, opened, clock_ms)
        follow(folded, [entry], lambda _line: None)
        if folded.state is not None:
            opened.setdefault(folded.state.decision(), entry.at)
        for seat, view in shown.pop(entry.seq, []):
            if folded.state is None or _view(folded, seat) != view:
                yield f"the view of seat {seat} at {entry.seq} is not that of the log"
    yield from (f"a view of {seq} is beyond the log" for seq in shown)


def _time_out(folded: Folded, entry: Entry, opened: Mapping[object, int], clock_ms: int) -> Iterator[str]:
    state = folded.state
    if state is None or state.turn() < 0:
        return
    action = folded.game.action_from_json(_data(entry)["a"])
    if action == state.timeout(state.turn()):
        waited = entry.at - opened.get(state.decision(), entry.at)
        if waited < clock_ms - EARLY_MS:
            yield f"the time-out at {entry.seq} came after {waited} of {clock_ms} ms"


def _data(entry: Entry) -> dict[str, Any]:

    data: dict[str, Any] = msgspec.json.decode(entry.data)
    return data


def _view(folded: Folded, seat: int) -> dict[str, Any]:
    assert folded.state is not None
    view = folded.state.view(Seat(seat)).to_json()
    view.pop("legal", None)

    plain: dict[str, Any] = msgspec.json.decode(msgspec.json.encode(view))
    return plain
