"""`?` in a Shandong trick: what was led, what is owed, what would be legal."""

from typing import Final

from paiju.games.shandong.wire import ShandongTrick
from paiju.terminal.shandong.look import ShandongLook, pattern_name
from paiju.terminal.words import Words

OWED: Final = {
    "single": "why.single",
    "pair": "why.pair",
    "consecutive_pairs": "why.tractor",
    "flash": "why.flash",
    "thunder": "why.thunder",
    "straight": "why.rain",
    "mixed": "why.throw",
}


def explanation(look: ShandongLook, words: Words) -> list[str]:
    """Sentences that say what the rules ask of the player now."""
    if look.waiting_for == "giveBack":
        return [words("why.give_back"), *_example(look, words)]
    if look.phase == "burying":
        return [words("why.bury"), *_example(look, words)]
    if look.trick is None:
        return [words("why.lead"), words("why.lead_throw"), *_lock(look, words), *_example(look, words)]
    return [*_following(look, look.trick, words), *_example(look, words)]


def _following(look: ShandongLook, trick: ShandongTrick, words: Words) -> list[str]:
    suit, count = look.lead_suit(), len(trick.lead.cards)
    held = sum(1 for card in look.hand if look.suit_of(card) == suit)
    lines = [words("why.led", pattern=pattern_name(trick.lead, words.language), suit=words.suit(suit), n=count)]
    if held == 0:
        key = "why.void_trump" if suit == "trump" else "why.void"
        lines.append(words(key, suit=words.suit(suit), n=count))
    elif held < count:
        lines.append(words("why.short", suit=words.suit(suit), held=held, n=count - held))
    else:
        lines.append(words("why.enough", suit=words.suit(suit), n=held, count=count))
        if look.options.get("strictFollowRules", True):
            lines.append(words(OWED[trick.lead.type], suit=words.suit(suit)))
    return lines


def _lock(look: ShandongLook, words: Words) -> list[str]:
    return [words.sentence("trump_pair_locked")] if look.options.get("trumpPairNeedsBigJoker", True) else []


def _example(look: ShandongLook, words: Words) -> list[str]:
    key = "why.only" if look.legal_complete and len(look.legal) == 1 else "why.example"
    return [words(key, cards=words.poker_cards(look.suggested))]
