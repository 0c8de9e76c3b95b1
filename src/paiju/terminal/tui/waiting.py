"""A room before its match begins: who is here, what is played, ready or not; the host starts."""

from functools import partial
from typing import Final

from textual import events
from textual.app import ComposeResult
from textual.screen import Screen

from paiju.guide import describe_value, word
from paiju.i18n import translator
from paiju.protocol.rooms import SeatInfo
from paiju.terminal.cells import cut, pad, width
from paiju.terminal.clock import SYSTEM, ScreenClock
from paiju.terminal.faces import game_title
from paiju.terminal.remote import BACK, Refused, RemoteMatch, ServerAway
from paiju.terminal.tui.appearance import Appearance
from paiju.terminal.tui.board import Board
from paiju.terminal.tui.canvas import Canvas, Run
from paiju.terminal.tui.connection import BACK_SECONDS, RoomConnection
from paiju.terminal.tui.face import Choice
from paiju.terminal.tui.help import rules_lines
from paiju.terminal.tui.scene import (
    Frame,
    KeyHint,
    Prompt,
    draw_header,
    draw_keys,
    draw_prompt,
    draw_too_small,
    sheet_origin,
    too_small,
)
from paiju.terminal.tui.sheets import Chooser, Reader
from paiju.terminal.tui.texts import Texts

STARTED: Final = "started"
QUIT: Final = "quit"
LEFT: Final = "left"
NAME: Final = 24
STATE: Final = 18
KEYS: Final = {
    "enter": "go",
    "space": "go",
    "question_mark": "rules",
    "l": "language",
    "x": "leave",
    "escape": "quit",
    "q": "quit",
}


class WaitingScreen(Screen[str]):
    """Ends with `started`, `quit` (the seat is kept) or `left` (it is given up)."""

    def __init__(self, match: RemoteMatch, appearance: Appearance, texts: Texts, clock: ScreenClock = SYSTEM) -> None:
        super().__init__()
        self.match: Final = match
        self.texts = texts
        self.board: Final = Board(self._paint, appearance)
        self._appearance: Final = appearance
        self._connection: Final = RoomConnection(match)
        self._time: Final = clock
        self._notice: Prompt | None = None
        self._asking = False

    def compose(self) -> ComposeResult:
        yield self.board

    def on_mount(self) -> None:
        self.board.focus()
        self._connection.open()
        self.run_worker(self._listen())

    def on_unmount(self) -> None:
        self._connection.close()

    async def _listen(self) -> None:
        while not self.match.started and not self.match.over():
            await self._connection.arrival()
            self.match.past += self.match.collect()  # the table tells it
            news = self._connection.take_news()
            if news:
                self._notice = None
            if news == BACK:
                self._time.call_later(BACK_SECONDS, self._forget_good_news)
            self.board.redraw()
        if self.match.started:
            self.dismiss(STARTED)

    def _forget_good_news(self) -> None:
        self._connection.forget_good_news()
        self.board.redraw()

    # --- drawing ------------------------------------------------------------------------------------------

    def _paint(self, canvas: Canvas) -> None:
        t, info = self.texts, self.match.info
        if too_small(canvas):
            draw_too_small(canvas, t)
            return
        title = t("wait.title", room=info.room, game=game_title(self.match.game, info.rulebook, t.words))
        frame = Frame(title, prompt=self._prompt(), keys=self._keys(), more_keys=self._more_keys())
        top = draw_header(canvas, frame)
        lines = self._lines(canvas.width - 6)
        widest = max(sum(width(run.text) for run in line) for line in lines)
        x, y = sheet_origin(canvas, top, widest, len(lines) + 3)
        for row, line in enumerate(lines):
            canvas.runs(x, y + row, line, canvas.width - 1)
        canvas.across(canvas.height - 5)
        draw_prompt(canvas, canvas.height - 4, frame.prompt)
        draw_keys(canvas, frame)

    def _lines(self, room: int) -> list[list[Run]]:
        """Link, seats, and what differs from the rulebook."""
        t, info = self.texts, self.match.info
        lines = [[Run(t("wait.link"), "hint")], [Run(info.link, "bold text")], []]
        lines.append([Run(t("ui.seatsWord"), "hint")])
        lines.extend(self._seat(seat) for seat in info.seats)
        if info.spectators:
            lines.append([Run(t("ui.watchers", n=info.spectators), "hint")])
        lines.append([])
        lines.append([Run(t("wait.clock", n=info.clock) if info.clock else t.phrase("ui.clockIsNone"), "second")])
        if info.changed:
            lines.append([Run(t("wait.changed"), "hint")])
            lines.extend([Run(cut(line, room).rstrip(), "second")] for line in self._changes())
        return lines

    def _changes(self) -> list[str]:
        """What differs from the rulebook, in words."""
        t = translator(self.match.info.game, self.texts.language)
        changed = self.match.info.changed
        return [
            self.texts.labelled(word(f"option.{name}", name, t), describe_value(name, value, t))
            for name, value in changed.items()
        ]

    def _seat(self, seat: SeatInfo) -> list[Run]:
        t = self.texts
        mine = seat.seat == self.match.viewer
        name = self.match.names[seat.seat]
        if mine:
            name = t("wait.you", name=name)
        taken = bool(seat.id)
        shown = Run(cut(name if taken else t("room.free"), NAME), _tone(mine, taken))
        state, tone = "ui.offline", "warn"
        if not taken or seat.bot:
            state, tone = ("ui.bot", "hint") if seat.bot else ("wait.none", "hint")
        elif seat.ready:
            state, tone = "wait.ready", "ok"
        elif seat.connected:
            state, tone = "wait.here", "second"
        host = t("wait.host") if seat.seat == self.match.info.host else ""
        return [
            Run(f"{seat.seat + 1:>2}  ", "hint"),
            shown,
            Run(pad(t(state), STATE), tone),
            Run(host, "accent" if mine else "second"),
        ]

    def _prompt(self) -> Prompt:
        t = self.texts
        said = self._notice or self._connection.prompt(t)
        if said is not None:
            return said
        if self.match.viewer < 0:
            return Prompt(t("wait.spectator"), tone="second")
        if self.match.host:
            return Prompt(t("wait.you_start"), t("tag.host"), "accent")
        return Prompt(t("wait.not_ready" if self._ready() else "wait.say_ready"), t("tag.guest"), "accent")

    def _keys(self) -> list[KeyHint]:
        t = self.texts
        if self.match.viewer < 0:
            return []
        go = "key.start" if self.match.host else "key.unready" if self._ready() else "key.ready_now"
        return [KeyHint(t("ask.enter"), t(go), "go"), KeyHint("X", t("key.give_up"), "leave")]

    def _more_keys(self) -> list[KeyHint]:
        t = self.texts
        return [
            KeyHint("?", t("menu.rules"), "rules"),
            KeyHint("L", t("ui.otherLanguage"), "language"),
            KeyHint("Esc", t("room.quit"), "quit"),
        ]

    def _ready(self) -> bool:
        return any(seat.seat == self.match.viewer and seat.ready for seat in self.match.info.seats)

    # --- keys ---------------------------------------------------------------------------------------------

    def on_key(self, event: events.Key) -> None:
        name = KEYS.get(event.key.lower() if len(event.key) == 1 else event.key, "")
        if name:
            event.stop()
            self._do(name)

    def on_board_chosen(self, event: Board.Chosen) -> None:
        event.stop()
        self._do(event.target)

    def _do(self, name: str) -> None:
        self._notice = None
        if name == "quit":
            self.dismiss(QUIT)
        elif name == "language":
            self.texts = self.texts.other()
        elif name == "rules":
            lines = partial(rules_lines, self.match.game, self.match.rules)
            self.app.push_screen(Reader(lambda texts: texts("menu.rules"), lines, self._appearance, self.texts))
        elif name == "leave" and self.match.viewer >= 0:
            self._ask_to_leave()
        elif name == "go" and self.match.viewer >= 0:
            self._send(name)
        self.board.redraw()

    def _ask_to_leave(self) -> None:
        t = self.texts
        options = [Choice("stay", t("wait.stay")), Choice("leave", t("wait.leave"))]
        question = Chooser(t("wait.leave_really"), options, self._appearance, t)
        self.app.push_screen(question, lambda choice: self._send("leave") if choice == "leave" else None)

    def _send(self, name: str) -> None:
        if self.match.connection.away:
            self._say_away()
        elif not self._asking and not self.match.gone:
            self._asking = True
            self.run_worker(self._ask(name))

    def _say_away(self) -> None:
        """Say that nothing was sent, unless a reason for that stands there which will not pass."""
        if not self.match.gone:
            self._notice = Prompt(self.texts("room.away"), self.texts("tag.refused"), "bad")

    async def _ask(self, name: str) -> None:
        line = self.match.connection
        try:
            if name == "leave":
                await line.answer(line.leave())
                self.dismiss(LEFT)
            elif self.match.host:
                await line.answer(line.start())
            else:
                await line.answer(line.ready(not self._ready()))
        except Refused as refused:
            self._notice = Prompt(refused.problem.text, self.texts("tag.refused"), "bad")
        except ServerAway:
            self._say_away()
        finally:
            self._asking = False
        self.board.redraw()


def _tone(mine: bool, taken: bool) -> str:
    if mine:
        return "bold accent"
    return "bold text" if taken else "hint"
