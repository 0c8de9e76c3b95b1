"""The rules of following read word by word (§3, §4, §5, §8, §12), for small hands only.

Nothing is imported from the game: cards are (suit, rank, index) of strings and a number, every question is
answered by trying all selections. Slow and plain on purpose, so that it can be checked against the text.
"""

from collections import Counter
from functools import lru_cache
from itertools import combinations, pairwise

Card = tuple[str, str, int]
Face = tuple[str, str]
Config = dict[str, object]
Unit = tuple[str, int, int]
"""A unit of a throw: kind, number of cards, doubles (rain)."""

RANKS = ["2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A"]
SUITS = ["spades", "hearts", "clubs", "diamonds"]
PRIORITY = ["straight", "thunder", "flash", "consecutive_pairs", "pair", "single"]
OWN_CODE = {"straight": "must_follow_rain", "thunder": "must_follow_thunder", "flash": "must_follow_flash"}


class Textbook:
    """The rules for one level, one trump suit and one configuration."""

    def __init__(self, level: str, trump: str | None, config: Config) -> None:
        self.level = level
        self.trump = trump
        permanent = config.get("permanentTrumps", ["2", "3", "5"])
        assert isinstance(permanent, list)
        self.permanent = [rank for rank in RANKS if rank in permanent and rank != level]
        self.natural = config.get("tractorAdjacency", "closed") == "natural"
        self.level_joker = config.get("levelJokerTractors", True)
        self.joker_flash = config.get("jokerFlash", False)
        self.strict = config.get("strictFollowRules", True)
        self.largest = config.get("mustPlayLargest", True)
        self.pairs_first = config.get("specialFollowChain", "largest") == "pairsFirst"
        self.largest_on_throw = self.largest and config.get("largestOnThrow", False)
        self.best_service = lru_cache(maxsize=4096)(self._best_service)

    # --- §3 ---------------------------------------------------------------------------------------------

    def plain(self, rank: str) -> bool:
        return rank in RANKS and rank != self.level and rank not in self.permanent

    def suit(self, card: Card) -> str:
        suit, rank, _ = card
        return "trump" if suit == "joker" or suit == self.trump or not self.plain(rank) else suit

    def strength(self, card: Card) -> int:
        suit, rank, _ = card
        if suit == "joker":
            return 10000 if rank == "big" else 9000
        main = 1 if suit == self.trump else 0
        if rank == self.level:
            return 8000 + main
        if rank in self.permanent:
            return 1000 + 10 * RANKS.index(rank) + main
        return RANKS.index(rank)

    # --- §4 ---------------------------------------------------------------------------------------------

    def position(self, face: Face) -> tuple[str, int] | None:
        """Chain and place of a pair in it, None for pairs that belong to no chain."""
        suit, rank = face
        if suit == "joker":
            return ("top", 3 if rank == "big" else 2)
        if rank == self.level:
            if not self.level_joker:
                return None
            return ("top", 1 if self.trump in (None, suit) else 0)
        if not self.plain(rank):
            return None
        ladder = RANKS if self.natural else [r for r in RANKS if self.plain(r)]
        return (suit, ladder.index(rank))

    def is_tractor(self, faces: tuple[Face, ...]) -> bool:
        if len(faces) < 2:
            return False
        found = [self.position(face) for face in faces]
        if any(place is None for place in found):
            return False
        places = sorted(place for place in found if place is not None)
        if self.joker_flash and set(faces) == {("joker", "big"), ("joker", "small")}:
            return False
        return all(b[0] == a[0] and b[1] == a[1] + 1 for a, b in pairwise(places))

    def is_flash(self, cards: tuple[Card, ...]) -> bool:
        """Flash or thunder."""
        if not 4 <= len(cards) <= 8:
            return False
        ranks = {rank for _, rank, _ in cards}
        suits = {suit for suit, _, _ in cards}
        if self.joker_flash and suits == {"joker"} and len(cards) == 4:
            return True
        return len(ranks) == 1 and suits == set(SUITS) and not self.plain(ranks.pop())

    def is_rain(self, cards: tuple[Card, ...]) -> bool:
        if len({suit for suit, _, _ in cards}) != 1 or cards[0][0] == "joker":
            return False
        count = Counter(rank for _, rank, _ in cards)
        if any(not self.plain(rank) for rank in count) or len(count) < 5:
            return False
        places = sorted(RANKS.index(rank) for rank in count)
        return places[-1] - places[0] == len(places) - 1 and any(n == 1 for n in count.values())

    def pairs(self, cards: tuple[Card, ...]) -> list[Face]:
        count = Counter((suit, rank) for suit, rank, _ in cards)
        suits = [*SUITS, "joker"]  # §5: where off level pairs compete, the first in this order
        return sorted([face for face, n in count.items() if n == 2], key=lambda f: (suits.index(f[0]), f[1]))

    def identify(self, cards: tuple[Card, ...]) -> str:
        pairs = self.pairs(cards)
        if len({self.suit(card) for card in cards}) != 1:
            return "invalid"
        if len(cards) == 1:
            return "single"
        if len(cards) == 2 and pairs:
            return "pair"
        if self.joker_flash and len(cards) == 4 and self.is_flash(cards):
            return "flash"
        if len(pairs) * 2 == len(cards) and self.is_tractor(tuple(pairs)):
            return "consecutive_pairs"
        if self.is_flash(cards):
            return "flash" if len(cards) == 4 else "thunder"
        return "straight" if len(cards) >= 5 and self.is_rain(cards) else "mixed"

    # --- §5 ---------------------------------------------------------------------------------------------

    def split(self, cards: tuple[Card, ...]) -> list[tuple[Unit, tuple[Card, ...]]]:
        rest = list(cards)
        units: list[tuple[Unit, tuple[Card, ...]]] = []

        def take(kind: str, chosen: list[Card], doubles: int = 0) -> None:
            units.append(((kind, len(chosen), doubles), tuple(sorted(chosen))))
            for card in chosen:
                rest.remove(card)

        for suit in SUITS:
            for low in range(13):
                for high in range(12, low + 3, -1):
                    run = [c for c in rest if c[0] == suit and self.plain(c[1]) and low <= RANKS.index(c[1]) <= high]
                    if len({c[1] for c in run}) == high - low + 1 and self.is_rain(tuple(run)):
                        below = [
                            c for c in rest if c[0] == suit and low and c[1] == RANKS[low - 1] and self.plain(c[1])
                        ]
                        above = [c for c in rest if c[0] == suit and high < 12 and c[1] == RANKS[high + 1]]
                        if not below and not [c for c in above if self.plain(c[1])]:
                            take("straight", run, len(self.pairs(tuple(run))))
        for rank in [self.level, *self.permanent]:
            same = [c for c in rest if c[1] == rank and c[0] != "joker"]
            if {c[0] for c in same} == set(SUITS):
                take("flash" if len(same) == 4 else "thunder", same)
        jokers = [c for c in rest if c[0] == "joker"]
        if self.joker_flash and len(jokers) == 4:
            take("flash", jokers)
        for size in range(13, 1, -1):
            for faces in combinations(self.pairs(tuple(rest)), size):
                still = self.pairs(tuple(rest))
                if all(face in still for face in faces) and self.is_tractor(faces):
                    take("consecutive_pairs", [c for c in rest if (c[0], c[1]) in faces])
        for face in self.pairs(tuple(rest)):
            take("pair", [c for c in rest if (c[0], c[1]) == face])
        for card in list(rest):
            take("single", [card])
        units.sort(key=lambda u: (PRIORITY.index(u[0][0]), -u[0][1], -max(self.strength(c) for c in u[1])))
        return units

    # --- §8.2 -------------------------------------------------------------------------------------------

    def pieces(self, pairs: tuple[Face, ...], need: int) -> list[int]:
        """The lexicographically greatest list of pieces that can be shown with these pairs."""
        best: list[int] = []
        for size in range(1, min(need, len(pairs)) + 1):
            for chosen in combinations(pairs, size):
                if size > 1 and not self.is_tractor(chosen):
                    continue
                rest = tuple(face for face in pairs if face not in chosen)
                best = max(best, [size, *self.pieces(rest, need - size)])
        return best

    # --- §8.3 -------------------------------------------------------------------------------------------

    def _best_service(self, cards: tuple[Card, ...], units: tuple[Unit, ...]) -> list[list[int]]:
        """Unit by unit: what the cards can show at best, earlier units first."""
        if not units:
            return []
        kind, size, _ = units[0]
        if kind == "single":
            return [[], *self.best_service(cards, units[1:])]
        if kind in ("straight", "flash", "thunder"):
            fits = self.is_rain if kind == "straight" else self.is_flash
            best: list[list[int]] = []
            for chosen in combinations(cards, size):
                if fits(chosen):
                    rest = tuple(card for card in cards if card not in chosen)
                    best = max(best, [[1], *self.best_service(rest, units[1:])])
            return best or [[0], *self.best_service(cards, units[1:])]
        need = 1 if kind == "pair" else size // 2
        return self._with_pieces(cards, need, units[1:])

    def _with_pieces(self, cards: tuple[Card, ...], need: int, later: tuple[Unit, ...]) -> list[list[int]]:
        """The best list of pieces for one unit and, for it, the best service of the later ones."""
        pairs = tuple(self.pairs(cards))
        owed = self.pieces(pairs, need)
        best: list[list[int]] = []
        for chosen in combinations(pairs, sum(owed)):
            if self.pieces(chosen, need) == owed:
                rest = tuple(card for card in cards if (card[0], card[1]) not in chosen)
                best = max(best, [owed, *self.best_service(rest, later)])
        return best

    # --- §8 ---------------------------------------------------------------------------------------------

    def answers(self, lead: tuple[Card, ...], hand: tuple[Card, ...]) -> dict[tuple[Card, ...], str]:
        """Every selection of as many cards as were led, with "" or the code of the rule it breaks."""
        suit = self.suit(lead[0])
        own = tuple(card for card in hand if self.suit(card) == suit)
        n = len(lead)
        found: dict[tuple[Card, ...], str] = {}
        selections = list(combinations(sorted(hand), n))
        if len(own) < n:
            for play in selections:
                found[play] = "" if set(own) <= set(play) else "must_play_all_of_suit"
            return found
        inside = [play for play in selections if set(play) <= set(own)]
        for play in selections:
            found[play] = "must_follow_suit"
        kind = self.identify(lead)
        judged = self._judge(kind, lead, own, inside) if self.strict else {}
        for play in inside:
            found[play] = judged.get(play, "")
        return found

    def _judge(
        self, kind: str, lead: tuple[Card, ...], own: tuple[Card, ...], plays: list[tuple[Card, ...]]
    ) -> dict[tuple[Card, ...], str]:
        if kind == "single":
            return {}
        if kind == "mixed":
            return self._judge_throw(lead, own, plays)
        if kind in ("straight", "flash", "thunder"):
            fits = self.is_rain if kind == "straight" else self.is_flash
            if any(fits(play) for play in plays):
                return {play: "" if fits(play) else OWN_CODE[kind] for play in plays}
            if not self.pairs_first:
                return {play: self._largest(play, own) for play in plays}
        return self._judge_pieces(own, plays, len(lead) // 2, kind)

    def _judge_pieces(
        self, own: tuple[Card, ...], plays: list[tuple[Card, ...]], need: int, kind: str
    ) -> dict[tuple[Card, ...], str]:
        shown = {play: self.pieces(tuple(self.pairs(play)), need) for play in plays}
        best = max(shown.values())
        found: dict[tuple[Card, ...], str] = {}
        for play, mine in shown.items():
            if mine != best:
                found[play] = piece_code(best, mine)
                continue
            paired = self.pairs(play)
            pool = tuple(card for card in own if (card[0], card[1]) not in paired)
            rest = tuple(card for card in play if (card[0], card[1]) not in paired)
            found[play] = self._largest(rest, pool)
        return found

    def _judge_throw(
        self, lead: tuple[Card, ...], own: tuple[Card, ...], plays: list[tuple[Card, ...]]
    ) -> dict[tuple[Card, ...], str]:
        units = tuple(unit for unit, _ in self.split(lead))
        shown = {play: self.best_service(play, units) for play in plays}
        best = max(shown.values())
        found: dict[tuple[Card, ...], str] = {}
        for play, mine in shown.items():
            found[play] = self._largest_on_throw(play, own, units, best) if self.largest_on_throw else ""
            for unit, wanted, got in zip(units, best, mine, strict=True):
                if wanted != got:
                    found[play] = OWN_CODE.get(unit[0]) or piece_code(wanted, got)
                    break
        return found

    def _largest_on_throw(
        self, play: tuple[Card, ...], own: tuple[Card, ...], units: tuple[Unit, ...], best: list[list[int]]
    ) -> str:
        """The option: however the play serves, the missing cards of units of several cards are the largest left."""
        several = sum(size for kind, size, _ in units if kind != "single")
        for size in range(several + 1):
            for core in combinations(play, size):
                if self.best_service(core, units) != best or self._serves_with_less(core, units, best):
                    continue
                pool = sorted([self.strength(card) for card in own if card not in core], reverse=True)
                rest = sorted([self.strength(card) for card in play if card not in core], reverse=True)
                if rest[: several - size] == pool[: several - size]:
                    return ""
        return "must_play_largest"

    def _serves_with_less(self, core: tuple[Card, ...], units: tuple[Unit, ...], best: list[list[int]]) -> bool:
        """Whether a card of the core is not needed for its service."""
        return any(self.best_service(tuple(card for card in core if card != spare), units) == best for spare in core)

    def _largest(self, play: tuple[Card, ...], pool: tuple[Card, ...]) -> str:
        wanted = sorted([self.strength(card) for card in pool], reverse=True)[: len(play)]
        mine = sorted([self.strength(card) for card in play], reverse=True)
        return "" if mine == wanted or not self.largest else "must_play_largest"


def piece_code(best: list[int], mine: list[int]) -> str:
    """§12: what the better list shows at the first difference."""
    for i, piece in enumerate(best):
        if i >= len(mine) or mine[i] != piece:
            return "must_follow_tractor" if piece >= 2 else "must_follow_pair"
    raise ValueError("the lists do not differ")
