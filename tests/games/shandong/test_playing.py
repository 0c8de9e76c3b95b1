"""Tricks on the table (§7, §9, §10): leads, failed throws, points, the end of a hand, time-outs."""

import pytest

from paiju.engine.errors import BadNotation, IllegalAction
from paiju.engine.game import HOST, Seat
from paiju.games.shandong.actions import NEXT_HAND, Play, Timeout
from paiju.games.shandong.cards import parse_cards
from paiju.games.shandong.notation import parse_position, position_text
from paiju.games.shandong.rules import make_rules
from paiju.games.shandong.scoring import advance, hand_result, kitty_gain, multiplier
from paiju.games.shandong.state import ShandongState
from paiju.games.shandong.view import SCORED, SHUFFLING
from tests.games.shandong.table import ctx_of, do, pattern, refused, started

STANDARD = make_rules("standard", {})


def position(text: str, **options: object) -> ShandongState:
    return parse_position(text, make_rules("standard", options))


def test_a_position_is_read_back_from_its_text() -> None:
    text = (
        "level 7; trump hearts; banker 1; owner 3; points 15; leader 2; "
        "trick c9 c9.1 / c4 c6; hands hA / hK small / cJ cJ.1 / d4; kitty s4"
    )
    assert position_text(parse_position(text)) == text
    nobody = "hands - / - / - / -"
    for bad in (
        "hands hA / hK",
        "hands hA / hA / - / -",
        f"nonsense 1; {nobody}",
        f"level 1; {nobody}",
        f"banker 4; {nobody}",
    ):
        with pytest.raises(BadNotation):
            parse_position(bad)
    with pytest.raises(ValueError, match="in which cards are played"):
        position_text(started())


def test_only_one_pattern_may_be_led() -> None:
    state = position("trump spades; hands hA h4 cA sA s5 s3 / - / - / -")
    assert refused(state, 0, "play hA cA") == "lead_mixed_suits"
    assert refused(state, 0, "play hA sA") == "lead_mixed_trump_side"
    assert refused(state, 1, "play hA") == "not_your_turn"
    assert refused(state, 0, "play dA") == "card_not_in_hand"
    assert state.refusal_params(Seat(0), Play(parse_cards("dA"))) == {"card": "diamonds_A_0"}
    mixed = position("trump spades; hands hA sA s5 h3 / - / - / -", allowMixedTrumpInMixed=False)
    assert refused(mixed, 0, "play sA h3") == "lead_mixed_trump_suits"


def test_no_trump_pair_is_led_before_a_big_joker_lies_in_a_trick() -> None:
    locked = "trump spades; hands s9 s9 s8 s8 big big / c4 / c6 / c7; kitty -"
    state = position(locked)
    assert refused(state, 0, "play s9 s9") == refused(state, 0, "play big big") == "trump_pair_locked"
    assert refused(state, 0, "play s9 s9 s8 s8") == ""
    assert refused(position(locked, trumpPairNeedsBigJoker=False), 0, "play s9 s9") == ""
    assert refused(position("trump spades; hands s9 s9 big / c4 / c6 / c7"), 0, "play s9 s9") == ""


def test_a_failed_throw_leads_one_unit_and_the_rest_goes_back() -> None:
    state = position("trump clubs; banker 0; hands hQ h4 h4 / hA h6 h6 / d4 d6 d7 / d8 d9 dJ")
    do(state, 0, "play hQ h4 h4")
    assert [cards.text() for cards in state.trick] == ["hQ"] and state.turn() == 1
    assert state.hands[0] == parse_cards("h4 h4")
    shown = state.view(Seat(2)).to_json()["failedThrow"]
    assert isinstance(shown, dict) and shown["forced"] == ["hearts_Q_0"]
    assert state.view(Seat(2)).known[0] == parse_cards("h4 h4")


def test_the_next_player_names_the_unit() -> None:
    text = "trump clubs; banker 0; hands hQ h4 h4 / hA h6 h6 / d4 d6 d7 / d8 d9 dJ"
    state = position(text, failedThrowChoice="nextPlayer", failedThrowPenalty=10)
    do(state, 0, "play hQ h4 h4")
    assert state.turn() == 1 and state.points == 10
    assert [a.text() for a in state.legal(Seat(1))] == ["choose h4 h4.1", "choose hQ"]
    assert refused(state, 1, "play hA") == "throw_choice_invalid" and refused(state, 2, "choose hQ") == "not_your_turn"
    assert refused(state, 1, "choose h4") == "throw_choice_invalid"
    timed = state.copy()
    do(timed, HOST, Timeout(Seat(1)))
    assert timed.trick[0].text() == "hQ"
    do(state, 1, "choose h4 h4")
    assert state.trick[0] == parse_cards("h4 h4") and state.turn() == 1


def test_points_go_to_the_winner_of_a_trick_and_only_the_idle_side_counts() -> None:
    state = position("trump clubs; banker 1; hands hK h4 / h10 h6 / hA h7 / h9 h8")
    for seat, play in enumerate(["hK", "h10", "hA", "h9"]):
        do(state, seat, f"play {play}")
    assert state.points == 20 and state.turn() == 2
    assert state.last_trick is not None and state.last_trick.winner == 2


def test_the_idle_side_wins_the_kitty_with_the_last_trick() -> None:
    state = position("trump clubs; banker 1; points 60; hands hK / h10 / hA / h9; kitty s5 sK s10 s4")
    for seat, play in enumerate(["hK", "h10", "hA", "h9"]):
        do(state, seat, f"play {play}")
    result = state.result
    assert state.phase == SCORED and result is not None
    assert (result.trick_points, result.multiplier, result.kitty_gain, result.total) == (80, 2, 50, 130)
    assert result.next_banker == 2 and result.levels_after == [1, 0]
    assert state.view(Seat(3)).to_json()["kitty"] is not None
    do(state, HOST, NEXT_HAND)
    assert state.phase == SHUFFLING and state.banker_seat == 2 and state.banker_side == 0


def test_passing_a_as_banker_wins_the_match() -> None:
    state = position("level A; trump clubs; banker 0; points 75; hands hK / h9 / hQ / h10.1; kitty s4")
    for seat, play in enumerate(["hK", "h9", "hQ", "h10.1"]):
        do(state, seat, f"play {play}")
    outcome = state.outcome()
    assert state.over() and outcome is not None and outcome.winners == [0, 2]
    assert outcome.result["winnerSide"] == 0 and state.upkeep() is None


@pytest.mark.parametrize(
    ("lead", "expected", "options"),
    [
        ("hA", 2, {}),
        ("hA hA", 4, {}),
        ("hA hA hK hK", 6, {}),
        ("hA hA hK hK hQ hQ", 8, {}),
        ("hA hA hK hK hQ hQ", 16, {"tractorMultiplier": "power"}),
        ("s3 h3 c3 d3 d3", 4, {}),
        ("h6 h7 h8 h9 h10", 5, {}),
        ("hA hK", 3, {}),
        ("hA hK", 2, {"singlesThrowMultiplier": 2}),
        ("hA hK hK", 4, {}),
        ("hA hK hK", 3, {"kittyMode": "cardCount"}),
        ("hA hK hK hQ hQ", 6, {}),
    ],
)
def test_the_kitty_multiplier_follows_the_last_lead(lead: str, expected: int, options: dict[str, object]) -> None:
    assert multiplier(make_rules("standard", options), pattern(ctx_of(), lead)) == expected


def test_the_kitty_can_be_deducted_or_need_trumps() -> None:
    lead, kitty = pattern(ctx_of(), "hA"), parse_cards("h5 hK")
    deduct = make_rules("standard", {"kittyDeduct": True})
    trumps = make_rules("standard", {"kittyTrumpOnly": True})
    assert [kitty_gain(STANDARD, lead, kitty, idle, False) for idle in (True, False)] == [30, 0]
    assert kitty_gain(deduct, lead, kitty, False, False) == -30
    assert [kitty_gain(trumps, lead, kitty, True, won) for won in (True, False)] == [30, 0]


@pytest.mark.parametrize(
    ("score", "steps"), [(-5, [4, 0]), (0, [3, 0]), (35, [2, 0]), (40, [1, 0]), (75, [1, 0]), (80, [0, 0]),
                         (115, [0, 0]), (120, [0, 1]), (160, [0, 2]), (200, [0, 3]), (280, [0, 3])],
)  # fmt: skip
def test_levels_follow_the_result_table(score: int, steps: list[int]) -> None:
    levels, banker, won = hand_result(STANDARD, score, 0, [0, 0])
    assert levels == steps and won == -1 and banker == (2 if score < 80 else 1)


def test_the_idle_side_has_a_cap_or_none() -> None:
    free = make_rules("standard", {"idleMaxAdvance": None})
    low = make_rules("standard", {"idleMaxAdvance": 1})
    assert [hand_result(free, s, 0, [0, 0])[0][1] for s in (200, 240, 280)] == [3, 4, 5]
    assert hand_result(low, 280, 0, [0, 0])[0][1] == 1


def test_nobody_jumps_over_a_mandatory_level_and_only_bankers_leave_it() -> None:
    rules = make_rules("standard", {"mandatoryLevels": ["5", "10"]})
    assert advance(rules, 2, 4) == 3
    assert hand_result(rules, 200, 0, [0, 3])[0] == [0, 3]
    assert hand_result(rules, 0, 1, [0, 3])[0] == [0, 6]
    assert advance(STANDARD, 11, 3) == 12


def test_a_late_player_gets_the_default_of_the_book() -> None:
    lead = position("trump spades; hands h5 c6 d4 s4 / c4 / c7 / c8")
    do(lead, HOST, Timeout(Seat(0)))
    assert lead.trick[0].text() == "d4"
    assert refused(lead, HOST, "timeout p1") == "wrong_phase"
    follow = position("trump spades; leader 0; trick hQ hQ; hands - / h9 h9 h7 h7 hA / c4 / d4")
    do(follow, HOST, Timeout(Seat(1)))
    assert follow.trick[1].text() == "h7 h7.1"


def test_a_refused_play_changes_nothing_and_says_why() -> None:
    state = position("trump clubs; leader 0; trick dQ dQ; hands - / dA dK d7 d6 h4 / c4 / d4")
    before = state.snapshot()
    with pytest.raises(IllegalAction) as refusal:
        do(state, 1, "play dA d7")
    assert refusal.value.code == "must_play_largest"
    assert refusal.value.params == {"cards": ["diamonds_A_0", "diamonds_K_0"]}
    assert state.snapshot() == before


def test_hints_name_every_card_of_a_legal_play_and_one_play() -> None:
    state = position("trump clubs; leader 0; trick hQ hQ hJ hJ; hands - / h9 h9 h8 h8 hK h4 c4 / c4.1 / d4")
    view = state.view(Seat(1))
    assert view.playable == parse_cards("h9 h9 h8 h8")
    assert view.suggestion is not None and not state.refusal(Seat(1), view.suggestion)
    assert [a.text() for a in view.legal] == ["play h8 h8.1 h9 h9.1"]


def test_few_cards_give_every_lead_and_many_a_sample_with_singles_pairs_and_throws() -> None:
    few = position("trump clubs; hands h9 h9 c4 / d4 d6 d7 / d8 d9 dJ / dQ dK dA")
    assert len(few.legal(Seat(0))) == 4 and few.view(Seat(0)).legal_complete
    many = position("trump clubs; hands hA hK hQ hJ h10 h9 h9 h8 h7 h6 h4 c4 / - / - / -")
    listed = {a.text() for a in many.legal(Seat(0))}
    assert {"play h9 h9.1", "play hA", "play hK hA", "play h6 h7 h8 h9 h10"} <= listed
    assert not many.view(Seat(0)).legal_complete
    assert all(not many.refusal(Seat(0), action) for action in many.legal(Seat(0)))


def test_by_option_bankers_at_j_who_lose_the_last_trick_to_a_level_j_fall_to_2() -> None:
    text = "level J; trump clubs; banker 0; hands hK / sJ / hQ / h9; kitty s4"
    for option, level in ((True, 0), (False, 11)):
        state = position(text, hookJack=option)
        for seat, play in enumerate(["hK", "sJ", "hQ", "h9"]):
            do(state, seat, f"play {play}")
        assert state.levels[0] == level
