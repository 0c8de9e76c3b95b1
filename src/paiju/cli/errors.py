"""Mistakes of the person at the keyboard."""


class UsageError(Exception):
    """Shown as one sentence on stderr; the program ends with exit code 2."""
