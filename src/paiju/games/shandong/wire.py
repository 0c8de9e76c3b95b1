"""The JSON of Shandong Upgrade as types: views, actions and facts.

The types of the page are generated from these, and the terminal reads views with them. The rules do not use them.
"""

from typing import Any, Literal

from msgspec import UNSET, Struct, UnsetType

ShandongSuit = Literal["spades", "hearts", "clubs", "diamonds"]
EffectiveSuit = Literal["trump", "spades", "hearts", "clubs", "diamonds"]
ShandongWindow = Literal["declaring", "snatching", "sticking"]


class ShandongJson(Struct, rename="camel"):
    """Base of all types here: camelCase names in JSON, snake_case in Python."""


class ShandongPattern(ShandongJson):
    """What cards are, as `identify` names them."""

    type: Literal["single", "pair", "consecutive_pairs", "flash", "thunder", "straight", "mixed", "invalid"]
    cards: list[str]
    pair_count: int | UnsetType = UNSET
    count: int | UnsetType = UNSET
    doubles: int | UnsetType = UNSET
    units: list["ShandongPattern"] | UnsetType = UNSET


class ShandongAction(ShandongJson):
    """What a seat or the host does."""

    type: str
    cards: list[str] | UnsetType = UNSET
    count: int | UnsetType = UNSET
    player_id: str | UnsetType = UNSET


class ShandongPlay(ShandongJson):
    """Cards of one seat in a trick."""

    seat: int
    cards: list[str]


class ShandongTrick(ShandongJson, kw_only=True):
    """A trick: `winning` while it is played, `winner` when it is complete."""

    leader: int
    plays: list[ShandongPlay]
    lead: ShandongPattern
    winning: int | UnsetType = UNSET
    winner: int | UnsetType = UNSET
    points: int

    @property
    def ahead(self) -> int:
        """The seat that is winning the trick, or has won it."""
        return next(seat for seat in (self.winning, self.winner) if seat is not UNSET)


class ShandongDeclaration(ShandongJson):
    """A declaration or an overcall."""

    seat: int
    type: Literal["declare", "snatch"]
    jokers: list[str]
    pair: list[str] | None


class ShandongExchange(ShandongJson):
    """The exchange with the trump setter (粘牌)."""

    seat: int
    setter: int
    shown: list[str]
    taken: list[str] | None
    given: list[str] | None


class ShandongGroup(ShandongJson):
    """Own cards of an effective suit."""

    suit: EffectiveSuit
    cards: list[str]


class ShandongFollow(ShandongJson):
    """What has to be followed; no `cards`: any cards will do."""

    suit: EffectiveSuit
    count: int
    cards: list[str]


class ShandongFailedThrow(ShandongJson):
    """A throw that somebody can beat."""

    seat: int
    attempted: list[str]
    forced: list[str]
    choices: list[list[str]]


class ShandongResult(ShandongJson):
    """The account of a hand."""

    trick_points: int
    kitty: list[str]
    kitty_points: int
    multiplier: int
    kitty_gain: int
    score: int
    last_trick_winner: int
    banker_seat: int
    levels_before: list[str]
    levels: list[str]
    next_banker_seat: int
    match_winner: int | None


class ShandongView(ShandongJson, kw_only=True):
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
    waiting_for: Literal["giveBack", "throwChoice"] | None
    turn: int | None
    current_player: str | None
    can_act: list[int]
    window_ms: int
    hand_number: int
    trick_number: int
    level: str
    levels: list[str]
    banker_seat: int | None
    banker_side: int | None
    kitty_owner: int | None
    setter: int | None
    trump_suit: ShandongSuit | None
    trump_hidden: bool
    declarations: list[ShandongDeclaration]
    exchange: ShandongExchange | None
    passed: list[int]
    hand: list[str]
    groups: list[ShandongGroup]
    hand_counts: list[int]
    kitty_count: int
    kitty: list[str] | None
    new_cards: list[str]
    trick: ShandongTrick | None
    last_trick: ShandongTrick | None
    failed_throw: ShandongFailedThrow | None
    points: int
    played_cards: list[str]
    open_cards: list[list[str]]
    known_cards: list[list[str]]
    voids: list[list[EffectiveSuit]]
    big_jokers_played: int
    result: ShandongResult | None
    redeals: int
    match_winner: int | None
    legal: list[ShandongAction] | UnsetType = UNSET
    legal_complete: bool
    trump_order: list[list[str]]
    follow: ShandongFollow | None
    playable: list[str]
    suggestion: ShandongAction | None


class ShandongHandBegan(ShandongJson, kw_only=True):
    """A hand begins; `seat` is the banker once there is one."""

    type: Literal["hand_began"]
    seat: int | UnsetType = UNSET
    hand: int
    levels: list[str]
    level: str


class ShandongCountFact(ShandongJson):
    """A number of cards on the table."""

    type: Literal["shuffled", "kitty_laid"]
    count: int


class ShandongDealt(ShandongJson):
    """Cards were dealt; `counts` by seat."""

    type: Literal["dealt"]
    counts: list[int]


class ShandongMoved(ShandongJson):
    """Cards that joined or left a hand unseen."""

    type: Literal["got", "gave"]
    seat: int
    to: int
    cards: list[str]
    why: Literal["deal", "kitty", "stick", "giveBack", "bury", "redeal"]


class ShandongWindowFact(ShandongJson):
    """The time to declare, overcall or exchange begins or ends."""

    type: Literal["window_opened", "window_closed"]
    window: ShandongWindow


class ShandongPassed(ShandongJson):
    """A player gave up their chance in this window."""

    type: Literal["passed"]
    seat: int
    window: ShandongWindow


class ShandongDeclared(ShandongJson):
    """Trump was declared or overcalled with these jokers; the pair is told by `trump_seen` and `trump_shown`."""

    type: Literal["declared", "snatched"]
    seat: int
    jokers: list[str]


class ShandongTrump(ShandongJson, kw_only=True):
    """The pair that sets trump is seen by one seat, or turned up."""

    type: Literal["trump_seen", "trump_shown"]
    seat: int
    to: int | UnsetType = UNSET
    suit: ShandongSuit
    pair: list[str]
    holder: int


class ShandongSetterSettled(ShandongJson):
    """The trump setter is final, and with it the banker and the owner of the kitty."""

    type: Literal["setter_settled"]
    seat: int
    banker: int
    kitty_owner: int


class ShandongStuck(ShandongJson):
    """A player showed these cards to exchange cards with the trump setter."""

    type: Literal["stuck"]
    seat: int
    cards: list[str]
    setter: int


class ShandongTaken(ShandongJson):
    """A player took cards from the trump setter; `cards` are those everybody knows."""

    type: Literal["taken"]
    seat: int
    setter: int
    count: int
    cards: list[str]


class ShandongGivenBack(ShandongJson):
    """A player gave cards back to the trump setter."""

    type: Literal["given_back"]
    seat: int
    setter: int
    count: int


class ShandongRedealt(ShandongJson, kw_only=True):
    """Nobody declared: the cards are dealt again, with the levels before and after."""

    type: Literal["redealt"]
    seat: int | UnsetType = UNSET
    redeals: int
    levels_before: list[str]
    levels: list[str]
    level: str


class ShandongKittyFact(ShandongJson):
    """The kitty was taken up, or cards were buried."""

    type: Literal["kitty_taken", "buried"]
    seat: int
    count: int


class ShandongLed(ShandongJson):
    """A trick was led, with the pattern that has to be followed."""

    type: Literal["led"]
    seat: int
    trick: int
    cards: list[str]
    suit: EffectiveSuit
    pattern: ShandongPattern


class ShandongFollowed(ShandongJson):
    """A trick was followed, trumped or discarded to; `off` are the cards of other suits."""

    type: Literal["followed", "killed", "discarded"]
    seat: int
    cards: list[str]
    ahead: bool
    off: list[str] | UnsetType = UNSET


class ShandongThrowFailed(ShandongJson):
    """A throw can be beaten: what is led instead, or who chooses it, and what it costs."""

    type: Literal["throw_failed"]
    seat: int
    cards: list[str]
    forced: list[str]
    choices: list[list[str]]
    chooser: int | None
    penalty: int
    score: int


class ShandongUnitChosen(ShandongJson):
    """A player chose which part of a failed throw is led."""

    type: Literal["unit_chosen"]
    seat: int
    leader: int
    cards: list[str]


class ShandongTrickWon(ShandongJson):
    """A trick was won; `score` is what the attackers have so far."""

    type: Literal["trick_won"]
    seat: int
    trick: int
    points: int
    score: int


class ShandongTimedOut(ShandongJson):
    """A player ran out of time."""

    type: Literal["timed_out"]
    seat: int


class ShandongKittyRevealed(ShandongJson):
    """The buried cards are shown; `gain` is what the attackers get for them."""

    type: Literal["kitty_revealed"]
    seat: int
    cards: list[str]
    points: int
    multiplier: int
    gain: int


class ShandongHooked(ShandongJson):
    """The bankers at level J lost the last trick to a jack and fall back."""

    type: Literal["hooked"]
    seat: int
    side: int
    level: str


class ShandongHandScored(ShandongJson):
    """The account of a hand: points, levels, the next banker."""

    type: Literal["hand_scored"]
    hand: int
    trick_points: int
    kitty_gain: int
    score: int
    banker_seat: int
    levels_before: list[str]
    levels: list[str]
    next_banker_seat: int


class ShandongMatchOver(ShandongJson):
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
