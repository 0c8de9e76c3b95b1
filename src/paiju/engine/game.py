"""The contract every game keeps: actors, actions, positions, views.

A match is a log of actions. A `State` is what a log leads to; a `View` is what one seat may know of it.
One predicate, `refusal`, says why an action is not allowed; listing and checking both ask it.

A driver (server, terminal, simulator) runs a match like this, see `engine.drive`:

    while not state.over():
        CHANCE first:  while state.chance(): apply Shuffle(source.order(state.chance()))
        then the host: state.upkeep() after waiting state.patience_ms(), unless a seat in state.reactors() acts
        then the seat: state.turn()

The base classes allow interpreted subclasses, so that a game outside this package can run on the compiled engine.
"""

import json
from collections.abc import Mapping
from typing import Final, NewType

from mypy_extensions import mypyc_attr

from paiju.engine.errors import BadNotation, GameError, IllegalAction
from paiju.engine.facts import Fact
from paiju.engine.shuffle import Source
from paiju.engine.trace import Clock, Trace, no_clock

Seat = NewType("Seat", int)

CHANCE: Final = Seat(-1)
"""An actor: shuffles. It has a number so that a log replays without a random generator."""
HOST: Final = Seat(-2)
"""An actor: starts rounds, ends windows, reports time-outs, removes players. Never offered to players."""
SPECTATOR: Final = Seat(-3)
"""A recipient, never an actor: somebody who watches and sees no hand."""
NOBODY: Final = Seat(-4)
"""`turn` of a match that is over."""


def attributes_of(thing: object) -> object:
    """The attributes of an object, for `__reduce__`. A compiled base class does not know those of its subclasses in
    plain Python: these are added."""
    known = thing.__getstate__()
    others = getattr(thing, "__dict__", None)
    return {**known, **others} if isinstance(known, dict) and isinstance(others, dict) else known


def new_object(made: type[object]) -> object:
    """An object without attributes, for `__reduce__`."""
    return made.__new__(made)


Fields = dict[str, object] | str
"""The fields of a JSON object: a dictionary, or the text of the object where a game writes that faster."""


def json_text(value: object) -> str:
    """A JSON value as text without spaces."""
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


@mypyc_attr(allow_interpreted_subclasses=True)
class Action:
    """Something an actor does. Immutable; equal when its text is equal."""

    def text(self) -> str:
        """The one-line form, which `Game.parse_action` reads back."""
        raise NotImplementedError

    def to_json(self) -> dict[str, object]:
        """The JSON form with a `type`, which `Game.action_from_json` reads back."""
        raise NotImplementedError

    def fields(self) -> Fields:
        """The same as `to_json`. A game that uses its actions again and again can keep the text."""
        return self.to_json()

    def __reduce__(self) -> tuple[object, ...]:
        return new_object, (type(self),), attributes_of(self)

    def __str__(self) -> str:
        return self.text()

    def __repr__(self) -> str:
        return f"<{self.text()}>"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Action) and self.text() == other.text()

    def __hash__(self) -> int:
        return hash(self.text())


class Shuffle(Action):
    """CHANCE puts things in order. `order` is a permutation of 0 … n − 1; the game decides what is ordered."""

    def __init__(self, order: list[int]) -> None:
        self.order: Final = order

    def __reduce__(self) -> tuple[object, ...]:
        return Shuffle, (self.order,)

    def text(self) -> str:
        return "shuffle " + ",".join([str(i) for i in self.order])

    def to_json(self) -> dict[str, object]:
        return {"type": "SHUFFLE", "order": self.order}


def shuffle_from_json(data: Mapping[str, object]) -> Shuffle:
    """Read `{"type": "SHUFFLE", "order": [...]}`."""
    order = data.get("order")
    if not isinstance(order, list):
        raise BadNotation("bad_shuffle", "order must be a list")
    numbers: list[int] = [i for i in order if isinstance(i, int) and not isinstance(i, bool)]
    if len(numbers) != len(order) or sorted(numbers) != list(range(len(numbers))):
        raise BadNotation("bad_shuffle", "order must be a permutation of 0 … n − 1")
    return Shuffle(numbers)


class Outcome:
    """The outcome of a finished match."""

    def __init__(
        self, winners: list[Seat], scores: list[int], placements: list[int], result: dict[str, object]
    ) -> None:
        self.winners: Final = winners
        """All seats that won; empty when nobody did."""
        self.scores: Final = scores
        """One number per seat; higher is better, however the rulebook scores."""
        self.placements: Final = placements
        """1 for the best seat, equal for partners and ties."""
        self.result: Final = result
        """The result in the game's own JSON format. It is the last line of a record."""


@mypyc_attr(allow_interpreted_subclasses=True)
class Rules:
    """Every choice a table can make, frozen. Games add their own fields."""

    rulebook: str
    _options_text: str = ""

    def options(self) -> dict[str, object]:
        """Every knob with its effective value."""
        raise NotImplementedError

    def options_text(self) -> str:
        """`options` as JSON text. Written once: it is a third of every view."""
        if not self._options_text:
            self._options_text = json_text(self.options())
        return self._options_text

    def overrides(self) -> dict[str, object]:
        """Only the knobs that differ from the rulebook."""
        raise NotImplementedError

    def turn_seconds(self) -> int:
        """The time for one decision where the rulebook sets it; 0 leaves it to the host."""
        return 0

    def __reduce__(self) -> tuple[object, ...]:
        return new_object, (type(self),), attributes_of(self)


@mypyc_attr(allow_interpreted_subclasses=True)
class View:
    """All that one seat, or a spectator, may know. Built by naming what is shown.

    A view that can be pickled can be sent to a bot in another process. A compiled class says how, in `__reduce__`: its
    objects cannot be made without the arguments of its constructor.
    """

    seat: Seat
    legal: list[Action]
    """What this seat may do now; empty for spectators."""

    def to_json(self) -> dict[str, object]:
        """JSON with the field names of the rules; equal views give equal JSON."""
        raise NotImplementedError

    def listed(self) -> list[Action]:
        """The actions under `legal` in `to_json`; a game with very many may leave some out."""
        return self.legal

    def own_part(self) -> Fields:
        """The fields of `to_json` without `legal` and those of `shared_part`."""
        return {name: value for name, value in self.to_json().items() if name != "legal"}

    def shared_part(self) -> Fields:
        """The fields that are equal in all views of a position; by default none. A server asks one of the views."""
        return {}

    def own_cards(self) -> list[str]:
        """The cards in this seat's own hand by name; empty for spectators. By default what `to_json` calls `hand`."""
        hand = self.to_json().get("hand")
        return [str(card) for card in hand] if isinstance(hand, list) else []

    def __reduce__(self) -> tuple[object, ...]:
        return new_object, (type(self),), attributes_of(self)


@mypyc_attr(allow_interpreted_subclasses=True)
class State:
    """A position. Mutable and owned by its creator: `copy()` before you branch."""

    seats: int
    """How many seats the match began with. A seat keeps its number even when others leave."""
    facts: list[Fact] | None = None
    """Where the rules report what happens while somebody listens; None otherwise. Copies do not listen."""

    # --- who is awaited -----------------------------------------------------------------------------

    def over(self) -> bool:
        """Whether the match has ended."""
        raise NotImplementedError

    def outcome(self) -> Outcome | None:
        """How it ended, or None while it runs."""
        raise NotImplementedError

    def round_outcome(self) -> Outcome | None:
        """The outcome of the round that has just ended, for comparing players on single rounds; None during a round.

        A game with levels adds `result["levels"]`: for each seat, the levels gained against the others.
        """
        return self.outcome()

    def chance(self) -> int:
        """How many things CHANCE has to put in order before anybody else may act; 0 = none."""
        raise NotImplementedError

    def turn(self) -> Seat:
        """The seat whose clock runs; CHANCE, HOST or NOBODY when no seat's does."""
        raise NotImplementedError

    def reactors(self) -> list[Seat]:
        """Seats other than `turn` that may do something now that matters (catch, jump in, declare), in seat order.

        Drivers use it to ask bots, and may publish it: it must not depend on what anybody holds.
        """
        raise NotImplementedError

    def upkeep(self) -> Action | None:
        """The action with which the host moves the match on (start, next round, end of a window), or None."""
        raise NotImplementedError

    def patience_ms(self) -> int:
        """How long a host with a clock waits before `upkeep`, so that seats can react; 0 = at once."""
        return 0

    def slow_upkeep(self) -> tuple[Action, int] | None:
        """For a host with people at the table: a smaller step than `upkeep` (deal a few cards instead of all) and
        how many milliseconds to show it. None where `upkeep` itself is the smallest step."""
        return None

    def decision(self) -> object:
        """A value that stays equal while the same decision is awaited. Clocks restart when it changes."""
        return self.turn()

    def exposed_seat(self) -> Seat | None:
        """The seat that others may catch now (see `Game.catch_target`), or None."""
        return None

    def timeout(self, seat: Seat) -> Action:
        """The host action that plays the default for `seat`, whose time ran out."""
        raise NotImplementedError

    def removal(self, seat: Seat) -> Action | None:
        """The host action that takes `seat` out of the match, or None where the game has none."""
        return None

    def penalty(self, seat: Seat, action: Action, code: str) -> Action | None:
        """The host action with which the rulebook answers a refused action, or None. A logged action of its own."""
        return None

    # --- legality ------------------------------------------------------------------------------------

    def candidates(self, seat: Seat) -> list[Action]:
        """Actions worth testing for `seat`, in a fixed order: the order is part of the API."""
        raise NotImplementedError

    def refusal(self, seat: Seat, action: Action) -> str:
        """The code of the rule that forbids `action`, or "" if it is legal. Never mutates."""
        raise NotImplementedError

    def refusal_params(self, seat: Seat, action: Action) -> dict[str, object]:
        """Parameters for the message of that refusal. Contains nothing that `seat` may not know."""
        return {}

    def reading(self, seat: Seat, action: Action) -> dict[str, object] | None:
        """What a legal action is in the words of the game (JSON), for screens that show it before it is sent; None
        where there is nothing to say. Contains nothing that `seat` may not know."""
        return None

    def legal(self, seat: Seat) -> list[Action]:
        """What `seat` may do now, in a fixed order. Where there are too many choices: a documented sample."""
        return [a for a in self.candidates(seat) if not self.refusal(seat, a)]

    def apply(self, seat: Seat, action: Action) -> None:
        """Advance the position. Trusts its caller: `refusal` must have returned ""."""
        raise NotImplementedError

    def apply_with_facts(self, seat: Seat, action: Action) -> list[Fact]:
        """As `apply`; returns what the action brought about, in the order in which it happened."""
        facts: list[Fact] = []
        self.facts = facts
        try:
            self.apply(seat, action)
        finally:
            self.facts = None
        return facts

    def play(self, seat: Seat, action: Action) -> None:
        """Check, then apply. A refused action leaves the position untouched."""
        code = self.refusal(seat, action)
        if code:
            raise IllegalAction(code, f"{action} by seat {seat}", self.refusal_params(seat, action))
        self.apply(seat, action)

    # --- looking ------------------------------------------------------------------------------------

    def view(self, seat: Seat) -> View:
        """What `seat` (or SPECTATOR) may know."""
        raise NotImplementedError

    def snapshot(self) -> dict[str, object]:
        """The whole position as JSON, secrets included: for tests, replays and the log, never for players."""
        raise NotImplementedError

    def census(self) -> list[str]:
        """Every card of the position, sorted: conservation is this list staying equal."""
        raise NotImplementedError

    def copy(self) -> "State":
        """An independent position. Cheap: search depends on it."""
        raise NotImplementedError

    def resampled(self, seat: Seat, source: Source) -> "State":
        """The same position with everything that `seat` cannot see dealt again. The view of `seat` stays identical."""
        raise NotImplementedError


NO_NAMES: Final[frozenset[str]] = frozenset()
GAINS: Final = frozenset(("got",))
LOSSES: Final = frozenset(("played", "gave"))


@mypyc_attr(allow_interpreted_subclasses=True)
class Game:
    """One game: its rulebooks, its notation, its first position. A value without state of its own."""

    name: str
    default_rulebook: str
    not_started_code: str = ""
    """The code with which the rules refuse everything before the start; "" where hosts use one of their own."""
    ended_code: str = ""
    """The code with which the rules refuse everything after the end; "" where hosts use one of their own."""

    def rulebooks(self) -> list[str]:
        """Names of the presets, best known first."""
        raise NotImplementedError

    def knobs(self) -> list["Knob"]:
        """Every option a table can choose, in the order screens show them."""
        raise NotImplementedError

    def rules(self, rulebook: str, options: Mapping[str, object]) -> Rules:
        """A rulebook with single options changed. Raises `BadRules` naming the problem and what is allowed."""
        raise NotImplementedError

    def seat_range(self, rules: Rules) -> tuple[int, int]:
        """Fewest and most seats."""
        raise NotImplementedError

    def new(self, rules: Rules, seats: int) -> State:
        """A match that waits for the host to start it. Raises `BadRules` for a wrong number of seats."""
        raise NotImplementedError

    def action_from_json(self, data: Mapping[str, object]) -> Action:
        """Read the JSON form of any actor's action. Raises `BadNotation` for what is malformed.

        Names of cards, players or types that do not exist may be read, so that `State.refusal` answers them with the
        code of the rules, in the order of the rules.
        """
        raise NotImplementedError

    def parse_action(self, text: str) -> Action:
        """Read the one-line form. Raises `BadNotation`."""
        raise NotImplementedError

    def imagine(self, view: View, source: Source) -> State:
        """A random position that fits what `view` shows."""
        raise NotImplementedError

    # --- who may see what ---------------------------------------------------------------------------

    def public_fields(self, kind: str) -> frozenset[str]:
        """The fields of actions of this type that everybody may see besides `type`. Unlisted fields are hidden."""
        return NO_NAMES

    def own_fields(self, kind: str) -> frozenset[str]:
        """Further fields that only the actor may see."""
        return NO_NAMES

    def visible(self, action: Mapping[str, object], actor: int, recipient: int) -> dict[str, object]:
        """The JSON form of an action as `recipient`, a seat or SPECTATOR, may know it."""
        kind = str(action.get("type", ""))
        public = self.public_fields(kind)
        own = self.own_fields(kind) if actor == recipient else NO_NAMES
        shown: dict[str, object] = {"type": kind}
        for name, value in action.items():
            if name in public or name in own:
                shown[name] = value
        return shown

    def same_for_all(self, kind: str) -> bool:
        """Whether every recipient sees actions of this type alike."""
        return not self.own_fields(kind)

    def gains(self) -> frozenset[str]:
        """Types of facts whose `cards` joined the hand of the fact's seat."""
        return GAINS

    def losses(self) -> frozenset[str]:
        """Types of facts whose `cards` left the hand of the fact's seat."""
        return LOSSES

    # --- what hosts, screens and simulators ask ------------------------------------------------------

    def teams(self, seats: int) -> list[list[Seat]]:
        """The seats that win and lose together; by default everybody plays alone."""
        return [[Seat(seat)] for seat in range(seats)]

    def round_types(self) -> frozenset[str]:
        """Types of the host actions that begin another round. The first round begins with the match."""
        return NO_NAMES

    def catch_target(self, action: Action) -> Seat | None:
        """The seat that an action accuses, where players race to catch each other; None for other actions.

        A host with a clock accepts it only a moment after `State.exposed_seat` has changed, so that the accused has a
        chance, and makes a player wait who accused a seat that was not exposed.
        """
        return None

    def default_bot(self) -> str:
        """The bot that gives hints and fills seats unless another one is asked for; "" for any."""
        return ""

    def level_bots(self, level: str) -> tuple[str, ...]:
        """Bots for `easy`, `normal` or `hard`, the preferred one first. The first that is installed is taken."""
        return ()

    def one_round_options(self) -> dict[str, object]:
        """Options that limit a match to one round, if the game has them. See also `State.round_outcome`."""
        return {}

    def resources(self) -> str:
        """The package that holds the rules in words (`text/rules.<language>.md`), or "" where there are none."""
        return ""

    def catalogue(self) -> str:
        """The message catalogue with the words of this game."""
        return self.name

    def rule_section(self, code: str) -> str:
        """The anchor of the section of the rules in words that explains a refusal, or ""."""
        return ""

    def explain_options(self) -> tuple[str, ...]:
        """Names of the parameters of `explain`; empty for a game that explains no plays."""
        return ()

    def explain(self, rules: Rules, question: Mapping[str, str], clock: Clock = no_clock) -> Trace:
        """Why a play is accepted or refused, step by step. `question` has some of `explain_options`, always `play`.

        Raises `BadNotation` or `BadRules` where the question makes no sense.
        """
        raise NotImplementedError

    def reads_vectors(self, header: Mapping[str, object]) -> bool:
        """Whether a file with this top level holds rule vectors of this game.

        Raises `BadNotation` for such a file in a version that is not known.
        """
        return False

    def run_vector(self, vector: Mapping[str, object]) -> list[GameError]:
        """Run one rule vector. Returns the expectations that were not met; an empty list means it passed.

        Raises `GameError` for a vector that cannot be set up, which is a miss too.
        """
        raise NotImplementedError


class Knob:
    """One option: its name and what it may be."""

    def __init__(self, name: str, kind: str, values: list[object], low: int = 0, high: int = 0) -> None:
        self.name: Final = name
        self.kind: Final = kind
        """`bool`, `choice` (see `values`), `int` (`low` … `high`, None if among `values`) or `list` (of `values`)."""
        self.values: Final = values
        self.low: Final = low
        self.high: Final = high
