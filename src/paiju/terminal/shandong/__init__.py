"""Shandong Upgrade in the terminal."""

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


class ShandongGameFace(GameFace):
    """The screens of this package."""

    def narrator(self, game: Game, words: Words, who: Who, reader: int) -> Narrator:
        from paiju.terminal.shandong.narrator import ShandongNarrator

        return ShandongNarrator(game, words, who, reader)

    def asks_rulebook(self, game: Game) -> bool:
        return False

    def desk(self, talk: "Talk", table: "Table") -> "Desk":
        from paiju.terminal.shandong.desk import ShandongDesk

        return ShandongDesk(talk, table)

    def table(self, host: "Host") -> "Face":
        from paiju.terminal.shandong.face import ShandongFace

        return ShandongFace(host)


FACE: Final = ShandongGameFace()
