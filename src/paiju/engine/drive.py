"""Running a match: who acts next, and what happens when the rules refuse a bot's answer.

`Driver` runs a match in one process; a subclass asks the seats. Programs that store every step before it counts, or
wait for people, use the functions of this module instead.
"""

from collections.abc import Callable
from typing import Final

from mypy_extensions import mypyc_attr

from paiju.engine.facts import Fact
from paiju.engine.game import CHANCE, HOST, NOBODY, Action, Seat, Shuffle, State
from paiju.engine.shuffle import Source

SeatAction = tuple[Seat, Action]
"""An action and who did it."""
Apply = Callable[[Seat, Action], object]
"""Applies an action, then every shuffle that the position waits for."""

NO_ANSWER: Final = "no_answer"
NOT_AN_ACTION: Final = "not_an_action"
MOST_IN_A_ROW: Final = 100
"""How many actions in a row one seat may take on its turn before the default action ends it."""


def settle(state: State, source: Source) -> list[SeatAction]:
    """Apply every shuffle that the position waits for. Returns what was applied, for the log."""
    done: list[SeatAction] = []
    wanted = state.chance()
    while wanted:
        action = Shuffle(source.order(wanted))
        state.apply(CHANCE, action)
        done.append((CHANCE, action))
        wanted = state.chance()
    return done


def automatic(state: State, source: Source) -> SeatAction | None:
    """The next action that waits for nobody: a shuffle, or something the host does at once. None if there is none."""
    wanted = state.chance()
    if wanted:
        return CHANCE, Shuffle(source.order(wanted))
    if state.over() or state.patience_ms() > 0:
        return None
    action = state.upkeep()
    return (HOST, action) if action is not None else None


def advance(state: State, source: Source) -> list[SeatAction]:
    """Apply everything that waits for nobody, until a seat has to act, a window is open or the match is over."""
    done: list[SeatAction] = []
    entry = automatic(state, source)
    while entry is not None:
        state.apply(entry[0], entry[1])
        done.append(entry)
        entry = automatic(state, source)
    return done


def judge(state: State, seat: Seat, answer: object) -> str:
    """Why a bot's answer cannot be carried out, or "". The answer may be any object, and its methods may raise."""
    if answer is None:
        return NO_ANSWER
    if not isinstance(answer, Action):
        return NOT_AN_ACTION
    try:
        return state.refusal(seat, answer)
    except Exception as error:
        return f"nonsense ({type(error).__name__})"


def carry_out(state: State, seat: Seat, answer: object, apply: Apply) -> str:
    """Apply a bot's answer; returns the code that refused it, or "".

    A refused answer costs the penalty of the rulebook. If the seat is on turn, the default action of the rules is then
    played for it, so that the match goes on.
    """
    code = judge(state, seat, answer)
    if not code and isinstance(answer, Action):
        apply(seat, answer)
        return ""
    on_turn = state.turn() == seat
    penalty = _penalty(state, seat, answer, code)
    if penalty is not None:
        apply(HOST, penalty)
    if on_turn and not state.over() and state.turn() == seat:
        apply(HOST, state.timeout(seat))
    return code


def _penalty(state: State, seat: Seat, answer: object, code: str) -> Action | None:
    if not isinstance(answer, Action):
        return None
    try:
        return state.penalty(seat, answer, code)
    except Exception:  # third-party code, see `judge`
        return None


@mypyc_attr(allow_interpreted_subclasses=True)
class Driver:
    """Runs a match step by step and never waits. Subclasses ask the seats and record what happened.

    The order of a step: CHANCE; what the host does at once; reactions of seats that are not on turn; the seat on turn,
    or the host when a window ends. While a decision is open (`State.decision`) each reactor is asked once, again after
    somebody else has reacted, and may react once: no match gets stuck in reactions.
    """

    def __init__(self, state: State, source: Source) -> None:
        self.state = state
        self.source = source
        """Where shuffles come from."""
        self.listening = False
        """Whether `applied` gets the facts. Without a listener they cost nothing."""
        self._decision: object = None
        """The decision that the two lists below belong to."""
        self._asked: list[Seat] = []
        self._reacted: list[Seat] = []
        self._last: Seat = NOBODY
        self._in_a_row = 0

    # --- for subclasses -------------------------------------------------------------------------------

    def ask(self, seat: Seat, on_turn: bool) -> object:
        """The action that `seat` chooses. None means "no reaction" out of turn and "no answer" on turn."""
        raise NotImplementedError

    def can_ask(self, seat: Seat) -> bool:
        """Whether `ask` may be called for this seat; False for people, who act on their own."""
        return True

    def host_action(self) -> tuple[Action | None, int]:
        """The next action of the host, and for how many milliseconds seats may react before it."""
        return self.state.upkeep(), self.state.patience_ms()

    def applied(self, seat: Seat, action: Action, facts: list[Fact]) -> None:
        """Called after every action of anybody, CHANCE included. `facts` is empty unless `listening`."""

    def refused(self, seat: Seat, answer: object, code: str) -> None:
        """Called after a bot's answer was refused."""

    def stalled(self, seat: Seat) -> None:
        """Called when a seat took `MOST_IN_A_ROW` actions, so that the default action ends its turn."""

    # --- running ----------------------------------------------------------------------------------------

    def step(self) -> bool:
        """Carry out one step. Returns False when the match is over or waits for a seat that cannot be asked.

        A window that is open for reactions ends with the step in which nobody wants to react: a program with a clock
        waits as long as `host_action` says before that step.
        """
        state = self.state
        if state.chance():
            self._settle()
            return True
        if state.over():
            return False
        action, wait = self.host_action()
        if action is not None and wait == 0:
            self.apply(HOST, action)
            return True
        if self.react():
            return True
        turn = state.turn()
        if turn >= 0:
            return self._turn(turn)
        if action is None:
            raise RuntimeError("the match waits for nobody")
        self.apply(HOST, action)
        return True

    def react(self) -> bool:
        """Ask the next seat that may act out of turn. Returns False when all have been asked. Never ends a window."""
        reactors = self.state.reactors()
        if not reactors:
            return False
        decision = self.state.decision()
        if decision != self._decision:
            self._decision = decision
            self._asked.clear()
            self._reacted.clear()
        for seat in reactors:
            if seat in self._asked or not self.can_ask(seat):
                continue
            self._asked.append(seat)
            answer = self.ask(seat, False)
            if answer is not None:
                self._reacted.append(seat)
                self._asked = self._reacted.copy()
                self._carry_out(seat, answer)
            return True
        return False

    def apply(self, seat: Seat, action: Action) -> None:
        """Apply a legal action, then the shuffles that it requires. Also the entry point for actions of people."""
        if seat >= 0 and seat != self.state.turn():
            self._asked = self._reacted.copy()
        elif seat >= 0 and seat != self._last:
            self._last = NOBODY  # somebody else had a turn, a person for example
        self._apply(seat, action)
        self._settle()

    def _turn(self, seat: Seat) -> bool:
        if not self.can_ask(seat):
            return False
        self._in_a_row = self._in_a_row + 1 if seat == self._last else 1
        self._last = seat
        if self._in_a_row > MOST_IN_A_ROW:
            self._in_a_row = 0
            self.stalled(seat)
            self.apply(HOST, self.state.timeout(seat))
        else:
            self._carry_out(seat, self.ask(seat, True))
        return True

    def _carry_out(self, seat: Seat, answer: object) -> None:
        code = carry_out(self.state, seat, answer, self.apply)
        if code and answer is not None:
            self.refused(seat, answer, code)

    def _apply(self, seat: Seat, action: Action) -> None:
        facts: list[Fact] = []
        if self.listening:
            facts = self.state.apply_with_facts(seat, action)
        else:
            self.state.apply(seat, action)
        self.applied(seat, action, facts)

    def _settle(self) -> None:
        wanted = self.state.chance()
        while wanted:
            self._apply(CHANCE, Shuffle(self.source.order(wanted)))
            wanted = self.state.chance()
