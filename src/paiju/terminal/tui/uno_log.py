"""What happened at the UNO table, short enough for a narrow column, and the note each seat carries for a while."""

from collections.abc import Callable
from typing import Final

from paiju.terminal.session import Event
from paiju.terminal.tui.canvas import Run
from paiju.terminal.tui.scene import LogLine
from paiju.terminal.tui.texts import Texts
from paiju.terminal.tui.uno_cards import tone_of
from paiju.terminal.uno_look import NOBODY, UnoLook, seat_of, uno_card, uno_look
from paiju.terminal.words import SHAPES, Card

Who = Callable[[int], str]
Note = tuple[str, str, int]
"""A text's key, its tone, its number."""


class UnoChronicle:
    """Remembers events and tells them in any language, so that a change of language changes the log too."""

    def __init__(self) -> None:
        self._events: Final[list[Event]] = []
        self._told: list[LogLine] = []
        self._told_in = ""
        self.notes: Final[dict[int, Note]] = {}
        self.rounds: Final[list[dict[int, int]]] = []
        """What each seat scored in the rounds that ended here."""

    def add(self, event: Event) -> None:
        """Remember one event."""
        before, after = uno_look(event.before), uno_look(event.after)
        self._events.append(event)
        self._told_in = ""
        self._note(event, before, after)
        if before.running and not after.running:
            self.rounds.append({seat: total - before.scores.get(seat, 0) for seat, total in after.scores.items()})

    def lines(self, texts: Texts, who: Who) -> list[LogLine]:
        """The log, newest first."""
        if self._told_in != texts.language:
            told: list[LogLine] = []
            for event in self._events[-120:]:
                told.extend(_tell(event, texts, who))
            self._told = told[::-1]
            self._told_in = texts.language
        return self._told

    def _note(self, event: Event, before: UnoLook, after: UnoLook) -> None:
        if not after.running or before.round != after.round:
            self.notes.clear()
            return
        if event.seat >= 0:
            self.notes.pop(int(event.seat), None)
        if _hands_moved(event, before):
            self.notes[int(event.seat)] = ("note.swapped", "info", 0)
            return
        for seat, count in after.counts.items():
            grown = count - before.counts.get(seat, 0)
            if grown > 0:
                self.notes[seat] = ("note.drew", "warn", grown)
        skipped = _skipped(event, before, after)
        if skipped != NOBODY and skipped not in self.notes:
            self.notes[skipped] = ("note.skipped", "warn", 0)


def _tell(event: Event, texts: Texts, who: Who) -> list[LogLine]:
    before, after = uno_look(event.before), uno_look(event.after)
    seat = int(event.seat)
    lines: list[LogLine] = []
    if event.kind in ("PLAY_CARD", "JUMP_IN"):
        lines.append(LogLine(who(seat), _played(event, after, texts)))
    elif event.kind == "CHOOSE_COLOR":
        lines.append(LogLine(who(seat), _coloured(_say(texts, "log.chooses", after, seat), after.colour, texts)))
    elif event.kind in _SHORT:
        tone = "accent" if event.kind == "CALL_UNO" else "text"
        lines.append(LogLine(who(seat), [Run(_say(texts, _SHORT[event.kind], after, seat), tone)]))
    elif event.kind == "CHALLENGE_UNO":
        other = seat_of(event.action.get("targetPlayerId"))
        lines.append(LogLine(who(seat), [Run(_say(texts, "log.catches", after, seat, other=who(other)), "accent")]))
    elif event.kind == "TIMEOUT":
        lines.append(LogLine(who(seat_of(event.action.get("playerId"))), [Run(texts("log.timeout"), "warn")]))
    moved = _hands_moved(event, before)
    if moved:
        lines.append(LogLine("", [Run(texts(moved), "info")]))
    else:
        lines.extend(_drawn(event, before, after, texts, who))
    if before.running and after.running and after.deck > before.deck:
        lines.append(LogLine("", [Run(texts("log.reshuffled"), "hint")]))
    if after.running and (not before.running or before.round != after.round) and after.top is not None:
        lines = [LogLine("", [Run(texts("log.round", n=after.round) + "  ", "hint"), *_card(after.top, texts)])]
    if before.running and not after.running:
        lines.append(_round_end(after, texts, who))
    return lines


_SHORT: Final = {
    "SKIP_TURN": "log.passes",
    "CALL_UNO": "log.uno",
    "CHALLENGE_WILD_DRAW_FOUR": "log.challenges",
}


YOURS: Final = {
    "log.passes": "log.you.pass",
    "log.uno": "log.you.uno",
    "log.challenges": "log.you.challenge",
    "log.catches": "log.you.catch",
    "log.chooses": "log.you.choose",
    "log.jumps": "log.you.jump",
    "log.draws": "log.you.draw",
    "log.draws_skipped": "log.you.draw_skipped",
    "log.skipped": "log.you.skipped",
    "log.wins": "log.you.win",
}
"""The same about the player who reads it: English needs both."""


def _say(texts: Texts, key: str, look: UnoLook, seat: int, **params: object) -> str:
    return texts(YOURS[key] if seat == look.seat else key, **params)


def _played(event: Event, after: UnoLook, texts: Texts) -> list[Run]:
    card = uno_card(str(event.action["cardId"]))
    runs = _card(card, texts)
    if event.kind == "JUMP_IN":
        runs.insert(0, Run(_say(texts, "log.jumps", after, int(event.seat)), "accent"))
    colour = event.action.get("chosenColor")
    if isinstance(colour, str):
        runs = _coloured(texts.words.face(card) + " ", colour, texts)
    if after.exposed == int(event.seat):
        runs.append(Run(texts("log.silent"), "warn"))
    return runs


def _card(card: Card, texts: Texts) -> list[Run]:
    colour = card.get("color")
    shape = [] if colour is None else [Run(SHAPES[str(colour)] + " ", tone_of(card))]
    return [*shape, Run(texts.words.card(card), "text")]


def _coloured(before: str, colour: str, texts: Texts) -> list[Run]:
    return [Run(before, "text"), Run(f"{SHAPES[colour]} ", colour), Run(texts.words.colour_word(colour), "text")]


def _drawn(event: Event, before: UnoLook, after: UnoLook, texts: Texts, who: Who) -> list[LogLine]:
    """Everybody whose hand grew."""
    skipped = _skipped(event, before, after)
    lines: list[LogLine] = []
    if before.round != after.round or not before.running:
        return lines
    for seat in after.seats:
        grown = after.counts.get(seat, 0) - before.counts.get(seat, 0)
        if grown > 0:
            key = "log.draws_skipped" if seat == skipped else "log.draws"
            tone = "text" if seat == int(event.seat) else "warn"
            lines.append(LogLine(who(seat), [Run(_say(texts, key, after, seat, n=grown), tone)]))
    if skipped != NOBODY and after.counts.get(skipped) == before.counts.get(skipped):
        lines.append(LogLine(who(skipped), [Run(_say(texts, "log.skipped", after, skipped), "warn")]))
    if event.kind == "DRAW_CARD" and not lines:
        lines.append(LogLine(who(int(event.seat)), [Run(_say(texts, "log.passes", after, int(event.seat)), "text")]))
    return lines


def _skipped(event: Event, before: UnoLook, after: UnoLook) -> int:
    """Who lost the turn to a skip or an automatic +2 / +4."""
    if event.kind not in ("PLAY_CARD", "JUMP_IN", "SKIP_TURN") or not after.running or after.top is None:
        return NOBODY
    if event.kind == "SKIP_TURN" and before.phase != "acted":
        return NOBODY
    victim = after.next_of(int(event.seat))
    if after.top["type"] not in ("skip", "draw_two", "wild_draw_four") or after.phase == "acted":
        return NOBODY
    return victim if victim not in (after.current, int(event.seat)) else NOBODY


def _hands_moved(event: Event, before: UnoLook) -> str:
    """The text for a swapping 7 or a rotating 0, or nothing."""
    if event.kind not in ("PLAY_CARD", "JUMP_IN"):
        return ""
    value = uno_card(str(event.action["cardId"])).get("value")
    if value == 7 and before.option("sevenSwap"):
        return "log.swap"
    return "log.rotate" if value == 0 and before.option("zeroRotate") else ""


def _round_end(after: UnoLook, texts: Texts, who: Who) -> LogLine:
    if after.round_winner == NOBODY:
        return LogLine("", [Run(texts("log.blocked"), "hint")])
    return LogLine(who(after.round_winner), [Run(_say(texts, "log.wins", after, after.round_winner), "accent")])
