"""The player's settings: a small JSON file in the platform's folder for settings."""

import json
import os
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Final, TypeVar

from paiju.i18n import environment_language, find_language

SLOWEST: Final = 5.0
"""The slowest pace."""
LONGEST: Final = 60.0
"""The longest patience that is not endless."""
SIGNALS: Final = ("none", "bell", "flash")
"""Nothing, a bell, or the whole screen in reverse for a moment."""


SIGNAL_NAMES: Final = {"none": "signal.none", "bell": "signal.bell", "flash": "signal.flash"}
PACES: Final = (0.0, 0.4, 0.8, 1.2, 2.0)
PATIENCES: Final = (5.0, 10.0, 20.0, 0.0)

T = TypeVar("T")


@dataclass(frozen=True)
class Settings:
    """Remembered choices. Every field has a default that suits somebody who never opens the settings."""

    colour: bool = True
    """Cards printed in their colour (颜色增强)."""
    language: str = ""
    """`zh-CN`, `en-US`, or empty: as the environment says."""
    game: str = ""
    """What "play" in the menu plays; empty: the first game there is."""
    rulebook: str = ""
    """The rulebook of new matches, where the game has it; empty: the usual one of the menu or command."""
    bots: str = ""
    """Who sits in the other seats, as in `--bots`; empty: the game's own choice."""
    pace: float = 0.8
    """Seconds a bot takes for a move; 0 = at once."""
    patience: float = 10.0
    """Seconds that bots wait for a player who could declare, snatch or stick; 0 = until they have answered."""
    signal: str = "none"
    """How the player's turn is announced: one of `SIGNALS`."""


def stepped(settings: Settings, name: str) -> Settings:
    """The settings with the next value of `pace`, `patience` or `signal`."""
    if name == "signal":
        return replace(settings, signal=next_value(SIGNALS, settings.signal))
    if name == "patience":
        return replace(settings, patience=next_value(PATIENCES, settings.patience))
    return replace(settings, pace=next_value(PACES, settings.pace))


def next_value(values: Sequence[T], now: T) -> T:
    """The value after `now`, and the first one after the last or after something else."""
    return values[(values.index(now) + 1) % len(values)] if now in values else values[0]


def settings_path() -> Path:
    """Where the settings are kept on this platform."""
    from platformdirs import user_config_path

    return user_config_path("paiju", appauthor=False) / "settings.json"


def load_settings(path: Path | None = None) -> Settings:
    """The remembered settings. Values that are missing, damaged or of the wrong type are the defaults."""
    try:
        data = json.loads((path or settings_path()).read_text("utf-8"))
    except (OSError, ValueError):
        return Settings()
    return _from_json(data) if isinstance(data, dict) else Settings()


def save_settings(settings: Settings, path: Path | None = None) -> bool:
    """Save the settings. Returns False if the file cannot be written; they then last until the program ends."""
    target = path or settings_path()
    part = target.with_name(f"{target.name}.{os.getpid()}")
    try:
        target.parent.mkdir(parents=True, exist_ok=True)
        part.write_text(json.dumps(asdict(settings), ensure_ascii=False, indent=2) + "\n", "utf-8")
        part.replace(target)
    except OSError:
        return False
    return True


def chosen_language(asked: str, settings: Settings, environ: Mapping[str, str] = os.environ) -> str:
    """The language of `--lang`, else of the settings, else of the environment."""
    for text in (asked, settings.language):
        found = find_language(text) if text else None
        if found:
            return found
    return environment_language(environ)


def colour_possible(is_terminal: bool, environ: Mapping[str, str] = os.environ) -> bool:
    """Whether colours can be printed: the output is a terminal that has them, and `NO_COLOR` is not set."""
    return is_terminal and not environ.get("NO_COLOR") and environ.get("TERM") != "dumb"


def _from_json(data: Mapping[str, object]) -> Settings:
    usual = Settings()
    signal = _text(data, "signal", usual.signal)
    language = _text(data, "language", usual.language)
    return Settings(
        colour=_switch(data, "colour", usual.colour),
        language=language if find_language(language) == language else usual.language,
        game=_text(data, "game", usual.game),
        rulebook=_text(data, "rulebook", usual.rulebook),
        bots=_text(data, "bots", usual.bots),
        pace=_seconds(data, "pace", usual.pace, SLOWEST),
        patience=_seconds(data, "patience", usual.patience, LONGEST),
        signal=signal if signal in SIGNALS else usual.signal,
    )


def _seconds(data: Mapping[str, object], name: str, usual: float, most: float) -> float:
    value = data.get(name)
    return (
        min(max(float(value), 0.0), most) if isinstance(value, int | float) and not isinstance(value, bool) else usual
    )


def _switch(data: Mapping[str, object], name: str, usual: bool) -> bool:
    value = data.get(name)
    return value if isinstance(value, bool) else usual


def _text(data: Mapping[str, object], name: str, usual: str) -> str:
    value = data.get(name)
    return value if isinstance(value, str) else usual
