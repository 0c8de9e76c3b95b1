"""Checks the facts of a match: every change that a seat can see is reported to it, and reported correctly."""

import json
from collections import Counter

from paiju.engine.facts import Fact, fact_from_json, known_to
from paiju.engine.game import SPECTATOR, Seat, View
from paiju.testing.walk import ContractBroken, Walk


class FactCheck:
    """Follows a walk from one settled position to the next. Call `check` whenever the walk is settled."""

    def __init__(self, walk: Walk) -> None:
        self._walk = walk
        self._told = len(walk.facts)
        """The number of log entries that have been checked."""
        self._views = self._look()

    def _look(self) -> dict[Seat, View]:
        return {seat: self._walk.state.view(seat) for seat in [*self._walk.seats(), SPECTATOR]}

    def check(self) -> None:
        """Raise `ContractBroken` if the facts since the last check do not explain what the seats see now."""
        walk = self._walk
        facts = [fact for told in walk.facts[self._told :] for fact in told]
        for fact in facts:
            check_fact(walk, fact)
        before, after = self._views, self._look()
        for seat in before:
            known = known_to(facts, seat)
            if not known and _shown(before[seat]) != _shown(after[seat]):
                raise ContractBroken(f"seat {seat} sees a change that no fact tells it\n{walk.story()}")
            if seat != SPECTATOR:
                self._check_hand(seat, known, before[seat], after[seat])
        self._told, self._views = len(walk.facts), after

    def _check_hand(self, seat: Seat, known: list[Fact], before: View, after: View) -> None:
        """The hand grew by what the facts say it gained, less what they say it lost."""
        game = self._walk.game
        gains, losses = game.gains(), game.losses()
        hand = Counter(before.own_cards())
        for fact in known:
            cards = fact.data.get("cards")
            if fact.seat == seat and isinstance(cards, list):
                names = [str(card) for card in cards]
                if fact.type in gains:
                    hand.update(names)
                elif fact.type in losses:
                    hand.subtract(names)
        wanted = Counter(after.own_cards())
        hand = Counter({card: count for card, count in hand.items() if count})
        if hand != wanted:
            raise ContractBroken(
                f"the facts give seat {seat} other cards than it holds: {_difference(hand, wanted)}\n"
                f"{known}\n{self._walk.story()}"
            )


def check_fact(walk: Walk, fact: Fact) -> None:
    """A fact names seats of the match and is plain JSON that leads back to it."""
    data = fact.to_json()
    again = fact_from_json(json.loads(json.dumps(data)))
    if again != fact or again.to_json() != data or fact.data.keys() & {"type", "seat", "to"}:
        raise ContractBroken(f"{fact} comes back from JSON as {again}\n{walk.story()}")
    for seat in (fact.seat, fact.to):
        if seat is not None and seat not in walk.seats():
            raise ContractBroken(f"{fact} names seat {seat}, which does not exist\n{walk.story()}")


def _shown(view: View) -> dict[str, object]:
    """What a view shows of the table. What the seat itself may do follows from it and needs no fact."""
    return {name: value for name, value in view.to_json().items() if name != "legal"}


def _difference(told: Counter[str], held: Counter[str]) -> str:
    return f"told but not held {sorted((told - held).elements())}, held but not told {sorted((held - told).elements())}"
