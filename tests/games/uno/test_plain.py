"""The rules on plain data, against the words of the document that asks for them and against the engine."""

import json
from typing import Any

import pytest

from paiju.engine.errors import BadNotation
from paiju.engine.game import SPECTATOR, Seat
from paiju.games.uno.cards import CARD_TEXTS, CARDS, FACE_OF, WILD
from paiju.games.uno.game import UNO
from paiju.games.uno.plain import (
    apply_card_effect,
    calculate_hand_score,
    can_play_card,
    card_number,
    card_object,
    check_game_end,
    game_state,
    generate_deck,
)
from paiju.games.uno.vectors import position
from tests.games.uno.script import book, play, why

COLORS = ["red", "blue", "green", "yellow"]
STATE_FIELDS = [
    "players", "currentPlayer", "currentPlayerIndex", "turnNumber", "status", "direction", "currentColor", "hands",
    "deck", "discardPile", "drawPending", "lastAction", "unoCalledBy", "winner",
]  # fmt: skip


def written_deck() -> list[dict[str, object]]:
    """The generator of the document, written down once more."""
    deck: list[dict[str, object]] = []

    def push(name: str, color: str | None, kind: str, value: int | None) -> None:
        deck.append({"id": f"{name}-{len(deck)}", "color": color, "type": kind, "value": value})

    for color in COLORS:
        push(f"{color}-0", color, "number", 0)
        for number in range(1, 10):
            for _ in range(2):
                push(f"{color}-{number}", color, "number", number)
        for kind in ("skip", "reverse", "draw_two"):
            for _ in range(2):
                push(f"{color}-{kind}", color, kind, None)
    for _ in range(4):
        push("wild", None, "wild", None)
    for _ in range(4):
        push("wild-draw-four", None, "wild_draw_four", None)
    return deck


def test_the_deck_is_that_of_the_document() -> None:
    assert generate_deck() == written_deck()


def test_a_card_is_an_id_or_an_object_whose_id_may_be_missing_or_strange() -> None:
    for number, card in enumerate(generate_deck()):
        assert card_number(card["id"]) == number
        loose: dict[str, Any] = {"id": "mine", "color": card["color"], "type": card["type"], "value": card["value"]}
        twin = card_object(card_number(loose))
        assert {**twin, "id": ""} == {**card, "id": ""}


@pytest.mark.parametrize(
    "card",
    [
        "red-5", "", {},
        {"color": "red", "type": "number", "value": 10}, {"color": "red", "type": "number", "value": "5"},
        {"color": "pink", "type": "skip", "value": None}, {"color": "red", "type": "jump", "value": None},
        {"color": None, "type": "number", "value": 5}, {"color": "red", "type": "number", "value": True},
    ],
)  # fmt: skip
def test_what_is_not_a_card_gets_one_clear_error(card: Any) -> None:
    with pytest.raises(BadNotation):
        can_play_card(card, "red-5-9", "red")
    with pytest.raises(BadNotation):
        calculate_hand_score([card])


def written_rule(card: dict[str, object], top: dict[str, object], color: str) -> bool:
    """`canPlayCard` of the document."""
    if card["type"] in ("wild", "wild_draw_four") or card["color"] == color:
        return True
    if card["type"] == "number":
        return top["type"] == "number" and card["value"] == top["value"]
    return card["type"] == top["type"]


def test_what_fits_is_what_the_document_and_the_engine_say() -> None:
    deck = written_deck()
    for top in range(0, CARDS, 3):
        for color in COLORS:
            for card in range(CARDS):
                fits = can_play_card(deck[card], deck[top], color)
                assert fits is written_rule(deck[card], deck[top], color)
    state = position("b5", "r5 g2 w", "y1 y2", pile="y3 y4")
    for card in state.hands[0]:
        fits = can_play_card(card_object(card), card_object(state.discard[-1]), "blue")
        assert fits is (why(state, f"p1 {CARD_TEXTS[card]}{':r' if FACE_OF[card] >= WILD else ''}") == "")
    assert not can_play_card("red-5-9", "wild-100", None)
    with pytest.raises(BadNotation):
        can_play_card("red-5-9", "red-5-10", "pink")


THREE = {"players": [{"id": "p1"}, {"id": "p2"}, {"id": "p3"}]}
TWO = {"players": [{"id": "p1"}, {"id": "p2"}]}


@pytest.mark.parametrize(
    ("card", "chosen", "effect"),
    [
        ("red-5-9", "blue", ("red", False, False, 0)),
        ("red-skip-19", None, ("red", True, False, 0)),
        ("blue-reverse-46", None, ("blue", False, True, 0)),
        ("green-draw_two-73", None, ("green", True, False, 2)),
        ("wild-100", "yellow", ("yellow", False, False, 0)),
        ("wild-100", None, (None, False, False, 0)),
        ("wild-draw-four-104", "red", ("red", True, False, 4)),
    ],
)
def test_effects_are_those_of_the_document(card: str, chosen: str | None, effect: tuple[object, ...]) -> None:
    before = json.dumps(THREE)
    names = ("currentColor", "skipNext", "reverseDirection", "drawPending")
    assert apply_card_effect(card, THREE, chosen) == dict(zip(names, effect, strict=True))
    assert apply_card_effect(card_object(card_number(card)), None, chosen) == dict(zip(names, effect, strict=True))
    assert json.dumps(THREE) == before


def test_between_two_players_a_reverse_is_a_skip() -> None:
    told = apply_card_effect("red-reverse-21", TWO)
    assert (told["skipNext"], told["reverseDirection"]) == (True, False)


def test_a_colour_that_does_not_exist_is_an_error_only_where_it_counts() -> None:
    with pytest.raises(BadNotation):
        apply_card_effect("wild-100", THREE, "pink")
    assert apply_card_effect("red-5-9", THREE, "pink")["currentColor"] == "red"


@pytest.mark.parametrize("seats", [2, 3, 4])
@pytest.mark.parametrize("text", ["r5", "r>", "r<", "r+2", "w:g", "w4:g"])
def test_the_engine_does_what_the_effect_says(text: str, seats: int) -> None:
    state = position("r9", f"{text.partition(':')[0]} b1 b2", *["y1 y2 y3", "g1 g2 g3", "g4 g5 g6"][: seats - 1],
                     rules=book("platform"), pile="b3 b4 b5 b6 b7 b8 b9")  # fmt: skip
    card = card_object(state.hands[0][0])
    effect = apply_card_effect(card, dict(game_state(state)), "green")
    play(state, f"p1 {text}")
    direction = -1 if effect["reverseDirection"] else 1
    assert (state.direction, state.pending) == (direction, effect["drawPending"])
    assert COLORS[state.colour] == effect["currentColor"]
    if effect["drawPending"]:
        play(state, f"p{state.current + 1} draw")  # the debt is the skip: it ends the victim's turn
    steps = 2 if effect["skipNext"] else 1
    assert state.current == steps * direction % seats


def test_points() -> None:
    assert calculate_hand_score([]) == 0
    hand = [
        "red-0-0",
        "red-9-17",
        "blue-skip-44",
        "blue-reverse-46",
        "blue-draw_two-48",
        "wild-100",
        "wild-draw-four-104",
    ]
    assert calculate_hand_score(hand) == 0 + 9 + 20 + 20 + 20 + 50 + 50
    assert calculate_hand_score([card_object(card_number(card)) for card in hand]) == 169
    assert calculate_hand_score(generate_deck()) == 4 * (2 * 45 + 6 * 20) + 8 * 50


def test_the_end() -> None:
    state = {"players": [{"id": "a"}, {"id": "b"}], "hands": {"a": ["red-5-9"], "b": []}}
    assert check_game_end(state) == {"ended": True, "winner": "b"}
    assert check_game_end({"players": ["a", "b"], "hands": {"a": ["red-5-9"]}}) == {"ended": False}
    with pytest.raises(BadNotation):
        check_game_end({"players": ["a"]})


def test_a_position_field_by_field() -> None:
    waiting = game_state(UNO.new(book("platform"), 2), names=["Ada", "Bo"])
    assert list(waiting) == STATE_FIELDS
    assert waiting["status"] == "waiting" and waiting["currentPlayer"] is None and waiting["discardPile"] == []
    assert waiting["players"] == [{"id": "p1", "name": "Ada"}, {"id": "p2", "name": "Bo"}]

    state = position("r5", "r1 g2 g3", "b1 b2", pile="y1 y2 y3 y4 y5", rules=book("platform"))
    play(state, "p1 r1")
    told = game_state(state)
    assert (told["status"], told["currentPlayer"], told["currentPlayerIndex"]) == ("playing", "p2", 1)
    assert [card["id"] for card in told["discardPile"]] == ["red-5-9", "red-1-1"]
    assert told["deck"] is not None and told["deck"][-1]["id"] == "yellow-1-76"
    assert [card["value"] for card in told["hands"]["p1"]] == [2, 3]
    assert told["lastAction"] == {"type": "PLAY_CARD", "cardId": "red-1-1", "playerId": "p1"}
    assert (told["turnNumber"], told["direction"], told["currentColor"], told["drawPending"]) == (2, 1, "red", 0)
    assert (waiting["lastAction"], told["unoCalledBy"], told["winner"]) == (None, None, None)
    assert told["players"][0] == {"id": "p1", "name": "p1"}
    assert json.loads(json.dumps(told)) == told
    assert check_game_end(dict(told)) == {"ended": False}

    turned = game_state(play(position("r5", "r< g2", "b1 b2", "b3 b4", rules=book("platform")), "p1 uno", "p1 r<"))
    assert (turned["direction"], turned["unoCalledBy"]) == (-1, "p1")
    ended = game_state(play(position("r5", "r+2", "b1 b2", pile="y1 y2", rules=book("platform")), "p1 r+2"))
    assert (ended["status"], ended["winner"]) == ("ended", "p1")
    owed = game_state(play(position("r5", "r+2 g1 g2", "b1 b2", pile="y1 y2", rules=book("platform")), "p1 r+2"))
    assert owed["drawPending"] == 2


def test_a_view_shows_only_what_its_seat_may_see() -> None:
    state = position("r5", "r1", "b1 b2", pile="y1 y2", rules=book("platform"))
    own, watched = game_state(state.view(Seat(1))), game_state(state.view(SPECTATOR))
    assert list(own["hands"]) == ["p2"] and own["deck"] is None
    assert watched["hands"] == {} and watched["deck"] is None
    play(state, "p1 r1")
    open_now = game_state(state.view(Seat(1)))
    assert (open_now["status"], open_now["winner"]) == ("ended", "p1")
    assert [len(hand) for hand in open_now["hands"].values()] == [0, 2]
    assert check_game_end(dict(open_now)) == {"ended": True, "winner": "p1"}
