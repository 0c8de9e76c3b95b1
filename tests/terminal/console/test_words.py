"""Names of cards in both languages, widths in cells, cards as people type them."""

import io

import pytest
from hypothesis import given
from hypothesis import strategies as st

from paiju.terminal.cells import cut, pad, pad_left, width, wrap
from paiju.terminal.console.paint import Paint, light_page
from paiju.terminal.console.talk import Talk, tidy
from paiju.terminal.shandong.pick import NotThere, pick
from paiju.terminal.uno.look import uno_card
from paiju.terminal.words import Words

ZH, EN = Words("zh-CN"), Words("en-US")
HAND = [
    "joker_big_0",
    "joker_small_1",
    "spades_10_0",
    "hearts_9_0",
    "hearts_9_1",
    "hearts_8_0",
    "clubs_J_0",
    "diamonds_A_1",
]


@pytest.mark.parametrize(
    ("card", "chinese", "english", "chip"),
    [
        ("green-3-56", "绿3", "Green 3", "G3"),
        ("green-reverse-71", "绿反转", "Green Reverse", "G<"),
        ("yellow-draw_two-99", "黄+2", "Yellow +2", "Y+2"),
        ("blue-skip-44", "蓝跳过", "Blue Skip", "Bx"),
        ("wild-100", "万能", "Wild", "W"),
        ("wild-draw-four-107", "+4", "+4", "W+4"),
    ],
)
def test_uno_cards_have_names(card: str, chinese: str, english: str, chip: str) -> None:
    found = uno_card(card)
    assert (ZH.card(found), EN.card(found), EN.chip(found, ascii_only=True)) == (chinese, english, chip)


def test_poker_cards_have_names() -> None:
    assert [ZH.poker(card) for card in ("hearts_9_0", "joker_big_1", "spades_10_0")] == ["红桃9", "大王", "黑桃10"]
    assert [EN.poker(card) for card in ("hearts_9_0", "joker_big_1", "spades_10_0")] == ["H9", "big joker", "S10"]
    tractor = ["hearts_9_0", "hearts_9_1", "hearts_8_0", "hearts_8_1", "diamonds_6_0"]
    assert ZH.poker_cards(tractor) == "红桃 9 9 8 8、方块6"
    assert EN.poker_cards(tractor) == "hearts 9 9 8 8, D6"


def test_refusals_name_suits_and_cards() -> None:
    assert "红桃" in ZH.refusal("shandong", "must_follow_suit", {"suit": "hearts"})
    assert "hearts A K" in EN.refusal("shandong", "must_play_largest", {"cards": ["hearts_A_0", "hearts_K_0"]})
    assert ZH.refusal("uno", "CANNOT_SKIP", {}, "console") == "尚未进行有效操作，不能结束回合"
    assert EN.refusal("uno", "stale", {"text": "Too late."}) == "Too late.", "a server's own words"
    assert ZH.refusal("uno", "CANNOT_SKIP", {}, "official") == "只能在摸牌后跳过"


@pytest.mark.parametrize(
    ("typed", "expected"),
    [
        ("4 5", ["hearts_9_0", "hearts_9_1"]),
        ("4-6", ["hearts_9_0", "hearts_9_1", "hearts_8_0"]),
        ("h9 H9", ["hearts_9_0", "hearts_9_1"]),
        ("hearts 9 9 8", ["hearts_9_0", "hearts_9_1", "hearts_8_0"]),
        ("红桃9，红桃9", ["hearts_9_0", "hearts_9_1"]),
        ("红桃998", ["hearts_9_0", "hearts_9_1", "hearts_8_0"]),
        ("♠10 大王 小王", ["spades_10_0", "joker_big_0", "joker_small_1"]),
        ("bj sj da cj", ["joker_big_0", "joker_small_1", "diamonds_A_1", "clubs_J_0"]),
        ("big joker, d A", ["joker_big_0", "diamonds_A_1"]),
    ],
)
def test_cards_are_picked_by_number_range_and_name(typed: str, expected: list[str]) -> None:
    assert pick(typed, HAND) == expected


@pytest.mark.parametrize(
    "typed", ["9", "0", "4 4", "h9 h9 h9", "h7", "6-4", "4-99", "x", "红桃9 4", "---", "1e3", "10h"]
)
def test_what_is_not_in_the_hand_is_not_there(typed: str) -> None:
    with pytest.raises(NotThere):
        pick(typed, HAND)


@given(st.text(max_size=60))
def test_any_line_picks_cards_of_the_hand_or_is_refused(line: str) -> None:
    try:
        cards = pick(tidy(line).lower(), HAND)
    except NotThere:
        return
    assert len(set(cards)) == len(cards) and set(cards) <= set(HAND)


@given(st.text(alphabet="绿3abc ，。x红桃+", max_size=300), st.integers(20, 80))
def test_wrapped_lines_fit_and_lose_nothing_but_spaces(text: str, cells: int) -> None:
    lines = wrap(text, cells)
    assert "".join(lines).replace(" ", "") == text.replace(" ", "")
    for line in lines:
        assert width(line) <= cells or " " not in line.strip()


def test_padding_counts_cells() -> None:
    assert (pad("绿3", 6), pad_left("绿3", 6), cut("绿反转", 4)) == ("绿3   ", "   绿3", "绿反")


def test_paint_colours_cards_and_only_when_on() -> None:
    line = "你出 绿3。Red Skip, H9, 红桃 9 9"
    assert Paint(False).line(line) == line
    painted = Paint(True).line(line)
    assert "\x1b[92m绿3\x1b[0m" in painted and "\x1b[91mRed Skip\x1b[0m" in painted
    assert "\x1b[91mH9\x1b[0m" in painted and "\x1b[91m红桃 9 9\x1b[0m" in painted


def test_what_is_said_cannot_steer_the_terminal() -> None:
    sink = io.StringIO()
    Talk(EN, source=io.StringIO(), sink=sink).say("Eve\x1b[2J\r\x07 plays")
    assert sink.getvalue() == "Eve [2J   plays\n"


def test_a_line_is_tidied() -> None:
    assert tidy("  １ ２\x00\x1b[A\n") == "1 2 [A"
    assert tidy("\n") == ""


def test_on_a_light_page_cards_are_painted_in_the_darker_shades() -> None:
    assert Paint(True).line("黄3") == "\x1b[93m黄3\x1b[0m"
    assert Paint(True, light=True).line("黄3") == "\x1b[33m黄3\x1b[0m"
    assert light_page({"COLORFGBG": "0;15"}) and light_page({"COLORFGBG": "0;default;7"})
    assert not light_page({"COLORFGBG": "15;0"}) and not light_page({})
