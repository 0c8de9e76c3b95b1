"""Tests do not depend on the developer's terminal, language and network."""

import os
from pathlib import Path

from platformdirs import user_config_path, user_data_path

from tests.conftest import CACHE, plain_environment


def test_what_suits_the_caller_is_put_aside() -> None:
    theirs = {
        "LANG": "zh_CN.UTF-8",
        "LC_ALL": "C",
        "LANGUAGE": "de",
        "TZ": "Asia/Shanghai",
        "TERM": "dumb",
        "COLUMNS": "40",
        "LINES": "10",
        "NO_COLOR": "1",
        "FORCE_COLOR": "1",
        "COLORTERM": "truecolor",
        "PAIJU_LANG": "zh",
        "PAIJU_DATABASE": "sqlite:///theirs.db",
        "XDG_DATA_HOME": "/theirs",
        "http_proxy": "http://proxy.example:3128",
        "HTTPS_PROXY": "http://proxy.example:3128",
        "PYTHONDONTWRITEBYTECODE": "1",
    }
    needed = {
        "PATH": "/bin",
        "HOME": "/nowhere",
        "PAIJU_TEST_SEED": "7",
        "DATABASE_URL": "postgresql://x/y",
        "CI": "1",
    }
    ours = {"LANG": "C.UTF-8", "TZ": "UTC", "TERM": "xterm-256color", "XDG_CACHE_HOME": str(CACHE)}
    assert plain_environment(theirs | needed) == needed | ours


def test_the_tests_run_in_it() -> None:
    changed = {name for name, value in plain_environment(os.environ).items() if os.environ.get(name) != value}
    assert not changed


def test_settings_and_matches_of_the_caller_are_out_of_reach() -> None:
    assert not user_config_path("paiju").exists() and not user_data_path("paiju").exists()
    assert Path.home() not in user_data_path("paiju").parents
