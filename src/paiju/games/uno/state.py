"""UnoState: the contract of every game, kept by the functions of `refusals`, `effects`, `deal` and `scores`."""

from typing import cast, final

from paiju.engine.errors import IllegalAction
from paiju.engine.game import CHANCE, HOST, NOBODY, Action, Outcome, Seat, Shuffle
from paiju.engine.shuffle import Source
from paiju.games.uno import facts as told
from paiju.games.uno.actions import (
    ACCEPT,
    BEGIN,
    CALL,
    CATCHES,
    CHALLENGE,
    CHOICES,
    COLOURS,
    DRAW,
    DRAW_CARD,
    JUMPS,
    NEXT,
    NEXT_ROUND,
    NO_ACTION,
    NO_SEAT,
    PENALTY,
    PLAY_CARD,
    PLAYS,
    REMOVALS,
    SKIP,
    START,
    TIMEOUT,
    TIMEOUTS,
    VARIANTS,
    UnoAction,
)
from paiju.games.uno.cards import CARD_IDS, CARDS, COLOUR_OF, FACE_OF, FACES, FITS, NO_COLOUR
from paiju.games.uno.deal import next_round, start, use_ranking
from paiju.games.uno.effects import act, remove_player, time_out
from paiju.games.uno.hidden import deal_hidden
from paiju.games.uno.position import NOTHING, Position, ask_for_spare
from paiju.games.uno.refusals import (
    call_refusal,
    catch_refusal,
    draw_refusal,
    host_refusal,
    is_twin,
    lay_refusal,
    may_jump,
    penalty_for,
    seat_refusal,
    skip_refusal,
    swaps,
)
from paiju.games.uno.scores import outcome_of
from paiju.games.uno.view import CHOOSE, DRAWN, ENDED, IDLE, ROUND_OVER, TURN, WD4, UnoView
from paiju.games.uno.view_builder import snapshot_of, view_of


@final
class UnoState(Position):
    """A position of UNO. `game.UNO.new` makes one, `vectors.position` sets one up for a test."""

    __slots__ = ()

    # --- who is awaited -----------------------------------------------------------------------------

    def over(self) -> bool:
        return self.phase == ENDED

    def outcome(self) -> Outcome | None:
        return outcome_of(self) if self.phase == ENDED else None

    def chance(self) -> int:
        return CARDS if self.wanted != NOTHING else 0

    def turn(self) -> Seat:
        phase = self.phase
        if self.wanted != NOTHING:
            return CHANCE
        if IDLE < phase < ROUND_OVER:
            return Seat(self.current)
        return NOBODY if phase == ENDED else HOST

    def reactors(self) -> list[Seat]:
        """Everybody else while somebody is exposed (to catch, or to call late) or a jump-in is possible."""
        rules = self.rules
        if self.exposed == NO_SEAT and not (rules.jump_in and self.phase == TURN and self.pending == 0):
            return []
        return [Seat(seat) for seat in sorted(self.order) if seat != self.current]

    def upkeep(self) -> Action | None:
        if self.phase == IDLE:
            return BEGIN
        return NEXT if self.phase == ROUND_OVER else None

    def decision(self) -> object:
        return (int(self.current), int(self.turn_number), int(self.phase), int(self.round_number))

    def exposed_seat(self) -> Seat | None:
        return Seat(self.exposed) if self.exposed != NO_SEAT else None

    def timeout(self, seat: Seat) -> Action:
        return TIMEOUTS[seat]

    def removal(self, seat: Seat) -> Action | None:
        return REMOVALS[seat]

    def penalty(self, seat: Seat, action: Action, code: str) -> Action | None:
        if not isinstance(action, UnoAction):
            return None
        if action.kind != PLAY_CARD and not (action.kind == DRAW_CARD and code == "NOT_YOUR_TURN"):
            return None
        due = penalty_for(self, code)
        if due == 0 or (not self.deck and len(self.discard) == 1):
            return None  # there is no card to draw, so the refused action changes nothing
        return UnoAction(PENALTY, target=seat, count=due, code=code)

    # --- legality ------------------------------------------------------------------------------------

    def candidates(self, seat: Seat) -> list[Action]:
        """Colours, plays and jump-ins in hand order, then draw, skip, answers, call, catches in seat order.

        Each action in one spelling: a swapping 7 with every target, a wild with every colour. For HOST: what the match
        waits for, a time-out, removals. For CHANCE nothing: orders are too many to list.
        """
        listed: list[Action] = []
        if seat == HOST:
            listed.append(BEGIN)
            listed.append(NEXT)
            if self.current != NO_SEAT:
                listed.append(TIMEOUTS[self.current])
            for other in self.order:
                listed.append(REMOVALS[other])
        elif self.seated(seat):
            listed.extend(COLOURS)
            for card in self.hands[seat]:
                self._list_laying(listed, seat, card, PLAYS)
            for card in self.hands[seat]:
                if COLOUR_OF[card] != NO_COLOUR:
                    self._list_laying(listed, seat, card, JUMPS)
            listed.extend([DRAW, SKIP, CHALLENGE, ACCEPT, CALL])
            for other in self.order:
                if other != seat:
                    listed.append(CATCHES[other])
        return listed

    def _list_laying(self, listed: list[Action], seat: int, card: int, table: list[UnoAction]) -> None:
        """One card in every spelling that could be allowed."""
        first = card * VARIANTS
        if COLOUR_OF[card] == NO_COLOUR:
            listed.append(table[first + 1])
            listed.append(table[first + 2])
            listed.append(table[first + 3])
            listed.append(table[first + 4])
        elif self.rules.seven_swap and swaps(self, seat, card):
            for other in self.order:
                if other != seat:
                    listed.append(table[first + 5 + other])
        else:
            listed.append(table[first])

    def refusal(self, seat: Seat, action: Action) -> str:
        if isinstance(action, UnoAction):
            if seat == HOST:
                return host_refusal(self, action)
            return seat_refusal(self, seat, action)
        if isinstance(action, Shuffle) and seat == CHANCE:
            if self.chance() == 0:
                return "NOTHING_TO_SHUFFLE"
            return "" if len(action.order) == CARDS else "BAD_SHUFFLE"
        return host_refusal(self, NO_ACTION) if seat == HOST else seat_refusal(self, seat, NO_ACTION)

    def refusal_params(self, seat: Seat, action: Action) -> dict[str, object]:
        return {"rulebook": self.rules.rulebook}

    def legal(self, seat: Seat) -> list[Action]:
        """The same list as filtering `candidates`, made without a check of each action."""
        listed: list[Action] = []
        phase = self.phase
        if seat == HOST:
            return [action for action in self.candidates(seat) if not self.refusal(seat, action)]
        if self.wanted != NOTHING or phase == IDLE or phase >= ROUND_OVER or not self.seated(seat):
            return listed
        rules = self.rules
        hand = self.hands[seat]
        if seat != self.current:
            if may_jump(self, seat):
                for card in hand:
                    if is_twin(self, card):
                        self._list_laying(listed, seat, card, JUMPS)
        elif phase == TURN and self.pending == 0:
            fitting = FITS[self.colour * FACES + FACE_OF[self.discard[-1]]]
            if rules.plain_plays:
                for card in hand:
                    if fitting[card]:
                        listed += CHOICES[card]
            else:
                for card in hand:
                    if fitting[card] and not lay_refusal(self, hand, card):
                        self._list_laying(listed, seat, card, PLAYS)
            if not (rules.draw_only_if_stuck and listed):
                listed.append(DRAW)
        else:
            self._list_answers(listed, seat, hand)
        if len(hand) <= 2 or self.exposed != NO_SEAT or rules.always_calls:
            self._list_calls(listed, seat)
        return listed

    def _list_calls(self, listed: list[Action], seat: int) -> None:
        if not call_refusal(self, seat):
            listed.append(CALL)
        if self.exposed != NO_SEAT or self.rules.false_catch_penalty > 0:
            for other in self.order:
                if not catch_refusal(self, seat, other):
                    listed.append(CATCHES[other])

    def _list_answers(self, listed: list[Action], seat: int, hand: list[int]) -> None:
        """What the player on turn may do except in the plain beginning of a turn."""
        phase = self.phase
        if phase == CHOOSE:
            listed.extend(COLOURS)
        elif phase in (TURN, DRAWN) or (phase == WD4 and self.rules.stacking):
            for card in hand:
                if not lay_refusal(self, hand, card):
                    self._list_laying(listed, seat, card, PLAYS)
        if not draw_refusal(self, seat):
            listed.append(DRAW)
        if not skip_refusal(self):
            listed.append(SKIP)
        if phase == WD4:
            listed.append(CHALLENGE)
            listed.append(ACCEPT)

    def play(self, seat: Seat, action: Action) -> None:
        if seat >= 0 and isinstance(action, UnoAction):
            code = seat_refusal(self, seat, action)
        else:
            code = self.refusal(seat, action)
        if code:
            raise IllegalAction(code, f"{action} by seat {seat}", self.refusal_params(seat, action))
        self.apply(seat, action)

    def apply(self, seat: Seat, action: Action) -> None:
        if isinstance(action, UnoAction):
            if action.kind == PENALTY:
                self._punish(action)
            else:
                self.last = action
                self.last_by = seat
                self.last_count = 0
                self.last_success = -1
                if seat >= 0:
                    act(self, seat, action.kind, action.card, action.colour, action.target)
                else:
                    self._host(action)
        else:
            use_ranking(self, cast(Shuffle, action).order)
        if len(self.deck) < self.pending + self.rules.most_drawn:
            ask_for_spare(self)

    def _host(self, action: UnoAction) -> None:
        self.last_by = action.target
        if action.kind == START:
            start(self, action.target)
        elif action.kind == NEXT_ROUND:
            next_round(self)
        elif action.kind == TIMEOUT:
            time_out(self)
        else:
            remove_player(self, action.target)

    def _punish(self, action: UnoAction) -> None:
        """The cards for a refused action. What was accepted last stays `lastAction`."""
        if self.facts is not None:
            told.penalised(self.facts, action.target, action.code)
        self.draw(action.target, action.count, told.FOR_REFUSED)

    # --- looking ------------------------------------------------------------------------------------

    def view(self, seat: Seat) -> UnoView:
        return view_of(self, seat, self.legal(seat) if seat >= 0 else [])

    def snapshot(self) -> dict[str, object]:
        return snapshot_of(self)

    def census(self) -> list[str]:
        cards = self.deck + self.discard
        for hand in self.hands:
            cards.extend(hand)
        return sorted([CARD_IDS[card] for card in cards])

    def copy(self) -> "UnoState":
        return UnoState(self.rules, self.seats, self)

    def resampled(self, seat: Seat, source: Source) -> "UnoState":
        other = self.copy()
        deal_hidden(other, seat, source)
        return other
