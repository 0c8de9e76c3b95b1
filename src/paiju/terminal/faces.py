"""Where the screens of each game are found: a package named like the game, or the generic ones."""

from importlib import import_module
from importlib.util import find_spec
from typing import TYPE_CHECKING

from paiju.engine.game import Game
from paiju.games.registry import GAMES, all_games
from paiju.i18n import translator
from paiju.terminal.narrator import Narrator, Who
from paiju.terminal.settings import Settings
from paiju.terminal.words import Words

if TYPE_CHECKING:
    from paiju.terminal.console.desk import Desk
    from paiju.terminal.console.talk import Talk
    from paiju.terminal.session import Table
    from paiju.terminal.tui.face import Face, Host


class GameFace:
    """How the terminal shows one game. Screens are imported when somebody asks for them: the table takes its time."""

    def narrator(self, game: Game, words: Words, who: Who, reader: int) -> Narrator:
        """Tells the facts of the game to the player in seat `reader`, or to somebody who watches."""
        raise NotImplementedError

    def asks_rulebook(self, game: Game) -> bool:
        """Whether the menu asks for a rulebook before a match."""
        return len(game.rulebooks()) > 1

    def desk(self, talk: "Talk", table: "Table") -> "Desk":
        """The game line by line."""
        raise NotImplementedError

    def table(self, host: "Host") -> "Face":
        """The game on the drawn table."""
        raise NotImplementedError


def find_face(game: Game) -> GameFace:
    """The screens of a game."""
    name = f"paiju.terminal.{game.name}"
    face = getattr(import_module(name), "FACE", None) if game.name.isidentifier() and find_spec(name) else None
    if isinstance(face, GameFace):
        return face
    from paiju.terminal.generic import GenericGameFace

    return GenericGameFace()


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


def chosen_rulebook(game: Game, settings: Settings) -> str:
    """The rulebook of the settings where the game has it."""
    return settings.rulebook if settings.rulebook in game.rulebooks() else game.default_rulebook
