"""`paiju vectors`: the count comes last, a miss is exit 1, a file without vectors exit 2."""

import json
import re
from pathlib import Path

import pytest

from paiju.cli import main

VECTORS = Path(__file__).parent.parent / "vectors"


def test_the_count_is_the_last_line(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["vectors", *map(str, sorted(VECTORS.glob("*-vectors.json")))]) == 0
    assert capsys.readouterr().out.splitlines()[-1] == "364 passed, 0 failed"


def test_a_miss_is_printed_and_exit_1(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    content = json.loads((VECTORS / "uno-vectors.json").read_bytes())
    content["vectors"][0]["expect"]["current"] = "p4"
    file = tmp_path / "wrong.json"
    file.write_text(json.dumps(content))
    assert main(["vectors", str(file)]) == 1
    lines = capsys.readouterr().out.splitlines()
    assert re.fullmatch(r'U001: current is "p\d", expected "p4"', lines[0])
    assert lines[-1] == "128 passed, 1 failed"
    assert main(["vectors", str(file), "--lang", "zh"]) == 1
    lines = capsys.readouterr().out.splitlines()
    assert re.fullmatch(r'U001: current 是 "p\d"，应为 "p4"', lines[0])
    assert lines[-1] == "128 passed, 1 failed", "read by programs"


def test_the_reason_is_said_in_the_chosen_language(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "old.json"
    file.write_text('{"format": "uno-vectors/0", "vectors": [{}]}')
    assert main(["vectors", str(file), "--lang", "zh"]) == 2
    assert '不是规则用例文件：版本是 "uno-vectors/0"，只能读 "uno-vectors/1"。' in capsys.readouterr().err


@pytest.mark.parametrize("content", [b"", b"\xff\xff", b"{}", b'{"paiju":1}\n'])
def test_a_file_without_vectors_is_one_sentence_and_exit_2(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], content: bytes
) -> None:
    file = tmp_path / "none.json"
    file.write_bytes(content)
    assert main(["vectors", str(file)]) == 2
    shown = capsys.readouterr()
    assert shown.out == ""
    assert "not a file of rule vectors" in shown.err and shown.err.count("\n") == 1


@pytest.mark.parametrize("words", [["vectors"], ["vectors", "no-such-file.json"], ["vectors", "."]])
def test_no_file_is_one_sentence_and_exit_2(words: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert main(words) == 2
    assert capsys.readouterr().err.count("\n") == 1
