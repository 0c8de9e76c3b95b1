"""Mistakes of the person at the keyboard, and how a program ends that was stopped."""

from typing import Final

INTERRUPTED: Final = 130
"""Exit code after Ctrl-C."""


class UsageError(Exception):
    """Shown as one sentence on stderr; the program ends with exit code 2."""
