"""No test reads or writes the files of whoever runs it."""

from pathlib import Path

import pytest


@pytest.fixture(autouse=True)
def own_home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))
    monkeypatch.setenv("PAIJU_STRICT_TEXTS", "1")
    monkeypatch.delenv("NO_COLOR", raising=False)


@pytest.fixture
def anyio_backend() -> str:
    return "asyncio"
