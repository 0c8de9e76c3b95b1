"""Where the lines of the log go."""

import io

import pytest
import structlog

from paiju.server.logs import set_up_logs


def test_a_logger_outlives_the_standard_error_it_began_with(monkeypatch: pytest.MonkeyPatch) -> None:
    before = structlog.get_config()
    try:
        set_up_logs("info")
        log = structlog.get_logger("paiju.test")
        first, second = io.StringIO(), io.StringIO()
        monkeypatch.setattr("sys.stderr", first)
        log.warning("one")
        first.close()
        monkeypatch.setattr("sys.stderr", second)
        log.warning("two")
        assert '"event": "two"' in second.getvalue()
    finally:
        structlog.configure(**before)
