"""Random play: a hypothesis state machine, a short soak, whole matches, and the conformance walk."""

from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from paiju.engine.game import HOST, Seat, State
from paiju.games.uno.game import UNO
from paiju.testing.conformance import check_match
from tests.games.uno.checks import UNIVERSE, check_law, check_shape
from tests.games.uno.script import book
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
