"""The tables of deliberate mistakes follow the source: `python -m tests.server.broken` can make each of them."""

import ast

import pytest

from tests.server.broken import BREAKAGES, split_case
from tests.server.broken_edits import SOURCE, TESTS, Breakage
from tests.server.broken_syntax import Package


@pytest.fixture(scope="module")
def source() -> Package:
    return Package(SOURCE)


@pytest.fixture(scope="module")
def tests() -> Package:
    return Package(TESTS)


@pytest.mark.parametrize("breakage", BREAKAGES, ids=lambda breakage: breakage.name)
def test_the_mistake_can_be_made_and_its_tests_exist(source: Package, tests: Package, breakage: Breakage) -> None:
    path, text = breakage.broken(source)
    compile(text, str(path), "exec")
    assert ast.dump(ast.parse(text)) != ast.dump(ast.parse(path.read_text()))
    assert breakage.tests
    for function in breakage.test_functions(tests):
        assert isinstance(function.node, ast.FunctionDef | ast.AsyncFunctionDef)


def test_every_mistake_has_a_name_of_its_own() -> None:
    names = [breakage.name for breakage in BREAKAGES]
    assert len(names) == len(set(names)) > 80


@pytest.mark.parametrize(
    ("test", "split"),
    [
        ("a.py::test_it", ("a.py::test_it", None)),
        ("a.py::test_it[asyncio]", ("a.py::test_it", None)),
        ("a.py::test_it[sqlite]", ("a.py::test_it", "sqlite")),
        ("a.py::test_it[asyncio-sqlite]", ("a.py::test_it", "sqlite")),
        ("a.py::test_it[sqlite-trio-2]", ("a.py::test_it", "sqlite-2")),
        ("a.py::test_it[asyncio-]", ("a.py::test_it", "")),
    ],
)
def test_a_case_is_called_the_same_with_any_backend(test: str, split: tuple[str, str | None]) -> None:
    assert split_case(test) == split
