"""`memory`: plays like `rules` before the first lead, then counts what was played: winners, voids, safe throws."""

from typing import cast

from paiju.bots.shandong_kitty import best_kitty
from paiju.bots.shandong_policy import best_play
from paiju.bots.shandong_rules import ShandongRulesBot
from paiju.bots.shandong_seen import seen_in_view
from paiju.engine.game import Action, View
from paiju.engine.shuffle import Source
from paiju.games.shandong.actions import Bury, Play
from paiju.games.shandong.view import BURYING, PLAYING, ShandongView


class ShandongMemoryBot(ShandongRulesBot):
    """The view carries what was played, so nothing is remembered between two moves."""

    name = "memory"

    def choose(self, view: View, source: Source) -> Action:
        v = cast(ShandongView, view)
        if v.phase == BURYING and not v.giving:
            return Bury(best_kitty(v.ctx, v.hand))
        if v.phase != PLAYING or (v.failed is not None and v.failed.choices):
            return super().choose(view, source)
        return Play(best_play(seen_in_view(v)))
