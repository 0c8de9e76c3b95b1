"""Deals that are known beforehand: given by a test inside the process, and refused by every server that is not one."""

import tempfile
from pathlib import Path

import pytest

from paiju.engine.shuffle import commitment
from paiju.server.deals import KnownDeals, deals_of
from paiju.server.run import serve
from paiju.server.settings import BadSetting, read_settings
from tests.server.deals import StackedDeals, uno_deal
from tests.server.process import Process
from tests.server.serving import Client, seat_of, serving

pytestmark = pytest.mark.anyio

TEMPORARY = f"sqlite:///{tempfile.gettempdir()}/paiju-known.db"
KNOWN = {"PAIJU_TEST_SERVER": "1"}


def kinds(hand: list[str]) -> list[str]:
    return [card.rsplit("-", 1)[0] for card in hand]


async def test_a_room_is_opened_on_the_deal_that_a_test_gives(tmp_path: Path) -> None:
    deals = StackedDeals()
    deals.stack(uno_deal(["r5 w", "g1 b+2"], "r3", pile="y7 y8", first=0))
    async with serving(tmp_path, deals) as server, Client(server.base) as client:
        mine = await seat_of(client, seats=2, bots=[], start=False, options={"initialCards": 2})
        bo = await client.join(mine.room, "Bo")
        await client.start(mine.room, mine.secret)
        view = (await client.view(mine.room, mine.secret)).view
        assert view is not None
        assert kinds(view["hand"]) == ["red-5", "wild"]
        assert (view["currentPlayer"], view["topCard"]["id"].startswith("red-3")) == ("p1", True)
        await client.act(mine.room, mine.secret, {"type": "DRAW_CARD"})
        drawn = (await client.view(mine.room, mine.secret)).view
        assert drawn is not None
        assert kinds(drawn["hand"]) == ["red-5", "wild", "yellow-7"]
        # Its log is replayed with the same deal.
        table = server.service.lobby.tables.pop(mine.match)
        table.stop()
        again = (await client.view(mine.room, bo.secret)).view
        assert again is not None
        assert kinds(again["hand"]) == ["green-1", "blue-draw_two"]


@pytest.mark.parametrize(
    ("database", "environment"),
    [
        (TEMPORARY, {}),
        (TEMPORARY, {"PAIJU_TEST_SERVER": "0"}),
        ("sqlite:////var/lib/paiju/paiju.db", KNOWN),
        (f"sqlite:///{tempfile.gettempdir()}/../var/lib/paiju.db", KNOWN),
        ("postgresql://localhost/paiju", KNOWN),
    ],
)
def test_known_deals_are_refused_where_people_could_play(database: str, environment: dict[str, str]) -> None:
    settings, _ = read_settings({"database": database, "seed": "1"}, {})
    with pytest.raises(BadSetting, match="PAIJU_SEED makes every deal known"):
        deals_of(settings, environment)


def test_a_server_does_not_start_with_known_deals_and_a_store_that_stays(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PAIJU_TEST_SERVER", "1")
    settings, _ = read_settings({"port": 0, "database": "sqlite:////var/lib/paiju/paiju.db", "seed": "1"}, {})
    with pytest.raises(BadSetting, match="PAIJU_SEED"):
        serve(settings, print)


def test_deals_are_secret_unless_asked_for_otherwise() -> None:
    secret, _ = read_settings({"database": TEMPORARY}, {})
    known, _ = read_settings({"database": TEMPORARY, "seed": "1"}, {})
    assert not isinstance(deals_of(secret, KNOWN), KnownDeals)
    assert isinstance(deals_of(known, KNOWN), KnownDeals)


async def test_a_process_deals_what_its_seed_says(tmp_path: Path) -> None:
    async with Process(tmp_path, seed="known") as server:
        async with Client(server.base) as client:
            mine = await seat_of(client)
            assert (await client.room(mine.room)).commitment == commitment(KnownDeals("known").new_seed("native"))
        assert await server.terminate() == 0
