"""What happened, as `action` and other events: derived from the log's entries and the positions around them.

An event names players by seat; for each recipient it is built with the ids that recipient knows (`wire.Ids`).
"""

from collections.abc import Callable
from typing import Any, Final

from paiju.engine.game import HOST, Action, Seat
from paiju.games.uno.actions import (
    ACCEPT_WD4,
    CALL_UNO,
    CHALLENGE_UNO,
    CHALLENGE_WD4,
    DRAW_CARD,
    JUMP_IN,
    NO_SEAT,
    PENALTY,
    PLAY_CARD,
    REMOVE_PLAYER,
    SKIP_TURN,
    TIMEOUT,
    UnoAction,
)
from paiju.games.uno.cards import COLOUR_OF, DRAW_TWO, FACE_OF, NO_COLOUR, WILD_DRAW_FOUR
from paiju.games.uno.position import Position
from paiju.games.uno.rules import WINDOW_THEN_AUTO
from paiju.games.uno.view import ENDED, ROUND_OVER, TURN, WD4
from paiju.server.arena import wire
from paiju.server.arena.faults import words
from paiju.server.arena.wire import Ids, Json

TITLES: Final = {
    "NOT_YOUR_TURN": "out_of_turn",
    "INVALID_CARD": "illegal_play",
    "WD4_NOT_ALLOWED": "illegal_play",
}
"""Penalty of a refused action: the key of its title."""


class Event:
    """One event for everybody, or for one seat only."""

    def __init__(self, name: str, build: Callable[[Ids, str], Json], only: int | None = None) -> None:
        self.name: Final = name
        self.build: Final = build
        """Ids and language of the recipient → payload without `roomId`."""
        self.only: Final = only


def action_event(kind: str, seat: int, result: Json | None = None, card: int | None = None) -> Event:
    """An `action` of a player that reads the same in every language."""

    def build(ids: Ids, _language: str) -> Json:
        data: Json = {"type": kind, "playerId": ids(seat), "result": result or {}}
        if card is not None:
            data["card"] = wire.CARDS_ON_WIRE[card]
        return data

    return Event("action", build)


def penalty_event(title: str, seat: int, count: int, code: str) -> Event:
    """Cards that somebody draws for an offence."""

    def build(ids: Ids, language: str) -> Json:
        return {"type": "penalty", "playerId": ids(seat), "result": penalty_words(title, count, code, language)}

    return Event("action", build)


def penalty_words(title: str, count: int, code: str, language: str) -> Json:
    """A penalty as bots show it to their authors."""
    return {
        "penalty": True,
        "penaltyTitle": words(f"title_{title}", language),
        "penaltyDescription": words(f"about_{title}", language, n=count),
        "count": count,
        "code": code,
    }


def drawn_by(before: Position, after: Position) -> dict[int, int]:
    """How many cards each seat got from the pile in one step."""
    held = {card for hand in before.hands for card in hand}
    found: dict[int, int] = {}
    for seat in after.order:
        count = sum(1 for card in after.hands[seat] if card not in held)
        if count:
            found[seat] = count
    return found


def bypassed(before: Position, drawn: dict[int, int]) -> int:
    """How many of the cards drawn in a turn action somebody got first, for a call that nobody missed in time."""
    if before.exposed == NO_SEAT or before.rules.enforcement != WINDOW_THEN_AUTO:
        return 0
    return min(before.rules.draw_penalty, drawn.get(before.exposed, 0))


def narrate(before: Position, after: Position, actor: Seat, action: Action) -> list[Event]:
    """The events of one entry of the log."""
    events: list[Event] = []
    if isinstance(action, UnoAction):
        events.extend(_deed(before, after, int(actor), action))
    if before.phase < ROUND_OVER <= after.phase and after.round_number:
        events.append(_round_end(after))
    if after.round_number > before.round_number:
        events.append(_round_start(after))
    if after.phase == WD4 and before.phase != WD4:
        events.append(_window(after))
    return events


def _deed(before: Position, after: Position, actor: int, action: UnoAction) -> list[Event]:
    kind = action.kind
    drawn = drawn_by(before, after)
    seat = action.target if actor == HOST else actor
    events: list[Event] = []
    closes = kind in (PLAY_CARD, JUMP_IN, DRAW_CARD, CHALLENGE_WD4, ACCEPT_WD4) or (
        kind == TIMEOUT and before.phase in (TURN, WD4)
    )
    late = before.exposed
    count = bypassed(before, drawn) if closes else 0
    if count:
        events.append(penalty_event("uno_bypass", late, count, "UNO_BYPASS"))
        drawn[late] -= count
    if kind in (PLAY_CARD, JUMP_IN):
        events.append(_play(after, seat, action))
        reason = "draw_two" if FACE_OF[action.card] == DRAW_TWO else "wild_draw_four"
        events.extend(_draws(drawn, reason))
    elif kind in (DRAW_CARD, ACCEPT_WD4, TIMEOUT):
        events.extend(_took(before, seat, kind, drawn))
    elif kind == SKIP_TURN:
        events.append(action_event("pass", seat))
    elif kind == CALL_UNO:
        events.append(action_event("uno", seat))
    elif kind == CHALLENGE_UNO:
        events.extend(_catch(seat, action.target, after.last_success == 1, drawn))
    elif kind == CHALLENGE_WD4:
        won = after.last_success == 1
        events.append(action_event("challenge", seat, {"won": won, "count": sum(drawn.values())}))
        events.extend(_draws(drawn, "wild_draw_four"))
        events.append(_hand_shown(after, seat))
    elif kind == PENALTY:
        title = TITLES.get(action.code, "illegal_play")  # native rooms may have further penalties
        events.append(penalty_event(title, seat, drawn.get(seat, 0), action.code))
    elif kind == REMOVE_PLAYER:
        events.append(action_event("leave", seat))
    return events


def _play(after: Position, seat: int, action: UnoAction) -> Event:
    result: Json = {"uno": after.called == seat, "cardsLeft": len(after.hands[seat])}
    if COLOUR_OF[action.card] == NO_COLOUR:
        result["chosenColor"] = wire.colour(action.colour)
    return action_event("play", seat, result, action.card)


def _draws(drawn: dict[int, int], reason: str) -> list[Event]:
    return [action_event("draw", seat, {"count": n, "reason": reason}) for seat, n in drawn.items() if n]


def _took(before: Position, seat: int, kind: int, drawn: dict[int, int]) -> list[Event]:
    """A draw of one's own choice, owed cards, an accepted Wild Draw Four, or what a time-out does."""
    if before.phase == WD4:
        accepted = action_event("accept", seat, {"count": drawn.get(seat, 0)})
        return [accepted, *_draws(drawn, "wild_draw_four")]
    owed = "wild_draw_four" if FACE_OF[before.discard[-1]] == WILD_DRAW_FOUR else "draw_two"
    if kind == TIMEOUT:
        return [action_event("timeout", seat), *_draws(drawn, owed if before.pending else "timeout")]
    if not drawn.get(seat):
        return [action_event("draw", seat, {"count": 0, "reason": "turn"})]
    return _draws(drawn, owed if before.pending else "turn")


def _catch(seat: int, target: int, caught: bool, drawn: dict[int, int]) -> list[Event]:
    def build(ids: Ids, _language: str) -> Json:
        return {"type": "catchout", "playerId": ids(seat), "result": {"targetId": ids(target), "caught": caught}}

    who = target if caught else seat
    title = "caught" if caught else "failed_catchout"
    return [Event("action", build), penalty_event(title, who, drawn.get(who, 0), title.upper())]


def _hand_shown(after: Position, challenger: int) -> Event:
    player, shown = after.shown_by, after.shown

    def build(ids: Ids, _language: str) -> Json:
        return {"playerId": ids(player), "cards": wire.cards(shown)}

    return Event("handShown", build, only=challenger)


def _round_start(after: Position) -> Event:
    def build(ids: Ids, _language: str) -> Json:
        scores = {ids(seat): after.scores[seat] for seat in after.order}
        return {"round": after.round_number, "dealerId": ids(after.dealer), "scores": scores}

    return Event("roundStart", build)


def _round_end(after: Position) -> Event:
    def build(ids: Ids, _language: str) -> Json:
        winner = after.round_winner
        points: dict[str, Any] = {}
        if after.round_points:
            points = {ids(seat): after.round_points[seat] for seat in after.order}
        return {
            "round": after.round_number,
            "winnerId": None if winner == NO_SEAT else ids(winner),
            "points": points,
            "scores": {ids(seat): after.scores[seat] for seat in after.order},
            "hands": {ids(seat): wire.cards(after.hands[seat]) for seat in after.order},
        }

    return Event("roundEnd", build)


def _window(after: Position) -> Event:
    victim, player, colour = after.current, after.wd4_by, wire.colour(after.colour)

    def build(ids: Ids, _language: str) -> Json:
        return {"playerId": ids(victim), "playedBy": ids(player), "color": colour}

    return Event("challengeWindow", build)


def match_is_over(after: Position) -> bool:
    """Whether nothing follows any more."""
    return after.phase == ENDED
