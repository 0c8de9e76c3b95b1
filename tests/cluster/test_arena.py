"""Requests of the arena at a node that is behind: they are judged by the log, not by what that node last knew."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import pytest

from paiju.engine.game import SPECTATOR, Seat
from paiju.games.uno.position import Position
from paiju.server.arena.arena_room import ArenaClient, ArenaRoom, Sender, _turn_id_of
from paiju.server.arena.refusals import ArenaRefusal
from paiju.server.arena.uno_moves import move
from paiju.server.arena.wire import Json
from paiju.server.match.changes import Change
from paiju.server.match.table import Table
from tests.cluster.model import Model

pytestmark = pytest.mark.anyio


class Two:
    """The same match at two nodes, as the arena sees it. The second does not hear the first."""

    def __init__(self, model: Model, here: ArenaRoom, there: ArenaRoom) -> None:
        self.model = model
        self.here = here
        self.there = there

    @property
    def state(self) -> Position:
        state = self.here.table.folded.state
        assert isinstance(state, Position)
        return state

    def drawing(self) -> tuple[int, Json]:
        """Who is on turn, and a request to draw in this turn."""
        return int(self.state.turn()), {"actionId": "x1", "turnId": _turn_id_of(self.state)}


@asynccontextmanager
async def two() -> AsyncIterator[Two]:
    async with Model() as model:
        here, there = [ArenaRoom(Sender(model.members[number].service), await model.table(number)) for number in (0, 1)]
        model.switch(1, "others", True)
        yield Two(model, here, there)
        here.stop()
        there.stop()


class Noting(ArenaClient):
    """A socket of the arena that notes the changes it is told of."""

    def __init__(self, sender: Sender, room: ArenaRoom) -> None:
        super().__init__(sender, "", room.table, int(SPECTATOR), "", "en-US")
        self.changes: list[Change] = []

    def on_change(self, _table: Table, change: Change) -> None:
        self.changes.append(change)


async def test_what_another_node_has_stored_is_told_one_step_after_the_other() -> None:
    """Events show the table as it was after their step."""
    async with two() as place:
        client = Noting(Sender(place.model.members[1].service), place.there)
        table = place.there.table
        table.listeners[client] = int(SPECTATOR)
        for _ in range(2):
            await place.model.act(0, 0)
            await place.model.pass_time(0.1)
        await table.look()
        assert len(client.changes) == 2
        assert client.changes[0].after is client.changes[1].before


async def test_a_request_whose_answer_was_lost_is_not_stale_at_a_node_that_has_not_heard_of_its_turn() -> None:
    async with two() as place:
        turn = place.state.turn_number
        while place.state.turn_number == turn:
            await place.model.act(0, 0)
        seat, request = place.drawing()
        first = await move(place.here, seat, "draw", request, "en-US")
        again = await move(place.there, seat, "draw", request, "en-US")
        assert again["count"] == first["count"]
        assert sum(entry.key == f"{seat}:x1" for entry in place.model.log()) == 1


async def test_a_request_for_a_turn_that_has_ended_elsewhere_is_stale_and_costs_nothing() -> None:
    async with two() as place:
        seat, request = place.drawing()
        await place.here.table.host(place.state.timeout(Seat(seat)))
        stored = len(place.model.log())
        with pytest.raises(ArenaRefusal) as refused:
            await move(place.there, seat, "draw", request, "en-US")
        assert refused.value.code == "STALE_TURN"
        assert len(place.model.log()) == stored
