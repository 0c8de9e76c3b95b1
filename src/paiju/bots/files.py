"""Bots from a file: `./my_bot.py:MyBot` needs no package and no installation.

Loading runs the file, so this is for the person at the keyboard only; servers use `bots.registry`.
"""

import sys
from collections.abc import Callable
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path

from paiju.bots.base import Bot, cause_of
from paiju.bots.registry import bot_maker, maker_of
from paiju.engine.errors import BadRules
from paiju.engine.game import Game


def any_bot_maker(spec: str, game: Game) -> Callable[[], Bot]:
    """A factory of bots, for a name, `file.py:Class`, or `weights.json` for UNO's `net`. Raises `BadRules`."""
    if spec.endswith(".json"):
        return _trained(spec, game)
    file, ending, rest = spec.partition(".py:")
    if not ending:
        return bot_maker(spec, game)
    name, *settings = rest.split(":")
    return maker_of(bot_from_file(file + ".py", name), spec, settings)


def lasting(spec: str) -> str:
    """The specification with absolute file names, so that it means the same bot in another folder."""
    file, ending, rest = spec.partition(".py:")
    if ending:
        return f"{Path(file).absolute()}{ending}{rest}"
    return str(Path(spec).absolute()) if spec.endswith(".json") else spec


def bot_from_file(file: str, name: str) -> type[Bot]:
    """The class `name` of a Python file. Raises `BadRules` if it cannot be loaded, with one sentence why.

    As for `python FILE`, modules beside the file can be imported.
    """
    path = Path(file)
    if not path.is_file():
        raise BadRules("bad_bot", f"there is no file {file!r}", {"why": "file", "name": file})
    module_name = f"paiju_bot_{path.stem}"
    spec = spec_from_file_location(module_name, path)
    assert spec is not None and spec.loader is not None, "there is a loader for every name that ends in .py"
    module = module_from_spec(spec)
    sys.modules[module_name] = module
    folder = str(path.absolute().parent)
    if folder not in sys.path:
        sys.path.insert(0, folder)
    try:
        spec.loader.exec_module(module)
    except (Exception, SystemExit) as error:  # third-party code may raise anything
        cause = cause_of(error)
        raise BadRules(
            "bad_bot", f"{file!r} cannot be loaded: {cause}", {"why": "load", "name": file, "cause": cause}
        ) from error
    found = getattr(module, name, None)
    if not (isinstance(found, type) and issubclass(found, Bot)):
        raise BadRules(
            "bad_bot",
            f"{file!r} has no bot {name!r}: a class derived from paiju.bots.base.Bot",
            {"why": "class", "name": file, "class": name},
        )
    return found


def _trained(file: str, game: Game) -> Callable[[], Bot]:
    from paiju.bots.network import BadNetwork, load
    from paiju.bots.uno_layout import FEATURES
    from paiju.bots.uno_moves import GOALS
    from paiju.bots.uno_net import NetBot
    from paiju.games.uno.game import UNO

    if game is not UNO:
        raise BadRules(
            "bad_bot",
            f"{file!r} are weights for {UNO.name}, not for {game.name}",
            {"why": "game", "name": file, "game": UNO.name},
        )
    try:
        weights = load(Path(file), FEATURES, GOALS)
    except BadNetwork as error:
        why = "file" if not Path(file).is_file() else "weights"
        raise BadRules("bad_bot", str(error), {"why": why, "name": file}) from error

    def make() -> Bot:
        bot = NetBot(weights)
        bot.name = file
        return bot

    return make
