"""What several commands share: games by name, options as K=V, the language, whether there is a screen."""

import os
import sys

from paiju.cli.errors import UsageError
from paiju.engine.errors import GameError
from paiju.engine.game import Game, Rules
from paiju.games.registry import find_game, option_from_text
from paiju.i18n import environment_language, error_text, find_language


def can_draw() -> bool:
    """Whether a person sits at a terminal on which a screen can be drawn."""
    return sys.stdin.isatty() and sys.stdout.isatty() and os.environ.get("TERM", "dumb") not in ("dumb", "unknown")


def language_of(lang: str | None) -> str:
    """`zh-CN` or `en-US` for what the user wrote after `--lang`, or for the environment."""
    if lang is None:
        return environment_language()
    found = find_language(lang)
    if found is None:
        raise UsageError(f'Unknown language "{lang}"; there are zh and en.')
    return found


def options_of(pairs: list[str], game: str) -> dict[str, object]:
    """`["stackDrawCards=true", "targetScore=300", "mandatoryLevels=5+10"]` as a dict for `Game.rules`."""
    found = find_game(game)
    return dict(option_from_text(found, pair) for pair in pairs)


def rules_of(game: str, rulebook: str | None, pairs: list[str], language: str) -> tuple[Game, Rules]:
    """A game and its rules as named on the command line; one sentence if they do not exist."""
    try:
        found = find_game(game)
        return found, found.rules(rulebook or found.default_rulebook, options_of(pairs, game))
    except GameError as error:
        raise UsageError(error_text(error, language, game)) from error
