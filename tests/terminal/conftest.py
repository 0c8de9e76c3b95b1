"""A home of its own for every test: settings and matches never touch the user's."""

from pathlib import Path

import pytest

from tests.terminal.console.player import Home


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Home:
    """An empty home, for this process and for the programs it starts."""
    made = Home(tmp_path)
    for name, value in made.environment().items():
        monkeypatch.setenv(name, value)
    return made
