"""Sheets that lie over the table for a moment: something to choose from, something to read."""

from collections.abc import Callable
from typing import TypeVar

from rich.cells import cell_len, chop_cells
from textual import events
from textual.app import ComposeResult
from textual.screen import ModalScreen

from paiju.terminal.cells import cut, wrap
from paiju.terminal.tui.appearance import Appearance
from paiju.terminal.tui.board import Board
from paiju.terminal.tui.canvas import Canvas
from paiju.terminal.tui.face import Choice
from paiju.terminal.tui.texts import Texts

Result = TypeVar("Result")


class Sheet(ModalScreen[Result]):
    """A board that lies over the table, as large as what is on it."""

    board: Board

    def compose(self) -> ComposeResult:
        yield self.board

    def on_mount(self) -> None:
        self.fit()

    def on_resize(self, _: events.Resize) -> None:
        self.fit()

    def fit(self) -> None:
        """Take the size that is needed now."""
        raise NotImplementedError


class Chooser(Sheet[str]):
    """A few lines, one of which is chosen by arrows, its digit or a click. Esc chooses nothing."""

    DEFAULT_CSS = """
    Chooser { align: center top; }
    Chooser > Board { width: 60; height: 10; margin: 2 0; }
    """

    def __init__(self, title: str, options: list[Choice], appearance: Appearance, texts: Texts) -> None:
        super().__init__()
        self.heading = title
        self.options = options
        self.texts = texts
        self.at = 0
        self.top = 0
        self.board = Board(self._paint, appearance)

    def fit(self) -> None:
        keys = cell_len(self.texts("sheet.keys"))
        widest = max([cell_len(self.heading), keys, *[cell_len(option.text) + 8 for option in self.options]])
        self.board.styles.width = min(widest + 6, max(20, self.app.size.width - 2))
        self.board.styles.height = min(len(self.options) + 6, max(6, self.app.size.height - 4))
        self.board.redraw()

    def _paint(self, canvas: Canvas) -> None:
        canvas.box(0, 0, canvas.width, canvas.height, "accent", heavy=True)
        canvas.put(3, 1, self.heading, "bold text", canvas.width - 2)
        room = canvas.height - 6
        self.top = min(max(self.top, self.at - room + 1), self.at)
        for row, option in enumerate(self.options[self.top : self.top + room]):
            index = self.top + row
            here = index == self.at
            key = "1234567890"[index] if index < 10 else " "
            tone = f"reverse {option.tone}" if here else option.tone
            line = cut(f"{'▸' if here else ' '} {key}  {option.text} ", canvas.width - 4)
            canvas.put(2, 3 + row, line, tone, canvas.width - 2)
            canvas.spot(1, 3 + row, canvas.width - 2, 1, f"option:{index}")
        canvas.put(3, canvas.height - 2, self.texts("sheet.keys"), "hint", canvas.width - 2)
        canvas.spot(0, canvas.height - 2, canvas.width, 1, "close")

    def on_key(self, event: events.Key) -> None:
        event.stop()
        key = event.key
        if key in ("up", "left", "shift+tab"):
            self.at = (self.at - 1) % len(self.options)
        elif key in ("down", "right", "tab"):
            self.at = (self.at + 1) % len(self.options)
        elif key in ("home", "end"):
            self.at = 0 if key == "home" else len(self.options) - 1
        elif key in ("enter", "space"):
            self.dismiss(self.options[self.at].value)
        elif key == "escape":
            self.dismiss("")
        elif key.isdigit():
            index = 9 if key == "0" else int(key) - 1
            if index < len(self.options):
                self.dismiss(self.options[index].value)
        self.board.redraw()

    def on_board_chosen(self, event: Board.Chosen) -> None:
        event.stop()
        kind, _, value = event.target.partition(":")
        self.dismiss(self.options[int(value)].value if kind == "option" else "")

    def on_board_scrolled(self, event: Board.Scrolled) -> None:
        self.at = min(max(0, self.at + event.step), len(self.options) - 1)
        self.board.redraw()

    def on_click(self, event: events.Click) -> None:
        """A click beside the sheet closes it."""
        if event.widget is self:
            self.dismiss("")


Lines = list[tuple[str, str]]
"""Text and tone; long lines are wrapped."""


NARROWEST = 44
WIDEST = 84


class Reader(Sheet[None]):
    """A text to read, of any length; a path may be longer than a line. Any key that does not scroll closes it."""

    DEFAULT_CSS = """
    Reader { align: center middle; }
    Reader > Board { width: 80; height: 20; }
    """

    def __init__(
        self, title: Callable[[Texts], str], lines: Callable[[Texts], Lines], appearance: Appearance, texts: Texts
    ) -> None:
        super().__init__()
        self._title_of = title
        self._lines_of = lines
        self.texts = texts
        self.top = 0
        self.board = Board(self._paint, appearance)

    def fit(self) -> None:
        longest = max((cell_len(text) for text, _ in self._lines_of(self.texts)), default=0)
        width = min(max(longest + 6, NARROWEST), WIDEST, max(20, self.app.size.width - 2))
        height = min(len(self._wrapped(width)) + 6, max(6, self.app.size.height - 2))
        self.board.styles.width = width
        self.board.styles.height = height
        self.board.redraw()

    def _wrapped(self, width: int) -> Lines:
        out: Lines = []
        for text, tone in self._lines_of(self.texts):
            for line in wrap(text, width - 6) if text else [""]:
                out.extend((part, tone) for part in chop_cells(line, width - 6) or [""])
        return out

    def _paint(self, canvas: Canvas) -> None:
        canvas.box(0, 0, canvas.width, canvas.height, "accent")
        canvas.put(3, 1, self._title_of(self.texts), "bold accent", canvas.width - 2)
        lines = self._wrapped(canvas.width)
        room = canvas.height - 6
        self.top = max(0, min(self.top, len(lines) - room))
        for row, (text, tone) in enumerate(lines[self.top : self.top + room]):
            canvas.put(3, 3 + row, text, tone, canvas.width - 2)
        foot = self.texts("reader.keys")
        if len(lines) > room:
            foot = f"{self.top + 1}–{min(len(lines), self.top + room)} / {len(lines)}   {self.texts('reader.scroll')}"
        canvas.put(3, canvas.height - 2, foot, "hint", canvas.width - 2)
        canvas.spot(0, 0, canvas.width, canvas.height, "close")

    def on_key(self, event: events.Key) -> None:
        event.stop()
        page = max(1, self.board.size.height - 6)
        moves = {"up": -1, "down": 1, "pageup": -page, "pagedown": page, "space": page, "home": -(10**6), "end": 10**6}
        if event.key in moves:
            self.top = max(0, self.top + moves[event.key])
        elif event.key in ("l", "L"):
            self.texts = self.texts.other()
            self.fit()
        else:
            self.dismiss()
        self.board.redraw()

    def on_board_chosen(self, event: Board.Chosen) -> None:
        event.stop()
        self.dismiss()

    def on_board_scrolled(self, event: Board.Scrolled) -> None:
        self.top = max(0, self.top + 3 * event.step)
        self.board.redraw()
