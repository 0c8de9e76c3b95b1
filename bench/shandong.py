"""Shandong Upgrade: follow checks, random hands, copies, the memory of a position."""

import gc
import time
import tracemalloc
from collections.abc import Callable
from typing import Final

from bench.row import Row, compiled, median_ns, median_rate
from paiju.engine.drive import advance
from paiju.engine.game import HOST, Seat
from paiju.engine.shuffle import FastSource
from paiju.games.shandong.actions import Play
from paiju.games.shandong.cards import parse_cards
from paiju.games.shandong.game import SHANDONG
from paiju.games.shandong.patterns import identify
from paiju.games.shandong.plain import context_of, follow_refusal
from paiju.games.shandong.playout import random_action, random_hand, random_reaction
from paiju.games.shandong.rules import STANDARD
from paiju.games.shandong.state import ShandongState
from paiju.games.shandong.view import PLAYING, SCORED

BUILDS: Final = ("compiled", "pure")
HAND: Final = "hA hK hQ hQ hJ h9 h9 h8 h8 h7 c4 c6 c7 d8 d9 d10 sA sK s9 s9 s3 h5 small big h2 d2"


def following(lead: str) -> ShandongState:
    """Seat 1 with 26 cards has to follow this lead at level 2, spades."""
    state = SHANDONG.new(STANDARD, 4)
    ctx = context_of("2", "spades")
    state.phase = PLAYING
    state.ctx = ctx
    state.lead = identify(ctx, parse_cards(lead))
    state.hands[1] = parse_cards(HAND)
    state.turn_seat = 1
    return state


def refusal_us(lead: str, plays: list[str]) -> float:
    """Microseconds of one `refusal`, the mean over accepted and refused plays."""
    state = following(lead)
    actions = [Play(parse_cards(play)) for play in plays]
    seat = Seat(1)

    def check() -> None:
        for action in actions:
            state.refusal(seat, action)

    return median_ns(check, loops=4000) / len(actions) / 1000


def plain_us() -> float:
    """Microseconds of one check of a follow on ids: two or four cards led, 26 held."""
    hand = parse_cards(HAND).ids()
    cases = [("h10 h10", "h9 h9"), ("h10 h10", "hA hK"), ("h6 h6 h4 h4", "h9 h9 h8 h8"), ("hJ", "h7")]
    asked = [(parse_cards(lead).ids(), parse_cards(play).ids()) for lead, play in cases]

    def check() -> None:
        for lead, play in asked:
            follow_refusal(lead, hand, play, "2", "spades")

    return median_ns(check, loops=4000) / len(asked) / 1000


def hands() -> int:
    """Some hands from deal to score."""
    source = FastSource(time.perf_counter_ns())
    state = SHANDONG.new(STANDARD, 4)
    for done in range(20):
        if state.over():
            return done
        random_hand(state, source)
    return 20


def middle_of_a_hand(seed: int) -> ShandongState:
    """A position after about a dozen tricks."""
    source = FastSource(seed)
    state = SHANDONG.new(STANDARD, 4)
    random_hand(state, source)
    next_hand = state.upkeep()
    if next_hand is not None:
        state.apply(HOST, next_hand)
    while state.trick_number < 13 and state.phase != SCORED:
        play_on(state, source)
    return state


def play_on(state: ShandongState, source: FastSource) -> None:
    """One random action of a seat that is awaited."""
    if state.turn_seat >= 0:
        state.apply(state.turn(), random_action(state, state.turn_seat, source))
        return
    advance(state, source)
    seat = state.reactors()[0]
    state.apply(seat, random_reaction(state, seat, source))


def position_bytes(count: int = 60) -> float:
    """Memory of one position that shares nothing but tables with others."""
    middle_of_a_hand(0)
    gc.collect()
    tracemalloc.start()
    before = tracemalloc.get_traced_memory()[0]
    kept = [middle_of_a_hand(seed) for seed in range(1, count + 1)]
    gc.collect()
    used = tracemalloc.get_traced_memory()[0] - before
    tracemalloc.stop()
    return used / len(kept)


def decision_rate(choose: Callable[[ShandongState, FastSource], int]) -> float:
    """Decisions per second."""
    source = FastSource(3)
    state = SHANDONG.new(STANDARD, 4)
    return median_rate(lambda: choose(state.copy(), source))


def listed_decisions(state: ShandongState, source: FastSource) -> int:
    """A hand played by choosing from `legal`."""
    done = 0
    while state.phase != SCORED:
        if state.turn_seat >= 0:
            state.apply(state.turn(), source.choice(state.legal(state.turn())))
            done += 1
        else:
            play_on(state, source)
    return done


def rows() -> list[Row]:
    fast = compiled()
    pair = refusal_us("h10 h10", ["h9 h9", "hQ hQ", "hA hK", "h9 h8", "hA c4"])
    tractor = refusal_us("h6 h6 h4 h4", ["h9 h9 h8 h8", "hQ hQ h9 h9", "hA hK hQ hJ", "h9 h8 hQ hQ", "hA c4 c6 c7"])
    state = middle_of_a_hand(7)
    return [
        Row("refusal of a follow, pair led", pair, "µs", at_most=1 if fast else 10),
        Row("refusal of a follow, 4-card tractor led", tractor, "µs", at_most=2 if fast else 20),
        Row("check of a follow on plain data", plain_us(), "µs", at_most=2 if fast else None),
        Row("follow checks/s, pair led", 1e6 / pair, "1/s"),
        Row("random hands/s, deal to score", median_rate(hands), "1/s", at_least=2000 if fast else None),
        Row("decisions/s, legal + play", decision_rate(listed_decisions), "1/s"),
        Row("copy()", median_ns(state.copy) / 1000, "µs", at_most=2 if fast else None),
        Row("memory of a position", position_bytes(), "B", at_most=6000 if fast else None),
    ]
