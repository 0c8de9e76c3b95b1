"""Rows of `matches`, `seats` and `results`. They are written in the transaction of the entries they follow from."""

from collections.abc import Sequence

import msgspec
from sqlalchemy import Executable, delete, insert, update

from paiju.engine.game import State
from paiju.server.match.entries import AnyRoomEntry, Closed, Finished, Opened, Seated, Unseated
from paiju.server.match.replay import Folded, Place
from paiju.storage.schema import MATCHES, RESULTS, SEATS


def open_statements(match: str, header: Opened, at: int, holder: str | None) -> list[Executable]:
    """Inserts the row of a new match, which the node `holder` holds."""
    row = {
        "match": match,
        "room": header.room,
        "game": header.game,
        "rulebook": header.rulebook,
        "mode": header.mode,
        "dialect": header.dialect,
        "status": "waiting",
        "created_at": at,
        "visibility": header.visibility,
        "holder": holder,
        "epoch": 0 if holder is None else 1,
    }
    return [insert(MATCHES).values(**row)]


def seat_statements(match: str, entry: AnyRoomEntry, places: Sequence[Place] = ()) -> list[Executable]:
    """Keeps the table `seats` in step with a change of a room. `places` are the seats before it."""
    rows = delete(SEATS).where(SEATS.c.match == match)
    statements: list[Executable] = []
    if isinstance(entry, Finished | Closed):
        statements.append(rows)
    elif isinstance(entry, Seated) or (isinstance(entry, Unseated) and not entry.queued):
        if any(place.person for place in places[entry.seat : entry.seat + 1]):
            statements.append(rows.where(SEATS.c.seat == entry.seat))
        if isinstance(entry, Seated) and entry.secret_hash:
            row = {"match": match, "seat": entry.seat, "address": entry.address, "label": entry.label}
            statements.append(insert(SEATS).values(**row))
    return statements


def status_statement(match: str, status: str) -> Executable:
    """Sets the status of a match."""
    return update(MATCHES).where(MATCHES.c.match == match).values(status=status)


def result_rows(folded: Folded, state: State, at: int) -> list[dict[str, object]]:
    """One row per seat of a finished match. Guests have an empty player, bots are named after their level.

    A player who leaves a native match early still gets its result; in the arena only those who stay do.
    """
    outcome = state.outcome()
    if outcome is None:
        return []
    rows: list[dict[str, object]] = []
    for seat, place in enumerate(folded.places):
        gone = place.left and folded.header.dialect == "arena"
        player = "" if gone else place.player
        rows.append(
            {
                "match": folded.match,
                "seat": seat,
                "game": folded.header.game,
                "mode": folded.header.mode,
                "finished_at": at,
                "player": player or (f"bot:{place.bot}" if place.bot and not place.left else ""),
                "name": place.name,
                "bot": "" if place.left else place.bot,
                "placement": outcome.placements[seat],
                "score": outcome.scores[seat],
            }
        )
    return rows


def finish_statements(folded: Folded, finished: Finished, state: State | None, at: int) -> list[Executable]:
    """Store the end of a match and its results. An abandoned match has no results."""
    values: dict[str, object] = {"status": "ended"}
    statements: list[Executable] = []
    if finished.reason == "complete" and state is not None:
        values = {"status": "ended", "finished_at": at, "result": msgspec.json.encode(finished.result).decode()}
        rows = result_rows(folded, state, at)
        if rows:
            statements.append(insert(RESULTS).values(rows))
    statements.insert(0, update(MATCHES).where(MATCHES.c.match == folded.match).values(**values))
    return statements
