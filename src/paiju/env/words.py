"""Tables as text, for `render`."""

from paiju.games.uno.cards import CARD_TEXTS, COLOUR_NAMES
from paiju.games.uno.state import UnoState
from paiju.games.uno.view import PHASES


def uno_text(state: UnoState) -> str:
    """One line for the table, one for each hand; an arrow at whoever is on turn."""
    colour = COLOUR_NAMES[state.colour] if state.colour < len(COLOUR_NAMES) else "none"
    top = CARD_TEXTS[state.discard[-1]] if state.discard else "-"
    lines = [f"top {top}, colour {colour}, {len(state.deck)} cards left, owed {state.pending}, {PHASES[state.phase]}"]
    for seat in state.order:
        mark = "→" if seat == state.current else " "
        cards = " ".join(CARD_TEXTS[card] for card in state.hands[seat])
        lines.append(f"{mark} player_{seat} ({state.scores[seat]}): {cards}")
    return "\n".join(lines)
