"""The JSON of Shandong Upgrade as types: views, actions and facts. The types of the page are generated from these."""

from typing import Any, Literal, NotRequired, TypedDict

ShandongSuit = Literal["spades", "hearts", "clubs", "diamonds"]
EffectiveSuit = Literal["trump", "spades", "hearts", "clubs", "diamonds"]
ShandongWindow = Literal["declaring", "snatching", "sticking"]


class ShandongPattern(TypedDict):
    """What cards are, as `identify` names them."""

    type: Literal["single", "pair", "consecutive_pairs", "flash", "thunder", "straight", "mixed", "invalid"]
    cards: list[str]
    pairCount: NotRequired[int]
    count: NotRequired[int]
    doubles: NotRequired[int]
    units: NotRequired[list["ShandongPattern"]]


class ShandongAction(TypedDict):
    """What a seat or the host does."""

    type: str
    cards: NotRequired[list[str]]
    count: NotRequired[int]
    playerId: NotRequired[str]


class ShandongPlay(TypedDict):
    """Cards of one seat in a trick."""

    seat: int
    cards: list[str]


class ShandongTrick(TypedDict):
    """A trick: `winning` while it is played, `winner` when it is complete."""

    leader: int
    plays: list[ShandongPlay]
    lead: ShandongPattern
    winning: NotRequired[int]
    winner: NotRequired[int]
    points: int


class ShandongDeclaration(TypedDict):
    """A declaration or an overcall."""

    seat: int
    type: Literal["declare", "snatch"]
    jokers: list[str]
    pair: list[str] | None


class ShandongExchange(TypedDict):
    """The exchange with the trump setter (粘牌)."""

    seat: int
    setter: int
    shown: list[str]
    taken: list[str] | None
    given: list[str] | None


class ShandongGroup(TypedDict):
    """Own cards of an effective suit."""

    suit: EffectiveSuit
    cards: list[str]


class ShandongFollow(TypedDict):
    """What has to be followed; no `cards`: any cards will do."""

    suit: EffectiveSuit
    count: int
    cards: list[str]


class ShandongFailedThrow(TypedDict):
    """A throw that somebody can beat."""

    seat: int
    attempted: list[str]
    forced: list[str]
    choices: list[list[str]]


class ShandongResult(TypedDict):
    """The account of a hand."""

    trickPoints: int
    kitty: list[str]
    kittyPoints: int
    multiplier: int
    kittyGain: int
    score: int
    lastTrickWinner: int
    bankerSeat: int
    levelsBefore: list[str]
    levels: list[str]
    nextBankerSeat: int
    matchWinner: int | None


class ShandongView(TypedDict):
    """A position as one seat sees it; `paiju.games.shandong.view` says what each key means."""

    seat: int
    rulebook: str
    options: dict[str, Any]
    phase: Literal[
        "waiting",
        "shuffling",
        "dealing",
        "declaring",
        "snatching",
        "sticking",
        "burying",
        "playing",
        "scored",
    ]
    waitingFor: Literal["giveBack", "throwChoice"] | None
    turn: int | None
    currentPlayer: str | None
    canAct: list[int]
    windowMs: int
    handNumber: int
    trickNumber: int
    level: str
    levels: list[str]
    bankerSeat: int | None
    bankerSide: int | None
    kittyOwner: int | None
    setter: int | None
    trumpSuit: ShandongSuit | None
    trumpHidden: bool
    declarations: list[ShandongDeclaration]
    exchange: ShandongExchange | None
    passed: list[int]
    hand: list[str]
    groups: list[ShandongGroup]
    handCounts: list[int]
    kittyCount: int
    kitty: list[str] | None
    newCards: list[str]
    trick: ShandongTrick | None
    lastTrick: ShandongTrick | None
    failedThrow: ShandongFailedThrow | None
    points: int
    playedCards: list[str]
    openCards: list[list[str]]
    knownCards: list[list[str]]
    voids: list[list[EffectiveSuit]]
    bigJokersPlayed: int
    result: ShandongResult | None
    redeals: int
    matchWinner: int | None
    legal: NotRequired[list[ShandongAction]]
    legalComplete: bool
    trumpOrder: list[list[str]]
    follow: ShandongFollow | None
    playable: list[str]
    suggestion: ShandongAction | None


class ShandongHandBegan(TypedDict):
    """A hand begins; `seat` is the banker once there is one."""

    type: Literal["hand_began"]
    seat: NotRequired[int]
    hand: int
    levels: list[str]
    level: str


class ShandongCountFact(TypedDict):
    """A number of cards on the table."""

    type: Literal["shuffled", "kitty_laid"]
    count: int


class ShandongDealt(TypedDict):
    """Cards were dealt; `counts` by seat."""

    type: Literal["dealt"]
    counts: list[int]


class ShandongMoved(TypedDict):
    """Cards that joined or left a hand unseen."""

    type: Literal["got", "gave"]
    seat: int
    to: int
    cards: list[str]
    why: Literal["deal", "kitty", "stick", "giveBack", "bury", "redeal"]


class ShandongWindowFact(TypedDict):
    """The time to declare, overcall or exchange begins or ends."""

    type: Literal["window_opened", "window_closed"]
    window: ShandongWindow


class ShandongPassed(TypedDict):
    """A player gave up their chance in this window."""

    type: Literal["passed"]
    seat: int
    window: ShandongWindow


class ShandongDeclared(TypedDict):
    """Trump was declared or overcalled with these jokers; the pair is told by `trump_seen` and `trump_shown`."""

    type: Literal["declared", "snatched"]
    seat: int
    jokers: list[str]


class ShandongTrump(TypedDict):
    """The pair that sets trump is seen by one seat, or turned up."""

    type: Literal["trump_seen", "trump_shown"]
    seat: int
    to: NotRequired[int]
    suit: ShandongSuit
    pair: list[str]
    holder: int


class ShandongSetterSettled(TypedDict):
    """The trump setter is final, and with it the banker and the owner of the kitty."""

    type: Literal["setter_settled"]
    seat: int
    banker: int
    kittyOwner: int


class ShandongStuck(TypedDict):
    """A player showed these cards to exchange cards with the trump setter."""

    type: Literal["stuck"]
    seat: int
    cards: list[str]
    setter: int


class ShandongTaken(TypedDict):
    """A player took cards from the trump setter; `cards` are those everybody knows."""

    type: Literal["taken"]
    seat: int
    setter: int
    count: int
    cards: list[str]


class ShandongGivenBack(TypedDict):
    """A player gave cards back to the trump setter."""

    type: Literal["given_back"]
    seat: int
    setter: int
    count: int


class ShandongRedealt(TypedDict):
    """Nobody declared: the cards are dealt again, with the levels before and after."""

    type: Literal["redealt"]
    seat: NotRequired[int]
    redeals: int
    levelsBefore: list[str]
    levels: list[str]
    level: str


class ShandongKittyFact(TypedDict):
    """The kitty was taken up, or cards were buried."""

    type: Literal["kitty_taken", "buried"]
    seat: int
    count: int


class ShandongLed(TypedDict):
    """A trick was led, with the pattern that has to be followed."""

    type: Literal["led"]
    seat: int
    trick: int
    cards: list[str]
    suit: EffectiveSuit
    pattern: ShandongPattern


class ShandongFollowed(TypedDict):
    """A trick was followed, trumped or discarded to; `off` are the cards of other suits."""

    type: Literal["followed", "killed", "discarded"]
    seat: int
    cards: list[str]
    ahead: bool
    off: NotRequired[list[str]]


class ShandongThrowFailed(TypedDict):
    """A throw can be beaten: what is led instead, or who chooses it, and what it costs."""

    type: Literal["throw_failed"]
    seat: int
    cards: list[str]
    forced: list[str]
    choices: list[list[str]]
    chooser: int | None
    penalty: int
    score: int


class ShandongUnitChosen(TypedDict):
    """A player chose which part of a failed throw is led."""

    type: Literal["unit_chosen"]
    seat: int
    leader: int
    cards: list[str]


class ShandongTrickWon(TypedDict):
    """A trick was won; `score` is what the idle side has so far."""

    type: Literal["trick_won"]
    seat: int
    trick: int
    points: int
    score: int


class ShandongTimedOut(TypedDict):
    """A player ran out of time."""

    type: Literal["timed_out"]
    seat: int


class ShandongKittyRevealed(TypedDict):
    """The buried cards are shown; `gain` is what the idle side gets for them."""

    type: Literal["kitty_revealed"]
    seat: int
    cards: list[str]
    points: int
    multiplier: int
    gain: int


class ShandongHooked(TypedDict):
    """The bankers at level J lost the last trick to a jack and fall back."""

    type: Literal["hooked"]
    seat: int
    side: int
    level: str


class ShandongHandScored(TypedDict):
    """The account of a hand: points, levels, the next banker."""

    type: Literal["hand_scored"]
    hand: int
    trickPoints: int
    kittyGain: int
    score: int
    bankerSeat: int
    levelsBefore: list[str]
    levels: list[str]
    nextBankerSeat: int


class ShandongMatchOver(TypedDict):
    """A side won the match."""

    type: Literal["match_over"]
    side: int
    seats: list[int]
    levels: list[str]


ShandongFact = (
    ShandongHandBegan
    | ShandongCountFact
    | ShandongDealt
    | ShandongMoved
    | ShandongWindowFact
    | ShandongPassed
    | ShandongDeclared
    | ShandongTrump
    | ShandongSetterSettled
    | ShandongStuck
    | ShandongTaken
    | ShandongGivenBack
    | ShandongRedealt
    | ShandongKittyFact
    | ShandongLed
    | ShandongFollowed
    | ShandongThrowFailed
    | ShandongUnitChosen
    | ShandongTrickWon
    | ShandongTimedOut
    | ShandongKittyRevealed
    | ShandongHooked
    | ShandongHandScored
    | ShandongMatchOver
)
