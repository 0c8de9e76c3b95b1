"""Ladders, profiles and head-to-head: every finished match counts once, whoever asks and whatever sat where."""

import asyncio
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import insert

from paiju.server.history.matches import History
from paiju.server.history.ratings import Boards
from paiju.storage.log import EventLog
from paiju.storage.opening import open_database
from paiju.storage.schema import MATCHES, RESULTS

pytestmark = pytest.mark.anyio


async def results(log: EventLog, match: str, at: int, *seats: tuple[str, int, int], game: str = "uno") -> None:
    """A finished match: player, placement and score by seat."""
    common: dict[str, Any] = {"match": match, "game": game, "mode": "casual", "finished_at": at}
    rows = [
        {**common, "seat": seat, "player": player, "name": player or "Guest", "bot": "", "placement": place, "score": n}
        for seat, (player, place, n) in enumerate(seats)
    ]
    kind = {"rulebook": "official", "dialect": "native", "status": "ended", "created_at": 0}
    head = {**common, **kind, "room": f"ROOM{match.upper()}"}

    def work(connection: Any) -> None:
        connection.execute(insert(MATCHES).values(**head, result="{}"))
        connection.execute(insert(RESULTS).values(rows))

    await log.database.write(work)


async def stored(folder: Path) -> EventLog:
    return EventLog(await open_database(f"sqlite:///{folder / 'ladder.db'}"))


async def test_a_match_is_rated_once_when_several_people_look_at_the_same_time(tmp_path: Path) -> None:
    log = await stored(tmp_path)
    await results(log, "m1", 1, ("u-ada", 1, 50), ("u-bo", 2, 0))
    boards = Boards(log)
    ladders = await asyncio.gather(*(boards.ladder("uno", "casual") for _ in range(5)))
    assert {(row.player, row.matches, row.wins) for ladder in ladders for row in ladder.rows} == {
        ("u-ada", 1, 1),
        ("u-bo", 1, 0),
    }
    assert (await boards.profile("u-ada")).ratings[0].points[0].match == "m1"
    assert len((await boards.profile("u-ada")).ratings[0].points) == 1
    await log.database.close()


async def test_a_draw_of_all_seats_counts_and_changes_no_rating(tmp_path: Path) -> None:
    log = await stored(tmp_path)
    await results(log, "m1", 1, ("u-ada", 1, 0), ("u-bo", 1, 0))
    ladder = await Boards(log).ladder("uno", "casual")
    assert [(row.matches, row.wins) for row in ladder.rows] == [(1, 1), (1, 1)]
    assert len({row.rating for row in ladder.rows}) == 1
    assert (await Boards(log).profile("u-ada")).ratings[0].points == []
    await log.database.close()


async def test_in_a_game_that_is_no_longer_installed_everybody_counts_alone(tmp_path: Path) -> None:
    log = await stored(tmp_path)
    seats = [("u-ada", 1, 50), ("u-bo", 2, 0), ("u-cy", 3, 0), ("u-di", 4, 0)]
    await results(log, "m1", 1, *seats, game="whist")
    boards = Boards(log)
    ratings = [row.rating for row in (await boards.ladder("whist", "casual")).rows]
    assert len(set(ratings)) == 4
    assert [share.fair for share in (await boards.profile("u-ada")).by_rulebook] == [0.25]
    await log.database.close()


async def test_a_match_that_ended_earlier_but_was_stored_later_is_rated_too(tmp_path: Path) -> None:
    log = await stored(tmp_path)
    boards = Boards(log)
    for match, at in (("m2", 2000), ("m1", 1000)):  # the wall clock was put back meanwhile
        await results(log, match, at, ("u-ada", 1, 50), ("u-bo", 2, 0))
        await boards.ladder("uno", "casual")
    rows = (await boards.ladder("uno", "casual")).rows
    fresh = (await Boards(log).ladder("uno", "casual")).rows
    assert [(row.player, row.matches, row.wins) for row in rows] == [("u-ada", 2, 2), ("u-bo", 2, 0)]
    assert [row.matches for row in fresh] == [2, 2]
    await log.database.close()


async def test_a_bot_on_several_seats_has_played_one_match(tmp_path: Path) -> None:
    log = await stored(tmp_path)
    easy = "bot:easy"
    await results(log, "m1", 1, ("u-ada", 2, 10), (easy, 3, 1), (easy, 1, 70), (easy, 4, 2))
    boards = Boards(log)
    rows = {row.player: row for row in (await boards.ladder("uno", "casual")).rows}
    assert (rows[easy].matches, rows[easy].wins, rows[easy].points) == (1, 1, 70)
    profile = await boards.profile(easy)
    assert [(share.key, share.matches, share.wins) for share in profile.by_rulebook] == [("official", 1, 1)]
    assert [(share.key, share.matches, share.wins) for share in profile.by_seat] == [
        ("1", 1, 0),
        ("2", 1, 1),
        ("3", 1, 0),
    ]
    versus = await History(log).versus("u-ada", easy)
    assert (versus.matches, versus.ahead, versus.behind, versus.level) == (1, 0, 1, 0)
    turned = await History(log).versus(easy, "u-ada")
    assert (turned.matches, turned.ahead, turned.behind, turned.level) == (1, 1, 0, 0)
    await log.database.close()


async def test_a_fair_share_is_one_of_the_sides_that_compete(tmp_path: Path) -> None:
    log = await stored(tmp_path)
    others = [("u-bo", 2, 0), ("u-cy", 3, 0), ("u-di", 4, 0)]
    await results(log, "m1", 1, ("u-ada", 1, 50), *others)
    await results(log, "m2", 2, ("u-ada", 1, 50), *others[:1])
    pair = [("u-ada", 1, 1), ("u-bo", 2, 0), ("u-cy", 1, 1), ("u-di", 2, 0)]
    await results(log, "m3", 3, *pair, game="shandong")
    profile = await Boards(log).profile("u-ada")
    uno = (1 / 4 + 1 / 2) / 2  # of the matches played: one against three, one against one
    fair = [("shandong", 1 / 2), ("uno", uno)]
    assert [(share.game, share.fair) for share in profile.by_seat] == fair
    assert [(share.game, share.fair) for share in profile.by_rulebook] == fair
    await log.database.close()
