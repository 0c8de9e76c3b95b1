"""What is remembered, and which language is meant."""

import json
from pathlib import Path

import pytest

from paiju.terminal.settings import (
    Settings,
    chosen_language,
    colour_possible,
    load_settings,
    save_settings,
    settings_path,
)
from tests.terminal.console.player import Home


def test_settings_are_remembered(home: Home) -> None:
    assert load_settings() == Settings()
    chosen = Settings(colour=False, language="en-US", rulebook="arena", bots="greedy", pace=0.0, signal="flash")
    assert save_settings(chosen)
    assert home.path in settings_path().parents
    assert load_settings() == chosen


@pytest.mark.parametrize(
    "content", ["", "{", "[]", "null", "7", '{"colour": "yes", "pace": true, "language": "fr", "bots": 3}']
)
def test_damaged_settings_are_the_defaults(tmp_path: Path, content: str) -> None:
    path = tmp_path / "settings.json"
    path.write_text(content, "utf-8")
    assert load_settings(path) == Settings()


def test_one_bad_setting_spoils_no_other(tmp_path: Path) -> None:
    path = tmp_path / "settings.json"
    path.write_text(
        json.dumps({"colour": 1, "language": "zh-CN", "pace": 99, "signal": "smoke", "future": {}}), "utf-8"
    )
    assert load_settings(path) == Settings(language="zh-CN", pace=5.0)


def test_a_place_that_cannot_be_written_is_no_crash(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    assert not save_settings(Settings(), tmp_path / "file" / "settings.json")


def test_language_comes_from_the_option_then_settings_then_environment() -> None:
    chinese = {"LANG": "zh_CN.UTF-8"}
    assert chosen_language("en", Settings(language="zh-CN"), chinese) == "en-US"
    assert chosen_language("", Settings(language="en-US"), chinese) == "en-US"
    assert chosen_language("", Settings(), chinese) == "zh-CN"
    assert chosen_language("", Settings(), {}) == "en-US"


def test_colours_need_a_terminal_and_nobody_against_them() -> None:
    assert colour_possible(True, {"TERM": "xterm"})
    assert not colour_possible(False, {"TERM": "xterm"})
    assert not colour_possible(True, {"TERM": "xterm", "NO_COLOR": "1"})
    assert not colour_possible(True, {"TERM": "dumb"})
