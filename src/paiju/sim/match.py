"""One match between bots: who is asked, how long it took, and what happens to a bot that misbehaves.

A bot that raises, takes too long or answers with something the rules refuse gets a verdict; the default action
of the rules is played for it and the match goes on.
"""

import signal
import threading
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import partial
from time import perf_counter
from types import FrameType
from typing import Final

from paiju.bots.base import Bot, action_shown, cause_of
from paiju.engine.drive import Driver
from paiju.engine.facts import Fact
from paiju.engine.game import HOST, Action, Game, Outcome, Seat, State
from paiju.engine.shuffle import Source
from paiju.sim.timing import Times

TIMEOUT: Final = "timeout"
ILLEGAL: Final = "illegal"
CRASH: Final = "crash"
VERDICTS: Final = (TIMEOUT, ILLEGAL, CRASH)

ENDLESS: Final = 200_000
"""A match with this many decisions is stopped. It counts as played and has no winner."""


class OutOfTime(BaseException):
    """Raised inside a bot that thinks too long. No `except Exception` of a bot can swallow it."""


class Watch:
    """Measures decisions and, where timer signals exist, interrupts one that exceeds the limit."""

    def __init__(self, limit: float) -> None:
        self.limit = limit
        self.started = 0.0
        """When the current decision began; 0 while no bot is thinking."""
        self._armed = False

    def __enter__(self) -> "Watch":
        on_main = threading.current_thread() is threading.main_thread()
        if hasattr(signal, "setitimer") and on_main:
            self._before = signal.signal(signal.SIGALRM, self._ring)
            signal.setitimer(signal.ITIMER_REAL, self.limit / 4, self.limit / 4)
            self._armed = True
        return self

    def __exit__(self, *_: object) -> None:
        if self._armed:
            signal.setitimer(signal.ITIMER_REAL, 0)
            signal.signal(signal.SIGALRM, self._before)

    def _ring(self, _number: int, _frame: FrameType | None) -> None:
        if self.started and perf_counter() - self.started > self.limit:
            self.started = 0.0
            raise OutOfTime


@dataclass
class Conduct:
    """How one seat behaved: its decisions, their times, its verdicts with the first cause of each."""

    times: Times = field(default_factory=Times)
    verdicts: dict[str, int] = field(default_factory=dict)
    causes: dict[str, str] = field(default_factory=dict)

    def verdict(self, kind: str, cause: str) -> None:
        """Count a violation; the first cause of each kind is kept."""
        self.verdicts[kind] = self.verdicts.get(kind, 0) + 1
        self.causes.setdefault(kind, cause)

    def merge(self, other: "Conduct") -> None:
        """Add the decisions and violations of another object."""
        self.times.merge(other.times)
        for kind, number in other.verdicts.items():
            self.verdicts[kind] = self.verdicts.get(kind, 0) + number
        for kind, cause in other.causes.items():
            self.causes.setdefault(kind, cause)


@dataclass(frozen=True)
class Ended:
    """The result of a match or round, one value per seat."""

    wins: tuple[float, ...]
    """1 for a seat that won, 0 for the others."""
    scores: tuple[int, ...]
    placements: tuple[int, ...]
    rounds: int
    decisions: int
    levels: tuple[float, ...] = ()
    """Levels gained against the other side, for games that have levels."""


class Referee(Driver):
    """Runs one match. `streams` are the bots' own random numbers, one for each seat."""

    def __init__(
        self, game: Game, state: State, bots: list[Bot], source: Source, streams: list[Source], watch: Watch
    ) -> None:
        super().__init__(state, source)
        self.bots = bots
        self.streams = streams
        self.watch = watch
        self.conduct = [Conduct() for _ in bots]
        self.decisions = 0
        self.rounds = 1
        self._round_types = game.round_types()

    def run(self, *, whole_match: bool) -> Ended:
        """Play to the end of the match, or of its first round. A match that does not end has no winner."""
        state = self.state
        while self.decisions < ENDLESS and (whole_match or state.round_outcome() is None):
            if not self.step():
                break
        return self._ended(state.outcome() if whole_match else state.round_outcome(), whole_match)

    def _ended(self, outcome: Outcome | None, whole_match: bool) -> Ended:
        seats = range(self.state.seats)
        if outcome is None:
            nothing = tuple(0 for _ in seats)
            return Ended(tuple(0.0 for _ in seats), nothing, tuple(1 for _ in seats), self.rounds, self.decisions)
        levels = outcome.result.get("levels") if not whole_match else None
        return Ended(
            wins=tuple(float(seat in outcome.winners) for seat in seats),
            scores=tuple(outcome.scores),
            placements=tuple(outcome.placements),
            rounds=self.rounds,
            decisions=self.decisions,
            levels=tuple(float(level) for level in levels) if isinstance(levels, list) else (),
        )

    def applied(self, seat: Seat, action: Action, facts: list[Fact]) -> None:
        if seat == HOST and str(action.to_json().get("type", "")) in self._round_types:
            self.rounds += 1

    def ask(self, seat: Seat, on_turn: bool) -> object:
        """Ask a bot within the time limit. Decisions on turn are counted, reactions only if the bot reacts."""
        bot = self.bots[seat]
        question = partial(bot.choose if on_turn else bot.react, self.state.view(seat), self.streams[seat])
        answer = self._answer(seat, question, counted=on_turn)
        self.decisions += on_turn or answer is not None
        return answer

    def refused(self, seat: Seat, answer: object, code: str) -> None:
        if isinstance(answer, Action):
            cause = f"{action_shown(answer)}: {code}"
        else:
            cause = f"returned {answer!r}, which is not an action"
        self.conduct[seat].verdict(ILLEGAL, cause[:200])

    def stalled(self, seat: Seat) -> None:
        self.conduct[seat].verdict(TIMEOUT, "never passed the turn")

    def _answer(self, seat: Seat, question: Callable[[], object], *, counted: bool) -> object:
        """Ask a bot within the time limit. None if it raised, was too slow or had no answer."""
        conduct, watch = self.conduct[seat], self.watch
        begun = perf_counter()
        try:
            watch.started = begun
            action = question()
            watch.started = 0.0
        except OutOfTime:
            conduct.times.add(perf_counter() - begun)
            conduct.verdict(TIMEOUT, f"was still thinking after {watch.limit:g} s")
            return None
        except (Exception, SystemExit) as error:
            watch.started = 0.0
            conduct.verdict(CRASH, cause_of(error))
            return None
        spent = perf_counter() - begun
        if counted or action is not None:
            conduct.times.add(spent)
        if spent > watch.limit:
            conduct.verdict(TIMEOUT, f"took longer than {watch.limit:g} s")
            return None
        if counted and action is None:
            conduct.verdict(ILLEGAL, "returned None, which is not an action")
        return action
