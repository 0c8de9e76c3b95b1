"""Chat in rooms: everybody decides alone whom to hear."""

import asyncio
from pathlib import Path

import pytest

from paiju.client import LiveTable, Refused
from paiju.protocol import messages as m
from tests.server.serving import Client, seat_of, serving

pytestmark = pytest.mark.anyio


async def test_who_is_muted_is_not_heard_by_those_who_muted_until_they_take_it_back(tmp_path: Path) -> None:
    async def heard(table: LiveTable, marker: str) -> list[str]:
        """Texts that reach a seat until the marker does."""
        found: list[str] = []
        async with asyncio.timeout(60):
            while marker not in found:
                message = await table.inbox.get()
                found += [message.text] if isinstance(message, m.Chatted) else []
        return found

    async with serving(tmp_path) as server, Client(server.base) as client:
        ada = await seat_of(client, start=False, bots=[])
        bo, cy = await client.join(ada.room, "Bo"), await client.join(ada.room, "Cy")
        tables = [client.table(ada.room, who.secret) for who in (ada, bo, cy)]
        async with tables[0] as a, tables[1] as b, tables[2] as c:
            await a.mute(1)
            await b.say("buy now")
            await c.say("first")
            assert await heard(a, "first") == ["first"]
            assert await heard(c, "first") == ["buy now", "first"]
            entered = await a.reconnect()
            assert [line.text for line in entered.chat] == ["first"]
            await a.mute(1, on=False)
            await b.say("sorry")
            assert await heard(a, "sorry") == ["sorry"]
            for seat in (0, 3, 31):
                with pytest.raises(Refused, match="bad_seat"):
                    await a.mute(seat)
