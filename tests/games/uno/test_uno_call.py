"""Calling UNO, being exposed, being caught; the check at the end of the turn."""

import pytest

from paiju.games.uno.vectors import position
from tests.games.uno.script import book, counts, hand, play, why

PILE = "y1 y2 y3 y4 y5 y6"


def test_uno_can_be_called_with_one_or_two_cards_at_any_time() -> None:
    state = position("r5", "r1 r2 r3", "b1 b2", "b3")
    assert why(state, "p1 uno") == "INVALID_UNO_CALL"
    assert why(state, "p2 uno") == why(state, "p3 uno") == ""


@pytest.mark.parametrize("rulebook", ["platform", "arena", "official"])
def test_a_call_before_the_play_protects(rulebook: str) -> None:
    state = position("r5", "r1 g1", "b1 b2 b3", "b4 b6 b7", rules=book(rulebook), pile=PILE)
    play(state, "p1 uno", "p1 r1")
    assert (state.called, state.exposed) == (0, -1)
    play(state, "p2 draw")
    assert counts(state)[0] == 1


def test_who_forgets_is_exposed_until_the_next_turn_action() -> None:
    state = play(position("r5", "r1 g1", "b1 b2 b3", "b4 b6 b7", pile=PILE), "p1 r1")
    assert state.exposed == 0
    assert why(state, "p1 catch p1") == "INVALID_CHALLENGE"
    assert why(state, "p3 catch p2") == "INVALID_CHALLENGE"
    assert counts(play(state, "p3 catch p1"))[0] == 3
    assert (state.exposed, state.current) == (-1, 1)


def test_a_late_call_saves() -> None:
    state = play(position("r5", "r1 g1", "b1 b2 b3", pile=PILE), "p1 r1", "p1 uno")
    assert (state.exposed, state.called) == (-1, 0)


def test_rejected_actions_and_calls_do_not_close_the_window() -> None:
    state = play(position("r5", "r1 g1", "b1 b2", pile=PILE), "p1 r1", "p2 uno")
    assert why(state, "p2 b2") == "INVALID_CARD"
    assert state.exposed == 0


def test_the_window_closes_free_of_charge_or_with_the_penalty() -> None:
    hands = ("r1 g1", "r2 b2 b3", "b4 b6 b7")
    caught_by_nobody = play(position("r5", *hands, pile=PILE), "p1 r1", "p2 r2")
    assert (counts(caught_by_nobody)[0], caught_by_nobody.exposed) == (1, -1)
    arena = play(position("r5", *hands, rules=book("arena"), pile=PILE), "p1 r1", "p2 r2")
    assert hand(arena, 0) == "g1 y1 y2"


def test_in_the_arena_the_penalty_comes_before_the_closing_draw() -> None:
    state = position("r5", "r1 g1", "b2 b3", rules=book("arena"), pile=PILE)
    play(state, "p1 r1", "p2 draw")
    assert (hand(state, 0), hand(state, 1)) == ("g1 y1 y2", "b2 b3 y3")


def test_validity_is_judged_before_the_window_penalty_and_guilt_after_it() -> None:
    state = position("r5", "r> w4", "b2 b3", rules=book("arena"), pile="r8 y2 y3 y4 y5 y6")
    play(state, "p1 r>", "p1 w4:g")  # between two players p1 acts again and closes the own window
    assert state.wd4_guilty  # the red 8 came first


def test_a_lost_catch_costs_cards_in_the_arena() -> None:
    state = play(position("r5", "r1 g1", "b2 b3", rules=book("arena"), pile=PILE), "p2 catch p1")
    assert (counts(state), state.current) == ([2, 4], 0)


def test_immediate_and_none() -> None:
    hands = ("r1 g1", "b1 b2 b3")
    at_once = play(position("r5", *hands, rules=book("official", unoEnforcement="immediate"), pile=PILE), "p1 r1")
    assert (counts(at_once)[0], at_once.exposed) == (3, -1)
    never = play(position("r5", *hands, rules=book("official", unoEnforcement="none"), pile=PILE), "p1 r1")
    assert (counts(never)[0], never.exposed) == (1, -1)


def test_with_a_penalty_of_zero_a_catch_succeeds_without_cards() -> None:
    rules = book("official", drawPenalty=0)
    state = play(position("r5", "r1 g1", "b1 b2 b3", rules=rules, pile=PILE), "p1 r1", "p2 catch p1")
    assert (counts(state)[0], state.exposed, state.last_success) == (1, -1, 1)


def test_a_play_clears_the_calls_of_others() -> None:
    state = play(position("r5", "r1 g1 g2", "b1 b2", pile=PILE), "p2 uno", "p1 r1")
    assert state.called == -1


def test_drawing_ends_a_call() -> None:
    state = play(position("r5", "g1", "b1 b2", pile="y1 y2"), "p1 uno", "p1 draw")
    assert state.called == -1


def test_an_exposed_player_who_draws_for_another_reason_is_safe() -> None:
    state = position("r5", "r1 g1", "b1 b2", rules=book("arena"), pile=PILE)
    play(state, "p1 r1", "host penalty p1 2 NOT_YOUR_TURN", "p2 draw")
    assert hand(state, 0) == "g1 y1 y2"


# --- the console ----------------------------------------------------------------------------------

CONSOLE = book("console")


def test_in_the_console_only_the_player_on_turn_calls_with_any_number_of_cards() -> None:
    state = position("r5", "r1 g1 g2", "b1", "b2", "b3", rules=CONSOLE)
    assert why(state, "p2 uno") == "NOT_YOUR_TURN"
    assert why(state, "p1 uno") == ""


def test_a_missed_call_is_punished_when_the_turn_ends() -> None:
    state = position("r5", "r1 g1", "b1 b2", "b3", "b4", rules=CONSOLE, pile=PILE)
    play(state, "p1 r1")
    assert counts(state)[0] == 1
    assert counts(play(state, "p1 skip"))[0] == 3


def test_a_call_in_time_is_not_punished_and_ends_with_the_turn() -> None:
    state = position("r5", "r1 g1", "b1 b2", "b3", "b4", rules=CONSOLE, pile=PILE)
    play(state, "p1 r1", "p1 uno", "p1 skip")
    assert (counts(state)[0], state.called) == (1, -1)


def test_a_wrong_call_is_punished() -> None:
    state = position("r5", "g2 g1", "b1 b2", "b3", "b4", rules=CONSOLE, pile=PILE)
    play(state, "p1 uno", "p1 draw", "p1 skip")
    assert counts(state)[0] == 5


def test_one_card_left_without_playing_needs_no_call() -> None:
    state = position("r5", "g2", "b1 b2", "b3", "b4", rules=CONSOLE, pile="")
    play(state, "p1 draw", "p1 skip")
    assert counts(state)[0] == 1


def test_taking_owed_cards_ends_the_turn_and_checks_a_wrong_call() -> None:
    rules = book("console", stackDrawCards=True)
    state = position("r5", "r+2 g2 g3", "b1", "b3", "b4", rules=rules, pile=PILE)
    play(state, "p1 r+2", "p1 skip", "p2 uno", "p2 draw")
    assert (counts(state)[1], state.current, state.called) == (5, 2, -1)


def test_a_player_who_lost_the_turn_to_a_jump_in_is_not_punished() -> None:
    rules = book("console", jumpIn=True)
    state = position("r5", "g2 g3 g4", "r5.2 b2 b3", "b4 b6", "b7 b8", rules=rules, pile=PILE)
    play(state, "p1 uno", "p2 !r5.2", "p2 skip")
    assert (counts(state), state.called, state.current) == ([3, 2, 2, 2], -1, 2)
