"""ShandongState: who may do what, why not, and what it does to the position."""

from typing import Final, final

from paiju.engine.facts import Fact
from paiju.engine.game import CHANCE, HOST, NOBODY, Action, Outcome, Seat, Shuffle
from paiju.engine.shuffle import Source
from paiju.games.shandong import phases, tricks
from paiju.games.shandong.actions import (
    CLOSE_WINDOW,
    NEXT_HAND,
    START,
    Bury,
    CardAction,
    ChooseUnit,
    CloseWindow,
    Deal,
    Declare,
    GiveBack,
    NextHand,
    Pass,
    Play,
    Snatch,
    Start,
    Stick,
    Timeout,
)
from paiju.games.shandong.bidding import (
    bury_refusal,
    declare_refusal,
    giveback_refusal,
    snatch_refusal,
    snatch_standing_refusal,
    stick_refusal,
    stick_standing_refusal,
)
from paiju.games.shandong.cards import CARD_COUNT, RANKS, Cards
from paiju.games.shandong.defaults import default_action
from paiju.games.shandong.follow import follow_params, follow_refusal
from paiju.games.shandong.hidden import fill_from
from paiju.games.shandong.legal_actions import actions_of, may_pass
from paiju.games.shandong.patterns import identify, lead_refusal
from paiju.games.shandong.position import DEALT, SEATS, Position
from paiju.games.shandong.view import (
    BURYING,
    DEALING,
    DECLARING,
    NO_SEAT,
    PLAYING,
    SCORED,
    SHUFFLING,
    SNATCHING,
    STICKING,
    WAITING,
    ShandongView,
)
from paiju.games.shandong.view_builder import build_view, window_ms

DEAL_PACE_MS: Final = 160
"""How long a host with people shows one round of the deal."""


@final
class ShandongState(Position):
    """A match of Shandong Upgrade. See `engine.game.State` for what each method promises."""

    # --- who is awaited -----------------------------------------------------------------------------

    def over(self) -> bool:
        return self.match_winner != NO_SEAT

    def outcome(self) -> Outcome | None:
        """The winning side has passed A; a seat's score is its side's level (2 = 0 … A = 12), 13 for passing A."""
        if not self.over():
            return None
        side = self.match_winner
        scores = [13 if seat % 2 == side else self.levels[seat % 2] for seat in range(SEATS)]
        result: dict[str, object] = {
            "winnerSide": side,
            "winners": [f"p{seat + 1}" for seat in range(SEATS) if seat % 2 == side],
            "levels": [RANKS[level] for level in self.levels],
            "hands": self.hand_number,
            "scores": {f"p{seat + 1}": scores[seat] for seat in range(SEATS)},
        }
        winners = [Seat(seat) for seat in range(SEATS) if seat % 2 == side]
        return Outcome(winners, scores, [1 if seat % 2 == side else 2 for seat in range(SEATS)], result)

    def round_outcome(self) -> Outcome | None:
        """The hand just scored: levels gained. Without any, the side that has the bank next has won it.

        `result["levels"]`: levels gained against the other side, one number per seat.
        """
        result = self.result
        if self.phase != SCORED or result is None:
            return None
        gained = [after - before for before, after in zip(result.levels_before, result.levels_after, strict=True)]
        if result.match_winner != NO_SEAT:
            gained[result.match_winner] += 1
        ahead = gained[0] - gained[1]
        side = (0 if ahead > 0 else 1) if ahead else result.next_banker % 2
        sides = [seat % 2 for seat in range(SEATS)]
        return Outcome(
            [Seat(seat) for seat in range(SEATS) if sides[seat] == side],
            [gained[own] for own in sides],
            [1 if own == side else 2 for own in sides],
            {"levels": [ahead if own == 0 else -ahead for own in sides]},
        )

    def chance(self) -> int:
        return CARD_COUNT if self.phase == SHUFFLING else 0

    def turn(self) -> Seat:
        if self.over():
            return NOBODY
        if self.phase == SHUFFLING:
            return CHANCE
        return HOST if self.turn_seat == NO_SEAT else Seat(self.turn_seat)

    def reactors(self) -> list[Seat]:
        """During the deal and in windows: everybody but the trump setter who has not passed."""
        if not self._open_to_reactions():
            return []
        return [Seat(s) for s in range(SEATS) if s != self.setter and not (self.passed >> s) & 1]

    def _open_to_reactions(self) -> bool:
        if self.phase == DEALING:
            return self.dealt > 0 and (not self.declarations or (self.rules.allow_snatch and not self.snatch_closed()))
        return self.in_window()

    def upkeep(self) -> Action | None:
        if self.over():
            return None
        if self.phase == WAITING:
            return START
        if self.phase == DEALING:
            return Deal(DEALT - self.dealt)
        if self.phase == SCORED:
            return NEXT_HAND
        return CLOSE_WINDOW if self.in_window() else None

    def slow_upkeep(self) -> tuple[Action, int] | None:
        """One card for each player, so that people see the deal and can declare during it."""
        return (Deal(min(SEATS, DEALT - self.dealt)), DEAL_PACE_MS) if self.phase == DEALING else None

    def patience_ms(self) -> int:
        """At least a moment in every window: with no time at all nobody could ever declare, and deals would not end."""
        return max(window_ms(self), 1) if self.in_window() else 0

    def decision(self) -> object:
        stage = (self.hand_number, self.redeals, self.phase, self.dealt, self.trick_number)
        choosing = self.failed is not None and len(self.failed.choices) > 0
        return (self.turn_seat, self.giving, choosing, stage)

    def timeout(self, seat: Seat) -> Action:
        """In a window nothing happens for a late player: the window ends."""
        return CLOSE_WINDOW if self.in_window() else Timeout(seat)

    # --- legality ------------------------------------------------------------------------------------

    def candidates(self, seat: Seat) -> list[Action]:
        return [] if seat < 0 or self.over() else actions_of(self, seat)[0]

    def legal(self, seat: Seat) -> list[Action]:
        return self.candidates(seat)

    def refusal(self, seat: Seat, action: Action) -> str:
        if isinstance(action, Play):
            return self._play_refusal(seat, action)
        if self.over():
            return "wrong_phase"
        if seat == HOST:
            return self._host_refusal(action)
        if seat == CHANCE:
            right = self.phase == SHUFFLING and isinstance(action, Shuffle) and len(action.order) == CARD_COUNT
            return "" if right else "wrong_phase"
        if not 0 <= seat < SEATS:
            return "wrong_phase"
        if isinstance(action, CardAction):
            return self._card_refusal(seat, action)
        if isinstance(action, Pass) and may_pass(self, seat):
            return ""
        return "wrong_phase"

    def _host_refusal(self, action: Action) -> str:
        if isinstance(action, Start):
            right = self.phase == WAITING
        elif isinstance(action, Deal):
            right = self.phase == DEALING and 1 <= action.count <= DEALT - self.dealt
        elif isinstance(action, CloseWindow):
            right = self.in_window()
        elif isinstance(action, NextHand):
            right = self.phase == SCORED
        else:
            right = isinstance(action, Timeout) and action.seat >= 0 and action.seat == self.turn_seat
        return "" if right else "wrong_phase"

    def _play_refusal(self, seat: Seat, action: Play) -> str:
        if self.phase != PLAYING:
            return "wrong_phase"
        if seat != self.turn_seat:
            return "not_your_turn"
        hand = self.hands[seat]
        cards = action.cards
        if action.flaw:
            return action.flaw
        if not hand.holds(cards):
            return "card_not_in_hand"
        if self.failed is not None and self.failed.choices:
            return "throw_choice_invalid"
        if self.lead is not None:
            return follow_refusal(self.ctx, self.lead, hand, cards)
        return lead_refusal(self.ctx, identify(self.ctx, cards), self.big_joker_played)

    def _card_refusal(self, seat: Seat, action: CardAction) -> str:
        """§12: phase, the common checks, then the rows of the action's own group."""
        if not self._right_phase(action):
            return "wrong_phase"
        if isinstance(action, ChooseUnit):
            return self._choice_refusal(seat, action)
        if action.flaw:
            return action.flaw
        cards = action.cards
        hand = self.hands[seat]
        if not hand.holds(cards):
            return "card_not_in_hand"
        if isinstance(action, Declare):
            return "already_declared" if self.declarations else declare_refusal(cards)
        if isinstance(action, Snatch):
            return snatch_standing_refusal(self.setter, self.snatch_closed(), seat) or snatch_refusal(cards)
        if isinstance(action, Stick):
            standing = stick_standing_refusal(self.setter, self.exchange is not None, seat)
            return standing or stick_refusal(self.ctx, hand, cards)
        if isinstance(action, GiveBack):
            if self.exchange is None or seat != self.exchange.seat:
                return "wrong_phase"
            return giveback_refusal(self.ctx, self.exchange.shown, self.exchange.taken, cards)
        if seat != self.kitty_owner:
            return "not_kitty_owner"
        return bury_refusal(cards)

    def _right_phase(self, action: CardAction) -> bool:
        phase = self.phase
        if isinstance(action, Declare):
            return phase in (DEALING, DECLARING)
        if isinstance(action, Snatch):
            return self.rules.allow_snatch and phase in (DEALING, DECLARING, SNATCHING)
        if isinstance(action, Stick):
            return phase == STICKING
        if isinstance(action, GiveBack):
            return self.giving
        if isinstance(action, Bury):
            return phase == BURYING
        return phase == PLAYING and self.failed is not None and len(self.failed.choices) > 0

    def _choice_refusal(self, seat: Seat, action: ChooseUnit) -> str:
        if seat != self.turn_seat:
            return "not_your_turn"
        if action.flaw:
            return action.flaw
        offered = self.failed is not None and action.cards in self.failed.choices
        return "" if offered else "throw_choice_invalid"

    def refusal_params(self, seat: Seat, action: Action) -> dict[str, object]:
        """`card`, `n`, `suit`, `cards` as the messages of §12 need them; only about the player's own cards."""
        code = self.refusal(seat, action)
        if not isinstance(action, CardAction):
            return {}
        if code in ("unknown_card", "duplicate_card"):
            return {"card": action.culprit}
        if code == "card_not_in_hand":
            return {"card": action.cards.minus(self.hands[seat]).ids()[0]}
        if self.lead is None or not isinstance(action, Play):
            return {}
        return follow_params(self.ctx, self.lead, self.hands[seat], action.cards, code)

    def reading(self, seat: Seat, action: Action) -> dict[str, object] | None:
        """The pattern of cards that would be led."""
        if not isinstance(action, Play) or self.lead is not None:
            return None
        return identify(self.ctx, action.cards).to_json()

    def apply(self, seat: Seat, action: Action) -> None:
        if isinstance(action, Play):
            tricks.play(self, seat, action.cards)
        elif isinstance(action, CardAction):
            self._apply_cards(seat, action, action.cards)
        elif isinstance(action, Pass):
            phases.pass_window(self, seat)
        elif isinstance(action, Shuffle):
            phases.shuffle(self, action.order)
        elif isinstance(action, Deal):
            phases.deal(self, action.count)
        elif isinstance(action, CloseWindow):
            phases.close_window(self)
        elif isinstance(action, Timeout):
            if self.facts is not None:
                self.facts.append(Fact("timed_out", action.seat))
            self.apply(action.seat, default_action(self, action.seat))
        else:
            phases.next_hand(self)

    def _apply_cards(self, seat: Seat, action: CardAction, cards: Cards) -> None:
        if isinstance(action, Declare | Snatch):
            phases.declare(self, seat, cards)
        elif isinstance(action, Stick):
            phases.stick(self, seat, cards)
        elif isinstance(action, GiveBack):
            phases.give_back(self, cards)
        elif isinstance(action, Bury):
            phases.bury(self, cards)
        else:
            tricks.choose_unit(self, cards)

    # --- looking ------------------------------------------------------------------------------------

    def view(self, seat: Seat) -> ShandongView:
        return build_view(self, seat, [int(s) for s in self.reactors()], window_ms(self), self.turn())

    def copy(self) -> "ShandongState":
        return ShandongState(self.rules, self)

    def resampled(self, seat: Seat, source: Source) -> "ShandongState":
        other = ShandongState(self.rules)
        fill_from(other, self.view(seat), source)
        return other
