"""Positions for tests, and the UNO side of the rule vectors (format `uno-vectors/1`)."""

from collections.abc import Mapping, Sequence
from typing import cast

from paiju.engine.drive import settle
from paiju.engine.errors import GameError, VectorMiss, differs
from paiju.engine.game import HOST, Seat
from paiju.engine.shuffle import FastSource
from paiju.games.uno.actions import (
    MOST_SEATS,
    NEXT_ROUND,
    REMOVE_PLAYER,
    START,
    STRANGER,
    TIMEOUT,
    UnoAction,
    loose_action,
    player_id,
)
from paiju.games.uno.cards import CARD_IDS, CARDS, COLOUR_OF, NO_COLOUR, card_from_id, find_colour, parse_card
from paiju.games.uno.deal import can_open, deal
from paiju.games.uno.position import NOTHING, ask_for_spare
from paiju.games.uno.rules import UnoRules, uno_rules
from paiju.games.uno.state import UnoState
from paiju.games.uno.view import PHASES, TURN, colour_or_none, ids, status_of

Json = Mapping[str, object]

_VECTOR_KEYS = {"id", "title", "why", "rulebook", "options", "setup", "actions", "expect"}
_POSITION_KEYS = {
    "players",
    "dealer",
    "hands",
    "discard",
    "drawPile",
    "currentColor",
    "direction",
    "current",
    "phase",
    "drawPending",
    "scores",
    "status",
    "turnNumber",
}
_DEAL_KEYS = {"players", "dealer", "deck"}
_LARGEST = 1_000_000
_ACTION_KEYS = {"player", "type", "cardId", "chosenColor", "targetPlayerId", "color", "deck", "expect"}


def position(
    top: str,
    *hands: str,
    rules: UnoRules | None = None,
    pile: str = "",
    colour: str = "",
    pending: int = 0,
    current: int = 0,
    direction: int = 1,
    scores: Sequence[int] = (),
    dealer: int = -1,
) -> UnoState:
    """A running round from card texts: `position("r5", "r< g2", "b7 b8")`.

    `top` is the discard pile, top first; `pile` the draw pile, top first. Only the named cards exist. A ranking for
    a refill is at hand.
    """
    state = UnoState(rules if rules is not None else uno_rules("official", {}), len(hands))
    discard = [parse_card(text) for text in top.split()]
    state.discard = discard[::-1]
    state.deck = [parse_card(text) for text in pile.split()][::-1]
    state.hands = [[parse_card(text) for text in hand.split()] for hand in hands]
    state.colour = find_colour(colour) if colour else COLOUR_OF[discard[0]]
    state.pending = pending
    state.current = current
    state.direction = direction
    state.dealer = dealer if dealer >= 0 else len(hands) - 1
    if scores:
        state.scores = list(scores)
    _running(state)
    settle(state, FastSource(1))
    return state


def _running(state: UnoState) -> UnoState:
    state.phase = TURN
    state.turn_number = 1
    state.round_number = 1
    state.pack = [card_from_id(name) for name in state.census()]
    ask_for_spare(state)
    return state


def run_vector(vector: Json) -> list[GameError]:
    """Play one vector. Returns what is different from the expectation; an empty list means it passed."""
    try:
        return _Run(vector).misses()
    except VectorMiss as problem:
        return [problem]
    except GameError as problem:
        refused_creation = not vector.get("actions") and _object(vector, "expect") == {"error": problem.code}
        return [] if refused_creation else [problem]


def _bad(code: str, **params: object) -> VectorMiss:
    """The vector itself does not follow its schema."""
    return VectorMiss(code, params)


def _check_keys(where: str, data: Json, known: set[str]) -> None:
    unknown = sorted(set(data) - known)
    if unknown:
        raise _bad("vector.unknown", place=where, keys=", ".join(unknown))


def _object(data: Json, key: str) -> Json:
    value = data.get(key, {})
    if not isinstance(value, dict):
        raise _bad("vector.wanted", key=key, wanted="object")
    return value


def _strings(data: Json, key: str) -> list[str]:
    value = data.get(key, [])
    if not isinstance(value, list) or not all(isinstance(item, str) for item in value):
        raise _bad("vector.wanted", key=key, wanted="strings")
    return value


def _whole(data: Json, key: str, default: int) -> int:
    value = data.get(key, default)
    if not isinstance(value, int) or isinstance(value, bool) or abs(value) > _LARGEST:
        raise _bad("vector.wanted", key=key, wanted="whole")
    return value


class _Run:
    """One vector in progress: the state, the names of its players, and what was seen so far."""

    def __init__(self, vector: Json) -> None:
        _check_keys("vector", vector, _VECTOR_KEYS)
        self.vector = vector
        self.rules = uno_rules(str(vector.get("rulebook")), _object(vector, "options"))
        setup = _object(vector, "setup")
        self.names = _strings(setup, "players")
        if not 2 <= len(set(self.names)) == len(self.names) <= MOST_SEATS:
            raise _bad("vector.players", most=MOST_SEATS)
        self.source = FastSource(1)
        self.state = self._dealt(setup) if "deck" in setup else self._placed(setup)
        settle(self.state, self.source)
        self.error = ""
        self.drawn_by_penalty = 0
        self.before = self.state.snapshot()

    # --- setting up ---------------------------------------------------------------------------------

    def _seat(self, name: object) -> int:
        if not isinstance(name, str) or name not in self.names:
            raise _bad("vector.nobody", name=name)
        return self.names.index(name)

    def _dealt(self, setup: Json) -> UnoState:
        _check_keys("setup", setup, _DEAL_KEYS)
        state = UnoState(self.rules, len(self.names))
        state.dealer = self._seat(setup.get("dealer", self.names[-1]))
        self._deal_from(state, setup)
        return state

    def _deal_from(self, state: UnoState, data: Json) -> None:
        """Deal the `deck` of a setup or of NEXT_ROUND."""
        pack = [card_from_id(name) for name in _strings(data, "deck")]
        if len(pack) <= len(state.order) * self.rules.initial_cards:
            raise _bad("vector.short_deck")
        if not any(can_open(self.rules.first_discard, card) for card in pack):
            raise _bad("vector.no_opening")
        state.pack = pack
        deal(state, pack[::-1])
        ask_for_spare(state)

    def _placed(self, setup: Json) -> UnoState:
        _check_keys("setup", setup, _POSITION_KEYS)
        state = UnoState(self.rules, len(self.names))
        if setup.get("status", "playing") == "waiting":
            return state
        if setup.get("phase", "turn") != "turn" or setup.get("status", "playing") != "playing":
            raise _bad("vector.phase")
        for name, hand in _object(setup, "hands").items():
            state.hands[self._seat(name)] = [card_from_id(card) for card in _strings({"hand": hand}, "hand")]
        state.discard = [card_from_id(card) for card in _strings(setup, "discard")][::-1]
        if not state.discard:
            raise _bad("vector.no_top")
        state.deck = [card_from_id(card) for card in _strings(setup, "drawPile")][::-1]
        colour = setup.get("currentColor")
        state.colour = find_colour(str(colour)) if colour is not None else COLOUR_OF[state.discard[-1]]
        if state.colour == NO_COLOUR:
            raise _bad("vector.no_color")
        state.direction = _whole(setup, "direction", 1)
        if state.direction not in (1, -1):
            raise _bad("vector.wanted", key="direction", wanted="direction")
        state.pending = _whole(setup, "drawPending", 0)
        state.current = self._seat(setup.get("current", self.names[0]))
        state.dealer = self._seat(setup.get("dealer", self.names[-1]))
        scores = [0] * len(self.names)
        for name in _object(setup, "scores"):
            scores[self._seat(name)] = _whole(_object(setup, "scores"), name, 0)
        state.scores = scores
        _running(state)
        state.turn_number = _whole(setup, "turnNumber", 1)
        return state

    # --- acting -------------------------------------------------------------------------------------

    def misses(self) -> list[GameError]:
        found: list[GameError] = []
        actions = cast(list[Json], self.vector.get("actions", []))
        for number, action in enumerate(actions, 1):
            census = self.state.census()
            self._act(action)
            dealt_anew = action.get("type") == "NEXT_ROUND" and not self.error
            if not dealt_anew and self.state.census() != census:
                found.append(VectorMiss("vector.cards", {"n": number}))
            if "expect" in action:
                found += self._compare(number, _object(action, "expect"), action)
            elif number < len(actions) and self.error:
                found.append(VectorMiss("vector.refused", {"n": number, "code": self.error}))
        last: Json = actions[-1] if actions else {}
        return found + self._compare(0, _object(self.vector, "expect"), last)

    def _act(self, data: Json) -> None:
        _check_keys("action", data, _ACTION_KEYS)
        self.before = self.state.snapshot()
        self.drawn_by_penalty = 0
        seat, action = self._read(data)
        actor = HOST if action.kind in (START, NEXT_ROUND, TIMEOUT, REMOVE_PLAYER) else Seat(seat)
        self.error = self.state.refusal(actor, action)
        if self.error:
            self._punish(seat, action)
            return
        self.state.apply(actor, action)
        if action.kind == NEXT_ROUND:
            self.state.pack = []  # a position has only the cards it lists, but the next round is dealt from all
            if "deck" in data:
                self.state.wanted = NOTHING
                self._deal_from(self.state, data)
        settle(self.state, self.source)

    def _read(self, data: Json) -> tuple[int, UnoAction]:
        """The vector's own player names become the engine's p1 … pN; unknown names stay unknown."""
        translated: dict[str, object] = {}
        for key, value in data.items():
            if key == "targetPlayerId" and value is not None:
                translated[key] = player_id(self.names.index(str(value))) if value in self.names else "nobody"
            elif key not in ("player", "expect", "deck"):
                translated[key] = value
        seat = self.names.index(str(data.get("player"))) if data.get("player") in self.names else STRANGER
        translated["playerId"] = player_id(seat)
        return seat, loose_action(translated)

    def _punish(self, seat: int, action: UnoAction) -> None:
        answer = self.state.penalty(Seat(seat), action, self.error)
        if answer is not None and not self.state.refusal(HOST, answer):
            held = len(self.state.hands[seat])
            self.state.apply(HOST, answer)
            settle(self.state, self.source)
            self.drawn_by_penalty = len(self.state.hands[seat]) - held

    # --- comparing ----------------------------------------------------------------------------------

    def _compare(self, number: int, expect: Json, action: Json) -> list[GameError]:
        """What differs after action `number`; 0 stands for the end of the vector."""
        found: list[GameError] = []
        wanted_error = expect.get("error") or ""
        if wanted_error != self.error:
            found.append(differs("error", self.error or None, wanted_error or None, number))
        penalty = {"player": action.get("player"), "cards": self.drawn_by_penalty} if self.drawn_by_penalty else None
        if expect.get("penalty") != penalty:
            found.append(differs("penalty", penalty, expect.get("penalty"), number))
        for key, wanted in expect.items():
            if key in ("error", "penalty"):
                continue
            got = self._value(key, wanted)
            if got != wanted:
                found.append(differs(key, got, wanted, number))
        return found

    def _name(self, seat: int) -> str | None:
        return self.names[seat] if seat >= 0 else None

    def _value(self, key: str, wanted: object) -> object:
        """The state's value for a key of an expectation, in the shape of `wanted`."""
        state = self.state
        if key == "unchanged":
            return state.snapshot() == self.before
        if key in ("hands", "handOrder", "handCounts", "scores"):
            return self._by_player(key, cast(Json, wanted))
        plain: dict[str, object] = {
            "top": ids(state.discard)[-1] if state.discard else None,
            "drawPile": ids(state.deck[::-1]),
            "drawPileCount": len(state.deck),
            "discardCount": len(state.discard),
            "players": [self.names[seat] for seat in state.order],
            "current": self._name(state.current),
            "phase": PHASES[state.phase],
            "direction": state.direction,
            "currentColor": colour_or_none(state.colour),
            "drawPending": state.pending,
            "turnNumber": state.turn_number,
            "roundNumber": state.round_number,
            "status": status_of(state.phase),
            "winner": self._name(state.winner),
            "roundWinner": self._name(state.round_winner),
            "unoCalledBy": self._name(state.called),
            "unoExposed": self._name(state.exposed),
            "drawnCard": CARD_IDS[state.drawn] if 0 <= state.drawn < CARDS else None,
        }
        if key not in plain:
            raise _bad("vector.unknown", place="expect", keys=key)
        return plain[key]

    def _by_player(self, key: str, wanted: Json) -> dict[str, object]:
        got: dict[str, object] = {}
        for name, value in wanted.items():
            seat = self._seat(name)
            hand = ids(self.state.hands[seat])
            if key == "scores":
                got[name] = self.state.scores[seat]
            elif key == "handCounts":
                got[name] = len(hand)
            elif key == "handOrder":
                got[name] = hand
            else:
                same = isinstance(value, list) and sorted(hand) == sorted(value)
                got[name] = value if same else hand
        return got
