"""What happens before the first lead is reported by the rules that make it happen, to those who may know it."""

import pytest

from paiju.engine.facts import Fact, known_to
from paiju.engine.game import CHANCE, HOST, SPECTATOR, Action, Shuffle
from paiju.games.shandong.actions import CLOSE_WINDOW, NEXT_HAND, START, Deal
from paiju.games.shandong.game import SHANDONG
from paiju.games.shandong.notation import parse_position
from paiju.games.shandong.rules import STANDARD, make_rules
from paiju.games.shandong.state import ShandongState
from tests.games.shandong.table import dealt, deck_with, do, facts_of, ids, one, started, types
from tests.games.shandong.test_bidding import HANDS, at_sticking, declared, four


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
    state = dealt(HANDS)
    hands = list(state.hands)
    facts = facts_of(state, HOST, CLOSE_WINDOW)
    assert types(facts) == ["window_closed", "redealt"]
    assert one(known_to(facts, 3), "gave") == {"seat": 3, "to": 3, "cards": hands[3].ids(), "why": "redeal"}
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


# --- whatever is hidden makes no difference to the others -----------------------------------------------

RICH = ["small h9 h9 c9 c9", "big big c4 c4 d8 d8", "s4", "small.1 d6 d6 d7 d7 h5 s5 cK cQ cJ"]


def told_by(*actions: tuple[int, Action | str], kitty: str = "", seat: int, **options: object) -> list[Fact]:
    """What a seat learns from actions after the deal."""
    state = dealt(RICH, kitty, **options)
    return [fact for actor, action in actions for fact in known_to(facts_of(state, actor, action), seat)]


HEARTS, CLUBS = (0, "declare small h9 h9"), (0, "declare small c9 c9")
SNATCH_CLUBS, SNATCH_DIAMONDS = (1, "snatch big big c4 c4"), (1, "snatch big big d8 d8")
STICK, CLOSE = (3, "stick small.1 d6 d6 d7 d7"), (HOST, CLOSE_WINDOW)


@pytest.mark.parametrize("seat", [1, 2, 3, SPECTATOR])
def test_a_hidden_declaration_tells_nobody_else_its_suit(seat: int) -> None:
    assert told_by(HEARTS, CLOSE, seat=seat) == told_by(CLUBS, CLOSE, seat=seat)
    assert told_by(HEARTS, CLOSE, seat=seat, hiddenDeclaration=False) != told_by(
        CLUBS, CLOSE, seat=seat, hiddenDeclaration=False
    )


@pytest.mark.parametrize("seat", [0, 2, 3, SPECTATOR])
def test_a_snatch_tells_nobody_else_its_suit(seat: int) -> None:
    assert told_by(HEARTS, SNATCH_CLUBS, seat=seat) == told_by(HEARTS, SNATCH_DIAMONDS, seat=seat)


@pytest.mark.parametrize("seat", [1, 2, SPECTATOR])
def test_a_stick_tells_the_suit_to_the_sticker_only(seat: int) -> None:
    assert told_by(HEARTS, CLOSE, STICK, seat=seat) == told_by(CLUBS, CLOSE, STICK, seat=seat)
    assert told_by(HEARTS, CLOSE, STICK, seat=3) != told_by(CLUBS, CLOSE, STICK, seat=3)


@pytest.mark.parametrize("seat", [1, SPECTATOR])
def test_cards_given_back_stay_between_the_two(seat: int) -> None:
    before = (HEARTS, CLOSE, STICK)
    assert told_by(*before, (3, "give h5 cK cQ"), seat=seat) == told_by(*before, (3, "give s5 cK cJ"), seat=seat)
    assert told_by(*before, (3, "give h5 cK cQ"), seat=0) != told_by(*before, (3, "give s5 cK cJ"), seat=0)


@pytest.mark.parametrize("seat", [0, 1, 3, SPECTATOR])
def test_the_kitty_stays_with_its_owner(seat: int) -> None:
    other = [*RICH[:2], "s4 dA dK dQ dJ", RICH[3]]
    taken: list[list[Fact]] = []
    for hands, kitty in ((RICH, "dA dK dQ dJ"), (other, "")):
        state = dealt(hands, kitty)
        for actor, action in (HEARTS, CLOSE):
            do(state, actor, action)
        taken.append(known_to(facts_of(state, HOST, CLOSE_WINDOW), seat))
    assert taken[0] == taken[1] and [fact.type for fact in taken[0]] == ["window_closed", "kitty_taken"]


@pytest.mark.parametrize("seat", [0, 1, 3, SPECTATOR])
def test_buried_cards_stay_with_their_owner(seat: int) -> None:
    before = (HEARTS, CLOSE, CLOSE)
    kitty = "dA dK dQ dJ"
    low, high = (2, "bury s4 dQ dJ dK"), (2, "bury dA dK dQ dJ")
    assert told_by(*before, low, kitty=kitty, seat=seat) == told_by(*before, high, kitty=kitty, seat=seat)
    assert told_by(*before, low, kitty=kitty, seat=2) != told_by(*before, high, kitty=kitty, seat=2)
