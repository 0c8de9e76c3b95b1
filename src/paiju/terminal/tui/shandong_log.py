"""What happened at the Shandong table: plays short, everything else in the sentences of the teller."""

from collections.abc import Callable
from typing import Final

from paiju.terminal.session import Event
from paiju.terminal.shandong_look import ShandongLook, TrickLook, shandong_look
from paiju.terminal.shandong_tell import ShandongTeller
from paiju.terminal.tui.canvas import Run
from paiju.terminal.tui.poker_cards import card_runs
from paiju.terminal.tui.scene import LogLine
from paiju.terminal.tui.texts import Texts

Who = Callable[[int], str]

QUIET: Final = frozenset({"SHUFFLE", "START", "DEAL", "PASS"})


class ShandongChronicle:
    """Remembers events and tells them in any language."""

    def __init__(self) -> None:
        self._events: Final[list[Event]] = []
        self._told: list[LogLine] = []
        self._told_in = ""

    def add(self, event: Event) -> None:
        """Remember one event; single cards dealt are not worth a line."""
        if event.kind not in QUIET or event.before["phase"] != event.after["phase"]:
            self._events.append(event)
            self._told_in = ""

    def lines(self, texts: Texts, who: Who) -> list[LogLine]:
        """The log, newest first."""
        if self._told_in != texts.language:
            teller = ShandongTeller(texts.words, who)
            told: list[LogLine] = []
            for event in self._events[-120:]:
                told.extend(_tell(event, teller, texts, who))
            self._told = told[::-1]
            self._told_in = texts.language
        return self._told


def _tell(event: Event, teller: ShandongTeller, texts: Texts, who: Who) -> list[LogLine]:
    before, after = shandong_look(event.before), shandong_look(event.after)
    if event.kind != "PLAY" or (after.failed is not None and before.trick is None):
        return [LogLine("", [Run(line, "text")]) for line in teller.tell(event)]
    trick = after.trick or after.last_trick
    if trick is None:
        return []
    lines = _played(int(event.seat), before, trick, texts, who)
    if after.trick is None:
        key = "log.you.win_trick" if trick.winning == after.seat else "log.wins_trick"
        lines.append(LogLine(who(trick.winning), [Run(texts(key, n=trick.points), "accent")]))
    if after.phase == "scored" and after.result is not None:
        lines.extend(LogLine("", [Run(line, "hint")]) for line in teller.result(after, after.result))
    return lines


def _played(seat: int, before: ShandongLook, trick: TrickLook, texts: Texts, who: Who) -> list[LogLine]:
    cards = next((cards for player, cards in reversed(trick.plays) if player == seat), [])
    runs = [Run(text, tone) for line in card_runs(cards, 60, texts) for text, tone in line]
    if before.trick is None:
        runs.insert(0, Run("→ ", "hint"))
    return [LogLine(who(seat), runs)]
