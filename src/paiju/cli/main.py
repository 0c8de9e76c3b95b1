"""Finds the command, runs it, and turns what went wrong into one sentence and an exit code."""

import os
import sys
from collections.abc import Sequence
from difflib import get_close_matches
from itertools import pairwise
from typing import TYPE_CHECKING, Final

from paiju import __version__
from paiju.cli.errors import UsageError
from paiju.engine.errors import GameError
from paiju.i18n import environment_language, error_text, find_language, translator

if TYPE_CHECKING:
    from cyclopts import App

DONE: Final = 0
CHECK_FAILED: Final = 1
WRONG_USAGE: Final = 2
INTERRUPTED: Final = 130

COMMANDS: Final = ("play", "join", "serve", "sim", "train", "bots", "rules", "explain", "replay", "vectors")
EXTRAS: Final = {"serve": "server", "join": "client", "sim": "lab", "train": "lab"}
"""Which optional dependencies a command needs, so that a missing one can be named."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Run `paiju`; returns the exit code: 0 done, 1 the thing checked failed, 2 wrong usage."""
    words = list(sys.argv[1:] if arguments is None else arguments)
    language = _asked_language(words)
    try:
        code = _run(words, language)
        sys.stdout.flush()
        return code
    except UsageError as error:
        return _complain(str(error), language)
    except GameError as error:
        return _complain(error_text(error, language, "cli", "uno", "shandong"), language)
    except ImportError as error:
        return _complain(_missing_part(words, error, language), language)
    except BrokenPipeError:
        # Whoever read our output has gone (`paiju rules uno | head`): not worth a word, also not at interpreter exit.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return DONE
    except OSError as error:
        return _complain(": ".join(str(part) for part in (error.filename, error.strerror or error) if part), language)
    except KeyboardInterrupt:
        print(file=sys.stderr)
        return INTERRUPTED


def _run(words: list[str], language: str) -> int:
    if words in (["--help"], ["-h"], ["help"]) or (not words and not _on_a_terminal()):
        print(translator("cli", language)("help"))
        return DONE
    if words == ["--version"]:
        print(f"paiju {__version__}")
        return DONE
    if words and not words[0].startswith("-") and words[0] not in COMMANDS:
        raise UsageError(_unknown_command(words[0], language))
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


def _on_a_terminal() -> bool:
    return sys.stdin.isatty() and sys.stdout.isatty()


def _asked_language(words: list[str]) -> str:
    """The language for messages that come before a command has read its own `--lang`."""
    for previous, word in pairwise(["", *words]):
        if previous == "--lang" or word.startswith("--lang="):
            return find_language(word.removeprefix("--lang=")) or environment_language()
    return environment_language()


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
