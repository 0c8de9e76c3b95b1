"""A match at this machine: people at the keyboard, bots in the other seats.

No input, no output and no waiting in here: a screen asks who is awaited, shows what happened, waits as long as it
likes, and lets the next thing happen:

    while not session.over():
        awaited = session.awaited()
        if awaited.person:  session.act(seat, action)     what the player chose
        else:               show(session.step())          a shuffle, the host, a bot's reaction or a bot's turn

What a screen gets is what the viewer's seat may know: views as JSON, and actions with hidden cards left out.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final, Protocol

from paiju.bots.base import Bot
from paiju.engine.game import CHANCE, HOST, NOBODY, SPECTATOR, Action, Game, Outcome, Rules, Seat, Shuffle, State
from paiju.engine.shuffle import FairSource, FastSource, commitment, derived

View = Mapping[str, object]

OPEN_ACTIONS: Final = frozenset(
    {
        "PLAY_CARD", "JUMP_IN", "DRAW_CARD", "SKIP_TURN", "CALL_UNO", "CHALLENGE_UNO", "CHOOSE_COLOR",
        "CHALLENGE_WILD_DRAW_FOUR", "ACCEPT_WILD_DRAW_FOUR", "TIMEOUT", "NEXT_ROUND", "REMOVE_PLAYER", "PENALTY",
    }
)  # fmt: skip
"""UNO actions whose whole JSON everybody may see. All others show their type; the rest is in the views."""


CALLS: Final = frozenset({"CALL_UNO", "PASS"})
"""Words that change nothing on the table: bots that had their say are not asked again because of them."""


class Keeper(Protocol):
    """Where accepted actions go as they happen, so that nothing is lost when the program ends."""

    def append(self, seat: Seat, action: Action) -> None: ...

    def finish(self, outcome: Outcome) -> None: ...


@dataclass(frozen=True)
class Event:
    """One accepted action, as one seat may know it, between two views of that seat."""

    seq: int
    seat: Seat
    """Who acted: a seat, CHANCE or HOST."""
    kind: str
    """The action's type."""
    action: Mapping[str, object]
    """The action as far as the viewer may know it; always has `type`."""
    before: View
    after: View


@dataclass(frozen=True)
class Awaited:
    """What the match waits for."""

    person: bool
    """Whether a player at this machine has to act."""
    seat: Seat
    """Who has to act; HOST or CHANCE when no seat does, NOBODY when the match is over."""
    reactors: list[Seat] = field(default_factory=list)
    """Players at this machine who may act although it is not their turn."""
    patience_ms: int = 0
    """With `reactors`: how long a screen with a clock waits for them before the next step."""


@dataclass(frozen=True)
class Answer:
    """What became of a player's action: either refused with a code, or accepted. Penalties are events too."""

    code: str
    params: Mapping[str, object]
    events: list[Event]

    @property
    def accepted(self) -> bool:
        return not self.code


class Table(Protocol):
    """A match as a screen sees it, wherever it is played: `Session` here, a room on a server elsewhere."""

    game: Game
    rules: Rules
    names: list[str]
    viewer: Seat
    seq: int

    def over(self) -> bool: ...

    def outcome(self) -> Outcome | None: ...

    def look(self, seat: Seat | None = None) -> View: ...

    def legal(self, seat: Seat | None = None) -> list[Action]: ...

    def check(self, action: Action, seat: Seat | None = None) -> Answer: ...

    def act(self, action: Action, seat: Seat | None = None) -> Answer: ...

    def hint(self, seat: Seat | None = None) -> Action | None: ...


@dataclass(frozen=True)
class Seats:
    """Who sits where."""

    names: list[str]
    people: list[Seat]
    bots: dict[Seat, Bot]
    specs: dict[Seat, str]
    """The names bots were asked by, to find them again on resuming."""


class Session:
    """One match with its players. Owned by one screen."""

    def __init__(
        self,
        game: Game,
        rules: Rules,
        state: State,
        seats: Seats,
        seed: bytes,
        keeper: Keeper | None = None,
    ) -> None:
        self.game = game
        self.rules = rules
        self.seats: Final = seats
        self.names = seats.names
        self.commitment: Final = commitment(seed)
        """The fingerprint shown before the deal."""
        self.viewer: Seat = seats.people[0] if seats.people else SPECTATOR
        """Whose eyes events and views are seen through."""
        self.seq = 0
        self._state: Final = state
        self._seed: Final = int.from_bytes(seed, "big")
        self._source: Final = FairSource(seed)
        self._keeper: Final = keeper
        self._asked: set[Seat] = set()
        self._adviser: Bot | None = None
        self._seen: tuple[Seat, int, View] | None = None
        """The view last asked for: whose, when, and what. Screens ask often, and it takes time to write."""

    # --- looking --------------------------------------------------------------------------------------

    def over(self) -> bool:
        """Whether the match has ended."""
        return self._state.over()

    def outcome(self) -> Outcome | None:
        """How the match ended."""
        return self._state.outcome()

    def look(self, seat: Seat | None = None) -> View:
        """What `seat` (the viewer, unless said otherwise) may know, as JSON. Views are kept: do not change them."""
        seat = self.viewer if seat is None else seat
        if self._seen is None or self._seen[:2] != (seat, self.seq):
            self._seen = (seat, self.seq, self._state.view(seat).to_json())
        return self._seen[2]

    def legal(self, seat: Seat | None = None) -> list[Action]:
        """What a seat may do now. Where there are too many choices this is a sample, and `check` is the law."""
        seat = self.viewer if seat is None else seat
        return self._state.legal(seat) if seat >= 0 else []

    def check(self, action: Action, seat: Seat | None = None) -> Answer:
        """Whether an action would be accepted. Changes nothing and costs nothing."""
        seat = self.viewer if seat is None else seat
        code = self._state.refusal(seat, action)
        return Answer(code, self._state.refusal_params(seat, action) if code else {}, [])

    def hint(self, seat: Seat | None = None) -> Action | None:
        """What a bot of this game would do in this seat, or None when the seat has nothing to decide."""
        seat = self.viewer if seat is None else seat
        view = self._state.view(seat)
        if not view.legal:
            return None
        bot = self.adviser()
        source = FastSource(derived(self._seed, "hint", seat, self.seq))
        action = bot.choose(view, source) if self._state.turn() == seat else bot.react(view, source)
        return action if action is not None and not self._state.refusal(seat, action) else None

    def adviser(self) -> Bot:
        """The bot that gives hints: quick, and sensible in every rulebook."""
        if self._adviser is None:
            from paiju.bots.registry import find_bot

            self._adviser = find_bot(DEFAULT_BOTS[self.game.name], self.game)
        return self._adviser

    def awaited(self) -> Awaited:
        """What the match waits for now."""
        state = self._state
        if state.over():
            return Awaited(False, NOBODY)
        if state.chance():
            return Awaited(False, CHANCE)
        reactors = [seat for seat in state.reactors() if seat in self.seats.people]
        turn = state.turn()
        upkeep = self._upkeep()
        if upkeep is not None:
            return Awaited(False, HOST, reactors, upkeep[1])
        return Awaited(turn in self.seats.people, turn, reactors)

    # --- acting ---------------------------------------------------------------------------------------

    def act(self, action: Action, seat: Seat | None = None) -> Answer:
        """A player's action. A refused one changes nothing, unless the rulebook answers it with a penalty."""
        seat = self.viewer if seat is None else seat
        code = self._state.refusal(seat, action)
        if not code:
            return Answer("", {}, self._applied_and_shuffled(seat, action))
        params = self._state.refusal_params(seat, action)
        penalty = self._state.penalty(seat, action, code)
        return Answer(code, params, self._applied_and_shuffled(HOST, penalty) if penalty is not None else [])

    def step(self) -> list[Event]:
        """Let the next thing happen that needs no person; nothing happens when only a person can act.

        A window that is open for reactions ends with this step: a screen waits before it.
        """
        state = self._state
        if state.over():
            return []
        wanted = state.chance()
        if wanted:
            return [self._apply(CHANCE, Shuffle(self._source.order(wanted)))]
        reaction = self._bot_reaction()
        if reaction is not None:
            return [self._apply(*reaction)]
        upkeep = self._upkeep()
        if upkeep is not None:
            return [self._apply(HOST, upkeep[0])]
        turn = state.turn()
        bot = self.seats.bots.get(turn)
        if bot is None:
            return []
        action = bot.choose(state.view(turn), self._bot_source(turn))
        if state.refusal(turn, action):  # a bot that breaks the rules loses the choice, not the match
            return [self._apply(HOST, state.timeout(turn))]
        return [self._apply(turn, action)]

    def react(self) -> list[Event]:
        """Let a bot act out of turn if one wants to. Unlike `step` this ends no window."""
        reaction = self._bot_reaction()
        return [self._apply(*reaction)] if reaction is not None else []

    def time_out(self, seat: Seat) -> list[Event]:
        """The clock of `seat` ran out: the rules play the default."""
        return [self._apply(HOST, self._state.timeout(seat))]

    def catch_up(self, entries: list[tuple[Seat, Action]]) -> None:
        """Go through the actions of a saved match, so that the shuffles continue where they stopped."""
        for seat, action in entries:
            if seat == CHANCE and isinstance(action, Shuffle):
                self._source.order(len(action.order))
            self._state.apply(seat, action)
            self.seq += 1

    def _upkeep(self) -> tuple[Action, int] | None:
        """What the host does next and how long it waits before; with people at the table in smaller steps."""
        slow = self._state.slow_upkeep() if self.seats.people else None
        if slow is not None:
            return slow
        action = self._state.upkeep()
        return (action, self._state.patience_ms()) if action is not None else None

    def _bot_reaction(self) -> tuple[Seat, Action] | None:
        """The first bot that wants to act out of turn; each bot is asked once between two changes of the table."""
        for seat in self._state.reactors():
            bot = self.seats.bots.get(seat)
            if bot is None or seat in self._asked:
                continue
            self._asked.add(seat)
            action = bot.react(self._state.view(seat), self._bot_source(seat))
            if action is not None and not self._state.refusal(seat, action):
                return seat, action
        return None

    def _bot_source(self, seat: Seat) -> FastSource:
        """Random numbers that depend on the match and the moment alone: a resumed match goes on as it would have."""
        return FastSource(derived(self._seed, "bot", seat, self.seq))

    def _applied_and_shuffled(self, seat: Seat, action: Action) -> list[Event]:
        """Nobody may act before a shuffle the position waits for, and a player may have more to do at once."""
        events = [self._apply(seat, action)]
        while not self._state.over() and self._state.chance():
            events.append(self._apply(CHANCE, Shuffle(self._source.order(self._state.chance()))))
        return events

    def _apply(self, seat: Seat, action: Action) -> Event:
        before = self.look()
        self._state.apply(seat, action)
        if self._keeper is not None:
            self._keeper.append(seat, action)
        self.seq += 1
        shown = action.to_json()
        kind = str(shown["type"])
        if kind not in CALLS:
            self._asked.clear()
        outcome = self._state.outcome() if self._state.over() else None
        if outcome is not None and self._keeper is not None:
            self._keeper.finish(outcome)
        if kind not in OPEN_ACTIONS and seat != self.viewer:
            shown = {"type": kind}
        return Event(self.seq, seat, kind, shown, before, self.look())


DEFAULT_BOTS: Final = {"uno": "colour", "shandong": "rules"}
"""Who sits in the other seats unless the player asks for somebody else."""


def seated(game: Game, names: list[str], people: list[Seat], specs: Mapping[Seat, str]) -> Seats:
    """People and bots at their places. Raises `GameError` for a bot that does not exist."""
    from paiju.bots.registry import bot_maker

    makers = {spec: bot_maker(spec, game) for spec in dict.fromkeys(specs.values())}
    return Seats(names, people, {seat: makers[spec]() for seat, spec in specs.items()}, dict(specs))
