"""A bot that breaks the rules gets the same from the server as from every other driver, and the match goes on."""

import json
from pathlib import Path
from typing import Any, cast

import pytest

from paiju.bots.base import Bot
from paiju.engine.drive import MOST_IN_A_ROW, carry_out
from paiju.engine.game import HOST, Action, Seat, State, View
from paiju.engine.shuffle import Source
from paiju.games.uno.actions import CALL, DRAW, play_card
from paiju.games.uno.view import UnoView
from paiju.protocol.rooms import CreateRoom, SeatedAnswer
from paiju.server.match.thinking import think
from tests.server.clock import ManualClock
from tests.server.deals import StackedDeals, uno_deal
from tests.server.serving import Client, Running, serving, until
from tests.sim.rude_bots import Cheats, Mumbles, Raises

pytestmark = pytest.mark.anyio

LATER = {"pace_min_ms": 60_000, "pace_max_ms": 60_000}
"""With a clock that stands still, bots do nothing before the test asks them."""
STRICT = {"targetScore": None, "initialCards": 2, "illegalPlayPenalty": 2}


class Misplays(Bot):
    """Lays a card that it holds and that does not fit."""

    def choose(self, view: View, source: Source) -> Action:
        return play_card(cast(UnoView, view).hand[0])


class Shouts(Bot):
    """Calls UNO whenever it may, and so keeps its turn."""

    def choose(self, view: View, source: Source) -> Action:
        return CALL if CALL in view.legal else DRAW


async def against(server: Running, client: Client, bot: type[Bot], deals: StackedDeals) -> SeatedAnswer:
    """Ada waits while the bot in seat 1 is on turn."""
    server.service.bots.makers["easy"] = lambda _game: bot()
    deals.stack(uno_deal(["r5 b7", "g1 g2"], "r9", first=1))
    return await client.create(
        CreateRoom(game="uno", name="Ada", bots=["easy"], seats=2, options=STRICT, start=True, clock=0)
    )


async def actions(server: Running, mine: SeatedAnswer) -> list[tuple[int, dict[str, Any]]]:
    """What seats and host have done, as the log says."""
    entries = [entry for entry in await server.service.log.read(mine.match) if entry.actor in (HOST, 0, 1)]
    return [(entry.actor, json.loads(entry.data)["a"]) for entry in entries]


def expected(state: State, answer: object) -> list[tuple[int, dict[str, Any]]]:
    done: list[tuple[int, dict[str, Any]]] = []

    def apply(seat: Seat, action: Action) -> None:
        done.append((seat, action.to_json()))
        state.apply(seat, action)

    carry_out(state, Seat(1), answer, apply)
    return done


@pytest.mark.parametrize(
    ("bot", "done"),
    [(Misplays, ["PENALTY", "TIMEOUT"]), (Cheats, ["TIMEOUT"]), (Mumbles, ["TIMEOUT"]), (Raises, ["TIMEOUT"])],
)
async def test_an_unusable_answer_is_penalized_as_the_rulebook_says_and_the_default_is_played(
    tmp_path: Path, bot: type[Bot], done: list[str]
) -> None:
    deals = StackedDeals()
    async with serving(tmp_path, deals, ManualClock(), **LATER) as server, Client(server.base) as client:
        mine = await against(server, client, bot, deals)
        table = await server.service.lobby.table(mine.room)
        before = table.folded.state
        assert before is not None and before.turn() == 1
        begun = len(await actions(server, mine))
        await think(table, 1, table.folded.game_seq)
        found = (await actions(server, mine))[begun:]
        assert [action["type"] for _, action in found] == done
        try:
            answer: object = bot().choose(before.view(Seat(1)), table.folded.source)
        except KeyError:
            answer = None
        assert found == expected(before.copy(), answer)


async def test_a_bot_that_keeps_its_turn_loses_it(tmp_path: Path) -> None:
    deals = StackedDeals()
    async with serving(tmp_path, deals) as server, Client(server.base) as client:
        mine = await against(server, client, Shouts, deals)
        table = await server.service.lobby.table(mine.room)
        await until(lambda: table.folded.state is not None and table.folded.state.turn() == 0)
        done = await actions(server, mine)
        own = [action["type"] for actor, action in done if actor == 1]
        assert own == ["CALL_UNO"] * MOST_IN_A_ROW
        assert done[-1] == (HOST, {"type": "TIMEOUT", "playerId": "p2"})
