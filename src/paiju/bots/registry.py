"""Bots by name: `random`, `search:worlds=400`, `search:worlds=400:depth=2`.

The bots of this package are the rows of `BUILTIN`. Other packages add theirs as entry points of the group `paiju.bots`,
each of which loads to a `BotKind`; one that cannot be loaded does not affect the others. A bot is imported only when it
is asked for, so listing stays quick. Only names are read here, never files, because names may come from clients of a
server; `bots.files` loads files, for local use only.
"""

import math
from collections.abc import Callable
from importlib.metadata import EntryPoint
from typing import Final

from paiju.bots.any_game import any_game_kind
from paiju.bots.base import Bot, BotKind, Parameter, cause_of
from paiju.bots.shandong_list import SHANDONG_BOTS
from paiju.bots.uno_list import UNO_BOTS
from paiju.engine.errors import BadRules
from paiju.engine.game import Game
from paiju.games.registry import offers

BUILTIN: Final = UNO_BOTS + SHANDONG_BOTS
"""The bots of this package."""
GROUP: Final = "paiju.bots"


def bot_kinds(game: str) -> list[BotKind]:
    """Every bot for a game, those of this package first, each name once. There is always at least one, `random`."""
    kinds = [kind for kind in BUILTIN if kind.game == game]
    for point in offers(GROUP):
        kind = _offered(point)
        if isinstance(kind, BotKind) and kind.game == game and all(kind.name != known.name for known in kinds):
            kinds.append(kind)
    common = any_game_kind(game)
    return kinds if any(kind.name == common.name for kind in kinds) else [common, *kinds]


def broken_bots() -> dict[str, str]:
    """Bots that other packages offer but that cannot be loaded: their names, and why."""
    found = {point.name: _offered(point) for point in offers(GROUP)}
    return {name: problem for name, problem in found.items() if isinstance(problem, str)}


def _offered(point: EntryPoint) -> BotKind | str:
    """The bot behind an entry point, or why it cannot be used."""
    try:
        found: object = point.load()
    except Exception as error:  # third-party code may raise anything while it is imported
        return cause_of(error)
    return found if isinstance(found, BotKind) else f"its type is {type(found).__name__}, not BotKind"


def find_bot(spec: str, game: Game) -> Bot:
    """A new bot for one seat. Raises `BadRules` for an unknown name, parameter or value."""
    return bot_maker(spec, game)()


def bot_maker(spec: str, game: Game) -> Callable[[], Bot]:
    """A factory of the bots that `find_bot` makes. The name is looked up only once. Raises `BadRules`."""
    name, *settings = spec.split(":")
    ours = [kind for kind in BUILTIN if kind.game == game.name and kind.name == name]
    kinds = ours or bot_kinds(game.name)
    for kind in kinds:
        if kind.name == name:
            return maker_of(kind.load(), spec, settings)
    known = ", ".join(kind.name for kind in kinds)
    asked = name or spec
    raise BadRules(
        "unknown_bot",
        f"there is no bot {asked!r} for {game.name}; there are {known}",
        {"name": asked, "allowed": known},
    )


def maker_of(made: type[Bot], spec: str, settings: list[str]) -> Callable[[], Bot]:
    """A factory of bots of this class with these `key=value` settings. Raises `BadRules`."""
    parameters = _parameters(spec, made.parameters, settings)

    def make() -> Bot:
        try:
            bot = made(**parameters)
        except (Exception, SystemExit) as error:  # third-party code may raise anything
            raise BadRules(
                "bad_bot",
                f"{spec!r} cannot be made: {cause_of(error)}",
                {"why": "init", "name": spec, "cause": cause_of(error)},
            ) from error
        bot.name = spec
        return bot

    return make


def _parameters(spec: str, defaults: dict[str, Parameter], settings: list[str]) -> dict[str, Parameter]:
    chosen = dict(defaults)
    for setting in settings:
        key, equals, text = setting.partition("=")
        if not equals or key not in defaults:
            known = ", ".join(defaults) or "none"
            raise BadRules("bad_bot_parameter", f"{spec!r}: parameters are {known}", {"name": spec, "allowed": known})
        value = _value(text, defaults[key])
        if value is None:
            raise BadRules(
                "bad_bot_parameter",
                f"{spec!r}: {key} cannot be {text!r}",
                {"why": "value", "name": spec, "key": key, "text": text, "usual": str(defaults[key])},
            )
        chosen[key] = value
    return chosen


def _value(text: str, default: Parameter) -> Parameter | None:
    """A value of the default's type, or None. A parameter whose default is positive cannot be negative."""
    try:
        value = type(default)(text)
    except ValueError:
        return None
    if isinstance(value, str) or isinstance(default, str):
        return value
    return value if math.isfinite(value) and (value >= 0 or default <= 0) else None
