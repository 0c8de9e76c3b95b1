"""The bots of the levels easy and normal: they play UNO as people do.

They bluff with a +4 now and then, challenge one that looks like a bluff, and sometimes forget to call UNO or to catch
somebody who did; how often is written in their `Habits`. All chance comes from the source they are given, and nothing
is remembered from one decision to the next. The level hard needs no habits: the network of `champion` weighs bluffs and
challenges like any other move, and 14 % of its +4s are bluffs.
"""

from dataclasses import dataclass
from typing import Final, cast

from paiju.bots.uno_simple import ColourBot, GreedyBot, sensible, urgent
from paiju.engine.game import Action, View
from paiju.engine.shuffle import Source
from paiju.games.uno.actions import CALL, CHALLENGE, UnoAction
from paiju.games.uno.cards import COLOUR_OF, FACE_OF, WILD_DRAW_FOUR
from paiju.games.uno.view import WD4, UnoView

LACKS_COLOUR: Final = 0.77
"""How likely a card that nobody has seen is of another colour than the one in question: 83 of 108."""
HONEST: Final = 0.7
"""How often a player who holds no card of the colour lays a +4 that came."""
BLUFFS: Final = 0.1
"""How often players are assumed to lay one although they hold the colour."""


@dataclass(frozen=True)
class Habits:
    """How often, in percent, a player does what careful players do not."""

    forgets_call: int
    misses_catch: int
    bluffs: int
    """Lays a +4 although a card of the colour in force is in the hand."""
    suspects: int
    """Challenges a +4 that is as likely a bluff as not; in proportion otherwise."""


CASUAL: Final = Habits(forgets_call=12, misses_catch=40, bluffs=10, suspects=60)
REGULAR: Final = Habits(forgets_call=5, misses_catch=15, bluffs=6, suspects=90)


def guilt(view: UnoView) -> float:
    """How likely the +4 that waits for an answer is a bluff.

    Many cards make it likely that one of them has the colour. A player who drew rather than play on that colour had
    none then: only what was drawn since counts.
    """
    void = view.voids[4 * view.wd4_by + view.wd4_before]
    unknown = view.wd4_held if not void else min(view.wd4_held, void - 1)
    honest = LACKS_COLOUR**unknown
    bluff = (1 - honest) * BLUFFS
    return bluff / (bluff + honest * HONEST)


def bluffing_plays(view: UnoView) -> list[UnoAction]:
    """The ways to lay a +4 that could be challenged successfully; none where the rules have no challenge."""
    if not view.rules.wd4_challenge or all(COLOUR_OF[card] != view.colour for card in view.hand) or len(view.hand) < 2:
        return []
    return [action for action in sensible(view) if action.card >= 0 and FACE_OF[action.card] == WILD_DRAW_FOUR]


class CasualBot(GreedyBot):
    """Plays by the usual priorities, with the habits of a person."""

    name = "casual"
    habits = CASUAL

    def choose(self, view: View, source: Source) -> Action:
        uno = cast(UnoView, view)
        due = self.remembered(uno, source)
        if due is not None:
            return due
        if uno.phase == WD4:
            if CHALLENGE in uno.legal and source.unit() < 2 * guilt(uno) * self.habits.suspects / 100:
                return CHALLENGE
        elif (bluffs := bluffing_plays(uno)) and source.below(100) < self.habits.bluffs:
            return max(bluffs, key=lambda action: self.worth(uno, action))
        return max(sensible(uno), key=lambda action: self.worth(uno, action))

    def react(self, view: View, source: Source) -> Action | None:
        return self.remembered(cast(UnoView, view), source)

    def remembered(self, view: UnoView, source: Source) -> UnoAction | None:
        """A call or a catch that is due, unless it is forgotten."""
        due = urgent(view)
        if due is None:
            return None
        chance = self.habits.forgets_call if due is CALL else self.habits.misses_catch
        return None if source.below(100) < chance else due


class RegularBot(CasualBot, ColourBot):
    """Plays as `colour` does, with fewer slips than `casual`."""

    name = "regular"
    habits = REGULAR
