"""Trump, order, patterns and splits (§3–§5), named for the rule."""

import pytest

from paiju.games.shandong import identify, is_trump, order, split
from paiju.games.shandong.cards import CARD_IDS, FULL_DECK, parse_cards
from paiju.games.shandong.plain import card_value, sequential_value
from tests.games.shandong.table import ctx_of, kind, pattern


def test_a_heart_that_is_trump_is_no_heart() -> None:
    assert is_trump("hearts_3_0", "10", "spades")
    assert kind("h3 h4") == "invalid"


def test_the_level_rank_counts_as_level_card_and_not_as_permanent_trump() -> None:
    tiers = order(["hearts_2_0", "spades_5_0", "joker_small_0"], "2", "spades")
    assert tiers == [["joker_small_0"], ["hearts_2_0"], ["spades_5_0"]]


@pytest.mark.parametrize("level", ["2", "5", "10", "A"])
@pytest.mark.parametrize("suit", ["spades", None])
def test_reference_values_agree_with_the_order(level: str, suit: str | None) -> None:
    ctx = ctx_of(level, suit)
    trumps = [CARD_IDS[n] for n in FULL_DECK.within(ctx.trump_mask).numbers()]
    for tier, below in zip(order(trumps, level, suit), order(trumps, level, suit)[1:], strict=False):
        assert {card_value(name, level, suit) for name in tier} == {card_value(tier[0], level, suit)}
        assert card_value(tier[0], level, suit) > card_value(below[0], level, suit)


def test_reference_values_of_the_table() -> None:
    names = ["joker_big_0", "joker_small_0", "spades_10_0", "hearts_10_0", "spades_5_0", "hearts_5_0", "hearts_2_0"]
    assert [card_value(name, "10", "spades") for name in names] == [999, 998, 997, 996, 995, 994, 990]
    assert card_value("spades_A_0", "10", "spades") == 114 and card_value("hearts_A_0", "10", "spades") == 14
    assert [sequential_value(n, "10", "spades") for n in names] == [1003, 1002, 1001, 1000, 950, 950, 850]
    assert (
        sequential_value("hearts_A_0", "2", "spades") == 109 and sequential_value("hearts_A_0", "10", "spades") == 108
    )


@pytest.mark.parametrize(
    ("cards", "level", "expected"),
    [
        ("hA", "2", "single"),
        ("hA hA", "2", "pair"),
        ("h10 d10", "2", "invalid"),
        ("big small", "2", "mixed"),
        ("h4 h4 h6 h6", "2", "consecutive_pairs"),
        ("h9 h9 hJ hJ", "10", "consecutive_pairs"),
        ("h4 h4 h7 h7", "6", "consecutive_pairs"),
        ("h2 h2 h3 h3", "10", "mixed"),
        ("h3 h3 h5 h5", "4", "mixed"),
        ("hA hA h2 h2", "10", "invalid"),
        ("h10 h10 s10 s10", "10", "consecutive_pairs"),
        ("h10 h10 d10 d10", "10", "mixed"),
        ("s10 s10 small small big big", "10", "consecutive_pairs"),
        ("s3 h3 c3 d3", "2", "flash"),
        ("s3 h3 c3 d3 d3", "2", "thunder"),
        ("s3 h3 c3 c3", "2", "mixed"),
        ("s7 h7 c7 d7", "7", "flash"),
        ("h6 h7 h8 h9 h10", "2", "straight"),
        ("h4 h6 h7 h8 h9", "2", "mixed"),
        ("h7 h8 h9 hJ hQ", "10", "mixed"),
        ("h6 h6 h7 h7 h8 h8 h9 h9 h10 h10", "2", "consecutive_pairs"),
        ("h6 h6 h7 h7 h8 h8 h9 h9 h10", "2", "straight"),
        ("small small big big", "2", "consecutive_pairs"),
    ],
)
def test_recognition_goes_in_the_order_of_the_book(cards: str, level: str, expected: str) -> None:
    assert kind(cards, level) == expected


def test_options_change_what_is_recognised() -> None:
    assert kind("h4 h4 h6 h6", tractorAdjacency="natural") == "mixed"
    assert kind("s10 s10 small small", "10", levelJokerTractors=False) == "mixed"
    assert kind("small small big big", jokerFlash=True) == "flash"
    assert kind("s10 s10 small small big big", "10", jokerFlash=True) == "consecutive_pairs"
    assert kind("h5 h6 h7 h8 h9", permanentTrumps=["2"]) == "straight"
    assert kind("sA s5 h3", allowMixedTrumpInMixed=False) == "invalid"
    assert kind("sA s5 s3", allowMixedTrumpInMixed=False) == "mixed"


def test_in_no_trump_one_level_pair_of_any_suit_leads_to_the_jokers() -> None:
    assert kind("h7 h7 small small", "7", None) == "consecutive_pairs"
    assert kind("h7 h7 d7 d7", "7", None) == "mixed"


def test_a_throw_is_split_into_maximal_units_in_priority() -> None:
    units = split(["hearts_A_0", "hearts_10_0", "hearts_10_1", "hearts_9_0", "hearts_9_1", "hearts_K_0"], "2", "spades")
    assert [(u.type_name(), u.size) for u in units] == [("consecutive_pairs", 4), ("single", 1), ("single", 1)]
    units = pattern(ctx_of(), "h6 h7 h8 h9 h10 h10 hK hK").units
    assert [(u.type_name(), u.size, u.doubles) for u in units] == [("straight", 6, 1), ("pair", 2, 0)]


def test_of_competing_off_level_pairs_spades_come_first() -> None:
    units = pattern(ctx_of("7", "diamonds"), "c7 c7 h7 h7 d7 d7 dA").units
    assert [u.cards.text() for u in units] == ["h7 h7.1 d7 d7.1", "c7 c7.1", "dA"]


def test_a_pattern_reports_its_numbers() -> None:
    assert identify(["hearts_9_0", "hearts_9_1"], "2", "spades").to_json()["pairCount"] == 1
    rain = pattern(ctx_of(), "h6 h7 h8 h9 h10 h10").to_json()
    assert (rain["count"], rain["doubles"]) == (6, 1)


def test_nothing_is_invalid() -> None:
    assert identify([], "2", "spades").type_name() == "invalid"
    assert parse_cards("").empty()
