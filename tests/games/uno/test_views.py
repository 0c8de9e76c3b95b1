"""What a seat may know, and positions imagined from it."""

from hypothesis import given, settings
from hypothesis import strategies as st

from paiju.engine.game import SPECTATOR, Seat
from paiju.engine.shuffle import FastSource
from paiju.games.uno.game import UNO
from paiju.games.uno.state import UnoState
from paiju.games.uno.vectors import position
from paiju.games.uno.view import DRAWN, ROUND_OVER
from paiju.testing.leak import check_no_leak, check_position_hides
from tests.games.uno.script import book, play


def test_a_view_has_the_fields_of_the_rules() -> None:
    view = position("r5", "r1 g1", "b1 b2 b3", pile="y1 y2").view(Seat(0)).to_json()
    assert view["hand"] == ["red-1-1", "green-1-51"]
    assert view["players"] == [
        {"id": "p1", "seat": 0, "handCount": 2, "score": 0, "roundsWon": 0},
        {"id": "p2", "seat": 1, "handCount": 3, "score": 0, "roundsWon": 0},
    ]
    assert (view["currentPlayer"], view["currentPlayerIndex"], view["deckCount"]) == ("p1", 0, 2)
    assert view["topCard"] == {"id": "red-5-9", "color": "red", "type": "number", "value": 5}
    assert view["legal"] == [
        {"type": "PLAY_CARD", "cardId": "red-1-1"},
        {"type": "DRAW_CARD"},
        {"type": "CALL_UNO"},
    ]


def test_a_spectator_sees_no_hand_and_can_do_nothing() -> None:
    view = position("r5", "r1 g1", "b1 b2").view(SPECTATOR)
    assert (view.hand, view.legal) == ([], [])


def test_a_drawn_card_is_shown_to_its_owner_only() -> None:
    state = play(position("r5", "g1 g2", "b1 b2", pile="r9 y1"), "p1 draw")
    assert state.view(Seat(0)).to_json()["drawnCardId"] == "red-9-17"
    assert state.view(Seat(1)).to_json()["drawnCardId"] is None
    assert "red-9-17" not in str(state.view(Seat(1)).to_json())
    assert state.view(Seat(1)).to_json()["lastAction"] == {"type": "DRAW_CARD", "playerId": "p1", "count": 1}


def test_the_guilt_of_a_bluffer_is_not_in_any_view() -> None:
    state = play(position("r5", "w4 r1 g1", "b1 b2", pile="y1 y2 y3 y4"), "p1 w4:b")
    assert state.view(Seat(1)).to_json()["pendingWd4"] == {"playedBy": "p1", "colorBefore": "red"}
    assert state.snapshot()["pendingWd4"] == {"playedBy": "p1", "colorBefore": "red", "guilty": True}


@settings(max_examples=12, deadline=None)
@given(st.integers(0, 10**6))
def test_redealing_the_hidden_cards_changes_no_view(seed: int) -> None:
    check_no_leak(UNO, seeds=range(seed, seed + 4), every=9, most_actions=60)


@settings(max_examples=60, deadline=None)
@given(st.integers(0, 10**6), st.sampled_from(["free", "challenge", "strict"]))
def test_a_drawn_card_that_others_imagine_can_be_played(seed: int, rule: str) -> None:
    rules = book("official", wd4Rule=rule, drawMode="untilPlayable")
    state = play(position("r5", "b1 b2", "y1 y2 w4", "g8 g9", rules=rules, pile="b3 b4 r9 w g2 r4"), "p1 draw")
    assert state.phase == DRAWN
    source = FastSource(seed)
    for other in (state.resampled(Seat(1), source), UNO.imagine(state.view(Seat(1)), source)):
        drawn = next(a for a in other.legal(Seat(0)) if a.to_json()["type"] == "PLAY_CARD")
        assert other.refusal(Seat(0), drawn) == ""
    check_position_hides(state, Seat(1), source)


def test_an_imagined_bluff_is_judged_by_the_imagined_hand() -> None:
    state = play(position("r5", "w4 r1 b4", "b1 b2", pile="y1 y2 y3 y4 g1 g2 g3 g4"), "p1 w4:b")
    verdicts = set()
    for seed in range(60):
        other = state.resampled(Seat(1), FastSource(seed))
        red = any(card < 25 for card in other.hands[0])
        other.play(Seat(1), UNO.parse_action("challenge"))
        assert (other.last_success == 1) is red
        verdicts.add(red)
    assert verdicts == {False, True}


def test_the_shown_hand_stays_where_it_is_in_imagined_positions() -> None:
    state = play(position("r5", "w4 r1 b4", "b1 b2", pile="y1 y2 y3 y4 g1 g2 g3 g4"), "p1 w4:b", "p2 challenge")
    shown = state.hands[0][:2]
    for seed in range(10):
        assert state.resampled(Seat(1), FastSource(seed)).hands[0][:2] == shown
        imagined = UNO.imagine(state.view(Seat(1)), FastSource(seed))
        assert imagined.view(Seat(1)).to_json() == state.view(Seat(1)).to_json()


def test_open_hands_stay_as_they_are_in_imagined_positions() -> None:
    """Once a round has been counted everybody sees all hands; only the order of the pile is hidden."""
    state = play(position("r5", "r1", "b1 b2", "g1 w", pile="y1 y2 y3 y4 y5 y6 y7 y8"), "p1 r1")
    assert state.phase == ROUND_OVER
    orders = set()
    for seed in range(5):
        for other in (state.resampled(Seat(1), FastSource(seed)), UNO.imagine(state.view(Seat(1)), FastSource(seed))):
            assert isinstance(other, UnoState) and other.hands == state.hands
            assert other.view(Seat(1)).to_json() == state.view(Seat(1)).to_json()
            orders.add(tuple(other.deck))
    assert len(orders) > 2


def test_a_drawn_draw_four_is_imagined_where_the_strict_rule_allows_no_other_card() -> None:
    rules = book("official", wd4Rule="strict", drawMode="untilPlayable")
    state = play(position("r5", "b1 b2", "y1 y2", rules=rules, pile="w4 g8 g9"), "p1 draw")
    assert state.phase == DRAWN
    for seed in range(5):
        other = state.resampled(Seat(1), FastSource(seed))
        assert other.drawn == state.drawn, "no other hidden card can be played"
        assert other.refusal(Seat(0), UNO.parse_action("w4:b")) == ""
