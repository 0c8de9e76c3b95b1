"""The page of cells: wide characters, clipping, clicks."""

from hypothesis import given
from hypothesis import strategies as st
from rich.cells import cell_len

from paiju.terminal.tui.canvas import ASCII, Canvas

words = st.text(alphabet="ab 大王红桃▲♥─10[]", max_size=12)


@given(st.lists(st.tuples(st.integers(-3, 14), st.integers(-1, 4), words), max_size=12))
def test_every_line_is_exactly_as_wide_as_the_page(strokes: list[tuple[int, int, str]]) -> None:
    canvas = Canvas(12, 3)
    for x, y, text in strokes:
        canvas.put(x, y, text)
    for row in range(3):
        assert sum(cell_len(run.text) for run in canvas.line(row)) == 12


def test_half_a_wide_character_does_not_stay() -> None:
    canvas = Canvas(6, 1)
    canvas.put(0, 0, "大王")
    canvas.put(1, 0, "x")
    assert canvas.text() == " x王"


def test_text_ends_before_its_limit_even_with_wide_characters() -> None:
    canvas = Canvas(10, 1)
    assert canvas.put(0, 0, "红桃红桃", limit=5) == 4
    assert canvas.text() == "红桃"


def test_the_spot_drawn_last_lies_on_top() -> None:
    canvas = Canvas(10, 2)
    canvas.spot(0, 0, 10, 2, "table")
    canvas.spot(2, 0, 3, 1, "card:1")
    assert canvas.hit(3, 0) == "card:1"
    assert canvas.hit(3, 1) == "table"
    assert canvas.hit(10, 0) == ""


def test_the_ascii_set_has_one_cell_for_one_cell() -> None:
    for glyph, plain in ASCII.items():
        assert isinstance(plain, int)
        assert chr(plain).isascii()
        assert cell_len(chr(glyph)) == 1


def test_accents_without_a_cell_of_their_own_are_left_out() -> None:
    canvas = Canvas(6, 1)
    assert canvas.put(0, 0, "e\u0301a\u200db") == 3
    assert canvas.text() == "eab"
