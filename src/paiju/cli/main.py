"""Finds the command, runs it, and turns what went wrong into one sentence and an exit code."""

import os
import sys
from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from paiju import __version__
from paiju.cli.errors import INTERRUPTED, UsageError, find_name
from paiju.engine.errors import GameError
from paiju.i18n import error_text, find_language, system_error_text, translator
from paiju.terminal.settings import chosen_language, load_settings

if TYPE_CHECKING:
    from cyclopts import App

DONE: Final = 0
WRONG_USAGE: Final = 2

COMMANDS: Final = ("play", "matches", "join", "serve", "sim", "train", "bots", "rules", "explain", "replay", "vectors")
EXTRAS: Final = {"serve": "server", "join": "client", "sim": "lab", "train": "lab"}
"""Which optional dependencies a command needs, so that a missing one can be named."""
HELP: Final = ("--help", "-h")


def main(arguments: Sequence[str] | None = None) -> int:
    """Run `paiju`; returns the exit code: 0 done, 1 the thing checked failed, 2 wrong usage."""
    words, asked = _language_apart(list(sys.argv[1:] if arguments is None else arguments))
    language = chosen_language(asked or "", load_settings())
    try:
        code = _run(words, asked, language)
        sys.stdout.flush()
        return code
    except GameError as error:
        return _complain(error_text(error, language, "cli", "terminal", *_catalogues(words)), language)
    except ImportError as error:
        return _complain(_missing_part(words, error, language), language)
    except BrokenPipeError:
        # The reader of our output has closed it (`paiju rules uno | head`): stay silent, also at interpreter exit.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return DONE
    except OSError as error:
        return _complain(system_error_text(error, language), language)
    except KeyboardInterrupt:
        print(file=sys.stderr)
        return INTERRUPTED


def _run(words: list[str], asked: str | None, language: str) -> int:
    if asked is not None and find_language(asked) is None:
        raise UsageError("no_language", name=asked)
    if words == ["--version"]:
        print(f"paiju {__version__}")
        return DONE
    if words and not words[0].startswith("-"):
        words[0] = "help" if words[0].casefold() == "help" else find_name(words[0], COMMANDS, "no_command")
    if any(word in HELP for word in words) or words[:1] == ["help"]:
        print(help_text(next((word for word in words if word in COMMANDS), ""), language))
        return DONE
    if asked is not None:
        words = [*words, "--lang", asked]
    from cyclopts import CycloptsError

    from paiju.cli.usage import usage_error

    try:
        result = _app()(words)
    except CycloptsError as error:
        raise usage_error(error, words[0] if words[:1] and words[0] in COMMANDS else "") from error
    return result if isinstance(result, int) else DONE


def help_text(command: str, language: str) -> str:
    """What `--help` prints."""
    t = translator("cli", language)
    return t(f"help.{command}").rstrip("\n") if command else t("help")


def _app() -> "App":
    from cyclopts import App, Parameter

    from paiju.cli.menu import menu

    app = App(
        name="paiju",
        version_flags=[],
        help_flags=[],
        default_parameter=Parameter(negative=(), name_transform=lambda name: name.strip("_").replace("_", "-")),
        exit_on_error=False,
        print_error=False,
        result_action="return_value",
        suppress_keyboard_interrupt=False,
    )
    app.default(menu)
    for name in COMMANDS:
        app.command(f"paiju.cli.{name}:{name}", name=name)
    return app


def _language_apart(words: list[str]) -> tuple[list[str], str | None]:
    """The words without `--lang`, which may stand anywhere, and what followed it."""
    for place, word in enumerate(words):
        if word.startswith("--lang="):
            return words[:place] + words[place + 1 :], word.removeprefix("--lang=")
        if word == "--lang" and place + 1 < len(words):
            return words[:place] + words[place + 2 :], words[place + 1]
    return words, None


def _catalogues(words: list[str]) -> list[str]:
    """The catalogues that may know an error: that of the game on the command line, or of every game of ours."""
    from paiju.games.registry import GAMES, all_games

    folded = [word.casefold() for word in words]
    return [game.catalogue() for game in [one for one in all_games() if one.name.casefold() in folded] or GAMES]


def _complain(sentence: str, language: str) -> int:
    line = "".join(char if char.isprintable() else " " for char in sentence)
    print(translator("cli", language)("error", sentence=line), file=sys.stderr)
    return WRONG_USAGE


def _missing_part(words: list[str], error: ImportError, language: str) -> str:
    """Which optional dependency is missing and what brings it. Raises the error again if it is another one."""
    cause = error if isinstance(error, ModuleNotFoundError) else error.__cause__
    if not isinstance(cause, ModuleNotFoundError):
        raise error
    extra = EXTRAS.get(words[0] if words else "", "server")
    return translator("cli", language)("extra_missing", package=cause.name, extra=extra)
