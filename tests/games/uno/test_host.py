"""Time-outs, removals, penalties."""

import pytest

from paiju.engine.game import HOST, Seat
from paiju.games.uno.vectors import position
from paiju.games.uno.view import CHOOSE, ENDED, ROUND_OVER, TURN, WD4
from tests.games.uno.checks import check_shape
from tests.games.uno.script import book, counts, hand, play, read, why

PILE = "y1 y2 y3 y4 y5 y6 y8 y9"


def test_a_time_out_draws_one_card_and_ends_the_turn_even_if_it_fits() -> None:
    state = play(position("r5", "g1 g2", "b1 b2", pile="r9 y1"), "host timeout p1")
    assert (hand(state, 0), state.current) == ("g1 g2 r9", 1)


def test_a_time_out_draws_one_card_only_in_every_draw_mode() -> None:
    rules = book("official", drawMode="untilPlayable")
    assert counts(play(position("r5", "g1 g2", "b1 b2", rules=rules, pile="y1 y2 r9"), "host timeout p1")) == [3, 2]


def test_a_time_out_takes_owed_cards() -> None:
    state = position("r+2", "g1 g2", "b1 b2", rules=book("platform"), pending=2, pile=PILE)
    play(state, "host timeout p1")
    assert (counts(state), state.current, state.pending) == ([4, 2], 1, 0)


def test_a_time_out_after_drawing_keeps_the_card() -> None:
    state = play(position("r5", "g1 g2", "b1 b2", pile="r9 y1"), "p1 draw", "host timeout p1")
    assert (counts(state), state.current) == ([3, 2], 1)


def test_a_time_out_ends_a_manual_turn_with_its_check_and_effects() -> None:
    state = position("r5", "r> g2", "b1 b2", "b3 b4", "b6 b7", rules=book("console"), pile=PILE)
    play(state, "p1 r>", "host timeout p1")
    assert (counts(state), state.current) == ([3, 2, 2, 2], 2)


def test_a_time_out_names_the_most_frequent_colour() -> None:
    state = position("w", "g1 g2 b1", "b2 b3")
    state.phase, state.colour = CHOOSE, 4
    play(state, "host timeout p1")
    assert (state.colour, state.phase, state.current) == (2, TURN, 0)


def test_a_time_out_closes_the_uno_window() -> None:
    state = position("r5", "r1 g1", "b1 b2", rules=book("arena"), pile=PILE)
    play(state, "p1 r1", "host timeout p2")
    assert (hand(state, 0), hand(state, 1)) == ("g1 y1 y2", "b1 b2 y3")


def test_a_forced_seven_swaps_with_the_next_player_on_time_out() -> None:
    rules = book("official", forcePlay=True, sevenSwap=True)
    state = position("r5", "g1 g2", "b1", "b2 b3", rules=rules, pile="r7 y1 y2", direction=-1)
    play(state, "p1 draw", "host timeout p1")
    assert (hand(state, 0), hand(state, 2), state.current) == ("b2 b3", "g1 g2", 2)


# --- removals -------------------------------------------------------------------------------------


def test_the_hand_of_a_leaver_goes_under_the_pile_in_hand_order() -> None:
    state = play(position("r5", "g1 g2", "b1 b2", "b3 b4", pile="y1"), "host remove p3")
    assert (state.order, state.current) == ([0, 1], 0)
    play(state, "p1 draw", "p2 draw", "p1 draw")
    assert (hand(state, 0), hand(state, 1)) == ("g1 g2 y1 b4", "b1 b2 b3")


def test_when_the_player_on_turn_leaves_the_next_one_begins() -> None:
    state = position("r+2", "g1 g2", "b1 b2", "b3 b4", rules=book("platform"), pending=2, pile=PILE, direction=-1)
    play(state, "host remove p1")
    assert (state.current, state.pending, state.turn_number, state.phase) == (2, 0, 2, TURN)
    assert state.snapshot()["currentPlayerIndex"] == 1


def test_choosing_a_colour_passes_to_the_next_player() -> None:
    state = position("w", "g1 g2", "b2 b3", "b4")
    state.phase, state.colour = CHOOSE, 4
    play(state, "host remove p1")
    assert (state.phase, state.current) == (CHOOSE, 1)


def test_a_match_can_end_before_a_colour_was_chosen() -> None:
    state = position("w", "r1", "b1")
    state.phase, state.colour = CHOOSE, 4
    play(state, "host remove p1")
    assert (state.phase, state.winner, state.colour) == (ENDED, 1, 4)
    check_shape(state)


def test_an_unfinished_play_has_no_consequence() -> None:
    state = position("r5", "r> g2 g3", "b1 b2", "b3 b4", "b6 b7", rules=book("console"), pile=PILE)
    play(state, "p1 r>", "host remove p1")
    assert (state.current, state.phase) == (1, TURN)


def test_the_debt_of_a_wild_draw_four_lapses_with_its_player() -> None:
    state = play(position("r5", "w4 g2 g3", "b1 b2", "b3 b4", pile=PILE), "p1 w4:b")
    assert state.phase == WD4
    play(state, "host remove p1")
    assert (state.phase, state.current, state.pending, state.turn_number) == (TURN, 1, 0, 2)


def test_calls_and_exposures_of_the_leaver_are_cleared_without_penalty() -> None:
    state = position("r5", "r1 g1", "b1 b2", "b3 b4", rules=book("arena"), pile=PILE)
    play(state, "p1 r1", "host remove p1", "p2 draw")
    assert state.exposed == -1 and counts(state) == [0, 3, 2]


def test_the_right_neighbour_inherits_the_deal() -> None:
    state = position("r5", "g1 g2", "b1 b2", "b3 b4", dealer=0)
    assert play(state, "host remove p1").dealer == 2


def test_with_two_players_left_reverse_is_a_skip() -> None:
    state = position("r5", "r< g1 g2", "b1 b2", "b3 b4", pile=PILE)
    play(state, "host remove p2", "p1 r<")
    assert (state.current, state.direction) == (0, 1)


def test_the_last_player_left_wins() -> None:
    state = play(position("r5", "r1 g1", "b1 b2", pile=PILE), "p1 r1", "host remove p2")
    assert (state.phase, state.winner, state.current, state.exposed) == (ENDED, 0, 0, -1)
    assert (state.round_winner, state.scores) == (-1, [0, 0])
    outcome = state.outcome()
    assert outcome is not None and outcome.placements == [1, 2]


def test_between_rounds_nobodys_turn_begins() -> None:
    state = play(position("r5", "r1", "b1 b2", "b3 b4"), "p1 r1", "host remove p1")
    assert (state.phase, state.current, state.turn_number) == (ROUND_OVER, 1, 1)


def test_a_leaver_is_unknown_and_cannot_be_chosen() -> None:
    state = position("r5", "r7 g1", "b1 b2", "b3 b4", rules=book("arena", sevenSwap=True), pile=PILE)
    play(state, "host remove p3")
    assert why(state, "p3 draw") == why(state, "host remove p3") == "UNKNOWN_PLAYER"
    assert why(state, "p1 r7@p3") == "INVALID_TARGET"
    assert why(state, "p1 catch p3") == "INVALID_CHALLENGE"
    assert state.legal(Seat(2)) == []


# --- penalties of the arena -----------------------------------------------------------------------


@pytest.mark.parametrize(
    ("line", "code", "due"),
    [
        ("p2 b1", "NOT_YOUR_TURN", 2),
        ("p2 draw", "NOT_YOUR_TURN", 2),
        ("p2 r9", "NOT_YOUR_TURN", 2),
        ("p2 skip", "NOT_YOUR_TURN", 0),
        ("p1 g1", "INVALID_CARD", 2),
        ("p1 r9", "CARD_NOT_IN_HAND", 0),
        ("p1 w", "CHOOSE_COLOR_REQUIRED", 0),
        ("p1 skip", "CANNOT_SKIP", 0),
        ("p2 !b1", "JUMP_IN_NOT_ALLOWED", 0),
    ],
)
def test_which_refusals_cost_cards_in_the_arena(line: str, code: str, due: int) -> None:
    state = position("r5", "g1 g2 w", "b1 b2", rules=book("arena"), pile=PILE)
    seat, action = read(line)
    assert state.refusal(seat, action) == code
    answer = state.penalty(seat, action, code)
    assert (answer is not None) is (due > 0)
    if answer is not None:
        before = len(state.hands[seat])
        state.play(HOST, answer)
        assert (len(state.hands[seat]) - before, state.current, state.phase) == (due, 0, TURN)
    assert position("r5", "g1", "b1").penalty(seat, action, code) is None


def test_after_a_punished_refusal_the_last_action_is_the_last_one_accepted() -> None:
    state = play(position("r5", "r1 g2 g3", "b1 b2", rules=book("arena"), pile=PILE), "p1 r1")
    accepted = state.view(Seat(0)).to_json()["lastAction"]
    assert accepted == {"type": "PLAY_CARD", "cardId": "red-1-1", "playerId": "p1"}
    play(state, "host penalty p1 2 NOT_YOUR_TURN")
    assert len(state.hands[0]) == 4
    assert state.view(Seat(0)).to_json()["lastAction"] == state.snapshot()["lastAction"] == accepted


def test_a_penalty_that_the_rulebook_does_not_know_is_refused() -> None:
    arena = position("r5", "g1 g2", "b1 b2", rules=book("arena"), pile=PILE)
    assert why(arena, "host penalty p1 2 INVALID_CARD") == ""
    assert why(arena, "host penalty p1 3 INVALID_CARD") == "UNKNOWN_ACTION"
    assert why(arena, "host penalty p1 2 CANNOT_SKIP") == "UNKNOWN_ACTION"
    official = position("r5", "g1 g2", "b1 b2", pile=PILE)
    assert why(official, "host penalty p1 2 INVALID_CARD") == "UNKNOWN_ACTION"


def test_a_strict_wild_draw_four_is_an_illegal_play() -> None:
    state = position("r5", "w4 r1", "b1", rules=book("arena", wd4Rule="strict"), pile=PILE)
    seat, action = read("p1 w4:b")
    assert state.refusal(seat, action) == "WD4_NOT_ALLOWED"
    assert state.penalty(seat, action, "WD4_NOT_ALLOWED") is not None
