"""Game requests of the arena: read, judge, act, and say what came of it."""

import asyncio
from typing import Any, Final, TypeGuard

from paiju.engine.game import Action, Seat
from paiju.games.uno.actions import (
    ACCEPT,
    ACCEPT_WD4,
    BAD_COLOUR,
    CALL,
    CALL_UNO,
    CATCHES,
    CHALLENGE,
    CHALLENGE_UNO,
    CHALLENGE_WD4,
    DRAW,
    DRAW_CARD,
    NO_SEAT,
    PLAY_CARD,
    SKIP,
    SKIP_TURN,
    UnoAction,
    play_card,
)
from paiju.games.uno.cards import COLOUR_OF, FACE_OF, NO_CARD, NO_COLOUR, SEVEN, find_colour
from paiju.games.uno.position import Position
from paiju.games.uno.view import DRAWN, IDLE, ROUND_OVER, WD4
from paiju.server.arena import wire
from paiju.server.arena.desk import Desk
from paiju.server.arena.faults import Fault, as_fault
from paiju.server.arena.narrate import TITLES, bypassed, drawn_by, penalty_words
from paiju.server.arena.wire import Json
from paiju.server.errors import Refusal
from paiju.server.match.changes import Accepted
from paiju.server.match.entries import decode_game
from paiju.server.match.replay import fold
from paiju.server.match.table import Table

_TURN_VERBS: Final = frozenset(("play", "draw", "pass"))
_VERBS: Final = {
    PLAY_CARD: "play",
    DRAW_CARD: "draw",
    SKIP_TURN: "pass",
    CALL_UNO: "uno",
    CHALLENGE_WD4: "challenge",
    ACCEPT_WD4: "accept",
}
_PASSED_FOR: Final = frozenset(("ONLY_DRAWN_CARD", "ALREADY_DRAWN"))
"""A legacy bot would repeat these mistakes for ever, so the server passes for it."""


async def move(desk: Desk, seat: int, verb: str, body: Json, language: str) -> Json:
    """Carry out a request of the owner of `seat`. Raises `Fault` when it is refused."""
    table = desk.table
    action_id = body.get("actionId")
    first = await table.answered(seat, action_id) if _is_action_id(action_id) else None
    if first is not None:
        return await _again(table, seat, first, language)
    state = _running(table)
    wanted = body.get("turnId")
    if wanted is not None and (wanted != desk.turn_id or state.current != seat):
        raise Fault("STALE_TURN")
    if verb == "pass" and not (state.current == seat and state.phase == DRAWN) and desk.take_late_pass(seat):
        return {"passed": True, "alreadyEnded": True}
    if verb == "catchout":
        return await _catch_out(table, seat, body, language)
    try:
        action = _read(table, state, seat, verb, body)
        try:
            return await _act(desk, seat, verb, action, _action_id(body), language)
        except Refusal as refusal:
            now = _running(table)
            if refusal.code != "CARD_NOT_IN_HAND" or now is state:
                raise
            # The turn came while the request waited for the one before it: what it names is looked up now.
            action = _read(table, now, seat, verb, body)
            return await _act(desk, seat, verb, action, _action_id(body), language)
    except (Fault, Refusal) as error:
        raise await _answered_wrongly(desk, seat, verb, as_fault(error), language) from None


def _running(table: Table) -> Position:
    state = wire.position_of(table.folded)
    if table.folded.finished is not None:
        raise Fault("GAME_ENDED")
    if state is None or state.phase == IDLE:
        raise Fault("GAME_NOT_STARTED")
    return state


def _action_id(body: Json) -> str | None:
    value = body.get("actionId")
    if value is None:
        return None
    if not _is_action_id(value):
        raise Fault("BAD_REQUEST")
    return value


def _is_action_id(value: object) -> TypeGuard[str]:
    return isinstance(value, str) and 1 <= len(value) <= 64 and "\0" not in value


def _read(table: Table, state: Position, seat: int, verb: str, body: Json) -> Action:
    """The action a request stands for. Out of turn nothing else is looked at."""
    if verb == "draw":
        return DRAW
    if verb == "pass":
        return SKIP
    if verb == "uno":
        return CALL
    if verb == "challenge":
        return CHALLENGE
    if verb == "accept":
        return ACCEPT
    if state.current != seat or not IDLE < state.phase < ROUND_OVER:
        return play_card(NO_CARD)
    hand = state.hands[seat]
    index = body.get("cardIndex")
    if not isinstance(index, int) or isinstance(index, bool) or not 0 <= index < len(hand):
        raise Fault("CARD_NOT_IN_HAND")
    card = hand[index]
    colour: int = NO_COLOUR
    named = body.get("wildColor")
    if COLOUR_OF[card] == NO_COLOUR and named is not None:
        colour = find_colour(named.lower()) if isinstance(named, str) else NO_COLOUR
        colour = BAD_COLOUR if colour == NO_COLOUR else colour
    target = _seat_of(table, body.get("targetId")) if FACE_OF[card] == SEVEN else NO_SEAT
    return play_card(card, colour, target)


def _seat_of(table: Table, public: object) -> int:
    """The seat of a public id, NO_SEAT for anything else."""
    for seat, place in enumerate(table.folded.places):
        if place.public and place.public == public:
            return seat
    return NO_SEAT


async def _act(desk: Desk, seat: int, verb: str, action: Action, action_id: str | None, language: str) -> Json:
    table = desk.table
    before = _running(table)

    def forgiven(code: str) -> bool:
        return code == "NOT_YOUR_TURN" and desk.recently_acted(seat)

    accepted = await table.act(seat, action, action_id=action_id, forgive=forgiven)
    if accepted.repeated:
        return await _again(table, seat, accepted, language)
    after = wire.position_of(table.folded)
    if after is None:
        raise Fault("INTERNAL")
    if accepted.penalty is not None:
        raise _Punished(accepted.penalty.code, len(after.hands[seat]) - len(before.hands[seat]))
    return _result(before, after, seat, verb, action)


class _Punished(Fault):
    """Refused, and it cost cards: the state changed, so the answer is 200."""

    def __init__(self, code: str, count: int) -> None:
        super().__init__(code, status=200)
        self.count: Final = count


def _punishment(code: str, count: int, language: str) -> Fault:
    told = penalty_words(TITLES[code], count, code, language)
    return Fault(code, status=200, result={**told, "accepted": False})


async def _answered_wrongly(desk: Desk, seat: int, verb: str, fault: Fault, language: str) -> Fault:
    """What a refused request does to the open decision, and the answer it gets."""
    table = desk.table
    state = wire.position_of(table.folded)
    answer = _punishment(fault.code, fault.count, language) if isinstance(fault, _Punished) else fault
    mine = state is not None and state.current == seat and IDLE < state.phase < ROUND_OVER and state.phase != WD4
    if state is None or not mine or verb not in _TURN_VERBS or fault.code in ("STALE_TURN", "UNAVAILABLE"):
        return answer
    if fault.code in _PASSED_FOR:
        await _pass_for(table, state, seat)
        return Fault(fault.code, status=200, result={"rejected": True, "turnEnded": True})
    if desk.rejected(state) >= table.context.settings.max_rejects_per_turn:
        await table.host(state.timeout(Seat(seat)))
    else:
        desk.reopen(seat)
    return answer


async def _pass_for(table: Table, state: Position, seat: int) -> None:
    """End the turn of somebody who cannot go on alone."""
    if state.refusal(Seat(seat), SKIP):
        await table.host(state.timeout(Seat(seat)))
    else:
        await table.act(seat, SKIP)


# --- what came of it ----------------------------------------------------------------------------------------------


def _result(before: Position, after: Position, seat: int, verb: str, action: Action) -> Json:
    if verb == "play":
        return _played(before, after, seat, action)
    if verb == "pass":
        return {"passed": True}
    if verb == "uno":
        return {"called": True}
    drawn = drawn_by(before, after)
    if bypass := bypassed(before, drawn):  # a penalty of its own, told as such
        drawn[before.exposed] -= bypass
    if verb == "challenge":
        shown = wire.cards(after.shown)
        return {"won": after.last_success == 1, "shownHand": shown, "count": sum(drawn.values())}
    if verb == "accept" or before.phase == WD4:
        return {"accepted": True, "count": drawn.get(seat, 0)}
    return _drew(before, after, seat, drawn.get(seat, 0))


def _played(before: Position, after: Position, seat: int, action: Action) -> Json:
    data = action.to_json()
    card = after.discard[-1] if after.discard else NO_CARD
    left = len(after.hands[seat])
    result: Json = {
        "card": wire.CARDS_ON_WIRE[card],
        "cardsLeft": left,
        "uno": left == 1 and after.called == seat,
        "unoMissing": left == 1 and after.exposed == seat,
        "turnEnded": True,
    }
    if "chosenColor" in data:
        result["chosenColor"] = str(data["chosenColor"]).upper()
    return result


def _drew(before: Position, after: Position, seat: int, count: int) -> Json:
    playable = after.phase == DRAWN and after.current == seat
    result: Json = {"count": count, "playable": playable, "turnEnded": not playable}
    new = after.hands[seat][len(after.hands[seat]) - count :]
    if count == 1:
        result["card"] = wire.CARDS_ON_WIRE[new[0]]
    elif count > 1:
        result["cards"] = wire.cards(new)
    return result


async def _catch_out(table: Table, seat: int, body: Json, language: str) -> Json:
    """A catch that fails is accepted too, as a lost challenge."""
    target: Any = _seat_of(table, body.get("targetId"))
    before = _running(table)
    if target == NO_SEAT:
        raise Fault("INVALID_CHALLENGE")
    accepted = await table.act(seat, CATCHES[target], action_id=_action_id(body))
    if accepted.repeated:
        return await _again(table, seat, accepted, language)
    after = wire.position_of(table.folded)
    if after is None:
        raise Fault("INTERNAL")
    return _caught(before, after, seat, target, language)


def _caught(before: Position, after: Position, seat: int, target: int, language: str) -> Json:
    caught = before.exposed == target
    who = target if caught else seat
    count = len(after.hands[who]) - len(before.hands[who])
    if caught:
        return {"caught": True, "count": count}
    return {"caught": False, **penalty_words("failed_catchout", count, "FAILED_CATCHOUT", language)}


# --- the same once more -------------------------------------------------------------------------------------------


async def _again(table: Table, seat: int, first: Accepted, language: str) -> Json:
    """The answer to a request that was carried out before, from the positions around its entry in the log."""
    folded = table.folded
    entries = await table.context.log.read(folded.match, limit=first.seq + 1)
    before = wire.position_of(await asyncio.to_thread(fold, folded.match, entries[:-1], table.context.deals.source))
    after = wire.position_of(await asyncio.to_thread(fold, folded.match, entries, table.context.deals.source))
    action = folded.game.action_from_json(decode_game(entries[-1].data).a)
    if before is None or after is None or not isinstance(action, UnoAction):
        raise Fault("INTERNAL")
    if first.penalty is not None:
        raise _punishment(first.penalty.code, len(after.hands[seat]) - len(before.hands[seat]), language)
    if action.kind == CHALLENGE_UNO:
        return _caught(before, after, seat, action.target, language)
    return _result(before, after, seat, _VERBS[action.kind], action)
