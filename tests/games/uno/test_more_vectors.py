"""Rule vectors beyond the published ones, and their runner: every form of the schema, every mistake in a vector."""

import json
from collections.abc import Mapping, Sequence
from pathlib import Path

import pytest

from paiju.games.uno.vectors import run_vector
from paiju.i18n import error_text
from paiju.testing.vectors import load_vectors

FILE = Path(__file__).parent / "more-vectors.json"
_, VECTORS = load_vectors(FILE.read_bytes())


@pytest.mark.parametrize("vector", VECTORS, ids=[str(vector["id"]) for vector in VECTORS])
def test_the_rules_demand_this_outcome(vector: dict[str, object]) -> None:
    assert run_vector(vector) == [], vector["title"]


def test_no_two_vectors_have_one_name() -> None:
    assert len({str(vector["id"]) for vector in VECTORS}) == len(VECTORS)


SETUP: dict[str, object] = {
    "players": ["p1", "p2", "p3"],
    "hands": {"p1": ["red-5-9", "blue-7-38"], "p2": ["blue-1-26"], "p3": ["green-1-51"]},
    "discard": ["red-3-5", "green-9-67"],
}
PLAY: dict[str, object] = {"player": "p1", "type": "PLAY_CARD", "cardId": "red-5-9"}
ONE_ROUND_LEFT: dict[str, object] = {**SETUP, "hands": {"p1": ["red-5-9"], "p2": ["blue-1-26"], "p3": ["green-1-51"]}}


def misses(
    actions: Sequence[Mapping[str, object]],
    expect: Mapping[str, object],
    setup: Mapping[str, object] = SETUP,
    rulebook: str = "official",
    options: Mapping[str, object] | None = None,
) -> list[str]:
    """What the runner has to say about a small vector; it is read back from JSON as a file would be."""
    vector: dict[str, object] = {"id": "x", "rulebook": rulebook, "setup": setup, "actions": actions, "expect": expect}
    if options is not None:
        vector["options"] = options
    found: dict[str, object] = json.loads(json.dumps(vector))
    return [error_text(miss, "en-US", "uno") for miss in run_vector(found)]


def test_what_a_setup_leaves_out_has_its_default() -> None:
    position = {
        "current": "p1",
        "phase": "turn",
        "direction": 1,
        "currentColor": "red",
        "drawPending": 0,
        "turnNumber": 1,
        "roundNumber": 1,
        "status": "playing",
        "winner": None,
        "roundWinner": None,
        "unoCalledBy": None,
        "unoExposed": None,
        "drawnCard": None,
        "players": ["p1", "p2", "p3"],
        "drawPile": [],
        "drawPileCount": 0,
        "discardCount": 2,
        "top": "red-3-5",
        "scores": {"p1": 0, "p3": 0},
        "handCounts": {"p1": 2},
        "handOrder": {"p1": ["red-5-9", "blue-7-38"]},
        "hands": {"p1": ["blue-7-38", "red-5-9"]},
        "unchanged": True,
    }
    assert misses([], position) == []


def test_every_value_of_a_setup_is_used() -> None:
    setup = {
        **SETUP,
        "dealer": "p2",
        "discard": ["wild-100"],
        "drawPile": ["red-1-1", "red-2-3"],
        "currentColor": "green",
        "direction": -1,
        "current": "p2",
        "phase": "turn",
        "drawPending": 3,
        "scores": {"p2": 7},
        "status": "playing",
        "turnNumber": 9,
    }
    expect = {
        "drawPile": ["red-1-1", "red-2-3"],
        "currentColor": "green",
        "direction": -1,
        "current": "p2",
        "drawPending": 3,
        "scores": {"p1": 0, "p2": 7},
        "turnNumber": 9,
    }
    assert misses([], expect, setup) == []


@pytest.mark.parametrize(
    "expect",
    [
        {"error": "INVALID_CARD"},
        {"penalty": {"player": "p1", "cards": 2}},
        {"unchanged": True},
        {"top": "red-3-5"},
        {"hands": {"p1": []}},
        {"hands": {"p1": ["blue-7-38", "blue-7-38"]}},
        {"handOrder": {"p1": ["red-5-9"]}},
        {"handCounts": {"p1": 2}},
        {"drawPile": ["red-1-1"]},
        {"drawPileCount": 1},
        {"discardCount": 2},
        {"scores": {"p1": 1}},
        {"players": ["p1", "p2"]},
        {"current": "p1"},
        {"phase": "acted"},
        {"direction": -1},
        {"currentColor": "blue"},
        {"drawPending": 2},
        {"turnNumber": 1},
        {"roundNumber": 2},
        {"status": "ended"},
        {"winner": "p1"},
        {"roundWinner": "p1"},
        {"unoCalledBy": "p1"},
        {"unoExposed": None},
        {"drawnCard": "red-5-9"},
    ],
)
def test_every_key_of_an_expectation_can_fail(expect: dict[str, object]) -> None:
    assert misses([PLAY], expect) != []
    assert misses([{**PLAY, "expect": expect}], {}) != []


def test_an_action_without_expectation_must_be_accepted_unless_it_is_the_last() -> None:
    refused: dict[str, object] = {**PLAY, "cardId": "blue-7-38"}
    assert misses([refused, PLAY], {}) == ["action 1 was refused: INVALID_CARD"]
    assert misses([refused], {"error": "INVALID_CARD"}) == []
    assert misses([{**refused, "expect": {"error": "INVALID_CARD"}}, PLAY], {"current": "p2"}) == []


def test_an_unexpected_penalty_is_a_miss() -> None:
    setup = {**SETUP, "drawPile": ["red-1-1", "red-2-3"]}
    refused: dict[str, object] = {**PLAY, "cardId": "blue-7-38"}
    penalty = {"player": "p1", "cards": 2}
    assert misses([refused], {"error": "INVALID_CARD", "penalty": penalty}, setup, "arena") == []
    assert misses([refused], {"error": "INVALID_CARD"}, setup, "arena") != []


def test_a_card_that_is_twice_in_a_position_is_missed_when_the_pile_is_filled_again() -> None:
    twice = {**SETUP, "discard": ["red-3-5", "green-9-67", "green-9-67"], "drawPile": []}
    assert misses([{"player": "p1", "type": "DRAW_CARD"}], {}, twice) == [
        "after action 1: cards were lost or duplicated"
    ]


def test_players_may_have_any_names() -> None:
    setup = {
        "players": ["甲", "乙"],
        "dealer": "甲",
        "hands": {"甲": ["red-7-14", "blue-7-38"], "乙": ["blue-1-26"]},
        "discard": ["red-3-5"],
        "current": "甲",
    }
    swap: dict[str, object] = {"player": "甲", "type": "PLAY_CARD", "cardId": "red-7-14", "targetPlayerId": "乙"}
    expect = {"hands": {"甲": ["blue-1-26"]}, "current": "乙", "players": ["甲", "乙"], "unoExposed": "甲"}
    assert misses([swap], expect, setup, options={"sevenSwap": True}) == []


def test_an_action_that_is_nonsense_is_refused_by_the_rule_it_breaks() -> None:
    wild = {**SETUP, "hands": {"p1": ["wild-100", "red-7-14"], "p2": ["blue-1-26"], "p3": ["green-1-51"]}}
    attempts: list[tuple[dict[str, object], str]] = [
        ({"player": "p1", "type": "PLAY_CARD"}, "CARD_NOT_IN_HAND"),
        ({"player": "p1", "type": "PLAY_CARD", "cardId": 5}, "CARD_NOT_IN_HAND"),
        ({"player": "p1", "type": "PLAY_CARD", "cardId": "wild-100", "chosenColor": None}, "CHOOSE_COLOR_REQUIRED"),
        ({"player": "p1", "type": "PLAY_CARD", "cardId": "wild-100", "chosenColor": 5}, "INVALID_COLOR"),
        ({"player": "p1", "type": "PLAY_CARD", "cardId": "wild-100", "chosenColor": ""}, "INVALID_COLOR"),
        ({"player": "p1", "type": "PLAY_CARD", "cardId": "red-7-14", "targetPlayerId": None}, "TARGET_REQUIRED"),
        ({"player": "p1", "type": "PLAY_CARD", "cardId": "red-7-14", "targetPlayerId": 5}, "INVALID_TARGET"),
        ({"type": "DRAW_CARD"}, "UNKNOWN_PLAYER"),
        ({"player": "p1"}, "UNKNOWN_ACTION"),
        ({"player": "p1", "type": 5}, "UNKNOWN_ACTION"),
        ({"type": "START"}, "UNKNOWN_ACTION"),
        ({"player": "p1", "type": "SHUFFLE"}, "UNKNOWN_ACTION"),
        ({"type": "TIMEOUT"}, "UNKNOWN_PLAYER"),
        ({"type": "REMOVE_PLAYER"}, "UNKNOWN_PLAYER"),
    ]
    for action, code in attempts:
        expect = {"error": code, "unchanged": True}
        assert misses([action], expect, wild, options={"sevenSwap": True}) == [], action


def test_options_that_cannot_be_are_expected_without_an_action() -> None:
    options = {"unoEnforcement": "endOfTurn"}
    assert misses([], {"error": "INVALID_OPTION"}, options=options) == []
    assert misses([], {}, options=options) != []
    assert misses([PLAY], {"error": "INVALID_OPTION"}, options=options) != []


@pytest.mark.parametrize(
    ("setup", "reason"),
    [
        ({**SETUP, "nonsense": 1}, "unknown fields in setup: nonsense"),
        ({"players": ["p1", "p2"], "dealer": "p2", "deck": [], "scores": {}}, "unknown fields in setup: scores"),
        ({**SETUP, "phase": "drawn"}, "phase"),
        ({**SETUP, "status": "ended"}, "status"),
        ({**SETUP, "players": ["p1"]}, "players"),
        ({**SETUP, "players": ["p1", "p1"]}, "players"),
        ({**SETUP, "players": [f"p{n}" for n in range(11)]}, "players"),
        ({**SETUP, "hands": {"p9": []}}, "p9 is not among the players"),
        ({**SETUP, "hands": {"p1": "red-5-9"}}, "hand"),
        ({**SETUP, "drawPile": ["red-5-9", 5]}, "drawPile"),
        ({**SETUP, "current": "p9"}, "p9 is not among the players"),
        ({**SETUP, "direction": 2}, "direction"),
        ({**SETUP, "drawPending": 10**30}, "drawPending"),
        ({**SETUP, "currentColor": "pink"}, "currentColor"),
        ({**SETUP, "discard": ["wild-100"]}, "currentColor"),
        ({**SETUP, "discard": []}, "discard"),
        ({**SETUP, "discard": ["red-3-7"]}, "red-3-7"),
        ({"players": ["p1", "p2"], "dealer": "p2", "deck": ["red-3-5"]}, "too few cards"),
        ({"players": ["p1", "p2"], "dealer": "p2", "deck": [f"wild-draw-four-{n}" for n in (104, 105, 106)]}, "first"),
    ],
)
def test_a_setup_that_cannot_be_is_named(setup: dict[str, object], reason: str) -> None:
    found = misses([], {}, setup, options={"initialCards": 1})
    assert len(found) == 1 and reason in found[0]


def test_unknown_keys_of_an_action_and_of_an_expectation_are_named() -> None:
    assert misses([{**PLAY, "colour": "red"}], {}) == ["unknown fields in action: colour"]
    assert misses([{**PLAY, "expect": {"colour": "red"}}], {}) == ["unknown fields in expect: colour"]
    assert misses([PLAY], {"colour": "red"}) == ["unknown fields in expect: colour"]


def test_the_next_round_starts_the_count_of_cards_again() -> None:
    deck = ["red-1-1", "red-2-3", "red-4-7", "blue-0-25", "blue-2-28"]
    deal: dict[str, object] = {"type": "NEXT_ROUND", "deck": deck}
    expect = {"handOrder": {"p2": ["red-1-1"]}, "top": "blue-0-25", "drawPile": ["blue-2-28"], "scores": {"p1": 2}}
    assert misses([PLAY, deal], expect, ONE_ROUND_LEFT, options={"initialCards": 1}) == []
    everything = {"handCounts": {"p1": 7, "p2": 7, "p3": 7}, "drawPileCount": 86, "current": "p2", "roundNumber": 2}
    options = {"firstDiscard": "number"}
    assert misses([PLAY, {"type": "NEXT_ROUND"}], everything, ONE_ROUND_LEFT, options=options) == []
