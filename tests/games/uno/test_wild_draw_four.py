"""The Wild Draw Four: free, strict, and with challenges; stacking."""

import pytest

from paiju.engine.game import SPECTATOR, Seat
from paiju.games.uno.state import UnoState
from paiju.games.uno.vectors import position
from paiju.games.uno.view import ACTED, TURN, WD4
from tests.games.uno.script import book, counts, hand, play, why

PILE = "y1 y2 y3 y4 y5 y6 y8 y9"


def laid(first: str, second: str = "b1 b2 b3", **options: object) -> UnoState:
    """p1 has laid the +4 as green."""
    rules = book("official", **options)
    return play(position("r5", f"w4 {first}", second, "g1 g2 g3", rules=rules, pile=PILE), "p1 w4:g")


def test_the_victim_has_to_answer() -> None:
    state = laid("g9 b9")
    assert (state.phase, state.current, state.pending) == (WD4, 1, 4)
    assert why(state, "p2 b1") == "WD4_RESPONSE_REQUIRED"
    assert why(state, "p2 skip") == "CANNOT_SKIP"
    assert why(state, "p3 challenge") == "NOT_YOUR_TURN"


@pytest.mark.parametrize("answer", ["p2 accept", "p2 draw", "host timeout p2"])
def test_accepting_costs_four_cards_and_the_turn(answer: str) -> None:
    state = play(laid("g9 b9"), answer)
    assert (counts(state), state.current, state.colour, state.turn_number) == ([2, 7, 3], 2, 2, 3)


def test_a_bluff_found_out_costs_the_bluffer_four_and_the_victim_plays() -> None:
    state = play(laid("r9 b9"), "p2 challenge")
    assert (counts(state), state.current, state.phase, state.turn_number) == ([6, 3, 3], 1, TURN, 2)
    assert state.last_success == 1


def test_a_wrong_challenge_costs_six_cards_and_the_turn() -> None:
    state = play(laid("b5 w b9"), "p2 challenge")  # a five and a wild are no red cards
    assert (counts(state), state.current) == ([3, 9, 3], 2)
    assert state.last_success == 0


def test_the_colour_in_force_was_the_declared_one() -> None:
    state = position("w", "w4 g1 b1", "b2 b3", pile=PILE, colour="green")
    assert play(state, "p1 w4:r", "p2 challenge").last_success == 1


def test_cards_received_afterwards_do_not_make_a_bluff() -> None:
    state = position("r5", "w4 b9", "b1 b2", "b3 b4", pile="r1 r2 y3 y4 y5 y6 y8 y9")
    play(state, "p1 w4:g", "p3 catch p1")
    assert hand(state, 0) == "b9 r1 r2"
    play(state, "p2 challenge")
    assert state.last_success == 0
    assert state.view(Seat(1)).to_json()["shownHand"] == {"playerId": "p1", "cards": ["blue-9-42"]}


def test_only_the_challenger_is_shown_the_hand_and_not_for_long() -> None:
    state = play(laid("r9 b9"), "p2 challenge")
    assert state.view(Seat(1)).to_json()["shownHand"] == {"playerId": "p1", "cards": ["red-9-17", "blue-9-42"]}
    for other in (Seat(0), Seat(2), SPECTATOR):
        assert state.view(other).to_json()["shownHand"] is None
    play(state, "p2 draw")
    assert state.view(Seat(1)).to_json()["shownHand"] is None


def test_free_means_no_condition_and_no_challenge() -> None:
    state = play(position("r5", "w4 r1 g1", "b1 b2", rules=book("platform"), pile=PILE), "p1 w4:b")
    assert (state.phase, state.pending, state.current) == (TURN, 4, 1)
    assert why(state, "p2 challenge") == "NO_WD4_TO_CHALLENGE"


def test_strict_refuses_a_bluff() -> None:
    rules = book("official", wd4Rule="strict")
    assert why(position("r5", "w4 r1 g1", "b1", rules=rules), "p1 w4:b") == "WD4_NOT_ALLOWED"
    state = play(position("r5", "w4 b5 g1", "b1 b2", "b3", rules=rules, pile=PILE), "p1 w4:b")
    assert (counts(state), state.current) == ([2, 6, 1], 2)


def test_a_forbidden_drawn_wild_draw_four_ends_the_turn() -> None:
    rules = book("official", wd4Rule="strict")
    assert play(position("r5", "r1 g1", "b1 b2", rules=rules, pile="w4 y1"), "p1 draw").current == 1


def test_with_manual_turns_the_answer_comes_after_the_turn_was_ended() -> None:
    rules = book("console")
    state = play(position("r5", "w4 r1 g1", "b1 b2", "b3", "b4", rules=rules, pile=PILE), "p1 w4:b")
    assert (state.phase, state.wd4_by) == (ACTED, -1)
    play(state, "p1 skip")
    assert (state.phase, state.current, state.pending) == (WD4, 1, 4)
    assert why(state, "p2 uno") == "INVALID_UNO_CALL"
    play(state, "p2 challenge")
    assert (counts(state), state.current) == ([6, 2, 1, 1], 1)


# --- stacking -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("mode", "top", "card", "ok"),
    [
        ("same", "r+2", "g+2", True),
        ("same", "r+2", "w4:r", False),
        ("ascending", "r+2", "w4:r", True),
        ("ascending", "w4.2", "r+2", False),
        ("any", "w4.2", "r+2", True),
        ("any", "w4.2", "g+2", False),
        ("any", "r+2", "w4:r", True),
        ("same", "w4.2", "w4:r", True),
        ("any", "r+2", "r>", False),
        ("any", "r+2", "w:r", False),
    ],
)
def test_what_answers_a_debt(mode: str, top: str, card: str, ok: bool) -> None:
    rules = book("platform", stackDrawCards=True, stackMode=mode)
    state = position(top, f"{card.partition(':')[0]} b1", "b2 b3", rules=rules, pending=2, colour="red", pile=PILE)
    assert why(state, f"p1 {card}") == ("" if ok else "MUST_DRAW_FIRST")


def test_stacking_passes_the_whole_debt_on() -> None:
    rules = book("official", stackDrawCards=True)
    state = position("r5", "r+2 b1 b2", "g+2 b3 b4", "y8 b6 b7", rules=rules, pile=PILE)
    play(state, "p1 r+2", "p2 g+2", "p3 draw")
    assert (counts(state), state.current, state.pending) == ([2, 2, 7], 0, 0)


def test_a_stack_can_be_challenged_as_a_whole() -> None:
    rules = book("official", stackDrawCards=True)
    bluff = position("r5", "r+2 b1 b2", "w4 r3 b4", "y8 b6 b7", rules=rules, pile=PILE)
    play(bluff, "p1 r+2", "p2 w4:b", "p3 challenge")
    assert (counts(bluff), bluff.current, bluff.phase) == ([2, 8, 3], 2, TURN)
    honest = position("r5", "r+2 b1 b2", "w4 g3 b4", "y8 b6 b7", rules=rules, pile=PILE + " g8 g9")
    play(honest, "p1 r+2", "p2 w4:b", "p3 challenge")
    assert (counts(honest), honest.current) == ([2, 2, 11], 0)


def test_stacking_on_a_wild_draw_four_forgoes_the_challenge() -> None:
    rules = book("official", stackDrawCards=True)
    state = position("r5", "w4 r1 b2", "w4.2 b3 b4", "y8 b6 b7", rules=rules, pile=PILE)
    play(state, "p1 w4:g", "p2 w4.2:b")
    assert (state.pending, state.wd4_by, state.phase) == (8, 1, WD4)
    assert why(state, "p3 y8") == "WD4_RESPONSE_REQUIRED"


def test_with_manual_turns_the_sum_is_raised_at_the_end_of_the_turn() -> None:
    rules = book("console", stackDrawCards=True)
    state = position("r5", "r+2 b1 b2", "g+2 b3 b4", "y8 b6", "y9 b7", rules=rules, pile=PILE)
    play(state, "p1 r+2", "p1 skip", "p2 g+2")
    assert (state.phase, state.pending) == (ACTED, 2)
    play(state, "p2 skip")
    assert (state.current, state.pending) == (2, 4)
