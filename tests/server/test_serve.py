"""`paiju serve` before it serves: flags, variables, what it shows and what it refuses."""

from pathlib import Path
from typing import Any

import pytest

from paiju.cli import main
from paiju.server import run
from paiju.server.settings import Settings, read_settings
from paiju.storage.faults import BadStore, StoreAway
from paiju.storage.log import EventLog
from tests.server.compiled import replaces_internals


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


def test_an_address_in_use_is_named() -> None:
    listener = run.listen(read_settings({"port": 0}, {})[0])
    port = listener.getsockname()[1]
    with pytest.raises(run.CannotServe) as refused:
        run.listen(read_settings({"port": port}, {})[0])
    listener.close()
    assert (refused.value.code, refused.value.params["port"]) == ("serve.no_listener", port)


@replaces_internals
@pytest.mark.anyio
@pytest.mark.parametrize("when", ["it is claimed", "the rooms are opened"])
async def test_a_store_that_goes_away_during_the_start_ends_it_in_one_sentence(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, when: str
) -> None:
    async def away(*_: object) -> Any:
        raise ConnectionResetError("gone") if when == "it is claimed" else StoreAway("gone")

    if when == "it is claimed":
        monkeypatch.setattr(run, "claimed", away)
    else:
        monkeypatch.setattr(EventLog, "match_ids", away)
    settings, _ = read_settings({"port": 0, "database": f"sqlite:///{tmp_path}/s.db"}, {})
    with pytest.raises(BadStore) as refused:
        await run._serve(settings, print)
    assert refused.value.code == "store.unopened"
