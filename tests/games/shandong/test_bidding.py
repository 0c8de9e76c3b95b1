"""From the deal to the first lead (§6): who may do what, and what stays hidden."""

from paiju.engine.game import CHANCE, HOST, SPECTATOR, Seat, Shuffle
from paiju.games.shandong.actions import CLOSE_WINDOW, Deal, Timeout
from paiju.games.shandong.cards import NO_CARDS, parse_cards
from paiju.games.shandong.state import ShandongState
from paiju.games.shandong.table import Declaration
from paiju.games.shandong.view import BURYING, DECLARING, PHASES, PLAYING, SHUFFLING, SNATCHING, STICKING
from tests.games.shandong.table import dealt, deck_with, do, pass_all, refused, started

DECLARER = "small h9 h9"
SNATCHER = "big big c4 c4"
STICKER = "small.1 d6 d6 d7 d7 h5 cK cQ"
HANDS = [DECLARER, SNATCHER, "s4", STICKER]


def declared(**options: object) -> ShandongState:
    state = dealt(HANDS, "", **options)
    do(state, 0, "declare small h9 h9")
    return state


def at_sticking(**options: object) -> ShandongState:
    state = declared(**options)
    do(state, HOST, CLOSE_WINDOW)
    return state


def test_everybody_gets_26_cards_and_four_are_the_kitty() -> None:
    state = dealt(HANDS, kitty="dA dK dQ dJ")
    assert [hand.size() for hand in state.hands] == [26] * 4
    assert state.kitty == parse_cards("dA dK dQ dJ")
    assert state.phase == DECLARING and state.patience_ms() == 10000


def test_cards_go_round_from_the_banker_seat() -> None:
    state = started()
    state.apply(CHANCE, Shuffle(deck_with(["hA", "hK", "hQ", "hJ"])))
    do(state, HOST, Deal(3))
    assert [hand.text() for hand in state.hands] == ["hA", "hK", "hQ", ""]
    do(state, HOST, Deal(1))
    assert state.hands[3].text() == "hJ"


def test_trump_can_be_declared_during_the_deal_and_then_the_window_is_skipped() -> None:
    state = started()
    state.apply(CHANCE, Shuffle(deck_with(HANDS)))
    do(state, HOST, Deal(12))
    do(state, 0, "declare small h9 h9")
    assert PHASES[state.phase] == "dealing"
    do(state, HOST, Deal(92))
    assert state.phase == SNATCHING


def test_a_declaration_is_one_joker_and_one_pair_in_this_order_of_checks() -> None:
    state = dealt(HANDS)
    assert refused(state, 0, "declare small h9") == "declare_wrong_count"
    assert refused(state, 3, "declare d6 d6 d7") == "declare_needs_one_joker"
    assert refused(state, 3, "declare small.1 d6 d7") == "declare_needs_pair"
    assert refused(state, 1, "declare big big c4") == "declare_needs_one_joker"
    assert refused(state, 0, "declare big h9 h9") == "card_not_in_hand"
    assert refused(state, 0, "declare") == "empty_play"
    assert refused(state, 0, "declare xx h9 h9") == "unknown_card"
    assert refused(state, 0, "declare h9.1 h9.1 small") == "duplicate_card"
    assert refused(state, 1, "snatch big big c4 c4") == "nothing_to_snatch"
    do(state, 0, "declare small h9 h9")
    assert refused(state, 3, "declare small.1 d6 d6") == "wrong_phase"


def test_a_second_declaration_during_the_deal_comes_too_late() -> None:
    state = started()
    state.apply(CHANCE, Shuffle(deck_with(HANDS)))
    do(state, HOST, Deal(40))
    do(state, 0, "declare small h9 h9")
    assert refused(state, 3, "declare small.1 d6 d6") == "already_declared"


def test_the_trump_suit_stays_hidden_until_the_kitty_is_buried() -> None:
    state = at_sticking()
    do(state, HOST, CLOSE_WINDOW)
    for seat in (1, 2, 3, SPECTATOR):
        view = state.view(Seat(seat)).to_json()
        assert view["trumpSuit"] is None and view["trumpHidden"]
        assert "hearts_9" not in str([view["declarations"], view["openCards"], view["knownCards"]])
    assert state.view(Seat(0)).to_json()["trumpSuit"] == "hearts"
    do(state, 2, "bury " + " ".join(four(state, 2)))
    assert state.phase == PLAYING
    assert all(state.view(Seat(seat)).to_json()["trumpSuit"] == "hearts" for seat in (0, 1, 2, 3, SPECTATOR))


def four(state: ShandongState, seat: int) -> list[str]:
    """Any four cards of a hand."""
    return state.hands[seat].text().split()[:4]


def test_an_open_declaration_shows_suit_and_pair_at_once() -> None:
    state = declared(hiddenDeclaration=False)
    assert state.view(SPECTATOR).to_json()["trumpSuit"] == "hearts"


def test_a_snatch_replaces_setter_and_suit_and_happens_once() -> None:
    state = declared()
    assert refused(state, 0, "snatch small h9 h9 s4") in ("card_not_in_hand", "snatch_own")
    assert refused(state, 1, "snatch big big c4") == "snatch_wrong_count"
    do(state, 1, "snatch big big c4 c4")
    assert (state.setter, state.phase) == (1, STICKING)
    assert state.view(Seat(1)).to_json()["trumpSuit"] == "clubs"
    assert state.view(Seat(0)).to_json()["trumpSuit"] is None
    assert refused(state, 3, "snatch small.1 d6 d6 d7") == "wrong_phase"


def test_without_snatching_and_sticking_their_phases_do_not_exist() -> None:
    state = declared(allowSnatch=False, allowStick=False)
    assert state.phase == BURYING
    assert refused(dealt(HANDS, allowSnatch=False), 1, "snatch big big c4 c4") == "wrong_phase"


def test_a_stick_takes_joker_and_pair_and_gives_three_back() -> None:
    state = at_sticking()
    assert refused(state, 0, "stick small h9 h9 s4 s6") in ("card_not_in_hand", "stick_own")
    assert refused(state, 3, "stick small.1 d6 d6 d7") == "stick_wrong_count"
    assert refused(state, 3, "stick small.1 d6 d6 d7 h5") == "stick_needs_tractor"
    do(state, 3, "stick small.1 d6 d6 d7 d7")
    assert state.turn() == 3 and state.hands[3].size() == 29 and state.hands[0].size() == 23
    assert state.hands[3].holds(parse_cards("small h9 h9"))
    assert state.view(Seat(3)).to_json()["trumpSuit"] == "hearts"
    assert state.view(Seat(2)).to_json()["exchange"] is not None
    assert refused(state, 3, "give h5 cK") == "giveback_wrong_count"
    assert refused(state, 3, "give small cK cQ") == "giveback_not_allowed"
    assert refused(state, 3, "give d6 cK cQ") == "giveback_not_allowed"
    assert refused(state, 3, "bury h5 cK cQ d6") == "wrong_phase"
    assert refused(state, 2, "give " + " ".join(four(state, 2)[:3])) == "wrong_phase", "another seat"
    do(state, 3, "give h5 cK cQ")
    assert [hand.size() for hand in state.hands] == [26, 26, 30, 26] and state.phase == BURYING
    assert state.hands[0].holds(parse_cards("h5 cK cQ"))
    assert state.view(Seat(0)).known[3].holds(parse_cards("small h9 h9"))
    assert state.view(Seat(3)).known[0] == parse_cards("h5 cK cQ")
    assert not state.view(Seat(1)).known[0].overlaps(parse_cards("h5 cK cQ"))


def test_after_a_snatch_the_joker_with_index_0_is_taken() -> None:
    state = declared()
    do(state, 1, "snatch big big c4 c4")
    do(state, 3, "stick small.1 d6 d6 d7 d7")
    assert state.exchange is not None and state.exchange.taken == parse_cards("big c4 c4")


def test_a_late_sticker_gives_the_weakest_high_trump_and_the_two_cheapest_side_cards() -> None:
    """Trump is hearts at level 2: ♠3 is weaker than ♥3, ♣10 has points, and of two equal cards the spade goes first."""
    state = at_sticking()
    do(state, 3, "stick small.1 d6 d6 d7 d7")
    state.hands[3] = parse_cards("small small.1 h9 h9 d6 d6 d7 d7 c3 s3 h3 h4 h4 cK cQ c10 dJ sJ")
    do(state, HOST, Timeout(Seat(3)))
    assert state.exchange is not None and state.exchange.given == parse_cards("s3 sJ dJ")


def test_a_late_kitty_owner_buries_the_four_cheapest_cards_as_far_as_he_may_know_the_trump_suit() -> None:
    hand = "h4 c4 s6 s10 d7 h6 h5 big s2 c8"
    for hidden, buried in ((True, "c4 h4 s6 h6"), (False, "c4 s6 d7 c8")):
        state = at_sticking(hiddenDeclaration=hidden)
        do(state, HOST, CLOSE_WINDOW)
        state.hands[2] = parse_cards(hand)
        do(state, HOST, Timeout(Seat(2)))
        assert state.kitty == parse_cards(buried)


def test_a_late_player_ends_a_window_and_nothing_else_happens() -> None:
    state = declared()
    assert state.timeout(Seat(1)) is CLOSE_WINDOW and state.setter == 0


def test_the_first_setter_wins_the_bank_and_his_partner_takes_the_kitty() -> None:
    state = at_sticking()
    assert (state.banker_seat, state.banker_side, state.kitty_owner) == (0, 0, 2)
    do(state, HOST, CLOSE_WINDOW)
    assert state.turn() == 2 and state.hands[2].size() == 30
    assert refused(state, 1, "bury " + " ".join(four(state, 1))) == "not_kitty_owner"
    assert refused(state, 2, "bury " + " ".join(four(state, 2)[:3])) == "bury_wrong_count"


def test_a_window_ends_when_all_who_may_act_have_passed_and_a_pass_does_not_bind() -> None:
    state = dealt(HANDS)
    for seat in (1, 2, 3):
        do(state, seat, "pass")
    assert state.reactors() == [0] and refused(state, 1, "pass") == "wrong_phase"
    do(state, 3, "declare small.1 d6 d6")
    assert state.phase == SNATCHING and state.reactors() == [0, 1, 2]
    pass_all(state)
    assert state.phase == STICKING


def test_nobody_declares_in_the_first_hand_new_deal_nothing_changes() -> None:
    state = dealt(["", "", "", ""])
    do(state, HOST, CLOSE_WINDOW)
    assert (state.phase, state.levels, state.banker_seat, state.redeals) == (SHUFFLING, [0, 0], 0, 1)


def test_nobody_declares_later_the_idle_side_goes_up_three_and_takes_the_bank() -> None:
    for option, cap, level in (("idlePlus3", 3, 3), ("idlePlus3", 1, 3), ("idleTakesOver", 3, 0)):
        state = started(noDeclareLater=option, idleMaxAdvance=cap)
        state.first_hand = False
        state.banker_side = 0
        state.apply(CHANCE, Shuffle(deck_with(["", "", "", ""])))
        do(state, HOST, Deal(104))
        pass_all(state)
        assert (state.phase, state.levels, state.banker_seat) == (SHUFFLING, [0, level], 1)


def test_an_idle_setter_does_not_win_the_bank_and_his_next_player_takes_the_kitty() -> None:
    state = started()
    state.first_hand = False
    state.banker_seat = 1
    state.banker_side = 1
    state.apply(CHANCE, Shuffle(deck_with(HANDS, first_seat=1)))
    do(state, HOST, Deal(104))
    do(state, 0, "declare small h9 h9")
    do(state, HOST, CLOSE_WINDOW)
    assert (state.banker_seat, state.kitty_owner) == (1, 1)


def test_legal_sticks_are_listed_only_if_any_trump_suit_could_be_repaid() -> None:
    state = at_sticking()
    listed = [action.text() for action in state.legal(Seat(3))]
    assert "pass" in listed and any(text.startswith("stick") for text in listed)
    assert not [text for text in (a.text() for a in state.legal(Seat(0))) if text.startswith("stick")]
    state.hands[3] = parse_cards("small.1 d6 d6 d7 d7 cK cQ cJ sK sQ sJ hK hQ")
    assert [action.text() for action in state.legal(Seat(3))] == ["pass"], "no high trump is left to give back"


def test_by_option_two_big_jokers_may_snatch_over_two_small_ones() -> None:
    """All jokers are spoken for, so the first declaration is put on the table by hand."""
    for option, phase in ((True, SNATCHING), (False, STICKING)):
        state = dealt(["h9 h9", "small small c4 c4", "big big d4 d4", ""], "", snatchOverSnatch=option)
        state.declarations = [Declaration(0, NO_CARDS, parse_cards("h9 h9"), 1)]
        state.setter, state.trump, state.phase = 0, 1, SNATCHING
        do(state, 1, "snatch small small c4 c4")
        assert state.phase == phase
        if option:
            assert refused(state, 1, "snatch small small c4 c4") == "snatch_own"
            do(state, 2, "snatch big big d4 d4")
            assert (state.setter, state.phase) == (2, STICKING)


def test_only_the_four_seats_can_act() -> None:
    state = dealt(HANDS)
    for seat in (SPECTATOR, CHANCE, HOST, 4, 99):
        assert refused(state, seat, "declare small h9 h9") == "wrong_phase"
        assert refused(state, seat, "pass") == "wrong_phase"
        assert refused(state, seat, "play h9") == "wrong_phase"
    assert refused(state, 0, "deal 1") == refused(state, 0, "close") == "wrong_phase"


def test_a_window_without_time_still_lets_everybody_be_asked() -> None:
    state = dealt(HANDS, "", declareWindowMs=0)
    assert state.patience_ms() > 0 and state.reactors() == [0, 1, 2, 3]


def test_each_window_has_its_own_length() -> None:
    state = dealt(HANDS, "", declareWindowMs=1000, snatchWindowMs=2000, stickWindowMs=3000)
    assert state.patience_ms() == 1000
    do(state, 0, "declare small h9 h9")
    assert state.patience_ms() == 2000 == state.view(Seat(1)).to_json()["windowMs"]
    do(state, HOST, CLOSE_WINDOW)
    assert state.patience_ms() == 3000
    do(state, HOST, CLOSE_WINDOW)
    assert state.patience_ms() == 0
