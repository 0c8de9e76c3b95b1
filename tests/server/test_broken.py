"""The tables of deliberate mistakes follow the source: `python -m tests.server.broken` can make each of them."""

import re
import shutil
from pathlib import Path

import pytest

from tests.server.broken import BREAKAGES
from tests.server.broken_edits import SOURCE, Breakage

TESTS = Path(__file__).parents[1]


@pytest.mark.parametrize("breakage", BREAKAGES, ids=lambda breakage: breakage.name)
def test_the_mistake_can_be_made_and_its_tests_exist(tmp_path: Path, breakage: Breakage) -> None:
    copy = tmp_path / breakage.file
    copy.parent.mkdir(parents=True)
    shutil.copy(SOURCE / breakage.file, copy)
    breakage.apply(tmp_path)
    compile(copy.read_text(), str(copy), "exec")
    assert breakage.tests
    for test in breakage.tests:
        path, _, name = test.partition("::")
        function = re.sub(r"\[.*", "", name.rpartition("::")[2])
        assert f"def {function}(" in (TESTS / path).read_text(), test


def test_every_mistake_has_a_name_of_its_own() -> None:
    names = [breakage.name for breakage in BREAKAGES]
    assert len(names) == len(set(names)) > 80
