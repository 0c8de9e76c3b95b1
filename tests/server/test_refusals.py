"""A refusal is the caller's alone, and tells only what the caller knows."""

import json
import re
from contextlib import AsyncExitStack
from pathlib import Path
from typing import Any

import httpx2
import pytest

from paiju.client import Refused
from paiju.engine.game import Seat
from paiju.protocol import messages as m
from tests.server.serving import Client, http_client, serving, wish
from tests.server.test_secrets import CARD, NAMES, Tap, known_to, lists_of_numbers

pytestmark = pytest.mark.anyio

STILL: dict[str, dict[str, Any]] = {"uno": {}, "shandong": {"declareWindowMs": 600_000}}
"""Options with which nothing moves by itself once the cards are dealt."""


def wrong_plays(game: str, cards: list[str]) -> list[dict[str, Any]]:
    """Actions that name these cards and are refused at the beginning of a match, whoever sends them out of turn."""
    if game == "uno":
        return [{"type": "PLAY_CARD", "cardId": card, "chosenColor": "red"} for card in cards]
    return [{"type": kind, "cards": [card]} for card in cards[:6] for kind in ("PLAY", "BURY", "DECLARE")]


def without_words(refusal: str, card: str) -> str:
    """A refusal without its sentence and without the card it is about."""
    return re.sub(r'"text": "[^"]*"', "", refusal).replace(card, "CARD")


class Sender:
    """Sends what is refused, on every way an action can be sent, and hands back each answer as it came."""

    def __init__(self, tap: Tap, http: httpx2.AsyncClient, room: str) -> None:
        self._tap, self._http, self._room = tap, http, f"/api/v1/rooms/{room}"

    async def refusals(self, action: dict[str, Any]) -> list[str]:
        with pytest.raises(Refused):
            await self._tap.ask(m.Act(action=action))
        assert not (await self._tap.ask(m.Check(action=action))).legal
        answers = [json.loads(frame) for frame in self._tap.frames if '"re":' in frame][-2:]
        for verb in ("act", "check"):
            answers.append((await self._http.post(f"{self._room}/{verb}", json={"action": action})).json())
        for answer in answers:
            assert lists_of_numbers(answer.get("error") or answer["problem"]) == []
            answer["re"] = 0
        return [json.dumps(answer) for answer in answers]


@pytest.mark.parametrize("game", ["uno", "shandong"])
async def test_a_refusal_is_the_callers_alone_and_tells_only_what_the_caller_knows(tmp_path: Path, game: str) -> None:
    async with AsyncExitStack() as stack:
        server = await stack.enter_async_context(serving(tmp_path))
        client = await stack.enter_async_context(Client(server.base))
        host = await client.create(wish(game, bots=[], start=False, options=STILL[game]))
        seated = [host] + [await client.join(host.room, name) for name in NAMES[1:]]
        taps = [Tap(client, host.room, who.secret) for who in seated]
        for tap in taps:
            stack.push_async_callback(tap.close)
            await tap.connect()
        await client.start(host.room, host.secret)
        table = await server.service.lobby.table(host.room)
        state, seq = table.folded.state, table.folded.seq
        assert state is not None
        caller = (int(state.turn()) + 1) % 4 if state.turn() >= 0 else 0
        hands = [set(CARD.findall(json.dumps(state.view(Seat(seat)).to_json()["hand"]))) for seat in range(4)]
        known = [known_to(state, seat) for seat in range(4)]
        for tap in taps:
            await tap.ask(m.AskView())  # the deal, with the cards that everybody drew for it, has come before
        begin = [len(tap.frames) for tap in taps]
        http = await stack.enter_async_context(http_client(server.base))
        http.headers["authorization"] = f"Bearer {seated[caller].secret}"
        sender = Sender(taps[caller], http, host.room)

        for action in wrong_plays(game, sorted(hands[caller])):
            for text in await sender.refusals(action):
                assert set(CARD.findall(text)) <= known[caller], text
        # Whether a card that is not one's own lies in another's hand or with the undealt ones makes no difference.
        elsewhere = min(hands[(caller + 1) % 4] - known[caller])
        undealt = min(set(CARD.findall(json.dumps(state.snapshot()))) - set().union(*hands, *known))
        for mine, other in zip(wrong_plays(game, [elsewhere]), wrong_plays(game, [undealt]), strict=True):
            told = [without_words(text, elsewhere) for text in await sender.refusals(mine)]
            assert told == [without_words(text, undealt) for text in await sender.refusals(other)]
        for seat, tap in enumerate(taps):
            await tap.ask(m.AskView())  # what was sent before has come before
            if seat != caller:
                assert set(CARD.findall("".join(tap.frames[begin[seat] :]))) <= known[seat]
        assert table.folded.seq == seq
