"""What a player sees of an UNO match: the view as the rules write it, in a local match and on a server."""

from collections.abc import Mapping
from functools import cache

import msgspec
from msgspec import UNSET

from paiju.games.uno.actions import NO_SEAT
from paiju.games.uno.cards import card_from_id, card_json
from paiju.games.uno.wire import UnoAction, UnoCard, UnoView


class UnoLook(UnoView):
    """A view, with players as seat numbers from 0 and NO_SEAT for none, and with cards as objects."""

    legal: list[UnoAction]

    @property
    def running(self) -> bool:
        """Whether cards are being played."""
        return self.phase not in ("idle", "round_over", "ended")

    @property
    def seats(self) -> list[int]:
        """Seats still in the match, clockwise."""
        return [player.seat for player in self.players]

    @property
    def counts(self) -> dict[int, int]:
        """How many cards each seat holds."""
        return {player.seat: player.hand_count for player in self.players}

    @property
    def totals(self) -> dict[int, int]:
        """The score of each seat."""
        return {player.seat: player.score for player in self.players}

    @property
    def points(self) -> dict[int, int]:
        """What the cards left in each hand counted at the end of the round; empty while it runs."""
        return {seat_of(player): points for player, points in (self.round_points or {}).items()}

    @property
    def cards(self) -> list[UnoCard]:
        """The viewer's own hand."""
        return [uno_card(card) for card in self.hand]

    @property
    def playable(self) -> frozenset[str]:
        """Ids of the viewer's cards that can be laid now."""
        return frozenset(action.card_id for action in self.legal if action.card_id is not UNSET)

    @property
    def jumps(self) -> list[str]:
        """Ids of the viewer's cards that can be laid out of turn."""
        return [card for card in self.hand if card in self.playable] if self.current != self.seat else []

    @property
    def colour(self) -> str:
        """The color in force, empty before it is chosen."""
        return self.current_color or ""

    @property
    def current(self) -> int:
        """Whose turn it is."""
        return seat_of(self.current_player)

    @property
    def called(self) -> int:
        """Who called UNO last."""
        return seat_of(self.uno_called_by)

    @property
    def exposed(self) -> int:
        """Who forgot to call UNO and can be caught."""
        return seat_of(self.uno_exposed)

    @property
    def wd4_by(self) -> int:
        """Who played the Wild Draw Four that waits for an answer."""
        return NO_SEAT if self.pending_wd4 is None else seat_of(self.pending_wd4.played_by)

    @property
    def colour_before(self) -> str:
        """The color in force before that card, or empty."""
        return "" if self.pending_wd4 is None else self.pending_wd4.color_before or ""

    @property
    def round_won_by(self) -> int:
        """Who won the round that has ended."""
        return seat_of(self.round_winner)

    @property
    def won_by(self) -> int:
        """Who won the match."""
        return seat_of(self.winner)

    def allows(self, kind: str) -> bool:
        """Whether an action of this type is legal now."""
        return any(action.type == kind for action in self.legal)

    def order(self) -> list[int]:
        """Seats in the order of play, beginning with the lowest or, if the direction is reversed, with the highest."""
        return self.seats if self.direction > 0 else self.seats[::-1]

    def next_of(self, seat: int) -> int:
        """Who plays after `seat`."""
        seats = self.seats
        return seats[(seats.index(seat) + self.direction) % len(seats)] if seat in seats else NO_SEAT


def uno_look(view: Mapping[str, object]) -> UnoLook:
    """Read a view of the UNO engine. Raises `msgspec.ValidationError` for anything else."""
    return msgspec.convert(view, UnoLook)


@cache
def uno_card(card_id: str) -> UnoCard:
    """The card object of an id."""
    return msgspec.convert(card_json(card_from_id(card_id)), UnoCard)


def seat_of(player: str | None) -> int:
    """The seat of `p1` … `p10`; NO_SEAT for None."""
    return NO_SEAT if player is None else int(player[1:]) - 1


def dangerous(look: UnoLook, card: UnoCard) -> bool:
    """A +4 that can be challenged successfully (危险牌)."""
    if card.type != "wild_draw_four" or look.options.get("wd4Rule") != "challenge":
        return False
    return len(look.hand) > 1 and any(other.color == look.colour for other in look.cards)
