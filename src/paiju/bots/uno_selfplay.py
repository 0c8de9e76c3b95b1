"""Many tables of UNO at once, for learning: each runs until its next real decision and then waits for an answer.

No arrays here, only lists, so that mypyc compiles it; `sim.train_uno` turns them into matrices.
"""

from typing import Final

from paiju.bots.uno_features import Situation
from paiju.bots.uno_manners import duty, reaction, with_call
from paiju.bots.uno_moves import GOALS, decisions, last_card, round_worth
from paiju.bots.uno_rollout import make, simple_move
from paiju.engine.drive import settle
from paiju.engine.game import HOST, Seat
from paiju.engine.shuffle import FastSource
from paiju.games.uno.actions import CALL, UnoAction
from paiju.games.uno.rules import UnoRules
from paiju.games.uno.state import UnoState
from paiju.games.uno.view import ACTED, UnoView

ENDLESS: Final = 1000
"""A round is given up after this many turns: untrained players may never finish it."""


class Seating:
    """What is played at a table: rules, seats, who learns (the others play like `colour`)."""

    def __init__(self, rules: UnoRules, learners: list[bool], goal: int) -> None:
        self.rules: Final = rules
        self.learners: Final = learners
        self.goal: Final = goal
        """The output of the network by which they choose. All outputs learn from the results."""


class TrainingTable:
    """One round in progress."""

    def __init__(self, source: FastSource) -> None:
        self.source: Final = source
        self.seating: Seating | None = None
        self.state: UnoState | None = None
        self.view: UnoView | None = None
        self.moves: list[UnoAction] = []
        self.rows: list[bytes] = []
        """The features that are on for each move of the open decision, one byte per feature."""
        self.taken: list[bytes] = []
        """Features of the moves made in this round; `taken_by` has the seats that made them."""
        self.taken_by: list[int] = []
        self.taken_values: list[list[float]] = []
        """The network's values of each of them, output by output."""

    @property
    def goal(self) -> int:
        """By which output of the network the learners choose here."""
        return self.seating.goal if self.seating is not None else 0

    def begin(self, seating: Seating) -> None:
        """Deal a new round."""
        self.seating = seating
        self.state = UnoState(seating.rules, len(seating.learners))
        self.taken = []
        self.taken_by = []
        self.taken_values = []

    def run(self) -> bool:
        """Go on to the next decision of a learner with more than one move. False when the round is over."""
        state = self.state
        seating = self.seating
        assert state is not None and seating is not None
        while True:
            settle(state, self.source)
            if state.over() or state.turn_number > ENDLESS:
                return False
            host = state.upkeep()
            if host is not None:
                state.apply(HOST, host)
                continue
            if self._react(state):
                continue
            seat = state.turn()
            if not seating.learners[seat]:
                self._simple(state, seat)
                continue
            view = state.view(seat)
            due = duty(view)
            if due is not None:
                state.apply(seat, due)
            else:
                moves = decisions(view)
                last = last_card(view, moves)
                if len(moves) > 1 and last is None:
                    situation = Situation(view)
                    self.view = view
                    self.moves = moves
                    self.rows = [bytes(situation.after(move)) for move in moves]
                    return True
                self._make(state, seat, view, moves[0] if last is None else last)

    def answer(self, choice: int, values: list[float]) -> None:
        """Make the chosen one of `moves`, which the network values like this."""
        state = self.state
        view = self.view
        assert state is not None and view is not None
        self.taken.append(self.rows[choice])
        self.taken_by.append(view.seat)
        self.taken_values.append(values)
        self._make(state, view.seat, view, self.moves[choice])

    def _simple(self, state: UnoState, seat: Seat) -> None:
        """A seat that does not learn plays like `colour`."""
        if state.phase == ACTED and len(state.hands[seat]) == 1 and state.called != seat:
            if not state.refusal(seat, CALL):
                state.apply(seat, CALL)
        make(state, seat, simple_move(state, seat))

    def _make(self, state: UnoState, seat: Seat, view: UnoView, move: UnoAction) -> None:
        if with_call(view, move) is CALL:
            state.apply(seat, CALL)
        state.apply(seat, move)

    def _react(self, state: UnoState) -> bool:
        for seat in state.reactors():
            action = reaction(state.view(seat))
            if action is not None:
                state.apply(seat, action)
                return True
        return False

    def targets(self, trust: float) -> list[list[float]]:
        """The training target of each move: the result of the round, mixed with the values of later moves.

        `trust` is the λ of SARSA(λ): 1 uses the result only (Monte Carlo), less reduces the noise of later luck.
        """
        returns = [self.rewards(goal) for goal in range(GOALS)]
        found: list[list[float]] = [[] for _ in self.taken]
        for place in range(len(self.taken) - 1, -1, -1):
            seat = self.taken_by[place]
            for goal in range(GOALS):
                result = returns[goal][seat]
                found[place].append(result)
                returns[goal][seat] = trust * result + (1.0 - trust) * self.taken_values[place][goal]
        return found

    def rewards(self, goal: int) -> list[float]:
        """What the round was worth to each seat; a round that was given up was lost by all, without points."""
        state = self.state
        assert state is not None
        points = sum(state.round_points)
        return [round_worth(points, seat == state.round_winner, state.seats, goal) for seat in range(state.seats)]
