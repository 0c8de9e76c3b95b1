"""What several commands share: games by name, options as K=V, the language."""

import json

from paiju.cli.errors import UsageError
from paiju.engine.errors import GameError
from paiju.engine.game import Game, Rules
from paiju.games.registry import find_game
from paiju.i18n import environment_language, error_text, find_language


def language_of(lang: str | None) -> str:
    """`zh-CN` or `en-US` for what the user wrote after `--lang`, or for the environment."""
    if lang is None:
        return environment_language()
    found = find_language(lang)
    if found is None:
        raise UsageError(f'Unknown language "{lang}"; there are zh and en.')
    return found


def options_of(pairs: list[str]) -> dict[str, object]:
    """`["stackDrawCards=true", "targetScore=300"]` as a dict. Values are JSON where they can be, else text."""
    options: dict[str, object] = {}
    for pair in pairs:
        name, equals, value = pair.partition("=")
        if not name or not equals:
            raise UsageError(f'"{pair}" is no option: write NAME=VALUE, for example --option targetScore=300.')
        try:
            options[name] = json.loads(value)
        except ValueError:
            options[name] = value
    return options


def rules_of(game: str, rulebook: str | None, pairs: list[str], language: str) -> tuple[Game, Rules]:
    """A game and its rules as named on the command line; one sentence if they do not exist."""
    try:
        found = find_game(game)
        return found, found.rules(rulebook or found.default_rulebook, options_of(pairs))
    except GameError as error:
        raise UsageError(error_text(error, language, game)) from error
