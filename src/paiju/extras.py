"""Optional packages: a missing one is named together with the command that installs it."""

from importlib.util import find_spec

from paiju.engine.errors import GameError


class MissingExtra(GameError):
    """A feature whose optional dependency is not installed."""


def need(package: str, extra: str) -> None:
    """Raise `MissingExtra` if `package`, a part of `extra`, is not installed. Imports nothing."""
    if find_spec(package) is None:
        detail = f"This needs {package}; install it with: pip install 'paiju[{extra}]'"
        raise MissingExtra("extra_missing", detail, {"package": package, "extra": extra})
