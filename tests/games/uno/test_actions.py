import json

import pytest

from paiju.engine.errors import BadNotation
from paiju.engine.game import Shuffle
from paiju.games.uno import actions
from paiju.games.uno.actions import UnoAction, loose_action, play_card
from paiju.games.uno.game import UNO

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


def test_a_shuffle_can_be_written_and_read() -> None:
    assert UNO.parse_action("shuffle 2,0,1") == Shuffle([2, 0, 1])
    assert UNO.action_from_json({"type": "SHUFFLE", "order": [2, 0, 1]}) == Shuffle([2, 0, 1])


@pytest.mark.parametrize(
    "text", ["", "r17", "w:x", "w:", "r7@p11", "r7@", "catch", "catch p0", "color pink", "shuffle 0,0", "fly", "draw 2"]
)
def test_malformed_text_is_bad_notation(text: str) -> None:
    with pytest.raises(BadNotation):
        UNO.parse_action(text)


@pytest.mark.parametrize(
    ("data", "code"),
    [
        ({}, "UNKNOWN_ACTION"),
        ({"type": "FLY"}, "UNKNOWN_ACTION"),
        ({"type": "UNKNOWN"}, "UNKNOWN_ACTION"),
        ({"type": 5}, "bad_action"),
        ({"type": "PLAY_CARD"}, "bad_action"),
        ({"type": "PLAY_CARD", "cardId": "red-5-10000"}, "bad_card"),
        ({"type": "PLAY_CARD", "cardId": 9}, "bad_action"),
        ({"type": "PLAY_CARD", "cardId": "wild-100", "chosenColor": "purple"}, "INVALID_COLOR"),
        ({"type": "PLAY_CARD", "cardId": "wild-100", "color": "red"}, "bad_action"),
        ({"type": "CHALLENGE_UNO", "targetPlayerId": "Ann"}, "UNKNOWN_PLAYER"),
        ({"type": "DRAW_CARD", "count": 3}, "bad_action"),
        ({"type": "PENALTY", "playerId": "p1", "count": True, "code": "x"}, "bad_action"),
    ],
)
def test_malformed_json_is_bad_notation(data: dict[str, object], code: str) -> None:
    with pytest.raises(BadNotation) as caught:
        UNO.action_from_json(data)
    assert caught.value.code == code


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
