"""Tables as text, for `render`."""

from paiju.games.shandong.state import ShandongState
from paiju.games.shandong.view import PHASES as SHANDONG_PHASES
from paiju.games.uno.cards import CARD_TEXTS, COLOUR_NAMES
from paiju.games.uno.state import UnoState
from paiju.games.uno.view import PHASES


def uno_text(state: UnoState) -> str:
    """One line for the table and one for each hand; an arrow marks the player on turn."""
    colour = COLOUR_NAMES[state.colour] if state.colour < len(COLOUR_NAMES) else "none"
    top = CARD_TEXTS[state.discard[-1]] if state.discard else "-"
    lines = [f"top {top}, colour {colour}, {len(state.deck)} cards left, owed {state.pending}, {PHASES[state.phase]}"]
    for seat in state.order:
        mark = "→" if seat == state.current else " "
        cards = " ".join(CARD_TEXTS[card] for card in state.hands[seat])
        lines.append(f"{mark} player_{seat} ({state.scores[seat]}): {cards}")
    return "\n".join(lines)


def shandong_text(state: ShandongState) -> str:
    """Phase, points and trick in one line, then the hands; an arrow marks the player on turn."""
    trick = "  ".join(cards.text() for cards in state.trick)
    lines = [
        f"{SHANDONG_PHASES[state.phase]}, level {state.ctx.level}, trump {state.trump}, on the table: {trick or '-'}"
    ]
    for seat in range(state.seats):
        mark = "→" if seat == state.turn_seat else " "
        lines.append(f"{mark} player_{seat}: {state.hands[seat].text()}")
    return "\n".join(lines)
