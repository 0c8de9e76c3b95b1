"""The screen a match is played on: lets the bots act at a human pace, and the player at any time."""

import asyncio
from collections.abc import Callable
from pathlib import Path
from typing import Final

from textual import events
from textual.app import ComposeResult
from textual.screen import Screen
from textual.timer import Timer

from paiju.engine.game import HOST
from paiju.terminal.session import Answer, Event, Session, View
from paiju.terminal.settings import Settings
from paiju.terminal.tui.board import Board
from paiju.terminal.tui.face import ActionData, Face, Option
from paiju.terminal.tui.help import help_lines, help_title
from paiju.terminal.tui.look import Look
from paiju.terminal.tui.scene import Prompt
from paiju.terminal.tui.sheets import Chooser, Lines, Reader
from paiju.terminal.tui.texts import Texts

KEYS: Final = {
    "left": "left",
    "right": "right",
    "up": "up",
    "down": "down",
    "home": "home",
    "end": "end",
    "space": "select",
    "enter": "play",
    "d": "draw",
    "p": "pass",
    "u": "uno",
    "c": "catch",
    "a": "accept",
    "h": "hint",
    "x": "clear",
    "t": "trick",
    "k": "declared",
    "s": "sort",
    "g": "log",
    "m": "mute",
    "w": "read",
    "n": "skip",
    "question_mark": "help",
    "l": "language",
    "escape": "menu",
}


def make_face(game: str, host: "TableScreen") -> Face:
    """The face of a game; the other game's code is not loaded."""
    if game == "uno":
        from paiju.terminal.tui.uno_face import UnoFace

        return UnoFace(host)
    from paiju.terminal.tui.shandong_face import ShandongFace

    return ShandongFace(host)


class TableScreen(Screen[str]):
    """One match. Ends with what the player wants next: `menu`, `quit`, `again`, or `over` when it has ended."""

    DEFAULT_CSS = "TableScreen { background: black 0%; }"

    def __init__(self, match: Session, settings: Settings, look: Look, texts: Texts, saved: Path | None = None) -> None:
        super().__init__()
        self.match: Final = match
        self.settings = settings
        self._look: Final = look
        self._texts = texts
        self._saved: Final = saved
        self._view: View = match.look()
        self._notice: Prompt | None = None
        self._log_open = True
        self._timer: Timer | None = None
        self._working = asyncio.Lock()
        self._last: Event | None = None
        self._hurry = False
        self._was_mine = False
        self.face: Final = make_face(match.game.name, self)
        self.board: Final = Board(self.face.paint, look)

    # --- what faces see (see `Host`) ----------------------------------------------------------------------

    @property
    def texts(self) -> Texts:
        return self._texts

    @property
    def view(self) -> View:
        return self._view

    @property
    def names(self) -> list[str]:
        return self.match.names

    @property
    def log_open(self) -> bool:
        return self._log_open

    @property
    def clock(self) -> str:
        return ""

    @property
    def corner(self) -> str:
        if self.face.resting():
            return self._texts("corner.sealed", mark=f"{self.match.commitment[:4]}…{self.match.commitment[-4:]}")
        return self._texts("corner.saved") if self._saved is not None else ""

    @property
    def notice(self) -> Prompt | None:
        return self._notice

    def is_bot(self, seat: int) -> bool:
        return seat in self.match.seats.bots

    def check(self, action: ActionData) -> Answer:
        return self.match.check(self.match.game.action_from_json(action))

    def hint(self) -> ActionData | None:
        action = self.match.hint()
        return None if action is None else action.to_json()

    def refuse(self, sentence: str) -> None:
        self._notice = Prompt(sentence, self._texts("tag.refused"), "bad")

    def tell(self, sentence: str) -> None:
        self._notice = Prompt(sentence, self._texts("tag.hint"), "info")

    def act(self, actions: list[ActionData]) -> None:
        self.run_worker(self._act(actions), exclusive=False)

    def choose(self, title: str, options: list[Option], then: Callable[[str], None]) -> None:
        def chosen(value: str | None) -> None:
            if value:
                then(value)
            self.board.redraw()

        self.app.push_screen(Chooser(title, options, self._look, self._texts), chosen)

    def read(self, title: str, lines: Lines) -> None:
        self.app.push_screen(Reader(lambda _: title, lambda _: lines, self._look, self._texts))

    # --- the course of the match --------------------------------------------------------------------------

    def compose(self) -> ComposeResult:
        yield self.board

    def on_mount(self) -> None:
        self.board.focus()
        self._go_on()

    def _go_on(self) -> None:
        """Decide what comes next: wait for the player, or let the others act after a while."""
        if self._timer is not None:
            self._timer.stop()
            self._timer = None
        self.board.redraw()
        delay = self._wait()
        if delay is not None:
            self._timer = self.set_timer(max(delay, 0.001), self._run)

    def _wait(self) -> float | None:
        """Seconds until the next step; None when only the player can go on."""
        awaited = self.match.awaited()
        if awaited.person and not self._was_mine:
            self.face.turn_begins()
            self._ring()
        self._was_mine = awaited.person
        if awaited.person or self.match.over() or (awaited.seat == HOST and self.face.resting()):
            self._hurry = False
            return None
        if self._hurry or self.settings.pace == 0:
            return 0.0
        wait = self.settings.pace * self.face.pace(self._last)
        return max(wait, min(awaited.patience_ms / 1000, 10.0)) if awaited.reactors else wait

    async def _run(self) -> None:
        """Let things happen until there is something to wait for. Bots think in a thread: keys work meanwhile."""
        while True:
            async with self._working:
                happened = await asyncio.to_thread(self.match.step)
                self._absorb(happened)
            if self._wait() != 0.0:
                break
        self._go_on()

    async def _act(self, actions: list[ActionData]) -> None:
        async with self._working:
            for data in actions:
                answer = self.match.act(self.match.game.action_from_json(data))
                self._absorb(answer.events)
                if not answer.accepted:
                    self.refuse(self.face.refused(answer))
                    break
            else:
                self._was_mine = False
        self._go_on()

    def _absorb(self, happened: list[Event]) -> None:
        for event in happened:
            self._view = event.after
            self._last = event
            self._notice = None
            self.face.absorb(event)

    def _ring(self) -> None:
        if self.settings.bell:
            self.app.bell()

    # --- keys and clicks ----------------------------------------------------------------------------------

    def on_key(self, event: events.Key) -> None:
        key = event.key.lower() if len(event.key) == 1 else event.key
        name = f"digit:{key}" if key.isdigit() else KEYS.get(key, "")
        if name:
            event.stop()
            event.prevent_default()
            self.command(name)

    def on_board_chosen(self, event: Board.Chosen) -> None:
        event.stop()
        kind, _, value = event.target.partition(":")
        if kind == "cmd":
            self.command(value)
            return
        self._notice = None
        self.face.clicked(event.target, event.double)
        self.board.redraw()

    def command(self, name: str) -> None:
        """Do what a key or a button says. Whatever it is, nothing is lost by it."""
        own = {
            "help": self._help,
            "language": self._language,
            "menu": self._menu,
            "log": self._toggle_log,
            "mute": self._mute,
            "skip": self._skip,
        }.get(name)
        self._notice = None
        if own is not None:
            own()
        elif self.face.resting() and name in ("play", "select"):
            self._next_round()
        else:
            self.face.command(name)
        self.board.redraw()

    def _next_round(self) -> None:
        if self.match.over():
            self.dismiss("over")
        elif self._timer is None:
            self._timer = self.set_timer(0.001, self._run)

    def _help(self) -> None:
        game, rulebook = self.match.game.name, self.match.rules.rulebook
        self.app.push_screen(Reader(help_title, lambda t: help_lines(game, rulebook, t), self._look, self._texts))

    def _language(self) -> None:
        self._texts = self._texts.other()

    def _toggle_log(self) -> None:
        self._log_open = not self._log_open

    def _mute(self) -> None:
        from dataclasses import replace

        self.settings = replace(self.settings, bell=not self.settings.bell)
        self.tell(self._texts("bell.on" if self.settings.bell else "bell.off"))

    def _skip(self) -> None:
        """Ahead to the player's next decision."""
        self._hurry = True
        if self._timer is not None:
            self._go_on()

    def _menu(self) -> None:
        t = self._texts
        options = [
            Option("back", t("menu.back")),
            Option("help", t("menu.help")),
            Option("language", t("menu.language")),
            Option("pace", t("menu.pace", seconds=f"{self.settings.pace:.1f}")),
            Option("bell", t("menu.bell_off" if self.settings.bell else "menu.bell_on")),
            Option("menu", t("menu.leave")),
            Option("quit", t("menu.quit")),
        ]
        self.choose(t("menu.title"), options, self._from_menu)

    def _from_menu(self, choice: str) -> None:
        if choice in ("menu", "quit"):
            self.dismiss(choice)
        elif choice == "pace":
            self._next_pace()
        elif choice == "bell":
            self._mute()
        elif choice in ("help", "language"):
            self.command(choice)

    def _next_pace(self) -> None:
        from dataclasses import replace

        steps = [0.0, 0.4, 0.8, 1.2, 2.0]
        later = [step for step in steps if step > self.settings.pace + 0.01]
        self.settings = replace(self.settings, pace=later[0] if later else steps[0])
        self.tell(self._texts("menu.pace", seconds=f"{self.settings.pace:.1f}"))
