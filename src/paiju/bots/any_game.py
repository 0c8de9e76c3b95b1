"""A bot that plays every game."""

from paiju.bots.base import Bot, BotKind
from paiju.engine.game import Action, View
from paiju.engine.shuffle import Source


class AnyGameBot(Bot):
    """Chooses at random among the legal actions of the view, and never reacts out of turn."""

    name = "random"

    def choose(self, view: View, source: Source) -> Action:
        return source.choice(view.legal)


def any_game_kind(game: str) -> BotKind:
    """The bot `random` for a game that has none of its own, so that every game has at least one bot."""
    return BotKind(AnyGameBot.name, game, "paiju.bots.any_game:AnyGameBot", 1, "plays anything that is allowed")
