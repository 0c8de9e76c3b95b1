"""Two players for Shandong Upgrade: `random`, and `rules`, hand-written and without memory.

The strategy of `rules` is in `shandong_bidding` (before the first lead) and `shandong_tricks` (leading, following);
this module only calls it.
"""

from typing import cast

from paiju.bots.base import Bot
from paiju.bots.shandong_bidding import bury, declaration, give_back, snatch, stick
from paiju.bots.shandong_tricks import follow, lead
from paiju.engine.game import Action, View
from paiju.engine.shuffle import Source
from paiju.games.shandong.actions import PASS
from paiju.games.shandong.view import BURYING, ShandongView


class ShandongRandomBot(Bot):
    """Chooses among the listed actions with equal probability, in windows too."""

    name = "random"

    def choose(self, view: View, source: Source) -> Action:
        return source.choice(view.legal)

    def react(self, view: View, source: Source) -> Action | None:
        shown = [action for action in view.legal if action is not PASS]
        if shown and source.below(2):
            return source.choice(shown)
        return PASS if PASS in view.legal else None


class ShandongRulesBot(Bot):
    """Declares sensibly, buries to make a void, leads winners, feeds the partner, kills for points."""

    name = "rules"

    def choose(self, view: View, source: Source) -> Action:
        v = cast(ShandongView, view)
        if v.giving:
            return give_back(v)
        if v.phase == BURYING:
            return bury(v)
        if v.failed is not None and v.failed.choices:
            return v.suggestion or source.choice(view.legal)
        return lead(v) if v.lead is None else follow(v, v.lead)

    def react(self, view: View, source: Source) -> Action | None:
        v = cast(ShandongView, view)
        shown = declaration(v) or snatch(v) or stick(v)
        if shown is not None:
            return shown
        return PASS if PASS in view.legal else None
