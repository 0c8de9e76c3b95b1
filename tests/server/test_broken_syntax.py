"""The patterns in which deliberate mistakes are written: what they find, what they put there, what they refuse."""

from pathlib import Path
from textwrap import indent

import pytest

from tests.server.broken_syntax import NotFound, Package


def _package(folder: Path, **modules: str) -> Package:
    for name, text in modules.items():
        path = folder / "shop" / f"{name.replace('__', '/')}.py"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    return Package(folder / "shop")


@pytest.mark.parametrize(
    ("body", "find", "put", "after"),
    [
        pytest.param("x = f(1)", "f(_)", "g()", "x = g()", id="any expression"),
        pytest.param("if a:\n    b()\n    c()", "if _: ...", "pass", "pass", id="any statements"),
        pytest.param("if a:\n    b()\n    c()", "if a: _; _", "pass", "pass", id="any two statements"),
        pytest.param("return f(1, 2, k=3)", "f(...)", "0", "return 0", id="any arguments"),
        pytest.param("return f(1, k=2, m=3)", "f(..., m=3, k=2)", "0", "return 0", id="arguments by name"),
        pytest.param("return [1, 2, 3]", "[..., 3]", "[]", "return []", id="any elements"),
        pytest.param("return a + b", "A + B", "B + A", "return b + a", id="letters"),
        pytest.param("x = a - b\ny = a - a", "A - A", "0", "x = a - b\ny = 0", id="the same letter twice"),
        pytest.param("self.box.close(1)", "close(...)", "pass", "pass", id="the end of a dotted name"),
        pytest.param("x.a.b\ny.b", "a.b", "0", "0\ny.b", id="more of a dotted name"),
        pytest.param("if a and f(b.c):\n    d()", "if has(c): ...", "pass", "pass", id="somewhere inside"),
        pytest.param(
            "if a < b:\n    raise E(1)", "if here(_): raise E(1)", "False", "if False:\n    raise E(1)", id="here"
        ),
        pytest.param(
            "return f(1, k=2)", "f(..., k=here(_))", "found + 1", "return f(1, k=2 + 1)", id="here, an argument"
        ),
        pytest.param("if a:\n    b()\nelse:\n    c()", "if a: b()", "pass", "pass", id="else need not be named"),
        pytest.param("return f'p{n + 1}'", "f'p{_}'", "''", "return ''", id="f-strings"),
        pytest.param("x = 1\ny = True\nz = 1.0", "1", "2", "x = 2\ny = True\nz = 1.0", id="constants with their type"),
        pytest.param("if a:\n    x()", "a", "not found", "if not a:\n    x()", id="negated"),
        pytest.param("raise E('late')", "E('late')", "return 0", "return 0", id="the statement around an expression"),
        pytest.param("x = f()", "f()", "g(); found", "if True:\n    g()\n    x = f()", id="before the statement"),
        pytest.param("x = f()", "f()", "y = found", "y = f()", id="what was found, not its statement"),
        pytest.param("f(a, b)", "b", "*()", "f(a, *())", id="an argument left out"),
    ],
)
def test_what_is_found_is_replaced(tmp_path: Path, body: str, find: str, put: str, after: str) -> None:
    head, tail = "import a  # as it is\n\n\n", "\n\n\nlast   =   1\n"
    before, wanted = (f"{head}async def do():\n{indent(lines, '    ')}{tail}" for lines in (body, after))
    path, text = _package(tmp_path, till=before).edited("do", find, put)
    assert path == tmp_path / "shop" / "till.py"
    assert text == wanted


@pytest.mark.parametrize(
    ("body", "find", "said"),
    [
        ("f(1)", "g(_)", "do has 0 places like `g(_)`, not one"),
        ("f(1, 2)", "f(_)", "do has 0 places like `f(_)`, not one"),
        ("f(1, k=2)", "f(1)", "do has 0 places like `f(1)`, not one"),
        ("f(1)\n    f(2)", "f(_)", "do has 2 places like `f(_)`, not one: shop.till.do:2, shop.till.do:3"),
    ],
)
def test_a_pattern_must_be_found_once(tmp_path: Path, body: str, find: str, said: str) -> None:
    with pytest.raises(NotFound) as refused:
        _package(tmp_path, till=f"def do():\n    {body}\n").edited("do", find, "0")
    assert str(refused.value) == said


def test_a_statement_is_one_place_however_often_the_pattern_is_in_it(tmp_path: Path) -> None:
    package = _package(tmp_path, till="def do():\n    f(f(1))\n")
    assert package.edited("do", "f(_)", "pass")[1] == "def do():\n    pass\n"


_TILL = '''\
LIMIT: int = 1
if LIMIT:

    class Till(Box, strict=True):
        SIZE = 2

        @property
        def sum(self):
            """One.

            Two.
            """
            return 1

        def total(self):
            def add(): ...
'''


def test_strings_and_decorators_of_a_method_stay_as_they_are(tmp_path: Path) -> None:
    _, text = _package(tmp_path, till=_TILL).edited("sum", "return _", "return 2")
    assert text == _TILL.replace("return 1", "return 2")


def test_definitions_are_functions_classes_and_constants_anywhere(tmp_path: Path) -> None:
    package = _package(tmp_path, back__till=_TILL)
    names = [package.named(name)[0].name for name in ("LIMIT", "Till", "SIZE", "sum", "add")]
    till = "shop.back.till"
    assert names == [f"{till}.LIMIT", f"{till}.Till", f"{till}.Till.SIZE", f"{till}.Till.sum", f"{till}.Till.total.add"]
    assert "(Box, strict=False)" in package.edited("Till", "True", "False")[1]


def test_names_around_a_definition_choose_between_several_and_may_be_out_of_date(tmp_path: Path) -> None:
    class_with_sum = "class {}:\n    def sum(self):\n        return {}\n"
    modules = {"front__till": class_with_sum.format("Till", 1), "back__till": class_with_sum.format("Box", 2)}
    package = _package(tmp_path, **modules)
    till, box = "shop.front.till.Till.sum", "shop.back.till.Box.sum"
    for name, found in {"Till.sum": [till], "back.sum": [box], "till.Box.sum": [box]}.items():
        assert [one.name for one in package.named(name)] == found
    for name in ("sum", "Old.sum"):
        assert sorted(one.name for one in package.named(name)) == [box, till]
    assert package.edited("Old.sum", "2", "3")[0] == tmp_path / "shop" / "back" / "till.py"
    with pytest.raises(NotFound, match="there is no total in shop"):
        package.named("Till.total")
