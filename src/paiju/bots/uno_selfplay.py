"""Many tables of UNO at once, for learning: each runs until its next real decision and then waits for an answer.

No arrays here, only lists, so that mypyc compiles it; `sim.train_uno` turns them into matrices.
"""

from typing import Final

from paiju.bots.uno_features import FEATURES, Situation, decisions, worth_of_points
from paiju.bots.uno_manners import duty, reaction, with_call
from paiju.bots.uno_rollout import make, simple_move
from paiju.engine.drive import settle
from paiju.engine.game import HOST, Seat
from paiju.engine.shuffle import FastSource
from paiju.games.uno.actions import CALL, UnoAction
from paiju.games.uno.rules import UnoRules
from paiju.games.uno.state import UnoState
from paiju.games.uno.view import ACTED, UnoView

ENDLESS: Final = 1000
"""Beginners can pass the same cards round for ever; a round with so many turns is given up."""


class Seating:
    """What is played at a table: rules, seats, who learns (the others play like `colour`)."""

    def __init__(self, rules: UnoRules, learners: list[bool], for_points: bool) -> None:
        self.rules: Final = rules
        self.learners: Final = learners
        self.for_points: Final = for_points


class Table:
    """One round in progress."""

    def __init__(self, source: FastSource) -> None:
        self.source: Final = source
        self.seating: Seating | None = None
        self.state: UnoState | None = None
        self.view: UnoView | None = None
        self.moves: list[UnoAction] = []
        self.rows: list[bytes] = []
        """Features of each move that waits to be chosen from, a byte 0 or 1 each."""
        self.taken: list[bytes] = []
        """Features of the moves made in this round, with `taken_by` saying by whom."""
        self.taken_by: list[int] = []
        self.taken_value: list[float] = []
        """What the network thought of each of them."""

    def begin(self, seating: Seating) -> None:
        """Deal a new round."""
        self.seating = seating
        self.state = UnoState(seating.rules, len(seating.learners))
        self.taken = []
        self.taken_by = []
        self.taken_value = []

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
                if len(moves) > 1 and len(view.hand) > 1:
                    situation = Situation(view, seating.for_points)
                    self.view = view
                    self.moves = moves
                    self.rows = [as_bytes(situation.after(move)) for move in moves]
                    return True
                self._make(state, seat, view, _only(view, moves))

    def answer(self, choice: int, value: float) -> None:
        """Make the chosen one of `moves`, which the network values like this."""
        state = self.state
        view = self.view
        assert state is not None and view is not None
        self.taken.append(self.rows[choice])
        self.taken_by.append(view.seat)
        self.taken_value.append(value)
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

    def targets(self, trust: float) -> list[float]:
        """What each move turned out to be worth: the end of the round, mixed with what was thought on the way.

        `trust` is the λ of SARSA(λ): 1 believes only the end (Monte Carlo), less takes out luck that came later.
        """
        returns = self.rewards()
        found = [0.0] * len(self.taken)
        for place in range(len(self.taken) - 1, -1, -1):
            seat = self.taken_by[place]
            found[place] = returns[seat]
            returns[seat] = trust * returns[seat] + (1.0 - trust) * self.taken_value[place]
        return found

    def rewards(self) -> list[float]:
        """What the finished round was worth to each seat: the win, or the points by which it won or fell behind."""
        state = self.state
        seating = self.seating
        assert state is not None and seating is not None
        winner = state.round_winner
        seats = len(seating.learners)
        if not seating.for_points:
            return [1.0 if seat == winner else 0.0 for seat in range(seats)]
        total = sum(state.round_points)
        if winner < 0:
            return [0.0] * seats
        gained = worth_of_points(total, seats)
        return [gained if seat == winner else -gained / (seats - 1) for seat in range(seats)]


def as_bytes(on: list[int]) -> bytes:
    """The features that are on as ones in a row of zeros."""
    row = [0] * FEATURES
    for feature in on:
        row[feature] = 1
    return bytes(row)


def _only(view: UnoView, moves: list[UnoAction]) -> UnoAction:
    """The move that needs no weighing: the last card if it can go, else the only one."""
    for move in moves:
        if len(view.hand) == 1 and move.card == view.hand[0]:
            return move
    return moves[0]
