"""System bots: they fill free seats and take over seats that were given up."""

from typing import cast

from paiju.bots.uno_simple import ColourBot, sensible, wants_call
from paiju.engine.game import Action, View
from paiju.engine.shuffle import Source
from paiju.games.uno.actions import ACCEPT, CALL, CATCHES, CHALLENGE, NO_SEAT
from paiju.games.uno.view import WD4, UnoView
from paiju.server.settings import Settings


class SystemBot(ColourBot):
    """Plays like `colour`. Settings say how often it calls, catches and challenges."""

    name = "system"

    def __init__(self, settings: Settings) -> None:
        self._settings = settings

    def choose(self, view: View, source: Source) -> Action:
        uno = cast(UnoView, view)
        if wants_call(uno) and source.unit() >= self._settings.bot_forget_uno:
            return CALL
        if uno.phase == WD4:
            return CHALLENGE if source.unit() < self._settings.bot_challenge else ACCEPT
        return max(sensible(uno), key=lambda action: self.worth(uno, action))

    def react(self, view: View, source: Source) -> Action | None:
        uno = cast(UnoView, view)
        if uno.exposed == uno.seat:
            return CALL if source.unit() >= self._settings.bot_forget_uno else None
        caught = uno.exposed != NO_SEAT and source.unit() < self._settings.bot_catch
        return CATCHES[uno.exposed] if caught else None
