"""Many UNO games stepped at once: what the mover sees and may do is written straight into one block of bytes.

Numpy reads that block without copying. One row is one game: the observation of the seat that has to act, then its
action mask. Compiled by mypyc with unboxed buffers; interpreted it gives the same bytes.
"""

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64, u8

from paiju.engine.drive import settle
from paiju.engine.game import HOST, Action, Seat
from paiju.engine.shuffle import FastSource, derived
from paiju.games.uno.actions import (
    CALL,
    CALL_UNO,
    CHALLENGE_UNO,
    CHALLENGE_WD4,
    CHOOSE_COLOR,
    DRAW_CARD,
    JUMP_IN,
    NO_SEAT,
    PLAY_CARD,
    SKIP_TURN,
    UnoAction,
)
from paiju.games.uno.cards import CARDS, COLOUR_OF, FACE_OF, NO_COLOUR, WILD
from paiju.games.uno.rules import UnoRules
from paiju.games.uno.state import UnoState

MOST_SEATS: Final = 10
KINDS: Final = 54
"""Cards that look different: 4 × 13 coloured ones, Wild, Wild Draw Four."""

# --- the observation --------------------------------------------------------------------------------------

HAND: Final = 0
TOP: Final = HAND + KINDS
COLOUR: Final = TOP + 15
SIZES: Final = COLOUR + 5
SEEN: Final = SIZES + MOST_SEATS
VOIDS: Final = SEEN + KINDS
PHASE: Final = VOIDS + 4 * MOST_SEATS
REACTING: Final = PHASE + 8
PENDING: Final = REACTING + 1
DECK: Final = PENDING + 1
DIRECTION: Final = DECK + 1
CALLED: Final = DIRECTION + 1
EXPOSED: Final = CALLED + MOST_SEATS
SCORES: Final = EXPOSED + MOST_SEATS
OBSERVATION: Final = SCORES + MOST_SEATS

LAYOUT: Final = {
    "hand": (HAND, TOP),
    "top": (TOP, COLOUR),
    "colour": (COLOUR, SIZES),
    "sizes": (SIZES, SEEN),
    "seen": (SEEN, VOIDS),
    "voids": (VOIDS, PHASE),
    "phase": (PHASE, REACTING),
    "reacting": (REACTING, PENDING),
    "pending": (PENDING, DECK),
    "deck": (DECK, DIRECTION),
    "direction": (DIRECTION, CALLED),
    "called": (CALLED, EXPOSED),
    "exposed": (EXPOSED, SCORES),
    "scores": (SCORES, OBSERVATION),
}
"""First and one past the last byte of each part. Seats are counted from the mover, clockwise.

| part | what |
|---|---|
| hand | how many of each kind the mover holds: colour × 13 + face, then Wild, Wild Draw Four |
| top, colour | one-hot: face of the top card (0 … 9, skip, reverse, +2, Wild, +4); colour in force, the fifth: none |
| sizes | hand sizes by seat |
| seen | how many of each kind lie on the discard pile |
| voids | seat × 4 + colour: 1 + cards drawn since the seat drew rather than played on the colour, 0 if it did not |
| phase, reacting | one-hot of the engine's phases; 1 when asked out of turn |
| pending, deck, direction | cards owed; cards in the pile; 1 clockwise, 0 not |
| called, exposed | one-hot by seat |
| scores | by seat, in tens of points |
"""

# --- the actions ------------------------------------------------------------------------------------------

PLAY: Final = 0
PLAY_WILD: Final = 52
PLAY_FOUR: Final = 56
SWAP: Final = 60
DRAW: Final = 100
SKIP: Final = 101
CALLING: Final = 102
CHALLENGE: Final = 103
ACCEPT: Final = 104
CHOOSE: Final = 105
CATCH: Final = 109
WAIT: Final = 119
ACTIONS: Final = 120

WIDTH: Final = OBSERVATION + ACTIONS


def _kind_index() -> list[int]:
    return [
        COLOUR_OF[card] * 13 + FACE_OF[card] if COLOUR_OF[card] != NO_COLOUR else 52 + FACE_OF[card] - WILD
        for card in range(CARDS)
    ]


KIND_INDEX: Final = _kind_index()


def action_index(action: UnoAction, seat: int, seats: int) -> int:
    """The number of an action for the seat that takes it. A jump-in has the number of the play."""
    kind = action.kind
    if kind in (PLAY_CARD, JUMP_IN):
        card = action.card
        colour = COLOUR_OF[card]
        if colour == NO_COLOUR:
            return (PLAY_WILD if FACE_OF[card] == WILD else PLAY_FOUR) + action.colour
        if action.target != NO_SEAT:
            return SWAP + colour * MOST_SEATS + (action.target - seat) % seats
        return PLAY + colour * 13 + FACE_OF[card]
    if kind == DRAW_CARD:
        return DRAW
    if kind == SKIP_TURN:
        return SKIP
    if kind == CALL_UNO:
        return CALLING
    if kind == CHALLENGE_UNO:
        return CATCH + (action.target - seat) % seats
    if kind == CHOOSE_COLOR:
        return CHOOSE + action.colour
    return CHALLENGE if kind == CHALLENGE_WD4 else ACCEPT


class UnoTables:
    """`count` games of the same rules. `step` takes one action a game; a finished game is dealt again at once."""

    def __init__(self, count: int, rules: UnoRules, seats: int, seed: int, auto_call: bool, deal_again: bool) -> None:
        self.count: Final = count
        self.rules: Final = rules
        self.seats: Final = seats
        self.auto_call: Final = auto_call
        """UNO is called for everybody whose play leaves one card."""
        self.deal_again: Final = deal_again
        self.states: list[UnoState] = [UnoState(rules, seats) for _ in range(count)]
        self.sources: list[FastSource] = [FastSource(derived(seed, "table", game)) for game in range(count)]
        self.legal: list[list[Action]] = [[] for _ in range(count)]
        self.indexes: list[list[int]] = [[] for _ in range(count)]
        """The number of each legal action, in the same order."""
        self.piles: vec[u8] = vec[u8]([0] * (count * KINDS))
        """The discard piles by kind, kept up to date card by card."""
        self.counted: list[list[int]] = [[] for _ in range(count)]
        """The list each count was taken from: a refilled pile is another list."""
        self.counted_to: list[int] = [0] * count
        self.asked: list[list[int]] = [[] for _ in range(count)]
        """Seats that were offered a reaction since the last move."""
        self.rows: vec[u8] = vec[u8]([0] * (count * WIDTH))
        self.movers: vec[u8] = vec[u8]([0] * count)
        self.done: vec[u8] = vec[u8]([0] * count)
        self.reward: vec[float] = vec[float]([0.0] * (count * seats))
        self.chance: Final = FastSource(derived(seed, "sample"))
        for game in range(count):
            self.deal(game)

    def deal(self, game: int) -> None:
        """Begin a game."""
        self.states[game] = UnoState(self.rules, self.seats)
        if self.asked[game]:
            self.asked[game] = []
        self._go_on(game)

    def step(self, actions: list[int]) -> None:
        """One action for every game. Raises ValueError for one that its mask does not allow, before any is played."""
        if len(actions) != self.count:
            raise ValueError(f"{self.count} games need as many actions, not {len(actions)}")
        for game in range(self.count):
            action = actions[game]
            if not 0 <= action < ACTIONS or not self.rows[game * WIDTH + OBSERVATION + action]:
                raise ValueError(f"game {game}: action {action} is not in the mask")
        for game in range(self.count):
            self.play(game, actions[game])

    def play(self, game: int, index: int) -> None:
        """One action in one game; it must be in the mask."""
        state = self.states[game]
        seat = Seat(int(self.movers[game]))
        if index != WAIT:
            action = self.legal[game][self.indexes[game].index(index)]
            assert isinstance(action, UnoAction)
            self._make(state, seat, action)
            self.asked[game] = []
        self._go_on(game)

    def _make(self, state: UnoState, seat: Seat, action: UnoAction) -> None:
        if self.auto_call and action.kind in (PLAY_CARD, JUMP_IN) and len(state.hands[seat]) == 2:
            if not state.rules.call_in_turn_only and not state.refusal(seat, CALL):
                state.apply(seat, CALL)
        state.apply(seat, action)
        if self.auto_call:
            if state.exposed != NO_SEAT and not state.refusal(Seat(state.exposed), CALL):
                state.apply(Seat(state.exposed), CALL)
            elif state.rules.call_in_turn_only and state.current == seat and len(state.hands[seat]) == 1:
                if not state.refusal(seat, CALL):
                    state.apply(seat, CALL)

    def _go_on(self, game: int) -> None:
        """Whatever chance and host do, then find who has to act and show it the game."""
        state = self.states[game]
        source = self.sources[game]
        self.done[game] = 0
        while True:
            settle(state, source)
            if state.over():
                self._finish(game, state)
                if not self.deal_again:
                    return
                state = UnoState(self.rules, self.seats)
                self.states[game] = state
                self.asked[game] = []
                continue
            host = state.upkeep()
            if host is None:
                break
            state.apply(HOST, host)
        seat = state.turn()
        reacting = False
        if state.exposed != NO_SEAT or state.rules.jump_in:
            asked = self.asked[game]
            for other in state.reactors():
                if other not in asked:
                    asked.append(other)
                    seat = other
                    reacting = True
                    break
        self.movers[game] = u8(seat)
        self.legal[game] = state.legal(seat)
        self._observe(game, state, seat, reacting)

    def _finish(self, game: int, state: UnoState) -> None:
        self.done[game] = 1
        winner = state.winner
        lost = -1.0 / (self.seats - 1)
        for seat in range(self.seats):
            worth = 1.0 if seat == winner else lost
            self.reward[game * self.seats + seat] = worth if winner != NO_SEAT else 0.0

    def _count_pile(self, game: int, discard: list[int]) -> None:
        """Bring the counts of a discard pile up to date."""
        piles = self.piles
        first: i64 = game * KINDS
        done = self.counted_to[game]
        if self.counted[game] is not discard:
            at: i64 = 0
            while at < KINDS:
                piles[first + at] = 0
                at += 1
            done = 0
            self.counted[game] = discard
        size = len(discard)
        while done < size:
            piles[first + KIND_INDEX[discard[done]]] += 1
            done += 1
        self.counted_to[game] = size
        self.piles = piles

    def _observe(self, game: int, state: UnoState, seat: int, reacting: bool) -> None:
        rows = self.rows
        start: i64 = game * WIDTH
        end: i64 = start + WIDTH
        at: i64 = start
        while at < end:
            rows[at] = 0
            at += 1
        for card in state.hands[seat]:
            at = start + HAND + KIND_INDEX[card]
            rows[at] += 1
        self._count_pile(game, state.discard)
        piles = self.piles
        seen: i64 = start + SEEN
        pile: i64 = game * KINDS
        at = 0
        while at < KINDS:
            rows[seen + at] = piles[pile + at]
            at += 1
        rows[start + TOP + FACE_OF[state.discard[-1]]] = 1
        rows[start + COLOUR + state.colour] = 1
        seats = self.seats
        voids = state.voids
        for other in range(seats):
            relative = other - seat if other >= seat else other - seat + seats
            rows[start + SIZES + relative] = u8(len(state.hands[other]))
            score = state.scores[other] // 10
            rows[start + SCORES + relative] = u8(0 if score < 0 else 255 if score > 255 else score)
            if other == state.called:
                rows[start + CALLED + relative] = 1
            if other == state.exposed:
                rows[start + EXPOSED + relative] = 1
            for colour in range(4):
                mark = voids[other * 4 + colour]
                if mark:
                    rows[start + VOIDS + relative * 4 + colour] = u8(mark)
        rows[start + PHASE + state.phase] = 1
        rows[start + REACTING] = 1 if reacting else 0
        rows[start + PENDING] = u8(state.pending)
        rows[start + DECK] = u8(len(state.deck))
        rows[start + DIRECTION] = 1 if state.direction == 1 else 0
        mask: i64 = start + OBSERVATION
        indexes: list[int] = []
        for action in self.legal[game]:
            assert isinstance(action, UnoAction)
            index = action_index(action, seat, seats)
            indexes.append(index)
            if index != CALLING or not self.auto_call:
                rows[mask + index] = 1
        self.indexes[game] = indexes
        if reacting:
            rows[mask + WAIT] = 1
        self.rows = rows

    def look(self, game: int, seat: int) -> bytes:
        """What a seat sees that is not awaited: the observation of the game without a mask."""
        before = self.movers[game]
        kept = bytes(memoryview(self.rows)[game * WIDTH : (game + 1) * WIDTH])
        indexes = self.indexes[game]
        self._observe(game, self.states[game], seat, False)
        seen = bytes(memoryview(self.rows)[game * WIDTH : game * WIDTH + OBSERVATION])
        rows = self.rows
        for place in range(WIDTH):
            rows[game * WIDTH + place] = u8(kept[place])
        self.rows = rows
        self.movers[game] = before
        self.indexes[game] = indexes
        return seen

    def samples(self) -> list[int]:
        """A random action from every mask."""
        rows = self.rows
        chosen: list[int] = []
        for game in range(self.count):
            start: i64 = game * WIDTH + OBSERVATION
            allowed: i64 = 0
            at: i64 = 0
            while at < ACTIONS:
                allowed += i64(rows[start + at])
                at += 1
            left: i64 = self.chance.below(allowed)
            at = 0
            while at < ACTIONS:
                if rows[start + at]:
                    if left == 0:
                        break
                    left -= 1
                at += 1
            chosen.append(at)
        return chosen

    def buffers(self) -> tuple[memoryview, memoryview, memoryview, memoryview]:
        """Rows, movers, done and reward as memory that numpy can look at while the games go on."""
        return memoryview(self.rows), memoryview(self.movers), memoryview(self.done), memoryview(self.reward)
