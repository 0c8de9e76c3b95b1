"""A game of another package is played on the server, from the room to the ladder."""

import asyncio
import random
from pathlib import Path
from typing import Any

import pytest

import paiju.client as library
from paiju.client import Refused
from paiju.engine.record import read, replay, verify
from paiju.games.registry import find_game
from paiju.protocol.rooms import CreateRoom, SeatedAnswer
from tests.server.serving import Client, Running, http_client, play_out, serving
from tests.toy.package import install

pytestmark = pytest.mark.anyio

GAME = "high-card"


@pytest.fixture(autouse=True)
def package(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = tmp_path / "site"
    folder.mkdir()
    install(folder)
    monkeypatch.syspath_prepend(folder)


async def get(server: Running, path: str, **query: Any) -> Any:
    async with http_client(server.base) as http:
        answer = await http.get(f"/api/v1/{path}", params=query)
        assert answer.status_code == 200, answer.text
        return answer.json() if "json" in answer.headers["content-type"] else answer.text


async def finished(client: Client, **fields: Any) -> SeatedAnswer:
    """A match of Ada against a bot, played to its end over the socket."""
    wish = {"game": GAME, "name": "Ada", "seats": 2, "bots": ["normal"], "start": True, "visibility": "listed"}
    mine = await client.create(CreateRoom(**{**wish, **fields}))
    async with client.table(mine.room, mine.secret) as table:
        await play_out(table, random.Random(1))
        assert table.over
    return mine


async def test_the_server_offers_the_game(tmp_path: Path) -> None:
    async with serving(tmp_path) as server, Client(server.base) as client:
        info = next(game for game in (await client.server()).games if game.name == GAME)
        assert [(book.name, book.seats) for book in info.rulebooks] == [("high", [2, 4]), ("low", [2, 4])]
        rules = await get(server, f"rules/{GAME}/low")
        assert rules["sections"][0]["title"] == "low"
        assert rules["options"][0]["label"] == "handSize"


async def test_two_people_and_a_bot_play_from_the_lobby_to_the_end(tmp_path: Path) -> None:
    async with serving(tmp_path) as server, Client(server.base) as client:
        wish = CreateRoom(game=GAME, name="Ada", seats=3, bots=["easy"], rulebook="low", options={"handSize": 2})
        ada = await client.create(wish)
        bo = await client.join(ada.room, "Bo")
        await client.start(ada.room, ada.secret)
        async with client.table(ada.room, ada.secret) as first, client.table(bo.room, bo.secret) as second:
            played = await asyncio.gather(play_out(first, random.Random(1)), play_out(second, random.Random(2)))
        assert list(played) == [2, 2]


async def test_a_refusal_comes_in_the_words_of_the_game(tmp_path: Path) -> None:
    async with serving(tmp_path) as server:
        for language, text in (("en-US", "You do not hold this card."), ("zh-CN", "你手里没有这张牌。")):
            async with library.Client(server.base, lang=language, timeout=120) as client:
                wish = CreateRoom(game=GAME, name="Ada", seats=2, bots=["easy"], start=True)
                mine = await client.create(wish)
                async with client.table(mine.room, mine.secret) as table:
                    async for position in table.turns():
                        if position.legal:
                            break
                    held = {action["card"] for action in position.legal}
                    other = next(card for card in range(12) if card not in held)
                    with pytest.raises(Refused) as refused:
                        await table.act({"type": "PLAY", "card": other})
                    assert (refused.value.problem.code, refused.value.problem.text) == ("card_not_held", text)
                    hint = await table.hint()
                    assert hint in position.legal


async def test_positions_record_history_and_ladder(tmp_path: Path) -> None:
    async with serving(tmp_path) as server, Client(server.base) as client:
        ada = await client.new_player()
        mine = await finished(client, player=ada.secret, ranked=True)
        await finished(client, ranked=True)

        record = read(await client.record(mine.match), find_game)
        verify(record)
        assert replay(record).over()

        count = len(record.entries) + 1
        seen = await get(server, f"matches/{mine.match}/positions", count=count)
        assert seen["game"] == GAME
        assert [len(hand) for hand in seen["frames"][-1]["hands"]] == [0, 0]
        assert {fact["type"] for move in seen["moves"] for fact in move["facts"]} >= {"dealt", "played", "trick_won"}
        own = await get(server, f"matches/{mine.match}/positions", count=count, seat=0)
        got = [fact for move in own["moves"] for fact in move["facts"] if fact["type"] == "got"]
        assert [fact["seat"] for fact in got] == [0]

        found = await client.matches(game=GAME)
        assert len(found.matches) == 2
        ladder = await client.ladder(GAME, "ranked")
        rows = {row.player: row for row in ladder.rows}
        assert (rows[ada.player].matches, rows["bot:normal"].matches) == (1, 2)
        profile = await get(server, f"players/{ada.player}")
        assert profile["ratings"][0]["game"] == GAME
