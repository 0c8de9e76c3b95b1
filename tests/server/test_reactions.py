"""Where people may act out of turn, a bot on turn leaves them the time for it."""

from pathlib import Path

import pytest

from paiju.server.match.policy import REACT_MS
from tests.server.clock import ManualClock
from tests.server.serving import Client, seat_of, serving

pytestmark = pytest.mark.anyio

PACE = {"pace_min_ms": 400, "pace_max_ms": 400, "absent_seconds": 86400, "open_rooms": 0}


@pytest.mark.parametrize(("jump_in", "pause"), [(True, REACT_MS), (False, 400)])
async def test_a_bot_waits_longer_where_people_may_jump_in(tmp_path: Path, *, jump_in: bool, pause: int) -> None:
    clock = ManualClock()
    async with serving(tmp_path, clock, **PACE) as server, Client(server.base) as client:
        options = {"targetScore": 10000, "jumpIn": jump_in}
        ada = await seat_of(client, clock=0, seats=3, bots=["easy"], start=False, options=options)
        await client.join(ada.room, "Bo")
        await client.start(ada.room, ada.secret)
        table = await server.service.lobby.table(ada.room)
        state = table.folded.state
        assert state is not None
        assert bool(state.reactors()) is jump_in
        assert {table.policy.bot_delay_ms(table.folded) for _ in range(20)} == {pause}
