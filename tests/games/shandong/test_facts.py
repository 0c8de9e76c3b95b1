"""What happens at the table is reported by the rules that make it happen, to those who may know it."""

import pytest

from paiju.engine.facts import Fact, fact_from_json, known_to
from paiju.engine.game import CHANCE, HOST, SPECTATOR, Seat, Shuffle
from paiju.games.shandong.actions import CLOSE_WINDOW, NEXT_HAND, START, Deal, Timeout
from paiju.games.shandong.game import SHANDONG
from paiju.games.shandong.notation import parse_position
from paiju.games.shandong.rules import STANDARD, make_rules
from paiju.games.shandong.state import ShandongState
from tests.games.shandong.table import dealt, deck_with, do, facts_of, ids, one, started
from tests.games.shandong.test_bidding import HANDS, at_sticking, declared, four


def types(facts: list[Fact], seat: int = SPECTATOR) -> list[str]:
    """The types of the facts that a seat may know."""
    return [fact.type for fact in known_to(facts, seat)]


def said(facts: list[Fact], seat: int = SPECTATOR) -> str:
    """Everything that a seat is told, as text."""
    return str(known_to(facts, seat))


# --- the deal -----------------------------------------------------------------------------------------


def test_a_match_begins_with_a_hand_at_the_start_level_and_without_a_banker() -> None:
    state = SHANDONG.new(make_rules("standard", {"startLevel": "7"}), 4)
    assert [f.to_json() for f in facts_of(state, HOST, START)] == [
        {"type": "hand_began", "hand": 1, "levels": ["7", "7"], "level": "7"}
    ]
    assert types(facts_of(state, CHANCE, Shuffle(deck_with(HANDS)))) == ["shuffled"]


def test_a_dealt_card_is_seen_by_its_owner_only() -> None:
    state = started()
    state.apply(CHANCE, Shuffle(deck_with(["hA", "hK", "hQ", "hJ"])))
    facts = facts_of(state, HOST, Deal(3))
    assert one(known_to(facts, SPECTATOR), "dealt") == {"counts": [1, 1, 1, 0]}
    assert one(known_to(facts, 1), "got") == {"seat": 1, "to": 1, "cards": ["hearts_K_0"], "why": "deal"}
    assert types(facts, 3) == ["dealt"]
    facts = facts_of(state, HOST, Deal(1))
    assert one(facts, "dealt") == {"counts": [0, 0, 0, 1]}
    assert one(facts, "got")["cards"] == ["hearts_J_0"]


def test_after_26_cards_each_the_kitty_is_laid_aside_and_trump_may_be_declared() -> None:
    state = started()
    state.apply(CHANCE, Shuffle(deck_with(HANDS, kitty="dA dK dQ dJ")))
    facts = facts_of(state, HOST, Deal(104))
    assert types(facts) == ["dealt", "kitty_laid", "window_opened"]
    assert one(facts, "dealt") == {"counts": [26] * 4}
    assert one(facts, "kitty_laid") == {"count": 4}
    assert one(facts, "window_opened") == {"window": "declaring"}
    assert not any("diamonds_A_0" in said(facts, seat) for seat in range(4))


# --- declaring, snatching, sticking -------------------------------------------------------------------


def test_a_hidden_declaration_shows_the_joker_and_only_its_owner_the_pair() -> None:
    state = dealt(HANDS)
    facts = facts_of(state, 0, "declare small h9 h9")
    assert one(known_to(facts, SPECTATOR), "declared") == {"seat": 0, "jokers": ["joker_small_0"]}
    assert one(facts, "trump_seen") == {
        "seat": 0,
        "to": 0,
        "suit": "hearts",
        "pair": ["hearts_9_0", "hearts_9_1"],
        "holder": 0,
    }
    for seat in (1, 2, 3, SPECTATOR):
        assert types(facts, seat) == ["declared", "window_opened"]
        assert "hearts" not in said(facts, seat)


def test_an_open_declaration_shows_the_pair_to_all() -> None:
    facts = facts_of(dealt(HANDS, hiddenDeclaration=False), 0, "declare small h9 h9")
    assert types(facts) == ["declared", "trump_shown", "window_opened"]
    assert one(facts, "trump_shown")["suit"] == "hearts"


def test_a_declaration_during_the_deal_opens_no_window_before_its_end() -> None:
    state = started()
    state.apply(CHANCE, Shuffle(deck_with(HANDS)))
    do(state, HOST, Deal(30))
    assert types(facts_of(state, 0, "declare small h9 h9")) == ["declared"]
    assert types(facts_of(state, HOST, Deal(74))) == ["dealt", "kitty_laid", "window_opened"]


def test_a_snatch_shows_two_jokers_and_settles_who_has_set_trump() -> None:
    facts = facts_of(declared(), 1, "snatch big big c4 c4")
    assert types(facts) == ["snatched", "setter_settled", "window_opened"]
    assert one(facts, "snatched") == {"seat": 1, "jokers": ["joker_big_0", "joker_big_1"]}
    assert one(facts, "setter_settled") == {"seat": 1, "banker": 1, "kittyOwner": 3}
    assert one(facts, "trump_seen")["to"] == 1
    assert "clubs" not in said(facts, 0)


def test_a_pass_is_heard_by_all_and_the_last_one_closes_the_window() -> None:
    state = declared()
    assert [f.to_json() for f in facts_of(state, 1, "pass")] == [{"type": "passed", "seat": 1, "window": "snatching"}]
    do(state, 2, "pass")
    facts = facts_of(state, 3, "pass")
    assert types(facts) == ["passed", "window_closed", "setter_settled", "window_opened"]
    assert one(facts, "window_closed") == {"window": "snatching"}
    assert one(facts, "window_opened") == {"window": "sticking"}


def test_a_window_that_is_over_is_reported() -> None:
    facts = facts_of(at_sticking(), HOST, CLOSE_WINDOW)
    assert types(facts) == ["window_closed", "kitty_taken"]
    assert one(facts, "window_closed") == {"window": "sticking"}


def test_a_stick_shows_five_cards_and_only_the_two_know_the_pair_that_is_taken() -> None:
    state = at_sticking()
    facts = facts_of(state, 3, "stick small.1 d6 d6 d7 d7")
    assert one(facts, "stuck") == {"seat": 3, "cards": ids("small.1 d6 d6 d7 d7"), "setter": 0}
    assert one(facts, "taken") == {"seat": 3, "setter": 0, "count": 3, "cards": ["joker_small_0"]}
    taken = ids("small h9 h9")
    assert one(known_to(facts, 0), "gave") == {"seat": 0, "to": 0, "cards": taken, "why": "stick"}
    assert one(known_to(facts, 3), "got") == {"seat": 3, "to": 3, "cards": taken, "why": "stick"}
    assert one(known_to(facts, 3), "trump_seen")["suit"] == "hearts"
    for seat in (1, 2, SPECTATOR):
        assert types(facts, seat) == ["stuck", "taken"]
        assert "hearts" not in said(facts, seat)


def test_cards_taken_after_an_open_declaration_are_seen_by_all() -> None:
    facts = facts_of(at_sticking(hiddenDeclaration=False), 3, "stick small.1 d6 d6 d7 d7")
    assert one(facts, "taken")["cards"] == ids("small h9 h9")


def test_only_the_two_know_the_cards_given_back() -> None:
    state = at_sticking()
    do(state, 3, "stick small.1 d6 d6 d7 d7")
    facts = facts_of(state, 3, "give h5 cK cQ")
    assert one(facts, "given_back") == {"seat": 3, "setter": 0, "count": 3}
    given = ids("h5 cK cQ")
    assert one(known_to(facts, 3), "gave") == {"seat": 3, "to": 3, "cards": given, "why": "giveBack"}
    assert one(known_to(facts, 0), "got") == {"seat": 0, "to": 0, "cards": given, "why": "giveBack"}
    for seat in (1, SPECTATOR):
        assert types(facts, seat) == ["given_back", "kitty_taken"]


def test_without_a_declaration_the_first_hand_is_dealt_again_and_nothing_changes() -> None:
    facts = facts_of(dealt(HANDS), HOST, CLOSE_WINDOW)
    assert types(facts) == ["window_closed", "redealt"]
    assert one(facts, "redealt") == {"redeals": 1, "levelsBefore": ["2", "2"], "levels": ["2", "2"], "level": "2"}


def second_hand() -> ShandongState:
    """A later hand, all cards dealt, seat 2 carries the bank, nobody has declared."""
    state = parse_position("trump clubs; banker 0; hands hA / hK / h9 / h8; kitty s8 s9 sJ sQ", STANDARD)
    for seat, play in enumerate(["hA", "hK", "h9", "h8"]):
        do(state, seat, f"play {play}")
    state.levels = [0, 0]
    do(state, HOST, NEXT_HAND)
    state.apply(CHANCE, Shuffle(deck_with(HANDS, first_seat=2)))
    do(state, HOST, Deal(104))
    return state


def test_without_a_declaration_later_the_idle_side_advances_three_levels_and_takes_the_bank() -> None:
    facts = facts_of(second_hand(), HOST, CLOSE_WINDOW)
    assert one(facts, "redealt") == {
        "seat": 3,
        "redeals": 1,
        "levelsBefore": ["2", "2"],
        "levels": ["2", "5"],
        "level": "5",
    }


# --- the kitty ----------------------------------------------------------------------------------------


def test_the_kitty_is_seen_by_its_owner_only() -> None:
    state = dealt(HANDS, kitty="dA dK dQ dJ")
    do(state, 0, "declare small h9 h9")
    do(state, HOST, CLOSE_WINDOW)
    facts = facts_of(state, HOST, CLOSE_WINDOW)
    assert one(facts, "kitty_taken") == {"seat": 2, "count": 4}
    assert one(facts, "got") == {"seat": 2, "to": 2, "cards": ids("dA dK dQ dJ"), "why": "kitty"}
    for seat in (0, 1, 3, SPECTATOR):
        assert "diamonds" not in said(facts, seat)


def test_buried_cards_are_known_to_the_owner_only_and_trump_is_turned_up() -> None:
    state = at_sticking()
    do(state, HOST, CLOSE_WINDOW)
    chosen = four(state, 2)
    facts = facts_of(state, 2, "bury " + " ".join(chosen))
    assert types(facts) == ["buried", "trump_shown"]
    assert one(facts, "buried") == {"seat": 2, "count": 4}
    assert one(known_to(facts, 2), "gave") == {"seat": 2, "to": 2, "cards": ids(" ".join(chosen)), "why": "bury"}
    assert one(facts, "trump_shown") == {
        "seat": 0,
        "suit": "hearts",
        "pair": ["hearts_9_0", "hearts_9_1"],
        "holder": 0,
    }


def test_after_a_stick_the_pair_is_turned_up_where_it_is_now() -> None:
    state = at_sticking()
    do(state, 3, "stick small.1 d6 d6 d7 d7")
    do(state, 3, "give h5 cK cQ")
    facts = facts_of(state, 2, "bury " + " ".join(four(state, 2)))
    shown = one(facts, "trump_shown")
    assert (shown["seat"], shown["holder"]) == (0, 3)


def test_an_open_trump_is_not_turned_up_again() -> None:
    state = at_sticking(hiddenDeclaration=False)
    do(state, HOST, CLOSE_WINDOW)
    assert types(facts_of(state, 2, "bury " + " ".join(four(state, 2)))) == ["buried"]


# --- tricks -------------------------------------------------------------------------------------------

TRICK = "trump spades; hands c8 c8 c9 / cA c4 h6 / s4 s4 h7 / d7 d8 d9; kitty sJ sQ sA s9"


def test_a_lead_says_its_pattern_and_the_suit_to_follow() -> None:
    facts = facts_of(parse_position(TRICK), 0, "play c8 c8")
    assert [f.to_json() for f in facts] == [
        {
            "type": "led",
            "seat": 0,
            "trick": 1,
            "cards": ["clubs_8_0", "clubs_8_1"],
            "suit": "clubs",
            "pattern": {"type": "pair", "cards": ["clubs_8_0", "clubs_8_1"], "pairCount": 1},
        }
    ]


def test_a_follow_a_kill_and_a_discard_are_told_apart() -> None:
    state = parse_position(TRICK)
    do(state, 0, "play c8 c8")
    followed = one(facts_of(state, 1, "play cA c4"), "followed")
    assert followed == {"seat": 1, "cards": ["clubs_A_0", "clubs_4_0"], "ahead": False, "off": []}
    killed = one(facts_of(state, 2, "play s4 s4"), "killed")
    assert killed == {"seat": 2, "cards": ["spades_4_0", "spades_4_1"], "ahead": True}
    discarded = one(facts_of(state, 3, "play d7 d8"), "discarded")
    assert discarded == {"seat": 3, "cards": ["diamonds_8_0", "diamonds_7_0"], "ahead": False}


def test_a_follower_who_is_short_shows_the_cards_of_other_suits() -> None:
    state = parse_position("trump spades; hands c8 c8 / cA h6 / s4 s6 / s7 s7; kitty sJ sQ sA s9")
    do(state, 0, "play c8 c8")
    assert one(facts_of(state, 1, "play cA h6"), "followed")["off"] == ["hearts_6_0"]
    assert types(facts_of(state, 2, "play s4 s6")) == ["discarded"]  # trumps, but no pair (§9.2)


def test_a_kill_that_is_not_stronger_is_a_kill_behind() -> None:
    state = parse_position("trump spades; hands cA c4 / s9 h4 / s8 h6 / h8 h9; kitty sJ sQ sA s6")
    do(state, 0, "play cA")
    assert one(facts_of(state, 1, "play s9"), "killed")["ahead"] is True
    assert one(facts_of(state, 2, "play s8"), "killed")["ahead"] is False


def test_a_trick_goes_to_its_winner_with_its_points() -> None:
    state = parse_position("trump spades; banker 0; points 20; hands hQ c4 / hK c6 / h10 c7 / h9 c8; kitty sJ sQ sA s9")
    for seat, play in enumerate(["hQ", "hK", "h10"]):
        do(state, seat, f"play {play}")
    facts = facts_of(state, 3, "play h9")
    assert types(facts) == ["followed", "trick_won"]
    assert one(facts, "trick_won") == {"seat": 1, "trick": 1, "points": 20, "score": 40}


THROW = "trump clubs; hands hQ h4 h4 d8 / hA h6 h6 s4 / d4 d6 d7 s6 / d8.1 d9 dJ s7; kitty s8 s9 sJ sQ"


def test_a_failed_throw_shows_what_was_tried_what_is_led_and_what_it_cost() -> None:
    state = parse_position("points 30; " + THROW, make_rules("standard", {"failedThrowPenalty": 10}))
    facts = facts_of(state, 0, "play hQ h4 h4")
    assert types(facts) == ["throw_failed", "led"]
    assert one(facts, "throw_failed") == {
        "seat": 0,
        "cards": ["hearts_Q_0", "hearts_4_0", "hearts_4_1"],
        "forced": ["hearts_Q_0"],
        "choices": [],
        "chooser": None,
        "penalty": 10,
        "score": 40,
    }
    assert one(facts, "led")["cards"] == ["hearts_Q_0"]


def test_the_next_player_chooses_the_unit_of_a_failed_throw() -> None:
    state = parse_position(THROW, make_rules("standard", {"failedThrowChoice": "nextPlayer"}))
    facts = facts_of(state, 0, "play hQ h4 h4")
    assert types(facts) == ["throw_failed"]
    failed = one(facts, "throw_failed")
    assert failed["chooser"] == 1 and failed["forced"] == []
    assert failed["choices"] == [["hearts_4_0", "hearts_4_1"], ["hearts_Q_0"]]
    facts = facts_of(state, 1, "choose h4 h4")
    assert types(facts) == ["unit_chosen", "led"]
    assert one(facts, "unit_chosen") == {"seat": 1, "leader": 0, "cards": ["hearts_4_0", "hearts_4_1"]}
    assert one(facts, "led")["seat"] == 0


def test_a_default_action_is_told_as_a_timeout_with_its_consequences() -> None:
    facts = facts_of(parse_position(TRICK), HOST, Timeout(Seat(0)))
    assert types(facts) == ["timed_out", "led"]
    assert one(facts, "timed_out") == {"seat": 0}


# --- the score ----------------------------------------------------------------------------------------


def last_trick(text: str, plays: list[str], **options: object) -> list[Fact]:
    """The facts of the last play of a hand."""
    state = parse_position(text, make_rules("standard", options))
    for seat, play in enumerate(plays[:3]):
        do(state, seat, f"play {play}")
    return facts_of(state, 3, f"play {plays[3]}")


LAST = "trump clubs; level 6; banker 0; owner 2; points 60; hands hQ / hK / h9 / h8; kitty s10 sK s9 s4"


def test_the_kitty_is_turned_up_and_counted_with_its_multiplier() -> None:
    facts = last_trick(LAST, ["hQ", "hK", "h9", "h8"])
    assert types(facts) == ["followed", "trick_won", "kitty_revealed", "hand_scored"]
    assert one(facts, "kitty_revealed") == {
        "seat": 2,
        "cards": ["spades_K_0", "spades_10_0", "spades_9_0", "spades_4_0"],
        "points": 20,
        "multiplier": 2,
        "gain": 40,
    }


def test_a_scored_hand_says_levels_before_and_after_and_who_carries_the_bank_next() -> None:
    facts = last_trick(LAST, ["hQ", "hK", "h9", "h8"])
    assert one(facts, "hand_scored") == {
        "hand": 1,
        "trickPoints": 70,
        "kittyGain": 40,
        "score": 110,
        "bankerSeat": 0,
        "levelsBefore": ["6", "6"],
        "levels": ["6", "6"],
        "nextBankerSeat": 1,
    }
    kept = one(last_trick(LAST.replace("hK", "h7"), ["hQ", "h7", "h9", "h8"]), "hand_scored")
    assert (kept["score"], kept["levels"], kept["nextBankerSeat"]) == (60, ["7", "6"], 2)


def test_a_hook_throws_the_bankers_back_to_level_2() -> None:
    text = "trump clubs; level J; banker 0; hands hQ / sJ / h9 / h8; kitty s8 s9 s4 s6"
    facts = last_trick(text, ["hQ", "sJ", "h9", "h8"], hookJack=True)
    assert types(facts)[-3:] == ["kitty_revealed", "hooked", "hand_scored"]
    assert one(facts, "hooked") == {"seat": 1, "side": 0, "level": "2"}
    assert one(facts, "hand_scored")["levels"] == ["2", "J"]


def test_the_match_is_won_by_the_bankers_who_pass_a() -> None:
    facts = last_trick(LAST.replace("level 6", "level A").replace("hK", "h7"), ["hQ", "h7", "h9", "h8"])
    assert types(facts)[-2:] == ["hand_scored", "match_won"]
    assert one(facts, "match_won") == {"side": 0, "seats": [0, 2], "levels": ["A", "A"]}


def test_the_next_hand_begins_with_the_new_banker() -> None:
    state = parse_position(LAST)
    for seat, play in enumerate(["hQ", "hK", "h9", "h8"]):
        do(state, seat, f"play {play}")
    assert one(facts_of(state, HOST, NEXT_HAND), "hand_began") == {
        "seat": 1,
        "hand": 2,
        "levels": ["6", "6"],
        "level": "6",
    }


# --- promises about all of them -----------------------------------------------------------------------


@pytest.mark.parametrize("seat", [0, 2, SPECTATOR])
def test_facts_are_json_both_ways(seat: int) -> None:
    facts = known_to(facts_of(dealt(HANDS), 0, "declare small h9 h9"), seat)
    assert [fact_from_json(fact.to_json()) for fact in facts] == facts


def test_nothing_is_reported_to_a_position_without_a_listener() -> None:
    state = dealt(HANDS)
    do(state, 0, "declare small h9 h9")
    assert state.facts is None and state.copy().facts is None
