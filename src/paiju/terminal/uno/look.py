"""An UNO view, read from its JSON into plain values: the same for a local match and for a room on a server."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import cast

from paiju.games.uno.cards import card_from_id, card_json
from paiju.terminal.words import Card

NOBODY = -1


@dataclass(frozen=True)
class UnoLook:
    """What one seat sees. Seats are numbers from 0; NOBODY where there is none."""

    seat: int
    rulebook: str
    options: Mapping[str, object]
    phase: str
    seats: list[int]
    """Seats still in the match, clockwise."""
    current: int
    round: int
    turn: int
    direction: int
    colour: str
    """The colour in force, empty before it is chosen."""
    top: Card | None
    hand: list[Card]
    counts: dict[int, int]
    deck: int
    owed: int
    drawn: str
    """Id of the playable card just drawn, or empty."""
    called: int
    exposed: int
    wd4_by: int
    colour_before: str
    shown_by: int
    shown: list[Card]
    """The hand a +4 was challenged over, for the challenger alone."""
    scores: dict[int, int]
    round_winner: int
    round_points: dict[int, int]
    winner: int

    @property
    def running(self) -> bool:
        """Whether cards are being played."""
        return self.phase not in ("idle", "round_over", "ended")

    def option(self, name: str) -> object:
        """The value of a knob."""
        return self.options.get(name)

    def order(self) -> list[int]:
        """Seats in the order of play, beginning with the lowest or, turned round, with the highest."""
        return self.seats if self.direction > 0 else self.seats[::-1]

    def next_of(self, seat: int) -> int:
        """Who plays after `seat`."""
        if seat not in self.seats:
            return NOBODY
        return self.seats[(self.seats.index(seat) + self.direction) % len(self.seats)]


def uno_look(view: Mapping[str, object]) -> UnoLook:
    """Read a view of the UNO engine."""
    players = cast(list[Mapping[str, object]], view["players"])
    pending = cast(Mapping[str, object] | None, view["pendingWd4"]) or {}
    shown = cast(Mapping[str, object] | None, view["shownHand"]) or {}
    return UnoLook(
        seat=cast(int, view["seat"]),
        rulebook=str(view["rulebook"]),
        options=cast(Mapping[str, object], view["options"]),
        phase=str(view["phase"]),
        seats=[cast(int, player["seat"]) for player in players],
        current=seat_of(view["currentPlayer"]),
        round=cast(int, view["roundNumber"]),
        turn=cast(int, view["turnNumber"]),
        direction=cast(int, view["direction"]),
        colour=_text(view["currentColor"]),
        top=cast(Card | None, view["topCard"]),
        hand=[uno_card(card) for card in cast(list[str], view["hand"])],
        counts={cast(int, player["seat"]): cast(int, player["handCount"]) for player in players},
        deck=cast(int, view["deckCount"]),
        owed=cast(int, view["drawPending"]),
        drawn=_text(view["drawnCardId"]),
        called=seat_of(view["unoCalledBy"]),
        exposed=seat_of(view["unoExposed"]),
        wd4_by=seat_of(pending.get("playedBy")),
        colour_before=_text(pending.get("colorBefore")),
        shown_by=seat_of(shown.get("playerId")),
        shown=[uno_card(card) for card in cast(list[str], shown.get("cards", []))],
        scores={cast(int, player["seat"]): cast(int, player["score"]) for player in players},
        round_winner=seat_of(view["roundWinner"]),
        round_points={
            seat_of(name): points for name, points in cast(dict[str, int], view["roundPoints"] or {}).items()
        },
        winner=seat_of(view["winner"]),
    )


def uno_card(card_id: str) -> Card:
    """The card object of an id."""
    return card_json(card_from_id(card_id))


def seat_of(player: object) -> int:
    """The seat of `p1` … `p10`; NOBODY for null."""
    return int(player[1:]) - 1 if isinstance(player, str) else NOBODY


def _text(value: object) -> str:
    return value if isinstance(value, str) else ""
