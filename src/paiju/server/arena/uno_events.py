"""What happened, as `action` and other events: a table from the facts of UNO to the events of the arena.

An event names players by seat; for each recipient it is built with the ids that recipient knows (`wire.Ids`).
"""

from collections.abc import Callable, Iterable, Sequence
from typing import Any, Final

from paiju.engine.facts import Fact
from paiju.games.uno.position import Position
from paiju.server.arena import wire
from paiju.server.arena.refusals import words
from paiju.server.arena.wire import Ids, Json

TITLES: Final = {
    "NOT_YOUR_TURN": "out_of_turn",
    "INVALID_CARD": "illegal_play",
    "WD4_NOT_ALLOWED": "illegal_play",
}
"""Penalty of a refused action: the key of its title."""

_REASONS: Final = {
    "turn": "turn",
    "timeout": "timeout",
    "draw_two": "draw_two",
    "wild_draw_four": "wild_draw_four",
    "challenge_won": "wild_draw_four",
    "challenge_lost": "wild_draw_four",
}
"""Why cards were drawn, as a `draw` says it. All other reasons are penalties, with an event of their own."""
_FROM_THE_PILE: Final = frozenset(_REASONS)


class ArenaEvent:
    """One event for everybody, or for one seat only."""

    def __init__(self, name: str, build: Callable[[Ids, str], Json], only: int | None = None) -> None:
        self.name: Final = name
        self.build: Final = build
        """Ids and language of the recipient → payload without `roomId`."""
        self.only: Final = only


def narrate(facts: Sequence[Fact], after: Position) -> list[ArenaEvent]:
    """The events of one action of the log, in the order the dialect promises: what was done, cards drawn, a hand
    shown, the end of a round, the next round, whether to challenge. `after` is the position they led to."""
    told = ActionFacts(facts)
    if told.has("first_card_turned"):  # what the first card does is seen in the position
        facts = [fact for fact in facts if fact.type not in ("drew", "skipped")]
        told = ActionFacts(facts)
    events = [penalty_event("uno_bypass", fact, "UNO_BYPASS") for fact in told.drew("missed_call") if _count(fact)]
    for fact in facts:
        make = _EVENTS_OF.get(fact.type)
        if make is not None:
            events.extend(make(fact, told))
    events.extend(_draws(told))
    for kind, make_one in _AFTERWARDS.items():
        events.extend(make_one(fact) for fact in told.of(kind))
    if told.has("removed") and told.has("match_over"):
        events.append(_round_cut_short(after))
    return events


class ActionFacts:
    """The facts of one action, looked up by type."""

    def __init__(self, facts: Iterable[Fact]) -> None:
        self._facts: Final = list(facts)

    def of(self, kind: str) -> list[Fact]:
        """All facts of a type."""
        return [fact for fact in self._facts if fact.type == kind]

    def has(self, kind: str) -> bool:
        """Whether there is a fact of this type."""
        return any(fact.type == kind for fact in self._facts)

    def drew(self, *why: str) -> list[Fact]:
        """Draws for one of these reasons."""
        return [fact for fact in self.of("drew") if fact.data["why"] in why]

    def drawn(self, *why: str, seat: int | None = None) -> int:
        """How many cards were drawn for one of these reasons, by one seat or by all."""
        return sum(_count(fact) for fact in self.drew(*why) if seat is None or fact.seat == seat)

    def drawn_from_the_pile(self, seat: int | None = None) -> int:
        """How many cards were drawn, except as penalties for missing calls and refused actions."""
        return self.drawn(*_FROM_THE_PILE, seat=seat)

    def left(self, played: Fact) -> int:
        """How many cards the player holds after a play and the swaps that it brings."""
        moved = [*self.of("hands_swapped"), *self.of("hands_rotated")]
        found = [int(held["count"]) for fact in moved for held in _counts(fact) if held["seat"] == played.seat]
        return found[-1] if found else int(str(played.data["left"]))

    def called(self, seat: int | None) -> bool:
        """Whether this seat went down to one card with a call in force."""
        return any(fact.seat == seat and fact.data["called"] is True for fact in self.of("one_card_left"))


def _count(fact: Fact) -> int:
    return int(str(fact.data["count"]))


def _counts(fact: Fact) -> list[dict[str, Any]]:
    found = fact.data["counts"]
    return found if isinstance(found, list) else []


def _seat(fact: Fact) -> int:
    assert fact.seat is not None  # all facts that are told of here have one
    return fact.seat


# --- what was done ------------------------------------------------------------------------------------------------


def action_event(kind: str, seat: int, result: Json | None = None, card: str = "") -> ArenaEvent:
    """An `action` of a player that reads the same in every language."""

    def build(ids: Ids, _language: str) -> Json:
        data: Json = {"type": kind, "playerId": ids(seat), "result": result or {}}
        if card:
            data["card"] = wire.card(card)
        return data

    return ArenaEvent("action", build)


def penalty_event(title: str, drew: Fact, code: str) -> ArenaEvent:
    """Cards that somebody draws for an offence."""

    def build(ids: Ids, language: str) -> Json:
        result = penalty_words(title, _count(drew), code, language)
        return {"type": "penalty", "playerId": ids(_seat(drew)), "result": result}

    return ArenaEvent("action", build)


def penalty_words(title: str, count: int, code: str, language: str) -> Json:
    """A penalty as bots show it to their authors."""
    return {
        "penalty": True,
        "penaltyTitle": words(f"title_{title}", language),
        "penaltyDescription": words(f"about_{title}", language, n=count),
        "count": count,
        "code": code,
    }


def _played(fact: Fact, told: ActionFacts) -> list[ArenaEvent]:
    result: Json = {"uno": told.called(fact.seat), "cardsLeft": told.left(fact)}
    if "color" in fact.data:
        result["chosenColor"] = str(fact.data["color"]).upper()
    return [action_event("play", _seat(fact), result, wire.ids_in(fact)[0])]


def _timed_out(fact: Fact, told: ActionFacts) -> list[ArenaEvent]:
    return [] if told.has("accepted") else [action_event("timeout", _seat(fact))]


def _turn_ended(fact: Fact, told: ActionFacts) -> list[ArenaEvent]:
    passed = fact.data["why"] in ("kept", "done") and not told.has("timed_out")
    return [action_event("pass", _seat(fact))] if passed else []


def _accepted(fact: Fact, told: ActionFacts) -> list[ArenaEvent]:
    return [action_event("accept", _seat(fact), {"count": told.drawn("wild_draw_four", seat=fact.seat)})]


def _challenged(fact: Fact, told: ActionFacts) -> list[ArenaEvent]:
    result: Json = {"won": fact.data["won"], "count": told.drawn("challenge_won", "challenge_lost")}
    return [action_event("challenge", _seat(fact), result)]


def _catch(fact: Fact, told: ActionFacts) -> list[ArenaEvent]:
    seat, target, caught = _seat(fact), int(str(fact.data["target"])), fact.type == "caught"

    def build(ids: Ids, _language: str) -> Json:
        return {"type": "catchout", "playerId": ids(seat), "result": {"targetId": ids(target), "caught": caught}}

    title = "caught" if caught else "failed_catchout"
    return [ArenaEvent("action", build), *(penalty_event(title, drew, title.upper()) for drew in told.drew(fact.type))]


def _penalised(fact: Fact, told: ActionFacts) -> list[ArenaEvent]:
    code = str(fact.data["code"])
    title = TITLES.get(code, "illegal_play")  # native rooms may have further penalties
    return [penalty_event(title, drew, code) for drew in told.drew("penalty")]


def _draws(told: ActionFacts) -> list[ArenaEvent]:
    """Cards from the pile. A voluntary draw that gets no card is reported too."""
    events: list[ArenaEvent] = []
    asked_for = not any(told.has(kind) for kind in ("played", "timed_out", "accepted", "challenged"))
    for fact in told.drew(*_FROM_THE_PILE):
        if _count(fact):
            reason = _REASONS[str(fact.data["why"])]
            events.append(action_event("draw", _seat(fact), {"count": _count(fact), "reason": reason}))
        elif asked_for:
            events.append(action_event("draw", _seat(fact), {"count": 0, "reason": "turn"}))
    return events


_EVENTS_OF: Final[dict[str, Callable[[Fact, ActionFacts], list[ArenaEvent]]]] = {
    "played": _played,
    "timed_out": _timed_out,
    "turn_ended": _turn_ended,
    "called_uno": lambda fact, _told: [action_event("uno", _seat(fact))],
    "caught": _catch,
    "false_catch": _catch,
    "accepted": _accepted,
    "challenged": _challenged,
    "penalised": _penalised,
    "removed": lambda fact, _told: [action_event("leave", _seat(fact))],
}


# --- what follows -----------------------------------------------------------------------------------------------------


def _hand_shown(fact: Fact) -> ArenaEvent:
    def build(ids: Ids, _language: str) -> Json:
        return {"playerId": ids(_seat(fact)), "cards": wire.cards_in(fact)}

    return ArenaEvent("handShown", build, only=fact.to)


def _round_over(fact: Fact) -> ArenaEvent:
    players: Any = fact.data["players"]

    def build(ids: Ids, _language: str) -> Json:
        return {
            "round": fact.data["round"],
            "winnerId": None if fact.seat is None else ids(fact.seat),
            "points": {ids(player["seat"]): player["points"] for player in players},
            "scores": {ids(player["seat"]): player["score"] for player in players},
            "hands": {ids(player["seat"]): [wire.card(card) for card in player["cards"]] for player in players},
        }

    return ArenaEvent("roundEnd", build)


def _round_cut_short(after: Position) -> ArenaEvent:
    """Nobody is left to play against: the dialect ends the round without points before it ends the match."""

    def build(ids: Ids, _language: str) -> Json:
        return {
            "round": after.round_number,
            "winnerId": None,
            "points": {},
            "scores": {ids(seat): after.scores[seat] for seat in after.order},
            "hands": {ids(seat): wire.cards(after.hands[seat]) for seat in after.order},
        }

    return ArenaEvent("roundEnd", build)


def _round_started(fact: Fact) -> ArenaEvent:
    players: Any = fact.data["players"]

    def build(ids: Ids, _language: str) -> Json:
        scores = {ids(player["seat"]): player["score"] for player in players}
        return {"round": fact.data["round"], "dealerId": ids(_seat(fact)), "scores": scores}

    return ArenaEvent("roundStart", build)


def _challenge_offered(fact: Fact) -> ArenaEvent:
    def build(ids: Ids, _language: str) -> Json:
        by, colour = int(str(fact.data["target"])), str(fact.data["color"]).upper()
        return {"playerId": ids(_seat(fact)), "playedBy": ids(by), "color": colour}

    return ArenaEvent("challengeWindow", build)


_AFTERWARDS: Final[dict[str, Callable[[Fact], ArenaEvent]]] = {
    "hand_shown": _hand_shown,
    "round_over": _round_over,
    "round_started": _round_started,
    "challenge_offered": _challenge_offered,
}
