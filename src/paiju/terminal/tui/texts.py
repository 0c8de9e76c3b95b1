"""What the table says: the catalogue `tui`, with the words that all screens share."""

from typing import Final

from paiju.i18n import translator
from paiju.terminal.words import SHARED_WORDS, Words, close_up

_FEET: Final = {"red": "foot.red", "yellow": "foot.yellow", "green": "foot.green", "blue": "foot.blue"}
_OTHER: Final = {"zh-CN": "en-US", "en-US": "zh-CN"}


class Texts:
    """The table's texts in one language."""

    def __init__(self, language: str) -> None:
        self.language: Final = language
        self.words: Final = Words(language, cards_are_drawn=True)
        self._t: Final = translator("tui", language, "terminal", *SHARED_WORDS)

    def __call__(self, key: str, /, **params: object) -> str:
        return close_up(self._t(key, **params)) if params else self._t(key)

    def phrase(self, key: str, /, **params: object) -> str:
        """A sentence without its full stop, as headlines and prompts have it."""
        return self(key, **params).rstrip(".。")

    def labelled(self, label: str, text: str) -> str:
        """小林：♥9 ♥9 / Lin: ♥9 ♥9. Spaces in the text stay as they are."""
        return self("labelled", label=label, text="") + text

    def other(self) -> "Texts":
        """The same in the other language."""
        return Texts(_OTHER[self.language])

    def colour_foot(self, colour: str, long: bool = False) -> str:
        """GRN / 绿: the colour's word at the foot of a card."""
        return self.words.colour_title(colour).upper() if long else self(_FEET[colour])

    def suit_label(self, suit: str) -> str:
        """红桃 / Hearts: at the head of a line."""
        name = self.words.suit(suit)
        return name[:1].upper() + name[1:]

    def marks(self, cards: list[str]) -> str:
        """♥9 ♥9 ♥8 ♥8."""
        return " ".join(self.words.poker_mark(card) for card in cards)

    def names(self, items: list[str]) -> str:
        """小林、老周 / Lin, Zhou."""
        return self.words.listed(items)

    def span(self, seconds: int) -> str:
        """0:18."""
        return f"{seconds // 60}:{seconds % 60:02d}"
