"""A match at this machine: people at the keyboard, bots in the other seats.

No input, no output and no waiting in here: a screen asks who is awaited, shows what happened, waits as long as it
likes, and lets the next thing happen:

    while not session.over():
        awaited = session.awaited()
        if awaited.person:  session.act(seat, action)     what the player chose
        else:               show(session.step())          a shuffle, the host, a bot's reaction or a bot's turn

What a screen gets is what the viewer's seat may know: views as JSON, and the facts of every action.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final, Protocol

from paiju.bots.base import Bot, action_shown, cause_of
from paiju.engine.drive import Driver
from paiju.engine.facts import Fact, known_to
from paiju.engine.game import CHANCE, HOST, NOBODY, SPECTATOR, Action, Game, Outcome, Rules, Seat, Shuffle, State
from paiju.engine.shuffle import FairSource, FastSource, commitment, derived

BOT_FAILED: Final = "bot_failed"
"""A fact about a bot that raised or did something impossible: `bot` and `cause`. No game reports it."""

ViewJson = Mapping[str, object]


class Keeper(Protocol):
    """Stores accepted actions as they happen, so that nothing is lost when the program ends."""

    def append(self, seat: Seat, action: Action) -> None: ...

    def finish(self, outcome: Outcome) -> None: ...


@dataclass(frozen=True)
class MatchEvent:
    """One accepted action, as the viewer may know it."""

    seq: int
    seat: Seat
    """Who acted: a seat, CHANCE, HOST, or `protocol.play.ROOM`."""
    kind: str
    """The action's type."""
    facts: list[Fact]
    """Its facts, as far as the viewer may know them."""
    after: ViewJson
    """The position then; in a room that of the whole update the action came with."""


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
class ActionResult:
    """What became of a player's action: either refused with a code, or accepted. Penalties are events too."""

    code: str
    params: Mapping[str, object]
    events: list[MatchEvent]

    @property
    def accepted(self) -> bool:
        return not self.code


class Match(Protocol):
    """A match as a screen sees it, wherever it is played: `Session` here, a room on a server elsewhere."""

    game: Game
    rules: Rules
    names: list[str]
    viewer: Seat
    seq: int

    def outcome(self) -> Outcome | None: ...

    def look(self, seat: Seat | None = None) -> ViewJson: ...

    def legal(self, seat: Seat | None = None) -> list[Action]: ...

    def check(self, action: Action, seat: Seat | None = None) -> ActionResult: ...

    def act(self, action: Action, seat: Seat | None = None) -> ActionResult: ...

    def hint(self, seat: Seat | None = None) -> Action | None: ...

    def awaited(self) -> Awaited: ...


@dataclass(frozen=True)
class Seats:
    """Who sits where."""

    names: list[str]
    people: list[Seat]
    bots: dict[Seat, Bot]
    specs: dict[Seat, str]
    """The names under which the bots were requested; a resumed match needs them."""


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
        self.state: Final = state
        self.game = game
        self.rules = rules
        self.seats: Final = seats
        self.names = seats.names
        self.commitment: Final = commitment(seed)
        """The fingerprint shown before the deal."""
        self.viewer: Seat = seats.people[0] if seats.people else SPECTATOR
        """The seat whose views and facts screens get."""
        self.seq = 0
        self._seed: Final = int.from_bytes(seed, "big")
        self._keeper: Final = keeper
        self._driver: Final = _SessionDriver(self, FairSource(seed))
        self._events: list[MatchEvent] = []
        """What happened since somebody last asked."""
        self._failed: set[Seat] = set()
        self._mistakes: list[Fact] = []
        """Mistakes of bots that nobody was told of yet."""
        self._adviser: Bot | None = None
        self._seen: tuple[Seat, int, ViewJson] | None = None
        """The view that was last requested, with its seat and moment: screens ask often, and building it takes time."""

    # --- looking --------------------------------------------------------------------------------------

    def over(self) -> bool:
        """Whether the match has ended."""
        return self.state.over()

    def outcome(self) -> Outcome | None:
        """How the match ended."""
        return self.state.outcome()

    def look(self, seat: Seat | None = None) -> ViewJson:
        """The view of `seat` (by default the viewer) as JSON. Views are cached: do not modify them."""
        seat = self.viewer if seat is None else seat
        if self._seen is None or self._seen[:2] != (seat, self.seq):
            self._seen = (seat, self.seq, self.state.view(seat).to_json())
        return self._seen[2]

    def legal(self, seat: Seat | None = None) -> list[Action]:
        """What a seat may do now. Where there are too many choices this is a sample; `check` decides."""
        seat = self.viewer if seat is None else seat
        return self.state.legal(seat) if seat >= 0 else []

    def check(self, action: Action, seat: Seat | None = None) -> ActionResult:
        """Whether an action would be accepted. Changes nothing and costs nothing."""
        seat = self.viewer if seat is None else seat
        code = self.state.refusal(seat, action)
        return ActionResult(code, self.state.refusal_params(seat, action) if code else {}, [])

    def hint(self, seat: Seat | None = None) -> Action | None:
        """What a bot of this game would do in this seat, or None when the seat has nothing to decide."""
        seat = self.viewer if seat is None else seat
        view = self.state.view(seat)
        if not view.legal:
            return None
        bot = self.adviser()
        source = FastSource(derived(self._seed, "hint", seat, self.seq))
        action = bot.choose(view, source) if self.state.turn() == seat else bot.react(view, source)
        return action if action is not None and not self.state.refusal(seat, action) else None

    def adviser(self) -> Bot:
        """The bot that gives hints: quick, and sensible in every rulebook."""
        if self._adviser is None:
            from paiju.bots.registry import find_bot

            self._adviser = find_bot(self.game.default_bot() or "random", self.game)
        return self._adviser

    def awaited(self) -> Awaited:
        """What the match waits for now."""
        state = self.state
        if state.over():
            return Awaited(False, NOBODY)
        if state.chance():
            return Awaited(False, CHANCE)
        reactors = [seat for seat in state.reactors() if seat in self.seats.people]
        turn = state.turn()
        action, wait = self._driver.host_action()
        if action is not None:
            return Awaited(False, HOST, reactors, wait)
        return Awaited(turn in self.seats.people, turn, reactors)

    # --- acting ---------------------------------------------------------------------------------------

    def act(self, action: Action, seat: Seat | None = None) -> ActionResult:
        """A player's action. A refused one changes nothing, unless the rulebook answers it with a penalty."""
        seat = self.viewer if seat is None else seat
        code = self.state.refusal(seat, action)
        if not code:
            self._driver.apply(seat, action)
            return ActionResult("", {}, self._taken())
        params = self.state.refusal_params(seat, action)
        penalty = self.state.penalty(seat, action, code)
        if penalty is not None:
            self._driver.apply(HOST, penalty)
        return ActionResult(code, params, self._taken())

    def step(self) -> list[MatchEvent]:
        """Let the next thing happen that needs no person; nothing happens when only a person can act.

        A window that is open for reactions ends with this: a screen waits before it.
        """
        while not self._events and self._driver.step():
            pass
        return self._taken()

    def react(self) -> list[MatchEvent]:
        """Let a bot act out of turn if one wants to. Unlike `step` this ends no window."""
        while not self._events and self._driver.react():
            pass
        return self._taken()

    def time_out(self, seat: Seat) -> list[MatchEvent]:
        """Play the default action for `seat`, whose time has run out."""
        self._driver.apply(HOST, self.state.timeout(seat))
        return self._taken()

    def catch_up(self, entries: list[tuple[Seat, Action]]) -> None:
        """Go through the actions of a saved match, so that the shuffles continue where they stopped."""
        for seat, action in entries:
            if seat == CHANCE and isinstance(action, Shuffle):
                self._driver.source.order(len(action.order))
            self.state.apply(seat, action)
            self.seq += 1

    def _taken(self) -> list[MatchEvent]:
        taken, self._events = self._events, []
        return taken

    def bot_choice(self, seat: Seat, on_turn: bool) -> Action | None:
        """What the bot in `seat` does. Its random numbers depend on the match and the moment alone, so that a resumed
        match goes on as it would have."""
        bot, view = self.seats.bots[seat], self.state.view(seat)
        source = FastSource(derived(self._seed, "bot", seat, self.seq))
        try:
            action = bot.choose(view, source) if on_turn else bot.react(view, source)
        except (Exception, SystemExit) as error:  # third-party code, see `bots.files`
            self.bot_failed(seat, cause_of(error))
            return None
        if action is None and on_turn:
            self.bot_failed(seat, action_shown(action))
        return action

    def bot_failed(self, seat: Seat, cause: str) -> None:
        """A bot made a mistake: players are told the first one of each."""
        if seat not in self._failed:
            self._failed.add(seat)
            self._mistakes.append(Fact(BOT_FAILED, seat, {"bot": self.seats.specs[seat], "cause": cause}))

    def note(self, seat: Seat, action: Action, facts: list[Fact]) -> None:
        """Keep an action that was applied, and what the viewer may know of it."""
        if self._keeper is not None:
            self._keeper.append(seat, action)
        self.seq += 1
        outcome = self.state.outcome() if self.state.over() else None
        if outcome is not None and self._keeper is not None:
            self._keeper.finish(outcome)
        kind = str(action.to_json()["type"])
        told = [*self._mistakes, *known_to(facts, self.viewer)]
        self._mistakes = []
        self._events.append(MatchEvent(self.seq, seat, kind, told, self.look()))


class _SessionDriver(Driver):
    """Asks the bots of a session; people act on their own."""

    def __init__(self, session: Session, source: FairSource) -> None:
        super().__init__(session.state, source)
        self.listening = True
        self._session: Final = session

    def can_ask(self, seat: Seat) -> bool:
        return seat in self._session.seats.bots

    def ask(self, seat: Seat, on_turn: bool) -> Action | None:
        return self._session.bot_choice(seat, on_turn)

    def host_action(self) -> tuple[Action | None, int]:
        """With people at the table the host takes smaller steps."""
        slow = self.state.slow_upkeep() if self._session.seats.people else None
        return slow if slow is not None else super().host_action()

    def applied(self, seat: Seat, action: Action, facts: list[Fact]) -> None:
        self._session.note(seat, action, facts)

    def refused(self, seat: Seat, answer: object, code: str) -> None:
        self._session.bot_failed(seat, f"{action_shown(answer)}: {code}")


def usual_bot(game: Game) -> str:
    """The bot for the other seats unless the player chooses another one: that of the level normal."""
    from paiju.bots.levels import bots_by_level

    return bots_by_level(game.name)["normal"]


def seated(game: Game, names: list[str], people: list[Seat], specs: Mapping[Seat, str]) -> Seats:
    """People and bots at their places. Raises `GameError` for a bot that does not exist."""
    from paiju.bots.files import any_bot_maker

    makers = {spec: any_bot_maker(spec, game) for spec in dict.fromkeys(specs.values())}
    return Seats(names, people, {seat: makers[spec]() for seat, spec in specs.items()}, dict(specs))
