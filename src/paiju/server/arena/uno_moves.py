"""Game requests of the arena: reads, checks and carries out moves, and builds their answers."""

from collections.abc import Callable
from typing import Any, Final, TypeGuard

from paiju.engine.game import Action, Seat, State
from paiju.games.uno.actions import (
    ACCEPT,
    BAD_COLOUR,
    CALL,
    CATCHES,
    CHALLENGE,
    DRAW,
    NO_SEAT,
    SKIP,
    play_card,
)
from paiju.games.uno.cards import COLOUR_OF, FACE_OF, NO_CARD, NO_COLOUR, SEVEN, find_colour
from paiju.games.uno.position import Position
from paiju.games.uno.view import DRAWN, IDLE, ROUND_OVER, WD4
from paiju.server.arena import wire
from paiju.server.arena.arena_room import ArenaRoom
from paiju.server.arena.refusals import ArenaRefusal, as_arena_refusal
from paiju.server.arena.uno_events import TITLES, ActionFacts, penalty_words
from paiju.server.arena.wire import Json
from paiju.server.errors import Refusal
from paiju.server.match.changes import Accepted
from paiju.server.match.table import Table

_TURN_VERBS: Final = frozenset(("play", "draw", "pass"))
_VERB_OF: Final = {
    "PLAY_CARD": "play",
    "DRAW_CARD": "draw",
    "SKIP_TURN": "pass",
    "CALL_UNO": "uno",
    "CHALLENGE_UNO": "catchout",
    "CHALLENGE_WILD_DRAW_FOUR": "challenge",
    "ACCEPT_WILD_DRAW_FOUR": "accept",
}
VERBS: Final = frozenset(_VERB_OF.values())
"""The last part of the path of a game request."""
_PASSED_FOR: Final = frozenset(("ONLY_DRAWN_CARD", "ALREADY_DRAWN"))
"""Refusals that a legacy bot would repeat forever, so the server passes for it."""


async def move(arena_room: ArenaRoom, seat: int, verb: str, body: Json, language: str) -> Json:
    """Carry out a request of the owner of `seat`. Raises `ArenaRefusal` when it is refused."""
    table = arena_room.table
    action_id = body.get("actionId")
    first = await table.answered(seat, action_id) if _is_action_id(action_id) else None
    if first is not None:
        return await _again(table, seat, first, language)
    wanted = body.get("turnId")

    def meant(state: State) -> bool:
        open_now = isinstance(state, Position) and state.current == seat and arena_room.is_open(wanted, state)
        return wanted is None or open_now

    try:
        state = _running(table)
        if not meant(state):
            raise ArenaRefusal("STALE_TURN")
    except ArenaRefusal:
        if await table.has_moved_on():  # at another node, perhaps with this very request
            return await move(arena_room, seat, verb, body, language)
        raise
    if verb == "pass" and not (state.current == seat and state.phase == DRAWN) and arena_room.take_late_pass(seat):
        return {"passed": True, "alreadyEnded": True}
    if verb == "catchout":
        return await _catch_out(table, seat, body, language)
    try:
        action = _read(table, state, seat, verb, body)
        try:
            return await _act(arena_room, seat, verb, action, _action_id(body), language, meant)
        except ArenaRefusal:
            raise
        except Refusal as refusal:
            now = _running(table)
            if refusal.code != "CARD_NOT_IN_HAND" or now is state:
                raise
            # The turn began while the request waited for an earlier one: look up now what it names.
            action = _read(table, now, seat, verb, body)
            return await _act(arena_room, seat, verb, action, _action_id(body), language, meant)
    except Refusal as refusal:
        raise await _answered_wrongly(arena_room, seat, verb, as_arena_refusal(refusal), language) from None


def _running(table: Table) -> Position:
    state = wire.position_of(table.folded)
    if table.folded.finished is not None:
        raise ArenaRefusal("GAME_ENDED")
    if state is None or state.phase == IDLE:
        raise ArenaRefusal("GAME_NOT_STARTED")
    return state


def _action_id(body: Json) -> str | None:
    value = body.get("actionId")
    if value is None:
        return None
    if not _is_action_id(value):
        raise ArenaRefusal("BAD_REQUEST")
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
        raise ArenaRefusal("CARD_NOT_IN_HAND")
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


async def _act(
    arena_room: ArenaRoom,
    seat: int,
    verb: str,
    action: Action,
    action_id: str | None,
    language: str,
    meant: Callable[[State], bool],
) -> Json:
    table = arena_room.table
    _running(table)

    def forgiven(code: str) -> bool:
        return code == "NOT_YOUR_TURN" and arena_room.recently_acted(seat)

    accepted = await table.act(seat, action, action_id=action_id, forgive=forgiven, meant=meant)
    if accepted.repeated:
        return await _again(table, seat, accepted, language)
    told = ActionFacts(accepted.facts)
    if accepted.penalty is not None:
        raise _Punished(accepted.penalty.code, told.drawn("penalty"))
    return _result(told, seat, verb, language)


class _Punished(ArenaRefusal):
    """Refused, and it cost cards: the state changed, so the answer is 200."""

    def __init__(self, code: str, count: int) -> None:
        super().__init__(code, status=200)
        self.count: Final = count


def _punishment(code: str, count: int, language: str) -> ArenaRefusal:
    told = penalty_words(TITLES[code], count, code, language)
    return ArenaRefusal(code, status=200, result={**told, "accepted": False})


async def _answered_wrongly(
    arena_room: ArenaRoom, seat: int, verb: str, refusal: ArenaRefusal, language: str
) -> ArenaRefusal:
    """What a refused request does to the open decision, and the answer it gets."""
    table = arena_room.table
    state = wire.position_of(table.folded)
    answer = _punishment(refusal.code, refusal.count, language) if isinstance(refusal, _Punished) else refusal
    mine = state is not None and state.current == seat and IDLE < state.phase < ROUND_OVER and state.phase != WD4
    if state is None or not mine or verb not in _TURN_VERBS or refusal.code in ("STALE_TURN", "UNAVAILABLE"):
        return answer
    if refusal.code in _PASSED_FOR:
        await _pass_for(table, state, seat)
        return ArenaRefusal(refusal.code, status=200, result={"rejected": True, "turnEnded": True})
    if arena_room.rejected(state) >= table.context.settings.max_rejects_per_turn:
        await table.host(state.timeout(Seat(seat)))
    else:
        arena_room.reopen(seat)
    return answer


async def _pass_for(table: Table, state: Position, seat: int) -> None:
    """End the turn of a player whose client cannot."""
    if state.refusal(Seat(seat), SKIP):
        await table.host(state.timeout(Seat(seat)))
    else:
        await table.act(seat, SKIP)


# --- answers -----------------------------------------------------------------------------------------------------


def _result(told: ActionFacts, seat: int, verb: str, language: str) -> Json:
    if verb == "play":
        return _played(told)
    if verb == "pass":
        return {"passed": True}
    if verb == "uno":
        return {"called": True}
    if verb == "catchout":
        return _caught(told, language)
    if verb == "challenge":
        shown = [card for fact in told.of("hand_shown") for card in wire.cards_in(fact)]
        return {"won": told.of("challenged")[0].data["won"], "shownHand": shown, "count": told.drawn_from_the_pile()}
    if verb == "accept" or told.has("accepted"):
        return {"accepted": True, "count": told.drawn_from_the_pile(seat)}
    return _drew(told, seat)


def _played(told: ActionFacts) -> Json:
    played = told.of("played")[0]
    left = told.left(played)
    missing = any(fact.seat == played.seat and fact.data["exposed"] is True for fact in told.of("one_card_left"))
    result: Json = {
        "card": wire.cards_in(played)[0],
        "cardsLeft": left,
        "uno": told.called(played.seat),
        "unoMissing": missing,
        "turnEnded": True,
    }
    if "color" in played.data:
        result["chosenColor"] = str(played.data["color"]).upper()
    return result


def _drew(told: ActionFacts, seat: int) -> Json:
    playable = any(fact.seat == seat and fact.data.get("playable") is True for fact in told.of("drew"))
    count = told.drawn_from_the_pile(seat)
    result: Json = {"count": count, "playable": playable, "turnEnded": not playable}
    new = [card for fact in told.of("got") if fact.seat == seat for card in wire.cards_in(fact)]
    new = new[len(new) - count :]
    if count == 1:
        result["card"] = new[0]
    elif count > 1:
        result["cards"] = new
    return result


async def _catch_out(table: Table, seat: int, body: Json, language: str) -> Json:
    """A catch that fails is accepted too, as a lost challenge."""
    target: Any = _seat_of(table, body.get("targetId"))
    _running(table)
    if target == NO_SEAT:
        raise ArenaRefusal("INVALID_CHALLENGE")
    accepted = await table.act(seat, CATCHES[target], action_id=_action_id(body))
    if accepted.repeated:
        return await _again(table, seat, accepted, language)
    return _caught(ActionFacts(accepted.facts), language)


def _caught(told: ActionFacts, language: str) -> Json:
    if told.has("caught"):
        return {"caught": True, "count": told.drawn("caught")}
    return {"caught": False, **penalty_words("failed_catchout", told.drawn("false_catch"), "FAILED_CATCHOUT", language)}


# --- repeated requests -------------------------------------------------------------------------------------------


async def _again(table: Table, seat: int, first: Accepted, language: str) -> Json:
    """The answer to a request that was carried out before, from the facts of its entry in the log."""
    entry = (await table.entries_after(first.seq - 1))[0]
    told = ActionFacts(entry.facts)
    if first.penalty is not None:
        raise _punishment(first.penalty.code, told.drawn("penalty"), language)
    assert isinstance(entry.data, dict)  # no bot plays for anybody here, so an action comes first in its step
    return _result(told, seat, _VERB_OF[str(entry.data["type"])], language)
