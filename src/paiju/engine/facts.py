"""Facts: what applying an action brought about, reported by the code that did it.

A fact is something a person at the table would see or be told: cards drawn, a player skipped, a trick won. Screens,
narrators, replays and bots read facts; none of them works out what happened by comparing two positions.
"""

from collections.abc import Iterable, Mapping
from typing import Final

from paiju.engine.errors import BadNotation


class Fact:
    """One consequence of an action. Immutable; equal when its JSON form is equal."""

    def __init__(
        self, type: str, seat: int | None = None, data: dict[str, object] | None = None, to: int | None = None
    ) -> None:
        self.type: Final = type
        """What happened, in lower case and the past tense: `drew`, `trick_won`."""
        self.seat: Final = seat
        """The seat it happened to or was done by; None when it concerns the whole table."""
        self.data: Final[dict[str, object]] = data if data is not None else {}
        """The particulars: JSON values only, and none of the names `type`, `seat` and `to`."""
        self.to: Final = to
        """The only seat that may know it; None when everybody may, spectators included."""

    def to_json(self) -> dict[str, object]:
        """A flat object: `type`, then `seat` and `to` unless they are None, then the particulars."""
        found: dict[str, object] = {"type": self.type}
        if self.seat is not None:
            found["seat"] = self.seat
        if self.to is not None:
            found["to"] = self.to
        found.update(self.data)
        return found

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Fact) and self.to_json() == other.to_json()

    def __hash__(self) -> int:
        return hash((self.type, self.seat, self.to))

    def __repr__(self) -> str:
        return f"<{self.to_json()}>"


def fact_from_json(data: Mapping[str, object]) -> Fact:
    """Read what `Fact.to_json` wrote. Raises `BadNotation`."""
    kind = data.get("type")
    if not isinstance(kind, str) or not kind:
        raise BadNotation("bad_fact", "a fact needs a type")
    rest = {name: value for name, value in data.items() if name not in ("type", "seat", "to")}
    return Fact(kind, _seat(data, "seat"), rest, _seat(data, "to"))


def _seat(data: Mapping[str, object], name: str) -> int | None:
    value = data.get(name)
    if value is None:
        return None
    if isinstance(value, bool) or not isinstance(value, int):
        raise BadNotation("bad_fact", f"{name} must be a whole number")
    return value


def known_to(facts: Iterable[Fact], seat: int) -> list[Fact]:
    """The facts that `seat` may know, in their order. A spectator knows those that everybody may know."""
    return [fact for fact in facts if fact.to is None or fact.to == seat]


def told_in_private(facts: Iterable[Fact]) -> list[int]:
    """The seats that may know a fact among these that others may not know."""
    return [fact.to for fact in facts if fact.to is not None]
