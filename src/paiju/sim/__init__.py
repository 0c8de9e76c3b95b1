"""Tournaments between bots: seeded deals, duplicate deals, confidence intervals, ratings."""

from paiju.sim.intervals import Estimate, mean_over_deals, paired_difference, share_over_deals
from paiju.sim.plan import BadPlan, Plan
from paiju.sim.run import Interrupted, run
from paiju.sim.tournament import Report, Row

__all__ = [
    "BadPlan",
    "Estimate",
    "Interrupted",
    "Plan",
    "Report",
    "Row",
    "mean_over_deals",
    "paired_difference",
    "run",
    "share_over_deals",
]
