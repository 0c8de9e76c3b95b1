"""How much there may be of everything, and who may read the figures."""

import asyncio
import json
import random
from pathlib import Path

import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus

from tests.server.serving import Client, first_turn, http_client, open_socket, play_out, seat_of, serving, until, wish
from tests.server.test_rooms import refused

pytestmark = pytest.mark.anyio


async def test_an_address_has_only_so_many_sockets(tmp_path: Path) -> None:
    async with serving(tmp_path, sockets_per_address=2) as server:
        async with open_socket(server) as first, open_socket(server):
            with pytest.raises((InvalidStatus, ConnectionClosed)):
                async with open_socket(server) as third:
                    await third.send('{"type":"ping","id":1}')
                    await asyncio.wait_for(third.recv(), 60)
            await first.send('{"type":"ping","id":1}')
            assert json.loads(await asyncio.wait_for(first.recv(), 60))["re"] == 1
        await until(lambda: not server.service.sockets)
        async with open_socket(server) as again:
            await again.send('{"type":"ping","id":1}')
            assert json.loads(await asyncio.wait_for(again.recv(), 60))["re"] == 1


async def test_an_address_has_only_so_many_seats(tmp_path: Path) -> None:
    async with serving(tmp_path, seats_per_address=2) as server, Client(server.base) as client:
        host = await seat_of(client, start=False, bots=[])
        bo = await client.join(host.room, "Bo")
        assert await refused(client.join(host.room, "Cy")) == "too_many_seats"
        assert await refused(client.create(wish())) == "too_many_seats"
        async with http_client(server.base) as http:
            room = (await http.get("/api/rooms/list")).json()[0]["id"]
            body = {"firstName": "Ada", "lastName": "Bot", "MAC": "02:00:00:00:00:01"}
            answer = await http.post(f"/api/rooms/{room}/join", json=body)
            assert (answer.status_code, answer.json()["code"]) == (409, "TOO_MANY_SEATS")
        await client.leave(host.room, bo.secret)
        await client.join(host.room, "Cy")


async def test_there_are_only_so_many_rooms(tmp_path: Path) -> None:
    async with serving(tmp_path, max_rooms=2, open_rooms=0) as server, Client(server.base) as client:
        first = await seat_of(client)
        await seat_of(client)
        assert await refused(client.create(wish())) == "too_many_rooms"
        assert len(server.service.lobby.rooms) == 2
        await client.leave(first.room, first.secret)
        await server.service.lobby.tidy()
        await seat_of(client)


async def test_a_match_has_only_so_many_entries(tmp_path: Path) -> None:
    async with serving(tmp_path, max_entries=100) as server, Client(server.base) as client:
        mine = await seat_of(client, options={"targetScore": 10000, "initialCards": 10})
        async with client.table(mine.room, mine.secret, views="turn") as table:
            await play_out(table, random.Random(1), most=100)
        info = await client.room(mine.room)
        assert (info.status, info.seq <= 110) == ("ended", True)
        assert await refused(client.match(mine.match)) == "no_match"  # abandoned: it counts for nobody


async def test_nobody_goes_on_with_a_match_that_had_too_many_entries(tmp_path: Path) -> None:
    """Its rules know no end yet: they would let the next player act."""
    async with serving(tmp_path, max_entries=100) as server, Client(server.base) as client:
        host = await seat_of(client, seats=2, bots=[], start=False)
        people = [host, await client.join(host.room, "Bo")]
        await client.start(host.room, host.secret)
        table = await server.service.lobby.table(host.room)
        while table.folded.finished is None:
            position = await first_turn(client, *people)
            action = min(position.legal, key=lambda action: action["type"] == "PLAY_CARD")  # so that no round ends
            await client.act(host.room, people[position.seat].secret, action)
        assert table.folded.state is not None
        turn, seq = table.folded.state.turn(), table.folded.seq
        action = table.folded.state.legal(turn)[0].to_json()
        assert await refused(client.act(host.room, people[turn].secret, action)) == "GAME_ENDED"
        assert table.folded.seq == seq


async def test_metrics_are_for_whoever_has_the_token(tmp_path: Path) -> None:
    async with serving(tmp_path, metrics_token="figures") as server:
        async with http_client(server.base) as http:
            for secret in (None, "wrong"):
                headers = {} if secret is None else {"authorization": f"Bearer {secret}"}
                answer = await http.get("/metrics", headers=headers)
                assert (answer.status_code, answer.json()["error"]["code"]) == (404, "not_found")
            answer = await http.get("/metrics", headers={"authorization": "Bearer figures"})
            assert answer.status_code == 200
            assert "paiju_" in answer.text
