"""Following, throwing, killing, winning: the worked examples of the book (§13) and the variants."""

import pytest

from paiju.engine.game import SPECTATOR, Seat
from paiju.games.shandong import check_follow
from paiju.games.shandong.actions import parse_action
from paiju.games.shandong.cards import parse_cards
from paiju.games.shandong.follow import follow_refusal
from paiju.games.shandong.notation import parse_position
from paiju.games.shandong.plain import lead_test
from paiju.games.shandong.plays import MANY
from paiju.games.shandong.rules import make_rules
from paiju.games.shandong.winner import winner
from paiju.i18n import translator
from tests.games.shandong.table import ctx_of, ids, pattern, refused


def follow(lead: str, hand: str, play: str, trump: str | None = "spades", level: str = "2", **options: object) -> str:
    ctx = ctx_of(level, trump, **options)
    return follow_refusal(ctx, pattern(ctx, lead), parse_cards(hand), parse_cards(play))


def test_without_a_pair_the_two_largest_are_due() -> None:
    assert follow("dQ dQ", "dA dK d7 d6 h4", "dA dK", "clubs") == ""
    assert follow("dQ dQ", "dA dK d7 d6 h4", "dA d7", "clubs") == "must_play_largest"
    assert follow("dQ dQ", "dA dK d7 d6 h4", "dA d7", "clubs", mustPlayLargest=False) == ""


def test_permanent_trumps_are_no_cards_of_their_printed_suit() -> None:
    assert follow("d9", "d5 d3 s4 cK", "s4") == ""


def test_a_tractor_is_followed_pair_first_then_largest() -> None:
    hand = "h9 h9 hA hK h8 h4"
    assert follow("hQ hQ hJ hJ", hand, "h9 h9 hA hK") == ""
    assert follow("hQ hQ hJ hJ", hand, "h9 h9 hA h8") == "must_play_largest"
    assert follow("hQ hQ hJ hJ", hand, "hA hK h8 h4") == "must_follow_pair"


@pytest.mark.parametrize(
    ("play", "code"),
    [
        ("hJ hJ h10 h10 h8 h8", ""),
        ("hJ hJ h10 h10 h7 h7", ""),
        ("h8 h8 h7 h7 hJ hJ", ""),
        ("h8 h8 h7 h7 h10 h10", ""),
        ("h8 h8 h7 h7 hJ h6", "must_follow_pair"),
        ("hJ hJ h10 h8 h8 h6", "must_follow_tractor"),
    ],
)
def test_three_pairs_are_followed_by_the_longest_pieces(play: str, code: str) -> None:
    assert follow("hA hA hK hK hQ hQ", "hJ hJ h10 h10 h8 h8 h7 h7 h6", play, "clubs") == code


def test_without_a_rain_the_largest_cards_are_due_and_pairs_may_be_torn() -> None:
    hand = "hA hA hK h9 h8 h7 h4"
    assert follow("h6 h7.1 h8.1 h9.1 h10", hand, "hA hA hK h9 h8") == ""
    assert follow("h6 h7.1 h8.1 h9.1 h10", hand, "hA hA hK h9 h7") == "must_play_largest"


def test_pairs_first_is_another_way_to_follow_flash_and_rain() -> None:
    lead, hand = "h6 h7.1 h8.1 h9.1 h10", "hA hK hK h9 h8 h4 h4"
    assert follow(lead, hand, "hK hK h4 h4 hA", specialFollowChain="pairsFirst") == ""
    assert follow(lead, hand, "hA hK hK h9 h8", specialFollowChain="pairsFirst") == "must_follow_pair"
    assert follow(lead, hand, "hK hK h4 h4 h9", specialFollowChain="pairsFirst") == "must_play_largest"


def test_a_throw_is_followed_unit_by_unit_with_free_cards() -> None:
    hand = "dJ dJ d9 d8"
    assert [follow("dA dA dK", hand, play) for play in ("dJ dJ d9", "dJ dJ d8", "dJ d9 d8")] == [
        "",
        "",
        "must_follow_pair",
    ]


def test_a_thunder_that_cannot_be_followed_takes_the_largest() -> None:
    hand = "s3 h3 c3 d3 big s9"
    assert follow("s2 h2 c2 d2 d2", hand, "big s3 h3 c3 d3", level="10") == ""
    assert follow("s2 h2 c2 d2 d2", hand, "s9 s3 h3 c3 d3", level="10") == "must_play_largest"
    assert follow("s2 h2 c2 d2", hand, "s3 h3 c3 d3", level="10") == ""
    assert follow("s2 h2 c2 d2", hand, "big s3 h3 c3", level="10") == "must_follow_flash"


def test_a_short_player_plays_all_of_the_suit() -> None:
    assert follow("hA hA", "h4 cK d9", "h4 cK") == ""
    assert follow("hA hA", "h4 cK d9", "cK d9") == "must_play_all_of_suit"
    assert follow("hA", "h4 cK d9", "cK") == "must_follow_suit"
    assert follow("hA hA", "h4 h6 cK", "h4") == "wrong_count"


def test_only_number_and_suit_are_enforced_without_strict_rules() -> None:
    assert follow("hA hA", "h9 h9 h4", "h9 h4", strictFollowRules=False) == ""
    assert follow("hA hA", "h9 h9 h4 c4", "h9 c4", strictFollowRules=False) == "must_follow_suit"


def test_a_check_on_plain_data_answers_with_code_parameters_and_message() -> None:
    hand = ["diamonds_A_0", "diamonds_K_0", "diamonds_7_0"]
    lead = ["diamonds_Q_0", "diamonds_Q_1"]
    answer = check_follow(lead, hand, ["diamonds_A_0", "diamonds_7_0"], "2", "clubs")
    assert answer.to_json(translator("shandong", "zh-CN")) == {
        "valid": False,
        "code": "must_play_largest",
        "params": {"cards": ["diamonds_A_0", "diamonds_K_0"]},
        "message": "没有相应牌型，必须出最大的牌：♦A ♦K",
    }
    assert check_follow(lead, hand, ["diamonds_A_0", "diamonds_K_0"], "2", "clubs").valid
    for play, code in ((["x"], "unknown_card"), (["clubs_4_0"], "card_not_in_hand"), ([], "empty_play")):
        assert check_follow(lead, hand, play, "2", "clubs").code == code


def throw(play: str, *others: str, **options: object) -> object:
    ctx = ctx_of("2", "clubs", **options)
    hands = [parse_cards(hand) for hand in others]
    return lead_test(ctx, parse_cards(play), hands, True).to_json()


def test_a_throw_stands_if_nobody_alone_beats_a_unit() -> None:
    assert throw("dA dA dK", "dQ", "dJ dJ", "c4 c4") == {"ok": True}


def test_a_failed_throw_leads_its_smallest_beatable_unit() -> None:
    assert throw("hQ h4 h4", "hA h6 h6", "", "") == {"ok": False, "forced": ["hearts_Q_0"]}
    highest = throw("hQ h4 h4", "hA h6 h6", "", "", failedThrowChoice="highestUnit")
    assert highest == {"ok": False, "forced": ["hearts_4_0", "hearts_4_1"]}
    offered = throw("hQ h4 h4", "hA h6 h6", "", "", failedThrowChoice="nextPlayer")
    assert offered == {"ok": False, "choices": [["hearts_4_0", "hearts_4_1"], ["hearts_Q_0"]]}


def test_a_pair_split_between_two_hands_beats_no_pair() -> None:
    assert throw("hK hK h4", "hA", "hA.1", "c9") == {"ok": False, "forced": ["hearts_4_0"]}


def won_by(lead: str, *plays: str, trump: str | None = "clubs", **options: object) -> int:
    ctx = ctx_of("2", trump, **options)
    return winner(ctx, pattern(ctx, lead), [parse_cards(lead), *[parse_cards(play) for play in plays]])


def test_the_tractor_decides_between_kills_of_a_throw() -> None:
    kills = ("c4 c4 c6 c6 big", "c7 c7 c8 c8 c9", "c10 c10 cQ cQ big.1")
    assert won_by("dA d10 d10 d9 d9", *kills) == 2


def test_equal_plays_leave_the_first_ahead() -> None:
    assert won_by("hA", "hA.1", "hK", "h4") == 0
    assert won_by("h9", "c7", "c7.1", "c6") == 1


def test_a_kill_must_show_the_pattern() -> None:
    assert won_by("hA hA", "c4 c6", "d4 d4", "c7 c7") == 3
    assert won_by("hA hK hQ", "c4 c4 c6", "d4 d6 d7", "h4 h6 h7") == 1
    assert won_by("hA hK hQ", "c4 c4 c6", "d4 d6 d7", "h4 h6 h7", killMatch="exact") == 0


def test_the_view_of_a_follower_says_what_has_to_be_followed() -> None:
    state = parse_position("trump spades; hands c8 c8 h4 / cA c4 s9 / c6 s4 h7 / s6 s7 s8; kitty sJ sQ sA d9")
    assert state.view(Seat(0)).to_json()["follow"] is None
    state.play(Seat(0), parse_action("play c8 c8"))
    enough = state.view(Seat(1)).to_json()
    assert enough["follow"] == {"suit": "clubs", "count": 2, "cards": ["clubs_A_0", "clubs_4_0"]}
    assert enough["playable"] == ["clubs_A_0", "clubs_4_0"]
    for watcher in (0, 2, 3, SPECTATOR):
        assert state.view(Seat(watcher)).to_json()["follow"] is None
    state.play(Seat(1), parse_action("play cA c4"))
    short = state.view(Seat(2)).to_json()
    assert short["follow"] == {"suit": "clubs", "count": 2, "cards": ["clubs_6_0"]}
    assert short["playable"] == ["spades_4_0", "hearts_7_0", "clubs_6_0"]
    state.play(Seat(2), parse_action("play c6 h7"))
    void = state.view(Seat(3)).to_json()  # only trumps left, but clubs were led
    assert void["follow"] == {"suit": "clubs", "count": 2, "cards": []}
    assert void["playable"] == ["spades_8_0", "spades_7_0", "spades_6_0"]


def test_after_a_failed_throw_the_forced_unit_has_to_be_followed() -> None:
    text = "trump clubs; hands hQ h4 h4 / hA h6 h6 / d4 d6 d7 / d8.1 d9 dJ; kitty s8 s9 sJ sQ"
    state = parse_position(text, make_rules("standard", {"failedThrowChoice": "nextPlayer"}))
    state.play(Seat(0), parse_action("play hQ h4 h4"))
    assert state.view(Seat(1)).to_json()["follow"] is None  # he chooses first
    assert refused(state, 2, "choose h4 h4") == "not_your_turn"
    for text, code, card in (("hearts_1", "unknown_card", "hearts_1"), ("h4.1 h4.1", "duplicate_card", "hearts_4_1")):
        assert refused(state, 1, f"choose {text}") == code
        assert state.refusal_params(Seat(1), parse_action(f"choose {text}")) == {"card": card}
    state.play(Seat(1), parse_action("choose h4 h4"))
    follow = state.view(Seat(1)).to_json()["follow"]
    assert follow == {"suit": "hearts", "count": 2, "cards": ["hearts_A_0", "hearts_6_0", "hearts_6_1"]}
    assert state.view(Seat(1)).to_json()["playable"] == ["hearts_6_0", "hearts_6_1"]


def test_nothing_beats_the_four_jokers_in_a_throw() -> None:
    ctx = ctx_of("2", "spades", jokerFlash=True)
    tested = lead_test(ctx, parse_cards("big big small small s4"), [parse_cards("s2 h2 c2 d2 s6")] * 3, True)
    assert [unit.cards.text() for unit in tested.choices] == ["s4"], "only the single card is beaten"


def test_a_throw_of_two_tractors_is_followed_by_two_tractors() -> None:
    lead, hand = "hA hA hK hK hJ hJ h10 h10", "h9 h9 h8 h8 h7 h7 h6 h6 h4"
    assert follow(lead, hand, "h9 h9 h8 h8 h7 h7 h6 h6") == ""
    assert follow(lead, hand, "h9 h9 h8 h8 h7 h7 h6 h4") == "must_follow_tractor"


def test_a_kill_shows_every_unit_of_a_throw() -> None:
    tractors = "hA hA hK hK hJ hJ h10 h10"
    assert won_by(tractors, "cK cK cQ cQ c9 c9 c8 c8") == 1
    assert won_by(tractors, "cK cK cQ cQ c9 c9 c7 c7") == 0, "two tractors were led"
    mixed = "hA hA hK hK h9 h9"
    assert won_by(mixed, "cK cK cQ cQ c8 c8") == 1
    assert won_by(mixed, "cK cK cQ cQ c8 c7") == 0, "a tractor and a pair were led"


def test_the_cards_a_throw_still_owes_are_named() -> None:
    lead, hand = ids("hA hA hK"), ids("hQ hJ h9 h4")
    options = {"largestOnThrow": True}
    answer = check_follow(lead, hand, ids("hJ h9 h4"), "2", "spades", options)
    assert (answer.code, answer.params) == ("must_play_largest", {"cards": ["hearts_Q_0", "hearts_J_0"]})
    assert check_follow(lead, hand, ids("hQ hJ h4"), "2", "spades", options).valid


def test_the_cards_that_a_rain_still_owes_are_named_beside_the_pairs() -> None:
    lead, hand = ids("h6 h7 h8 h9 h10"), ids("hA hK hJ hJ h4 h4")
    answer = check_follow(lead, hand, ids("hJ hJ h4 h4 hK"), "2", "spades", {"specialFollowChain": "pairsFirst"})
    assert (answer.code, answer.params) == ("must_play_largest", {"cards": ids("hA")})


def test_without_a_trump_suit_no_rain_is_killed() -> None:
    assert won_by("h6 h7 h8 h9 h10 hA", "s2 s2 h2 h2.1 c2 c2", trump=None) == 0


def test_more_follows_than_can_be_listed_are_a_sample_of_legal_ones() -> None:
    """Two thunders and a rain are owed; the copies of five, seven and spades to choose from are thousands of plays."""
    thunders = "s2 h2 c2 d2 d2 s3 h3 c3 d3 d3"
    owed = "s5 s5 h5 h5 c5 c5 d5 d5 s7 s7 h7 h7 c7 c7 d7 d7 s8 s8 s9 s9 s10.1 sJ.1 sQ.1 sK.1 sA.1"
    state = parse_position(
        f"level 7; trump spades; leader 0; trick {thunders} s10 sJ sQ sK sA; hands - / {owed} / h4 / d4"
    )
    legal = state.legal(Seat(1))
    assert len(legal) == len(set(legal)) == MANY and not state.view(Seat(1)).to_json()["legalComplete"]
    assert all(not state.refusal(Seat(1), action) for action in legal[::97])
