"""The screens of a game, and what people call it."""

from importlib import import_module
from typing import Any, Final

from paiju.engine.game import Game
from paiju.games.registry import GAMES, all_games
from paiju.i18n import translator
from paiju.terminal.narrator import Narrator, Who
from paiju.terminal.settings import Settings
from paiju.terminal.words import Words


class GameFace:
    """The screens of one game: a package with `narrator.NARRATOR`, `desk.DESK` and `face.FACE`, all of them classes.

    They are imported when they are first needed, because the drawn table takes long to load.
    """

    def __init__(self, package: str) -> None:
        self._package: Final = package

    def narrator(self, game: Game, words: Words, who: Who, reader: int) -> Narrator:
        """Tells the facts of the game to the player in seat `reader`, or to somebody who watches."""
        made: Narrator = self.part("narrator")(game, words, who, reader)
        return made

    def part(self, module: str) -> Any:
        """The class in this module of the package: `desk` for the console, `face` for the drawn table."""
        return getattr(import_module(f"{self._package}.{module}"), module.upper())

    def asks_rulebook(self, game: Game) -> bool:
        """Whether the menu asks for a rulebook before a match."""
        return len(game.rulebooks()) > 1 and getattr(import_module(self._package), "ASKS_RULEBOOK", True)


def find_face(game: Game) -> GameFace:
    """The screens of a game: its own if this package has them, otherwise those that show any game."""
    return GameFace(f"{__package__}.{game.name if game in GAMES else 'generic'}")


def game_name(game: Game, words: Words) -> str:
    """What people call the game."""
    texts = translator(game.catalogue(), words.language)
    return texts("name") if "name" in texts else game.name


def rulebook_name(game: Game, rulebook: str, words: Words) -> str:
    """官方规则 / Official rules."""
    texts, key = translator(game.catalogue(), words.language), f"rulebook.{rulebook}"
    return texts(key) if key in texts else rulebook


def game_title(game: Game, rulebook: str, words: Words) -> str:
    """UNO · 官方规则 / UNO · Official rules."""
    parts = [game_name(game, words), rulebook_name(game, rulebook, words)]
    return " · ".join(part for part in parts if part)


def chosen_game(settings: Settings) -> Game:
    """The game that "play" in the menu plays: the one that was chosen, if there still is such a game."""
    return next((game for game in all_games() if game.name == settings.game), GAMES[0])


def chosen_rulebook(game: Game, settings: Settings, usual: str = "") -> str:
    """The rulebook of the settings where the game has it, else `usual` where it has that, else the game's own."""
    books = game.rulebooks()
    return next((book for book in (settings.rulebook, usual) if book in books), game.default_rulebook)


def chosen_bots(game: Game, settings: Settings) -> tuple[str, ...]:
    """The bots of the settings where they play this game, for `Wanted.bots`."""
    from paiju.bots.registry import bot_kinds

    name = settings.bots.split(":")[0]
    return (settings.bots,) if any(kind.name == name for kind in bot_kinds(game.name)) else ()
