"""`memory`: by the book before the first lead, then by counting what was played: bosses, voids, safe throws."""

from typing import cast

from paiju.bots.shandong_policy import best_play
from paiju.bots.shandong_rules import ShandongRulesBot
from paiju.bots.shandong_seen import seen_in_view
from paiju.engine.game import Action, View
from paiju.engine.shuffle import Source
from paiju.games.shandong.actions import Play
from paiju.games.shandong.view import PLAYING, ShandongView


class ShandongMemoryBot(ShandongRulesBot):
    """The view carries what was played, so nothing is remembered between two moves."""

    name = "memory"

    def choose(self, view: View, source: Source) -> Action:
        v = cast(ShandongView, view)
        if v.phase != PLAYING or (v.failed is not None and v.failed.choices):
            return super().choose(view, source)
        return Play(best_play(seen_in_view(v)))
