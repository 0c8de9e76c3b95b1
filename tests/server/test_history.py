"""Finished matches from the outside: everybody's, a player's, page by page; rooms by link stay their people's."""

import random
from pathlib import Path
from typing import Any

import pytest

from paiju.protocol import rooms as m
from paiju.storage.log import EventLog
from tests.server.compiled import replaces_internals
from tests.server.serving import Client, http_client, play_out, seat_of, serving
from tests.server.test_rooms import refused

pytestmark = pytest.mark.anyio

TINY = {"targetScore": None, "initialCards": 1}


async def finished(
    client: Client, player: str | None = None, visibility: str = "listed", **fields: Any
) -> m.SeatedAnswer:
    seated = await seat_of(client, options=TINY, seats=2, bots=["easy"], player=player, visibility=visibility, **fields)
    async with client.table(seated.room, seated.secret, views="turn") as table:
        await play_out(table, random.Random(1))
    return seated


async def test_everybodys_matches_are_paged_newest_first_and_filtered(tmp_path: Path) -> None:
    async with serving(tmp_path) as server, Client(server.base) as client:
        ada = await client.new_player()
        ours = [await finished(client, ada.secret), await finished(client), await finished(client, ranked=True)]
        hidden = await finished(client, ada.secret, visibility="link")
        running = await seat_of(client, visibility="listed")
        newest_first = [seated.match for seated in reversed(ours)]

        whole = await client.matches()
        assert [info.match for info in whole.matches] == newest_first
        assert whole.next == ""
        paged: list[str] = []
        before = ""
        while True:
            page = await client.matches(before=before, limit=1)
            paged += [info.match for info in page.matches]
            before = page.next
            if not before:
                break
        assert paged == newest_first
        assert [info.match for info in (await client.matches(mode="ranked")).matches] == newest_first[:1]
        assert [info.match for info in (await client.matches(player=ada.player)).matches] == newest_first[2:]
        assert (await client.matches(game="shandong")).matches == []
        first = whole.matches[0]
        assert first == await client.match(first.match)
        assert [player.name for player in first.players] == ["Ada", first.players[1].name]
        assert first.room == ours[2].room
        assert {hidden.match, running.match}.isdisjoint(paged)


async def test_a_room_by_link_is_found_only_through_its_own_player_and_without_its_code(tmp_path: Path) -> None:
    async with serving(tmp_path) as server, Client(server.base) as client:
        ada = await client.new_player()
        hidden = await finished(client, ada.secret, visibility="link")
        shown = await finished(client, ada.secret)
        own = (await client.matches_of(ada.player)).matches
        assert [(info.match, info.room) for info in own] == [(shown.match, shown.room), (hidden.match, "")]
        assert [info.match for info in (await client.matches_of("bot:easy")).matches] == [shown.match]
        assert (await client.match(hidden.match)).entries == (await client.room(hidden.room)).seq + 1


async def test_a_page_that_does_not_exist_is_refused(tmp_path: Path) -> None:
    async with serving(tmp_path) as server, Client(server.base) as client:
        assert await refused(client.matches(before="yesterday")) == "bad_fields"
        assert await refused(client.matches(limit=0)) == "bad_fields"
        assert await refused(client.matches(mode="best")) == "bad_fields"
        assert (await client.matches(before="0-" + "0" * 24)).matches == []


@replaces_internals
@pytest.mark.parametrize("path", ["/api/v1/matches", "/api/v1/ladder?game=uno", "/api/leaderboard"])
async def test_a_store_that_cannot_be_read_is_said_with_the_time_to_come_back(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, path: str
) -> None:
    async with serving(tmp_path) as server, http_client(server.base) as client:

        def away(_log: EventLog) -> Any:
            raise OSError("gone")

        monkeypatch.setattr(EventLog, "connection", away)
        answer = await client.get(path)
        assert (answer.status_code, answer.headers["retry-after"]) == (503, "2")
        assert answer.json()["error"]
        monkeypatch.undo()
        assert (await client.get(path)).status_code == 200
