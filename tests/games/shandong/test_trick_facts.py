"""What happens in tricks and at the score of a hand is reported by the rules that make it happen."""

import re
from pathlib import Path

import pytest

from paiju.engine.facts import Fact, fact_from_json, known_to
from paiju.engine.game import CHANCE, HOST, SPECTATOR, Seat, Shuffle
from paiju.games.shandong.actions import CLOSE_WINDOW, NEXT_HAND, START, Deal, Timeout
from paiju.games.shandong.game import SHANDONG
from paiju.games.shandong.notation import parse_position
from paiju.games.shandong.rules import STANDARD, make_rules
from tests.games.shandong.table import dealt, deck_with, do, facts_of, one, types
from tests.games.shandong.test_bidding import HANDS

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


HOOK = "trump clubs; level J; banker 0; hands hQ / sJ / h9 / h8; kitty s8 s9 s4 s6"


def test_a_hook_throws_the_bankers_back_to_level_2() -> None:
    facts = last_trick(HOOK, ["hQ", "sJ", "h9", "h8"], hookJack=True)
    assert types(facts)[-3:] == ["kitty_revealed", "hooked", "hand_scored"]
    assert one(facts, "hooked") == {"seat": 1, "side": 0, "level": "2"}
    assert one(facts, "hand_scored")["levels"] == ["2", "J"]


def test_the_match_is_won_by_the_bankers_who_pass_a() -> None:
    facts = last_trick(LAST.replace("level 6", "level A").replace("hK", "h7"), ["hQ", "h7", "h9", "h8"])
    assert types(facts)[-2:] == ["hand_scored", "match_over"]
    assert one(facts, "match_over") == {"side": 0, "seats": [0, 2], "levels": ["A", "A"]}


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


def every_fact() -> list[Fact]:
    """Facts of every type."""
    facts: list[Fact] = []
    state = SHANDONG.new(STANDARD, 4)
    facts += facts_of(state, HOST, START)
    facts += facts_of(state, CHANCE, Shuffle(deck_with(HANDS)))
    facts += facts_of(state, HOST, Deal(104))
    facts += facts_of(state.copy(), HOST, CLOSE_WINDOW)
    facts += facts_of(state, 0, "declare small h9 h9")
    facts += facts_of(state, 1, "snatch big big c4 c4")
    facts += facts_of(state, 0, "pass")
    facts += facts_of(state, 3, "stick small.1 d6 d6 d7 d7")
    facts += facts_of(state, 3, state.view(Seat(3)).legal[0])
    facts += facts_of(state, 3, state.view(Seat(3)).legal[0])
    state = parse_position(THROW, make_rules("standard", {"failedThrowChoice": "nextPlayer"}))
    facts += facts_of(state, 0, "play hQ h4 h4")
    facts += facts_of(state, HOST, Timeout(Seat(1)))
    facts += last_trick(
        "trump clubs; level J; hands hQ / sJ / c4 / d8; kitty s4 s6 s7 s8", ["hQ", "sJ", "c4", "d8"], hookJack=True
    )
    state = parse_position("trump clubs; level A; hands hQ / c4 / d9 / h8; kitty s4 s6 s7 s8")
    for seat, play in enumerate(["hQ", "c4", "d9", "h8"]):
        facts += facts_of(state, seat, f"play {play}")
    return facts


def test_every_fact_is_documented_with_its_fields() -> None:
    text = Path("docs/facts.md").read_text(encoding="utf-8").split("## Shandong Upgrade")[1].split("\n## ")[0]
    rows = [line.split("|") for line in text.splitlines() if line.startswith("| `")]
    documented = {re.findall(r"`(\w+)`", row[1])[0]: set(re.findall(r"`(\w+)`", row[3])) for row in rows}
    facts = every_fact()
    assert {fact.type for fact in facts} == set(documented)
    for fact in facts:
        assert set(fact.data) <= documented[fact.type], fact
