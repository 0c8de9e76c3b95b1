"""What several commands share: names in any letter case, the language, whether there is a screen."""

import os
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Annotated, Any

from cyclopts import Parameter, Token

from paiju.cli.errors import UsageError, find_name
from paiju.engine.game import Game, Rules
from paiju.games.registry import all_games, broken_games, find_game, option_from_text
from paiju.terminal.settings import chosen_language, load_settings


def _whole(_: Any, tokens: Sequence[Token]) -> int:
    return int(tokens[0].value)


Whole = Annotated[int, Parameter(converter=_whole)]
"""A whole number: 4.5 is refused, not rounded."""


def can_draw() -> bool:
    """Whether input and output are a terminal on which a screen can be drawn."""
    return sys.stdin.isatty() and sys.stdout.isatty() and os.environ.get("TERM", "dumb") not in ("dumb", "unknown")


def language_of(lang: str) -> str:
    """`zh-CN` or `en-US`: what follows `--lang`, or the settings, or the environment."""
    return chosen_language(lang, load_settings())


def game_of(name: str) -> Game:
    """The game with this name."""
    if name in broken_games():
        find_game(name)  # raises, and says why
    return find_game(find_name(name, (game.name for game in all_games()), "unknown_game"))


def options_of(game: Game, pairs: list[str] | None) -> dict[str, object]:
    """`["stackDrawCards=true", "targetScore=300", "mandatoryLevels=5+10"]` as a dict for `Game.rules`."""
    found = {}
    for pair in pairs or []:
        name, equals, value = pair.partition("=")
        if equals:
            name = find_name(name, (knob.name for knob in game.knobs()), "no_option", game=game.name)
        key, found[key] = option_from_text(game, f"{name}{equals}{value}")
    return found


def rulebook_of(game: Game, name: str) -> str:
    """The rulebook with this name; the game's own choice for an empty one."""
    return find_name(name, game.rulebooks(), "no_rulebook", game=game.name) if name else game.default_rulebook


def rules_of(game: Game, rulebook: str, pairs: list[str] | None) -> Rules:
    """The rules that the command line asks for."""
    return game.rules(rulebook_of(game, rulebook), options_of(game, pairs))


def bots_of(game: Game, names: str) -> tuple[str, ...]:
    """`greedy,hard,./my_bot.py:MyBot`: bots by name, level or file."""
    from paiju.bots.levels import bots_by_level
    from paiju.bots.registry import bot_kinds

    wanted = [name.strip() for name in names.split(",")]
    if "" in wanted:
        raise UsageError("bots_empty", game=game.name)
    levels = bots_by_level(game.name)
    known = [*(kind.name for kind in bot_kinds(game.name)), *levels]
    found = []
    for spec in wanted:
        name, colon, settings = spec.partition(":")
        if Path(name).suffix in (".py", ".json") or os.sep in name:
            found.append(spec)
        else:
            name = find_name(name or spec, known, "no_bot", game=game.name)
            found.append(levels.get(name, name) + colon + settings)
    return tuple(found)
