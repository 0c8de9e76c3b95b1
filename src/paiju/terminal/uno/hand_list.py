"""The UNO hand as the plain console lists it: every card marked legal, illegal or dangerous (document 002 §4.2)."""

from paiju.games.uno.actions import play_card
from paiju.games.uno.cards import NO_COLOUR, RED, card_from_id
from paiju.games.uno.wire import UnoCard
from paiju.terminal.cells import pad, width
from paiju.terminal.session import Match
from paiju.terminal.uno.look import UnoLook, dangerous
from paiju.terminal.words import Words


def hand_lines(words: Words, table: Match, look: UnoLook, *, asked: bool) -> list[str]:
    """The hand with numbers and marks. `asked`: a drawn card was offered when it came and is not offered again."""
    names = [words.card(card) for card in look.cards]
    widest = max([width(name) for name in names], default=0)
    digits = len(str(len(names)))
    lines = [words("uno.hand", n=len(names))]
    for number, (card, name) in enumerate(zip(look.cards, names, strict=True), 1):
        mark = words("ui.notNow") if look.phase == "drawn" and asked else _mark(words, table, look, card)
        lines.append(f" {number:>{digits}} {pad(name, widest)} {mark}")
    return lines


def _mark(words: Words, table: Match, look: UnoLook, card: UnoCard) -> str:
    """Whether a card can be played now, and what to know about it."""
    code = laying_refused(table, card)
    if code == "INVALID_CARD":
        return words("uno.mark.symbol" if card.type != "number" else "uno.mark.number")
    if code:
        return words("ui.notNow")
    if dangerous(look, card):
        return words("uno.mark.danger", colour=words.colour_word(look.colour))
    return words("uno.mark.wild" if card.color is None else "uno.mark.legal")


def laying_refused(table: Match, card: UnoCard) -> str:
    """Why a card cannot be laid now, whatever colour or target goes with it; empty if it can."""
    colour = RED if card.color is None else NO_COLOUR
    code = table.check(play_card(card_from_id(card.id), colour)).code
    return "" if code == "TARGET_REQUIRED" else code
