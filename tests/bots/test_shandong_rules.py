"""The ideas of the `rules` player, one test each, and that it always plays by the rules."""

from collections.abc import Callable

import pytest

from paiju.bots.registry import find_bot
from paiju.bots.shandong_rules import ShandongRulesBot
from paiju.engine.drive import advance
from paiju.engine.game import HOST, Action, Seat
from paiju.engine.shuffle import FastSource
from paiju.games.shandong.cards import FULL_DECK, NO_CARDS, parse_cards
from paiju.games.shandong.game import SHANDONG
from paiju.games.shandong.notation import parse_position
from paiju.games.shandong.rules import STANDARD
from paiju.games.shandong.state import ShandongState
from paiju.games.shandong.view import PLAYING, ShandongView
from tests.games.shandong.table import dealt, do

RULES = ShandongRulesBot()
LONG_HEARTS = "big small h9 h9 h8 h7 h6 h4 hA hK hQ c4 c4"


def chosen(position: str, seat: int = 0) -> str:
    """What the bot plays here."""
    state = parse_position(position)
    action = RULES.choose(state.view(Seat(seat)), FastSource(1))
    assert state.refusal(Seat(seat), action) == ""
    return action.text()


def reaction(state: ShandongState, seat: int) -> str:
    action = RULES.react(state.view(Seat(seat)), FastSource(1))
    return "" if action is None else action.text()


# --- before the first lead ------------------------------------------------------------------------------


def test_declares_its_longest_suit_with_the_small_joker() -> None:
    state = dealt([LONG_HEARTS, "", "", ""])
    assert reaction(state, 0) == "declare h9 h9.1 small"


def test_the_idle_side_of_a_later_hand_keeps_silent() -> None:
    state = dealt(["", "small c4 c4 d6 d7 d8 d9", "", ""])
    state.first_hand, state.banker_side = False, 0
    assert reaction(state, 1) == "pass"
    state.banker_seat = 1
    assert reaction(state, 1).startswith("declare")


def test_snatches_from_an_opponent_with_a_long_suit_but_not_from_the_partner() -> None:
    snatcher = "big big h9 h9 h8 h7 h6 h4 hA hK hQ hJ c4 c6 c7 c8 c9 d4 d6 d7 d8 d9 cJ cQ dJ dQ"
    state = dealt(["small s9 s9", snatcher, "", ""])
    do(state, 0, "declare small s9 s9")
    assert reaction(state, 1).startswith("snatch h")
    state.setter = 3
    assert reaction(state, 1) == "pass"


def test_sticks_on_an_opponent_but_not_on_the_partner() -> None:
    hands = ["small s9 s9", "small.1 d6 d6 d7 d7 h5 c3 cK cQ h4 h6", "big d8 d8 d9 d9 c5 d3 s4 s6", ""]
    state = dealt(hands)
    do(state, 0, "declare small s9 s9")
    for seat in (1, 2, 3):
        do(state, seat, "pass")
    assert reaction(state, 1).startswith("stick")
    assert reaction(state, 2) == "pass"
    do(state, 1, RULES.react(state.view(Seat(1)), FastSource(1)) or "pass")
    back = RULES.choose(state.view(Seat(1)), FastSource(1))
    assert state.refusal(Seat(1), back) == ""
    given = parse_cards(back.text().removeprefix("give "))
    assert given.within(~state.ctx.high_mask).points() == 0


def test_buries_to_make_a_void_without_points_or_trumps() -> None:
    owner = "d4 d7 hA hA hK hK hQ cA cA cK cK cQ cQ s5 h5 s3 h3 s2 h2 sA sA sK sK sQ sQ small"
    state = dealt(["big s9 s9", "", owner, ""], "d8 d9 c10 h10")
    do(state, 0, "declare big s9 s9")
    for _ in ("snatching", "sticking"):
        for seat in (1, 2, 3):
            do(state, seat, "pass")
    assert RULES.choose(state.view(Seat(2)), FastSource(1)).text() == "bury d4 d7 d8 d9"


# --- leading --------------------------------------------------------------------------------------------


def test_leads_winners_and_throws_them_together() -> None:
    position = "trump clubs; hands hA hA hK d4 d6 d7 / h9 d8 d9 dJ s4 s6 / s7 s8 s9 sJ sQ sK / hJ h8 h7 d10 dQ dK"
    assert chosen(position) == "play hK hA hA.1"


def test_leads_no_points_without_a_winner_and_breaks_no_pair() -> None:
    position = "trump clubs; hands hK h10 h9 h9 h6 / hA hA h8 d4 d6 / s7 s8 s9 sJ sQ / hJ hQ h7 d10 dQ"
    assert chosen(position) in ("play h6", "play h9 h9.1")


# --- following ------------------------------------------------------------------------------------------


def test_feeds_points_to_a_winning_partner() -> None:
    position = "trump clubs; banker 1; leader 2; trick hA / h4; hands hK h6 h7 / d4 d6 d7 / d8 d9 / h8 h9"
    assert chosen(position, 0) == "play hK"


def test_gives_no_points_to_opponents() -> None:
    position = "trump clubs; leader 3; trick hA; hands hK h6 h10 / d4 d6 d7 / d8 d9 s4 / h8 h9"
    assert chosen(position, 0) == "play h6"


def test_kills_for_points_with_a_small_trump() -> None:
    position = "trump clubs; leader 1; trick hK / h10 / h4; hands c4 c9 big d4 / d6 d7 d8 / d9 s4 s6 / s7 s8 s9"
    assert chosen(position, 0) == "play c4"


def test_does_not_kill_what_is_worth_nothing() -> None:
    position = "trump clubs; leader 1; trick h9 / h8 / h4; hands sJ c9 big d4 / d6 d7 d8 / d9 s4 s6 / s7 s8 s9"
    assert chosen(position, 0) == "play d4"


def test_does_not_take_over_from_a_partner_who_wins_anyway() -> None:
    position = "trump clubs; leader 1; trick h9 / hA / h4; hands hA.1 h6 h7 / d6 d7 d8 / d9 s4 s6 / s7 s8 s9"
    assert chosen(position, 0) == "play h6"


def test_keeps_tractors_together() -> None:
    position = "trump clubs; leader 3; trick hA; hands h6 h6 h7 h7 h8 / d4 d6 d7 d8 / d9 s4 s6 s7 / h9 s8 s9 sJ"
    assert chosen(position, 0) == "play h8"


def test_wins_as_cheaply_as_possible() -> None:
    position = "trump clubs; leader 1; trick hK / h10 / h4; hands hA c9 h6 / d6 d7 / d9 s4 / s7 s8"
    assert chosen(position, 0) == "play hA"


# --- no memory ------------------------------------------------------------------------------------------


def with_another_past(view: ShandongView) -> ShandongView:
    """The same hand and the same trick after quite different tricks: nothing was played, or everything else was."""
    rest = FULL_DECK.minus(view.hand)
    on_table = NO_CARDS
    for cards in view.trick:
        on_table = on_table.plus(cards)
    view.played = on_table if view.trick_number % 2 else rest
    view.voids = [31 ^ void for void in view.voids]
    view.known = [NO_CARDS] * 4
    view.open_cards = [NO_CARDS] * 4
    view.owner_cards = view.with_owner = view.kitty = NO_CARDS
    view.last_trick = None
    view.points = 200 - view.points
    return view


@pytest.mark.parametrize("seed", range(3))
def test_the_same_hand_and_trick_give_the_same_move_whatever_was_played_before(seed: int) -> None:
    compared = 0

    def looks_twice(state: ShandongState, seat: Seat, action: Action) -> None:
        nonlocal compared
        if state.phase == PLAYING:
            again = RULES.choose(with_another_past(state.view(seat)), FastSource(1))
            assert again.text() == action.text()
            compared += 1

    run(["rules"] * 4, seed, 1, looks_twice)
    assert compared > 40


# --- whole hands ----------------------------------------------------------------------------------------


def run(
    names: list[str],
    seed: int,
    hands: int,
    watch: Callable[[ShandongState, Seat, Action], None] = lambda state, seat, action: None,
) -> ShandongState:
    """Play some hands; `watch` sees every decision on turn before it is played."""
    source = FastSource(seed)
    state = SHANDONG.new(STANDARD, 4)
    bots = [find_bot(name, SHANDONG) for name in names]
    while not state.over() and state.hand_number <= hands:
        advance(state, source)
        if state.over() or state.hand_number > hands:
            break
        turn = state.turn()
        if turn >= 0:
            chosen_now = bots[turn].choose(state.view(turn), source)
            watch(state, turn, chosen_now)
            state.play(turn, chosen_now)
            continue
        answer: tuple[Seat, Action] | None = None
        for seat in state.reactors():
            action = bots[seat].react(state.view(seat), source)
            if action is not None:
                answer = (seat, action)
                break
        upkeep = state.upkeep()
        assert answer is not None or upkeep is not None
        state.play(*(answer or (HOST, upkeep or Action())))
    return state


@pytest.mark.parametrize("seed", range(3))
def test_every_action_of_whole_hands_is_legal(seed: int) -> None:
    assert run(["rules"] * 4, seed, 3).hand_number >= 3


def test_rules_beats_random() -> None:
    for seed in range(3):
        assert run(["rules", "random", "rules", "random"], seed, 100).match_winner == 0
