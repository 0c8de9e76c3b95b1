"""All games: those of this package, and those that other packages offer.

A package adds a game by an entry point of the group `paiju.games` whose name is the game's and which loads to its
`Game` object. It is imported when it is asked for; one that cannot be loaded does not affect the others.
"""

import sys
from functools import lru_cache
from importlib.metadata import EntryPoint, entry_points
from typing import Final

from paiju.engine.errors import BadRules
from paiju.engine.game import Game
from paiju.games.shandong.game import SHANDONG
from paiju.games.uno.game import UNO

GAMES: Final[tuple[Game, ...]] = (UNO, SHANDONG)
"""The games of this package."""
GROUP: Final = "paiju.games"


def offers(group: str) -> tuple[EntryPoint, ...]:
    """The entry points of a group in all installed packages. They are looked for once, and again only when the search
    path of modules changes: it takes 10 ms, and a server asks all the time."""
    return _found(group, tuple(sys.path))


@lru_cache(maxsize=16)
def _found(group: str, _path: tuple[str, ...]) -> tuple[EntryPoint, ...]:
    return tuple(entry_points(group=group))


def all_games() -> list[Game]:
    """Every game that can be loaded, those of this package first. `broken_games` names the others."""
    return list(GAMES) + [game for game in [_offered(name)[0] for name in _offered_names()] if game is not None]


def broken_games() -> dict[str, str]:
    """Games that other packages offer but that cannot be loaded: their names, and why."""
    found = {name: _offered(name)[1] for name in _offered_names()}
    return {name: problem for name, problem in found.items() if problem}


def find_game(name: str) -> Game:
    """The game with this name. Raises `BadRules` naming the known games, or why this one cannot be loaded."""
    for game in GAMES:
        if game.name == name:
            return game
    offered = _offered_names()
    if name in offered:
        found, problem = _offered(name)
        if found is not None:
            return found
        raise BadRules("broken_game", f"the game {name!r} cannot be loaded: {problem}", {"name": name, "why": problem})
    known = ", ".join([game.name for game in GAMES] + offered)
    raise BadRules("unknown_game", f"there is no game {name!r}; there are {known}", {"name": name, "allowed": known})


_loaded: dict[str, Game] = {}
"""Games that were loaded, by the value of their entry point: `module:object`."""


def _offered_names() -> list[str]:
    """Names of the entry points, each once, without those of our own games."""
    ours = [game.name for game in GAMES]
    return sorted({point.name for point in offers(GROUP)} - set(ours))


def _offered(name: str) -> tuple[Game | None, str]:
    """The game behind an entry point, or None and the reason. What was loaded stays loaded."""
    point = next(point for point in offers(GROUP) if point.name == name)
    if point.value not in _loaded:
        try:
            found: object = point.load()
        except Exception as error:  # third-party code may raise anything while it is imported
            return None, f"{type(error).__name__}: {error}"
        if not isinstance(found, Game):
            return None, f"its type is {type(found).__name__}, not Game"
        if found.name != name:
            return None, f"it calls itself {found.name!r}"
        _loaded[point.value] = found
    return _loaded[point.value], ""


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
