"""From a Shandong view to what the table shows: seats, header, standing, and the sentence above the hand."""

from collections.abc import Callable
from typing import Final

from paiju.games.shandong.wire import ShandongTrick
from paiju.terminal.shandong.cards import FACE_DOWN, Group, points_of
from paiju.terminal.shandong.look import BANK, ShandongLook, pattern_name
from paiju.terminal.shandong.table import SeatPlay
from paiju.terminal.tui.scene import Prompt
from paiju.terminal.tui.texts import Texts
from paiju.terminal.words import SUIT_GLYPHS

Who = Callable[[int], str]

BURIED: Final = 4
GIVEN: Final = 3
PLACES: Final = ("seat.plain", "seat.next", "seat.partner", "seat.previous")
WINDOWS: Final = {"DECLARE": "prompt.declare", "SNATCH": "prompt.snatch", "STICK": "prompt.stick"}


def offers(look: ShandongLook) -> list[tuple[str, list[str]]]:
    """What can be declared, snatched, stuck or chosen with one key, as type and cards.

    Actions whose cards look the same count once; there are at most nine.
    """
    found: dict[tuple[str, ...], tuple[str, list[str]]] = {}
    for action in look.legal:
        if action.type in ("DECLARE", "SNATCH", "STICK", "CHOOSE_UNIT") and action.cards:
            faces = (action.type, *sorted(card.rsplit("_", 1)[0] for card in action.cards))
            found.setdefault(faces, (action.type, action.cards))
    return list(found.values())[:9]


def action_type(look: ShandongLook) -> str:
    """What chosen cards would be used for now; empty when it is not the viewer's decision."""
    if look.seat < 0 or look.turn != look.seat:
        return ""
    if look.waiting_for == "giveBack":
        return "GIVE_BACK"
    if look.waiting_for == "throwChoice":
        return "CHOOSE_UNIT"
    return {"burying": "BURY", "playing": "PLAY"}.get(look.phase, "")


def wanted_count(look: ShandongLook) -> int:
    """How many cards have to be chosen; 0 for a lead, where any number goes."""
    kind = action_type(look)
    if kind == "BURY":
        return BURIED
    if kind == "GIVE_BACK":
        return GIVEN
    return len(look.trick.lead.cards) if kind == "PLAY" and look.trick is not None else 0


def hand_groups(look: ShandongLook) -> list[Group]:
    """The hand by effective suit; the suit to be followed is marked."""
    following = look.phase == "playing" and look.turn == look.seat and look.trick is not None
    led = look.lead_suit() if following else ""
    return [Group(group.suit, tuple(group.cards), group.suit == led) for group in look.groups]


# --- header ---------------------------------------------------------------------------------------------


def title(look: ShandongLook, texts: Texts) -> str:
    """Game, hand and trick."""
    if look.phase == "playing":
        return texts("title.shandong", hand=look.hand_number, trick=look.trick_number)
    return texts("title.shandong_hand", hand=max(1, look.hand_number))


def subtitle(look: ShandongLook, texts: Texts) -> str:
    """Level, trump, bankers, points."""
    parts = [texts("head.level", level=look.level), _trump(look, texts)]
    if look.banker_side is None:
        return "   ".join([*parts, texts("head.no_bankers")])
    ours = look.banker_side == look.near_side
    parts.append(texts("head.bankers_us" if ours else "head.bankers_them"))
    parts.append(texts("head.points_them" if ours else "head.points_us", n=look.points, need=BANK))
    return "   ".join(parts)


def _trump(look: ShandongLook, texts: Texts) -> str:
    if look.trump_suit:
        shown = texts("head.trump", glyph=SUIT_GLYPHS[look.trump_suit], suit=texts.words.suit(look.trump_suit))
        return f"{shown} {texts('head.only_you')}" if look.trump_hidden else shown
    if look.trump_hidden:
        return texts("head.trump_hidden")
    return texts("head.trump_none" if look.phase == "playing" else "head.trump_open")


def standing(look: ShandongLook, texts: Texts) -> str:
    """Big jokers, levels, and how it would end now."""
    ours = look.near_side
    parts = [texts.phrase("sd.levels", ours=look.levels[ours], theirs=look.levels[1 - ours])]
    if look.phase == "playing":
        parts.insert(0, texts("ui.bigJokers", n=look.big_jokers_played))
        parts.append(texts("info.now", what=_scale(look, texts)))
    return "   ".join(parts)


def _scale(look: ShandongLook, texts: Texts) -> str:
    """The result of the hand if it ended with the points so far (rules §10.3)."""
    points = look.points
    us_bank = look.banker_side == look.near_side
    if points < BANK:
        steps = 4 if points < 0 else 3 if points == 0 else 2 if points < 40 else 1
        return texts("scale.us_up" if us_bank else "scale.them_up", n=steps)
    steps = min(3, (points - BANK) // 40)
    if steps == 0:
        return texts("scale.them_bank" if us_bank else "scale.us_bank")
    return texts("scale.them_up" if us_bank else "scale.us_up", n=steps)


# --- seats ----------------------------------------------------------------------------------------------


def seat_play(look: ShandongLook, seat: int, texts: Texts, who: Who, trick: ShandongTrick | None) -> SeatPlay:
    """One of the others, with what lies before it."""
    me = max(look.seat, 0)
    cards, note, ahead = _before(look, seat, texts, trick)
    return SeatPlay(
        seat=seat,
        title=texts(PLACES[(seat - me) % 4 if look.seat >= 0 else 0], name=who(seat), n=look.hand_counts[seat]),
        tags=_tags(look, seat, texts),
        cards=cards,
        note=note,
        note_tone="accent" if ahead else "hint",
        ahead=ahead,
        on_turn=look.turn == seat,
    )


def my_play(look: ShandongLook, texts: Texts, who: Who, trick: ShandongTrick | None) -> SeatPlay:
    """The viewer's own place at the table."""
    me = max(look.seat, 0)
    cards, note, ahead = _before(look, me, texts, trick)
    wanted = wanted_count(look)
    title = who(me)
    if wanted and not cards and look.phase == "playing":
        title = texts("seat.to_follow", n=wanted)
        return SeatPlay(me, title, note, cards, ahead=ahead, on_turn=look.turn == me)
    tags = "  ".join(part for part in (_tags(look, me, texts), note) if part)
    return SeatPlay(me, title, tags, cards, ahead=ahead, on_turn=look.turn == me)


def _tags(look: ShandongLook, seat: int, texts: Texts) -> str:
    tags = []
    if look.banker_side == seat % 2:
        tags.append(texts("ui.bankerTag"))
    if look.kitty_owner == seat:
        tags.append(texts("ui.kittyTag"))
    elif look.setter == seat and look.phase != "playing":
        tags.append(texts("ui.setterTag"))
    return texts.names(tags)


def _before(
    look: ShandongLook, seat: int, texts: Texts, trick: ShandongTrick | None
) -> tuple[tuple[str, ...], str, bool]:
    """The cards before a seat, a word about them, and whether they are ahead."""
    if trick is not None:
        for play in trick.plays:
            if play.seat == seat:
                ahead = trick.ahead == seat
                return tuple(play.cards), _about(look, seat, play.cards, trick, texts, ahead), ahead
        return (), "", False
    for shown in reversed(look.declarations):
        if shown.seat == seat and look.phase != "playing":
            word = texts("ui.snatched" if shown.type == "snatch" else "ui.declared")
            return (*shown.jokers, *(shown.pair or [FACE_DOWN, FACE_DOWN])), word, False
    return (), "", False


def _about(look: ShandongLook, seat: int, cards: list[str], trick: ShandongTrick, texts: Texts, ahead: bool) -> str:
    led = look.suit_of(trick.lead.cards[0])
    suits = [look.suit_of(card) for card in cards]
    off = sum(1 for suit in suits if suit != led)
    words = []
    if seat == trick.leader:
        words.append(texts("note.leads", pattern=pattern_name(trick.lead, texts.language)))
    elif 0 < off < len(cards):
        words.append(texts("note.short", n=off))
    elif off and all(suit == "trump" for suit in suits) and ahead:
        words.append(texts("note.kills"))
    elif off:
        words.append(texts("note.throws_off"))
    if ahead:
        words.append(texts("ui.ahead"))
    return texts("note.join").join(words)


# --- the sentence above the hand --------------------------------------------------------------------------


def shandong_prompt(look: ShandongLook, texts: Texts, who: Who, chosen: list[str]) -> Prompt:
    """Whose turn it is and what is possible."""
    kind = action_type(look)
    if kind == "BURY":
        left = BURIED - len(chosen)
        key = "prompt.bury" if left > 0 else "prompt.bury_done" if left == 0 else "prompt.too_many"
        points = points_of(chosen)
        right = texts("prompt.bury_points", n=points) if points else texts("head.trump_hidden")
        return Prompt(texts(key, n=len(chosen), left=left, over=-left), texts("tag.turn"), "accent", right)
    if kind == "GIVE_BACK":
        return Prompt(texts("prompt.give", n=len(chosen)), texts("tag.turn"), "accent")
    if kind == "CHOOSE_UNIT":
        return Prompt(texts("prompt.unit"), texts("tag.turn"), "accent")
    if kind == "PLAY":
        return Prompt(_play_sentence(look, texts), texts("tag.turn"), "accent", _lock(look, texts))
    for offer, key in WINDOWS.items():
        if look.allows(offer):
            return Prompt(texts(key), texts("tag.window"), "warn")
    failed = look.failed_throw
    if failed is not None and failed.forced:
        tried, forced = [texts.marks(cards) for cards in (failed.attempted, failed.forced)]
        return Prompt(texts("prompt.failed", who=who(failed.seat), cards=tried, forced=forced), tone="warn")
    return Prompt(_waiting(look, texts, who), tone="second")


def _play_sentence(look: ShandongLook, texts: Texts) -> str:
    if look.trick is None:
        return texts("prompt.lead")
    suit = look.lead_suit()
    held = sum(len(group.cards) for group in look.groups if group.suit == suit)
    wanted = len(look.trick.lead.cards)
    name = texts.words.suit(suit)
    if held == 0 and suit == "trump":
        return texts("prompt.void_trump")
    if held == 0:
        return texts("prompt.void", n=wanted, suit=name)
    if held < wanted:
        return texts("prompt.short", n=wanted, held=held, suit=name)
    return texts("prompt.follow", n=wanted, suit=name, pattern=pattern_name(look.trick.lead, texts.language))


def _lock(look: ShandongLook, texts: Texts) -> str:
    locked = look.trick is None and look.options.get("trumpPairNeedsBigJoker") and look.big_jokers_played == 0
    return texts("prompt.locked") if locked else ""


def _waiting(look: ShandongLook, texts: Texts, who: Who) -> str:
    if look.phase in ("waiting", "shuffling", "dealing"):
        return texts("prompt.dealing_n", n=sum(look.hand_counts))
    if look.phase in ("declaring", "snatching", "sticking"):
        return texts(f"ui.window.{look.phase}")
    if look.phase == "burying" and look.kitty_owner is not None:
        return texts("prompt.burying", who=who(look.kitty_owner))
    if look.turn is not None:
        return texts.phrase("ui.waitingFor", name=who(look.turn))
    return texts("prompt.over")
