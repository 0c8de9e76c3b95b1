"""The widget that shows a canvas: it requests a new one after `redraw`, and passes clicks on by name."""

from collections.abc import Callable

from rich.segment import Segment
from rich.style import Style
from textual import events
from textual.message import Message
from textual.strip import Strip
from textual.widget import Widget

from paiju.terminal.tui.appearance import Appearance
from paiju.terminal.tui.canvas import ASCII, Canvas


class Board(Widget, can_focus=True):
    """A widget that shows one canvas in its full size."""

    DEFAULT_CSS = "Board { width: 1fr; height: 1fr; }"

    class Chosen(Message):
        """Somebody clicked `target`; `double` for the second click of two."""

        def __init__(self, target: str, double: bool) -> None:
            super().__init__()
            self.target = target
            self.double = double

    class Scrolled(Message):
        """The wheel turned: −1 up, 1 down."""

        def __init__(self, step: int) -> None:
            super().__init__()
            self.step = step

    def __init__(self, paint: Callable[[Canvas], None], appearance: Appearance) -> None:
        super().__init__()
        self._paint = paint
        self._appearance = appearance
        self._canvas: Canvas | None = None
        self._reversed = False

    @property
    def canvas(self) -> Canvas:
        """The page as it is now; drawn again after `redraw` and after a change of size."""
        size = self.size
        canvas = self._canvas
        if canvas is None or (canvas.width, canvas.height) != (size.width, size.height):
            canvas = self._canvas = Canvas(size.width, size.height)
            self._paint(canvas)
        return canvas

    def redraw(self) -> None:
        """Draw everything again with the next frame."""
        self._canvas = None
        self.refresh()

    def reverse(self, on: bool) -> None:
        """Swap foreground and background: a flash for players who cannot hear a bell."""
        self._reversed = on
        self.refresh()

    def render_line(self, y: int) -> Strip:
        canvas = self.canvas
        return Strip([self._segment(run.text, run.tone) for run in canvas.line(y)], canvas.width)

    def _segment(self, text: str, tone: str) -> Segment:
        appearance = self._appearance
        style = appearance.palette.style(tone)
        if self._reversed:
            style += Style(reverse=not style.reverse)
        return Segment(text.translate(ASCII) if appearance.ascii_only else text, style)

    def on_resize(self, _: events.Resize) -> None:
        self.redraw()

    def on_click(self, event: events.Click) -> None:
        target = self.canvas.hit(event.x, event.y)
        if target:
            event.stop()
            self.post_message(self.Chosen(target, event.chain >= 2))

    def on_mouse_scroll_down(self, _: events.MouseScrollDown) -> None:
        self.post_message(self.Scrolled(1))

    def on_mouse_scroll_up(self, _: events.MouseScrollUp) -> None:
        self.post_message(self.Scrolled(-1))
