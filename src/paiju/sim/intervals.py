"""Confidence intervals. The unit is the deal: games of the same deal are dependent, so they count as one value."""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from statistics import NormalDist

Z95 = NormalDist().inv_cdf(0.975)
"""Two-sided 95 % of the normal distribution."""


@dataclass(frozen=True)
class Estimate:
    """A mean over deals with its 95 % interval."""

    mean: float
    low: float
    high: float
    deals: int

    def contains(self, value: float) -> bool:
        """Whether `value` is inside the interval."""
        return self.low <= value <= self.high

    def to_json(self) -> dict[str, object]:
        """JSON has no infinity: an end that is not known is null."""
        ends = {"mean": self.mean, "low": self.low, "high": self.high}
        return {**{k: v if math.isfinite(v) else None for k, v in ends.items()}, "deals": self.deals}


def student_t(freedom: int) -> float:
    """The 97.5 % point of Student's t (Cornish–Fisher expansion, four terms; exact values below four)."""
    exact = {1: 12.7062, 2: 4.3027, 3: 3.1824}
    if freedom in exact:
        return exact[freedom]
    z, v = Z95, float(freedom)
    first = (z**3 + z) / 4
    second = (5 * z**5 + 16 * z**3 + 3 * z) / 96
    third = (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / 384
    return z + first / v + second / v**2 + third / v**3


def wilson(share: float, trials: int) -> tuple[float, float]:
    """Wilson's interval for a share of yes/no trials. It is also valid at 0 and 1, where the variance is zero."""
    z2 = Z95 * Z95
    centre = (share + z2 / (2 * trials)) / (1 + z2 / trials)
    half = Z95 * math.sqrt(share * (1 - share) / trials + z2 / (4 * trials * trials)) / (1 + z2 / trials)
    return max(0.0, centre - half), min(1.0, centre + half)


def mean_over_deals(values: Sequence[float]) -> Estimate:
    """The mean of one number per deal, with Student's interval. Without deals the interval is unbounded."""
    n = len(values)
    if n == 0:
        return Estimate(math.nan, -math.inf, math.inf, 0)
    mean = math.fsum(values) / n
    if n == 1:
        return Estimate(mean, -math.inf, math.inf, 1)
    variance = math.fsum([(v - mean) ** 2 for v in values]) / (n - 1)
    half = student_t(n - 1) * math.sqrt(variance / n)
    return Estimate(mean, mean - half, mean + half, n)


def share_over_deals(values: Sequence[float]) -> Estimate:
    """A share of wins: one number in 0 … 1 per deal. Yes/no deals and extremes get Wilson's interval."""
    estimate = mean_over_deals(values)
    n = estimate.deals
    if n == 0:
        return Estimate(math.nan, 0.0, 1.0, 0)
    if all(v in (0.0, 1.0) for v in values):
        low, high = wilson(estimate.mean, n)
        return Estimate(estimate.mean, low, high, n)
    return Estimate(estimate.mean, max(0.0, estimate.low), min(1.0, estimate.high), n)


def paired_difference(one: Sequence[float], other: Sequence[float]) -> Estimate:
    """The mean of `one` − `other` on the same deals. The luck of the cards, which both share, cancels out."""
    if len(one) != len(other):
        raise ValueError("a paired difference needs the same deals on both sides")
    return mean_over_deals([a - b for a, b in zip(one, other, strict=True)])
