"""UNO in the terminal."""

from typing import TYPE_CHECKING, Final

from paiju.engine.game import Game
from paiju.terminal.faces import GameFace
from paiju.terminal.narrator import Narrator, Who
from paiju.terminal.words import Words

if TYPE_CHECKING:
    from paiju.terminal.console.desk import Desk
    from paiju.terminal.console.talk import Talk
    from paiju.terminal.session import Table
    from paiju.terminal.tui.face import Face, Host


class UnoGameFace(GameFace):
    """The screens of this package."""

    def narrator(self, game: Game, words: Words, who: Who, reader: int) -> Narrator:
        from paiju.terminal.uno.narrator import UnoNarrator

        return UnoNarrator(game, words, who, reader)

    def desk(self, talk: "Talk", table: "Table") -> "Desk":
        from paiju.terminal.uno.desk import UnoDesk

        return UnoDesk(talk, table)

    def table(self, host: "Host") -> "Face":
        from paiju.terminal.uno.face import UnoFace

        return UnoFace(host)


FACE: Final = UnoGameFace()
