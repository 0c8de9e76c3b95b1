"""Intervals: against known values, and against what they promise."""

import math

import pytest

from paiju.engine.shuffle import FastSource
from paiju.sim.intervals import (
    Estimate,
    mean_over_deals,
    paired_difference,
    share_over_deals,
    student_t,
    wilson,
)


@pytest.mark.parametrize(("freedom", "value"), [(1, 12.706), (4, 2.776), (9, 2.262), (30, 2.042), (1000, 1.962)])
def test_student_t_is_that_of_the_tables(freedom: int, value: float) -> None:
    assert student_t(freedom) == pytest.approx(value, abs=0.01)


def test_wilson_is_that_of_the_textbook() -> None:
    low, high = wilson(0.1, 100)
    assert low == pytest.approx(0.0552, abs=1e-4)
    assert high == pytest.approx(0.1744, abs=1e-4)


def test_ten_wins_of_ten_are_no_certainty() -> None:
    estimate = share_over_deals([1.0] * 10)
    assert estimate.mean == 1.0
    assert 0.6 < estimate.low < 0.8
    assert estimate.high == 1.0


def test_every_deal_shared_evenly_is_a_certainty() -> None:
    estimate = share_over_deals([0.25] * 50)
    assert (estimate.low, estimate.high) == (0.25, 0.25)


def test_a_mean_has_the_interval_of_student() -> None:
    estimate = mean_over_deals([1.0, 2.0, 3.0, 4.0, 5.0])
    assert estimate.mean == 3.0
    assert estimate.high - estimate.mean == pytest.approx(2.776 * math.sqrt(2.5 / 5), abs=0.01)


def test_one_deal_says_nothing_about_its_own_error() -> None:
    assert mean_over_deals([2.0]).to_json() == {"mean": 2.0, "low": None, "high": None, "deals": 1}
    assert not math.isfinite(mean_over_deals([2.0]).high)


def test_no_deal_says_nothing_at_all() -> None:
    assert share_over_deals([]).to_json() == {"mean": None, "low": 0.0, "high": 1.0, "deals": 0}


def test_pairing_takes_out_what_both_owe_to_the_cards() -> None:
    luck = [float(FastSource(1).copy().below(100)) for _ in range(3)] + [10.0, 90.0, 40.0, 70.0]
    better = [x + 1.0 for x in luck]
    difference = paired_difference(better, luck)
    assert (difference.mean, difference.low, difference.high) == (1.0, 1.0, 1.0)
    assert mean_over_deals(better).contains(mean_over_deals(luck).mean)


def test_a_pair_needs_the_same_deals() -> None:
    with pytest.raises(ValueError, match="same deals"):
        paired_difference([1.0], [1.0, 2.0])


def test_about_95_of_100_intervals_contain_the_truth() -> None:
    """Deals of four hanging-together games with a true share of a quarter."""
    source = FastSource(7)
    covered = 0
    for _ in range(400):
        values = [(source.below(4) + source.below(2)) / 4 % 1.0 for _ in range(60)]
        truth = (0 + 1 + 2 + 3 + 1 + 2 + 3 + 0) / 8 / 4
        covered += share_over_deals(values).contains(truth)
    assert 360 <= covered <= 396


def test_an_estimate_knows_what_it_contains() -> None:
    assert Estimate(0.3, 0.25, 0.35, 10).contains(0.25)
    assert not Estimate(0.3, 0.26, 0.35, 10).contains(0.25)
