"""Random small positions with leads of every kind in fair numbers, for the comparison with the textbook."""

from random import Random

from tests.games.shandong.textbook import RANKS, SUITS, Card, Config, Textbook

KINDS = ["single", "pair", "consecutive_pairs", "flash", "thunder", "straight", "mixed"]
CONFIGS: list[Config] = [
    {},
    {},
    {"specialFollowChain": "pairsFirst"},
    {"tractorAdjacency": "natural"},
    {"levelJokerTractors": False},
    {"jokerFlash": True},
    {"mustPlayLargest": False},
    {"largestOnThrow": True},
    {"strictFollowRules": False},
    {"permanentTrumps": ["2"]},
    {"permanentTrumps": []},
    {"permanentTrumps": ["2", "3", "5", "7"]},
    {"jokerFlash": True, "specialFollowChain": "pairsFirst"},
    {"tractorAdjacency": "natural", "permanentTrumps": ["3", "9"]},
]
DECK: list[Card] = [(s, r, i) for s in SUITS for r in RANKS for i in (0, 1)] + [
    ("joker", r, i) for r in ("small", "big") for i in (0, 1)
]


def both(face: tuple[str, str]) -> list[Card]:
    return [(face[0], face[1], 0), (face[0], face[1], 1)]


def random_lead(book: Textbook, kind: str, rng: Random) -> tuple[Card, ...]:
    """Cards that may be of the kind; the caller checks."""
    if kind == "single":
        return (rng.choice(DECK),)
    if kind == "pair":
        return tuple(both(rng.choice(DECK)[:2]))
    if kind == "consecutive_pairs":
        size = rng.choice([2, 2, 2, 3])
        if rng.random() < 0.3:
            faces = [("joker", "small"), ("joker", "big"), *[(suit, book.level) for suit in SUITS]]
            return tuple(c for face in rng.sample(faces, size) for c in both(face))
        suit = rng.choice(SUITS)
        low = rng.randrange(12)
        ranks = [r for r in RANKS[low:] if book.plain(r)][:size]
        return tuple(c for rank in ranks for c in both((suit, rank)))
    if kind in ("flash", "thunder"):
        if book.joker_flash and kind == "flash" and rng.random() < 0.4:
            return tuple(both(("joker", "small")) + both(("joker", "big")))
        rank = rng.choice([book.level, *book.permanent])
        extra = 0 if kind == "flash" else rng.choice([1, 1, 2])
        cards: list[Card] = [(suit, rank, rng.randrange(2)) for suit in SUITS]
        cards += [(c[0], c[1], 1 - c[2]) for c in rng.sample(cards, extra)]
        return tuple(cards)
    suit = rng.choice(SUITS)
    if kind == "straight":
        span = rng.choice([5, 5, 5, 6])
        low = rng.randrange(14 - span)
        cards = [(suit, rank, rng.randrange(2)) for rank in RANKS[low : low + span]]
        cards += [(c[0], c[1], 1 - c[2]) for c in rng.sample(cards, rng.choice([0, 0, 1]))]
        return tuple(cards)
    return random_throw(book, rng)


def random_throw(book: Textbook, rng: Random) -> tuple[Card, ...]:
    """Two or three pieces of one effective suit."""
    suit = rng.choice([*SUITS, "trump", "trump"])
    pieces = rng.choice([["pair", "single"], ["consecutive_pairs", "single"], ["pair", "pair"], ["single", "single"]])
    pieces = rng.choice([pieces, [*pieces, "single"], ["flash", "single"], ["straight", "single"], ["pair", "pair"]])
    if rng.random() < 0.15:
        pieces = rng.choice(
            [["consecutive_pairs", "pair"], ["consecutive_pairs", "consecutive_pairs"], ["flash", "pair"]]
        )
    cards: list[Card] = []
    for piece in pieces:
        for _ in range(30):
            more = [c for c in random_lead(book, piece, rng) if book.suit(c) == suit]
            if more and not set(more) & set(cards):
                cards += more
                break
    return tuple(cards)


def random_hand(book: Textbook, lead: tuple[Card, ...], rng: Random, most: int) -> tuple[Card, ...]:
    """A hand that is rich in the suit led and in pairs and runs, so that obligations matter."""
    suit = book.suit(lead[0])
    free = [card for card in DECK if card not in lead]
    own = [card for card in free if book.suit(card) == suit]
    rng.shuffle(own)
    hand: list[Card] = []
    target = rng.choice([0, len(lead) - 1, len(lead), len(lead) + 1, len(lead) + 2, most])
    while own and len(hand) < min(target, most):
        card = own.pop()
        hand.append(card)
        twin = (card[0], card[1], 1 - card[2])
        if twin in own and rng.random() < 0.6:
            own.remove(twin)
            hand.append(twin)
        near = [c for c in own if (c[0] == card[0] or c[1] == card[1]) and rng.random() < 0.15]
        for c in near[:1]:
            own.remove(c)
            own.append(c)
    if rng.random() < 0.35:  # the very kind that was led, higher or lower
        for _ in range(10):
            more = [c for c in random_lead(book, book.identify(lead), rng) if c not in lead and book.suit(c) == suit]
            if len(more) == len(lead):
                hand = list(dict.fromkeys([*more, *hand]))
                break
    hand = hand[:most]
    others = [card for card in free if book.suit(card) != suit and card not in hand]
    missing = max(len(lead) - len(hand), 0) + (rng.randrange(2) if len(hand) < most else 0)
    return tuple(sorted([*hand, *rng.sample(others, missing)]))


def random_position(
    rng: Random, kind: str, most: int
) -> tuple[Textbook, str, str | None, Config, tuple[Card, ...], tuple[Card, ...]]:
    """Rules, lead of the kind asked for, hand."""
    while True:
        config = rng.choice(CONFIGS)
        level = rng.choice(RANKS)
        trump = rng.choice([*SUITS, *SUITS, None])
        book = Textbook(level, trump, config)
        lead = random_lead(book, kind, rng)
        if not lead or len(set(lead)) != len(lead) or len(lead) > 7 or book.identify(lead) != kind:
            continue
        return book, level, trump, config, lead, random_hand(book, lead, rng, max(most, len(lead) + 1))
