"""What fits, what a laid card does, and the order of the checks."""

import pytest

from paiju.games.uno.vectors import position
from paiju.games.uno.view import ACTED, CHOOSE, TURN
from tests.games.uno.script import book, counts, hand, play, why

MANY = "b1 b2 b3"


@pytest.mark.parametrize(
    ("card", "fits"),
    [("r9", True), ("g5", True), ("g6", False), ("r>", True), ("g>", False), ("w:g", True), ("w4:g", True)],
)
def test_a_card_fits_by_colour_number_or_as_a_wild(card: str, fits: bool) -> None:
    state = position("r5", f"{card.partition(':')[0]} g1 y1", MANY)
    assert (why(state, f"p1 {card}") == "") is fits


@pytest.mark.parametrize(("top", "card", "fits"), [("r>", "g>", True), ("r>", "g<", False), ("b+2", "y+2", True)])
def test_symbols_fit_on_their_own_kind(top: str, card: str, fits: bool) -> None:
    assert (why(position(top, f"{card} g1 y1", MANY), f"p1 {card}") == "") is fits


def test_after_a_wild_only_the_named_colour_counts() -> None:
    state = position("w", "g1 r1 w.2", MANY, colour="green")
    assert why(state, "p1 g1") == ""
    assert why(state, "p1 r1") == "INVALID_CARD"
    assert why(state, "p1 w.2:r") == ""


def test_skip_passes_over_the_next_player() -> None:
    assert play(position("r5", "r> g1 g2", MANY, "g3 g4 g6"), "p1 r>").current == 2


def test_reverse_turns_the_direction() -> None:
    state = play(position("r5", "r< g1 g2", MANY, "g3 g4 g6"), "p1 r<")
    assert (state.current, state.direction) == (2, -1)


def test_reverse_between_two_seats_is_a_skip() -> None:
    state = play(position("r5", "r< g1 g2", "b7 b8"), "p1 r<")
    assert (state.current, state.direction, state.turn_number) == (0, 1, 2)


def test_draw_two_hits_at_once_or_is_owed() -> None:
    hands = ("r+2 g1 g2", MANY, "g3 g4 g6")
    at_once = play(position("r5", *hands, pile="y1 y2 y3"), "p1 r+2")
    assert (counts(at_once), at_once.current, at_once.pending) == ([2, 5, 3], 2, 0)
    owed = play(position("r5", *hands, pile="y1 y2 y3", rules=book("platform")), "p1 r+2")
    assert (counts(owed), owed.current, owed.pending, owed.phase) == ([2, 3, 3], 1, 2, TURN)
    assert why(owed, "p2 b1") == "MUST_DRAW_FIRST"
    play(owed, "p2 draw")
    assert (hand(owed, 1), owed.current) == ("b1 b2 b3 y1 y2", 2)


def test_a_wild_needs_a_colour_even_as_the_last_card() -> None:
    state = position("r5", "w", MANY)
    assert why(state, "p1 w") == "CHOOSE_COLOR_REQUIRED"
    assert play(state, "p1 w:b").round_winner == 0


def test_played_cards_close_up_and_drawn_ones_are_appended() -> None:
    state = play(position("r5", "r1 g1 y1", MANY, pile="y9 y8"), "p1 r1", "p2 draw")
    assert hand(state, 0) == "g1 y1"
    assert hand(state, 1) == "b1 b2 b3 y9"


def test_the_order_of_the_checks() -> None:
    state = position("r5", "g1 g2 b5", "r7 b1 b2")
    assert why(state, "p2 r7") == "NOT_YOUR_TURN"
    assert why(state, "p2 w") == "NOT_YOUR_TURN"  # before the card is looked at
    assert why(state, "p1 r7") == "CARD_NOT_IN_HAND"
    assert why(state, "p1 g1") == "INVALID_CARD"
    assert why(state, "p1 skip") == "CANNOT_SKIP"
    assert why(state, "p2 accept") == "NO_WD4_TO_CHALLENGE"  # before whose turn it is
    assert why(state, "p1 color red") == "NO_COLOR_TO_CHOOSE"
    assert why(state, "p2 color red") == "NOT_YOUR_TURN"
    assert why(state, "p3 draw") == "UNKNOWN_PLAYER"
    assert why(state, "p1 next-round") == "UNKNOWN_ACTION"
    assert why(state, "host next-round") == "ROUND_NOT_OVER"
    assert why(state, "host start") == "UNKNOWN_ACTION"
    assert why(state, "host timeout p2") == "NOT_YOUR_TURN"
    assert why(state, "host timeout p9") == "UNKNOWN_PLAYER"
    assert why(state, "host draw") == "UNKNOWN_PLAYER"


def test_with_manual_turns_effects_wait_for_the_end() -> None:
    rules = book("console")
    state = position("r5", "r+2 g1 g2", MANY, "g3 g4 g6", "y1 y2", rules=rules, pile="y3 y4 y5")
    play(state, "p1 r+2")
    assert (state.phase, state.current, counts(state)) == (ACTED, 0, [2, 3, 3, 2])
    assert why(state, "p1 g1") == "ALREADY_ACTED"
    assert why(state, "p1 draw") == "ALREADY_ACTED"
    play(state, "p1 skip")
    assert (state.current, counts(state)) == (2, [2, 5, 3, 2])


def test_manual_turns_need_an_action_first() -> None:
    assert why(position("r5", "g1", MANY, "g3", "y1", rules=book("console")), "p1 skip") == "CANNOT_SKIP"


def test_the_first_wild_lets_the_first_player_name_a_colour() -> None:
    state = position("w", "g1 g2", MANY)
    state.phase, state.colour = CHOOSE, 4
    assert why(state, "p1 g1") == "CHOOSE_COLOR_REQUIRED"
    assert why(state, "p1 draw") == "CHOOSE_COLOR_REQUIRED"
    assert why(state, "p1 skip") == "CANNOT_SKIP"
    play(state, "p1 color green")
    assert (state.phase, state.current, state.turn_number) == (TURN, 0, 1)
    assert why(state, "p1 g1") == ""


def test_a_turn_goes_clockwise_until_a_reverse() -> None:
    state = position("r5", "r1 g1 g2", "r2 b2 b3", "r3 y2 y3", "r< g7 g8", pile="b9")
    order = [state.current]
    for step in ("p1 r1", "p2 r2", "p3 r3", "p4 r<"):
        state = play(state, step)
        order.append(state.current)
    assert order == [0, 1, 2, 3, 2]


def test_a_wild_may_name_the_colour_in_force_and_be_laid_beside_a_card_that_fits() -> None:
    state = play(position("r5", "w r1 g1", MANY), "p1 w:r")
    assert (state.current, hand(state, 0)) == (1, "r1 g1")
    assert why(state, "p2 b1") == "INVALID_CARD"
