"""What lies on the table: declarations, an exchange, tricks, a failed throw, the account of a hand.

All of them are written once and then shared between copies of a position. They say how they are pickled, because a
compiled object cannot be made without the arguments of its constructor.
"""

from typing import Final, final

from paiju.games.shandong.cards import RANKS, Cards
from paiju.games.shandong.patterns import Pattern


@final
class Declaration:
    """Jokers shown and a pair face down: a declaration (one joker) or a snatch (two)."""

    def __init__(self, seat: int, jokers: Cards, pair: Cards, suit: int) -> None:
        self.seat: Final = seat
        self.jokers: Final = jokers
        self.pair: Final = pair
        self.suit: Final = suit

    def __reduce__(self) -> tuple[object, ...]:
        return Declaration, (self.seat, self.jokers, self.pair, self.suit)

    def snatch(self) -> bool:
        """Whether it overcalls another declaration: it has two jokers."""
        return self.jokers.size() == 2


@final
class Exchange:
    """A stick (§6.4): five cards shown, three taken from the trump setter, three given back (none yet: empty)."""

    def __init__(self, seat: int, setter: int, shown: Cards, taken: Cards, given: Cards) -> None:
        self.seat: Final = seat
        self.setter: Final = setter
        self.shown: Final = shown
        self.taken: Final = taken
        self.given: Final = given

    def __reduce__(self) -> tuple[object, ...]:
        return Exchange, (self.seat, self.setter, self.shown, self.taken, self.given)


@final
class Trick:
    """A finished trick: plays from the leader on."""

    def __init__(self, leader: int, plays: list[Cards], lead: Pattern, winner: int, points: int) -> None:
        self.leader: Final = leader
        self.plays: Final = plays
        self.lead: Final = lead
        self.winner: Final = winner
        self.points: Final = points

    def __reduce__(self) -> tuple[object, ...]:
        return Trick, (self.leader, self.plays, self.lead, self.winner, self.points)


@final
class FailedThrow:
    """A throw that did not stand (§7.5). `choices` is not empty while the next player has still to choose."""

    def __init__(self, seat: int, attempted: Cards, forced: Cards, choices: list[Cards]) -> None:
        self.seat: Final = seat
        self.attempted: Final = attempted
        self.forced: Final = forced
        self.choices: Final = choices

    def __reduce__(self) -> tuple[object, ...]:
        return FailedThrow, (self.seat, self.attempted, self.forced, self.choices)


@final
class HandResult:
    """How a hand was counted (§10)."""

    def __init__(
        self,
        trick_points: int,
        kitty: Cards,
        multiplier: int,
        kitty_gain: int,
        total: int,
        last_winner: int,
        banker_seat: int,
        levels_before: list[int],
        levels_after: list[int],
        next_banker: int,
        match_winner: int,
    ) -> None:
        self.trick_points: Final = trick_points
        """S without the kitty."""
        self.kitty: Final = kitty
        self.multiplier: Final = multiplier
        self.kitty_gain: Final = kitty_gain
        self.total: Final = total
        self.last_winner: Final = last_winner
        self.banker_seat: Final = banker_seat
        self.levels_before: Final = levels_before
        self.levels_after: Final = levels_after
        self.next_banker: Final = next_banker
        self.match_winner: Final = match_winner
        """Side 0 or 1, or −1."""

    def __reduce__(self) -> tuple[object, ...]:
        counted = (self.trick_points, self.kitty, self.multiplier, self.kitty_gain, self.total, self.last_winner)
        became = (self.banker_seat, self.levels_before, self.levels_after, self.next_banker, self.match_winner)
        return HandResult, (*counted, *became)

    def to_json(self) -> dict[str, object]:
        """The account as it stands in views."""
        return {
            "trickPoints": self.trick_points,
            "kitty": self.kitty.ids(),
            "kittyPoints": self.kitty.points(),
            "multiplier": self.multiplier,
            "kittyGain": self.kitty_gain,
            "score": self.total,
            "lastTrickWinner": self.last_winner,
            "bankerSeat": self.banker_seat,
            "levelsBefore": [RANKS[level] for level in self.levels_before],
            "levels": [RANKS[level] for level in self.levels_after],
            "nextBankerSeat": self.next_banker,
            "matchWinner": None if self.match_winner < 0 else self.match_winner,
        }
