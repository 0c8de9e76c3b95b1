"""`paiju serve --check`: replay every log and compare it with the tables of matches and results."""

import time
from collections.abc import Callable
from typing import Any

import msgspec
from sqlalchemy import select

from paiju.engine.game import State
from paiju.i18n import Translator, translator
from paiju.server.match.derived_rows import result_rows
from paiju.server.match.replay import Folded, fold
from paiju.storage.faults import StoreError
from paiju.storage.log import EventLog
from paiju.storage.opening import must_exist, open_database
from paiju.storage.schema import EVENTS, MATCHES, RESULTS


async def check_store(address: str, say: Callable[[str], None], language: str = "en-US") -> int:
    """Returns 0 when everything agrees, 1 otherwise; every fault is one line."""
    t = translator("server", language)
    must_exist(address)
    database = await open_database(address)
    log = EventLog(database)
    started = time.monotonic()
    matches = entries = faults = 0
    try:
        for match, _room in await log.match_ids():
            matches += 1
            try:
                lines = await log.read(match)
                entries += len(lines)
                found = await _differences(log, fold(match, lines), t)
            except StoreError as error:
                found = [t("check.unreadable", reason=error)]
            faults += len(found)
            for fault in found:
                say(f"{match}: {fault}")
        for match, fault in await _orphans(log, t):
            faults += 1
            say(f"{match}: {fault}")
    except StoreError as error:
        faults += 1
        say(t("check.no_database", reason=error))
    finally:
        await database.close()
    seconds = f"{time.monotonic() - started:.1f}"
    say(t("check.sum", matches=matches, entries=entries, faults=faults, seconds=seconds))
    return 1 if faults else 0


async def _orphans(log: EventLog, t: Translator) -> list[tuple[str, str]]:
    """Rows that belong to no match in the table of matches."""
    known = select(MATCHES.c.match)
    logs = await log.rows_of_events(select(EVENTS.c.match).where(EVENTS.c.match.not_in(known)).distinct())
    results = await log.rows(select(RESULTS.c.match).where(RESULTS.c.match.not_in(known)).distinct())
    without = [row.match for row in results if row.match not in {found.match for found in logs}]
    return [
        *((row.match, t("check.unlisted")) for row in logs),
        *((match, t("check.no_log")) for match in without),
    ]


async def _differences(log: EventLog, folded: Folded, t: Translator) -> list[str]:
    """Rows of matches and results that disagree with the log."""
    (row,) = await log.rows(select(MATCHES).where(MATCHES.c.match == folded.match))
    query = select(RESULTS).where(RESULTS.c.match == folded.match).order_by(RESULTS.c.seat)
    results = [dict(found._mapping) for found in await log.rows(query)]
    faults = []
    header = folded.header
    named = (row.room, row.game, row.rulebook, row.mode, row.dialect, row.visibility)
    if named != (header.room, header.game, header.rulebook, header.mode, header.dialect, header.visibility):
        faults.append(t("check.named"))
    if (row.finished_at, row.result) != _expected_end(folded):
        faults.append(t("check.result"))
    expected = "closed" if folded.next_match else folded.status
    if row.status not in (expected, "quarantined"):
        faults.append(t("check.status", listed=row.status, logged=expected))
    if results != _expected_results(folded):
        faults.append(t("check.results"))
    return faults


def _expected_end(folded: Folded) -> tuple[int | None, str | None]:
    finished = folded.finished
    if finished is None or finished.reason != "complete":
        return None, None
    return folded.ended_at, msgspec.json.encode(finished.result).decode()


def _expected_results(folded: Folded) -> list[dict[str, Any]]:
    state: State | None = folded.state
    finished = folded.finished
    if finished is None or finished.reason != "complete" or state is None or folded.ended_at is None:
        return []
    return result_rows(folded, state, folded.ended_at)
