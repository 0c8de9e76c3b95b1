"""Over the wire an action is refused with the code of the rules, on both transports; only what is malformed is not."""

import random
from pathlib import Path
from typing import Any

import pytest

from paiju.client import Refused
from paiju.games.registry import find_game
from paiju.i18n import LANGUAGES, translator
from tests.server.deals import StackedDeals, dealt
from tests.server.serving import SHORT, Client, http_client, play_out, seat_of, serving

pytestmark = pytest.mark.anyio

HANDS = ("r1 r7 w g2", "r2 b2 b3 b4")
REFUSED: list[tuple[dict[str, Any], str]] = [
    ({"type": "PLAY_CARD", "cardId": "no-such-card"}, "CARD_NOT_IN_HAND"),
    ({"type": "PLAY_CARD", "cardId": "blue-2-28"}, "CARD_NOT_IN_HAND"),
    ({"type": "PLAY_CARD", "cardId": "wild-100", "chosenColor": "pink"}, "INVALID_COLOR"),
    ({"type": "PLAY_CARD", "cardId": "wild-100"}, "CHOOSE_COLOR_REQUIRED"),
    ({"type": "CHALLENGE_UNO", "targetPlayerId": "Ann"}, "INVALID_CHALLENGE"),
    ({"type": "CHALLENGE_UNO"}, "INVALID_CHALLENGE"),
    ({"type": "FLY"}, "UNKNOWN_ACTION"),
    ({"type": "START"}, "UNKNOWN_ACTION"),
    ({"type": "SHUFFLE", "order": [0]}, "UNKNOWN_ACTION"),
]
MALFORMED: list[dict[str, Any]] = [
    {},
    {"type": 5},
    {"type": "PLAY_CARD"},
    {"type": "PLAY_CARD", "cardId": 7},
    {"type": "DRAW_CARD", "count": 2},
]


async def codes(base: str, room: str, secret: str, action: dict[str, Any]) -> list[str]:
    """The code that `check` and `act` answer, or "" for a yes."""
    found = []
    async with http_client(base, headers={"authorization": f"Bearer {secret}"}) as http:
        for verb in ("check", "act"):
            answer = (await http.post(f"/api/v1/rooms/{room}/{verb}", json={"action": action})).json()
            problem = answer.get("error") or answer.get("problem") or answer.get("penalty")
            found.append("" if problem is None else problem["code"])
    return found


async def test_the_rules_refuse_names_that_do_not_exist(tmp_path: Path) -> None:
    deals = StackedDeals()
    async with serving(tmp_path, deals) as server, Client(server.base) as client:
        mine, _ = await dealt(client, deals, HANDS, "r5")
        table = await server.service.lobby.table(mine.room)
        before = table.folded.seq
        async with client.table(mine.room, mine.secret) as live:
            for action, code in REFUSED:
                assert await codes(server.base, mine.room, mine.secret, action) == [code, code], action
                with pytest.raises(Refused) as refused:
                    await live.act(action)
                problem = refused.value.problem
                assert (problem.code, problem.rule) == (code, f"uno#{code}")
                assert problem.text and problem.text != code
            for action in MALFORMED:
                assert await codes(server.base, mine.room, mine.secret, action) == ["bad_action", "bad_action"], action
            assert table.folded.seq == before
            await live.act({"type": "PLAY_CARD", "cardId": "red-1-1", "chosenColor": "pink", "playerId": "p1"})
        assert table.folded.seq > before


async def test_out_of_turn_with_an_unknown_card_costs_what_the_arena_says(tmp_path: Path) -> None:
    deals = StackedDeals()
    async with serving(tmp_path, deals) as server, Client(server.base) as client:
        people = await dealt(client, deals, HANDS, "r5", rulebook="arena")
        table = await server.service.lobby.table(people[0].room)
        state = table.folded.state
        assert state is not None
        late = people[1 - int(state.turn())]
        unknown = {"type": "PLAY_CARD", "cardId": "no-such-card"}
        assert await codes(server.base, late.room, late.secret, unknown) == ["NOT_YOUR_TURN", "NOT_YOUR_TURN"]
        view = (await client.view(late.room, late.secret)).view
        assert view is not None and len(view["hand"]) == 6
        assert view["lastAction"]["type"] == "START"
        assert await codes(server.base, late.room, late.secret, {"type": "PLAY_CARD"}) == ["bad_action", "bad_action"]


@pytest.mark.parametrize(("game", "before", "after"), [
    ("uno", "GAME_NOT_STARTED", "GAME_ENDED"),
    ("shandong", "not_started", "match_over"),
])  # fmt: skip
async def test_before_the_start_and_after_the_end(tmp_path: Path, game: str, before: str, after: str) -> None:
    action = {"type": "DRAW_CARD"} if game == "uno" else {"type": "PLAY", "cards": ["hearts_A_0"], "playerId": "p1"}
    async with serving(tmp_path) as server, Client(server.base) as client:
        early = await seat_of(client, game=game, start=False)
        assert await codes(server.base, early.room, early.secret, action) == [before, before]
        answer = await client.view(early.room, early.secret)
        assert (answer.status, answer.view) == ("waiting", None)
        mine = await seat_of(client, game=game, options=SHORT[game])
        assert (await client.view(mine.room, mine.secret)).status == "playing"
        async with client.table(mine.room, mine.secret, views="none") as table:
            await play_out(table, random.Random(1))
        assert await codes(server.base, mine.room, mine.secret, action) == [after, after]
        assert (await client.view(mine.room, mine.secret)).status == "ended"


@pytest.mark.parametrize("language", LANGUAGES)
def test_both_languages_have_words_for_the_codes(language: str) -> None:
    for game in ("uno", "shandong"):
        found = find_game(game)
        t = translator(game, language)
        assert all(code in t for code in (found.not_started_code, found.ended_code) if code)
    uno = translator("uno", language)
    assert all(code in uno for _, code in REFUSED)
    assert "bad_action" in translator("server", language)
