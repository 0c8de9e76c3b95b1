"""Finds the command, runs it, and turns what went wrong into one sentence and an exit code."""

import os
import sys
from collections.abc import Sequence
from difflib import get_close_matches
from typing import TYPE_CHECKING, Final

from paiju import __version__
from paiju.cli.errors import INTERRUPTED, UsageError
from paiju.engine.errors import GameError
from paiju.i18n import environment_language, error_text, find_language, translator

if TYPE_CHECKING:
    from cyclopts import App

DONE: Final = 0
CHECK_FAILED: Final = 1
WRONG_USAGE: Final = 2

COMMANDS: Final = ("play", "join", "serve", "sim", "train", "bots", "rules", "explain", "replay", "vectors")
ENGLISH_ONLY: Final = frozenset({"sim", "train", "bots", "vectors"})
"""Commands with tables for research. Only their error messages are translated."""
EXTRAS: Final = {"serve": "server", "join": "client", "sim": "lab", "train": "lab"}
"""Which optional dependencies a command needs, so that a missing one can be named."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Run `paiju`; returns the exit code: 0 done, 1 the thing checked failed, 2 wrong usage."""
    words, asked = _language_apart(list(sys.argv[1:] if arguments is None else arguments))
    language = (find_language(asked) if asked is not None else None) or environment_language()
    try:
        code = _run(words, asked, language)
        sys.stdout.flush()
        return code
    except UsageError as error:
        return _complain(str(error), language)
    except GameError as error:
        return _complain(error_text(error, language, "cli", *_catalogues(words)), language)
    except ImportError as error:
        return _complain(_missing_part(words, error, language), language)
    except BrokenPipeError:
        # The reader of our output has closed it (`paiju rules uno | head`): stay silent, also at interpreter exit.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return DONE
    except OSError as error:
        return _complain(": ".join(str(part) for part in (error.filename, error.strerror or error) if part), language)
    except KeyboardInterrupt:
        print(file=sys.stderr)
        return INTERRUPTED


def _run(words: list[str], asked: str | None, language: str) -> int:
    if words in (["--help"], ["-h"], ["help"]):
        print(translator("cli", language)("help"))
        return DONE
    if words == ["--version"]:
        print(f"paiju {__version__}")
        return DONE
    if words and not words[0].startswith("-") and words[0] not in COMMANDS:
        raise UsageError(_unknown_command(words[0], language))
    if asked is not None:
        words = _with_language(words, asked)
    from cyclopts import CycloptsError

    try:
        result = _app()(words)
    except CycloptsError as error:
        raise UsageError(str(error)) from error
    return result if isinstance(result, int) else DONE


def _app() -> "App":
    from cyclopts import App, Parameter

    from paiju.cli.menu import menu

    app = App(
        name="paiju",
        version_flags=[],
        help_format="plaintext",
        default_parameter=Parameter(negative=()),
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


def _with_language(words: list[str], asked: str) -> list[str]:
    """The words for the command: `--lang` again for those that translate what they print, checked for the others."""
    if words and words[0] in ENGLISH_ONLY:
        from paiju.cli.common import language_of

        language_of(asked)
        return words
    return [*words, "--lang", asked]


def _catalogues(words: list[str]) -> list[str]:
    """The catalogues that may know an error: that of the game on the command line, or of every game of ours."""
    from paiju.games.registry import GAMES, all_games

    return [game.catalogue() for game in [one for one in all_games() if one.name in words] or GAMES]


def _complain(sentence: str, language: str) -> int:
    print(translator("cli", language)("error", sentence=sentence), file=sys.stderr)
    return WRONG_USAGE


def _unknown_command(word: str, language: str) -> str:
    t = translator("cli", language)
    close = get_close_matches(word, COMMANDS, n=1)
    if close:
        return t("unknown_command_close", command=word, close=close[0])
    return t("unknown_command", command=word, commands=", ".join(COMMANDS))


def _missing_part(words: list[str], error: ImportError, language: str) -> str:
    """Which part is missing and what brings it: an optional dependency, or a command of a later version."""
    cause = error if isinstance(error, ModuleNotFoundError) else error.__cause__
    if not isinstance(cause, ModuleNotFoundError):
        raise error
    t = translator("cli", language)
    command = words[0] if words and words[0] in COMMANDS else "menu"
    if (cause.name or "").split(".")[0] == "paiju":
        return t("not_in_this_version", command=command)
    return t("extra_missing", package=cause.name, extra=EXTRAS.get(command, "server"))
