"""Many UNO games stepped at once: what the mover sees and may do is written straight into one block of bytes.

Numpy reads that block without copying. One row is one game: the observation of the seat that has to act, then its
action mask. Compiled by mypyc with unboxed buffers; interpreted it gives the same bytes.

Speed decides how the rows are written: parts that are the same for every seat (the discard pile) grow with the game,
the mask is taken back action by action, and only short parts are cleared.
"""

from typing import Final, cast

from librt.vecs import vec
from mypy_extensions import i64, u8

from paiju.engine.game import HOST, Action, Seat
from paiju.engine.shuffle import FastSource, derived
from paiju.env.uno_space import (
    ACTIONS,
    CALLED,
    CALLING,
    COLOUR,
    DECK,
    DIRECTION,
    DRAW,
    EXPOSED,
    HAND,
    KIND_INDEX,
    KINDS,
    OBSERVATION,
    PENDING,
    PHASE,
    PLAY_FOUR,
    PLAY_WILD,
    REACTING,
    SCORES,
    SEEN,
    SIZES,
    SKIP,
    TOP,
    VOIDS,
    WAIT,
    WIDTH,
    action_index,
)
from paiju.games.uno.actions import BEGIN, CALL, CHOICES, JUMP_IN, NEXT, NO_SEAT, PLAY_CARD, UnoAction
from paiju.games.uno.actions import DRAW as DRAWING
from paiju.games.uno.actions import SKIP as SKIPPING
from paiju.games.uno.cards import CARDS, FACE_OF, FACES, FIRST_WILD, FITS, WILD
from paiju.games.uno.deal import use_ranking
from paiju.games.uno.position import NOTHING, ask_for_spare
from paiju.games.uno.rules import UnoRules
from paiju.games.uno.state import UnoState
from paiju.games.uno.view import DRAWN, ENDED, IDLE, PHASES, ROUND_OVER, TURN

NOT_COUNTED: Final[list[int]] = []


class UnoTables:
    """`count` games of the same rules. `step` takes one action per game; a finished game is dealt again at once."""

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
        """The legal actions of the mover, where there are others than laying a card that fits and drawing."""
        self.listed: vec[u8] = vec[u8]([0] * count)
        """Whether `legal` is used."""
        self.choices: vec[u8] = vec[u8]([0] * (count * ACTIONS))
        """For each game the actions in its mask, in the order in which they were found."""
        self.ways: vec[u8] = vec[u8]([0] * count)
        """How many of them there are."""
        self.counted: list[list[int]] = [NOT_COUNTED] * count
        """The discard pile that the row shows. A refilled pile is a new list."""
        self.counted_to: vec[u8] = vec[u8]([0] * count)
        self.asked: list[list[int]] = [[] for _ in range(count)]
        """Seats that were offered a reaction since the last move."""
        self.offered: vec[u8] = vec[u8]([0] * count)
        """Whether `asked` has any seat."""
        self.rows: vec[u8] = vec[u8]([0] * (count * WIDTH))
        self.movers: vec[u8] = vec[u8]([0] * count)
        self.done: vec[u8] = vec[u8]([0] * count)
        self.reward: vec[float] = vec[float]([0.0] * (count * seats))
        self.chance: Final = FastSource(derived(seed, "sample"))
        for game in range(count):
            self._go_on(game)

    # --- playing ------------------------------------------------------------------------------------

    def step(self, actions: list[int]) -> None:
        """One action for every game. Raises ValueError for one that its mask does not allow, before any is played."""
        if len(actions) != self.count:
            raise ValueError(f"{self.count} games need as many actions, not {len(actions)}")
        for game in range(self.count):
            if not self.allows(game, actions[game]):
                raise ValueError(f"game {game}: action {actions[game]} is not in the mask")
        for game in range(self.count):
            self.play(game, actions[game])

    def allows(self, game: i64, action: int) -> bool:
        """Whether the mask of a game has this action."""
        return 0 <= action < ACTIONS and self.rows[game * WIDTH + OBSERVATION + i64(action)] != 0

    def play(self, game: i64, index: i64) -> bool:
        """One action in one game; it must be in the mask. Returns whether that ended the game."""
        state = self.states[game]
        seat: i64 = i64(self.movers[game])
        if index != WAIT:
            self._make(state, seat, self._meant(game, state.hands[seat], index))
            if self.offered[game]:
                self.offered[game] = 0
                self.asked[game] = []
        self._go_on(game)
        return self.done[game] != 0

    def _meant(self, game: i64, hand: list[int], index: i64) -> UnoAction:
        """The action that this number means for the seat that has to act."""
        if self.listed[game]:
            seat: i64 = i64(self.movers[game])
            for action in self.legal[game]:
                found = cast(UnoAction, action)
                if action_index(found, seat, self.seats) == index:
                    return found
        if index == DRAW:
            return DRAWING
        if index == SKIP:
            return SKIPPING
        kind: i64 = index
        colour: i64 = 0
        if index >= PLAY_FOUR:
            kind = KINDS - 1
            colour = index - PLAY_FOUR
        elif index >= PLAY_WILD:
            kind = KINDS - 2
            colour = index - PLAY_WILD
        place = 0
        while KIND_INDEX[hand[place]] != kind:  # what is in the mask is in the hand
            place += 1
        return CHOICES[hand[place]][colour]

    def _make(self, state: UnoState, seat: i64, action: UnoAction) -> None:
        mover = Seat(seat)
        calls = self.auto_call
        if calls and len(state.hands[seat]) == 2 and action.kind in (PLAY_CARD, JUMP_IN):
            if not self.rules.call_in_turn_only and not state.refusal(mover, CALL):
                state.apply(mover, CALL)
        state.apply(mover, action)
        if calls:
            if state.exposed != NO_SEAT:
                if not state.refusal(Seat(state.exposed), CALL):
                    state.apply(Seat(state.exposed), CALL)
            elif self.rules.call_in_turn_only and state.current == seat and len(state.hands[seat]) == 1:
                if not state.refusal(mover, CALL):
                    state.apply(mover, CALL)

    def _go_on(self, game: i64) -> None:
        """Carry out what CHANCE and the host have to do, then write the row of the seat that has to act."""
        state = self.states[game]
        self.done[game] = 0
        while True:
            if state.wanted != NOTHING:
                use_ranking(state, self.sources[game].order(CARDS))
                ask_for_spare(state)
            elif state.phase == ENDED:
                self._finish(game, state)
                if not self.deal_again:
                    return
                state = UnoState(self.rules, self.seats)
                self.states[game] = state
                self.asked[game] = []
            elif state.phase == IDLE:
                state.apply(HOST, BEGIN)
            elif state.phase == ROUND_OVER:
                state.apply(HOST, NEXT)
            else:
                break
        seat: i64 = state.current
        reacting = False
        if state.exposed != NO_SEAT or self.rules.jump_in:
            self.offered[game] = 1
            asked = self.asked[game]
            for other in state.reactors():
                if other not in asked:
                    asked.append(other)
                    seat = other
                    reacting = True
                    break
        self.movers[game] = u8(seat)
        self._observe(game, state, seat, reacting)
        self._show_actions(game, state, seat, reacting)

    def _finish(self, game: i64, state: UnoState) -> None:
        self.done[game] = 1
        winner = state.winner
        lost = -1.0 / (self.seats - 1)
        for seat in range(self.seats):
            worth = 1.0 if seat == winner else lost
            self.reward[game * self.seats + seat] = worth if winner != NO_SEAT else 0.0

    # --- showing ------------------------------------------------------------------------------------

    def _count_pile(self, game: i64, discard: list[int]) -> None:
        """Bring the counts of the discard pile up to date: it only grows until it is turned over."""
        rows = self.rows
        first: i64 = game * WIDTH + SEEN
        at: i64 = 0
        done: i64 = i64(self.counted_to[game])
        if self.counted[game] is not discard:
            while at < KINDS:
                rows[first + at] = 0
                at += 1
            done = 0
            self.counted[game] = discard
        size: i64 = len(discard)
        while done < size:
            at = first + KIND_INDEX[discard[done]]
            rows[at] = rows[at] + 1
            done += 1
        self.counted_to[game] = u8(size)
        self.rows = rows

    def _observe(self, game: i64, state: UnoState, seat: i64, reacting: bool) -> None:
        """Write what a seat sees."""
        self._count_pile(game, state.discard)
        rows = self.rows
        start: i64 = game * WIDTH
        at: i64 = start + HAND
        end: i64 = start + SIZES  # hand, top and colour are neighbours
        while at < end:
            rows[at] = 0
            at += 1
        for card in cast("list[i64]", state.hands[seat]):
            at = start + HAND + KIND_INDEX[card]
            rows[at] = rows[at] + 1
        rows[start + TOP + FACE_OF[state.discard[-1]]] = 1
        rows[start + COLOUR + state.colour] = 1
        seats: i64 = self.seats
        at = start + SIZES + seats - seat  # where seat 0 is; after the last seat it goes on with the mover
        other: i64 = 0
        for hand in state.hands:
            if other == seat:
                at = start + SIZES
            rows[at] = u8(len(hand))
            at += 1
            other += 1  # noqa: SIM113 – compiled, `enumerate` counts with objects
        at = start + VOIDS + (seats - seat) * 4
        other = 0
        for mark in cast("list[i64]", state.voids):
            if other == seat * 4:
                at = start + VOIDS
            rows[at] = u8(mark)
            at += 1
            other += 1  # noqa: SIM113 – as above
        self._show_named(rows, start + CALLED, seat, state.called)
        self._show_named(rows, start + EXPOSED, seat, state.exposed)
        if self.rules.target_score > 0:
            for player in range(self.seats):
                score = max(0, min(255, state.scores[player] // 10))
                rows[start + SCORES + (player - seat + seats) % seats] = u8(score)
        at = start + PHASE
        end = at + len(PHASES)
        while at < end:
            rows[at] = 0
            at += 1
        rows[start + PHASE + state.phase] = 1
        rows[start + REACTING] = 1 if reacting else 0
        rows[start + PENDING] = u8(state.pending)
        rows[start + DECK] = u8(len(state.deck))
        rows[start + DIRECTION] = 1 if state.direction == 1 else 0
        self.rows = rows

    def _show_named(self, rows: vec[u8], first: i64, seat: i64, named: i64) -> None:
        """One seat, or nobody, counted from another."""
        end: i64 = first + self.seats
        at: i64 = first
        while at < end:
            rows[at] = 0
            at += 1
        if named != NO_SEAT:
            rows[first + (named - seat if named >= seat else named - seat + self.seats)] = 1

    def _show_actions(self, game: i64, state: UnoState, seat: i64, reacting: bool) -> None:
        """Write the mask, having taken back what was in it before."""
        rows = self.rows
        choices = self.choices
        mask: i64 = game * WIDTH + OBSERVATION
        first: i64 = game * ACTIONS
        at: i64 = first
        end: i64 = first + i64(self.ways[game])
        while at < end:
            rows[mask + i64(choices[at])] = 0
            at += 1
        at = first
        rules = self.rules
        hand = state.hands[seat]
        quiet = (self.auto_call or len(hand) > 2) and state.exposed == NO_SEAT and not rules.always_calls
        plain = quiet and rules.plain_plays and state.pending == 0 and not reacting
        if plain and state.phase == TURN:
            self.listed[game] = 0
            fitting = FITS[state.colour * FACES + FACE_OF[state.discard[-1]]]
            for card in cast("list[i64]", hand):
                if fitting[card]:
                    at = self._show_card(rows, choices, mask, at, card)
            if at == first or not rules.draw_only_if_stuck:
                rows[mask + DRAW] = 1
                choices[at] = DRAW
                at += 1
        elif plain and state.phase == DRAWN and not rules.force_play:
            self.listed[game] = 0
            at = self._show_card(rows, choices, mask, at, state.drawn)
            rows[mask + SKIP] = 1
            choices[at] = SKIP
            at += 1
        else:
            listed = state.legal(Seat(seat))
            self.legal[game] = listed
            self.listed[game] = 1
            for action in listed:
                index: i64 = action_index(cast(UnoAction, action), seat, self.seats)
                if rows[mask + index] == 0 and (index != CALLING or not self.auto_call):
                    rows[mask + index] = 1
                    choices[at] = u8(index)
                    at += 1
            if reacting:
                rows[mask + WAIT] = 1
                choices[at] = WAIT
                at += 1
        self.ways[game] = u8(at - first)
        self.rows = rows
        self.choices = choices

    def _show_card(self, rows: vec[u8], choices: vec[u8], mask: i64, at: i64, card: i64) -> i64:
        """A card that may be laid, a wild in each colour; twins once. Returns the next free place in `choices`."""
        index: i64 = KIND_INDEX[card]
        end: i64 = index + 1
        if card >= FIRST_WILD:
            index = PLAY_WILD if FACE_OF[card] == WILD else PLAY_FOUR
            end = index + 4
        if rows[mask + index] == 0:
            while index < end:
                rows[mask + index] = 1
                choices[at] = u8(index)
                at += 1
                index += 1
        return at

    def look(self, game: int, seat: int) -> bytes:
        """The observation of a seat that does not have to act. Its mask is empty."""
        mover = int(self.movers[game])
        reacting = self.rows[game * WIDTH + REACTING] != 0
        self._observe(game, self.states[game], seat, False)
        seen = bytes(memoryview(self.rows)[game * WIDTH : game * WIDTH + OBSERVATION])
        self._observe(game, self.states[game], mover, reacting)
        return seen

    def samples(self) -> list[int]:
        """A random action from every mask."""
        choices = self.choices
        chosen: list[int] = []
        for game in range(self.count):
            place: i64 = self.chance.below(int(self.ways[game]))
            chosen.append(int(choices[game * ACTIONS + place]))
        return chosen

    def buffers(self) -> tuple[memoryview, memoryview, memoryview, memoryview]:
        """Rows, movers, dones and rewards as memory that numpy can read while the games go on."""
        return memoryview(self.rows), memoryview(self.movers), memoryview(self.done), memoryview(self.reward)
