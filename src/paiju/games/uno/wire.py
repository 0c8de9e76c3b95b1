"""The JSON of UNO as types: views, actions and facts.

The types of the page are generated from these, and the terminal reads views with them. The rules do not use them.
"""

from typing import Any, Literal

from msgspec import UNSET, Struct, UnsetType

UnoColour = Literal["red", "yellow", "green", "blue"]


class UnoJson(Struct, rename="camel"):
    """Base of all types here: camelCase names in JSON, snake_case in Python."""


class UnoCard(UnoJson):
    """A card as an object."""

    id: str
    color: UnoColour | None
    type: Literal["number", "skip", "reverse", "draw_two", "wild", "wild_draw_four"]
    value: int | None


class UnoAction(UnoJson):
    """What a seat or the host does."""

    type: str
    player_id: str | UnsetType = UNSET
    card_id: str | UnsetType = UNSET
    chosen_color: UnoColour | UnsetType = UNSET
    target_player_id: str | UnsetType = UNSET
    color: UnoColour | UnsetType = UNSET
    count: int | UnsetType = UNSET
    code: str | UnsetType = UNSET
    dealer: str | UnsetType = UNSET


class UnoLastAction(UnoAction):
    """The last action and its result."""

    success: bool | UnsetType = UNSET


class UnoPlayer(UnoJson):
    """Somebody at the table."""

    id: str
    seat: int
    hand_count: int
    score: int
    rounds_won: int


class UnoPendingWd4(UnoJson):
    """A Wild Draw Four that waits for an answer."""

    played_by: str
    color_before: UnoColour | None


class UnoShownHand(UnoJson):
    """A hand that a challenger saw."""

    player_id: str
    cards: list[str]


class UnoView(UnoJson):
    """A position as one seat sees it; `paiju.games.uno.view` says what each key means."""

    seat: int
    rulebook: str
    options: dict[str, Any]
    status: Literal["waiting", "playing", "ended"]
    phase: Literal["idle", "choose_color", "turn", "drawn", "acted", "wd4_response", "round_over", "ended"]
    players: list[UnoPlayer]
    current_player: str | None
    current_player_index: int | None
    dealer: str | None
    turn_number: int
    round_number: int
    direction: Literal[1, -1]
    current_color: UnoColour | None
    hand: list[str]
    discard_pile: list[str]
    top_card: UnoCard | None
    deck_count: int
    draw_pending: int
    acted_card_id: str | None
    drawn_card_id: str | None
    uno_called_by: str | None
    uno_exposed: str | None
    pending_wd4: UnoPendingWd4 | None
    shown_hand: UnoShownHand | None
    scores: dict[str, int]
    round_winner: str | None
    round_points: dict[str, int] | None
    open_hands: dict[str, list[str]] | None
    winner: str | None
    last_action: UnoLastAction | None
    legal: list[UnoAction] | UnsetType = UNSET


class UnoCount(UnoJson):
    """How many cards a seat holds now."""

    seat: int
    count: int


class UnoScore(UnoJson):
    """The score of a seat."""

    seat: int
    score: int


class UnoAccount(UnoScore):
    """What a round brought a seat."""

    cards: list[str]
    points: int
    gained: int


class UnoMatchStarted(UnoJson):
    """A match begins, with the seats in their order."""

    type: Literal["match_started"]
    order: list[int]


class UnoSeatFact(UnoJson):
    """A fact with a seat and no further fields."""

    type: Literal["dealer_chosen", "timed_out"]
    seat: int


class UnoDrewForDeal(UnoJson):
    """A seat drew this card to choose the first dealer."""

    type: Literal["drew_for_deal"]
    seat: int
    card: str


class UnoCountFact(UnoJson):
    """A seat and how many cards."""

    type: Literal["dealt", "removed"]
    seat: int
    count: int


class UnoMoved(UnoJson):
    """Cards that joined or left a hand unseen."""

    type: Literal["got", "gave"]
    seat: int
    to: int
    cards: list[str]


class UnoMisdealt(UnoJson):
    """No card could start the discard pile; everything is dealt again."""

    type: Literal["misdealt"]


class UnoFirstCard(UnoJson):
    """The card that starts the discard pile, or one that went back because it may not."""

    type: Literal["first_card_returned", "first_card_turned"]
    card: str


class UnoRoundStarted(UnoJson):
    """A round begins; `seat` acts first."""

    type: Literal["round_started"]
    seat: int
    round: int
    players: list[UnoScore]


class UnoRoundOver(UnoJson, kw_only=True):
    """A round ends, with what everybody still held; without `seat` nobody won it."""

    type: Literal["round_over"]
    seat: int | UnsetType = UNSET
    round: int
    players: list[UnoAccount]


class UnoMatchOver(UnoJson, kw_only=True):
    """The match ends; without `seat` nobody won it."""

    type: Literal["match_over"]
    seat: int | UnsetType = UNSET
    players: list[UnoScore]


class UnoPlayed(UnoJson):
    """A card was played; `left` is what the player still holds."""

    type: Literal["played"]
    seat: int
    cards: list[str]
    left: int
    color: UnoColour | UnsetType | None = UNSET


class UnoBetween(UnoJson):
    """One seat did something to another."""

    type: Literal["jumped_in", "caught", "false_catch", "accepted"]
    seat: int
    target: int


class UnoColourChosen(UnoJson):
    """A colour was chosen for a wild that was turned up."""

    type: Literal["color_chosen"]
    seat: int
    color: UnoColour | None


class UnoDrew(UnoJson):
    """Cards were drawn, and why. Which ones, only a `got` for that seat tells."""

    type: Literal["drew"]
    seat: int
    count: int
    why: Literal[
        "turn",
        "draw_two",
        "wild_draw_four",
        "timeout",
        "caught",
        "false_catch",
        "missed_call",
        "wrong_call",
        "challenge_won",
        "challenge_lost",
        "penalty",
    ]
    playable: bool | UnsetType = UNSET


class UnoTurnEnded(UnoJson):
    """A turn ended without a play."""

    type: Literal["turn_ended"]
    seat: int
    why: Literal["kept", "done", "unplayable", "empty", "timeout"]


class UnoSkipped(UnoJson):
    """A seat missed its turn, and why."""

    type: Literal["skipped"]
    seat: int
    why: Literal["skip", "reverse", "draw_two", "wild_draw_four"]


class UnoDirectionTurned(UnoJson):
    """The direction of play changed."""

    type: Literal["direction_turned"]
    direction: Literal[1, -1]


class UnoOwed(UnoJson):
    """A seat has to draw `count` cards or pass them on; `added` came with the last play."""

    type: Literal["owed"]
    seat: int
    count: int
    added: int


class UnoHandsSwapped(UnoJson):
    """Two players swapped hands."""

    type: Literal["hands_swapped"]
    seat: int
    target: int
    counts: list[UnoCount]


class UnoHandsRotated(UnoJson):
    """Everybody passed their hand to the next player."""

    type: Literal["hands_rotated"]
    direction: Literal[1, -1]
    counts: list[UnoCount]


class UnoReshuffled(UnoJson):
    """`count` discards became the new draw pile."""

    type: Literal["reshuffled"]
    count: int


class UnoCalled(UnoJson):
    """A player called UNO; `late` after the card was played."""

    type: Literal["called_uno"]
    seat: int
    late: bool


class UnoOneCardLeft(UnoJson):
    """A player is down to one card; `exposed` means that the missing call can be caught."""

    type: Literal["one_card_left"]
    seat: int
    called: bool
    exposed: bool


class UnoChallengeOffered(UnoJson):
    """A player may challenge the Wild Draw Four of `target`."""

    type: Literal["challenge_offered"]
    seat: int
    target: int
    color: UnoColour | None
    count: int


class UnoChallenged(UnoJson):
    """A Wild Draw Four was challenged; `won` means that it was a bluff."""

    type: Literal["challenged"]
    seat: int
    target: int
    won: bool


class UnoHandShown(UnoJson):
    """The challenger sees this hand."""

    type: Literal["hand_shown"]
    seat: int
    to: int
    cards: list[str]


class UnoPenalised(UnoJson):
    """An action was refused and cost cards; `code` is the refusal."""

    type: Literal["penalised"]
    seat: int
    code: str


UnoFact = (
    UnoMatchStarted
    | UnoSeatFact
    | UnoDrewForDeal
    | UnoCountFact
    | UnoMoved
    | UnoMisdealt
    | UnoFirstCard
    | UnoRoundStarted
    | UnoRoundOver
    | UnoMatchOver
    | UnoPlayed
    | UnoBetween
    | UnoColourChosen
    | UnoDrew
    | UnoTurnEnded
    | UnoSkipped
    | UnoDirectionTurned
    | UnoOwed
    | UnoHandsSwapped
    | UnoHandsRotated
    | UnoReshuffled
    | UnoCalled
    | UnoOneCardLeft
    | UnoChallengeOffered
    | UnoChallenged
    | UnoHandShown
    | UnoPenalised
)
