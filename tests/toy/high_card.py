"""High card: everybody plays one card, the best takes the trick. The toy game of docs/adding-a-game.md."""

from collections.abc import Mapping
from typing import Final, cast, final

from paiju.engine.errors import BadNotation, BadRules
from paiju.engine.facts import Fact
from paiju.engine.game import (
    CHANCE,
    HOST,
    NOBODY,
    Action,
    Game,
    Knob,
    Outcome,
    Rules,
    Seat,
    Shuffle,
    State,
    View,
    shuffle_from_json,
)
from paiju.engine.shuffle import Source

CARDS: Final = 12


@final
class Play(Action):
    """Put a card, 0 … 11, into the trick."""

    def __init__(self, card: int) -> None:
        self.card: Final = card

    def text(self) -> str:
        return f"play {self.card}"

    def to_json(self) -> dict[str, object]:
        return {"type": "PLAY", "card": self.card}


@final
class Start(Action):
    """The host begins the match."""

    def text(self) -> str:
        return "start"

    def to_json(self) -> dict[str, object]:
        return {"type": "START"}


@final
class Slow(Action):
    """The host plays the lowest card of a seat whose time ran out."""

    def __init__(self, seat: Seat) -> None:
        self.seat: Final = seat

    def text(self) -> str:
        return f"slow {self.seat}"

    def to_json(self) -> dict[str, object]:
        return {"type": "SLOW", "seat": int(self.seat)}


PLAYS: Final = [Play(card) for card in range(CARDS)]
START: Final = Start()
PUBLIC_FIELDS: Final = {"PLAY": frozenset(("card",)), "SLOW": frozenset(("seat",))}


@final
class HighCardRules(Rules):
    """Every choice a table of high card can make."""

    def __init__(self, rulebook: str, hand_size: int) -> None:
        self.rulebook = rulebook
        self.hand_size: Final = hand_size

    def options(self) -> dict[str, object]:
        return {"handSize": self.hand_size}

    def overrides(self) -> dict[str, object]:
        return self.options() if self.hand_size != 3 else {}


@final
class HighCardView(View):
    """What one seat, or a spectator, may know: its own hand, and what lies on the table."""

    def __init__(self, state: "HighCardState", seat: Seat) -> None:
        self.seat = seat
        self.legal = state.legal(seat)
        self.rules: Final = state.rules
        self.started: Final = state.started
        self.dealt: Final = state.dealt
        self.hand: Final = sorted(state.hands[seat]) if seat >= 0 else []
        self.counts: Final = [len(hand) for hand in state.hands]
        self.trick: Final = list(state.trick)
        self.gone: Final = list(state.gone)
        self.tricks: Final = list(state.tricks)
        self.turn: Final = state.turn()

    def to_json(self) -> dict[str, object]:
        return {
            "hand": self.hand,
            "counts": self.counts,
            "trick": self.trick,
            "gone": self.gone,
            "tricks": self.tricks,
            "turn": int(self.turn),
            "legal": [action.to_json() for action in self.legal],
        }


@final
class HighCardState(State):
    """A position of high card."""

    def __init__(self, rules: HighCardRules, seats: int) -> None:
        self.rules: Final = rules
        self.seats = seats
        self.started = False
        self.dealt = False
        self.hands: list[list[int]] = [[] for _ in range(seats)]
        self.stock = list(range(CARDS))
        self.trick: list[int] = []
        self.gone: list[int] = []
        self.tricks = [0] * seats
        self.leader = 0

    # --- who is awaited

    def over(self) -> bool:
        return self.dealt and not any(self.hands)

    def outcome(self) -> Outcome | None:
        if not self.over():
            return None
        best = max(self.tricks)
        winners = [Seat(seat) for seat in range(self.seats) if self.tricks[seat] == best]
        placements = [1 + sum(other > own for other in self.tricks) for own in self.tricks]
        return Outcome(winners, list(self.tricks), placements, {"tricks": list(self.tricks)})

    def chance(self) -> int:
        return CARDS if self.started and not self.dealt else 0

    def turn(self) -> Seat:
        if self.over():
            return NOBODY
        if not self.dealt:
            return CHANCE if self.started else HOST
        return Seat((self.leader + len(self.trick)) % self.seats)

    def reactors(self) -> list[Seat]:
        return []

    def upkeep(self) -> Action | None:
        return None if self.started else START

    def timeout(self, seat: Seat) -> Action:
        return Slow(seat)

    # --- legality

    def candidates(self, seat: Seat) -> list[Action]:
        return [PLAYS[card] for card in sorted(self.hands[seat])] if 0 <= seat < self.seats else []

    def refusal(self, seat: Seat, action: Action) -> str:
        if self.over():
            return "match_over"
        if seat == HOST:
            return self._host_refusal(action)
        if not isinstance(action, Play) or seat < 0:
            return "not_yours_to_do"
        if not self.dealt:
            return "not_dealt"
        if seat != self.turn():
            return "not_your_turn"
        return "" if action.card in self.hands[seat] else "card_not_held"

    def _host_refusal(self, action: Action) -> str:
        if isinstance(action, Start):
            return "already_started" if self.started else ""
        if isinstance(action, Slow):
            return "" if self.dealt and action.seat == self.turn() else "not_your_turn"
        return "not_yours_to_do"

    def apply(self, seat: Seat, action: Action) -> None:
        if isinstance(action, Shuffle):
            self._deal(action.order)
        elif isinstance(action, Start):
            self.started = True
            self._tell("match_started")
        elif isinstance(action, Slow):
            self._tell("timed_out", action.seat)
            self._play(action.seat, min(self.hands[action.seat]))
        elif isinstance(action, Play):
            self._play(seat, action.card)

    def _deal(self, order: list[int]) -> None:
        for number, card in enumerate(order[: self.seats * self.rules.hand_size]):
            self.hands[number % self.seats].append(card)
            self.stock.remove(card)
        self.dealt = True
        if self.facts is not None:
            self._tell("dealt", None, {"count": self.rules.hand_size})
            for seat, hand in enumerate(self.hands):
                self._tell("got", seat, {"cards": sorted(hand)}, seat)

    def _play(self, seat: Seat, card: int) -> None:
        self.hands[seat].remove(card)
        self.trick.append(card)
        if self.facts is not None:
            self._tell("played", seat, {"cards": [card]})
        if len(self.trick) == self.seats:
            best = min(self.trick) if self.rules.rulebook == "low" else max(self.trick)
            self.leader = (self.leader + self.trick.index(best)) % self.seats
            self.tricks[self.leader] += 1
            if self.facts is not None:
                self._tell("trick_won", self.leader, {"trick": list(self.trick), "tricks": self.tricks[self.leader]})
            self.gone += self.trick
            self.trick = []
            if self.over():
                self._tell("match_over")

    def _tell(
        self, type: str, seat: int | None = None, data: dict[str, object] | None = None, to: int | None = None
    ) -> None:
        """Report a fact, if somebody listens."""
        if self.facts is not None:
            self.facts.append(Fact(type, seat, data, to))

    # --- looking

    def view(self, seat: Seat) -> View:
        return HighCardView(self, seat)

    def snapshot(self) -> dict[str, object]:
        return {
            "hands": [list(hand) for hand in self.hands],
            "stock": list(self.stock),
            "trick": list(self.trick),
            "gone": list(self.gone),
            "tricks": list(self.tricks),
            "turn": int(self.turn()),
        }

    def census(self) -> list[str]:
        held = [card for hand in self.hands for card in hand]
        return sorted(f"{card:02}" for card in held + self.stock + self.trick + self.gone)

    def copy(self) -> "HighCardState":
        other = HighCardState(self.rules, self.seats)
        other.started, other.dealt, other.leader = self.started, self.dealt, self.leader
        other.hands = [list(hand) for hand in self.hands]
        other.stock, other.trick, other.gone = list(self.stock), list(self.trick), list(self.gone)
        other.tricks = list(self.tricks)
        return other

    def resampled(self, seat: Seat, source: Source) -> State:
        other = self.copy()
        hidden = [i for i in range(self.seats) if i != seat]
        unknown = sorted(other.stock + [card for i in hidden for card in other.hands[i]])
        order = source.order(len(unknown))
        for i in hidden:
            other.hands[i] = [unknown[order.pop()] for _ in other.hands[i]]
        other.stock = sorted(unknown[i] for i in order)
        return other


@final
class HighCard(Game):
    """The game object."""

    def __init__(self) -> None:
        self.name = "high-card"  # set on the instance: the compiled base class keeps it in a slot
        self.default_rulebook = "high"

    def rulebooks(self) -> list[str]:
        return ["high", "low"]

    def knobs(self) -> list[Knob]:
        return [Knob("handSize", "int", [], 1, 3)]

    def rules(self, rulebook: str, options: Mapping[str, object]) -> Rules:
        if rulebook not in self.rulebooks():
            raise BadRules("unknown_rulebook", f'"{rulebook}" is not a rulebook: choose high or low')
        unknown = [name for name in options if name != "handSize"]
        if unknown:
            raise BadRules("unknown_option", f'"{unknown[0]}" is not an option: there is handSize')
        size = options.get("handSize", 3)
        if not isinstance(size, int) or isinstance(size, bool) or not 1 <= size <= 3:
            raise BadRules("bad_value", f"handSize is 1 to 3, not {size}")
        return HighCardRules(rulebook, size)

    def public_fields(self, kind: str) -> frozenset[str]:
        return PUBLIC_FIELDS.get(kind, frozenset())

    def seat_range(self, rules: Rules) -> tuple[int, int]:
        return 2, 4

    def new(self, rules: Rules, seats: int) -> State:
        if not 2 <= seats <= 4:
            raise BadRules("bad_seats", f"2 to 4 can play, not {seats}")
        return HighCardState(cast(HighCardRules, rules), seats)

    def action_from_json(self, data: Mapping[str, object]) -> Action:
        kind, card, seat = data.get("type"), data.get("card"), data.get("seat")
        if kind == "SHUFFLE":
            return shuffle_from_json(data)
        if kind == "START":
            return START
        if kind == "PLAY" and isinstance(card, int) and not isinstance(card, bool) and 0 <= card < CARDS:
            return PLAYS[card]
        if kind == "SLOW" and isinstance(seat, int) and not isinstance(seat, bool) and 0 <= seat < 4:
            return Slow(Seat(seat))
        raise BadNotation("bad_action", f"{data} is not an action")

    def parse_action(self, text: str) -> Action:
        verb, _, rest = text.partition(" ")
        numbers = [int(part) for part in rest.split(",") if part.isascii() and part.isdigit()]
        if verb == "shuffle":
            return shuffle_from_json({"order": numbers})
        if verb in ("play", "slow") and len(numbers) == 1:
            return self.action_from_json({"type": verb.upper(), "card": numbers[0], "seat": numbers[0]})
        return self.action_from_json({"type": text.upper()})

    def imagine(self, view: View, source: Source) -> State:
        seen = cast(HighCardView, view)
        state = HighCardState(seen.rules, len(seen.counts))
        state.started, state.dealt = seen.started, seen.dealt
        state.trick, state.gone, state.tricks = list(seen.trick), list(seen.gone), list(seen.tricks)
        if seen.turn >= 0:
            state.leader = (seen.turn - len(seen.trick)) % state.seats
        known = [*seen.hand, *seen.trick, *seen.gone]
        state.stock = [card for card in range(CARDS) if card not in known]
        for seat in range(state.seats):
            count = seen.counts[seat]
            state.hands[seat] = list(seen.hand) if seat == seen.seat else state.stock[:count]
            if seat != seen.seat:
                state.stock = state.stock[count:]
        return state.resampled(seen.seat, source)


HIGH_CARD: Final = HighCard()
