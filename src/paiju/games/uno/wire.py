"""The JSON of UNO as types: views, actions and facts. The types of the page are generated from these."""

from typing import Any, Literal, NotRequired, TypedDict

UnoColour = Literal["red", "yellow", "green", "blue"]


class UnoCard(TypedDict):
    """A card as an object."""

    id: str
    color: UnoColour | None
    type: Literal["number", "skip", "reverse", "draw_two", "wild", "wild_draw_four"]
    value: int | None


class UnoAction(TypedDict):
    """What a seat or the host does."""

    type: str
    playerId: NotRequired[str]
    cardId: NotRequired[str]
    chosenColor: NotRequired[UnoColour]
    targetPlayerId: NotRequired[str]
    color: NotRequired[UnoColour]
    count: NotRequired[int]
    code: NotRequired[str]
    dealer: NotRequired[str]


class UnoLastAction(UnoAction):
    """The last action and what came of it."""

    success: NotRequired[bool]


class UnoPlayer(TypedDict):
    """Somebody at the table."""

    id: str
    seat: int
    handCount: int
    score: int
    roundsWon: int


class UnoPendingWd4(TypedDict):
    """A Wild Draw Four that waits for an answer."""

    playedBy: str
    colorBefore: UnoColour | None


class UnoShownHand(TypedDict):
    """A hand that a challenger saw."""

    playerId: str
    cards: list[str]


class UnoView(TypedDict):
    """A position as one seat sees it; `paiju.games.uno.view` says what each key means."""

    seat: int
    rulebook: str
    options: dict[str, Any]
    status: Literal["waiting", "playing", "ended"]
    phase: Literal["idle", "choose_color", "turn", "drawn", "acted", "wd4_response", "round_over", "ended"]
    players: list[UnoPlayer]
    currentPlayer: str | None
    currentPlayerIndex: int | None
    dealer: str | None
    turnNumber: int
    roundNumber: int
    direction: Literal[1, -1]
    currentColor: UnoColour | None
    hand: list[str]
    discardPile: list[str]
    topCard: UnoCard | None
    deckCount: int
    drawPending: int
    actedCardId: str | None
    drawnCardId: str | None
    unoCalledBy: str | None
    unoExposed: str | None
    pendingWd4: UnoPendingWd4 | None
    shownHand: UnoShownHand | None
    scores: dict[str, int]
    roundWinner: str | None
    roundPoints: dict[str, int] | None
    openHands: dict[str, list[str]] | None
    winner: str | None
    lastAction: UnoLastAction | None
    legal: NotRequired[list[UnoAction]]


class UnoCount(TypedDict):
    """How many cards a seat holds now."""

    seat: int
    count: int


class UnoScore(TypedDict):
    """The score of a seat."""

    seat: int
    score: int


class UnoAccount(UnoScore):
    """What a round brought a seat."""

    cards: list[str]
    points: int
    gained: int


class UnoMatchStarted(TypedDict):
    """A match begins, with the seats in their order."""

    type: Literal["match_started"]
    order: list[int]


class UnoSeatFact(TypedDict):
    """Nothing but a seat."""

    type: Literal["dealer_chosen", "timed_out"]
    seat: int


class UnoDrewForDeal(TypedDict):
    """A seat drew this card to choose the first dealer."""

    type: Literal["drew_for_deal"]
    seat: int
    card: str


class UnoCountFact(TypedDict):
    """A seat and how many cards."""

    type: Literal["dealt", "removed"]
    seat: int
    count: int


class UnoMoved(TypedDict):
    """Cards that joined or left a hand unseen."""

    type: Literal["got", "gave"]
    seat: int
    to: int
    cards: list[str]


class UnoMisdealt(TypedDict):
    """No card could start the discard pile; everything is dealt again."""

    type: Literal["misdealt"]


class UnoFirstCard(TypedDict):
    """The card that starts the discard pile, or one that went back because it may not."""

    type: Literal["first_card_returned", "first_card_turned"]
    card: str


class UnoRoundStarted(TypedDict):
    """A round begins; `seat` acts first."""

    type: Literal["round_started"]
    seat: int
    round: int
    players: list[UnoScore]


class UnoRoundOver(TypedDict):
    """A round ends, with what everybody still held; without `seat` nobody won it."""

    type: Literal["round_over"]
    seat: NotRequired[int]
    round: int
    players: list[UnoAccount]


class UnoMatchOver(TypedDict):
    """The match ends; without `seat` nobody won it."""

    type: Literal["match_over"]
    seat: NotRequired[int]
    players: list[UnoScore]


class UnoPlayed(TypedDict):
    """A card was played; `left` is what the player still holds."""

    type: Literal["played"]
    seat: int
    cards: list[str]
    left: int
    color: NotRequired[UnoColour | None]


class UnoBetween(TypedDict):
    """One seat did something to another."""

    type: Literal["jumped_in", "caught", "false_catch", "accepted"]
    seat: int
    target: int


class UnoColourChosen(TypedDict):
    """A colour was chosen apart from a play."""

    type: Literal["color_chosen"]
    seat: int
    color: UnoColour | None


class UnoDrew(TypedDict):
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
    playable: NotRequired[bool]


class UnoTurnEnded(TypedDict):
    """A turn ended without a play."""

    type: Literal["turn_ended"]
    seat: int
    why: Literal["kept", "done", "unplayable", "empty", "timeout"]


class UnoSkipped(TypedDict):
    """A seat missed its turn, and why."""

    type: Literal["skipped"]
    seat: int
    why: Literal["skip", "reverse", "draw_two", "wild_draw_four"]


class UnoDirectionTurned(TypedDict):
    """The direction of play changed."""

    type: Literal["direction_turned"]
    direction: Literal[1, -1]


class UnoOwed(TypedDict):
    """A seat has to draw `count` cards or pass them on; `added` came with the last play."""

    type: Literal["owed"]
    seat: int
    count: int
    added: int


class UnoHandsSwapped(TypedDict):
    """Two players swapped hands."""

    type: Literal["hands_swapped"]
    seat: int
    target: int
    counts: list[UnoCount]


class UnoHandsRotated(TypedDict):
    """Everybody passed their hand to the next player."""

    type: Literal["hands_rotated"]
    direction: Literal[1, -1]
    counts: list[UnoCount]


class UnoReshuffled(TypedDict):
    """So many discards became the new draw pile."""

    type: Literal["reshuffled"]
    count: int


class UnoCalled(TypedDict):
    """A player called UNO; `late` after the card was played."""

    type: Literal["called_uno"]
    seat: int
    late: bool


class UnoOneCardLeft(TypedDict):
    """A player is down to one card; `exposed` means that the missing call can be caught."""

    type: Literal["one_card_left"]
    seat: int
    called: bool
    exposed: bool


class UnoChallengeOffered(TypedDict):
    """A player may challenge the Wild Draw Four of `target`."""

    type: Literal["challenge_offered"]
    seat: int
    target: int
    color: UnoColour | None
    count: int


class UnoChallenged(TypedDict):
    """A Wild Draw Four was challenged; `won` means that it was a bluff."""

    type: Literal["challenged"]
    seat: int
    target: int
    won: bool


class UnoHandShown(TypedDict):
    """The challenger sees this hand."""

    type: Literal["hand_shown"]
    seat: int
    to: int
    cards: list[str]


class UnoPenalised(TypedDict):
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
