"""Whole matches: they end, no card is lost, and a recount from the record gives the same scores and levels."""

import pytest

from paiju.engine.game import CHANCE, HOST, Action, Seat, Shuffle
from paiju.engine.shuffle import FastSource
from paiju.games.shandong.cards import RANKS
from paiju.games.shandong.game import SHANDONG
from paiju.games.shandong.playout import random_hand
from paiju.games.shandong.rules import STANDARD, make_rules
from paiju.games.shandong.view import SCORED
from tests.games.shandong.recount import Recount


def play_recorded(seed: int, hands: int) -> Recount:
    """A random match with reactions, compared with a recount after every hand."""
    source = FastSource(seed)
    state = SHANDONG.new(STANDARD, 4)
    recount = Recount()

    def do(seat: int, action: Action) -> None:
        state.play(Seat(seat), action)
        recount.see(seat, action.to_json())

    while not state.over() and state.hand_number <= hands:
        if state.chance():
            do(CHANCE, Shuffle(source.order(state.chance())))
        elif state.turn_seat >= 0:
            do(state.turn_seat, source.choice(state.legal(Seat(state.turn_seat))))
        else:
            choices = [(s, a) for s in state.reactors() for a in state.legal(s)] if source.below(4) else []
            upkeep = state.upkeep()
            assert upkeep is not None
            seat, action = source.choice(choices) if choices else (HOST, upkeep)
            do(seat, action)
        if state.phase == SCORED and state.result is not None:
            assert recount.scores[-1] == state.result.total
            assert recount.levels == [RANKS[level] for level in state.result.levels_after]
            assert recount.banker == state.result.next_banker
            assert (recount.match_winner is None) == (state.result.match_winner < 0)
    return recount


@pytest.mark.parametrize("seed", range(6))
def test_a_recount_from_the_record_gives_the_same_scores_and_levels(seed: int) -> None:
    assert len(play_recorded(seed, 5).scores) >= 4


@pytest.mark.parametrize("seed", range(8))
def test_random_matches_end_and_the_winner_has_passed_a(seed: int) -> None:
    source = FastSource(seed)
    state = SHANDONG.new(make_rules("standard", {"startLevel": "J"}), 4)
    while not state.over():
        random_hand(state, source)
        assert len(set(state.census())) == 108
        assert state.hand_number < 500
    outcome = state.outcome()
    assert outcome is not None and outcome.placements.count(1) == 2
    assert {seat % 2 for seat in outcome.winners} == {state.match_winner}
    assert state.result is not None and state.result.total < 80
    assert RANKS[state.result.levels_before[state.match_winner]] == "A"


@pytest.mark.parametrize(
    "options",
    [
        {"failedThrowChoice": "nextPlayer", "failedThrowPenalty": 10},
        {"allowSnatch": False, "allowStick": False, "hiddenDeclaration": False},
        {"killMatch": "exact", "jokerFlash": True, "kittyDeduct": True},
        {"permanentTrumps": [], "tractorAdjacency": "natural", "idleMaxAdvance": None},
        {"strictFollowRules": False, "trumpPairNeedsBigJoker": False, "noDeclareLater": "idleTakesOver"},
    ],
)
def test_random_hands_end_under_other_options(options: dict[str, object]) -> None:
    source = FastSource(3)
    state = SHANDONG.new(make_rules("standard", options), 4)
    for _ in range(12):
        if not state.over():
            random_hand(state, source)
            assert state.phase == SCORED
