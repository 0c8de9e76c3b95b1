"""The rules on plain data: cards as ids, texts and objects, answers as dicts, a registry of patterns."""

import json
from collections.abc import Iterator
from itertools import combinations
from typing import Any

import pytest

from paiju.engine.drive import settle
from paiju.engine.errors import BadNotation, BadRules
from paiju.engine.game import Seat
from paiju.engine.shuffle import FastSource
from paiju.games.shandong import (
    SHANDONG,
    CardValidator,
    check_mandatory_follow,
    create_test_card,
    follow_refusal,
    identify,
    identify_card_type,
    is_card_trump,
    plain_input,
    throw_test,
    validate_follow_cards,
    winner,
)
from paiju.games.shandong.actions import Play
from paiju.games.shandong.cards import CARD_IDS, RANKS, SUITS, parse_cards
from paiju.games.shandong.patterns import TYPE_NAMES
from paiju.games.shandong.plain import context_of, list_flaw, number_of
from paiju.games.shandong.rules import STANDARD
from paiju.games.shandong.scoring import multiplier
from paiju.games.shandong.throws import beats
from paiju.games.shandong.view import PLAYING


def ids(text: str) -> list[str]:
    return parse_cards(text).ids()


def objects(text: str) -> list[dict[str, object]]:
    cards = []
    for name in ids(text):
        suit, rank, index = name.split("_")
        cards.append(dict(create_test_card(suit, rank, int(index))))
    return cards


def test_a_test_card_is_the_object_of_the_document() -> None:
    assert create_test_card("hearts", "A") == {"suit": "hearts", "rank": "A", "id": "hearts_A_0"}
    assert create_test_card("spades", 10, 1)["id"] == "spades_10_1"
    assert create_test_card("joker", "big")["id"] == "joker_big_0"
    for suit, rank in (("hearts", "1"), ("stars", "A"), ("joker", "A")):
        with pytest.raises(BadNotation):
            create_test_card(suit, rank)


def test_a_card_is_an_id_a_text_or_an_object() -> None:
    for number, name in enumerate(CARD_IDS):
        suit, rank, index = name.split("_")
        assert number_of(name) == number == number_of({"suit": suit, "rank": rank, "id": name})
        if index == "0":
            assert number_of({"suit": suit, "rank": int(rank) if rank.isdigit() else rank}) == number
    assert number_of("h10") == number_of("hearts_10_0")
    for nothing in ("hearts_1_0", {}, {"suit": "hearts", "rank": "A", "id": "x"}, {"id": "hearts_A_2"}):
        with pytest.raises(BadNotation):
            number_of(nothing)


def written_rule(card: dict[str, object], level: str, trump_suit: str | None) -> bool:
    """`isCardTrump` of the document, with ranks as strings."""
    suit, rank = card["suit"], card["rank"]
    return (
        suit == "joker" or rank == level or rank in ("2", "3", "5") or (trump_suit is not None and suit == trump_suit)
    )


@pytest.mark.parametrize("trump_suit", [None, *SUITS])
def test_trump_is_what_the_document_says(trump_suit: str | None) -> None:
    for name in CARD_IDS:
        suit, rank, _ = name.split("_")
        card: dict[str, object] = {"suit": suit, "rank": rank, "id": name}
        for level in RANKS:
            assert is_card_trump(card, level, trump_suit) is written_rule(card, level, trump_suit)
            if level.isdigit():
                assert is_card_trump(name, int(level), trump_suit) is written_rule(card, level, trump_suit)
        assert is_card_trump(card) is written_rule(card, "2", None)


@pytest.mark.parametrize(
    ("level", "suit"), [(1, None), (11, None), ("1", None), ("2", "stars"), (0, "hearts"), (True, None)]
)
def test_levels_and_suits_that_do_not_exist_are_one_clear_error(level: Any, suit: str | None) -> None:
    with pytest.raises(BadRules):
        is_card_trump("hearts_A_0", level, suit)


@pytest.mark.parametrize(
    ("text", "kind", "name", "more"),
    [
        ("hA", "single", "单张", {}),
        ("h9 h9", "pair", "对子", {"pairCount": 1}),
        ("h9 h9 h8 h8", "consecutive_pairs", "连对", {"pairCount": 2}),
        ("s2 h2 c2 d2", "flash", "闪", {"count": 4}),
        ("s2 h2 c2 d2 d2", "thunder", "震", {"count": 5}),
        ("h6 h7 h8 h9 h10", "straight", "雨", {"count": 5, "doubles": 0}),
        ("hA hK", "mixed", "甩牌", None),
        ("hA cA", "invalid", "无效牌型", {}),
    ],
)
def test_types_have_the_names_of_the_document(text: str, kind: str, name: str, more: dict[str, object] | None) -> None:
    told = identify_card_type(ids(text), 2, "spades")
    assert told["type"] == kind and str(told["name"]).startswith(name[:1]) and told["message"] == told["name"]
    assert told["cards"] == objects(text)
    if more is not None:
        assert {key: told[key] for key in told if key not in ("type", "name", "message", "cards")} == more
    assert identify_card_type(objects(text), "2", "spades") == told
    assert json.loads(json.dumps(told)) == told


def test_test_cards_without_index_can_be_a_pair_and_three_cannot() -> None:
    nine = create_test_card("hearts", "9")
    assert identify_card_type([nine, nine])["type"] == "pair"
    assert CardValidator.validate([nine, nine], "pair")["valid"]
    with pytest.raises(BadNotation):
        identify_card_type([nine, nine, nine])
    assert list_flaw([nine, nine]) == "duplicate_card"


def test_names_come_in_the_language_asked_for() -> None:
    told = identify_card_type(["hA", "hK", "hK.1"], language="en-US")
    assert told["name"] == "throw"
    units = told["units"]
    assert isinstance(units, list) and [unit["type"] for unit in units] == ["pair", "single"]
    assert units[0]["cards"] == objects("hK hK")


HAND = "h9 h9 h8 h8 hK h4 cA"
FOLLOWS = [
    ("hQ hQ hJ hJ", "h9 h9 h8 h8", None, "成功"),
    ("hQ hQ hJ hJ", "hK h9 h9 h4", "must_follow_tractor", "有连对必须出连对"),
    ("hQ hQ", "hK h4", "must_follow_pair", "必须出对子"),
    ("hQ", "cA", "must_follow_suit", "有红桃必须跟牌"),
    ("hQ", "hK h4", "wrong_count", "必须出1张牌"),
    ("hQ hQ", "hK", "wrong_count", "必须出2张牌"),
    ("d9", "cA", None, "成功"),
]


@pytest.mark.parametrize(("lead", "play", "code", "message"), FOLLOWS)
def test_following_on_plain_data(lead: str, play: str, code: str | None, message: str) -> None:
    for read in (ids, objects):
        for told in (
            validate_follow_cards(read(play), read(lead), read(HAND), 2, "spades"),
            validate_follow_cards(
                read(play), {"cards": read(lead), "cardType": {"type": "?"}}, read(HAND), "2", "spades"
            ),
            check_mandatory_follow(read(lead), read(play), read(HAND), 2, "spades"),
        ):
            assert (told["valid"], told["code"], told["message"]) == (code is None, code, message)
    english = validate_follow_cards(ids(play), ids(lead), ids(HAND), 2, "spades", language="en-US")
    assert english["code"] == code and english["message"] != message
    assert (follow_refusal(ids(lead), ids(HAND), ids(play), "2", "spades") or None) == code


def test_only_the_cards_of_the_suit_led_matter_for_what_is_owed() -> None:
    lead, play = ids("hQ hQ"), ids("hK h9")
    whole = check_mandatory_follow(lead, play, ids("hK h9 h4 cA cA"), 2, "spades")
    assert whole == check_mandatory_follow(lead, play, ids("hK h9 h4"), 2, "spades")
    short = validate_follow_cards(ids("hK cA"), ids("hQ hQ"), ids("hK cA dA"), 2, "spades")
    assert short["valid"]


@pytest.mark.parametrize("play", ["h5 c5", "h5 d5", "c5 d5"])
def test_of_equally_strong_cards_any_are_the_largest(play: str) -> None:
    lead, hand = ids("sQ sQ"), ids("h5 c5 d5 sA s4")
    assert validate_follow_cards(ids(play), lead, hand, 2, "spades")["valid"]
    assert validate_follow_cards(ids("h5 sA"), lead, hand, 2, "spades")["code"] == "must_play_largest"


@pytest.mark.parametrize(
    ("play", "code", "params"),
    [
        ([], "empty_play", {}),
        (["hearts_1_0", "hearts_K_0"], "unknown_card", {"card": "hearts_1_0"}),
        (["hearts_K_0", "hearts_K_0"], "duplicate_card", {"card": "hearts_K_0"}),
        (["hearts_K_0", "hearts_K_1"], "card_not_in_hand", {"card": "hearts_K_1"}),
        ([{"suit": "hearts", "rank": "A"}, "hearts_K_0"], "card_not_in_hand", {"card": "hearts_A_0"}),
    ],
)
def test_the_common_checks_come_first(play: list[Any], code: str, params: dict[str, object]) -> None:
    told = validate_follow_cards(play, ids("hQ hQ"), ids(HAND), 2, "spades")
    assert (told["valid"], told["code"], told["params"]) == (False, code, params)
    assert "成功" not in told["message"] and told["message"] != code


@pytest.mark.parametrize(
    ("play", "code"), [([], "empty_play"), (["hearts_1_0"], "unknown_card"), (["hearts_K_0"] * 2, "duplicate_card")]
)
def test_the_common_checks_hold_for_a_lead_too(play: list[str], code: str) -> None:
    assert throw_test(play, [ids(HAND)], 2, "spades").to_json() == {"ok": False, "code": code}


def test_a_lead_that_cannot_be_led_is_named() -> None:
    for check in (
        validate_follow_cards(ids("hK"), ids("hA cA"), ids(HAND)),
        check_mandatory_follow(ids("hA cA"), ids("hK"), ids(HAND)),
    ):
        assert check["code"] == "lead_mixed_suits"
    with pytest.raises(BadNotation):
        validate_follow_cards(ids("hK"), {"type": "pair"}, ids(HAND))


def test_options_change_the_answer_and_are_part_of_what_is_kept() -> None:
    lead, hand, play = ids("hQ hQ"), ids("hA hK h4"), ids("hA h4")
    assert follow_refusal(lead, hand, play, "2", "spades") == "must_play_largest"
    assert follow_refusal(lead, hand, play, "2", "spades", {"mustPlayLargest": False}) == ""
    assert follow_refusal(lead, hand, play, "2", "spades") == "must_play_largest"
    assert identify(ids("h9 h9 hJ hJ"), "10", "spades").type_name() == "consecutive_pairs"
    natural = {"tractorAdjacency": "natural"}
    assert identify(ids("h9 h9 hJ hJ"), "10", "spades", natural).type_name() == "mixed"
    with pytest.raises(BadRules):
        context_of("2", None, {"no such": 1})


def test_more_questions_than_are_kept_are_answered_as_well() -> None:
    """The answers kept are forgotten now and then, so that they do not fill the memory."""
    kinds = {identify([one, other], "2", "spades").type_name() for one, other in combinations(CARD_IDS, 2)}
    assert kinds == {"pair", "mixed", "invalid"}
    assert 0 < len(plain_input._RECOGNISED) <= plain_input._MOST_KEPT < 108 * 107 / 2
    for window in range(plain_input._MOST_KEPT + 1):
        largest = window % 2 == 0
        options = {"stickWindowMs": window, "mustPlayLargest": largest}
        assert context_of("7", "spades", options).must_play_largest is largest
    assert 0 < len(plain_input._CONTEXTS_WITH_OPTIONS) <= plain_input._MOST_KEPT


def test_a_recognised_type_is_kept_for_its_cards_level_and_trump_suit() -> None:
    pair = identify(["hearts_9_0", "hearts_9_1"], "2", "spades")
    assert identify(["hearts_9_1", "hearts_9_0"], 2, "spades") is pair
    assert identify(["hearts_9_0", "hearts_9_1"], "2", "hearts") is not pair
    assert identify(["hearts_9_0", "hearts_9_1"], "3", "spades") is not pair


# --- the registry ---------------------------------------------------------------------------------


@pytest.fixture
def steps() -> Iterator[None]:
    """A pattern of exactly three neighbouring ranks of one suit."""

    def three_steps(cards: list[Any]) -> dict[str, object]:
        places = sorted(RANKS.index(card["rank"]) for card in cards if card["suit"] != "joker")
        right = len(cards) == 3 and [place - places[0] for place in places] == [0, 1, 2]
        return {"valid": right, "message": "三连" if right else "不是三连"}

    CardValidator.register_validator("steps", three_steps)
    yield
    CardValidator.unregister_validator("steps")


def test_validators_are_called_through_one_entry() -> None:
    assert CardValidator.types() == list(TYPE_NAMES[1:])
    assert CardValidator.validate(ids("h9 h9"), "pair")["valid"]
    wrong = CardValidator.validate(ids("h9 h8"), "pair", language="en-US")
    assert (wrong["valid"], wrong["code"]) == (False, "wrong_type")
    assert CardValidator.validate(ids("h9 h9 hJ hJ"), "consecutive_pairs", 10, "spades")["valid"]
    assert CardValidator.validate(ids("h9"), "nobody registered this")["code"] == "unknown_type"


@pytest.mark.usefixtures("steps")
def test_a_registered_type_answers_in_its_own_words() -> None:
    assert CardValidator.types() == [*TYPE_NAMES[1:], "steps"]
    yes, no = (CardValidator.validate(ids(text), "steps") for text in ("hJ hQ hK", "hJ hQ hA"))
    assert (yes["valid"], yes["message"], yes["code"]) == (True, "三连", None)
    assert (no["valid"], no["message"], no["code"]) == (False, "不是三连", "wrong_type")


def test_a_check_may_say_why_it_answers_no() -> None:
    CardValidator.register_validator("steps", lambda cards: {"valid": len(cards) == 3, "code": "too_short"})
    try:
        assert CardValidator.validate(ids("hJ hQ"), "steps")["code"] == "too_short"
        assert CardValidator.validate(ids("hJ hQ hK"), "steps")["code"] is None
    finally:
        CardValidator.unregister_validator("steps")


def test_a_check_may_answer_yes_or_no_and_replace_one_of_the_rules_for_validate_only() -> None:
    CardValidator.register_validator("pair", lambda cards: len(cards) == 2)
    try:
        assert CardValidator.validate(ids("h9 h8"), "pair")["valid"]
        assert identify(ids("h9 h8"), "2", None).type_name() == "mixed"
    finally:
        CardValidator.unregister_validator("pair")
    assert not CardValidator.validate(ids("h9 h8"), "pair")["valid"]


def test_a_registered_pattern_is_recognised_and_forgotten_again() -> None:
    cards = ids("hJ hQ hK")
    assert identify_card_type(cards)["type"] == "mixed"
    CardValidator.register_validator("three", lambda found: len(found) == 3)
    try:
        told = identify_card_type(cards)
        assert (told["type"], told["name"]) == ("three", "three")
        assert identify_card_type(ids("hJ hQ cK"))["type"] == "invalid"  # still one effective suit
        assert identify_card_type(ids("hJ hQ"))["type"] == "mixed"
    finally:
        CardValidator.unregister_validator("three")
    assert identify_card_type(cards)["type"] == "mixed"
    assert CardValidator.types() == list(TYPE_NAMES[1:])


@pytest.mark.usefixtures("steps")
def test_a_registered_pattern_is_played() -> None:
    """As a lead it stands, although each of its cards could be beaten; the same pattern beats it."""
    state = SHANDONG.new(STANDARD, 4)
    state.phase, state.turn_seat, state.leader = PLAYING, 0, 0
    state.ctx = context_of("2", "spades")
    hands = ["h6 h7 h8 c4 c4", "h9 h10 hJ hA c6", "hQ hQ hK h4 c7", "s6 s7 s8 c8 c9"]
    state.hands = [parse_cards(hand) for hand in hands]
    settle(state, FastSource(1))
    steps = identify(ids("h6 h7 h8"), "2", "spades")
    assert not beats(state.ctx, steps, parse_cards("h9 h10 hJ hA hK hQ")), "no larger one stops it"
    assert throw_test(ids("h6 h7 h8"), [ids(hand) for hand in hands[1:]], "2", "spades").to_json() == {"ok": True}
    state.play(Seat(0), Play(parse_cards("h6 h7 h8")))
    assert state.lead is not None and state.lead.type_name() == "steps"
    assert '"type": "steps"' in json.dumps(state.view(Seat(1)).to_json())
    assert state.refusal(Seat(1), Play(parse_cards("h9 h10 c6"))) == "must_follow_suit"
    assert state.refusal(Seat(1), Play(parse_cards("h9 h10"))) == "wrong_count"
    assert all(not state.refusal(Seat(1), action) for action in state.legal(Seat(1)))
    state.play(Seat(1), Play(parse_cards("h9 h10 hA")))  # nothing but suit and number is owed
    state.play(Seat(2), Play(parse_cards("hQ hQ hK")))
    state.play(Seat(3), Play(parse_cards("s6 s7 s8")))  # the same pattern in trumps kills
    assert state.turn_seat == 3
    plays = [ids("h6 h7 h8"), ids("h9 h10 hJ"), ids("hQ hQ hK"), ids("s6 s7 s9")]
    assert winner(plays, "2", "spades") == 1
    assert multiplier(STANDARD, identify(ids("h6 h7 h8"), "2", "spades")) == STANDARD.singles_throw_multiplier
