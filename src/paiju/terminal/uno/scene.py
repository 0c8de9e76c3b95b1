"""From an UNO view to what is drawn around the hand: title, keys, and the other seats."""

from collections.abc import Callable

from paiju.games.uno.actions import NO_SEAT
from paiju.games.uno.game import UNO
from paiju.terminal.faces import rulebook_name
from paiju.terminal.tui.face import Host
from paiju.terminal.tui.scene import KeyHint
from paiju.terminal.tui.texts import Texts
from paiju.terminal.uno.log import UnoLog
from paiju.terminal.uno.look import UnoLook, uno_card
from paiju.terminal.uno.table import SeatBox


def title(look: UnoLook, texts: Texts) -> str:
    """Game, rulebook, round and target."""
    book = rulebook_name(UNO, look.rulebook, texts.words)
    target = look.options.get("targetScore")
    if target is None:
        return texts("title.uno_single", book=book)
    return texts("title.uno", book=book, round=look.round_number, target=target)


def others(look: UnoLook) -> list[int]:
    """The other seats, clockwise from the viewer's left."""
    if look.seat not in look.seats:
        return look.seats
    me = look.seats.index(look.seat)
    return look.seats[me + 1 :] + look.seats[:me]


def seat_box(look: UnoLook, seat: int, host: Host, log: UnoLog, who: Callable[[int], str]) -> SeatBox:
    """One of the others, with a note of what last happened there."""
    t = host.texts
    note, tone = t("ui.bot") if host.is_bot(seat) else "", "hint"
    if seat in log.notes:
        key, tone, n = log.notes[seat]
        note = t(key, n=n)
    if look.called == seat and look.counts.get(seat) == 1:
        note, tone = t("ui.saidUno"), "accent"
    if look.exposed == seat:
        note, tone = t("ui.noUno"), "bold warn"
    hand = tuple(uno_card(card) for card in (host.hands or {}).get(seat, []))
    on_turn = look.current == seat and look.running
    return SeatBox(seat, who(seat), look.counts.get(seat, 0), note, tone, on_turn, hand)


def key_hints(look: UnoLook, texts: Texts) -> list[KeyHint]:
    """The keys that matter now, for a player or a watcher."""
    t = texts
    score = KeyHint("T", t("key.score"), "cmd:trick")
    if look.seat < 0:
        return [score]
    mine = look.current == look.seat
    common = [KeyHint("H", t("key.hint"), "cmd:hint"), score]
    if mine and look.phase == "wd4_response":
        take = KeyHint("A", t("key.take", n=look.draw_pending), "cmd:accept")
        return [take, KeyHint("C", t("key.challenge"), "cmd:catch"), *common]
    count = min(len(look.hand), 9)
    keys = [
        KeyHint(f"←→ 1-{count}" if count > 1 else "←→", t("key.choose"), ""),
        KeyHint(t("ask.enter"), t("key.play"), "cmd:play"),
        KeyHint("D", t("key.take", n=look.draw_pending) if mine and look.draw_pending else t("key.draw"), "cmd:draw"),
    ]
    if mine and look.phase in ("drawn", "acted"):
        keys.append(KeyHint("P", t("key.keep" if look.phase == "drawn" else "key.end"), "cmd:pass"))
    answer = "key.jump" if look.jumps and look.exposed in (NO_SEAT, look.seat) else "key.catch"
    return [*keys, KeyHint("U", t("key.uno"), "cmd:call"), KeyHint("C", t(answer), "cmd:catch"), *common]
