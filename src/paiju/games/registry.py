"""The games there are. Adding one changes a single line: the tuple."""

from typing import Final

from paiju.engine.errors import BadRules
from paiju.engine.game import Game
from paiju.games.shandong.game import SHANDONG
from paiju.games.uno.game import UNO

GAMES: Final[tuple[Game, ...]] = (UNO, SHANDONG)


def find_game(name: str) -> Game:
    """The game with this name. Raises `BadRules` naming those there are."""
    for game in GAMES:
        if game.name == name:
            return game
    known = ", ".join([game.name for game in GAMES])
    raise BadRules("unknown_game", f"there is no game {name!r}; there are {known}", {"name": name, "allowed": known})


def option_from_text(game: Game, text: str) -> tuple[str, object]:
    """Read `name=value` as typed on a command line, e.g. `targetScore=null`. `Game.rules` judges the value."""
    name, equals, value = text.partition("=")
    if not equals:
        raise BadRules("bad_option_text", f"{text!r} is not name=value", {"text": text})
    for row in game.knobs():
        if row.name == name:
            return name, _value(row.kind, value)
    return name, value  # `Game.rules` refuses it, and names the options there are


def _value(kind: str, text: str) -> object:
    if kind == "list":
        return [part for part in text.split("+") if part]
    if kind == "choice":
        return text
    if text in ("null", "none"):
        return None
    if text in ("true", "yes", "on"):
        return True
    if text in ("false", "no", "off"):
        return False
    digits = text[1:] if text[:1] == "-" else text
    return int(text) if digits.isascii() and digits.isdigit() else text
