from collections import Counter

import pytest

from paiju.engine.errors import BadNotation
from paiju.games.uno.cards import (
    CARD_IDS,
    CARD_TEXTS,
    CARDS,
    COLOUR_OF,
    FACE_OF,
    POINTS_OF,
    card_from_id,
    card_json,
    most_frequent_colour,
    parse_card,
)


def test_the_deck_has_76_numbers_24_actions_and_8_wilds() -> None:
    assert len(CARD_IDS) == len(set(CARD_IDS)) == CARDS
    assert sum(face < 10 for face in FACE_OF) == 76
    assert sum(10 <= face <= 12 for face in FACE_OF) == 24
    assert sum(face >= 13 for face in FACE_OF) == 8
    assert sum(POINTS_OF) == 4 * 90 + 24 * 20 + 8 * 50
    for colour in range(4):
        faces = Counter(face for card, face in enumerate(FACE_OF) if COLOUR_OF[card] == colour)
        assert faces == {0: 1, **dict.fromkeys(range(1, 13), 2)}, "one 0, two each of 1–9, Skip, Reverse and +2"
    wilds = Counter(face for card, face in enumerate(FACE_OF) if COLOUR_OF[card] == 4)
    assert wilds == {13: 4, 14: 4}


@pytest.mark.parametrize(
    ("index", "name"),
    [
        (0, "red-0-0"),
        (18, "red-9-18"),
        (25, "blue-0-25"),
        (69, "green-skip-69"),
        (22, "red-reverse-22"),
        (99, "yellow-draw_two-99"),
        (100, "wild-100"),
        (107, "wild-draw-four-107"),
    ],
)
def test_ids_use_the_running_index(index: int, name: str) -> None:
    assert CARD_IDS[index] == name
    assert card_from_id(name) == index


def test_every_card_has_its_own_text() -> None:
    assert len(set(CARD_TEXTS)) == CARDS
    assert [parse_card(text) for text in CARD_TEXTS] == list(range(CARDS))
    assert parse_card("r5.1") == parse_card("r5") == card_from_id("red-5-9")
    assert parse_card("r5.2") == card_from_id("red-5-10")


@pytest.mark.parametrize("text", ["", "r", "r17", "x5", "w5", "r5.3", "r0.2", "5r", "R5", "w4.5"])
def test_what_is_no_card_is_bad_notation(text: str) -> None:
    with pytest.raises(BadNotation) as caught:
        parse_card(text)
    assert caught.value.code == "bad_card"


def test_card_objects_have_the_fields_of_the_rules() -> None:
    assert card_json(9) == {"id": "red-5-9", "color": "red", "type": "number", "value": 5}
    assert card_json(104) == {"id": "wild-draw-four-104", "color": None, "type": "wild_draw_four", "value": None}
    assert all(COLOUR_OF[card] == 4 for card in range(100, 108))


def test_the_most_frequent_colour_prefers_red_blue_green_yellow_on_ties() -> None:
    assert most_frequent_colour([parse_card(text) for text in ["y1", "y2", "g3", "g4", "w"]]) == 2
    assert most_frequent_colour([parse_card("w"), parse_card("w4")]) == 0
    assert most_frequent_colour([parse_card(text) for text in ["y1", "y2", "b3"]]) == 3
