"""Whatever is in the hand and however large the window: everything fits, and everything can be clicked."""

from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from rich.cells import cell_len

from paiju.engine.facts import Fact
from paiju.engine.game import Seat
from paiju.games.shandong.cards import CARD_IDS as POKER_IDS
from paiju.games.uno.cards import CARD_IDS as UNO_IDS
from paiju.games.uno.vectors import position
from paiju.terminal.library import Kept, state_of
from paiju.terminal.shandong.cards import FACE_DOWN, Group, card_runs, plan_rows
from paiju.terminal.shandong.cards import HandMarks as PokerMarks
from paiju.terminal.shandong.table import SeatPlay, ShandongScene, draw_shandong
from paiju.terminal.tui.canvas import Canvas
from paiju.terminal.tui.scene import Frame, Prompt
from paiju.terminal.tui.texts import Texts
from paiju.terminal.uno.cards import CHIP, HUGE, LARGE, NORMAL, SMALL, HandMarks, largest_card, plan_hand
from paiju.terminal.uno.log import UnoLog
from paiju.terminal.uno.look import uno_card, uno_look
from paiju.terminal.uno.sheet import headline
from paiju.terminal.uno.table import SeatBox, UnoScene, draw_uno, split_seats
from paiju.terminal.words import Words
from tests.games.uno.script import play

languages = st.sampled_from(["zh-CN", "en-US"])
widths = st.integers(60, 170)
heights = st.integers(20, 55)
frame = Frame("title", prompt=Prompt("sentence", "TAG", right="right"))


@given(st.integers(0, 108), widths, heights)
def test_every_hand_has_a_place_for_every_card(count: int, width: int, height: int) -> None:
    room = max(1, height - 16)
    plan = plan_hand(count, width - 2, room, largest_card(width, height))
    assert plan.columns * plan.rows >= count
    assert plan.width() <= width - 2
    assert plan.size is CHIP or plan.height() <= room


@pytest.mark.parametrize(
    ("count", "size", "rows"),
    [(1, NORMAL, 1), (8, NORMAL, 1), (9, SMALL, 1), (13, SMALL, 1), (14, SMALL, 2), (26, SMALL, 2), (27, CHIP, 2)],
)
def test_card_sizes_at_80_by_24(count: int, size: object, rows: int) -> None:
    plan = plan_hand(count, 78, 8, largest_card(80, 24))
    assert plan.size is size
    assert plan.rows == rows


def test_cards_grow_with_the_window() -> None:
    assert largest_card(80, 24) is NORMAL
    assert largest_card(100, 30) is LARGE
    assert largest_card(160, 50) is HUGE


def test_seats_are_spread_over_three_sides() -> None:
    assert [split_seats(others) for others in (1, 2, 3, 4, 7, 9)] == [
        (0, 1, 0), (1, 0, 1), (1, 1, 1), (1, 2, 1), (1, 5, 1), (2, 5, 2),
    ]  # fmt: skip


@settings(max_examples=60, deadline=None)
@given(st.integers(0, 108), st.integers(1, 9), widths, heights, languages, st.data())
def test_the_uno_table_is_as_wide_as_the_window_and_shows_the_whole_hand(
    count: int, others: int, width: int, height: int, language: str, data: st.DataObject
) -> None:
    hand = [uno_card(card) for card in data.draw(st.permutations(UNO_IDS))[:count]]
    seats = [SeatBox(n, f"玩家{n}", 3 * n, "摸了2张") for n in range(others)]
    legal = frozenset(card.id for card in hand[::2])
    scene = UnoScene(frame, seats, uno_card("red-5-9"), "red", 40, 4, 1, "flow", hand, HandMarks(legal, 0, True))
    canvas = Canvas(width, height)
    draw_uno(canvas, scene, Texts(language))
    for row in range(height):
        assert sum(cell_len(run.text) for run in canvas.line(row)) == width
    for card in hand:
        spot = canvas.find(f"card:{card.id}")
        assert spot is not None
        assert spot.x + spot.width <= width
    assert all(canvas.find(f"seat:{n}") is not None for n in range(others))


@settings(max_examples=60, deadline=None)
@given(st.lists(st.sampled_from(POKER_IDS), max_size=30, unique=True), widths, heights, languages, st.data())
def test_the_shandong_table_shows_thirty_cards_in_every_window(
    hand: list[str], width: int, height: int, language: str, data: st.DataObject
) -> None:
    suits = ["trump", "spades", "hearts", "clubs", "diamonds"]
    parts = [data.draw(st.integers(0, 4)) for _ in hand]
    groups = [
        Group(s, tuple(c for c, p in zip(hand, parts, strict=True) if suits[p] == s), s == "hearts") for s in suits
    ]
    groups = [group for group in groups if group.cards]
    chosen = frozenset(hand[::3])
    seat = SeatPlay(1, "小林 对家 20张", "庄", tuple(POKER_IDS[:4]), "领出，目前最大", ahead=True)
    scene = ShandongScene(
        frame, seat, seat, seat, seat, "30", "", "flow", groups, PokerMarks("", chosen), "chosen", "offer", "info"
    )
    canvas = Canvas(width, height)
    draw_shandong(canvas, scene, Texts(language))
    for row in range(height):
        assert sum(cell_len(run.text) for run in canvas.line(row)) == width
    if width >= 80 and height >= 24:
        for card in hand:
            spot = canvas.find(f"card:{card}")
            assert spot is not None
            assert spot.y + spot.height <= height - 3
            assert spot.x + spot.width <= width


def shandong_scene(groups: list[Group], play: SeatPlay) -> ShandongScene:
    """A table at which every seat has made this play."""
    return ShandongScene(frame, play, play, play, play, "30", "", "flow", groups, PokerMarks())


def test_four_open_hands_that_do_not_fit_as_boxes_are_written_in_lines() -> None:
    hands = [Group("trump", tuple(POKER_IDS[26 * n : 26 * n + 26]), name=f"P{n}") for n in range(4)]
    canvas = Canvas(140, 40)
    draw_shandong(canvas, shandong_scene(hands, SeatPlay(1, "Lin")), Texts("en-US"))
    spots = [canvas.find(f"card:{card}") for hand in hands for card in hand.cards]
    assert [spot.height for spot in spots if spot is not None] == [1] * 104
    assert max(spot.y for spot in spots if spot is not None) < 37
    tall = Canvas(140, 55)
    draw_shandong(tall, shandong_scene(hands, SeatPlay(1, "Lin")), Texts("en-US"))
    boxes = [tall.find(f"card:{card}") for hand in hands for card in hand.cards]
    assert [spot.height for spot in boxes if spot is not None] == [3] * 104


@pytest.mark.parametrize(
    ("note", "below"),
    [("leads", ["♠2 ♠2 ♠3 ♠3 ♠4 ♠4 ♠5 ♠5 ♠6…", "leads"]), ("", ["♠2 ♠2 ♠3 ♠3 ♠4 ♠4 ♠5 ♠5 ♠6", "♠6 ♠7 ♠7"])],
)
def test_a_long_throw_takes_a_second_line_or_ends_with_a_mark_where_a_note_stands(note: str, below: list[str]) -> None:
    canvas = Canvas(80, 24)
    draw_shandong(
        canvas, shandong_scene([], SeatPlay(1, "Lin", cards=tuple(POKER_IDS[:12]), note=note)), Texts("en-US")
    )
    left = [row[:31].strip() for row in canvas.text().splitlines()]
    name = left.index("Lin")
    assert left[name + 1 : name + 3] == below


def test_a_throw_of_more_boxes_than_fit_is_cut_off_with_a_mark() -> None:
    for count, cut in ((5, False), (14, True)):
        canvas = Canvas(140, 50)
        play = SeatPlay(1, "Lin", cards=tuple(POKER_IDS[:count]))
        draw_shandong(canvas, shandong_scene([], play), Texts("en-US"))
        assert ("…" in canvas.text()) is cut


@given(st.lists(st.sampled_from(POKER_IDS), max_size=30, unique=True), st.integers(40, 170), languages)
def test_lines_of_a_hand_keep_its_order(cards: list[str], width: int, language: str) -> None:
    rows = plan_rows([Group("trump", tuple(cards))], width, Texts(language))
    assert [card for row in rows for card in row.cards] == cards
    assert [row.first for row in rows] == [number == 0 for number in range(len(rows))]


def test_a_row_of_poker_cards_goes_on_below_where_it_is_full() -> None:
    lines = card_runs(["hearts_A_0", "spades_10_0", FACE_DOWN, "joker_big_0"], 8, Texts("en-US"))
    assert ["".join(text for text, _ in line).split() for line in lines] == [["♥A", "♠10"], ["▯", "BJ"]]


def test_hands_that_change_owners_are_noted_at_their_seats_until_the_next_round() -> None:
    log = UnoLog()
    counts = [{"seat": 0, "count": 1}, {"seat": 2, "count": 4}]
    log.add([Fact("hands_swapped", 0, {"target": 2, "counts": counts})])
    assert log.notes == dict.fromkeys((0, 2), ("note.swapped", "info", 0))
    log.add([Fact("round_started", None, {})])
    assert log.notes == {}


def test_a_match_that_nobody_won_is_listed_as_such() -> None:
    match = Kept(Path("x.paiju"), "uno", "platform", ["Ann", "Bo"], 0.0, True, [])
    assert state_of(match, Words("en-US")) == "no winner"


def test_the_sheet_of_a_blocked_round_names_no_winner() -> None:
    state = play(position("r1", "g2 g3", "b2 b3"), "p1 draw", "p2 draw")
    look, texts = uno_look(state.view(Seat(0)).to_json()), Texts("en-US")
    assert look.phase == "round_over" and look.round_won_by < 0
    assert headline(look, UnoLog(), texts, str, 0) == texts("sheet.blocked")
