"""The search for weights of `memory`, in short form."""

import pytest

from paiju.bots.shandong_weights import Weights
from tools.tune_shandong import NAMES, lead_in_levels, moved, tuned


def test_a_set_of_weights_is_level_with_itself_on_a_mirrored_deal() -> None:
    assert lead_in_levels(Weights(), Weights(), 3) == 0


def test_weights_move_by_their_own_measure() -> None:
    signs = dict.fromkeys(NAMES, 1)
    up = moved(Weights(), signs, 0.1)
    assert up.feed == pytest.approx(Weights().feed * 1.1)
    assert all(getattr(up, name) > getattr(Weights(), name) for name in NAMES)


def test_the_same_seed_finds_the_same_weights() -> None:
    one, two = (tuned(Weights(), seed=5, steps=1, deals=1) for _ in range(2))
    assert [getattr(one, name) for name in NAMES] == [getattr(two, name) for name in NAMES]
