"""The one sentence above an UNO hand: whose turn it is and what is possible."""

from collections.abc import Callable

from paiju.games.uno.actions import NO_SEAT
from paiju.terminal.tui.scene import Prompt
from paiju.terminal.tui.texts import Texts
from paiju.terminal.uno.look import UnoLook, dangerous, seat_of, uno_card

Who = Callable[[int], str]


def what_fits(look: UnoLook, texts: Texts) -> str:
    """Green, a 9 or a wild."""
    colour = texts.words.colour_word(look.colour) if look.colour else ""
    top = look.top_card
    if top is None or top.color is None:
        return texts("uno.wanted_colour", colour=colour)
    face = texts.words.face(top)
    return texts("uno.wanted_eight" if face == "8" else "uno.wanted", colour=colour, face=face)


def uno_prompt(look: UnoLook, texts: Texts, who: Who) -> Prompt:
    """The prompt for this position."""
    if look.current == look.seat and look.running:
        return _mine(look, texts, who)
    if look.phase == "idle":
        return Prompt(texts("prompt.dealing"), tone="hint")
    if not look.running:
        return Prompt(texts("prompt.over"), tone="hint")
    if look.exposed == look.seat:
        return Prompt(texts("prompt.forgot"), texts("tag.uno"), "warn")
    if look.allows("CHALLENGE_UNO") and look.exposed != NO_SEAT:
        return Prompt(texts("prompt.catch", who=who(look.exposed)), texts("tag.catch"), "warn")
    if look.allows("JUMP_IN"):
        return Prompt(texts("prompt.jump"), texts("tag.jump"), "warn")
    return Prompt(
        texts.phrase("ui.waitingFor", name=who(look.current)),
        tone="second",
        right=texts("ui.cards", n=len(look.hand)) if look.seat >= 0 else "",
    )


def _mine(look: UnoLook, texts: Texts, who: Who) -> Prompt:
    cards = look.playable
    right = texts("hand.legal", n=len(look.hand), legal=len(cards))
    return Prompt(_sentence(look, bool(cards), texts, who), texts("tag.turn"), "accent", right)


def _sentence(look: UnoLook, playable: bool, texts: Texts, who: Who) -> str:
    if look.phase == "choose_color":
        return texts("prompt.colour")
    if look.phase == "wd4_response":
        colour = texts.words.colour_word(look.colour_before) if look.colour_before else "?"
        return texts("prompt.four", who=who(look.wd4_by), colour=colour)
    if look.phase == "drawn":
        key = "prompt.drawn" if look.allows("SKIP_TURN") else "ui.drewMust"
        return texts.phrase(key, card=texts.words.card(uno_card(look.drawn_card_id)) if look.drawn_card_id else "")
    if look.phase == "acted":
        return texts("prompt.acted")
    if look.draw_pending:
        return texts("prompt.owed_stack" if playable else "prompt.owed", n=look.draw_pending)
    if not playable:
        return texts("prompt.nothing")
    return texts.phrase("ui.fitsOrDraw" if look.allows("DRAW_CARD") else "ui.fits", things=what_fits(look, texts))


def uno_detail(look: UnoLook, texts: Texts, who: Who, chosen: str, armed: bool) -> str:
    """The line below the hand: what Enter would do, or the two answers to a +4."""
    if look.current == look.seat and look.phase == "wd4_response":
        return texts("detail.four", n=look.draw_pending, more=look.draw_pending + 2, who=who(look.wd4_by))
    if armed:
        return texts.phrase("ui.unoArmed")
    if chosen and look.current == look.seat:
        card = texts.words.card(uno_card(chosen))
        if chosen not in look.playable:
            return texts("detail.unfit", card=card)
        last_but_one = len(look.hand) == 2
        if dangerous(look, uno_card(chosen)):
            key = "detail.danger_uno" if last_but_one else "detail.danger"
            return texts(key, card=card, colour=texts.words.colour_word(look.colour))
        return texts("detail.chosen_uno" if last_but_one else "detail.chosen", card=card)
    if look.shown_hand is not None:
        cards = texts.names([texts.words.card(uno_card(card)) for card in look.shown_hand.cards])
        return texts.phrase("fact.hand_shown", who=who(seat_of(look.shown_hand.player_id)), cards=cards)
    return ""
