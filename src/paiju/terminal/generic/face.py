"""Any game on the drawn table: its view as lines, legal actions as a list, the log beside them."""

from typing import Final

from paiju.terminal.cells import wrap
from paiju.terminal.faces import game_title
from paiju.terminal.generic.look import action_name, legal_actions, own_cards, table_lines
from paiju.terminal.session import MatchEvent
from paiju.terminal.tui.canvas import Canvas
from paiju.terminal.tui.face import Face, Host
from paiju.terminal.tui.log import Log
from paiju.terminal.tui.scene import (
    KeyHint,
    Prompt,
    draw_header,
    draw_keys,
    draw_log,
    draw_prompt,
)

LOG_SHARE: Final = 3
"""The log takes a third of the columns."""


class GenericFace(Face):
    """A list to choose from."""

    help_keys = ("help.key.list", "help.key.digit", "help.key.play", "help.key.hint")

    def __init__(self, host: Host) -> None:
        super().__init__(host)
        self.log: Final = Log()
        self.at = 0
        self._over = False
        self.keys = {"play": self._play, "select": self._play, "hint": self._hint, "read": self._read}

    def lines(self) -> list[str]:
        """The table in words."""
        host = self.host
        lines = table_lines(host.view, len(host.names), self.who)
        for seat, cards in (host.hands or {}).items():
            lines.append(host.texts.labelled(self.who(seat), host.texts.names(cards)))
        own = own_cards(host.view)
        return [*lines, host.texts("read.hand", cards=host.texts.names(own))] if own else lines

    def paint(self, canvas: Canvas) -> None:
        t = self.host.texts
        legal = legal_actions(self.host.view)
        prompt = Prompt(t("prompt.list", n=len(legal)), t("tag.turn")) if legal else Prompt(t("prompt.others"))
        if self._over:
            prompt = Prompt(t("sheet.over"))
        keys = [
            KeyHint("↑↓ 1-9", t("key.choose"), ""),
            KeyHint(t("ask.enter"), t("key.play"), "cmd:play"),
            KeyHint("H", t("key.hint"), "cmd:hint"),
        ]
        frame = self.frame(game_title(self.host.game, str(self.host.view.get("rulebook", "")), t.words), prompt, keys)
        top = draw_header(canvas, frame)
        bottom = canvas.height - 3
        width = canvas.width - canvas.width // LOG_SHARE - 2 if self.log_open() else canvas.width
        if self.log_open():
            x = width + 2
            draw_log(
                canvas, x, top, canvas.width - x - 1, bottom - top, t("log.title"), self.log.lines(self.narrator())
            )
        row = top
        for line in self.lines():
            for part in wrap(line, width - 2):
                canvas.put(1, row, part, "text", width)
                row += 1
        draw_prompt(canvas, row + 1, frame.prompt)
        self._draw_list(canvas, row + 3, bottom, width, [action_name(self.host.game, action) for action in legal])
        draw_keys(canvas, frame)

    def _draw_list(self, canvas: Canvas, row: int, bottom: int, width: int, names: list[str]) -> None:
        first = max(0, min(self.at - (bottom - row) + 1, len(names) - 1))
        for number, name in enumerate(names[first : first + max(0, bottom - row)], first):
            here = number == self.at
            canvas.put(
                1,
                row,
                f"{'▸' if here else ' '} {number + 1}  {name} ",
                "bold reverse accent" if here else "text",
                width,
            )
            canvas.spot(0, row, width, 1, f"choice:{number}")
            row += 1

    def digit(self, digit: int) -> None:
        if 1 <= digit <= len(legal_actions(self.host.view)):
            self.at = digit - 1

    def move(self, way: str) -> None:
        count = len(legal_actions(self.host.view))
        if count:
            step = {"up": -1, "left": -1, "down": 1, "right": 1}.get(way, 0)
            self.at = {"home": 0, "end": count - 1}.get(way, (self.at + step) % count)

    def clicked(self, target: str, double: bool) -> None:
        kind, _, value = target.partition(":")
        if kind == "choice":
            chosen, self.at = self.at, int(value)
            if double or chosen == self.at:
                self._play()

    def _play(self) -> None:
        legal = legal_actions(self.host.view)
        if not legal:
            self.host.refuse(self.host.texts("not_your_turn"))
        else:
            self.host.act([self.host.game.action_from_json(legal[min(self.at, len(legal) - 1)])])

    def _hint(self) -> None:
        advice, t = self.host.hint(), self.host.texts
        if advice is None:
            self.host.refuse(t("refuse.hint"))
            return
        legal, data = legal_actions(self.host.view), advice.to_json()
        self.at = legal.index(data) if data in legal else self.at
        self.host.tell(t("hint.card", card=advice.text()))

    def _read(self) -> None:
        self.read_out("read.title", self.lines())

    def absorb(self, event: MatchEvent) -> None:
        self.log.add(event.facts)
        self._over = self._over or any(fact.type == "match_over" for fact in event.facts)

    def turn_begins(self) -> None:
        self.at = 0

    def pace(self, event: MatchEvent | None) -> float:
        return 1.0 if event is not None and event.seat >= 0 else 0.0

    def resting(self) -> bool:
        return self._over

    def can_react(self) -> bool:
        return bool(legal_actions(self.host.view))

    def log_by_default(self) -> bool:
        return True


FACE = GenericFace
