"""Counting a match again from its record, without the game: deals, throws, tricks, points, kitty, levels.

Written from §6, §7, §9 and §10 on the plain cards of `textbook`; standard rules only.
"""

from itertools import combinations

from tests.games.shandong.textbook import PRIORITY, RANKS, SUITS, Card, Textbook, Unit

Cards = tuple[Card, ...]


def read(name: str) -> Card:
    suit, rank, index = name.split("_")
    return (suit, rank, int(index))


def number_to_card(number: int) -> Card:
    face, index = divmod(number, 2)
    return ("joker", ["small", "big"][face - 52], index) if face >= 52 else (SUITS[face // 13], RANKS[face % 13], index)


def points(cards: Cards) -> int:
    return sum({"5": 5, "10": 10, "K": 10}.get(rank, 0) for _, rank, _ in cards)


def top(book: Textbook, unit: str, cards: Cards) -> int:
    """The strength of a unit (§4)."""
    if unit in ("flash", "thunder"):
        return book.strength(("none", cards[0][1], 0))
    return max(book.strength(card) for card in cards)


def shows(book: Textbook, unit: Unit, cards: Cards) -> bool:
    """Whether these cards are of the kind and size of the unit."""
    kind, size, doubles = unit
    if len(cards) != size:
        return False
    if kind == "straight":
        return book.is_rain(cards) and len(book.pairs(cards)) == doubles
    if kind in ("flash", "thunder"):
        return book.is_flash(cards)
    pairs = book.pairs(cards)
    if kind == "pair":
        return len(pairs) == 1
    return kind == "single" or (len(pairs) * 2 == size and book.is_tractor(tuple(pairs)))


def ways(book: Textbook, unit: Unit, cards: Cards) -> list[Cards]:
    """Every selection that shows the unit; tractors and pairs are put together from pairs."""
    kind, size, _ = unit
    if kind in ("pair", "consecutive_pairs"):
        chosen = combinations(book.pairs(cards), size // 2)
        found = [tuple(card for card in cards if (card[0], card[1]) in faces) for faces in chosen]
    elif kind == "straight":
        found = [c for suit in SUITS for c in combinations([x for x in cards if x[0] == suit], size)]
    elif kind in ("flash", "thunder"):
        found = [c for rank in RANKS for c in combinations([x for x in cards if x[1] == rank], size)]
    else:
        found = [(card,) for card in cards]
    return [c for c in found if shows(book, unit, c)]


def forced_unit(book: Textbook, throw: Cards, others: list[Cards]) -> Cards:
    """§7.3–5: the cards that are led after all."""
    suit = book.suit(throw[0])
    beatable: list[tuple[tuple[int, int, int, int], Cards]] = []
    for unit, cards in book.split(throw):
        mine = top(book, unit[0], cards)
        for hand in others:
            own = tuple(card for card in hand if book.suit(card) == suit)
            if any(top(book, unit[0], way) > mine for way in ways(book, unit, own)):
                kind = ["single", "pair", "consecutive_pairs", "flash", "thunder", "straight"].index(unit[0])
                printed = min([*SUITS, "joker"].index(card[0]) for card in cards)
                beatable.append(((unit[1], kind, mine, printed), cards))
                break
    return min(beatable)[1] if beatable else throw


def arranged(book: Textbook, units: list[Unit], cards: Cards) -> bool:
    """Whether the cards can be laid out as these units."""
    if not units or units[0][0] == "single":
        return True
    return any(arranged(book, units[1:], without(cards, way)) for way in ways(book, units[0], cards))


def without(cards: Cards, gone: Cards) -> Cards:
    return tuple(card for card in cards if card not in gone)


def trick_winner(book: Textbook, plays: list[Cards]) -> int:
    """§9."""
    lead = plays[0]
    suit, kind = book.suit(lead[0]), book.identify(lead)
    units = [unit for unit, _ in book.split(lead)] if kind == "mixed" else [as_unit(book, kind, lead)]
    best, killed = 0, False
    best_top = -1 if kind == "mixed" else top(book, kind, lead)
    for i in range(1, 4):
        suits = {book.suit(card) for card in plays[i]}
        kill = suits == {"trump"} and suit != "trump"
        if len(suits) != 1 or not (kill or suit in suits) or (kind == "mixed" and not kill):
            continue
        fits = [w for w in ways(book, units[0], plays[i]) if arranged(book, units[1:], without(plays[i], w))]
        if not fits:
            continue
        mine = max(top(book, units[0][0], way) for way in fits)
        if (kill and not killed) or (kill == killed and mine > best_top):
            best, best_top, killed = i, mine, kill
    return best


def as_unit(book: Textbook, kind: str, cards: Cards) -> Unit:
    return (kind, len(cards), len(book.pairs(cards)) if kind == "straight" else 0)


def multiplier(book: Textbook, lead: Cards) -> int:
    """§10.2."""
    kind = book.identify(lead)
    table = {"single": 2, "pair": 4, "flash": 4, "thunder": 4, "straight": 5}
    if kind != "mixed":
        return table.get(kind, len(lead) + 2)
    units = [unit for unit, _ in book.split(lead)]
    if all(unit[0] == "single" for unit in units):
        return 3
    most = max(unit[1] for unit in units)
    return max(table.get(unit[0], unit[1] + 2) for unit in units if unit[1] == most)


class Recount:
    """Follows a record and keeps its own books."""

    def __init__(self) -> None:
        self.levels = ["2", "2"]
        self.banker = 0
        self.first = True
        self.hands: list[Cards] = [(), (), (), ()]
        self.scores: list[int] = []
        """S of every hand."""
        self.match_winner: int | None = None
        self.big_joker = False
        assert PRIORITY[0] == "straight"

    def see(self, seat: int, action: dict[str, object]) -> None:
        """The next entry of the record."""
        kind = str(action["type"])
        named = action.get("cards", [])
        cards = tuple(read(str(name)) for name in named) if isinstance(named, list) else ()
        if kind == "SHUFFLE":
            order = action["order"]
            assert isinstance(order, list)
            self._shuffled([number_to_card(int(n)) for n in order])
        elif kind == "DEAL":
            self.dealt += int(str(action["count"]))
        elif kind in ("DECLARE", "SNATCH"):
            self.setter, self.shown = seat, cards
        elif kind == "STICK":
            pair = tuple(c for c in self.shown if c[0] != "joker")
            joker = min(c for c in self.shown if c[0] == "joker")
            self._move(self.setter, seat, (*pair, joker))
        elif kind == "GIVE_BACK":
            self._move(seat, self.setter, cards)
        elif kind == "BURY":
            self._bury(seat, cards)
        elif kind == "PLAY":
            self._play(seat, cards)

    def _shuffled(self, order: list[Card]) -> None:
        if self.setter is None and self.dealt == 104 and not self.first:  # §6.6: nobody declared
            idle = 1 - self.banker % 2
            self.levels[idle] = self._up(self.levels[idle], 3) if self.levels[idle] != "A" else "A"
            self.banker = (self.banker + 1) % 4
        self.dealt = 0
        self.setter = None
        self.hands = [tuple(order[(s - self.banker) % 4 : 104 : 4]) for s in range(4)]
        self.kitty = tuple(order[104:])
        self.points = 0
        self.trick: list[Cards] = []

    setter: int | None = None
    dealt = 0
    shown: Cards = ()

    def _move(self, giver: int | None, taker: int | None, cards: Cards) -> None:
        assert giver is not None and taker is not None and set(cards) <= set(self.hands[giver])
        self.hands[giver] = without(self.hands[giver], cards)
        self.hands[taker] = (*self.hands[taker], *cards)

    def _bury(self, seat: int, cards: Cards) -> None:
        assert self.setter is not None
        if self.first:
            self.banker = self.setter
        same = self.setter % 2 == self.banker % 2
        assert seat == (self.setter + (2 if same else 1)) % 4
        self.hands[seat] = without((*self.hands[seat], *self.kitty), cards)
        self.kitty = cards
        trump = next(c[0] for c in self.shown if c[0] != "joker")
        self.book = Textbook(self.levels[self.banker % 2], trump, {})

    def _play(self, seat: int, cards: Cards) -> None:
        if not self.trick:
            self.leader = seat
            if self.book.identify(cards) == "mixed":
                cards = forced_unit(self.book, cards, [self.hands[(seat + i) % 4] for i in (1, 2, 3)])
        assert seat == (self.leader + len(self.trick)) % 4
        self.hands[seat] = without(self.hands[seat], cards)
        self.trick.append(cards)
        if len(self.trick) < 4:
            return
        winner = (self.leader + trick_winner(self.book, self.trick)) % 4
        if winner % 2 != self.banker % 2:
            self.points += sum(points(play) for play in self.trick)
            if not self.hands[0]:
                self.points += points(self.kitty) * multiplier(self.book, self.trick[0])
        self.trick = []
        if not self.hands[0]:
            self._score()

    def _up(self, level: str, steps: int) -> str:
        return RANKS[min(RANKS.index(level) + steps, 12)]

    def _score(self) -> None:
        self.scores.append(self.points)
        side = self.banker % 2
        self.first = False
        if self.points < 80:
            if self.levels[side] == "A":
                self.match_winner = side
            self.levels[side] = self._up(self.levels[side], 3 if self.points == 0 else 2 if self.points < 40 else 1)
            self.banker = (self.banker + 2) % 4
        else:
            steps = min((self.points - 80) // 40, 3)
            if self.levels[1 - side] != "A":
                self.levels[1 - side] = self._up(self.levels[1 - side], steps)
            self.banker = (self.banker + 1) % 4
