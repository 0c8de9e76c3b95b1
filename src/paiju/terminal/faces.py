"""Where the screens of each game are found: a package named like the game, or the generic ones."""

from importlib import import_module
from importlib.util import find_spec
from typing import TYPE_CHECKING

from paiju.engine.game import Game
from paiju.terminal.narrator import Narrator, Who
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
    if not isinstance(face, GameFace):
        raise LookupError(game.name)
    return face
