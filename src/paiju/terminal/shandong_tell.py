"""What happened at a Shandong table, in sentences, as one seat saw it."""

from collections.abc import Callable, Mapping
from typing import Final, cast

from paiju.terminal.session import Event
from paiju.terminal.shandong_look import BANK, NOBODY, FailedThrow, Lead, ShandongLook, TrickLook, shandong_look
from paiju.terminal.words import Words

Who = Callable[[int], str]

PATTERNS: Final = {
    "single": "pattern.single",
    "pair": "pattern.pair",
    "consecutive_pairs": "pattern.tractor",
    "flash": "pattern.flash",
    "thunder": "pattern.thunder",
    "straight": "pattern.rain",
    "mixed": "pattern.throw",
}
SHOWN: Final = {"declare": "sd.declared", "snatch": "sd.snatched"}


class ShandongTeller:
    """Tells events in one language. `who` names seats."""

    def __init__(self, words: Words, who: Who) -> None:
        self.words: Final = words
        self.who: Final = who

    def tell(self, event: Event) -> list[str]:
        """Sentences for one event, in the order things happened."""
        before, after = shandong_look(event.before), shandong_look(event.after)
        lines = self._act(event, before, after)
        if after.redeals > before.redeals:
            lines.append(self.words("sd.redeal"))
            if after.levels != before.levels:
                lines.append(self.levels(after))
        if after.phase == "dealing" and before.phase != "dealing":
            lines.append(self.words("sd.hand_begins", number=after.hand_number, level=after.level))
        if after.phase in WINDOWS and after.phase != before.phase:
            lines.append(self.words(WINDOWS[after.phase]))
        if after.phase == "burying" and before.phase != "burying":
            lines.append(self._about("sd.takes_kitty", after, after.kitty_owner))
        if after.phase == "scored" and before.phase != "scored" and after.result is not None:
            lines.extend(self.result(after, after.result))
        return lines

    # --- before the play --------------------------------------------------------------------------------

    def _act(self, event: Event, before: ShandongLook, after: ShandongLook) -> list[str]:
        seat, kind = int(event.seat), event.kind
        if kind in ("DECLARE", "SNATCH"):
            shown = after.declarations[-1]
            jokers = self.words.listed(self.words.poker(card) for card in cast(list[str], shown["jokers"]))
            return [self._about(SHOWN[str(shown["type"])], after, seat, jokers=jokers)]
        if kind == "PASS":
            return [self._about("sd.passed", after, seat)]
        if kind == "STICK":
            shown_cards = self.words.poker_cards(cast(list[str], after.exchange["shown"]))
            return [
                self._about("sd.stuck", after, seat, cards=shown_cards),
                self.words("sd.took_three", who=self.who(seat), other=self.whom(after, after.setter)),
            ]
        if kind == "GIVE_BACK":
            return self._given(seat, after)
        if kind == "BURY":
            return self._buried(event, after)
        if kind in ("PLAY", "CHOOSE_UNIT"):
            return self._played(seat, before, after)
        if kind == "TIMEOUT":
            return [
                self.words("sd.timeout"),
                *(self._played(before.turn, before, after) if before.phase == "playing" else []),
            ]
        return []

    def _given(self, seat: int, after: ShandongLook) -> list[str]:
        given = cast(list[str] | None, after.exchange.get("given"))
        if given:
            return [self._about("sd.gave_back_cards", after, seat, cards=self.words.poker_cards(given))]
        return [self._about("sd.gave_back", after, seat)]

    def _buried(self, event: Event, after: ShandongLook) -> list[str]:
        trump = (
            self.words("sd.trump_is", suit=self.words.suit(after.trump)) if after.trump else self.words("sd.no_trump")
        )
        lines = [trump, self._about("sd.buried", after, int(event.seat))]
        cards = event.action.get("cards")
        if isinstance(cards, list):
            lines.append(self.words("sd.you_buried", cards=self.words.poker_cards(cards)))
        return lines

    # --- tricks -----------------------------------------------------------------------------------------

    def _played(self, seat: int, before: ShandongLook, after: ShandongLook) -> list[str]:
        lines: list[str] = []
        trick = _trick_of(seat, before, after)
        if after.failed is not None and (
            before.failed is None or before.failed.seat != after.failed.seat or trick is None
        ):
            lines.extend(self._throw_failed(after, after.failed))
        if trick is None:
            return lines
        cards = next((cards for player, cards in reversed(trick.plays) if player == seat), [])
        if seat == trick.leader and len(trick.plays) == 1:
            lines.append(self._led(after, trick, seat, cards))
        elif after.failed is None or before.waiting_for != "throwChoice":
            lines.append(self._followed(before, after, trick, seat, cards))
        if len(trick.plays) == 4:
            lines.append(self._won(after, trick))
        return lines

    def _led(self, look: ShandongLook, trick: TrickLook, seat: int, cards: list[str]) -> str:
        pattern = self.pattern(trick.lead)
        return self._about("sd.led", look, seat, n=len(cards), pattern=pattern, cards=self.words.poker_cards(cards))

    def _followed(
        self, before: ShandongLook, after: ShandongLook, trick: TrickLook, seat: int, cards: list[str]
    ) -> str:
        led = before.suit_of(trick.lead.cards[0])
        suits = [before.suit_of(card) for card in cards]
        named = self.words.poker_cards(cards)
        if all(suit == led for suit in suits):
            return self._about("sd.followed", after, seat, cards=named)
        kept = [card for card, suit in zip(cards, suits, strict=True) if suit == led]
        if kept:
            off = [card for card, suit in zip(cards, suits, strict=True) if suit != led]
            return self._about(
                "sd.short", after, seat, cards=self.words.poker_cards(kept), off=self.words.poker_cards(off)
            )
        if all(suit == "trump" for suit in suits) and trick.winning == seat:
            return self._about("sd.killed", after, seat, cards=named)
        return self._about("sd.threw_off", after, seat, cards=named)

    def _won(self, look: ShandongLook, trick: TrickLook) -> str:
        line = self._about("sd.won_trick", look, trick.winning)
        if not trick.points:
            return line
        idle = trick.winning % 2 != look.banker_side
        return self.words.joined(line, self.words("sd.points_idle" if idle else "sd.points_bank", n=trick.points))

    def _throw_failed(self, look: ShandongLook, failed: FailedThrow) -> list[str]:
        attempted = self.words.poker_cards(failed.attempted)
        lines = [self._about("sd.tried_throw", look, failed.seat, cards=attempted)]
        if failed.forced:
            lines.append(self.words("sd.throw_failed", cards=self.words.poker_cards(failed.forced)))
        else:
            lines.append(self.words("sd.throw_choice"))
        return lines

    def pattern(self, lead: Lead) -> str:
        """对子, 2 连对 … / pair, tractor of 2 pairs …"""
        return self.words(PATTERNS[lead.kind], n=lead.pairs if lead.kind == "consecutive_pairs" else len(lead.cards))

    def on_table(self, look: ShandongLook) -> list[str]:
        """The trick so far, for somebody who has to follow."""
        trick = look.trick
        if trick is None:
            return []
        ahead = (
            self.words("sd.ahead_you")
            if trick.winning == look.seat
            else self.words("sd.ahead", who=self.who(trick.winning))
        )
        return [self.words.joined(ahead, self.words("sd.on_table", n=trick.points))]

    def trick_lines(self, look: ShandongLook, trick: TrickLook) -> list[str]:
        """A finished trick, play by play."""
        lines = [self.words("sd.last_trick", who=self.who(trick.winning), n=trick.points)]
        for seat, cards in trick.plays:
            lines.append(self.words("sd.trick_line", who=self.who(seat), cards=self.words.poker_cards(cards)))
        return lines

    # --- the account of a hand --------------------------------------------------------------------------

    def result(self, look: ShandongLook, result: Mapping[str, object]) -> list[str]:
        """Points, kitty, levels before and after."""
        words = self.words
        score = cast(int, result["score"])
        bank = cast(int, result["bankerSeat"]) % 2
        kitty = cast(list[str], result["kitty"])
        lines = [words("sd.kitty_was", cards=words.poker_cards(kitty))]
        lines.append(words("sd.trick_points", n=result["trickPoints"]))
        if result["kittyGain"]:
            lines.append(
                words(
                    "sd.kitty_points", points=result["kittyPoints"], times=result["multiplier"], n=result["kittyGain"]
                )
            )
        lines.append(words("sd.total_points", n=score))
        before, after = cast(list[str], result["levelsBefore"]), cast(list[str], result["levels"])
        if score >= BANK:
            lines.append(words("sd.we_take_bank" if look.side == 1 - bank else "sd.they_take_bank", n=score))
        else:
            lines.append(words("sd.we_keep_bank" if look.side == bank else "sd.they_keep_bank", n=score))
        ours = look.side if look.side != NOBODY else 0
        lines.append(words("sd.level_step_us", before=before[ours], after=after[ours]))
        lines.append(words("sd.level_step_them", before=before[1 - ours], after=after[1 - ours]))
        return lines

    def levels(self, look: ShandongLook) -> str:
        """级别：我方 6，对方 7。"""
        ours = look.side if look.side != NOBODY else 0
        return self.words("sd.levels", ours=look.levels[ours], theirs=look.levels[1 - ours])

    def whom(self, look: ShandongLook, seat: int) -> str:
        """A player as the object of a sentence."""
        return self.words("name.you.object") if seat == look.seat else self.who(seat)

    def _about(self, key: str, look: ShandongLook, seat: int, **params: object) -> str:
        """A sentence about a player; the viewer is spoken to."""
        if seat == look.seat:
            return self.words(YOURS[key], **params)
        return self.words(key, who=self.who(seat), **params)


WINDOWS: Final = {
    "declaring": "sd.window.declaring",
    "snatching": "sd.window.snatching",
    "sticking": "sd.window.sticking",
}

YOURS: Final = {
    "sd.takes_kitty": "sd.you.take_kitty",
    "sd.declared": "sd.you.declared",
    "sd.snatched": "sd.you.snatched",
    "sd.passed": "sd.you.passed",
    "sd.stuck": "sd.you.stuck",
    "sd.gave_back_cards": "sd.you.gave_back_cards",
    "sd.gave_back": "sd.you.gave_back",
    "sd.buried": "sd.you.buried",
    "sd.led": "sd.you.led",
    "sd.followed": "sd.you.followed",
    "sd.short": "sd.you.short",
    "sd.killed": "sd.you.killed",
    "sd.threw_off": "sd.you.threw_off",
    "sd.won_trick": "sd.you.won_trick",
    "sd.tried_throw": "sd.you.tried_throw",
}
"""Sentences about somebody, and the same about the player who reads them."""


def _trick_of(seat: int, before: ShandongLook, after: ShandongLook) -> TrickLook | None:
    """The trick a play of `seat` belongs to: the one on the table, or the one it completed."""
    if after.trick is not None and any(player == seat for player, _ in after.trick.plays):
        return after.trick
    completed = before.trick is not None and len(before.trick.plays) == 3
    return after.last_trick if completed else None
