"""What cannot be done is said plainly, and by its name."""

import errno
import json
import logging
import re
import shutil
from pathlib import Path

import pytest

from paiju.cli import main
from paiju.engine.record import entry_line, header_line
from paiju.engine.shuffle import FastSource
from paiju.games.uno.game import UNO
from paiju.server.settings import BadSetting, Settings, read_settings, variable
from paiju.server.web.study_api import largest_record
from paiju.storage import sqlite
from paiju.storage.faults import SyncFailed, disk_full
from paiju.testing.walk import Walk
from tests.server.serving import http_client, open_socket, serving
from tests.server.test_frames import connected, frame_of

pytestmark = pytest.mark.anyio

KNOWN = {variable(name) for name in Settings.__dataclass_fields__}


@pytest.mark.parametrize("body", [b"", b"  "])
async def test_an_arena_room_is_not_made_of_nothing(tmp_path: Path, body: bytes) -> None:
    async with serving(tmp_path, open_rooms=0) as server, http_client(server.base) as http:
        answer = await http.post("/api/rooms", content=body, headers={"content-type": "application/json"})
        assert (answer.status_code, answer.json()["code"]) == (400, "BAD_REQUEST")
        assert not server.service.lobby.rooms
        assert (await http.post("/api/rooms", json={"isSandbox": True})).status_code == 200


@pytest.mark.parametrize(
    ("name", "meant"),
    [("PAIJU_TURN_SECOND", "PAIJU_TURN_SECONDS"), ("PAIJU_LIMIT_GAME", "PAIJU_LIMITS_GAME"), ("PAIJU_XYZZY", "")],
)
def test_a_misspelt_variable_stops_the_start(name: str, meant: str) -> None:
    with pytest.raises(
        BadSetting, match=f"^There is no setting {name}; {f'did you mean {meant}' if meant else '--show'}"
    ):
        read_settings({}, {name: "1"})


def test_variables_of_other_parts_are_left_alone() -> None:
    others = {"PAIJU_LANG": "zh", "PAIJU_STRICT_TEXTS": "1", "PAIJU_TEST_SEED": "4", "PAIJU_SERVER": "x", "PATH": "/"}
    assert read_settings({}, others)[0] == Settings()


def test_every_variable_that_the_project_reads_is_known() -> None:
    root = Path(__file__).parents[2]
    files = [*root.glob("src/**/*.py"), *root.glob("tools/*"), *root.glob("bench/*.py"), root / "Makefile"]
    texts = [file.read_text(encoding="utf-8") for file in files if file.is_file()]
    read_settings(
        {}, {name: "" for text in texts for name in re.findall(r"PAIJU_[A-Z_]*[A-Z]\b", text) if name not in KNOWN}
    )


def test_redis_is_refused_where_it_would_do_nothing(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    database = f"sqlite:///{tmp_path / 'paiju.db'}"
    assert main(["serve", "--redis", "redis://127.0.0.1", "--database", database, "--port", "0", "--lang", "en"]) == 2
    assert "--redis" in capsys.readouterr().err
    assert not (tmp_path / "paiju.db").exists()


async def test_caps_are_no_rate_limits(tmp_path: Path) -> None:
    join = {"firstName": "Ada", "lastName": "Bot"}
    caps = {"max_rooms": 2, "seats_per_address": 1, "open_rooms": 0, "limits_enabled": 0}
    async with serving(tmp_path, **caps) as server, http_client(server.base) as http:
        rooms = [(await http.post("/api/rooms", json={"isSandbox": True})).json()["roomId"] for _ in range(2)]
        answer = await http.post("/api/rooms", json={"isSandbox": True})
        assert (answer.status_code, answer.json()["code"]) == (503, "SERVER_FULL")
        answer = await http.post("/api/v1/rooms", json={"game": "uno"})
        assert (answer.status_code, answer.json()["error"]["code"]) == (503, "too_many_rooms")
        assert int(answer.headers["retry-after"]) > 0
        macs = [{"MAC": f"02:00:00:00:00:0{n}"} for n in (1, 2)]
        assert (await http.post(f"/api/rooms/{rooms[0]}/join", json=join | macs[0])).status_code == 200
        answer = await http.post(f"/api/rooms/{rooms[1]}/join", json=join | macs[1])
        assert (answer.status_code, answer.json()["code"]) == (409, "TOO_MANY_SEATS")
        answer = await http.post("/api/v1/rooms", json={"game": "uno", "name": "Ada"})
        assert (answer.status_code, answer.json()["error"]["code"]) == (409, "too_many_seats")
        for language in ("zh-CN", "en-US"):
            refused = await http.post("/api/rooms", json={"isSandbox": True}, headers={"accept-language": language})
            assert "Too Many Requests" not in refused.text


@pytest.mark.parametrize("path", ["/api/v1/ws", "/socket.io/?EIO=4&transport=websocket"])
async def test_text_that_is_no_utf8_is_the_fault_of_the_client_only(
    tmp_path: Path, caplog: pytest.LogCaptureFixture, path: str
) -> None:
    async with serving(tmp_path) as server:
        with caplog.at_level(logging.WARNING):
            async with connected(server, path) as raw:
                raw.writer.write(frame_of(b"\xff\xfe"))
                assert await raw.close_code() == 1007
            async with connected(server, path) as raw:
                raw.writer.write(frame_of(b"\xff", fin=False) + frame_of(b"\xfe", 0))
                assert await raw.close_code() == 1007
        assert not caplog.records
        assert server.service.metrics.registry.get_sample_value("paiju_incidents_total") == 0


def longest_record(entries: int) -> str:
    """A match of UNO that goes on for so long."""
    source = FastSource(1)
    rules = UNO.rules("official", {"targetScore": 10000})
    walk = Walk(UNO, rules, 4, source)
    while len(walk.log) < entries:
        walk.settle()
        chosen = walk.next_action()
        if chosen is None:
            break
        if chosen[1].to_json()["type"] != "REMOVE_PLAYER":
            walk.apply(*chosen)
    lines = [header_line(UNO, rules, ["Ada", "Bo", "Cy", "Di"], "")]
    lines += [entry_line(n, seat, action, "2026-01-01T12:00:00.123Z") for n, (seat, action) in enumerate(walk.log, 1)]
    return "".join(lines)


async def test_the_longest_record_that_we_write_can_be_opened_again(tmp_path: Path) -> None:
    """Its text is sent as JSON, in which every quotation mark takes one byte more."""
    async with serving(tmp_path) as server, http_client(server.base) as http:
        most = server.service.settings.max_entries
        record = longest_record(most)
        body = json.dumps({"record": record, "first": 0, "count": 1, "seat": -3})
        assert 850_000 < len(body) < largest_record(most)
        answer = await http.post("/api/v1/positions", content=body, headers={"content-type": "application/json"})
        assert answer.status_code == 200
        assert not answer.json()["damaged"]


@pytest.mark.parametrize("verb", ["", "/view", "/join"])
async def test_a_room_code_of_a_wrong_form_is_refused_without_an_expression(tmp_path: Path, verb: str) -> None:
    async with serving(tmp_path) as server, http_client(server.base) as http:
        path = f"/api/v1/rooms/no-such-room{verb}"
        answer = await (http.post(path, json={"name": "Ada"}) if verb == "/join" else http.get(path))
        assert (answer.status_code, answer.json()["error"]["code"]) == (422, "bad_fields")
        assert "regex" not in answer.text and "A-Z" not in answer.text
        assert "room" in answer.json()["error"]["text"]


async def test_a_room_code_of_a_wrong_form_is_refused_so_on_the_socket(tmp_path: Path) -> None:
    async with serving(tmp_path) as server, open_socket(server) as socket:
        await socket.send(json.dumps({"type": "enter", "id": 1, "room": "no-such-room"}))
        answer = str(await socket.recv())
        assert "bad_fields" in answer and "$.room" in answer
        assert "regex" not in answer and "A-Z" not in answer


FULL = {"en": "The disk is full: nothing can be stored in", "zh": "磁盘已满，无法写入"}


@pytest.mark.parametrize("language", FULL)
def test_a_start_without_room_for_the_database_says_so(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, language: str
) -> None:
    """SQLite is told that it may have no more than two pages, and answers as on a full disk."""
    monkeypatch.setattr(sqlite, "_PRAGMAS", (*sqlite._PRAGMAS, "max_page_count=2"))
    file = tmp_path / "paiju.db"
    assert main(["serve", "--database", f"sqlite:///{file}", "--port", "0", "--lang", language]) == 2
    said = capsys.readouterr().err
    assert f"{FULL[language]} {file}" in said
    assert len(said.strip().splitlines()) == 1


def test_an_input_error_is_a_full_disk_only_without_room(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    usage = shutil.disk_usage(tmp_path)
    file = str(tmp_path / "paiju.db")
    for free, full in ((0, True), (10**9, False)):
        monkeypatch.setattr("paiju.storage.faults.disk_usage", lambda _, free=free: usage._replace(free=free))
        assert (disk_full(SyncFailed("SQLITE_IOERR_SHMSIZE"), file) is not None) is full
    assert disk_full(OSError(errno.ENOSPC, "no space"), file) is not None
    assert disk_full(OSError(errno.EACCES, "not allowed"), file) is None
