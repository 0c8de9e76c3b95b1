"""What happened at an UNO table, in sentences, as one seat saw it."""

from collections.abc import Callable
from typing import Final

from paiju.terminal.session import Event
from paiju.terminal.uno_look import NOBODY, UnoLook, seat_of, uno_card, uno_look
from paiju.terminal.words import Words

Who = Callable[[int], str]
"""The name of a seat."""

QUIET: Final = frozenset({"SHUFFLE", "START", "NEXT_ROUND"})


class UnoTeller:
    """Tells events in one language. `who` names seats; `numbers` is how document 002 speaks: 1 号, 2 号."""

    def __init__(self, words: Words, who: Who, *, numbers: bool = False) -> None:
        self.words: Final = words
        self.who: Final = who
        self.numbers: Final = numbers

    def tell(self, event: Event) -> list[str]:
        """Sentences for one event, in the order things happened."""
        before, after = uno_look(event.before), uno_look(event.after)
        if event.kind in QUIET:
            return (
                self._round_begins(after)
                if after.running and (not before.running or before.round != after.round)
                else []
            )
        lines = [*self._late_penalty(event, before, after), *self._act(event, before, after)]
        if before.running and after.deck > before.deck and after.running:
            lines.append(self.words("uno.reshuffled"))
        if before.running and not after.running:
            lines.extend(self.round_result(after))
        return lines

    # --- the parts of a round ---------------------------------------------------------------------------

    def _round_begins(self, look: UnoLook) -> list[str]:
        top = self.words.card(look.top) if look.top else ""
        colour = self.words.colour_word(look.colour) if look.colour else self.words("uno.no_colour")
        lines = [self.words("uno.round", number=look.round, card=top, colour=colour)]
        lines.append(self.words("uno.first", who=self.who(look.current), order=self.order(look)))
        return lines

    def order(self, look: UnoLook) -> str:
        """1→2→3→4, or the names of the players in the order of play."""
        if self.numbers:
            return "→".join(str(seat + 1) for seat in look.order())
        order = look.order()
        first = order.index(look.current) if look.current in order else 0
        return "→".join(self.who(seat) for seat in [*order[first:], *order[:first]])

    def round_result(self, look: UnoLook) -> list[str]:
        """Who won the round, what everybody holds, and the totals."""
        if look.round_winner == NOBODY:
            lines = [self.words("uno.round_blocked")]
        else:
            lines = [self._about("uno.round_won", look, look.round_winner)]
        for seat in look.seats:
            left = look.round_points.get(seat, 0)
            total = look.scores.get(seat, 0)
            lines.append(self.words("uno.score_line", who=self.who(seat), left=left, total=total))
        return lines

    # --- actions ----------------------------------------------------------------------------------------

    def _act(self, event: Event, before: UnoLook, after: UnoLook) -> list[str]:
        kind, seat = event.kind, int(event.seat)
        if kind in ("PLAY_CARD", "JUMP_IN"):
            return self._played(event, before, after)
        if kind == "DRAW_CARD" and before.phase == "wd4_response":
            return self._answered("ACCEPT_WILD_DRAW_FOUR", seat, before, after)
        if kind == "DRAW_CARD":
            return self._drew(seat, before, after)
        if kind == "SKIP_TURN":
            return self._ended_turn(seat, before, after)
        if kind == "CALL_UNO":
            return [self._about("uno.called", after, seat)]
        if kind == "CHALLENGE_UNO":
            return self._caught(seat, seat_of(event.action.get("targetPlayerId")), before, after)
        if kind in ("CHALLENGE_WILD_DRAW_FOUR", "ACCEPT_WILD_DRAW_FOUR"):
            return self._answered(kind, seat, before, after)
        if kind == "CHOOSE_COLOR":
            return [self._about("uno.chose", after, seat, colour=self.words.colour_word(after.colour))]
        player = seat_of(event.action.get("playerId"))
        if kind == "TIMEOUT":
            return [self._about("uno.timeout", after, player, n=self._grown(player, before, after))]
        if kind == "PENALTY":
            return [self._about("uno.penalty", after, player, n=self._grown(player, before, after))]
        if kind == "REMOVE_PLAYER":
            return [self.words("uno.removed", who=self.who(player))]
        return []

    def _played(self, event: Event, before: UnoLook, after: UnoLook) -> list[str]:
        seat = int(event.seat)
        card = uno_card(str(event.action["cardId"]))
        key = "uno.jumped" if event.kind == "JUMP_IN" else "uno.played"
        colour = event.action.get("chosenColor")
        if isinstance(colour, str):
            lines = [
                self._about(
                    "uno.played_wild", after, seat, card=self.words.card(card), colour=self.words.colour_word(colour)
                )
            ]
        else:
            lines = [self._about(key, after, seat, card=self.words.card(card))]
        if not after.running:
            return [*lines, *self._others_drew(seat, before, after)]
        lines[0] = self.words.joined(lines[0], self._cards_left(seat, after))
        lines.extend(self._hands_moved(event, before, after))
        return [*lines, *self._consequences(seat, before, after)]

    def _cards_left(self, seat: int, after: UnoLook) -> str:
        """How many cards somebody has after a play; with one it matters whether UNO was said."""
        if after.exposed == seat:
            return self._about("uno.one_silent", after, seat)
        if after.counts.get(seat) == 1 and after.called == seat:
            return self._about("uno.one_called", after, seat)
        return self._about("uno.left", after, seat, n=after.counts.get(seat, 0))

    def _hands_moved(self, event: Event, before: UnoLook, after: UnoLook) -> list[str]:
        seat = int(event.seat)
        target = seat_of(event.action.get("targetPlayerId"))
        value = uno_card(str(event.action["cardId"])).get("value")
        if value == 7 and before.option("sevenSwap"):
            if target == NOBODY:
                target = next(other for other in after.seats if other != seat)
            return [self._about("uno.swapped", after, seat, other=self._whom(after, target))]
        if value == 0 and before.option("zeroRotate"):
            return [self.words("uno.rotated")]
        return []

    def _consequences(self, seat: int, before: UnoLook, after: UnoLook) -> list[str]:
        """What a finished play did to the others: direction, cards drawn, turns lost."""
        lines: list[str] = []
        if after.direction != before.direction:
            lines.append(self.words("uno.direction", order=self.order(after)))
        lines.extend(self._others_drew(seat, before, after))
        if after.running and after.phase != "acted":
            victim = after.next_of(seat)
            skipped = victim not in (after.current, seat) and after.top is not None and after.top["type"] == "skip"
            if skipped:
                lines.append(self._about("uno.skipped", after, victim))
            if after.owed > before.owed and after.phase == "turn":
                lines.append(self._about("uno.owes", after, after.current, n=after.owed))
        return lines

    def _others_drew(self, seat: int, before: UnoLook, after: UnoLook) -> list[str]:
        if _hands_change_owner(before, after):
            return []
        lines: list[str] = []
        for other in after.seats:
            n = self._grown(other, before, after)
            if other not in (seat, before.exposed) and n > 0:
                lines.append(self._about("uno.hit", after, other, n=n))
                lines.extend(self._own_new_cards(other, before, after))
        return lines

    def _drew(self, seat: int, before: UnoLook, after: UnoLook) -> list[str]:
        n = self._grown(seat, before, after)
        if before.exposed == seat and before.option("unoEnforcement") == "windowThenAuto":
            n -= _penalty(before)
        if n <= 0:
            return [self._about("uno.nothing_to_draw", after, seat)]
        key = "uno.took_owed" if before.owed else "uno.drew"
        line = self.words.joined(
            self._about(key, after, seat, n=n), self._about("uno.left", after, seat, n=after.counts.get(seat, 0))
        )
        lines = [line, *self._own_new_cards(seat, before, after)]
        if seat == after.seat and not before.owed and after.phase != "drawn":
            lines.append(self.words("uno.does_not_help" if after.phase != "acted" else "uno.does_not_help_end"))
        if after.current == seat:
            return lines  # the turn goes on: its end tells the last valid card
        return [*lines, *self._last_valid(seat, after)]

    def _own_new_cards(self, seat: int, before: UnoLook, after: UnoLook) -> list[str]:
        if seat != after.seat:
            return []
        new = after.hand[len(before.hand) :]
        return (
            [self.words("uno.you_drew", cards=self.words.listed(self.words.card(card) for card in new))] if new else []
        )

    def _ended_turn(self, seat: int, before: UnoLook, after: UnoLook) -> list[str]:
        lines: list[str] = []
        grown = self._grown(seat, before, after)
        if grown > 0:  # only the UNO check gives cards to somebody who ends the turn (rules §10.5)
            key = "uno.wrong_call" if before.called == seat else "uno.missed_call"
            lines.append(self._about(key, after, seat, n=grown))
            lines.extend(self._own_new_cards(seat, before, after))
        elif before.phase == "drawn" and not self.numbers:
            lines.append(self._about("uno.kept", after, seat))
        lines.extend(self._consequences(seat, before, after))
        if self.numbers and seat == after.seat:
            lines.append(self.words("console.turn_over", who=self.who(after.current)))
        return [*lines, *self._last_valid(seat, after)]

    def _last_valid(self, seat: int, after: UnoLook) -> list[str]:
        """Document 002: who is not on turn sees the last valid card."""
        if not self.numbers or seat == after.seat or after.top is None or not after.colour:
            return []
        return [
            self.words("uno.last_valid", card=self.words.card(after.top), colour=self.words.colour_word(after.colour))
        ]

    def _caught(self, seat: int, target: int, before: UnoLook, after: UnoLook) -> list[str]:
        if after.caught or before.exposed == target:
            n = self._grown(target, before, after)
            line = self._about("uno.caught", after, seat, other=self._whom(after, target), n=n)
            return [line, *self._own_new_cards(target, before, after)]
        n = self._grown(seat, before, after)
        return [
            self._about("uno.false_catch", after, seat, other=self._whom(after, target), n=n),
            *self._own_new_cards(seat, before, after),
        ]

    def _answered(self, kind: str, seat: int, before: UnoLook, after: UnoLook) -> list[str]:
        n = self._grown(seat, before, after)
        if kind == "ACCEPT_WILD_DRAW_FOUR":
            return [
                self._about("uno.accepted", after, seat, n=n),
                *self._own_new_cards(seat, before, after),
                *self._last_valid(seat, after),
            ]
        player = before.wd4_by
        guilty = self._grown(player, before, after)
        if before.exposed == player and before.option("unoEnforcement") == "windowThenAuto":
            guilty -= _penalty(before)
        if n == 0 and after.current == seat:
            lines = [self._about("uno.challenge_won", after, seat, other=self._whom(after, player), n=guilty)]
        else:
            lines = [self._about("uno.challenge_lost", after, seat, other=self._whom(after, player), n=n)]
        if after.shown:
            cards = self.words.listed(self.words.card(card) for card in after.shown)
            lines.append(self.words("uno.shown", who=self.who(after.shown_by), cards=cards))
        for drawer in (player, seat):
            lines.extend(self._own_new_cards(drawer, before, after))
        return [*lines, *self._last_valid(seat, after)]

    def _late_penalty(self, event: Event, before: UnoLook, after: UnoLook) -> list[str]:
        """The arena's two cards for a missing call that nobody caught come when the window closes."""
        victim = before.exposed
        closes = event.kind not in ("CALL_UNO", "CHALLENGE_UNO", "SKIP_TURN", "PENALTY", "REMOVE_PLAYER")
        if victim == NOBODY or not closes or before.option("unoEnforcement") != "windowThenAuto":
            return []
        line = self._about("uno.window_penalty", after, victim, n=_penalty(before))
        return [line]

    # --- helpers ----------------------------------------------------------------------------------------

    def _about(self, key: str, look: UnoLook, seat: int, **params: object) -> str:
        """A sentence about a player; the viewer is spoken to."""
        if seat == look.seat and key in YOURS:
            return self.words(YOURS[key], **params)
        return self.words(key, who=self.who(seat), **params)

    def _whom(self, look: UnoLook, seat: int) -> str:
        return self.words("name.you.object") if seat == look.seat else self.who(seat)

    def _grown(self, seat: int, before: UnoLook, after: UnoLook) -> int:
        return after.counts.get(seat, 0) - before.counts.get(seat, 0)


YOURS: Final = {
    "uno.round_won": "uno.you.round_won",
    "uno.called": "uno.you.called",
    "uno.chose": "uno.you.chose",
    "uno.timeout": "uno.you.timeout",
    "uno.penalty": "uno.you.penalty",
    "uno.jumped": "uno.you.jumped",
    "uno.played": "uno.you.played",
    "uno.played_wild": "uno.you.played_wild",
    "uno.left": "uno.you.left",
    "uno.one_called": "uno.you.one_called",
    "uno.one_silent": "uno.you.one_silent",
    "uno.swapped": "uno.you.swapped",
    "uno.skipped": "uno.you.skipped",
    "uno.owes": "uno.you.owe",
    "uno.hit": "uno.you.hit",
    "uno.nothing_to_draw": "uno.you.nothing_to_draw",
    "uno.took_owed": "uno.you.took_owed",
    "uno.drew": "uno.you.drew",
    "uno.wrong_call": "uno.you.wrong_call",
    "uno.missed_call": "uno.you.missed_call",
    "uno.kept": "uno.you.kept",
    "uno.caught": "uno.you.caught",
    "uno.false_catch": "uno.you.false_catch",
    "uno.accepted": "uno.you.accepted",
    "uno.challenge_won": "uno.you.challenge_won",
    "uno.challenge_lost": "uno.you.challenge_lost",
    "uno.window_penalty": "uno.you.window_penalty",
}
"""Sentences about somebody, and the same about the player who reads them: English needs both."""


def _penalty(look: UnoLook) -> int:
    value = look.option("drawPenalty")
    return value if isinstance(value, int) else 0


def _hands_change_owner(before: UnoLook, after: UnoLook) -> bool:
    """Whether a 7 or a 0 moved hands, so that counts say nothing about drawing."""
    if after.top is None or after.top["type"] != "number":
        return False
    return (after.top["value"] == 7 and bool(before.option("sevenSwap"))) or (
        after.top["value"] == 0 and bool(before.option("zeroRotate"))
    )
