"""Rooms on a given deal: what a test wants to hold is in its hands, without trying until it comes."""

from collections.abc import Sequence
from typing import Final

from paiju.client import Client
from paiju.engine.errors import BadNotation
from paiju.engine.shuffle import FairSource
from paiju.games.uno.cards import CARDS, parse_card
from paiju.games.uno.rules import LAST_SEAT, uno_rules
from paiju.protocol.rooms import CreateRoom, SeatedAnswer
from paiju.server.deals import Deals, KnownDeals
from tests.games.shandong.table import deck_with

Orders = Sequence[list[int]]
"""The first shuffles of a match."""


def _stacked(seed: bytes, orders: Orders) -> FairSource:
    """A source with given orders first, then those of the seed. (No subclass: the source may be compiled.)"""
    source = FairSource(seed)
    words: list[int] = []
    for order in orders:
        items = list(range(len(order)))
        for i in range(len(order) - 1, 0, -1):  # as `Source.order` shuffles
            j = items.index(order[i])
            words.append(j)
            items[i], items[j] = items[j], items[i]
    source._words = words[::-1]
    return source


class StackedDeals(KnownDeals):
    """Deals of a server in a test: known ones, and given ones for the matches that the test names."""

    def __init__(self, name: str = "paiju") -> None:
        super().__init__(name)
        self._next: Orders = ()
        self._given: dict[bytes, Orders] = {}

    def stack(self, orders: Orders) -> None:
        """The next match that is opened has these shuffles first."""
        self._next = orders

    def new_seed(self, dialect: str) -> bytes:
        seed = super().new_seed(dialect)
        self._given[seed], self._next = self._next, ()
        return seed

    def source(self, seed: bytes) -> FairSource:
        return _stacked(seed, self._given.get(seed, ()))


class SharedDeals(Deals):
    """Deals of a server that many tests share: each has its own, whatever ran before it."""

    def __init__(self, name: str = "paiju") -> None:
        self.current = StackedDeals(name)
        self._by_seed: Final[dict[bytes, StackedDeals]] = {}

    def begin(self, name: str) -> None:
        """From now on matches have the deals of this name, beginning with its first."""
        self.current = StackedDeals(name)

    def new_seed(self, dialect: str) -> bytes:
        seed = self.current.new_seed(dialect)
        self._by_seed[seed] = self.current
        return seed

    def source(self, seed: bytes) -> FairSource:
        return self._by_seed.get(seed, self.current).source(seed)


def uno_deal(hands: Sequence[str], top: str, pile: str = "", *, first: int = 0, rulebook: str = "official") -> Orders:
    """The first round of UNO with these hands (as long as `initialCards` says), this first discard, these cards on top
    of the pile, and `first` to play. Cards are written `r5 g+2 b> y< w w4`; a second copy is taken when the first is
    gone. Where the rulebook has the deal drawn for, the player before `first` draws the highest card."""
    used: set[int] = set()

    def take(text: str) -> int:
        for copy in range(1, 5):
            try:
                card = parse_card(f"{text}.{copy}")
            except BadNotation:
                break
            if card not in used:
                used.add(card)
                return card
        raise AssertionError(f"there is no {text} left")

    players = len(hands)
    held = [[take(card) for card in hand.split()] for hand in hands]
    assert len({len(hand) for hand in held}) == 1, "hands of different sizes"
    dealt = [held[(first + place) % players][number] for number in range(len(held[0])) for place in range(players)]
    drawn = [take(top), *[take(card) for card in pile.split()]]
    rest = [card for card in range(CARDS) if card not in used]
    deal = [*rest, *reversed(drawn), *reversed(dealt)]
    dealer = (first - 1) % players
    if uno_rules(rulebook, {}).dealer_rule == LAST_SEAT:
        assert dealer == players - 1, "the last seat deals"
        return [deal]
    shown = [parse_card("r9" if seat == dealer else f"g{seat}" if seat < 9 else "b0") for seat in range(players)]
    draw = [*[card for card in range(CARDS) if card not in shown], *reversed(shown)]
    return [draw, deal]


def shandong_deal(hands: list[str], kitty: str = "") -> Orders:
    """The first hand of Shandong Upgrade: each seat is dealt these cards first, and others up to 26. Cards are written
    `h9 h9 sA big small`."""
    return [deck_with(hands, kitty)]


async def dealt(
    client: Client,
    deals: StackedDeals,
    hands: Sequence[str],
    top: str,
    *,
    first: int = 0,
    rulebook: str = "official",
    **options: object,
) -> list[SeatedAnswer]:
    """A match of UNO that begins with these hands and this discard, a person in every seat, `first` on turn."""
    deals.stack(uno_deal(hands, top, first=first, rulebook=rulebook))
    chosen = {"targetScore": None, "initialCards": len(hands[0].split()), **options}
    seats = len(hands)
    wish = CreateRoom(game="uno", rulebook=rulebook, name="Ada", bots=[], seats=seats, clock=0, options=chosen)
    seated = [await client.create(wish)]
    for name in ("Bo", "Cy", "Di")[: len(hands) - 1]:
        seated.append(await client.join(seated[0].room, name))
    await client.start(seated[0].room, seated[0].secret)
    return seated
