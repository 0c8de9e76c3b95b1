"""`make bench` measures everything unless it is told which parts."""

from importlib.util import find_spec

import pytest

from bench.__main__ import PARTS, parse


def test_without_a_name_every_part_is_measured() -> None:
    assert parse([]).parts == list(PARTS)
    assert parse(["uno", "page"]).parts == ["uno", "page"]


def test_an_unknown_part_is_named(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        parse(["chess"])
    assert "no such part: chess" in capsys.readouterr().err


@pytest.mark.parametrize("part", PARTS)
def test_every_part_has_its_file(part: str) -> None:
    assert find_spec(f"bench.{part}") is not None
