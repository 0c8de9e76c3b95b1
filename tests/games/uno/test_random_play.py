"""Random play: a hypothesis state machine, a short soak, whole matches, and the conformance walk."""

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from paiju.engine.game import HOST, Seat, State
from paiju.engine.shuffle import FastSource
from paiju.games.uno.game import UNO
from paiju.games.uno.playout import random_action, random_matches
from paiju.games.uno.vectors import position
from paiju.testing.conformance import check_match
from tests.games.uno.checks import UNIVERSE, check_law, check_shape
from tests.games.uno.script import book, play
from tests.games.uno.soak import Soak, soak


class Table(RuleBasedStateMachine):
    """Players, some of them confused, and a host."""

    @initialize(seed=st.integers(0, 2**32))
    def sit_down(self, seed: int) -> None:
        self.run = Soak(seed)

    @precondition(lambda self: self.run.state.turn() >= 0)
    @rule(pick=st.integers(0, 10**6))
    def play_on(self, pick: int) -> None:
        seat = self.run.state.turn()
        legal = self.run.state.legal(seat)
        self.run.do(seat, legal[pick % len(legal)])

    @rule(seat=st.integers(0, 9), pick=st.integers(0, len(UNIVERSE) - 1))
    def try_anything(self, seat: int, pick: int) -> None:
        self.run.attempt(Seat(seat), UNIVERSE[pick])

    @precondition(lambda self: self.run.state.turn() >= 0)
    @rule()
    def time_runs_out(self) -> None:
        self.run.do(HOST, self.run.state.timeout(self.run.state.turn()))

    @precondition(lambda self: self.run.state.upkeep() is not None)
    @rule()
    def host_goes_on(self) -> None:
        upkeep = self.run.state.upkeep()
        assert upkeep is not None
        self.run.do(HOST, upkeep)

    @precondition(lambda self: not self.run.state.over())
    @rule(seat=st.integers(0, 9))
    def somebody_leaves(self, seat: int) -> None:
        removal = self.run.state.removal(Seat(seat))
        if removal is not None and not self.run.state.refusal(HOST, removal):
            self.run.do(HOST, removal)

    @invariant()
    def facts_fit_together(self) -> None:
        if hasattr(self, "run"):
            check_shape(self.run.state)

    def teardown(self) -> None:
        if hasattr(self, "run"):
            check_law(self.run.state)
            assert self.run.replayed().snapshot() == self.run.state.snapshot()


TestTable = Table.TestCase
TestTable.settings = settings(max_examples=40, stateful_step_count=40, deadline=None)


def test_random_play_breaks_no_invariant() -> None:
    accepted, refused, _ = soak(12_000, seed=20)
    assert accepted > 4000 and refused > 1500


def complete(state: State, seat: Seat) -> bool:
    """Where 7s swap hands an action that was legal once may be legal again in another spelling."""
    return not state.snapshot()["options"]["sevenSwap"]  # type: ignore[index]  # options is an object


def test_every_promise_of_the_contract_is_kept_in_whole_matches() -> None:
    for seed, (rulebook, seats) in enumerate([("official", 3), ("platform", 10), ("console", 4), ("arena", 2)]):
        rules = book(rulebook, targetScore=None)
        check_match(UNO, rules, seats, seed, complete=complete, every=25)
    check_match(UNO, book("official", targetScore=300, stackDrawCards=True, sevenSwap=True), 4, 9, complete=complete)


@pytest.mark.parametrize("drawn", [False, True])
def test_random_play_inside_the_engine_keeps_to_the_rules(drawn: bool) -> None:
    """What the playout picks is legal, and every legal turn action can be picked."""
    for options in ({}, {"drawOnlyIfStuck": True}, {"sevenSwap": True}, {"wd4Rule": "strict"}, {"forcePlay": True}):
        state = position("r5", "r1 w g5 w4 r7 b2", "b1 b3", "b4 b6", rules=book("official", **options), pile="w.2 y1")
        if drawn and not options.get("drawOnlyIfStuck"):
            play(state, "p1 draw")
        legal = [a for a in state.legal(Seat(0)) if a.to_json()["type"] != "CALL_UNO"]
        picked = {random_action(state, FastSource(seed)) for seed in range(400)}
        assert picked == set(legal)


def test_random_matches_end_and_are_the_same_for_the_same_seed() -> None:
    for rulebook in ("official", "platform", "console", "arena"):
        rules = book(rulebook, drawOnlyIfStuck=True)
        assert random_matches(rules, 4, 2, FastSource(3)) == random_matches(rules, 4, 2, FastSource(3)) > 50
