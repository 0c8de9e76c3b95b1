"""What every table shows, whatever the game: header, prompt, log, keys. Plain data, built again for each frame."""

from dataclasses import dataclass, field

from rich.cells import cell_len, set_cell_size

from paiju.terminal.cells import wrap
from paiju.terminal.tui.canvas import Canvas, Run
from paiju.terminal.tui.texts import Texts

SMALLEST_WIDTH = 60
SMALLEST_HEIGHT = 20


@dataclass(frozen=True)
class Prompt:
    """The one sentence that says what to do."""

    text: str
    tag: str = ""
    tone: str = "accent"
    right: str = ""
    """What stands at the far end: how many cards, the rule's number."""


@dataclass(frozen=True)
class KeyHint:
    """A key, what it does, and what a click on it does."""

    key: str
    what: str
    target: str


@dataclass(frozen=True)
class Frame:
    """The parts around the table itself."""

    title: str
    subtitle: str = ""
    clock: str = ""
    prompt: Prompt = field(default_factory=lambda: Prompt(""))
    keys: list[KeyHint] = field(default_factory=list)
    more_keys: list[KeyHint] = field(default_factory=list)
    corner: str = ""
    """Bottom right: saved, or the fingerprint of the deal."""


def draw_header(canvas: Canvas, frame: Frame) -> int:
    """Title, clock and a rule; returns the first free row."""
    canvas.put(1, 0, frame.title, "bold text", canvas.width - len(frame.clock) - 2)
    canvas.put_right(canvas.width - 1, 0, frame.clock, "bold text")
    if not frame.subtitle:
        canvas.across(1)
        return 2
    canvas.put(1, 1, frame.subtitle, "warn", canvas.width - 1)
    canvas.across(2)
    return 3


def draw_prompt(canvas: Canvas, y: int, prompt: Prompt) -> None:
    """The prompt line: a tag in reverse video, the sentence, and what stands at the far end if there is room."""
    x = 1
    if prompt.tag:
        x = canvas.put(x, y, prompt.tag, f"bold reverse {prompt.tone}") + 2
    limit = canvas.width - 1
    if prompt.right and x + cell_len(prompt.text) + 2 + cell_len(prompt.right) <= limit:
        limit = canvas.put_right(limit, y, prompt.right, "hint") - 1
    text = prompt.text
    if x + cell_len(text) > limit:
        text = set_cell_size(text, limit - x - 1) + "…"
    canvas.put(x, y, text, "text" if prompt.tag else f"bold {prompt.tone}", limit)


def sheet_foot(frame: Frame, otherwise: str) -> list[Run]:
    """The last line of a sheet: what was just said to the player, or else `otherwise`."""
    said = frame.prompt
    if not said.text:
        return [Run(otherwise, "hint")]
    return [Run(said.tag, f"bold reverse {said.tone}"), Run(f"  {said.text}", "text")]


def draw_keys(canvas: Canvas, frame: Frame) -> None:
    """Draw two lines of keys below a rule. Each key is also a button."""
    y = canvas.height - 2
    canvas.across(y - 1)
    _draw_key_line(canvas, y, frame.keys, canvas.width - 1)
    start = canvas.put_right(canvas.width - 1, y + 1, frame.corner, "hint")
    _draw_key_line(canvas, y + 1, frame.more_keys, start - 1, quiet=True)


def _draw_key_line(canvas: Canvas, y: int, hints: list[KeyHint], limit: int, quiet: bool = False) -> None:
    """As many keys as fit whole; the help has them all."""
    x = 1
    for hint in hints:
        if x + cell_len(hint.key) + 1 + cell_len(hint.what) > limit:
            return
        start = x
        x = canvas.put(x, y, hint.key, "hint" if quiet else "bold text", limit)
        x = canvas.put(x + 1, y, hint.what, "hint" if quiet else "second", limit)
        if hint.target:
            canvas.spot(start, y, x - start, 1, hint.target)
        x += 2


def draw_log(canvas: Canvas, x: int, y: int, width: int, height: int, title: str, lines: list[Run]) -> None:
    """The log, newest first; sentences take as many lines as they need."""
    canvas.put(x, y, title, "hint", x + width)
    row, end = y + 1, y + height
    for line in lines:
        for part in wrap(line.text, width)[: max(0, end - row)]:
            canvas.put(x, row, part, line.tone, x + width)
            row += 1


def sheet_origin(canvas: Canvas, top: int, width: int, height: int) -> tuple[int, int]:
    """Where a sheet of this size begins: near the corner of a small window, towards the middle of a large one."""
    free = canvas.height - 3 - top - height
    return max(3, (canvas.width - width) // 2 if canvas.width >= 100 else 3), top + max(0, min(1, free), free // 3)


def too_small(canvas: Canvas) -> bool:
    """Whether nothing sensible fits."""
    return canvas.width < SMALLEST_WIDTH or canvas.height < SMALLEST_HEIGHT


def draw_too_small(canvas: Canvas, texts: Texts) -> None:
    """Say how large the window has to be."""
    least, now = f"{SMALLEST_WIDTH} × {SMALLEST_HEIGHT}", f"{canvas.width} × {canvas.height}"
    middle = max(0, canvas.height // 2 - 1)
    canvas.put_centre(0, canvas.width, middle, texts("window.small"), "bold warn")
    canvas.put_centre(0, canvas.width, middle + 1, texts("window.size", least=least, now=now), "warn")
