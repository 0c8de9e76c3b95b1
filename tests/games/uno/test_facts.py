"""What the rules of UNO report, story by story; `docs/facts.md` lists it."""

import re
from pathlib import Path
from typing import cast

import pytest

from paiju.engine.facts import Fact, known_to
from paiju.engine.game import HOST, SPECTATOR, Seat, Shuffle
from paiju.engine.shuffle import FastSource
from paiju.games.uno.cards import CARD_IDS, FACE_OF, SKIP, parse_card
from paiju.games.uno.game import UNO
from paiju.games.uno.rules import UnoRules
from paiju.games.uno.state import UnoState
from paiju.games.uno.vectors import position
from paiju.testing import Walk, random_rules
from paiju.testing.options import random_seats
from tests.games.uno.script import book, play, read

DOCS = Path(__file__).parent.parent.parent.parent / "docs" / "facts.md"


def told(state: UnoState, *lines: str) -> list[str]:
    """The public facts of the last line, as short texts."""
    return [brief(fact) for fact in known_to(facts_of(state, *lines), SPECTATOR)]


def facts_of(state: UnoState, *lines: str) -> list[Fact]:
    """All facts of the last line."""
    play(state, *lines[:-1])
    seat, action = read(lines[-1])
    assert not state.refusal(seat, action)
    return state.apply_with_facts(seat, action)


def brief(fact: Fact) -> str:
    """`drew p2 count=2 why=draw_two`."""
    seat = "" if fact.seat is None else f" p{fact.seat + 1}"
    return fact.type + seat + "".join(f" {name}={value}" for name, value in fact.data.items())


def ids(text: str) -> list[str]:
    return [CARD_IDS[parse_card(card)] for card in text.split()]


PILE = "y1 y2 y3 y4 y5 y6 y8 y9"


def table(top: str, *hands: str, rules: UnoRules | None = None, pile: str = PILE) -> UnoState:
    """A position with a pile of yellow cards, which help nobody."""
    return position(top, *hands, rules=rules, pile=pile)


def test_a_card_laid_says_how_many_are_left() -> None:
    state = table("r1", "r5 g1 g2", "b1 b2", "b3 b4")
    assert told(state, "p1 r5") == [f"played p1 cards={ids('r5')} left=2"]


def test_a_wild_is_laid_with_its_colour() -> None:
    state = table("r1", "w g1 g2", "b1 b2", "b3 b4")
    assert told(state, "p1 w:g") == [f"played p1 cards={ids('w')} left=2 color=green"]


def test_a_draw_two_says_who_drew_and_who_lost_the_turn() -> None:
    auto = table("r1", "r+2 g1 g2", "b1 b2", "b3 b4", rules=book("arena"))
    facts = facts_of(auto, "p1 r+2")
    assert [brief(fact) for fact in known_to(facts, SPECTATOR)] == [
        f"played p1 cards={ids('r+2')} left=2",
        "drew p2 count=2 why=draw_two",
        "skipped p2 why=draw_two",
    ]
    assert known_to(facts, 1)[2] == Fact("got", 1, {"cards": ids("y1 y2")}, 1)
    assert len(known_to(facts, 0)) == 3


def test_a_debt_that_is_passed_on_grows() -> None:
    rules = book("platform", stackDrawCards=True)
    state = table("r1", "r+2 g1 g2", "b+2 b2 b9", "b3 b4", rules=rules)
    assert told(state, "p1 r+2")[1:] == ["owed p2 count=2 added=2"]
    assert told(state, "p2 b+2")[1:] == ["owed p3 count=4 added=2"]
    assert told(state, "p3 draw") == ["drew p3 count=4 why=draw_two"]


def test_a_skip_and_a_reverse() -> None:
    assert told(table("r1", "r> g1 g2", "b1 b2", "b3 b4"), "p1 r>")[1:] == ["skipped p2 why=skip"]
    assert told(table("r1", "r< g1 g2", "b1 b2", "b3 b4"), "p1 r<")[1:] == ["direction_turned direction=-1"]
    assert told(table("r1", "r< g1 g2", "b1 b2"), "p1 r<")[1:] == ["skipped p2 why=reverse"]


def test_a_seven_tells_both_players_their_new_hands_and_the_others_only_the_sizes() -> None:
    state = table("r1", "r7 g1 g2", "b1 b2 b5", "b3 b4", rules=book("official", sevenSwap=True))
    facts = facts_of(state, "p1 r7@p2")
    counts = [{"seat": 0, "count": 3}, {"seat": 1, "count": 2}]
    assert facts[1] == Fact("hands_swapped", 0, {"target": 1, "counts": counts})
    assert known_to(facts, 0)[2:] == [
        Fact("gave", 0, {"cards": ids("g1 g2")}, 0),
        Fact("got", 0, {"cards": ids("b1 b2 b5")}, 0),
    ]
    assert known_to(facts, 1)[2:] == [
        Fact("gave", 1, {"cards": ids("b1 b2 b5")}, 1),
        Fact("got", 1, {"cards": ids("g1 g2")}, 1),
    ]
    assert len(known_to(facts, 2)) == len(known_to(facts, SPECTATOR)) == 2


def test_a_zero_rotates_all_hands_and_nobody_draws() -> None:
    state = table("r1", "r0 g1 g2", "b1 b2 b5", "b3 b4", rules=book("official", zeroRotate=True))
    facts = facts_of(state, "p1 r0")
    counts = [{"seat": 0, "count": 2}, {"seat": 1, "count": 2}, {"seat": 2, "count": 3}]
    assert facts[1] == Fact("hands_rotated", None, {"direction": 1, "counts": counts})
    assert known_to(facts, 2)[-1] == Fact("got", 2, {"cards": ids("b1 b2 b5")}, 2)
    assert "drew" not in [fact.type for fact in facts]


def test_drawing_tells_whether_the_card_helps_and_what_became_of_it() -> None:
    useless = table("r1", "g1 g2", "b1 b2", "b3 b4", pile="y2 y3")
    assert told(useless, "p1 draw") == ["drew p1 count=1 why=turn playable=False", "turn_ended p1 why=unplayable"]
    useful = table("r1", "g2 g3", "b1 b2", "b3 b4", pile="r2 y3")
    assert told(useful, "p1 draw") == ["drew p1 count=1 why=turn playable=True"]
    assert told(useful, "p1 skip") == ["turn_ended p1 why=kept"]


def test_drawing_until_a_card_fits_is_one_fact() -> None:
    state = table("r1", "g2 g3", "b1 b2", pile="y2 y3 r4 y5", rules=book("official", drawMode="untilPlayable"))
    facts = facts_of(state, "p1 draw")
    assert [brief(fact) for fact in known_to(facts, SPECTATOR)] == ["drew p1 count=3 why=turn playable=True"]
    assert facts[1] == Fact("got", 0, {"cards": ids("y2 y3 r4")}, 0)


def test_an_empty_pile_is_told() -> None:
    state = table("r1", "g2 g3", "b1 b2", pile="")
    assert told(state, "p1 draw") == ["drew p1 count=0 why=turn playable=False", "turn_ended p1 why=empty"]


def test_the_discards_become_the_new_pile() -> None:
    state = table("r1 b8 b9 g9", "r+2 g3 g4", "b1 b2", "b3 b4", pile="y1", rules=book("arena"))
    assert told(state, "p1 r+2")[1:] == [
        "reshuffled count=4",
        "drew p2 count=2 why=draw_two",
        "skipped p2 why=draw_two",
    ]


def test_a_missing_call_is_seen_and_can_be_caught() -> None:
    state = table("r1", "r5 g1", "b1 b2", "b3 b4")
    assert told(state, "p1 r5")[1:] == ["one_card_left p1 called=False exposed=True"]
    assert told(state, "p3 catch p1") == ["caught p3 target=0", "drew p1 count=2 why=caught"]


def test_a_call_in_time_and_a_late_one() -> None:
    state = table("r1", "r5 g1", "b1 b2", "b3 b4")
    assert told(state, "p1 uno") == ["called_uno p1 late=False"]
    assert told(state, "p1 r5")[1:] == ["one_card_left p1 called=True exposed=False"]
    assert told(table("r1", "r5 g1", "b1 b2", "b3 b4"), "p1 r5", "p1 uno") == ["called_uno p1 late=True"]


def test_a_false_catch_costs_the_accuser() -> None:
    state = table("r1", "r5 g1", "b1 b2", "b3 b4", rules=book("official", falseCatchPenalty=2))
    assert told(state, "p3 catch p2") == ["false_catch p3 target=1", "drew p3 count=2 why=false_catch"]


def test_a_call_that_nobody_missed_costs_cards_before_the_next_play() -> None:
    state = table("r1", "r5 g1", "r6 b2 b5", "b3 b4", rules=book("arena"))
    assert told(state, "p1 r5", "p2 r6") == ["drew p1 count=2 why=missed_call", f"played p2 cards={ids('r6')} left=2"]


def test_the_check_at_the_end_of_a_turn_tells_missed_and_wrong_calls() -> None:
    missed = table("r1", "r5 g1", "b1 b2 b5", "b3 b4", rules=book("console"))
    assert told(missed, "p1 r5")[1:] == ["one_card_left p1 called=False exposed=False"]
    assert told(missed, "p1 skip") == ["turn_ended p1 why=done", "drew p1 count=2 why=missed_call"]
    wrong = table("r1", "r5 g1 g2", "b1 b2 b5", "b3 b4", rules=book("console"))
    penalty = book("console").wrong_uno_penalty
    assert told(wrong, "p1 uno", "p1 r5", "p1 skip")[1:] == [f"drew p1 count={penalty} why=wrong_call"]


@pytest.mark.parametrize(("hand", "won"), [("w4 r2 g2", True), ("w4 b2 g2", False)])
def test_a_challenge_shows_the_hand_to_the_challenger_alone(hand: str, won: bool) -> None:
    state = table("r1", hand, "b1 b4", "b3 b5")
    assert told(state, "p1 w4:g")[1:] == ["challenge_offered p2 target=0 color=green count=4"]
    facts = facts_of(state, "p2 challenge")
    drawn = "drew p1 count=4 why=challenge_won" if won else "drew p2 count=6 why=challenge_lost"
    assert [brief(fact) for fact in known_to(facts, SPECTATOR)] == [f"challenged p2 target=0 won={won}", drawn]
    assert known_to(facts, 1)[1] == Fact("hand_shown", 0, {"cards": ids(hand)[1:]}, 1)
    assert "hand_shown" not in [fact.type for fact in known_to(facts, 2)]


@pytest.mark.parametrize("answer", ["p2 accept", "p2 draw"])
def test_a_wild_draw_four_that_is_accepted(answer: str) -> None:
    state = table("r1", "w4 r2 g2", "b1 b4", "b3 b5")
    assert told(state, "p1 w4:g", answer) == ["accepted p2 target=0", "drew p2 count=4 why=wild_draw_four"]


def test_a_jump_in_says_whose_turn_it_was() -> None:
    state = table("r1", "g5 g1 g2", "b1 b2 b5", "r1.2 b4 b3", rules=book("official", jumpIn=True))
    card = next(action for action in state.legal(Seat(2)) if action.text().startswith("!"))
    facts = state.apply_with_facts(Seat(2), card)
    assert brief(facts[0]) == "jumped_in p3 target=0"
    assert facts[1].type == "played" and facts[1].seat == 2


def test_a_time_out_is_told_with_what_it_did() -> None:
    state = table("r1", "g5 g1 g2", "b1 b2 b5", "b4 b3")
    assert told(state, "host timeout p1") == [
        "timed_out p1",
        "drew p1 count=1 why=timeout",
        "turn_ended p1 why=timeout",
    ]


def test_a_penalty_names_the_refusal_it_is_for() -> None:
    state = table("r1", "g5 g1 g2", "b1 b2 b5", "b4 b3", rules=book("arena"))
    assert told(state, "host penalty p2 2 NOT_YOUR_TURN") == [
        "penalised p2 code=NOT_YOUR_TURN",
        "drew p2 count=2 why=penalty",
    ]


def test_a_player_who_leaves_is_told_and_the_last_one_wins() -> None:
    state = table("r1", "g5 g1 g2", "b1 b2 b5", "b4 b3")
    assert told(state, "host remove p2") == ["removed p2 count=3"]
    players = [{"seat": 0, "score": 0}]
    assert told(state, "host remove p3") == ["removed p3 count=2", f"match_over p1 players={players}"]


def test_the_end_of_a_round_counts_every_hand() -> None:
    state = position("r1", "r5", "b1 b2", "w b3", scores=[10, 20, 30])
    facts = facts_of(state, "p1 r5")
    assert facts[1].type == "round_over" and facts[1].seat == 0
    assert facts[1].data["players"] == [
        {"seat": 0, "cards": [], "points": 0, "gained": 56, "score": 66},
        {"seat": 1, "cards": ids("b1 b2"), "points": 3, "gained": 0, "score": 20},
        {"seat": 2, "cards": ids("w b3"), "points": 53, "gained": 0, "score": 30},
    ]
    assert state.view(SPECTATOR).to_json()["openHands"] == {"p1": [], "p2": ids("b1 b2"), "p3": ids("w b3")}


def test_a_blocked_round_has_no_winner() -> None:
    state = table("r1", "g2 g3", "b2 b3", pile="")
    facts = facts_of(state, "p1 draw", "p2 draw")
    assert facts[-1].type == "round_over" and facts[-1].seat is None


def test_the_beginning_of_a_match() -> None:
    state = UNO.new(book("official"), 3)
    assert [brief(fact) for fact in state.apply_with_facts(HOST, UNO.parse_action("start"))] == [
        "match_started order=[0, 1, 2]"
    ]
    drawn = state.apply_with_facts(Seat(-1), Shuffle(FastSource(5).order(108)))
    assert [fact.type for fact in drawn][:3] == ["drew_for_deal"] * 3
    assert drawn[-1] == Fact("dealer_chosen", state.dealer)
    dealt: list[Fact] = []
    while state.chance():
        dealt += state.apply_with_facts(Seat(-1), Shuffle(FastSource(6).order(108)))
    types = [fact.type for fact in known_to(dealt, 1)]
    assert types[:4] == ["dealt", "got", "round_started", "first_card_turned"]
    assert known_to(dealt, 1)[1].data["cards"] == state.view(Seat(1)).own_cards()[:7]


def test_a_position_reports_only_to_a_listener_and_copies_do_not_listen() -> None:
    state = table("r1", "r5 g1 g2", "b1 b2", "b3 b4")
    state.facts = []
    assert state.copy().facts is None
    state.facts = None
    play(state, "p1 r5")
    assert state.facts is None


def test_what_everybody_is_told_of_a_draw_is_what_the_hand_grew_by() -> None:
    """`paiju.testing` follows each hand by the private `got`; the public `drew` must count the same cards."""
    drawn = 0
    for seed in range(30):
        source = FastSource(seed)
        rules = random_rules(UNO, source, {"targetScore": 40})
        walk = Walk(UNO, rules, random_seats(UNO, rules, source), source)
        while len(walk.log) < 150 and walk.step():
            pass
        for facts in walk.facts:
            if any(fact.type in ("dealt", "hands_swapped", "hands_rotated") for fact in facts):
                continue  # hands also grow otherwise
            for seat in walk.seats():
                got = [fact.data["cards"] for fact in facts if fact.type == "got" and fact.seat == seat]
                drew = [fact.data["count"] for fact in facts if fact.type == "drew" and fact.seat == seat]
                assert sum(cast(list[int], drew)) == sum(len(cast(list[str], cards)) for cards in got)
                drawn += sum(cast(list[int], drew))
    assert drawn > 500


def documented() -> dict[str, set[str]]:
    """Type → names in the column of fields, from the tables of the document."""
    text = DOCS.read_text(encoding="utf-8").split("\n## UNO\n")[1].split("\n## ")[0]
    rows = [line.split("|") for line in text.splitlines() if line.startswith("| `") and line.count("|") == 5]
    return {row[1].strip(" `"): set(re.findall(r"`(\w+)`", row[3])) for row in rows}


def test_the_document_lists_every_fact_and_field_there_is() -> None:
    listed = documented()
    found: dict[str, set[str]] = {}
    for seed in range(120):
        source = FastSource(seed)
        rules = random_rules(UNO, source, {"targetScore": 40})
        walk = Walk(UNO, rules, random_seats(UNO, rules, source), source)
        for _ in range(150):
            if not walk.step():
                break
        for fact in (fact for facts in walk.facts for fact in facts):
            found.setdefault(fact.type, set()).update(fact.data)
    rare = {"misdealt", "penalised"}  # a pile without a card to begin with; a walk does nothing that is refused
    assert set(listed) - rare <= set(found) <= set(listed)
    for kind, fields in found.items():
        assert fields <= listed[kind], kind


def test_a_pile_in_which_no_card_can_begin_is_dealt_again() -> None:
    """Ten hands of eight take all the numbers; what is left are symbols and wilds."""
    state = UNO.new(book("official", firstDiscard="number", initialCards=8), 10)
    play(state, "host start p1")
    rest = [card for card in range(108) if FACE_OF[card] >= SKIP][:28]
    hands = [card for card in range(108) if card not in rest]
    state = UNO.new(book("official", firstDiscard="number", initialCards=8), 10)
    state.play(HOST, UNO.parse_action("start p1"))
    facts = state.apply_with_facts(Seat(-1), Shuffle(rest + hands))
    assert [fact for fact in facts if fact.to is None and fact.type != "dealt"] == [Fact("misdealt")]
    assert state.chance() == 108, "everything is shuffled again"
    facts = state.apply_with_facts(Seat(-1), Shuffle(hands + rest))
    assert "round_started" in [fact.type for fact in facts]
