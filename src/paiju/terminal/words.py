"""Names of cards, colours, suits and players in the language of the player, long and short.

Texts come from the catalogue `terminal`, those that the page has too from the catalogues of the games and `engine`.
UNO cards are objects with a color, a type and a value, poker cards are ids like `hearts_10_0`.
"""

import re
from collections.abc import Iterable, Mapping
from typing import Final, Protocol

from paiju.games.registry import GAMES
from paiju.i18n import find_language, translator


class CardFace(Protocol):
    """An UNO card as the rules describe it: `color` is None for wild cards, `value` for those without a number."""

    @property
    def color(self) -> str | None: ...
    @property
    def type(self) -> str: ...
    @property
    def value(self) -> int | None: ...


COLOURS: Final = ("red", "yellow", "green", "blue")
"""The order of every picker, sort and key 1–4."""
SHAPES: Final = {"red": "▲", "yellow": "●", "green": "■", "blue": "◆"}
LETTERS: Final = {"red": "R", "yellow": "Y", "green": "G", "blue": "B"}
FACES: Final = {
    "skip": "ui.face.skip",
    "reverse": "ui.face.reverse",
    "draw_two": "card.draw_two",
    "wild": "ui.face.wild",
    "wild_draw_four": "card.wild_draw_four",
}
ASCII_FACES: Final = {"skip": "x", "reverse": "<", "draw_two": "+2", "wild": "W", "wild_draw_four": "W+4"}

SUITS: Final = ("spades", "hearts", "clubs", "diamonds")
SUIT_GLYPHS: Final = {"spades": "♠", "hearts": "♥", "clubs": "♣", "diamonds": "♦"}
SUIT_LETTERS: Final = {"spades": "S", "hearts": "H", "clubs": "C", "diamonds": "D"}
JOKERS: Final = {"big": "card.joker_big", "small": "card.joker_small"}
SUIT_NAMES: Final = (*SUITS, "trump", "joker")

BOT_NAMES: Final = ("Lin", "Maya", "Sage", "Wren", "Kit", "Rowan", "Ash", "Juno", "Pine")
"""Bots at a table with one player, enough for ten seats; the catalogue says how they are called in each language."""
SHARED_WORDS: Final = tuple(game.catalogue() for game in GAMES)
"""Catalogues with words that page and terminal share, besides `engine`."""


_BETWEEN_HAN: Final = re.compile("(?<=[\u4e00-\u9fff]) (?=[\u4e00-\u9fff])")


def close_up(sentence: str) -> str:
    """The text without spaces between two Chinese characters, which remain where a name was filled in."""
    return _BETWEEN_HAN.sub("", sentence)


class Words:
    """What the terminal says in one language."""

    def __init__(self, language: str, *, cards_are_drawn: bool = False) -> None:
        """Where cards are drawn beside the text, English sentences name them as they are drawn: ♥9, not H9."""
        self.language: Final = find_language(language) or "en-US"
        self._glyphs: Final = cards_are_drawn and self.language == "en-US"
        self.t: Final = translator("terminal", self.language, *SHARED_WORDS)

    def __call__(self, key: str, /, **params: object) -> str:
        return close_up(self.t(key, **params)) if params else self.t(key)

    def sentence(self, key: str, /, **params: object) -> str:
        """A text that has no full stop of its own, with one."""
        return self(key, **params) + ("。" if self.language == "zh-CN" else ".")

    def refusal(self, game: str, code: str, params: Mapping[str, object], rulebook: str = "") -> str:
        """Why an action was refused, in one sentence. A server sends its own, as `text`."""
        if isinstance(params.get("text"), str):
            return str(params["text"])
        if code == "CANNOT_SKIP" and rulebook == "console":
            return self("CANNOT_SKIP.console")
        named = {name: self._named(name, value) for name, value in params.items()}
        return translator(game, self.language)(code, **named)

    def listed(self, items: Iterable[str]) -> str:
        """红、黄、蓝 / red, yellow, blue."""
        return self("list.comma").join(items)

    def either(self, items: list[str]) -> str:
        """红、黄或蓝 / red, yellow or blue."""
        return close_up(self("list.or").join([self.listed(items[:-1]), items[-1]] if len(items) > 1 else items))

    def joined(self, *sentences: str) -> str:
        """Sentences one after the other, with the space that only English needs."""
        return ("" if self.language == "zh-CN" else " ").join(sentences)

    # --- UNO ------------------------------------------------------------------------------------------

    def colour(self, colour: str) -> str:
        """绿 / Green: as part of a card's name."""
        return self(f"ui.cardColour.{colour}")

    def colour_word(self, colour: str) -> str:
        """绿色 / green: the colour itself, inside a sentence."""
        return self(f"color.{colour}")

    def colour_title(self, colour: str) -> str:
        """绿色 / Green: the colour itself, on its own."""
        return self(f"ui.colour.{colour}")

    def colour_mark(self, colour: str) -> str:
        """■ 绿色 / ■ Green: with the shape that tells it without colour."""
        return f"{SHAPES[colour]} {self.colour_title(colour)}"

    def face(self, card: CardFace) -> str:
        """3, 反转 / Reverse, +2, 万能 / Wild: a card without its colour."""
        return str(card.value) if card.type == "number" else self(FACES[card.type])

    def card(self, card: CardFace) -> str:
        """绿3 / Green 3, 黄+2 / Yellow +2, 万能 / Wild, +4."""
        if card.color is None:
            return self.face(card)
        return self("ui.cardName", colour=self.colour(card.color), face=self.face(card))

    def chip(self, card: CardFace, ascii_only: bool = False) -> str:
        """▲7, or R7 where shapes cannot be drawn."""
        face = str(card.value) if card.type == "number" else ASCII_FACES[card.type]
        return face if card.color is None else (LETTERS if ascii_only else SHAPES)[card.color] + face

    # --- poker cards ----------------------------------------------------------------------------------

    def suit(self, suit: str) -> str:
        """红桃 / hearts; 主牌 / trump."""
        return self(f"suit.{suit}")

    def poker(self, card: str) -> str:
        """红桃9 / H9, 大王 / big joker: for lists, speakable in Chinese and typed as it is shown in English."""
        suit, rank, _ = card.split("_")
        if suit == "joker":
            return self(JOKERS[rank])
        if self._glyphs:
            return SUIT_GLYPHS[suit] + rank
        return self("poker.card", suit=self.suit(suit), letter=SUIT_LETTERS[suit], rank=rank)

    def poker_mark(self, card: str, ascii_only: bool = False) -> str:
        """♥9, 大王 / BJ; H9 where suits cannot be drawn."""
        suit, rank, _ = card.split("_")
        if suit == "joker":
            return self(f"ui.face.{rank}Short")
        return (SUIT_LETTERS if ascii_only else SUIT_GLYPHS)[suit] + rank

    def poker_cards(self, cards: Iterable[str]) -> str:
        """红桃 Q Q J J，方块6 / hearts Q Q J J, D6: neighbours of one suit share its name."""
        groups: list[tuple[str, list[str]]] = []
        for card in cards:
            suit = card.split("_")[0]
            if suit != "joker" and groups and groups[-1][0] == suit:
                groups[-1][1].append(card)
            else:
                groups.append((suit, [card]))
        return self.listed(self._group(suit, cards) for suit, cards in groups)

    def _group(self, suit: str, cards: list[str]) -> str:
        if len(cards) == 1 or self._glyphs:
            return " ".join(map(self.poker, cards))
        ranks = " ".join(card.split("_")[1] for card in cards)
        return self("poker.group", suit=self.suit(suit), ranks=ranks)

    def _named(self, name: str, value: object) -> object:
        """A parameter of a refusal in words: suits and cards come as the engine's names."""
        if name == "suit" and isinstance(value, str) and value in SUIT_NAMES:
            return self.suit(value)
        if name == "card" and isinstance(value, str) and _is_card(value):
            return self.poker(value)
        if name == "cards" and isinstance(value, list | tuple):
            return self.poker_cards([str(card) for card in value])
        return value


def _is_card(text: str) -> bool:
    parts = text.split("_")
    return len(parts) == 3 and parts[0] in SUIT_NAMES
