"""`paiju serve` before it serves: flags, variables, what it shows and what it refuses."""

import pytest

from paiju.cli import main
from paiju.server.settings import Settings


def test_every_setting_is_a_flag(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PAIJU_TURN_SECONDS", "7")
    monkeypatch.setenv("PAIJU_MAX_ROOMS", "77")
    assert main(["serve", "--turn-seconds", "20", "--limits-game", "5/6", "--chat", "0", "--show-config"]) == 0
    lines = {line.split()[0]: line.split()[1:3] for line in capsys.readouterr().out.splitlines()}
    assert len(lines) == len(Settings.__dataclass_fields__)
    assert lines["PAIJU_TURN_SECONDS"] == ["20.0", "flag"]
    assert lines["PAIJU_LIMITS_GAME"] == ["5/6", "flag"]
    assert lines["PAIJU_CHAT"] == ["0", "flag"]
    assert lines["PAIJU_MAX_ROOMS"] == ["77", "environment"]


@pytest.mark.parametrize("wrong", [("--no-such-thing", "1"), ("--turn-seconds", "soon"), ("--port", "70000")])
def test_wrong_flags_are_one_sentence_and_exit_2(wrong: tuple[str, str], capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["serve", *wrong, "--show-config"]) == 2
    said = capsys.readouterr().err
    assert wrong[0] in said
    assert "Traceback" not in said


def test_the_help_says_what_redis_is_for(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["serve", "--help"]) == 0
    assert "several nodes" in " ".join(capsys.readouterr().out.replace("│", " ").split())
