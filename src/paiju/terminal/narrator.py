"""Facts in sentences: the same at the table, in the console, in rooms and in replays."""

from collections.abc import Callable, Iterable, Mapping
from typing import ClassVar, Final

from paiju.engine.facts import Fact
from paiju.engine.game import SPECTATOR, Game
from paiju.fact_words import sentence_key, sentence_number
from paiju.i18n import LANGUAGES, Translator, translator
from paiju.terminal.session import BOT_FAILED
from paiju.terminal.words import Words, close_up

Who = Callable[[int], str]
"""The name of a seat."""
ROOM_FACTS: Final = frozenset({"left", "kicked", "away", "idle", "back"})
"""What a server tells about the people in a room (catalogue `engine`, `room.…`); no game reports these."""
SEATS: Final = frozenset({"target", "setter", "banker", "chooser", "leader", "holder", "kittyOwner", "nextBankerSeat"})
CARDS: Final = frozenset({"cards", "jokers", "pair", "off", "forced"})


class Narrator:
    """Tells the facts of one game in one language. The reader is "you"; the other seats have names."""

    tones: ClassVar[Mapping[str, str]] = {}
    """How a screen colours the sentences about a type of fact; `text` if it is not listed."""

    def __init__(self, game: Game, words: Words, who: Who, reader: int) -> None:
        self.words: Final = words
        self.who: Final = who
        self.reader: Final = reader
        self.game: Final = game
        self.texts: Final = translator(game.catalogue(), words.language)
        self.common: Final = translator("engine", words.language)

    def tell(self, facts: Iterable[Fact]) -> list[str]:
        """Sentences for the facts of one action, as far as the reader may know them, in their order."""
        self.begin()
        return [line for fact in facts for line in (*self.sentences(fact), *self.details(fact)) if line]

    def tell_in_log(self, facts: Iterable[Fact]) -> list[tuple[str, str]]:
        """The same for the log beside a table that shows the details, each sentence with its tone."""
        self.begin()
        return [(line, self.tones.get(fact.type, "text")) for fact in facts for line in self.sentences(fact) if line]

    def begin(self) -> None:
        """Called before the facts of an action are told."""

    def details(self, fact: Fact) -> list[str]:
        """Further sentences about a fact, where no score sheet shows them."""
        return []

    def sentences(self, fact: Fact) -> list[str]:
        """What is said about one fact: usually one sentence; none where the screens show it anyway."""
        if fact.type in ROOM_FACTS and fact.seat is not None:
            key = f"room.{fact.type}.you" if fact.seat == self.reader else f"room.{fact.type}"
            return [close_up(self.common(key, who=self.who(fact.seat)))]
        if fact.type == BOT_FAILED and fact.seat is not None:
            return [self.common("room.bot_failed", who=self.who(fact.seat), **fact.data)]
        return [self.sentence(fact)] if self.told(fact) else []

    def told(self, fact: Fact) -> bool:
        """Whether anything is to be said about a fact."""
        return True

    def sentence(self, fact: Fact) -> str:
        """The sentence of the game's catalogue for a fact, or nothing."""
        return self.sentence_in(self.texts, fact)

    def sentence_in(self, texts: Translator, fact: Fact) -> str:
        """The sentence of some catalogue for a fact, or nothing."""
        data = fact.to_json()
        key = sentence_key(texts, data, self.reader)
        return "" if key is None else self.fill(texts, key, fact.seat, sentence_number(data), fact.data)

    def fill(self, texts: Translator, key: str, seat: int | None, n: int, fields: Mapping[str, object]) -> str:
        """A text with the fields of a fact in words."""
        params = {name: self.param(name, value) for name, value in fields.items() if name != "n"}
        return close_up(texts(key, who="" if seat is None else self.who(seat), n=n, **params))

    def param(self, name: str, value: object) -> object:
        """A field of a fact as it stands in a sentence."""
        if name in SEATS:
            return self.whom(value)
        if name in CARDS and isinstance(value, list):
            return self.cards([str(card) for card in value])
        if name == "card":
            return self.cards([str(value)])
        if name == "seats" and isinstance(value, list):
            return self.names(value)
        return value

    def cards(self, cards: list[str]) -> str:
        """Cards by name."""
        return self.words.listed(cards)

    def names(self, seats: Iterable[int]) -> str:
        """小林和老周 / Lin and Zhou."""
        return self.common("list.and").join(self.whom(seat) for seat in seats)

    def levels(self, levels: object) -> str:
        """What each side plays for."""
        sides = zip(self.game.teams(4), levels if isinstance(levels, list) else [], strict=False)
        return self.words.listed(
            self.common("team.level", names=self.names(seats), level=level) for seats, level in sides
        )

    def whom(self, seat: object) -> str:
        """A seat as the object of a sentence."""
        if not isinstance(seat, int):
            return "–"
        return self.words("ui.youWithin") if seat == self.reader else self.who(seat)


def reader_of(names: list[str]) -> int:
    """The seat of the person who played a recorded match: it is called "you" there, in one language or the other."""
    yours = [Words(language)("ui.you") for language in LANGUAGES]
    return next((seat for seat, name in enumerate(names) if name in yours), SPECTATOR)
