"""Drawing, refills, blocked rounds."""

from paiju.games.uno.vectors import position
from paiju.games.uno.view import ACTED, DRAWN, ENDED, ROUND_OVER, TURN
from tests.games.uno.script import book, counts, hand, play, why


def test_a_playable_draw_may_be_played_or_kept_but_nothing_else() -> None:
    state = play(position("r5", "r1 g1 g2", "b1 b2", pile="r9 y1"), "p1 draw")
    assert state.phase == DRAWN
    assert why(state, "p1 r1") == "ONLY_DRAWN_CARD"
    assert why(state, "p1 draw") == "ALREADY_DRAWN"
    assert why(state, "p1 skip") == why(state, "p1 r9") == ""


def test_an_unplayable_draw_ends_the_turn_by_itself_or_waits() -> None:
    assert play(position("r5", "g1 g2", "b1 b2", pile="y1 y2"), "p1 draw").current == 1
    manual = play(position("r5", "g1 g2", "b1", "b2", "b3", rules=book("console"), pile="y1 y2"), "p1 draw")
    assert (manual.phase, manual.current) == (ACTED, 0)


def test_drawing_until_a_card_fits() -> None:
    rules = book("official", drawMode="untilPlayable")
    state = play(position("r5", "g1 g2", "b1 b2", rules=rules, pile="y1 y2 r9 r8"), "p1 draw")
    assert (hand(state, 0), state.phase) == ("g1 g2 y1 y2 r9", DRAWN)
    state = play(position("r5", "g1 g2", "b1 b2", rules=rules, pile="y1 y2"), "p1 draw")
    assert (counts(state), state.current) == ([4, 2], 1)


def test_with_draw_only_if_stuck_a_playable_card_must_be_played() -> None:
    rules = book("official", drawOnlyIfStuck=True)
    assert why(position("r5", "r1 g2", "b1", rules=rules, pile="y1"), "p1 draw") == "MUST_PLAY"
    assert why(position("r5", "w4 r1", "b1", rules=rules, pile="y1"), "p1 draw") == "MUST_PLAY"
    assert why(position("r5", "b1 g2", "b1", rules=rules, pile="y1"), "p1 draw") == ""
    strict = book("official", drawOnlyIfStuck=True, wd4Rule="strict")
    assert why(position("w", "w4 g1", "b1", rules=strict, pile="y1", colour="green"), "p1 draw") == "MUST_PLAY"
    owed = book("platform", drawOnlyIfStuck=True, stackDrawCards=True)
    assert why(position("r+2", "b+2 r1", "b1", rules=owed, pile="y1", pending=2), "p1 draw") == ""


def test_the_pile_is_refilled_only_when_a_card_is_needed() -> None:
    state = play(position("r5 g9 g8", "g1 g2", "b1 b2", pile="y1"), "p1 draw")
    assert (len(state.deck), len(state.discard)) == (0, 3)
    play(state, "p2 draw")
    assert (len(state.deck), len(state.discard), len(state.hands[1])) == (1, 1, 3)


def test_one_draw_can_span_the_change_of_piles() -> None:
    rules = book("platform")
    state = position("r+2 g9 g8 g7", "g1 g2", "b1 b2", rules=rules, pile="y1", pending=3)
    play(state, "p1 draw")

    assert (len(state.hands[0]), len(state.deck), state.pending) == (5, 1, 0)


def test_what_is_missing_of_a_forced_draw_is_forgiven() -> None:
    state = play(position("r5", "r+2 g1 g2", "b1 b2", pile=""), "p1 r+2")
    assert (counts(state), state.current) == ([2, 3], 0)
    assert len(state.discard) == 1


def test_a_round_in_which_nobody_can_draw_is_blocked() -> None:
    state = position("r5", "g1 g2", "b1 b2", "y1 y2", rules=book("platform"))
    play(state, "p1 draw", "p2 draw")
    assert state.phase == TURN
    play(state, "p3 draw")
    assert (state.phase, state.winner, state.round_winner, state.current) == (ENDED, -1, -1, 2)
    assert state.scores == [0, 0, 0]


def test_a_blocked_round_of_a_match_is_dealt_again() -> None:
    state = position("r5", "g1 g2", "b1 b2", rules=book("official"))
    play(state, "p1 draw", "host timeout p2")
    assert (state.phase, state.round_winner) == (ROUND_OVER, -1)


def test_a_card_played_in_between_keeps_the_round_alive() -> None:
    state = position("r5", "g1 r2 y1", "b1 b2", "y3 y2", rules=book("platform"))
    play(state, "p1 r2")
    assert state.empty_draws == 0
    play(state, "p2 draw")
    assert len(state.hands[1]) == 3  # the covered r5 came back


def test_blocking_happens_at_the_draw_even_with_manual_turns() -> None:
    state = position("r5", "g1 g2", "b1 b2", "y1 y2", "g3 g4", rules=book("console"))
    play(state, "p1 draw", "p1 skip", "p2 draw", "p2 skip", "p3 draw", "p3 skip", "p4 draw")
    assert (state.phase, state.current, state.winner) == (ENDED, 3, -1)


def test_forced_draws_without_cards_do_not_count_towards_blocking() -> None:
    state = position("b+2", "g1 g2", "b1 r2", "y1 y2", rules=book("platform"), pending=2)
    play(state, "p1 draw")
    assert (state.empty_draws, state.current) == (0, 1)
