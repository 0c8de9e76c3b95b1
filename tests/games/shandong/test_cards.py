"""Cards: ids, texts, points, sets."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from paiju.engine.errors import BadNotation
from paiju.games.shandong.cards import (
    CARD_IDS,
    CARD_TEXTS,
    FULL_DECK,
    card,
    card_from_id,
    card_from_text,
    cards_of,
    parse_cards,
)

numbers = st.sets(st.integers(0, 107))


def test_every_card_exists_once_under_its_id_and_its_text() -> None:
    assert len(set(CARD_IDS)) == len(set(CARD_TEXTS)) == 108
    for number in range(108):
        assert card_from_id(CARD_IDS[number]) == card_from_text(CARD_TEXTS[number]) == number
    assert {"hearts_A_0", "spades_10_1", "joker_big_0", "joker_small_1"} <= set(CARD_IDS)


def test_a_card_can_be_made_from_suit_and_rank_alone() -> None:
    assert CARD_IDS[card("hearts", "10")] == "hearts_10_0"
    assert CARD_IDS[card("joker", "big", 1)] == "joker_big_1"
    with pytest.raises(BadNotation):
        card("hearts", "1")


def test_two_hundred_points_are_in_the_pack() -> None:
    assert FULL_DECK.points() == 200
    assert parse_cards("h5 sK c10 dA").points() == 25


def test_a_face_written_twice_means_both_copies() -> None:
    assert parse_cards("h9 h9").ids() == ["hearts_9_0", "hearts_9_1"]
    assert parse_cards("♥9 ♥9.1") == parse_cards("h9 h9")
    assert repr(parse_cards("h9 h9")) == "<h9 h9.1>"


@pytest.mark.parametrize("text", ["x9", "h1", "h9.2", "h9 h9 h9", "hearts_9_2", "SJx", "h9.1 h9.1"])
def test_what_is_no_card_or_comes_too_often_is_bad_notation(text: str) -> None:
    with pytest.raises(BadNotation):
        parse_cards(text)


@given(numbers, numbers)
def test_sets_of_cards_behave_like_sets(one: set[int], other: set[int]) -> None:
    a, b = cards_of(one), cards_of(other)
    assert set(a.numbers()) == one and a.size() == len(one) and a.empty() == (not one)
    assert set(a.plus(b).numbers()) == one | other
    assert set(a.minus(b).numbers()) == one - other
    assert a.holds(b) == (other <= one) and a.overlaps(b) == bool(one & other)
    assert [a.pick(i).size() for i in range(len(one))] == [1] * len(one)
    assert {number for i in range(len(one)) for number in a.pick(i).numbers()} == one
    assert (a == b) == (one == other) and parse_cards(a.text()) == a
