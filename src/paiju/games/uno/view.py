"""UnoView: all that one seat, or a spectator, may know. Built by naming what is shown.

`to_json` uses the field names of the rules:

| key | value |
|---|---|
| `seat` | the viewer's seat, −3 for a spectator |
| `rulebook`, `options` | the effective rules |
| `status`, `phase` | `waiting`/`playing`/`ended`; `idle` … `ended` |
| `players` | seats left in clockwise order: `{id, seat, handCount, score, roundsWon}` |
| `currentPlayer`, `currentPlayerIndex`, `dealer` | player ids; the index counts `players`; null before the start |
| `turnNumber`, `roundNumber`, `direction`, `currentColor` | |
| `hand` | own card ids in stable order; `[]` for spectators |
| `discardPile`, `topCard`, `deckCount` | card ids, the last is the top; `topCard` is a card object or null |
| `drawPending` | cards owed |
| `drawnCardId` | own playable card just drawn, else null |
| `actedCardId` | the card laid this turn whose effect waits for the end of the turn (phase `acted`), else null |
| `unoCalledBy`, `unoExposed` | player ids or null |
| `pendingWd4` | `{playedBy, colorBefore}` while a +4 waits for an answer, else null |
| `shownHand` | `{playerId, cards}` for the challenger of a +4 until the next turn action, else null |
| `scores`, `roundWinner`, `roundPoints`, `winner` | totals by id; result of the round just finished |
| `openHands` | every hand by id between the end of a round and the next deal, else null |
| `lastAction` | `{type, playerId, cardId?, chosenColor?, targetPlayerId?, count?, success?}` or null |
| `legal` | what this seat may do now, as JSON actions |
"""

import json
from typing import Final

from paiju.engine.game import Action, Seat, View, attributes_of, json_text
from paiju.games.uno.actions import MOST_SEATS, NO_SEAT, START, UnoAction, player_id
from paiju.games.uno.cards import CARD_IDS, CARDS, COLOUR_NAMES, NO_CARD, NO_COLOUR, card_json
from paiju.games.uno.rules import UnoRules

IDLE: Final = 0
CHOOSE: Final = 1
TURN: Final = 2
DRAWN: Final = 3
ACTED: Final = 4
WD4: Final = 5
ROUND_OVER: Final = 6
ENDED: Final = 7
PHASES: Final = ["idle", "choose_color", "turn", "drawn", "acted", "wd4_response", "round_over", "ended"]

_QUOTED_IDS: Final = [f'"{name}"' for name in CARD_IDS]
_QUOTED_PLAYERS: Final = [f'"{player_id(seat)}"' for seat in range(MOST_SEATS)]
_NUMBERS: Final = [str(number) for number in range(1000)]
_CARD_TEXTS: Final = [json_text(card_json(card)) for card in range(CARDS)]
NO_HANDS: Final[list[list[int]]] = []
"""Shared by views of a running round."""


class UnoView(View):
    """A look at a position. Lists belong to the view: changing them changes no game."""

    def __init__(self, seat: Seat, rules: UnoRules, legal: list[Action]) -> None:
        self.seat = seat
        self.rules = rules
        self.legal = legal
        self.phase = IDLE
        self.players: list[int] = []
        """Seats left, clockwise."""
        self.current = NO_SEAT
        self.dealer = NO_SEAT
        self.turn_number = 0
        self.round_number = 0
        self.direction = 1
        self.colour: int = NO_COLOUR
        self.hand: list[int] = []
        self.hand_counts: list[int] = []
        """By seat number, 0 for seats that left."""
        self.discard: list[int] = []
        self.deck_count = 0
        self.voids: list[int] = []
        """By seat * 4 + colour: 1 + cards drawn since the seat last drew rather than played on that colour, else 0."""
        self.pending = 0
        self.drawn: int = NO_CARD
        self.called = NO_SEAT
        self.exposed = NO_SEAT
        self.wd4_by = NO_SEAT
        self.wd4_before: int = NO_COLOUR
        self.wd4_held = 0
        """How many cards its player held when the WD4 had been laid."""
        self.acted: int = NO_CARD
        """The card laid this turn whose consequences wait for the end of the turn."""
        self.empty_draws = 0
        self.shown_by = NO_SEAT
        self.shown: list[int] = []
        self.scores: list[int] = []
        """By seat number."""
        self.rounds_won: list[int] = []
        self.round_winner = NO_SEAT
        self.round_points: list[int] = []
        """By seat number; empty while a round is running."""
        self.open_hands: list[list[int]] = NO_HANDS
        """By seat number, once a round is over and all hands are laid open; empty while a round is running."""
        self.winner = NO_SEAT
        self.last: UnoAction | None = None
        """The last accepted action, who did it, and its result."""
        self.last_by = NO_SEAT
        self.last_count = 0
        """How many cards it made somebody draw."""
        self.last_success = -1
        """Whether a catch or challenge was right: 0, 1, or −1 if it was none."""

    def __reduce__(self) -> tuple[object, ...]:
        return UnoView, (self.seat, self.rules, self.legal), attributes_of(self)

    @property
    def top(self) -> int:
        """The top card of the discard pile, `NO_CARD` before the deal."""
        return self.discard[-1] if self.discard else NO_CARD

    def own_cards(self) -> list[str]:
        return ids(self.hand)

    def to_json(self) -> dict[str, object]:
        legal = [action.to_json() for action in self.legal]
        return {**json.loads(self.own_part()), **json.loads(self.shared_part()), "legal": legal}

    def own_part(self) -> str:
        shown = "null"
        if self.shown_by != NO_SEAT:
            shown = f'{{"playerId":{_name(self.shown_by)},"cards":{_cards(self.shown)}}}'
        return (
            f'{{"seat":{self.seat},"hand":{_cards(self.hand)},"drawnCardId":{_card_id(self.drawn)},'
            f'"shownHand":{shown}}}'
        )

    def shared_part(self) -> str:
        counts, scores, won = self.hand_counts, self.scores, self.rounds_won
        players = [
            f'{{"id":{_name(seat)},"seat":{_number(seat)},"handCount":{_number(counts[seat])},'
            f'"score":{_number(scores[seat])},"roundsWon":{_number(won[seat])}}}'
            for seat in self.players
        ]
        totals = [f"{_name(seat)}:{_number(scores[seat])}" for seat in self.players]
        index = _number(self.players.index(self.current)) if self.current in self.players else "null"
        colour = f'"{COLOUR_NAMES[self.colour]}"' if self.colour != NO_COLOUR else "null"
        return (
            f'{{"rulebook":"{self.rules.rulebook}","options":{self.rules.options_text()},'
            f'"status":"{status_of(self.phase)}","phase":"{PHASES[self.phase]}","players":[{",".join(players)}],'
            f'"currentPlayer":{_name(self.current)},"currentPlayerIndex":{index},"dealer":{_name(self.dealer)},'
            f'"turnNumber":{_number(self.turn_number)},"roundNumber":{_number(self.round_number)},'
            f'"direction":{self.direction},'
            f'"currentColor":{colour},"discardPile":{_cards(self.discard)},'
            f'"topCard":{_CARD_TEXTS[self.top] if self.discard else "null"},"deckCount":{_number(self.deck_count)},'
            f'"drawPending":{_number(self.pending)},"actedCardId":{_card_id(self.acted)},'
            f'"unoCalledBy":{_name(self.called)},"unoExposed":{_name(self.exposed)},'
            f'"pendingWd4":{_text(wd4_json(self.wd4_by, self.wd4_before))},'
            f'"scores":{{{",".join(totals)}}},"roundWinner":{_name(self.round_winner)},'
            f'"roundPoints":{_text(points_json(self.players, self.round_points))},'
            f'"openHands":{_text(hands_json(self.players, self.open_hands))},"winner":{_name(self.winner)},'
            f'"lastAction":{self._last_text()}}}'
        )

    def _last_text(self) -> str:
        """`last_json` as text."""
        action = self.last
        if action is None or action.kind >= START or self.last_by == NO_SEAT:
            return _text(last_json(action, self.last_by, self.last_count, self.last_success))
        count = f',"count":{self.last_count}' if self.last_count else ""
        success = "" if self.last_success < 0 else ',"success":true' if self.last_success else ',"success":false'
        return f'{action.fields()[:-1]},"playerId":{_name(self.last_by)}{count}{success}}}'


def _number(number: int) -> str:
    return _NUMBERS[number] if 0 <= number < len(_NUMBERS) else str(number)


def _name(seat: int) -> str:
    return _QUOTED_PLAYERS[seat] if seat != NO_SEAT else "null"


def _card_id(card: int) -> str:
    return _QUOTED_IDS[card] if card != NO_CARD else "null"


def _cards(cards: list[int]) -> str:
    return "[" + ",".join([_QUOTED_IDS[card] for card in cards]) + "]"


def _text(value: object) -> str:
    return "null" if value is None else json_text(value)


def ids(cards: list[int]) -> list[str]:
    """Card ids in the same order."""
    return [CARD_IDS[card] for card in cards]


def name_or_none(seat: int) -> str | None:
    """The player id of a seat, None for nobody."""
    return player_id(seat) if seat != NO_SEAT else None


def colour_or_none(colour: int) -> str | None:
    """The name of a colour, None for no colour."""
    return COLOUR_NAMES[colour] if colour != NO_COLOUR else None


def status_of(phase: int) -> str:
    """The coarse state of a match."""
    if phase == IDLE:
        return "waiting"
    return "ended" if phase == ENDED else "playing"


def wd4_json(played_by: int, before: int) -> dict[str, object] | None:
    """The Wild Draw Four that waits for an answer, without its secret."""
    if played_by == NO_SEAT:
        return None
    return {"playedBy": player_id(played_by), "colorBefore": colour_or_none(before)}


def points_json(players: list[int], points: list[int]) -> dict[str, int] | None:
    """Hand points at the end of a round by player id, None while it runs."""
    return {player_id(seat): points[seat] for seat in players} if points else None


def hands_json(players: list[int], hands: list[list[int]]) -> dict[str, list[str]] | None:
    """All hands at the end of a round by player id, None while it runs."""
    return {player_id(seat): ids(hands[seat]) for seat in players} if hands else None


def last_json(action: UnoAction | None, seat: int, count: int, success: int) -> dict[str, object] | None:
    """The last accepted action and its result. It names no card that was drawn."""
    if action is None:
        return None
    data = action.to_json()
    if seat != NO_SEAT:
        data["playerId"] = player_id(seat)
    if count:
        data["count"] = count
    if success >= 0:
        data["success"] = success == 1
    return data
