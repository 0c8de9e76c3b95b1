import json

import pytest

from paiju.engine.errors import BadNotation
from paiju.engine.game import Seat, Shuffle
from paiju.games.uno import actions
from paiju.games.uno.actions import UnoAction, loose_action, play_card
from paiju.games.uno.game import UNO
from paiju.games.uno.vectors import position
from tests.games.uno.script import book, play

EVERY = [
    *actions.PLAYS,
    *actions.JUMPS,
    *actions.CATCHES,
    *actions.COLOURS,
    *actions.TIMEOUTS,
    *actions.REMOVALS,
    actions.DRAW,
    actions.SKIP,
    actions.CALL,
    actions.CHALLENGE,
    actions.ACCEPT,
    actions.NEXT,
    actions.BEGIN,
    UNO.parse_action("start p4"),
    UNO.parse_action("penalty p2 2 NOT_YOUR_TURN"),
]


def test_text_and_json_lead_back_to_every_action() -> None:
    for action in EVERY:
        assert UNO.parse_action(action.text()) == action
        assert UNO.action_from_json(json.loads(json.dumps(action.to_json()))) == action


def test_actions_with_a_place_in_a_table_are_built_once() -> None:
    for action in [*actions.PLAYS, *actions.JUMPS, *actions.CATCHES, actions.DRAW]:
        assert UNO.parse_action(action.text()) is action


@pytest.mark.parametrize(
    ("text", "data"),
    [
        ("r5", {"type": "PLAY_CARD", "cardId": "red-5-9"}),
        ("w4.2:b", {"type": "PLAY_CARD", "cardId": "wild-draw-four-105", "chosenColor": "blue"}),
        ("g7@p3", {"type": "PLAY_CARD", "cardId": "green-7-63", "targetPlayerId": "p3"}),
        ("!y>", {"type": "JUMP_IN", "cardId": "yellow-skip-94"}),
        ("catch p2", {"type": "CHALLENGE_UNO", "targetPlayerId": "p2"}),
        ("color green", {"type": "CHOOSE_COLOR", "color": "green"}),
        ("challenge", {"type": "CHALLENGE_WILD_DRAW_FOUR"}),
        ("timeout p4", {"type": "TIMEOUT", "playerId": "p4"}),
        ("penalty p1 2 INVALID_CARD", {"type": "PENALTY", "playerId": "p1", "count": 2, "code": "INVALID_CARD"}),
    ],
)
def test_the_two_forms_of_an_action(text: str, data: dict[str, object]) -> None:
    assert UNO.parse_action(text).to_json() == data


def test_equal_actions_are_one_in_a_set() -> None:
    assert {UNO.parse_action("penalty p2 2 NOT_YOUR_TURN"), UNO.parse_action("penalty p2 2 NOT_YOUR_TURN")} == {
        EVERY[-1]
    }


def test_a_shuffle_can_be_written_and_read() -> None:
    assert UNO.parse_action("shuffle 2,0,1") == Shuffle([2, 0, 1])
    assert UNO.action_from_json({"type": "SHUFFLE", "order": [2, 0, 1]}) == Shuffle([2, 0, 1])


@pytest.mark.parametrize(
    "text",
    [
        "",
        "r17",
        "w:x",
        "w:",
        "r7@p11",
        "r7@",
        "catch",
        "catch p0",
        "color pink",
        "shuffle 0,0",
        "shuffle 0,x",
        "fly",
        "draw 2",
    ],
)
def test_malformed_text_is_bad_notation(text: str) -> None:
    with pytest.raises(BadNotation):
        UNO.parse_action(text)


@pytest.mark.parametrize(
    ("data", "code"),
    [
        ({}, "bad_action"),
        ({"type": 5}, "bad_action"),
        ({"type": "PLAY_CARD"}, "bad_action"),
        ({"type": "PLAY_CARD", "cardId": None}, "bad_action"),
        ({"type": "PLAY_CARD", "cardId": 9}, "bad_action"),
        ({"type": "PLAY_CARD", "cardId": "wild-100", "chosenColor": 5}, "bad_action"),
        ({"type": "PLAY_CARD", "cardId": "wild-100", "color": "red"}, "bad_action"),
        ({"type": "CHALLENGE_UNO", "targetPlayerId": ["p1"]}, "bad_action"),
        ({"type": "DRAW_CARD", "count": 3}, "bad_action"),
        ({"type": "PENALTY", "playerId": "p1", "count": True, "code": "x"}, "bad_action"),
        ({"type": "SHUFFLE", "order": "random"}, "bad_shuffle"),
    ],
)
def test_malformed_json_is_bad_notation(data: dict[str, object], code: str) -> None:
    with pytest.raises(BadNotation) as caught:
        UNO.action_from_json(data)
    assert caught.value.code == code


OWN = position("r5", "r1 r7 w g2", "r2 b2", "y3 y4", rules=book("arena", sevenSwap=True), pile="b5 b6 b7 b8")
"""It is the turn of p1."""


@pytest.mark.parametrize(
    ("data", "code"),
    [
        ({"type": "FLY"}, "UNKNOWN_ACTION"),
        ({"type": "UNKNOWN"}, "UNKNOWN_ACTION"),
        ({"type": "START"}, "UNKNOWN_ACTION"),
        ({"type": "SHUFFLE", "order": [0]}, "UNKNOWN_ACTION"),
        ({"type": "PLAY_CARD", "cardId": "red-5-10000"}, "CARD_NOT_IN_HAND"),
        ({"type": "PLAY_CARD", "cardId": ""}, "CARD_NOT_IN_HAND"),
        ({"type": "PLAY_CARD", "cardId": "wild-100", "chosenColor": "pink"}, "INVALID_COLOR"),
        ({"type": "PLAY_CARD", "cardId": "wild-100"}, "CHOOSE_COLOR_REQUIRED"),
        ({"type": "PLAY_CARD", "cardId": "red-7-13", "targetPlayerId": "Ann"}, "INVALID_TARGET"),
        ({"type": "PLAY_CARD", "cardId": "red-7-13"}, "TARGET_REQUIRED"),
        ({"type": "CHALLENGE_UNO", "targetPlayerId": "Ann"}, "INVALID_CHALLENGE"),
        ({"type": "CHALLENGE_UNO", "targetPlayerId": "p9"}, "INVALID_CHALLENGE"),
        ({"type": "CHALLENGE_UNO"}, "INVALID_CHALLENGE"),
        ({"type": "CHOOSE_COLOR", "color": "pink"}, "NO_COLOR_TO_CHOOSE"),
        ({"type": "PLAY_CARD", "cardId": "red-1-1", "chosenColor": "pink"}, ""),
        ({"type": "PLAY_CARD", "cardId": "red-1-1", "targetPlayerId": "Ann"}, ""),
        ({"type": "DRAW_CARD", "chosenColor": "red"}, ""),
    ],
)
def test_names_that_do_not_exist_are_refused_by_the_rules(data: dict[str, object], code: str) -> None:
    assert OWN.refusal(Seat(0), UNO.action_from_json(data)) == code


@pytest.mark.parametrize("data", [{"type": "PLAY_CARD", "cardId": "none-such"}, {"type": "PLAY_CARD", "cardId": "x y"}])
def test_out_of_turn_counts_before_the_card(data: dict[str, object]) -> None:
    action = UNO.action_from_json(data)
    assert OWN.refusal(Seat(1), action) == "NOT_YOUR_TURN"
    assert OWN.penalty(Seat(1), action, "NOT_YOUR_TURN") == UNO.parse_action("penalty p2 2 NOT_YOUR_TURN")


def test_before_the_start_and_after_the_end_nothing_else_is_looked_at() -> None:
    shuffle, unknown = Shuffle([0]), UNO.action_from_json({"type": "FLY"})
    waiting = UNO.new(book("official"), 2)
    assert waiting.refusal(Seat(0), shuffle) == waiting.refusal(Seat(0), unknown) == UNO.not_started_code
    ended = play(position("r5", "r1", "b1", rules=book("platform")), "p1 r1")
    assert ended.refusal(Seat(0), shuffle) == ended.refusal(Seat(0), unknown) == UNO.ended_code


def test_what_the_rules_ignore_is_dropped() -> None:
    five = {"type": "PLAY_CARD", "cardId": "red-5-9", "chosenColor": "blue", "targetPlayerId": "p3"}
    assert UNO.action_from_json(five).to_json() == {"type": "PLAY_CARD", "cardId": "red-5-9"}
    assert play_card(100, 2, 1).to_json() == {"type": "PLAY_CARD", "cardId": "wild-100", "chosenColor": "green"}


def test_nonsense_values_can_be_kept_for_the_rules_to_refuse() -> None:
    assert loose_action({"type": "FLY"}).type == "FLY"
    assert loose_action({"type": "PLAY_CARD", "cardId": "x"}).card == -1
    assert loose_action({"type": "CHOOSE_COLOR", "color": "pink"}).colour == actions.BAD_COLOUR


def test_equal_actions_are_equal_and_hash_alike() -> None:
    one, other = UnoAction(actions.START, target=1), UnoAction(actions.START, target=1)
    assert one == other and hash(one) == hash(other) and one != actions.BEGIN
