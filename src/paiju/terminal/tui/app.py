"""The application around the tables: menu, settings, rules, and one match after another."""

import gc
import select
import sys
from dataclasses import asdict, replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Final

from textual.app import App
from textual.binding import Binding

from paiju.engine.errors import GameError
from paiju.engine.game import Game
from paiju.games.registry import all_games, find_game
from paiju.i18n import error_text, system_error_text
from paiju.terminal.clock import SYSTEM, ScreenClock
from paiju.terminal.faces import chosen_bots, chosen_rulebook, find_face, game_name, rulebook_name
from paiju.terminal.saves import Save
from paiju.terminal.session import Session
from paiju.terminal.settings import Settings, save_settings
from paiju.terminal.tui.appearance import Appearance, terminal_appearance
from paiju.terminal.tui.face import Choice
from paiju.terminal.tui.menu import PLAY, MenuScreen, next_setting, settings_options
from paiju.terminal.tui.palette import FULL, PAGE
from paiju.terminal.tui.sheets import Chooser, Reader
from paiju.terminal.tui.table import TableScreen
from paiju.terminal.tui.texts import Texts

if TYPE_CHECKING:
    from paiju.terminal.library import Kept
    from paiju.terminal.remote import RemoteMatch
    from paiju.terminal.tui.replay import Replay

OpenMatch = tuple[Session, Save]


def _title(key: str, texts: Texts) -> str:
    return texts(key)


_LOOK_SECONDS: Final = 5
"""Seconds between two checks whether the terminal is still there."""


def _has_terminal() -> bool:
    """Whether we read from a terminal that can be asked."""
    return sys.platform != "win32" and sys.__stdin__ is not None and sys.__stdin__.isatty()


def _terminal_is_gone() -> bool:
    """Whether the other end of our terminal was closed. Usually a signal says so, but not without job control."""
    watch = select.poll()
    watch.register(0, 0)
    return any(event & select.POLLHUP for _, event in watch.poll(0))


def _collect_again() -> None:
    """Turn the garbage collector on again, without the objects loaded so far (see `tui.__init__`)."""
    gc.freeze()
    gc.enable()


class PaijuApp(App[int]):
    """The menu, and everything that is opened from it."""

    ENABLE_COMMAND_PALETTE = False
    ALLOW_SELECT = False
    BINDINGS = [Binding("ctrl+c,ctrl+q", "leave", show=False, priority=True)]
    CSS = f"""
    Screen {{ background: {PAGE}; }}
    Screen:ansi {{ background: ansi_default; }}
    ModalScreen, ModalScreen:ansi {{ background: transparent; }}
    """

    def __init__(
        self,
        settings: Settings,
        language: str,
        *,
        color: bool = True,
        match: OpenMatch | None = None,
        replay: "Replay | None" = None,
        room: "RemoteMatch | None" = None,
        pace: float | None = None,
        appearance: Appearance | None = None,
        clock: ScreenClock = SYSTEM,
    ) -> None:
        self.appearance: Final = appearance or terminal_appearance(color and settings.colour)
        super().__init__(ansi_color=self.appearance.palette.depth != FULL)
        self.settings = settings
        self.texts = Texts(language)
        self._match = match
        self._replay = replay
        self._room = room
        self._time: Final = clock
        self._pace = pace
        """The pace of this run, if the command line sets it; None for that of the settings."""
        self.farewell = ""

    def play(self) -> int:
        """Run until the player quits. Returns an exit code."""
        code = self.run()
        if self.farewell:
            print(self.farewell)
        return code or 0

    def on_mount(self) -> None:
        self.run_worker(self._main(), exclusive=True)
        self.call_after_refresh(_collect_again)
        if _has_terminal():
            self.set_interval(_LOOK_SECONDS, self._end_without_terminal)

    def _end_without_terminal(self) -> None:
        """Exit, because the terminal is gone. Everything is saved."""
        if _terminal_is_gone():
            self.exit(0)

    async def action_leave(self) -> None:
        """Exit after Ctrl-C. Everything is saved."""
        self._say_goodbye(self._match)
        self.exit(0)

    async def _main(self) -> None:
        if self._replay is not None:
            await self._watch(self._replay)
            self.exit(0)
            return
        if self._room is not None:
            await self._play_in_room(self._room)
            self.exit(0)
            return
        match = self._match
        while True:
            if match is not None:
                self._match = match
                wanted, match = await self._play_match(match)
                if wanted == "take_back":
                    continue
                if wanted == "quit":
                    self._say_goodbye(match)
                    break
                self._match = match = None
            choice = await self._wait_for_menu()
            if choice in ("", "quit"):
                break
            match = await self._chosen(choice)
        self.exit(0)

    async def _play_match(self, match: OpenMatch) -> tuple[str, OpenMatch]:
        """Returns what the player wants next, and the match: another one if a move was taken back."""
        session, save = match
        screen = TableScreen(session, self._settings_now(), self.appearance, self.texts, save, self._time)
        wanted = await self.push_screen_wait(screen)
        save.close()
        self.texts = screen.texts
        self._keep_changes(screen.settings)
        return wanted, screen.taken_back or match

    async def _play_in_room(self, room: "RemoteMatch") -> None:
        from paiju.terminal.server_connection import GIVEN_UP
        from paiju.terminal.tui.room import RoomScreen
        from paiju.terminal.tui.waiting import LEFT, WaitingScreen

        if not room.started:
            waiting = WaitingScreen(room, self.appearance, self.texts, self._time)
            wanted = await self.push_screen_wait(waiting)
            self.texts = waiting.texts
        if room.started:
            screen = RoomScreen(room, self._settings_now(), self.appearance, self.texts, self._time)
            wanted = await self.push_screen_wait(screen)
            self.texts = screen.texts
            self._keep_changes(screen.settings)
        if wanted == LEFT:
            return
        if not room.over() or room.gone == GIVEN_UP:
            link = f"{room.place.base}/room/{room.info.room}"
            self.farewell = self.texts("farewell.room", link=link)

    async def _wait_for_menu(self) -> str:
        screen = MenuScreen(self.appearance, self.texts)
        choice = await self.push_screen_wait(screen)
        self.texts = screen.texts
        return choice

    async def _chosen(self, choice: str) -> OpenMatch | None:
        if choice == "resume":
            return await self._resumed()
        if choice.startswith(PLAY):
            return await self._new_match(find_game(choice.removeprefix(PLAY)))
        if choice == "settings":
            await self._change_settings()
        elif choice == "rules":
            await self._read_rules()
        elif choice == "matches":
            return await self._choose_match()
        return None

    async def _new_match(self, game: Game) -> OpenMatch | None:
        from paiju.terminal.opening import Wanted, open_match

        asks = find_face(game).asks_rulebook(game)
        rulebook = await self._ask_rulebook(game) if asks else chosen_rulebook(game, self.settings)
        if not rulebook:
            return None
        bots = chosen_bots(game, self.settings)
        try:
            session, save = open_match(Wanted(game.name, rulebook, bots=bots), self.texts.words)
        except GameError as error:
            await self._complain(error_text(error, self.texts.language, game.name))
            return None
        except OSError as error:
            await self._complain(system_error_text(error, self.texts.language))
            return None
        return session, save

    async def _ask_rulebook(self, game: Game) -> str:
        t = self.texts
        books = game.rulebooks()
        chooser = Chooser(
            t("menu.rulebook"), [Choice(name, rulebook_name(game, name, t.words)) for name in books], self.appearance, t
        )
        chooser.at = books.index(chosen_rulebook(game, self.settings))
        return await self.push_screen_wait(chooser)

    async def _resumed(self, path: Path | None = None) -> OpenMatch | None:
        from paiju.terminal.saves import last_saved, resume

        try:
            return resume(path or last_saved())
        except GameError as error:
            await self._complain(error_text(error, self.texts.language, "terminal"))
        return None

    async def _read_rules(self) -> None:
        from paiju.terminal.tui.help import rules_lines

        t = self.texts
        options = [Choice(game.name, game_name(game, t.words)) for game in all_games()]
        choice = await self.push_screen_wait(Chooser(t("menu.rules"), options, self.appearance, t))
        if choice:
            game = find_game(choice)
            rules = game.rules(chosen_rulebook(game, self.settings), {})
            title, lines = partial(_title, "menu.rules"), partial(rules_lines, game, rules)
            await self.push_screen_wait(Reader(title, lines, self.appearance, t))

    async def _change_settings(self) -> None:
        at = 0
        while True:
            chooser = Chooser(
                self.texts("ui.settings"), settings_options(self.settings, self.texts), self.appearance, self.texts
            )
            chooser.at = at
            choice = await self.push_screen_wait(chooser)
            if not choice:
                return
            at = chooser.at
            await self._change_setting(choice)

    async def _change_setting(self, name: str) -> None:
        changed = next_setting(self.settings, name, self.texts.language)
        self._keep(changed)
        if name == "language":
            self.texts = Texts(changed.language)

    async def _choose_match(self) -> OpenMatch | None:
        """All matches, to go on with, to watch or to delete, until the player goes on with one or goes back."""
        from paiju.terminal.library import kept_matches, match_lines, results, results_line

        at = 0
        while found := kept_matches():
            t = self.texts
            options = [Choice(str(number), line) for number, line in enumerate(match_lines(found, t.words))]
            stats = "  ".join(results_line(line, t.words) for line in results(found))
            chooser = Chooser(stats or t("menu.matches"), options, self.appearance, t)
            chooser.at = min(at, len(options) - 1)
            choice = await self.push_screen_wait(chooser)
            if not choice:
                return None
            at, one = int(choice), found[int(choice)]
            match = await self._use_match(one)
            if match is not None:
                return match
        await self._tell("menu.matches", self.texts("menu.no_matches"))
        return None

    async def _use_match(self, one: "Kept") -> OpenMatch | None:
        from paiju.terminal.library import match_lines
        from paiju.terminal.saves import delete
        from paiju.terminal.tui.replay import open_replay

        t = self.texts
        options = [] if one.finished else [Choice("resume", t("match.resume"))]
        options += [Choice("watch", t("match.watch")), Choice("delete", t("match.delete"))]
        wanted = await self.push_screen_wait(Chooser(match_lines([one], t.words)[0], options, self.appearance, t))
        try:
            if wanted == "resume":
                return await self._resumed(one.path)
            if wanted == "watch":
                await self._watch(open_replay(one.path, None))
            elif wanted == "delete" and await self._sure(t("match.delete_really")):
                delete(one.path)
        except GameError as error:
            await self._complain(error_text(error, t.language, "terminal"))
        except OSError as error:
            await self._complain(system_error_text(error, self.texts.language))
        return None

    async def _sure(self, question: str) -> bool:
        t = self.texts
        options = [Choice("no", t("match.keep")), Choice("yes", t("match.delete"))]
        return await self.push_screen_wait(Chooser(question, options, self.appearance, t)) == "yes"

    async def _watch(self, replay: "Replay") -> None:
        from paiju.terminal.tui.replay import ReplayScreen

        screen = ReplayScreen(replay, self.settings, self.appearance, self.texts, self._time)
        await self.push_screen_wait(screen)
        self.texts = screen.texts

    async def _complain(self, sentence: str) -> None:
        await self._tell("menu.trouble", sentence)

    async def _tell(self, title: str, sentence: str) -> None:
        t = self.texts
        await self.push_screen_wait(Reader(lambda _: t(title), lambda _: [(sentence, "text")], self.appearance, t))

    def _settings_now(self) -> Settings:
        return self.settings if self._pace is None else replace(self.settings, pace=self._pace)

    def _keep_changes(self, settings: Settings) -> None:
        """Save the settings that were changed at a table, and no others."""
        before, after = asdict(self._settings_now()), asdict(settings)
        changed = {name: value for name, value in after.items() if value != before[name]}
        if "pace" in changed:
            self._pace = None
        if changed:
            self._keep(replace(self.settings, **changed))

    def _keep(self, settings: Settings) -> None:
        self.settings = settings
        save_settings(settings)

    def _say_goodbye(self, match: OpenMatch | None) -> None:
        if match is None or match[0].over():
            return
        save = match[1]
        self.farewell = self.texts("farewell", file=str(save.path))
        if save.trouble:
            self.farewell = f"{self.texts.words('match.moves_lost', why=save.trouble)}\n{self.farewell}"
