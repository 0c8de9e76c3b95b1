"""The UNO table on the screen: keys and clicks become actions, views become a drawing."""

from collections.abc import Callable
from typing import Final

from paiju.games.uno.actions import ACCEPT, CALL, CATCHES, CHALLENGE, DRAW, NO_SEAT, SKIP, UnoAction, jump_in, play_card
from paiju.games.uno.actions import COLOURS as COLOUR_ACTIONS
from paiju.games.uno.cards import NO_COLOUR, card_from_id, find_colour
from paiju.games.uno.wire import UnoCard
from paiju.terminal.cells import pad, width
from paiju.terminal.faces import rulebook_name
from paiju.terminal.session import MatchEvent
from paiju.terminal.tui.canvas import Canvas
from paiju.terminal.tui.face import Choice, Face, Host
from paiju.terminal.tui.scene import Frame
from paiju.terminal.uno.cards import NORMAL, HandMarks, largest_card, plan_hand
from paiju.terminal.uno.log import UnoLog
from paiju.terminal.uno.look import UnoLook, uno_card, uno_look
from paiju.terminal.uno.prompt import uno_detail, uno_prompt, what_fits
from paiju.terminal.uno.scene import key_hints, others, seat_box, title
from paiju.terminal.uno.sheet import draw_sheet, score_table
from paiju.terminal.uno.table import UnoScene, draw_uno
from paiju.terminal.words import COLOURS

CallBack = Callable[[str], None]

SCORE_WIDTH: Final = 72
"""Columns of the score sheet when it lies over the table: what fits into the smallest window."""
FACE_ORDER: Final = ("number", "skip", "reverse", "draw_two", "wild", "wild_draw_four")


class UnoFace(Face):
    """UNO with all its rulebooks."""

    help_keys = (
    "help.key.move", "help.key.digit", "help.key.play", "help.key.draw", "help.key.pass", "help.key.uno",
    "help.key.catch", "help.key.accept", "help.key.hint", "help.key.score", "help.key.sort",
)  # fmt: skip

    def __init__(self, host: Host) -> None:
        super().__init__(host)
        self.log: Final = UnoLog()
        self.card = ""
        """Id of the card under the cursor."""
        self.chosen = False
        self.armed = False
        """UNO will be said with the next play."""
        self.sorted = False
        self._plan = plan_hand(1, 78, 8, NORMAL)
        self.keys = {
            "play": self._play,
            "select": self._select,
            "draw": self._draw,
            "pass": self._pass,
            "call": self._uno,
            "catch": self._catch,
            "accept": self._accept,
            "hint": self._hint,
            "clear": self._clear,
            "trick": self._score,
            "sort": self._sort,
            "read": self._read,
        }

    # --- looking ------------------------------------------------------------------------------------------

    @property
    def look(self) -> UnoLook:
        return uno_look(self.host.view)

    def hand(self) -> list[UnoCard]:
        """The hand in the order it is shown."""
        hand = self.look.cards
        return sorted(hand, key=_place) if self.sorted else hand

    def log_by_default(self) -> bool:
        """False with many seats, which need the space."""
        return len(self.look.seats) <= 5

    def resting(self) -> bool:
        return self.look.phase in ("round_over", "ended")

    def absorb(self, event: MatchEvent) -> None:
        self.log.add(event.facts)
        if self.card not in [card.id for card in self.look.cards]:
            self.card, self.chosen = "", False
        if len(self.look.hand) != 2:
            self.armed = False

    def turn_begins(self) -> None:
        self.chosen = False
        look = self.look
        if look.drawn_card_id:
            self.card, self.chosen = look.drawn_card_id, True

    def pace(self, event: MatchEvent | None) -> float:
        if event is None or event.kind in ("SHUFFLE", "START", "NEXT_ROUND"):
            return 0.0
        after = uno_look(event.after)
        if after.exposed != NO_SEAT:
            return 2.5  # time to catch, or to remember
        return 1.4 if event.kind in ("CHALLENGE_WILD_DRAW_FOUR", "CHALLENGE_UNO") else 1.0

    def can_react(self) -> bool:
        look = self.look
        return (
            look.exposed == look.seat
            or look.allows("JUMP_IN")
            or (look.exposed != NO_SEAT and look.allows("CHALLENGE_UNO"))
        )

    # --- drawing ------------------------------------------------------------------------------------------

    def paint(self, canvas: Canvas) -> None:
        look = self.look
        if self.resting():
            draw_sheet(canvas, self._sheet_frame(look), look, self.log, self.host, self.who)
            return
        scene = self._scene(look)
        draw_uno(canvas, scene, self.host.texts)
        largest = largest_card(canvas.width, canvas.height)
        self._plan = plan_hand(len(scene.hand), canvas.width - 2, canvas.height - 16, largest)

    def _scene(self, look: UnoLook) -> UnoScene:
        t = self.host.texts
        hand = self.hand()
        ids = [card.id for card in hand]
        cursor = ids.index(self.card) if self.card in ids else -1
        chosen = self.card if self.chosen else ""
        after_me = look.next_of(look.seat) if look.seat in look.seats else look.next_of(look.current)
        flow = t("flow.clockwise" if look.direction > 0 else "flow.counter", who=self.who(after_me))
        return UnoScene(
            frame=self.frame(title(look, t), uno_prompt(look, t, self.who), key_hints(look, t)),
            others=[seat_box(look, seat, self.host, self.log, self.who) for seat in others(look)],
            top=look.top_card,
            colour=look.colour,
            pile=look.deck_count,
            owed=look.draw_pending,
            direction=look.direction,
            flow=flow if look.running else "",
            hand=hand,
            marks=HandMarks(look.playable, cursor, self.chosen, look.drawn_card_id or ""),
            detail=self._detail(look, chosen),
            detail_tone="warn" if chosen and chosen not in look.playable else "accent",
            log=self.log.lines(self.narrator()),
            log_open=self.log_open(),
            side=[(self.who(seat), str(look.totals.get(seat, 0))) for seat in look.seats],
        )

    def _detail(self, look: UnoLook, chosen: str) -> str:
        """What stands below the hand: what Enter would do; in a replay whose hand it is."""
        t = self.host.texts
        if self.host.key_hints is not None:
            return t("replay.your_hand") if look.seat == self.host.reader else t("replay.hand", who=self.who(look.seat))
        return uno_detail(look, t, self.who, chosen, self.armed)

    def _sheet_frame(self, look: UnoLook) -> Frame:
        t = self.host.texts
        after = t(
            "title.uno_after", book=rulebook_name(self.host.game, look.rulebook, t.words), round=look.round_number
        )
        enter = "key.over" if look.phase == "ended" else "key.ready"
        return self.sheet_frame(after, enter, "key.replay")

    # --- keys ---------------------------------------------------------------------------------------------

    def clicked(self, target: str, double: bool) -> None:
        kind, _, value = target.partition(":")
        if kind == "card":
            if self.card == value and self.chosen:
                self._play()
            else:
                self.card, self.chosen = value, True
        elif kind == "draw":
            self._draw()
        elif kind == "seat" and self.look.exposed == int(value):
            self._catch()

    def digit(self, digit: int) -> None:
        look = self.look
        if look.phase == "choose_color" and look.current == look.seat:
            if 1 <= digit <= 4:
                self._choose_colour(COLOURS[digit - 1])
            return
        index = 9 if digit == 0 else digit - 1
        hand = self.hand()
        if index < len(hand):
            self.card, self.chosen = hand[index].id, True

    def move(self, way: str) -> None:
        hand = [card.id for card in self.hand()]
        if not hand:
            return
        if self.card not in hand:
            self.card = hand[-1] if way in ("left", "end") else hand[0]
        else:
            here = hand.index(self.card)
            step = {"left": -1, "right": 1, "up": -self._plan.columns, "down": self._plan.columns}.get(way, 0)
            there = 0 if way == "home" else len(hand) - 1 if way == "end" else here + step
            if way in ("left", "right"):
                there %= len(hand)
            self.card = hand[there] if 0 <= there < len(hand) else self.card
        self.chosen = True

    def _select(self) -> None:
        if self.card:
            self.chosen = not self.chosen
        else:
            self.move("home")

    def _clear(self) -> None:
        self.chosen = self.armed = False

    def _sort(self) -> None:
        self.sorted = not self.sorted

    def _play(self) -> None:
        look, t = self.look, self.host.texts
        if look.current == look.seat and look.phase == "acted":
            self._pass()
        elif look.current == look.seat and look.phase == "choose_color":
            self._ask_colour(t("prompt.colour"), self._choose_colour)
        elif not self.card or not self.chosen:
            self.host.refuse(t("refuse.choose") if look.current == look.seat else t("not_your_turn"))
        else:
            self._lay(self.card)

    def _lay(self, card_id: str) -> None:
        look, t = self.look, self.host.texts
        card = uno_card(card_id)
        jump = card_id in look.jumps
        wild = card.color is None
        swap = card.value == 7 and bool(look.options.get("sevenSwap")) and len(look.hand) > 1

        def laid(colour: str = "", target: int = NO_SEAT) -> UnoAction:
            number = card_from_id(card_id)
            if jump:
                return jump_in(number, target)
            return play_card(number, find_colour(colour) if colour else NO_COLOUR, target)

        trial = laid(COLOURS[0] if wild else "", others(look)[0] if swap else NO_SEAT)
        answer = self.host.check(trial)
        if not answer.accepted:
            fits = answer.code == "INVALID_CARD"
            sentence = (
                t("refuse.unfit", card=t.words.card(card), fits=what_fits(look, t)) if fits else self.refused(answer)
            )
            self.host.refuse(sentence, cards=True)
        elif wild:
            title = t("choose.colour", card=t.words.card(card))
            self._ask_colour(title, lambda colour: self._send(laid(colour)))
        elif swap:
            self._ask_target(look, lambda target: self._send(laid(target=int(target))))
        else:
            self._send(laid())

    def _choose_colour(self, colour: str) -> None:
        self._send(COLOUR_ACTIONS[find_colour(colour)])

    def _ask_colour(self, title: str, then: CallBack) -> None:
        t, hand = self.host.texts, self.look.cards
        longest = max(width(t.words.colour_mark(colour)) for colour in COLOURS)
        options = []
        for colour in COLOURS:
            count = sum(1 for card in hand if card.color == colour)
            mark = pad(t.words.colour_mark(colour), longest)
            options.append(Choice(colour, f"{mark}  {t('choose.have', n=count)}", f"bold {colour}"))
        self.host.choose(title, options, then)

    def _ask_target(self, look: UnoLook, then: CallBack) -> None:
        t = self.host.texts
        longest = max(width(self.who(seat)) for seat in others(look))
        options = [
            Choice(str(seat), f"{pad(self.who(seat), longest)}  {t('ui.cards', n=look.counts[seat])}")
            for seat in others(look)
        ]
        self.host.choose(t("ui.swapWith"), options, then)

    def _send(self, action: UnoAction) -> None:
        """Send an action; an armed UNO is said first."""
        actions = [action]
        if self.armed and action.type in ("PLAY_CARD", "JUMP_IN"):
            actions.insert(0, CALL)
        self.armed = False
        self.host.act(actions)

    def _try(self, action: UnoAction) -> None:
        answer = self.host.check(action)
        if answer.accepted:
            self._send(action)
        else:
            self.host.refuse(self.refused(answer))

    def _draw(self) -> None:
        self._try(DRAW)

    def _pass(self) -> None:
        self._try(SKIP)

    def _accept(self) -> None:
        self._try(ACCEPT)

    def _catch(self) -> None:
        look, t = self.look, self.host.texts
        if look.phase == "wd4_response" and look.current == look.seat:
            self._send(CHALLENGE)
        elif look.exposed != NO_SEAT and look.exposed != look.seat and look.allows("CHALLENGE_UNO"):
            self._send(CATCHES[look.exposed])
        elif look.jumps:
            self._lay(look.jumps[0])
        else:
            self.host.refuse(t("refuse.catch"))

    def _uno(self) -> None:
        """With one card: say it now. With two: say it with the next play. A wrong key costs nothing."""
        look, t = self.look, self.host.texts
        if len(look.hand) == 1 and look.running:
            self._try(CALL)
        elif len(look.hand) == 2 and look.running:
            self.armed = not self.armed
        else:
            self.host.refuse(t("refuse.uno"))

    def _hint(self) -> None:
        t = self.host.texts
        action = self.host.hint()
        if action is None:
            self.host.refuse(t("refuse.hint"))
            return
        advice = action.to_json()
        kind = str(advice["type"])
        if kind == "CALL_UNO" and len(self.look.hand) == 2:
            self._hint_uno()
        elif kind in ("PLAY_CARD", "JUMP_IN"):
            self.card, self.chosen = str(advice["cardId"]), True
            sentence = t("hint.card", card=t.words.card(uno_card(self.card)))
            colour = advice.get("chosenColor")
            if isinstance(colour, str):
                sentence += t("hint.colour", colour=t.words.colour_word(colour))
            self.host.tell(sentence)
        elif kind == "CHOOSE_COLOR":
            self.host.tell(t("hint.choose", colour=t.words.colour_word(str(advice["color"]))))
        else:
            self.host.tell(t(_HINTS.get(kind, "hint.other")))

    def _hint_uno(self) -> None:
        """Say UNO with the next play. The adviser names a play only after the call, so choose any that fits."""
        self.armed = True
        playable = self.look.playable
        for card in self.hand():
            if card.id in playable:
                self.card, self.chosen = card.id, True
                self.host.tell(self.host.texts("hint.card_uno", card=self.host.texts.words.card(card)))
                return

    def _score(self) -> None:
        t, look = self.host.texts, self.look
        table = score_table(look, self.log, t, self.who, self.host, SCORE_WIDTH)
        self.host.read(t("score.title"), [("".join(run.text for run in line), line[0].tone) for line in table])

    def _read(self) -> None:
        """The table in words, one fact a line."""
        t, look = self.host.texts, self.look
        lines = []
        if look.top_card is not None and look.colour:
            lines.append(
                t(
                    "read.pile",
                    card=t.words.card(look.top_card),
                    colour=t.words.colour_word(look.colour),
                    n=look.deck_count,
                )
            )
        for seat in others(look):
            lines.append(t("read.seat", who=self.who(seat), n=look.counts.get(seat, 0)))
        lines.append(t("read.hand", cards=t.names([t.words.card(card) for card in self.hand()])))
        lines.append(uno_prompt(look, t, self.who).text)
        self.read_out("read.title", lines)


_HINTS: Final = {
    "DRAW_CARD": "hint.draw",
    "SKIP_TURN": "hint.pass",
    "CALL_UNO": "hint.uno",
    "CHALLENGE_UNO": "hint.catch",
    "CHALLENGE_WILD_DRAW_FOUR": "hint.challenge",
    "ACCEPT_WILD_DRAW_FOUR": "hint.accept",
}


def _place(card: UnoCard) -> tuple[int, int, int]:
    """Sorting: by colour, then by face; wild cards last."""
    colour = len(COLOURS) if card.color is None else COLOURS.index(card.color)
    return colour, FACE_ORDER.index(card.type), card.value or 0


FACE = UnoFace
