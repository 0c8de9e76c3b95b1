"""Checks that every game must pass, shipped so that a new game can use them.

from paiju.testing import check_game, check_no_leak

def test_the_contract() -> None:
    check_game(MY_GAME)

def test_no_view_tells_a_secret() -> None:
    check_no_leak(MY_GAME)
"""

from paiju.testing.conformance import check_game, check_match
from paiju.testing.facts import FactCheck
from paiju.testing.leak import check_action_hides, check_action_shows, check_no_leak, check_position_hides
from paiju.testing.options import random_rules
from paiju.testing.perft import divide, perft
from paiju.testing.replay import check_replay
from paiju.testing.vectors import VectorReport, run_vectors
from paiju.testing.walk import ContractBroken, Walk

__all__ = [
    "check_game",
    "check_match",
    "check_action_hides",
    "check_action_shows",
    "check_no_leak",
    "check_position_hides",
    "check_replay",
    "random_rules",
    "perft",
    "divide",
    "run_vectors",
    "VectorReport",
    "FactCheck",
    "Walk",
    "ContractBroken",
]
