"""Optional packages: a missing one is named together with the command that installs it."""

from importlib.util import find_spec

from paiju.engine.errors import GameError


class MissingExtra(GameError):
    """A feature whose optional dependency is not installed."""


def need(package: str, extra: str) -> None:
    """Raise one clear sentence when `package` of `extra` is not there. Imports nothing."""
    if find_spec(package) is None:
        detail = f"This needs {package}; install it with: pip install 'paiju[{extra}]'"
        raise MissingExtra("extra_missing", detail, {"package": package, "extra": extra})
