"""Facts of a game that has no sentences of its own: who, what, and the particulars."""

from paiju.engine.facts import Fact
from paiju.terminal.narrator import Narrator


class GenericNarrator(Narrator):
    """Uses the game's catalogue where it has one, and the sentences that all games share."""

    def sentence(self, fact: Fact) -> str:
        for texts in (self.texts, self.common):
            found = self.sentence_in(texts, fact)
            if found:
                return found
        parts = [fact.type.replace("_", " "), *(f"{name} {in_line(value)}" for name, value in fact.data.items())]
        return ("" if fact.seat is None else f"{self.who(fact.seat)}: ") + ", ".join(parts)


def in_line(value: object) -> str:
    """A JSON value in one line, without the marks of JSON."""
    if isinstance(value, dict):
        return ", ".join(f"{name} {in_line(part)}" for name, part in value.items())
    if isinstance(value, list):
        return " ".join(in_line(part) for part in value) or "–"
    return "–" if value is None else str(value)


NARRATOR = GenericNarrator
