"""The Shandong table on the screen: keys and clicks become actions, views become a drawing."""

from typing import Final, cast

import msgspec

from paiju.games.shandong.actions import PASS, CardAction, card_action
from paiju.games.shandong.wire import ShandongPattern, ShandongTrick
from paiju.terminal.session import MatchEvent
from paiju.terminal.shandong.cards import Group, HandMarks, HandRow, plan_rows
from paiju.terminal.shandong.look import ShandongLook, pattern_name, shandong_look
from paiju.terminal.shandong.scene import (
    action_type,
    hand_groups,
    my_play,
    offers,
    seat_play,
    shandong_prompt,
    standing,
    subtitle,
    title,
    wanted_count,
)
from paiju.terminal.shandong.sheet import draw_result
from paiju.terminal.shandong.table import ShandongScene, draw_shandong
from paiju.terminal.tui.canvas import Canvas
from paiju.terminal.tui.face import Face, Host
from paiju.terminal.tui.log import Log
from paiju.terminal.tui.scene import KeyHint, Prompt


class ShandongFace(Face):
    """Shandong Upgrade from the deal to the account of a hand."""

    help_keys = (
    "help.key.move", "help.key.select", "help.key.line", "help.key.play", "help.key.decline", "help.key.hint",
    "help.key.clear", "help.key.trick", "help.key.declared",
)  # fmt: skip

    makes_offers = True

    def __init__(self, host: Host) -> None:
        super().__init__(host)
        self.log: Final = Log()
        self.card = ""
        """The card under the cursor."""
        self.chosen: list[str] = []
        self._rows: list[HandRow] = []
        self.keys = {
            "play": self._play,
            "select": self._select,
            "pass": self._pass,
            "hint": self._hint,
            "clear": self._clear,
            "trick": self._last_trick,
            "declared": self._declared,
            "read": self._read,
        }

    # --- looking ------------------------------------------------------------------------------------------

    @property
    def look(self) -> ShandongLook:
        return shandong_look(self.host.view)

    def log_by_default(self) -> bool:
        """False: a trick needs the whole width."""
        return False

    def resting(self) -> bool:
        return self.look.phase == "scored" or self.look.match_winner is not None

    def can_react(self) -> bool:
        look = self.look
        return bool(offers(look)) and look.seat not in look.passed

    def offers(self) -> frozenset[object]:
        """The deal and the window after it are two chances to show the same cards."""
        if not self.can_react():
            return frozenset()
        look = self.look
        when = (look.hand_number, look.redeals, look.phase)
        return frozenset((*when, str(cards)) for _, cards in offers(look))

    def absorb(self, event: MatchEvent) -> None:
        self.log.add(event.facts)
        hand = self.look.hand
        self.chosen = [card for card in self.chosen if card in hand]
        if self.card not in hand:
            self.card = ""

    def turn_begins(self) -> None:
        look = self.look
        if look.phase == "playing" and look.trick is not None and not self.card:
            led = next((group.cards for group in look.groups if group.suit == look.lead_suit()), look.hand)
            self.card = next((card for card in led if card in look.playable), "")

    def pace(self, event: MatchEvent | None) -> float:
        if event is None or event.kind in ("SHUFFLE", "START", "NEXT_HAND", "CLOSE_WINDOW"):
            return 0.0
        if event.kind == "DEAL":
            return 0.05
        after = shandong_look(event.after)
        if event.kind == "PLAY" and after.trick is None:
            return 1.6  # the finished trick stays on the table for a moment
        return 0.3 if event.kind == "PASS" else 3.0 if after.failed_throw is not None and event.kind == "PLAY" else 1.0

    def _trick(self, look: ShandongLook) -> ShandongTrick | None:
        """The trick on the table; the finished one stays until the next lead."""
        if look.phase not in ("playing", "scored"):
            return None
        return look.trick or look.last_trick

    # --- drawing ------------------------------------------------------------------------------------------

    def paint(self, canvas: Canvas) -> None:
        look = self.look
        if self.resting() and look.result is not None:
            enter = "key.over" if look.match_winner is not None else "key.next_hand"
            after = self.host.texts("title.shandong_after", hand=look.hand_number)
            frame = self.sheet_frame(after, enter, "key.replay_hand")
            draw_result(canvas, frame, look, look.result, self.host.texts, self.who)
            return
        scene = self._scene(look)
        draw_shandong(canvas, scene, self.host.texts)
        boxes = canvas.width >= 130 and canvas.height >= 40
        self._rows = plan_rows(scene.groups, canvas.width - 1, self.host.texts, boxes)

    def _scene(self, look: ShandongLook) -> ShandongScene:
        t = self.host.texts
        me = max(look.seat, 0)
        trick = self._trick(look)
        prompt = self._judged(look) or shandong_prompt(look, t, self.who, self.chosen)
        deciding = action_type(look) == "PLAY"
        quiet = frozenset(look.hand).difference(look.playable) if deciding and look.trick is not None else frozenset()
        return ShandongScene(
            frame=self.frame(title(look, t), prompt, self._keys(look), subtitle(look, t)),
            right=seat_play(look, (me + 1) % 4, t, self.who, trick),
            top=seat_play(look, (me + 2) % 4, t, self.who, trick),
            left=seat_play(look, (me + 3) % 4, t, self.who, trick),
            me=my_play(look, t, self.who, trick),
            centre=self._centre(look, trick),
            centre_note=self._centre_note(look, trick),
            flow=t("ui.counterClockwise"),
            groups=self._groups(look),
            marks=HandMarks(self.card, frozenset(self.chosen), frozenset(look.new_cards), quiet),
            chosen=self._chosen_line(look),
            offer=self._offer(look),
            info=standing(look, t),
            corner=f"T {t('key.trick')}" if look.last_trick is not None else "",
            options=[(self._cards(cards), f"offer:{i}") for i, (_, cards) in enumerate(offers(look))],
            log=self.log.lines(self.narrator()),
            log_open=self.log_open(),
        )

    def _groups(self, look: ShandongLook) -> list[Group]:
        hands = self.host.hands
        if hands is None:
            return hand_groups(look)
        return [Group("trump", tuple(cards), name=self.host.names[seat]) for seat, cards in hands.items() if cards]

    def _cards(self, cards: list[str]) -> str:
        return self.host.texts.marks(cards)

    def _centre(self, look: ShandongLook, trick: ShandongTrick | None) -> str:
        t = self.host.texts
        if trick is None:
            return t("centre.kitty") if look.phase in ("dealing", "declaring", "snatching", "sticking") else ""
        return t("ui.trickPoints", n=trick.points)

    def _centre_note(self, look: ShandongLook, trick: ShandongTrick | None) -> str:
        t = self.host.texts
        if look.failed_throw is not None:
            return t("ui.throwFailedTag")
        if trick is not None and look.trick is None:
            return (
                t.phrase("fact.trick_won.you")
                if trick.ahead == self.host.reader
                else t.phrase("fact.trick_won", who=self.who(trick.ahead))
            )
        return ""

    def _chosen_line(self, look: ShandongLook) -> str:
        t = self.host.texts
        if not self.chosen:
            return ""
        wanted = wanted_count(look)
        ordered = [card for card in look.hand if card in self.chosen]
        if wanted:
            return t("chosen.of", n=len(ordered), wanted=wanted, cards=self._cards(ordered))
        return t("chosen.any", n=len(ordered), cards=self._cards(ordered))

    def _offer(self, look: ShandongLook) -> str:
        picked = [card for card in look.hand if card in look.suggested]
        if (
            self.host.key_hints is not None
            or not picked
            or action_type(look) != "PLAY"
            or look.trick is None
            or set(picked) == set(self.chosen)
        ):
            return ""
        return self.host.texts("offer.hint", cards=self._cards(picked)) if len(picked) <= 8 else ""

    def _judged(self, look: ShandongLook) -> Prompt | None:
        """Whether the chosen cards would be accepted, said before they are played."""
        t = self.host.texts
        kind = action_type(look)
        wanted = wanted_count(look)
        if kind != "PLAY" or not self.chosen or (wanted and len(self.chosen) != wanted):
            return None
        answer = self.host.check(card_action(kind, self.chosen))
        if not answer.accepted:
            return Prompt(
                self._reason(look, answer.code, self.refused(answer)), t("tag.unplayable"), "bad", t("prompt.why")
            )
        return Prompt(self._pattern(look), t("tag.ready"), "ok", t("prompt.enter"))

    def _reason(self, look: ShandongLook, code: str, sentence: str) -> str:
        """A refusal, with the cards that would do where there is only one way."""
        follows = code.startswith("must_") and code != "must_play_largest"
        if follows and look.legal_complete and len(look.legal) == 1 and look.suggested:
            return self.host.texts("refuse.instead", why=sentence, cards=self._cards(look.suggested))
        if code == "must_follow_pair":
            pairs = self.host.texts.names([self._cards([card, card]) for card in look.pairs()])
            return self.host.texts("refuse.instead", why=sentence, cards=pairs)
        return sentence

    def _pattern(self, look: ShandongLook) -> str:
        """What the chosen cards are; only the leader can throw cards that are no pattern."""
        from paiju.games.shandong.plain import identify

        cards = [card for card in look.hand if card in self.chosen]
        found = identify(cards, look.level, look.trump_suit, look.options)
        pattern = msgspec.convert(found.to_json(), ShandongPattern)
        if look.trick is not None and pattern.type in ("mixed", "invalid"):
            return self.host.texts("prompt.follow_any", n=len(cards), cards=self._cards(cards))
        return f"{pattern_name(pattern, self.host.texts.language)} {self._cards(cards)}"

    def _keys(self, look: ShandongLook) -> list[KeyHint]:
        t = self.host.texts
        past = [KeyHint("T", t("key.trick"), "cmd:trick"), KeyHint("K", t("key.declared"), "cmd:declared")]
        if look.seat < 0:
            return past
        if offers(look):
            keys = [KeyHint("1-9", t("key.show"), "offer:0"), KeyHint("P", t("key.pass"), "cmd:pass")]
        else:
            act = {"BURY": "key.bury", "GIVE_BACK": "key.give"}.get(action_type(look), "key.play")
            keys = [
                KeyHint("←→↑↓", t("key.move"), ""),
                KeyHint(t("key.space"), t("key.select"), "cmd:select"),
                KeyHint(t("ask.enter"), t(act), "cmd:play"),
            ]
        return [*keys, KeyHint("H", t("key.hint"), "cmd:hint"), KeyHint("X", t("key.clear"), "cmd:clear"), *past]

    # --- keys ---------------------------------------------------------------------------------------------

    def clicked(self, target: str, double: bool) -> None:
        kind, _, value = target.partition(":")
        if kind == "card":
            self.card = value
            if double:
                self._choose_pair(value)
            else:
                self._toggle(value)
        elif kind == "group":
            self.card = next((row.cards[0] for row in self._rows if row.group.suit == value), self.card)
        elif kind == "offer":
            self._show(int(value))
        elif kind == "hint":
            self._hint()
        elif kind == "trick":
            self._last_trick()

    def digit(self, digit: int) -> None:
        if offers(self.look):
            self._show(digit - 1)
            return
        row = next((row for row in self._rows if self.card in row.cards), self._rows[0] if self._rows else None)
        index = 9 if digit == 0 else digit - 1
        if row is not None and index < len(row.cards):
            self.card = row.cards[index]
            self._toggle(self.card)

    def move(self, way: str) -> None:
        if not self._rows:
            return
        here = next(
            ((y, row.cards.index(self.card)) for y, row in enumerate(self._rows) if self.card in row.cards), None
        )
        if here is None:
            self.card = self._rows[0].cards[0]
            return
        y, x = here
        if way in ("up", "down"):
            y = (y + (1 if way == "down" else -1)) % len(self._rows)
            self.card = self._rows[y].cards[min(x, len(self._rows[y].cards) - 1)]
            return
        flat = [card for row in self._rows for card in row.cards]
        at = flat.index(self.card)
        self.card = {"left": flat[at - 1], "right": flat[(at + 1) % len(flat)], "home": flat[0], "end": flat[-1]}[way]

    def _select(self) -> None:
        if self.card:
            self._toggle(self.card)
        else:
            self.move("home")

    def _toggle(self, card: str) -> None:
        if card in self.chosen:
            self.chosen.remove(card)
        elif wanted_count(self.look) == 1:
            self.chosen = [card]
        else:
            self.chosen.append(card)

    def _choose_pair(self, card: str) -> None:
        """Both copies of a card, chosen by a double click."""
        face = card.rsplit("_", 1)[0]
        for copy in (f"{face}_0", f"{face}_1"):
            if copy in self.look.hand and copy not in self.chosen:
                self.chosen.append(copy)

    def _clear(self) -> None:
        self.chosen = []

    def _play(self) -> None:
        look, t = self.look, self.host.texts
        kind = action_type(look)
        if not kind:
            window = bool(offers(look))
            self.host.refuse(t("refuse.window") if window else t("not_your_turn"))
            return
        cards = self.chosen or ([self.card] if self.card and wanted_count(look) <= 1 else [])
        if not cards:
            self.host.refuse(t("refuse.select"))
            return
        action = card_action(kind, cards)
        answer = self.host.check(action)
        if answer.accepted:
            self.chosen = []
            self.host.act([action])
        else:
            self.host.refuse(self._reason(look, answer.code, self.refused(answer)), cards=True)

    def _pass(self) -> None:
        if self.look.allows("PASS"):
            self.host.act([PASS])
        elif not self.host.let_go():
            self.host.refuse(self.host.texts("refuse.pass"))

    def _show(self, index: int) -> None:
        found = offers(self.look)
        if 0 <= index < len(found):
            self.host.act([card_action(*found[index])])

    def _hint(self) -> None:
        t = self.host.texts
        advice = self.host.hint()
        if isinstance(advice, CardAction):
            self._advise(cast(list[str], advice.to_json()["cards"]))
        elif advice is not None or offers(self.look):
            self.host.tell(t("hint.wait"))
        else:
            self.host.refuse(t("refuse.hint"))

    def _advise(self, cards: list[str]) -> None:
        """Choose these cards, or name the key that shows them."""
        if action_type(self.look):
            self.chosen = list(cards)
            self.card = cards[0] if cards else self.card
            return
        shown = [self._cards(offered) for _, offered in offers(self.look)]
        advised = self._cards(cards)
        if advised in shown:
            self.host.tell(self.host.texts("hint.show", n=shown.index(advised) + 1, cards=advised))
        else:
            self.host.tell(self.host.texts("hint.wait"))

    def _last_trick(self) -> None:
        t, look = self.host.texts, self.look
        if look.last_trick is None:
            self.host.refuse(t.phrase("ui.noLastTrick"))
            return
        trick = look.last_trick
        lines = [t.labelled(self.who(play.seat), self._cards(play.cards)) for play in trick.plays]
        mine = trick.ahead == self.host.reader
        lines.append(t("trick.you_won" if mine else "trick.won", who=self.who(trick.ahead), n=trick.points))
        self.read_out("ui.lastTrick", lines)

    def _declared(self) -> None:
        t, look = self.host.texts, self.look
        lines = []
        for shown in look.declarations:
            cards = self._cards([*shown.jokers, *(shown.pair or [])])
            face_down = "" if shown.pair else t("declared.face_down")
            lines.append(t.labelled(self.who(shown.seat), f"{cards} {face_down}".strip()))
        if look.exchange:
            stuck = f"{t('declared.stuck')} {self._cards(look.exchange.shown)}"
            lines.append(t.labelled(self.who(look.exchange.seat), stuck))
        self.read_out("ui.declaredTitle", lines or [t.phrase("ui.nobodyDeclared")])

    def _read(self) -> None:
        """The table in words, one fact a line."""
        t, look = self.host.texts, self.look
        lines = [title(look, t), subtitle(look, t)]
        trick = self._trick(look)
        if trick is not None:
            for play in trick.plays:
                lines.append(t.labelled(self.who(play.seat), t.words.poker_cards(play.cards)))
            lines.append(t("ui.trickPoints", n=trick.points))
        for group in look.groups:
            cards = t.words.poker_cards(group.cards)
            lines.append(t.labelled(f"{t.suit_label(group.suit)} {len(group.cards)}", cards))
        lines.append(shandong_prompt(look, t, self.who, self.chosen).text)
        self.read_out("read.title", lines)


FACE = ShandongFace
