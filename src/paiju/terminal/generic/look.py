"""What any view shows, in lines."""

from collections.abc import Callable, Mapping
from typing import Final, cast

from paiju.engine.game import Game
from paiju.terminal.generic.narrator import in_line

APART: Final = frozenset({"legal", "hand", "seat", "rulebook", "options"})
"""Fields that screens show elsewhere, or not at all."""


def own_cards(view: Mapping[str, object]) -> list[str]:
    """The cards in the viewer's hand."""
    hand = view.get("hand")
    return [str(card) for card in hand] if isinstance(hand, list) else []


def legal_actions(view: Mapping[str, object]) -> list[Mapping[str, object]]:
    """What the viewer may do."""
    return cast(list[Mapping[str, object]], view.get("legal", []))


def action_name(game: Game, action: Mapping[str, object]) -> str:
    """An action in the notation of its game."""
    return game.action_from_json(action).text()


def table_lines(view: Mapping[str, object], names: int, who: Callable[[int], str]) -> list[str]:
    """Everything else that the view shows, one field per line; values by seat come with the names."""
    lines: list[str] = []
    for name, value in view.items():
        if name in APART:
            continue
        if isinstance(value, list) and len(value) == names:
            text = ", ".join(f"{who(seat)} {in_line(part)}" for seat, part in enumerate(value))
        elif name == "turn" and isinstance(value, int) and 0 <= value < names:
            text = who(value)
        else:
            text = in_line(value)
        lines.append(f"{name}: {text}")
    return lines
