"""The levels easy, normal and hard: which bot plays each of them, and the measured ratings of all bots."""

import json
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Final

from paiju.bots.registry import bot_kinds
from paiju.games.registry import find_game
from paiju.i18n import translator

LEVELS: Final = ("easy", "normal", "hard")

RATINGS_FILE: Final = Path(__file__).parent / "data" / "ratings.json"


@dataclass(frozen=True)
class Listed:
    """A bot as lists show it."""

    name: str
    game: str
    character: str
    rating: float | None
    """OpenSkill, on one scale for all bots of a game; None where it was not measured."""
    level: str
    """The level that it plays, or ""."""


def bots_by_level(game: str) -> dict[str, str]:
    """The bot that plays each level of a game."""
    preferred = find_game(game).level_bots
    known = [kind.name for kind in bot_kinds(game)]
    chosen: dict[str, str] = {}
    for level in LEVELS:
        names = [name for name in preferred(level) if name in known]
        if names or known:
            chosen[level] = names[0] if names else known[-1]
    return chosen


@cache
def ratings() -> dict[str, dict[str, float]]:
    """Measured ratings by game and bot. The file also says by which command."""
    data = json.loads(RATINGS_FILE.read_text(encoding="utf-8")) if RATINGS_FILE.is_file() else {}
    return {game: dict(part["ratings"]) for game, part in data.items()}


def listed(game: str, language: str = "en-US") -> list[Listed]:
    """Every bot of a game, the weakest first where that is known."""
    words = translator(game, language)
    levels = {name: level for level, name in bots_by_level(game).items()}
    rated = ratings().get(game, {})
    found = []
    for kind in sorted(bot_kinds(game), key=lambda kind: kind.skill):
        key = f"bot.{kind.name}"
        about = kind.about or (words(key) if key in words else "")
        found.append(Listed(kind.name, game, about, rated.get(kind.name), levels.get(kind.name, "")))
    return found
