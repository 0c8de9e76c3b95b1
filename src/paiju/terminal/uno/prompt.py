"""The one sentence above an UNO hand: whose turn it is and what is possible."""

from collections.abc import Callable, Mapping, Sequence

from paiju.terminal.tui.scene import Prompt
from paiju.terminal.tui.texts import Texts
from paiju.terminal.uno.look import NOBODY, UnoLook, uno_card

Legal = Sequence[Mapping[str, object]]
Who = Callable[[int], str]


def legal_cards(legal: Legal) -> frozenset[str]:
    """Ids of the cards that can be laid now."""
    return frozenset(str(action["cardId"]) for action in legal if action["type"] in ("PLAY_CARD", "JUMP_IN"))


def allows(legal: Legal, kind: str) -> bool:
    """Whether an action of this type is legal."""
    return any(action["type"] == kind for action in legal)


def what_fits(look: UnoLook, texts: Texts) -> str:
    """Green, a 9 or a wild."""
    colour = texts.words.colour_word(look.colour) if look.colour else ""
    top = look.top
    if top is None or top.get("color") is None:
        return texts("uno.wanted_colour", colour=colour)
    face = texts.words.face(top)
    return texts("uno.wanted_eight" if face == "8" else "uno.wanted", colour=colour, face=face)


def uno_prompt(look: UnoLook, legal: Legal, texts: Texts, who: Who) -> Prompt:
    """What to say now."""
    if look.current == look.seat and look.running:
        return _mine(look, legal, texts, who)
    if look.phase == "idle":
        return Prompt(texts("prompt.dealing"), tone="hint")
    if not look.running:
        return Prompt(texts("prompt.over"), tone="hint")
    if look.exposed == look.seat:
        return Prompt(texts("prompt.forgot"), texts("tag.uno"), "warn")
    if allows(legal, "CHALLENGE_UNO") and look.exposed != NOBODY:
        return Prompt(texts("prompt.catch", who=who(look.exposed)), texts("tag.catch"), "warn")
    if allows(legal, "JUMP_IN"):
        return Prompt(texts("prompt.jump"), texts("tag.jump"), "warn")
    if look.current == NOBODY:
        return Prompt(texts("prompt.dealing"), tone="hint")
    return Prompt(
        texts.phrase("ui.waitingFor", name=who(look.current)), tone="second", right=texts("ui.cards", n=len(look.hand))
    )


def _mine(look: UnoLook, legal: Legal, texts: Texts, who: Who) -> Prompt:
    cards = legal_cards(legal)
    right = texts("hand.legal", n=len(look.hand), legal=len(cards))
    return Prompt(_sentence(look, legal, bool(cards), texts, who), texts("tag.turn"), "accent", right)


def _sentence(look: UnoLook, legal: Legal, playable: bool, texts: Texts, who: Who) -> str:
    if look.phase == "choose_color":
        return texts("prompt.colour")
    if look.phase == "wd4_response":
        colour = texts.words.colour_word(look.colour_before) if look.colour_before else "?"
        return texts("prompt.four", who=who(look.wd4_by), colour=colour)
    if look.phase == "drawn":
        key = "prompt.drawn" if allows(legal, "SKIP_TURN") else "ui.drewMust"
        return texts.phrase(key, card=texts.words.card(uno_card(look.drawn)) if look.drawn else "")
    if look.phase == "acted":
        return texts("prompt.acted")
    if look.owed:
        return texts("prompt.owed_stack" if playable else "prompt.owed", n=look.owed)
    if not playable:
        return texts("prompt.nothing")
    return texts.phrase("ui.fitsOrDraw" if allows(legal, "DRAW_CARD") else "ui.fits", things=what_fits(look, texts))


def uno_detail(look: UnoLook, legal: Legal, texts: Texts, who: Who, chosen: str, armed: bool) -> str:
    """The line below the hand: what Enter would do, or the two answers to a +4."""
    if look.current == look.seat and look.phase == "wd4_response":
        return texts("detail.four", n=look.owed, more=look.owed + 2, who=who(look.wd4_by))
    if armed:
        return texts.phrase("ui.unoArmed")
    if chosen and look.current == look.seat:
        card = texts.words.card(uno_card(chosen))
        if chosen not in legal_cards(legal):
            return texts("detail.unfit", card=card)
        return texts("detail.chosen_uno" if len(look.hand) == 2 else "detail.chosen", card=card)
    if look.shown:
        cards = texts.names([texts.words.card(card) for card in look.shown])
        return texts.phrase("fact.hand_shown", who=who(look.shown_by), cards=cards)
    return ""
