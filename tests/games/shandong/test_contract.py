"""The engine's contract on random tables, and what other parts ask about Shandong Upgrade."""

from typing import cast

import pytest

from paiju.bots.registry import BUILTIN
from paiju.engine.errors import BadNotation
from paiju.engine.game import CHANCE, HOST, SPECTATOR, Seat, Shuffle, State
from paiju.games.shandong.actions import CLOSE_WINDOW, NEXT_HAND, parse_action
from paiju.games.shandong.game import SHANDONG
from paiju.games.shandong.notation import parse_position
from paiju.games.shandong.rules import make_rules
from paiju.games.shandong.view import ShandongView
from paiju.testing import check_game, check_no_leak
from tests.games.shandong.table import do, started
from tests.games.shandong.test_bidding import at_sticking, declared


def says_complete(state: State, seat: Seat) -> bool:
    return cast(ShandongView, state.view(seat)).legal_complete


def test_lists_that_claim_to_be_complete_are() -> None:
    check_game(SHANDONG, seeds=range(310, 313), fixed={"startLevel": "A"}, complete=says_complete, every=11)


def test_views_and_facts_tell_no_secret_under_any_options() -> None:
    check_no_leak(SHANDONG, seeds=range(40, 46), every=17, most_actions=200)


@pytest.mark.parametrize("text", ["declare small h9 h9", "snatch big big c4 c4", "give h5 cK cQ", "bury s4 s6 s7 s8"])
def test_cards_laid_face_down_are_visible_to_the_actor_only(text: str) -> None:
    action = parse_action(text).to_json()
    assert SHANDONG.visible(action, 0, 0) == action
    for recipient in (1, 2, 3, SPECTATOR):
        assert SHANDONG.visible(action, 0, recipient) == {"type": action["type"]}
    assert not SHANDONG.same_for_all(str(action["type"]))


@pytest.mark.parametrize(
    "text",
    ["stick small d6 d6 d7 d7", "play h9 h9", "choose h4", "pass", "start", "deal 4", "close", "next", "timeout p2"],
)
def test_cards_laid_face_up_are_visible_to_everybody(text: str) -> None:
    action = parse_action(text).to_json()
    for recipient in (0, 1, SPECTATOR):
        assert SHANDONG.visible(action, 0, recipient) == action
    assert SHANDONG.same_for_all(str(action["type"]))


def test_nobody_sees_the_order_of_the_pack() -> None:
    assert SHANDONG.visible(Shuffle([1, 0]).to_json(), CHANCE, 0) == {"type": "SHUFFLE"}


def test_a_pass_leaves_the_decision_open_and_the_end_of_a_window_does_not() -> None:
    state = declared()
    before = state.decision()
    do(state, 1, "pass")
    assert state.decision() == before
    do(state, HOST, CLOSE_WINDOW)
    assert state.decision() != before


def test_giving_back_is_a_decision_of_its_own() -> None:
    state = at_sticking()
    before = state.decision()
    do(state, 3, "stick small.1 d6 d6 d7 d7")
    assert state.decision() != before


def test_the_player_who_chose_a_unit_gets_new_time_to_follow_it() -> None:
    text = "trump clubs; hands hQ h4 h4 / hA h6 h6 / d4 d6 d7 / d8.1 d9 dJ; kitty s8 s9 sJ sQ"
    state = parse_position(text, make_rules("standard", {"failedThrowChoice": "nextPlayer"}))
    do(state, 0, "play hQ h4 h4")
    before = state.decision()
    do(state, 1, "choose h4 h4")
    assert state.turn() == 1 and state.decision() != before


LAST = "trump clubs; level 6; banker 0; points {}; hands hQ / hK / h9 / h8; kitty s4 s6 s7 s8"


@pytest.mark.parametrize(
    ("points", "winners", "levels"),
    [(0, [0, 2], [2, -2, 2, -2]), (70, [1, 3], [0, 0, 0, 0]), (110, [1, 3], [-1, 1, -1, 1])],
)
def test_a_hand_is_won_by_levels_or_else_by_the_bank(points: int, winners: list[int], levels: list[int]) -> None:
    state = parse_position(LAST.format(points))
    assert state.round_outcome() is None
    for seat, play in enumerate(["hQ", "hK", "h9", "h8"]):
        do(state, seat, f"play {play}")
    outcome = state.round_outcome()
    assert outcome is not None and outcome.winners == winners
    assert outcome.result == {"levels": levels}
    assert outcome.scores == [max(level, 0) for level in levels]
    do(state, HOST, NEXT_HAND)
    assert state.round_outcome() is None


def test_passing_a_counts_as_a_level() -> None:
    state = parse_position(LAST.format(0).replace("level 6", "level A"))
    for seat, play in enumerate(["hQ", "hK", "h9", "h8"]):
        do(state, seat, f"play {play}")
    outcome = state.round_outcome()
    assert outcome is not None and outcome.scores == [1, 0, 1, 0]


def test_partners_sit_opposite_each_other() -> None:
    assert SHANDONG.teams(4) == [[0, 2], [1, 3]]


def test_the_bots_that_the_game_names_exist() -> None:
    known = {kind.name for kind in BUILTIN if kind.game == SHANDONG.name}
    named = {
        SHANDONG.default_bot(),
        *[name for level in ("easy", "normal", "hard") for name in SHANDONG.level_bots(level)],
    }
    assert named <= known and SHANDONG.level_bots("impossible") == ()


@pytest.mark.parametrize("count", [0, 105, "4", True, None])
def test_a_deal_of_a_number_that_cannot_be_is_bad_notation(count: object) -> None:
    with pytest.raises(BadNotation):
        SHANDONG.action_from_json({"type": "DEAL", "count": count})


def test_the_next_hand_begins_a_round() -> None:
    assert SHANDONG.round_types() == {NEXT_HAND.kind}


def test_the_own_cards_of_a_view_are_the_hand() -> None:
    state = declared()
    assert sorted(state.view(Seat(1)).own_cards()) == sorted(state.hands[1].ids())
    assert state.view(SPECTATOR).own_cards() == [] and started().view(Seat(0)).own_cards() == []


def test_vectors_of_another_version_are_refused() -> None:
    assert SHANDONG.reads_vectors({"spec": "x", "schema": "y", "version": 1, "vectors": []})
    assert not SHANDONG.reads_vectors({"format": "uno-vectors/1"})
    with pytest.raises(BadNotation) as refused:
        SHANDONG.reads_vectors({"spec": "x", "schema": "y", "version": 2})
    assert refused.value.params["known"] == 1
