"""Cards as people type them: by the numbers of the list, by name, or a suit followed by ranks."""

import re
from dataclasses import dataclass
from typing import Final

SUIT_WORDS: Final = {
    "spades": ("s", "spade", "spades", "♠", "黑桃", "黑"),
    "hearts": ("h", "heart", "hearts", "♥", "红桃", "红心", "红"),
    "clubs": ("c", "club", "clubs", "♣", "梅花", "草花", "梅"),
    "diamonds": ("d", "diamond", "diamonds", "♦", "方块", "方片", "方"),
}
JOKER_WORDS: Final = {"big": ("bj", "大王", "big", "bigjoker"), "small": ("sj", "小王", "small", "smalljoker")}
RANKS: Final = ("2", "3", "4", "5", "6", "7", "8", "9", "10", "j", "q", "k", "a")

_SUIT_OF: Final = {word: suit for suit, words in SUIT_WORDS.items() for word in words}
_JOKER_OF: Final = {word: rank for rank, words in JOKER_WORDS.items() for word in words}
_NAME: Final = re.compile(
    "(" + "|".join(sorted(map(re.escape, _SUIT_OF), key=len, reverse=True)) + ")(10|[2-9jqka])((?:10|[2-9jqka])*)$"
)
_RANK: Final = re.compile("10|[2-9jqka]")
_RANGE: Final = re.compile(r"(\d{1,3})-(\d{1,3})$")


@dataclass(frozen=True)
class NotThere(Exception):
    """A word that names no card of the list."""

    word: str


def pick(text: str, listed: list[str]) -> list[str]:
    """The ids of the cards meant by `text`, out of `listed` (in the order of their numbers, from 1).

    `14 15`, `14-17`, `h9 h9`, `红桃9988`, `♥K`, `大王`, `hearts 9 9 8 8`. A name takes a copy that was not taken yet.
    Raises `NotThere` for the first word that names no (further) card.
    """
    taken: list[str] = []
    suit = ""
    words = text.lower().replace("，", " ").replace(",", " ").replace("、", " ").replace("joker", "").split()
    for word in words:
        if word in _SUIT_OF:
            suit = _SUIT_OF[word]
        elif suit and word in RANKS:
            _take(suit, word, listed, taken, word)
        else:
            suit = ""
            _take_word(word, listed, taken)
    return taken


def _take_word(word: str, listed: list[str], taken: list[str]) -> None:
    if word in _JOKER_OF:
        _take("joker", _JOKER_OF[word], listed, taken, word)
        return
    name = _NAME.match(word)
    if name:
        for rank in [name.group(2), *_RANK.findall(name.group(3))]:
            _take(_SUIT_OF[name.group(1)], rank, listed, taken, word)
        return
    span = _RANGE.match(word)
    first, last = (int(span.group(1)), int(span.group(2))) if span else (_number(word), _number(word))
    if not 1 <= first <= last <= len(listed):
        raise NotThere(word)
    for number in range(first, last + 1):
        if listed[number - 1] in taken:
            raise NotThere(word)
        taken.append(listed[number - 1])


def _take(suit: str, rank: str, listed: list[str], taken: list[str], word: str) -> None:
    start = f"{suit}_{rank if suit == 'joker' else rank.upper()}_"
    for card in listed:
        if card.startswith(start) and card not in taken:
            taken.append(card)
            return
    raise NotThere(word)


def _number(word: str) -> int:
    return int(word) if word.isascii() and word.isdigit() and len(word) < 4 else 0
