"""What every screen with a table on it shares: the board, the face of the game, keys, sheets, language."""

from collections.abc import Callable, Sequence
from functools import partial
from typing import Final

from textual import events
from textual.app import ComposeResult
from textual.screen import Screen

from paiju.engine.game import Action, Game, Rules
from paiju.terminal.clock import SYSTEM, Handle, ScreenClock
from paiju.terminal.session import ActionResult, ViewJson
from paiju.terminal.settings import Settings
from paiju.terminal.tui.appearance import Appearance
from paiju.terminal.tui.board import Board
from paiju.terminal.tui.canvas import Canvas
from paiju.terminal.tui.face import Choice, Face, table_face
from paiju.terminal.tui.help import COMMON_KEYS, help_lines, help_title
from paiju.terminal.tui.menu import next_setting, setting_text
from paiju.terminal.tui.scene import KeyHint, Prompt, draw_too_small, too_small
from paiju.terminal.tui.sheets import Chooser, Lines, Reader
from paiju.terminal.tui.texts import Texts
from paiju.terminal.words import close_up

FLASH_SECONDS: Final = 0.15
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
    "u": "call",
    "c": "catch",
    "a": "accept",
    "h": "hint",
    "x": "clear",
    "t": "trick",
    "k": "declared",
    "s": "sort",
    "g": "log",
    "m": "signal",
    "w": "read",
    "n": "skip",
    "question_mark": "help",
    "l": "language",
    "escape": "menu",
    "r": "replay",
    "z": "take_back",
}


class Stage(Screen[str]):
    """A screen with a table. Ends with what the player wants next."""

    def __init__(
        self,
        game: Game,
        rules: Rules,
        names: list[str],
        view: ViewJson,
        settings: Settings,
        appearance: Appearance,
        texts: Texts,
        clock: ScreenClock = SYSTEM,
    ) -> None:
        super().__init__()
        self.settings = settings
        self._game: Final = game
        self._rules: Final = rules
        self._names: Final = names
        self._appearance: Final = appearance
        self._texts = texts
        self._view = view
        self._notice: Prompt | None = None
        self._time: Final = clock
        self._pending: set[Handle] = set()
        self._log_open: bool | None = None
        self.face: Face = table_face(game, self)
        self.board: Final = Board(self._paint, appearance)

    def _paint(self, canvas: Canvas) -> None:
        if too_small(canvas):
            draw_too_small(canvas, self.texts)
        else:
            self.face.paint(canvas)

    def compose(self) -> ComposeResult:
        yield self.board

    # --- what faces see (see `Host`) ----------------------------------------------------------------------

    @property
    def texts(self) -> Texts:
        return self._texts

    @property
    def view(self) -> ViewJson:
        return self._view

    @property
    def game(self) -> Game:
        return self._game

    @property
    def reader(self) -> int:
        raise NotImplementedError

    @property
    def names(self) -> list[str]:
        return self._names

    @property
    def log_open(self) -> bool | None:
        return self._log_open

    @property
    def clock(self) -> str:
        return ""

    @property
    def corner(self) -> str:
        raise NotImplementedError

    @property
    def notice(self) -> Prompt | None:
        return self._notice

    @property
    def hands(self) -> dict[int, list[str]] | None:
        return None

    @property
    def skippable(self) -> bool:
        return False

    @property
    def keeps_record(self) -> bool:
        return False

    @property
    def goes_on(self) -> bool:
        return True

    @property
    def key_hints(self) -> list[KeyHint] | None:
        return None

    def is_bot(self, seat: int) -> bool:
        raise NotImplementedError

    def check(self, action: Action) -> ActionResult:
        raise NotImplementedError

    def hint(self) -> Action | None:
        raise NotImplementedError

    def act(self, actions: Sequence[Action]) -> None:
        raise NotImplementedError

    def let_go(self) -> bool:
        return False

    def refuse(self, sentence: str, cards: bool = False) -> None:
        self._notice = Prompt(close_up(sentence), self._texts("tag.unplayable" if cards else "tag.refused"), "bad")

    def tell(self, sentence: str) -> None:
        self._notice = Prompt(close_up(sentence), self._texts("tag.hint"), "info")

    def choose(self, title: str, options: list[Choice], then: Callable[[str], None]) -> None:
        def chosen(value: str | None) -> None:
            if value:
                then(value)
            self.board.redraw()

        self.app.push_screen(Chooser(title, options, self._appearance, self._texts), chosen)

    def read(self, title: str, lines: Lines) -> None:
        self.app.push_screen(Reader(lambda _: title, lambda _: lines, self._appearance, self._texts))

    def signal(self) -> None:
        """Announce that the player's turn begins, as the settings say."""
        if self.settings.signal == "bell":
            self.app.bell()
        elif self.settings.signal == "flash":
            self.board.reverse(True)
            self.after(FLASH_SECONDS, partial(self.board.reverse, False))

    def after(self, seconds: float, do: Callable[[], object]) -> Handle:
        """Call a function once, later. (Textual's timers are lost if the machine is busy for as long as they wait.)"""

        def run() -> None:
            self._pending.discard(handle)
            do()

        handle = self._time.call_later(seconds, run)
        self._pending.add(handle)
        return handle

    def on_unmount(self) -> None:
        for handle in self._pending:
            handle.cancel()

    # --- keys and clicks ----------------------------------------------------------------------------------

    def on_mount(self) -> None:
        self.board.focus()

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
        self.clicked(event.target, event.double)
        self.board.redraw()

    def clicked(self, target: str, double: bool) -> None:
        """A click on something that is not a button."""
        self.face.clicked(target, double)

    def command(self, name: str) -> None:
        """Do what a key or a button stands for."""
        self._notice = None
        if name == "help":
            self._help()
        elif name == "language":
            self._texts = self._texts.other()
        elif name == "signal":
            self.settings = next_setting(self.settings, "signal", self._texts.language)
            self.tell(setting_text(self.settings, "signal", self._texts))
            self.signal()
        elif name == "log":
            self._log_open = not self.face.log_open()
        else:
            self.do(name)
        self.board.redraw()

    def do(self, name: str) -> None:
        """Handle a command that differs between screens."""
        raise NotImplementedError

    def help_keys(self) -> tuple[str, ...]:
        """Texts that explain the keys of this screen."""
        return (*self.face.help_keys, *COMMON_KEYS)

    def _help(self) -> None:
        lines = partial(help_lines, self._game, self._rules, self.help_keys())
        self.app.push_screen(Reader(help_title, lines, self._appearance, self._texts))
