"""forcePlay, sevenSwap, zeroRotate, jumpIn and how they combine."""

from paiju.games.uno.vectors import position
from paiju.games.uno.view import ROUND_OVER
from tests.games.uno.script import book, counts, hand, play, why

PILE = "y1 y2 y3 y4 y5 y6"


def test_a_drawn_card_that_fits_must_be_played() -> None:
    rules = book("official", forcePlay=True)
    state = play(position("r5", "g1 g2", "b1", rules=rules, pile="r9 y1"), "p1 draw")
    assert why(state, "p1 skip") == "MUST_PLAY_DRAWN"
    play(state, "host timeout p1")
    assert (hand(state, 0), state.current) == ("g1 g2", 1)


def test_a_drawn_bluff_may_be_kept_but_a_legal_wild_draw_four_must_go() -> None:
    rules = book("official", forcePlay=True)
    assert why(play(position("r5", "r1 g2", "b1", rules=rules, pile="w4 y1"), "p1 draw"), "p1 skip") == ""
    legal = play(position("r5", "g1 g2", "b1", rules=rules, pile="w4 y1"), "p1 draw")
    assert why(legal, "p1 skip") == "MUST_PLAY_DRAWN"
    free = book("platform", forcePlay=True)
    bluff = play(position("r5", "r1 g2", "b1", rules=free, pile="w4 y1"), "p1 draw")
    assert why(bluff, "p1 skip") == "MUST_PLAY_DRAWN"


def test_cards_of_a_lost_catch_may_turn_a_drawn_wild_draw_four_into_a_bluff() -> None:
    rules = book("arena", forcePlay=True)
    state = play(position("r5", "g1 g2", "b1 b2", rules=rules, pile="w4 r1 y1 y2"), "p1 draw")
    assert why(state, "p1 skip") == "MUST_PLAY_DRAWN"
    play(state, "p1 catch p2")
    assert why(state, "p1 skip") == ""


def test_a_time_out_plays_a_forced_wild_in_the_most_frequent_colour() -> None:
    rules = book("official", forcePlay=True)
    state = play(position("r5", "b1 b2 g1", "b3", rules=rules, pile="w y1"), "p1 draw", "host timeout p1")
    assert (state.colour, state.current) == (1, 1)


def test_a_seven_swaps_hands() -> None:
    rules = book("official", sevenSwap=True)
    state = position("r5", "r7 g1 g2", "b1", "b2 b3 b4 b6", rules=rules, pile=PILE)
    assert why(state, "p1 r7") == "TARGET_REQUIRED"
    assert why(state, "p1 r7@p1") == "INVALID_TARGET"
    assert why(state, "p1 r7@p9") == "INVALID_TARGET"
    play(state, "p1 r7@p3")
    assert (hand(state, 0), hand(state, 2)) == ("b2 b3 b4 b6", "g1 g2")


def test_only_the_actor_is_judged_after_a_swap() -> None:
    rules = book("official", sevenSwap=True)
    gives = play(position("r5", "r7 g1", "b1 b2", rules=rules, pile=PILE), "p1 r7")
    assert (gives.exposed, counts(gives)) == (-1, [2, 1])
    gets = play(position("r5", "r7 g1 g2", "b1", rules=rules, pile=PILE), "p1 r7")
    assert (gets.exposed, counts(gets)) == (0, [1, 2])


def test_a_seven_as_last_card_simply_wins() -> None:
    rules = book("official", sevenSwap=True)
    state = play(position("r5", "r7", "b1 b2", "b3", rules=rules), "p1 r7")
    assert (state.phase, state.round_winner) == (ROUND_OVER, 0)


def test_a_single_seven_of_an_exposed_player_is_not_the_last_card() -> None:
    rules = book("arena", sevenSwap=True)
    state = position("r5", "r> r7", "b1 b2 b3", rules=rules, pile=PILE)
    play(state, "p1 r>")
    assert state.exposed == 0
    three = position("r5", "r1 r7", "r> b1 b2", "b3 b4", rules=rules, pile=PILE)
    play(three, "p1 r1", "p2 r>")
    assert hand(three, 0) == "r7 y1 y2"
    play(state, "p1 r7@p2")
    assert (hand(state, 0), hand(state, 1)) == ("b1 b2 b3", "y1 y2")
    harmless = book("arena", sevenSwap=True, drawPenalty=0)
    state = play(position("r5", "r> r7", "b1 b2 b3", rules=harmless, pile=PILE), "p1 r>", "p1 r7")
    assert state.round_winner == 0


def test_a_zero_rotates_all_hands_in_the_direction_of_play() -> None:
    rules = book("official", zeroRotate=True)
    hands = ("r0 g1", "b1 b2", "b3 b4 b6")
    forward = play(position("r5", *hands, rules=rules, pile=PILE), "p1 r0")
    assert [hand(forward, seat) for seat in range(3)] == ["b3 b4 b6", "g1", "b1 b2"]
    assert forward.exposed == -1
    back = play(position("r5", *hands, rules=rules, pile=PILE, direction=-1), "p1 r0")
    assert [hand(back, seat) for seat in range(3)] == ["b1 b2", "b3 b4 b6", "g1"]


def test_jumping_in_with_the_twin() -> None:
    rules = book("official", jumpIn=True)
    state = position("r5", "g1 g2", "b1 b2", "r5.2 r1 r2", rules=rules, pile=PILE)
    assert why(state, "p3 !r1") == "JUMP_IN_NOT_ALLOWED"
    assert why(state, "p3 !r5") == "CARD_NOT_IN_HAND"
    assert why(state, "p1 !g1") == "JUMP_IN_NOT_ALLOWED"
    play(state, "p3 !r5.2")
    assert (state.current, state.turn_number) == (0, 3)


def test_jumping_in_takes_effect_from_the_jumpers_seat() -> None:
    rules = book("official", jumpIn=True)
    state = position("r>", "g1 g2", "r>.2 b2 b3", "b4 b6", rules=rules, pile=PILE)
    assert play(state, "p2 !r>.2").current == 0


def test_when_nobody_can_jump_in() -> None:
    rules = book("platform", jumpIn=True)
    owed = position("r+2", "g1 g2", "r+2.2 b2", rules=rules, pending=2, pile=PILE)
    assert why(owed, "p2 !r+2.2") == "JUMP_IN_NOT_ALLOWED"
    assert why(position("w", "g1", "w.2 b1", rules=rules, colour="red"), "p2 !w.2") == "JUMP_IN_NOT_ALLOWED"
    off = position("r5", "g1 g2", "r5.2 b2", rules=book("platform"))
    assert why(off, "p2 !r5.2") == "JUMP_IN_NOT_ALLOWED"
    drawn = play(position("r5", "g1 g2", "r5.2 b2", rules=rules, pile="r1 y1"), "p1 draw")
    assert why(drawn, "p2 !r5.2") == "JUMP_IN_NOT_ALLOWED"


def test_a_jump_in_with_a_seven_needs_a_target() -> None:
    rules = book("official", jumpIn=True, sevenSwap=True)
    state = position("r7", "g1 g2", "r7.2 b2 b3", "b4", rules=rules, pile=PILE)
    assert why(state, "p2 !r7.2") == "TARGET_REQUIRED"
    play(state, "p2 !r7.2@p3")
    assert (hand(state, 1), hand(state, 2), state.exposed) == ("b4", "b2 b3", 1)
