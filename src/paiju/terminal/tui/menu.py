"""The first page: play, go on, watch, settings, rules, quit."""

from dataclasses import replace
from typing import Final

from rich.cells import cell_len
from textual import events
from textual.app import ComposeResult
from textual.screen import Screen

from paiju.engine.game import Game
from paiju.games.registry import all_games
from paiju.terminal.faces import chosen_game, chosen_rulebook, game_name, game_title, rulebook_name
from paiju.terminal.narrator import reader_of
from paiju.terminal.settings import SIGNAL_NAMES, Settings, next_value, stepped
from paiju.terminal.tui.appearance import Appearance
from paiju.terminal.tui.board import Board
from paiju.terminal.tui.canvas import Canvas
from paiju.terminal.tui.face import Choice
from paiju.terminal.tui.scene import Frame, KeyHint, draw_header, draw_keys
from paiju.terminal.tui.texts import Texts

PLAY: Final = "play:"
"""Begins the choices that start a match; the name of the game follows."""


def menu_options(texts: Texts) -> list[Choice]:
    """The lines of the menu; the unfinished match comes first."""
    t = texts
    options = [
        *(Choice(f"{PLAY}{game.name}", _play_text(game, t)) for game in all_games()),
        Choice("settings", t("ui.settings")),
        Choice("rules", t("menu.rules")),
        Choice("matches", t("menu.matches")),
        Choice("quit", t("menu.quit")),
    ]
    unfinished = _unfinished(texts)
    return [Choice("resume", unfinished, "bold accent"), *options] if unfinished else options


def _play_text(game: Game, texts: Texts) -> str:
    return texts("menu.play", game=game_name(game, texts.words))


def _unfinished(texts: Texts) -> str:
    from paiju.terminal.saves import unfinished

    found = unfinished()
    if not found:
        return ""
    names = found[0].names
    others = [name for seat, name in enumerate(names) if seat != reader_of(names)]
    game = next((game for game in all_games() if game.name == found[0].game), None)
    title = found[0].game if game is None else game_title(game, found[0].rulebook, texts.words)
    return texts("menu.resume", game=title, names=texts.names(others))


def settings_options(settings: Settings, texts: Texts) -> list[Choice]:
    """The settings with their values; choosing one takes its next value."""
    t = texts
    on, off = t("settings.on"), t("settings.off")
    game = chosen_game(settings)
    name = game_name(game, t.words)
    book = rulebook_name(game, chosen_rulebook(game, settings), t.words)
    return [
        Choice("language", t("set.language", value=t("set.this_language"))),
        Choice("colour", t("set.colour", value=on if settings.colour else off)),
        Choice("rulebook", t("set.rulebook", game=name, value=book)),
        Choice("bots", t("set.bots", game=name, value=settings.bots or t("set.usual"))),
        *(Choice(name, setting_text(settings, name, t)) for name in ("pace", "patience", "signal")),
    ]


def setting_text(settings: Settings, name: str, texts: Texts) -> str:
    """`pace`, `patience` or `signal` with its value."""
    if name == "signal":
        return texts("set.signal", value=texts.words(SIGNAL_NAMES[settings.signal]))
    if name == "patience" and not settings.patience:
        return texts("set.patience.endless")
    if name == "patience":
        return texts("set.patience", value=f"{settings.patience:g}")
    return texts("set.pace", value=f"{settings.pace:g}")


def next_setting(settings: Settings, name: str, language: str) -> Settings:
    """The settings with the next value of one of them."""
    if name == "language":
        return replace(settings, language="en-US" if language == "zh-CN" else "zh-CN")
    if name == "colour":
        return replace(settings, colour=not settings.colour)
    if name in ("pace", "patience", "signal"):
        return stepped(settings, name)
    game = chosen_game(settings)
    if name == "rulebook":
        return replace(settings, rulebook=next_value(game.rulebooks(), chosen_rulebook(game, settings)))
    from paiju.bots.registry import bot_kinds

    return replace(settings, bots=next_value(["", *(kind.name for kind in bot_kinds(game.name))], settings.bots))


class MenuScreen(Screen[str]):
    """Ends with what was chosen."""

    def __init__(self, appearance: Appearance, texts: Texts) -> None:
        super().__init__()
        self.texts = texts
        self.at = 0
        self.options = menu_options(texts)
        self.board = Board(self._paint, appearance)

    def compose(self) -> ComposeResult:
        yield self.board

    def on_mount(self) -> None:
        self.board.focus()

    def _paint(self, canvas: Canvas) -> None:
        t = self.texts
        keys = [KeyHint("↑↓ 1-9", t("key.choose"), ""), KeyHint(t("ask.enter"), t("key.open"), "")]
        more = [KeyHint("L", t("ui.otherLanguage"), "language"), KeyHint("Esc", t("menu.quit"), "quit")]
        draw_header(canvas, Frame(title=f"{t('menu.header')}  {t('menu.subtitle')}"))
        draw_keys(canvas, Frame(title="", keys=keys, more_keys=more))
        widest = max(cell_len(option.text) for option in self.options) + 8
        x = max(2, (canvas.width - widest) // 2)
        room = canvas.height - 6 - (5 if canvas.height >= 20 else 0)
        step = 2 if room >= 2 * len(self.options) else 1
        y = 3 + max(0, (room - step * len(self.options)) // 2)
        if canvas.height >= 20:
            _draw_emblem(canvas, canvas.width // 2, y)
            y += 5
        for index, option in enumerate(self.options):
            here = index == self.at
            key = "0" if option.value == "quit" else str(index + 1)
            tone = "bold reverse accent" if here else option.tone
            line = f"{'▸' if here else ' '} {key}  {option.text} "
            canvas.put(x, y, line, tone, canvas.width - 1)
            canvas.spot(0, y, canvas.width, 1, f"option:{index}")
            y += step

    def on_key(self, event: events.Key) -> None:
        key = event.key
        if key in ("up", "shift+tab"):
            self.at = (self.at - 1) % len(self.options)
        elif key in ("down", "tab"):
            self.at = (self.at + 1) % len(self.options)
        elif key in ("home", "end"):
            self.at = 0 if key == "home" else len(self.options) - 1
        elif key in ("enter", "space"):
            self.dismiss(self.options[self.at].value)
        elif key in ("escape", "q", "0"):
            self.dismiss("quit")
        elif key in ("l", "L"):
            self._language()
        elif key.isdigit() and int(key) <= len(self.options):
            self.dismiss(self.options[int(key) - 1].value)
        else:
            return
        event.stop()
        self.board.redraw()

    def _language(self) -> None:
        self.texts = self.texts.other()
        self.options = menu_options(self.texts)
        self.board.redraw()

    def on_board_chosen(self, event: Board.Chosen) -> None:
        event.stop()
        kind, _, value = event.target.partition(":")
        if kind == "option":
            self.dismiss(self.options[int(value)].value)
        elif kind == "language":
            self._language()
        elif kind == "quit":
            self.dismiss("quit")


def _draw_emblem(canvas: Canvas, middle: int, y: int) -> None:
    """Four small cards: the four shapes of the one game, the four suits of the other."""
    cards = (
        ("▲", "red"),
        ("♠", "spades"),
        ("●", "yellow"),
        ("♥", "hearts"),
        ("■", "green"),
        ("♣", "clubs"),
        ("◆", "blue"),
        ("♦", "diamonds"),
    )
    x = middle - len(cards) * 6 // 2
    for glyph, tone in cards:
        canvas.box(x, y, 5, 3, tone)
        canvas.put(x + 2, y + 1, glyph, f"bold {tone}")
        x += 6
