"""UNO's engine against RLCard's and OpenSpiel's, and what a copy costs."""

import random
import sys
import tracemalloc
from collections.abc import Callable

from bench.row import Row, compiled, median_ns, median_rate, peer
from paiju.engine.drive import advance, settle
from paiju.engine.game import Seat
from paiju.engine.shuffle import FastSource
from paiju.games.uno.game import UNO
from paiju.games.uno.playout import random_matches
from paiju.games.uno.rules import UnoRules
from paiju.games.uno.state import UnoState

BUILDS = ("compiled", "pure")


def one_round_rules() -> UnoRules:
    """The official rules, one round. As in RLCard nobody draws for the deal, or draws a card while one fits."""
    return UNO.rules("official", {"targetScore": None, "drawOnlyIfStuck": True, "dealerRule": "lastSeat"})


def driven_round(rules: UnoRules, source: FastSource, unit: Callable[[], float]) -> int:
    """A round of four seats driven from interpreted Python: `legal`, pick one, `play`. Returns the decisions."""
    state = UNO.new(rules, 4)
    decisions = 0
    while not state.over():
        advance(state, source)
        while (seat := state.turn()) >= 0:
            legal = state.legal(seat)
            state.play(seat, legal[int(unit() * len(legal))])
            decisions += 1
    return decisions


def middle_of_a_round(seed: int) -> UnoState:
    """A position after 40 random decisions."""
    source = FastSource(seed)
    while True:
        state = UNO.new(one_round_rules(), 4)
        advance(state, source)
        for _ in range(40):
            if not state.over():
                state.play(state.turn(), source.choice(state.legal(state.turn())))
                settle(state, source)
        if not state.over():
            return state


def copy_bytes(state: UnoState, copies: int = 1000) -> float:
    """Memory of one copy."""
    tracemalloc.start()
    before = tracemalloc.get_traced_memory()[0]
    kept = [state.copy() for _ in range(copies)]
    after = tracemalloc.get_traced_memory()[0]
    tracemalloc.stop()
    return (after - before - sys.getsizeof(kept)) / copies


def rows() -> list[Row]:
    """Every figure of this part."""
    rules, source, unit = one_round_rules(), FastSource(1), random.Random(1).random
    driven = median_rate(lambda: driven_round(rules, source, unit))
    inside = median_rate(lambda: random_matches(rules, 4, 20, source))
    middle = middle_of_a_round(7)
    fast = compiled()
    return [
        Row("decisions/s, legal + play", driven, "1/s", peer("rlcard"), least_ratio=25 if fast else 5),
        Row("decisions/s inside", inside, "1/s", peer("openspiel"), least_ratio=2 if fast else None),
        Row("rounds/s inside", median_rate(lambda: 20 * (random_matches(rules, 4, 20, source) > 0)), "1/s"),
        Row("copy", median_ns(middle.copy), "ns", at_most=1000 if fast else None),
        Row("copy, memory", copy_bytes(middle), "B", at_most=3000 if fast else None),
        Row("view", median_ns(lambda: middle.view(Seat(0))), "ns"),
        Row("legal", median_ns(lambda: middle.legal(middle.turn())), "ns"),
    ]
