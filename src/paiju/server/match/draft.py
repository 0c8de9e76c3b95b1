"""A step in preparation: entries and the position they lead to. Nothing counts before it is stored."""

from collections.abc import Callable
from typing import Final

from paiju.engine.facts import Fact
from paiju.engine.game import CHANCE, HOST, Action, Seat, Shuffle, State
from paiju.engine.shuffle import FairSource
from paiju.server.match.entries import ROOM, AnyRoomEntry
from paiju.server.match.replay import Folded

DraftLine = tuple[int, Action | AnyRoomEntry, list[Fact]]
"""Actor, action or change of the room, and facts."""


class Draft:
    """Built on the present state of a match. `Table` stores it, and only then changes that state."""

    def __init__(self, folded: Folded) -> None:
        self._folded: Final = folded
        self.lines: Final[list[DraftLine]] = []
        self.state: State | None = None
        """The position afterwards; None when no action of the game happened."""
        self.source: FairSource = folded.source

    def room(self, entry: AnyRoomEntry) -> None:
        """Add a change of the room."""
        self.lines.append((ROOM, entry, []))

    def begin(self, position: State) -> State:
        """Set the position that the following actions start from, and return it."""
        self.state = position
        self.source = self._folded.source.copy()
        return position

    def position(self) -> State:
        """The position so far, a copy of the present one to begin with. Not before the match begins."""
        if self.state is not None:
            return self.state
        assert self._folded.state is not None  # the match has begun
        return self.begin(self._folded.state.copy())

    def act(self, actor: Seat, action: Action) -> State:
        """Apply an action that the caller has checked; returns the position after it."""
        state = self.position()
        self._apply(state, actor, action)
        self._chance(state)
        return state

    def advance(self, step: Callable[[State], tuple[Action | None, int]]) -> None:
        """Apply CHANCE, then host actions that need no waiting. `step` returns the next host action and its delay."""
        state = self.position()
        self._chance(state)
        while not state.over():
            action, wait = step(state)
            if action is None or wait > 0:
                return
            self.act(HOST, action)

    def _apply(self, state: State, actor: Seat, action: Action) -> None:
        self.lines.append((actor, action, state.apply_with_facts(actor, action)))

    def _chance(self, state: State) -> None:
        while wanted := state.chance():
            self._apply(state, CHANCE, Shuffle(self.source.order(wanted)))
