"""Three small bots for UNO, made to be copied.

All of them call UNO, catch players who forgot it and answer a +4; they differ in the card they lay.
"""

from typing import cast

from paiju.bots.base import Bot
from paiju.engine.game import Action, View
from paiju.engine.shuffle import Source
from paiju.games.uno.actions import CALL, CALL_UNO, CATCHES, CHALLENGE_UNO, CHOOSE_COLOR, NO_SEAT, UnoAction
from paiju.games.uno.cards import COLOUR_OF, FACE_OF, NO_COLOUR, POINTS_OF, SEVEN, SKIP, WILD, most_frequent_colour
from paiju.games.uno.view import ACTED, UnoView


def sensible(view: UnoView) -> list[UnoAction]:
    """What a seat may do without the calls and catches that change nothing or are sure to fail."""
    legal = [cast(UnoAction, action) for action in view.legal]
    return [action for action in legal if action.kind not in (CALL_UNO, CHALLENGE_UNO)]


def wants_call(view: UnoView) -> bool:
    """Whether to call UNO: with two cards, one of them playable, or late, with one card, before anybody notices."""
    if view.called == view.seat or CALL not in view.legal:
        return False
    if len(view.hand) == 1:
        return view.exposed == view.seat or view.phase == ACTED
    if len(view.hand) != 2 or view.current != view.seat or view.rules.call_in_turn_only:
        return False
    return any(action.card >= 0 for action in sensible(view))


def urgent(view: UnoView) -> UnoAction | None:
    """A call or a catch that should not wait."""
    if wants_call(view):
        return CALL
    if view.exposed not in (NO_SEAT, view.seat) and CATCHES[view.exposed] in view.legal:
        return CATCHES[view.exposed]
    return None


class RandomBot(Bot):
    """Takes any legal action with equal probability, but never forgets to call UNO."""

    name = "random"

    def choose(self, view: View, source: Source) -> Action:
        uno = cast(UnoView, view)
        return urgent(uno) or source.choice(sensible(uno))

    def react(self, view: View, source: Source) -> Action | None:
        return urgent(cast(UnoView, view))


class GreedyBot(RandomBot):
    """The usual priorities: the colour in force, then action cards, wilds last."""

    name = "greedy"

    def choose(self, view: View, source: Source) -> Action:
        uno = cast(UnoView, view)
        return urgent(uno) or max(sensible(uno), key=lambda action: self.worth(uno, action))

    def worth(self, view: UnoView, action: UnoAction) -> int:
        """The value of an action; of equals the first is taken."""
        if action.kind == CHOOSE_COLOR:
            return int(action.colour == most_frequent_colour(view.hand))
        if action.card < 0:
            return 0
        return 1000 + self.card_worth(view, action.card) + self.choice_worth(view, action)

    def card_worth(self, view: UnoView, card: int) -> int:
        """The value of laying a card, in steps of ten."""
        if FACE_OF[card] >= WILD:
            return 0
        return 100 + (200 if COLOUR_OF[card] == view.colour else 0) + (50 if FACE_OF[card] >= SKIP else 0)

    def choice_worth(self, view: UnoView, action: UnoAction) -> int:
        """The value of a colour or a target: best are the colour held most often and the shortest hand."""
        if action.colour != NO_COLOUR:
            rest = [card for card in view.hand if card != action.card]
            return int(action.colour == most_frequent_colour(rest))
        if FACE_OF[action.card] == SEVEN and action.target != NO_SEAT:
            return -min(view.hand_counts[action.target], 9)
        return 0


class ColourBot(GreedyBot):
    """Keep wilds, stay in the colour held most, and get rid of points."""

    name = "colour"

    def card_worth(self, view: UnoView, card: int) -> int:
        if FACE_OF[card] >= WILD:
            return 0
        same = sum(1 for other in view.hand if COLOUR_OF[other] == COLOUR_OF[card])
        return 100 * same + 10 + POINTS_OF[card]
