"""Random play, legal and illegal, over all rulebooks and random options, with every check of `checks`.

    python -m tests.games.uno.soak --actions 2000000 --seed 1

It goes further than `paiju.testing.soak`: the whole law is compared with `legal`, scores are recounted, refused actions
are punished as the rulebook says, and records are replayed.
"""

import argparse
import sys
import time

import pytest

from paiju.engine.drive import settle
from paiju.engine.errors import IllegalAction
from paiju.engine.game import HOST, Action, Seat
from paiju.engine.shuffle import FastSource, derived
from paiju.games.uno.actions import BEGIN, UnoAction
from paiju.games.uno.game import UNO
from paiju.games.uno.rules import UnoRules
from paiju.games.uno.state import UnoState
from paiju.testing.leak import check_position_hides
from paiju.testing.options import random_rules
from tests.games.uno.checks import UNIVERSE, check_law, check_scores, check_shape

MOST_STEPS = 3000
"""Long matches are left at this length, so that many different tables are seen."""


class Soak:
    """One match: `step` tries something; `log` is what was accepted."""

    def __init__(self, seed: int) -> None:
        self.source = FastSource(seed)
        rules = random_rules(UNO, self.source)
        assert isinstance(rules, UnoRules)
        low, high = UNO.seat_range(rules)
        self.state = UNO.new(rules, low + self.source.below(high - low + 1))
        self.log: list[tuple[Seat, Action]] = []
        self.accepted = 0
        self.refused = 0
        self.cards: list[str] = []
        self.do(HOST, BEGIN)
        self.cards = self.state.census()

    def do(self, seat: Seat, action: Action) -> None:
        """Play an action that is known to be legal, and check what it led to."""
        state, rounds, before = self.state, self.state.round_points, self.state.scores
        state.play(seat, action)
        self.log.append((seat, action))
        self.accepted += 1
        self.log += settle(state, self.source)
        if self.cards:
            assert state.census() == self.cards
        if state.round_points and not rounds and state.round_winner >= 0:
            check_scores(before, state)

    def attempt(self, seat: Seat, action: UnoAction) -> None:
        """Try something that may be illegal; what is refused must change nothing but for a penalty."""
        state = self.state
        code = state.refusal(seat, action)
        if not code:
            self.do(seat, action)
            return
        before = state.snapshot()
        with pytest.raises(IllegalAction) as refused:
            state.play(seat, action)
        assert refused.value.code == code
        assert state.snapshot() == before
        self.refused += 1
        penalty = state.penalty(seat, action, code)
        if penalty is not None and self.source.below(4) == 0:
            self.do(HOST, penalty)

    def step(self) -> bool:
        """One more action of somebody; False when the match is over."""
        state, source = self.state, self.source
        if state.over():
            return False
        upkeep = state.upkeep()
        dice = source.below(1000)
        seat = Seat(source.below(state.seats))
        if dice < 250:
            self.attempt(seat, source.choice(UNIVERSE))
        elif upkeep is not None:
            self.do(HOST, upkeep)
        elif dice < 275:
            self.do(HOST, state.timeout(state.turn()))
        elif dice < 277:
            removal = state.removal(seat)
            if removal is not None and not state.refusal(HOST, removal):
                self.do(HOST, removal)
        else:
            actor = state.turn() if dice < 850 else seat
            legal = state.legal(actor)
            assert legal or actor != state.turn()
            if legal:
                self.do(actor, source.choice(legal))
        return True

    def look(self) -> None:
        """The expensive checks."""
        check_shape(self.state)
        check_law(self.state)
        seat = Seat(self.source.below(self.state.seats))
        check_position_hides(self.state, seat, self.source, UNIVERSE[:: 1 + self.source.below(40)])

    def replayed(self) -> UnoState:
        """The match once more, from what was accepted, through its JSON."""
        again = UNO.new(self.state.rules, self.state.seats)
        for seat, action in self.log:
            again.play(seat, UNO.action_from_json(action.to_json()))
        return again


def soak(actions: int, seed: int, every: int = 40) -> tuple[int, int, int]:
    """Try this many actions. Returns accepted, refused, matches."""
    accepted = refused = matches = 0
    while accepted + refused < actions:
        match_seed = derived(seed, matches)
        matches += 1
        run = Soak(match_seed)
        try:
            for step in range(MOST_STEPS):
                if not run.step():
                    break
                if step % every == 0:
                    run.look()
            assert run.replayed().snapshot() == run.state.snapshot()
        except AssertionError as broken:
            told = "\n".join(f"{seat} {action}"[:120] for seat, action in run.log[-15:])
            options = run.state.rules.overrides()
            raise AssertionError(f"seed {match_seed}, {run.state.rules.rulebook} {options}\n{told}") from broken
        accepted += run.accepted
        refused += run.refused
    return accepted, refused, matches


def main() -> int:
    """The command line."""
    parser = argparse.ArgumentParser(prog="python -m tests.games.uno.soak")
    parser.add_argument("--actions", type=int, default=2_000_000)
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args()
    started = time.perf_counter()
    accepted, refused, matches = soak(asked.actions, asked.seed)
    seconds = time.perf_counter() - started
    figures = f"{accepted + refused} actions ({accepted} accepted, {refused} refused) in {matches} matches"
    print(f"{figures}, no broken invariant; {seconds:.0f} s")
    return 0


if __name__ == "__main__":
    sys.exit(main())
