"""Screens for any game: its view as lines, its legal actions as a numbered list, its facts as a log."""

from typing import TYPE_CHECKING

from paiju.engine.game import Game
from paiju.terminal.faces import GameFace
from paiju.terminal.narrator import Narrator, Who
from paiju.terminal.words import Words

if TYPE_CHECKING:
    from paiju.terminal.console.desk import Desk
    from paiju.terminal.console.talk import Talk
    from paiju.terminal.session import Table
    from paiju.terminal.tui.face import Face, Host


class GenericGameFace(GameFace):
    """For games without screens of their own."""

    def narrator(self, game: Game, words: Words, who: Who, reader: int) -> Narrator:
        from paiju.terminal.generic.narrator import GenericNarrator

        return GenericNarrator(game, words, who, reader)

    def desk(self, talk: "Talk", table: "Table") -> "Desk":
        from paiju.terminal.generic.desk import GenericDesk

        return GenericDesk(talk, table)

    def table(self, host: "Host") -> "Face":
        from paiju.terminal.generic.face import GenericFace

        return GenericFace(host)
