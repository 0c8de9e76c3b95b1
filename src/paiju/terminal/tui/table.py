"""The screen a match is played on: lets the bots act at a human pace, and the player at any time."""

import asyncio
import math
from collections.abc import Sequence
from pathlib import Path
from typing import Final

from paiju.engine.game import HOST, Action
from paiju.i18n import system_error_text
from paiju.terminal.clock import SYSTEM, Handle, ScreenClock
from paiju.terminal.saves import Save, copy_record, take_back
from paiju.terminal.session import ActionResult, Awaited, MatchEvent, Session
from paiju.terminal.settings import Settings
from paiju.terminal.tui.appearance import Appearance
from paiju.terminal.tui.face import Choice
from paiju.terminal.tui.help import COMMON_KEYS
from paiju.terminal.tui.menu import next_setting, setting_text
from paiju.terminal.tui.stage import Stage
from paiju.terminal.tui.texts import Texts


class TableScreen(Stage):
    """One match. Ends with `menu`, `quit`, `take_back`, or `over` when the match has ended."""

    def __init__(
        self,
        match: Session,
        settings: Settings,
        appearance: Appearance,
        texts: Texts,
        save: Save,
        clock: ScreenClock = SYSTEM,
    ) -> None:
        self.match: Final = match
        self._save: Final = save
        self._next_step: Handle | None = None
        self._acting = False
        """Whether the others are acting just now."""
        self._ticking: Handle | None = None
        self._working = asyncio.Lock()
        self._sent = 0
        self._last: MatchEvent | None = None
        self._hurry = False
        self._was_mine = False
        self._deadline = 0.0
        """When the player's time runs out; 0 = there is no clock now."""
        self._deadline_of = -1
        self._asked_at = -1
        self.taken_back: tuple[Session, Save] | None = None
        """The match to go on with after `take_back`."""
        self._let_go: set[object] = set()
        """Offers (see `Face.offers`) that the player has let pass."""
        self._paused_at: float | None = None
        """When a sheet was opened over the table: clocks stand still until it is closed."""
        super().__init__(match.game, match.rules, match.names, match.look(), settings, appearance, texts, clock)

    # --- what faces see -----------------------------------------------------------------------------------

    @property
    def clock(self) -> str:
        if not self._deadline:
            return ""
        now = self._time.now() if self._paused_at is None else self._paused_at
        left = max(0, math.ceil(self._deadline - now))
        return self._texts("clock", time=self._texts.span(left))

    @property
    def corner(self) -> str:
        if self.face.resting():
            return self._texts("ui.sealed", print=f"{self.match.commitment[:4]}…{self.match.commitment[-4:]}")
        return self._texts("corner.unsaved" if self._save.trouble else "corner.saved")

    @property
    def skippable(self) -> bool:
        return True

    @property
    def keeps_record(self) -> bool:
        return True

    @property
    def reader(self) -> int:
        return self.match.viewer

    def help_keys(self) -> tuple[str, ...]:
        return (*self.face.help_keys, "help.key.skip", "help.key.take_back", *COMMON_KEYS)

    def is_bot(self, seat: int) -> bool:
        return seat in self.match.seats.bots

    def check(self, action: Action) -> ActionResult:
        return self.match.check(action)

    def hint(self) -> Action | None:
        return self.match.hint()

    def act(self, actions: Sequence[Action]) -> None:
        self._sent += 1
        self.run_worker(self._act(actions))

    @property
    def waiting(self) -> bool:
        """Whether nothing will happen until the player does something, or a clock runs out."""
        if self._sent or self._acting:
            return False
        return self._next_step is None or bool(self._deadline)

    # --- the course of the match --------------------------------------------------------------------------

    def on_mount(self) -> None:
        super().on_mount()
        if self.match.seq:
            self._remember(self._save.path)
        self._go_on()

    def _remember(self, path: Path) -> None:
        """A resumed match begins with the log and the scores it was left with."""
        from paiju.terminal.tui.replay import past_events

        for event in past_events(path, self.match.viewer):
            self._last = event
            self.face.absorb(event)

    def _go_on(self) -> None:
        """Decide what comes next: wait for the player, or let the others act after a while."""
        if self._acting or self._paused_at is not None:
            return  # called again after the action, and when the sheet is closed
        if self._next_step is not None:
            self._next_step.cancel()
            self._next_step = None
        delay = self._wait()
        if delay is not None:
            self._next_step = self.after(delay, self._step)
        self._tick(bool(self._deadline))
        self.board.redraw()

    def _wait(self) -> float | None:
        """Seconds until the next step; None when only the player can go on."""
        awaited = self.match.awaited()
        if awaited.person and not self._was_mine:
            self.face.turn_begins()
            self.signal()
        self._was_mine = awaited.person
        if self.match.over() or (awaited.seat == HOST and self.face.resting()):
            self._hurry, self._deadline = False, 0.0
            return None
        if awaited.person:
            self._hurry = False
            return self._time_left(self._rules.turn_seconds())
        if awaited.reactors and self._open_offers():
            self._hurry = False
            return self._time_left(self.settings.patience)
        if awaited.reactors and self.face.can_react() and awaited.patience_ms:
            self._hurry = False
            self._ask_bots()
            return self._time_left(awaited.patience_ms / 1000)
        self._deadline = 0.0
        return self._bot_pause(awaited)

    def _open_offers(self) -> bool:
        """Whether the player is offered something that they have not passed on: bots wait for people."""
        return bool(self.face.offers() - self._let_go)

    def let_go(self) -> bool:
        if not self._open_offers():
            return False
        self._let_go |= self.face.offers()
        self._go_on()
        return True

    def on_screen_suspend(self) -> None:
        """Stop the clocks, because a sheet was opened over the table."""
        if self._paused_at is None:
            self._paused_at = self._time.now()
            if self._next_step is not None:
                self._next_step.cancel()
                self._next_step = None
            self._tick(False)

    def on_screen_resume(self) -> None:
        if self._paused_at is not None:
            if self._deadline:
                self._deadline += self._time.now() - self._paused_at
            self._paused_at = None
            self._go_on()

    def _ask_bots(self) -> None:
        """Let bots react while a window waits for the player. They are asked once per position, after a moment."""
        if self._asked_at != self.match.seq:
            self._asked_at = self.match.seq
            self.after(max(self.settings.pace, 0.5), lambda: self.run_worker(self._react()))

    async def _react(self) -> None:
        if self._asked_at != self.match.seq:
            return
        async with self._working:
            happened = await asyncio.to_thread(self.match.react)
            self._absorb(happened)
        if happened:
            self._go_on()

    def _bot_pause(self, awaited: Awaited) -> float:
        if self._hurry or self.settings.pace == 0:
            return 0.0
        wait = self.settings.pace * self.face.pace(self._last)
        return max(wait, self.face.reaction_seconds()) if awaited.reactors and self.face.can_react() else wait

    def _time_left(self, seconds: float) -> float | None:
        """The rest of the player's time for this decision; the clock starts when the decision comes up."""
        if not seconds:
            self._deadline = 0.0
            return None
        now = self._time.now()
        if self._deadline_of != self.match.seq or not self._deadline:
            self._deadline_of, self._deadline = self.match.seq, now + seconds
        return max(0.0, self._deadline - now)

    def _tick(self, running: bool) -> None:
        """Called once a second while a clock runs, and only then: an idle table uses no processor time."""
        if running and self._ticking is None:
            self._ticking = self.after(1.0, self._next_second)
        elif not running and self._ticking is not None:
            self._ticking.cancel()
            self._ticking = None

    def _next_second(self) -> None:
        self._ticking = None
        self._tick(bool(self._deadline))
        self.board.redraw()

    def _step(self) -> None:
        """The time has come for the next step."""
        self._next_step = None
        self._let_go |= self.face.offers()
        self._acting = True
        self.run_worker(self._run())

    async def _run(self) -> None:
        """Let things happen until there is something to wait for. Bots think in a thread: keys work meanwhile."""
        while True:
            seq = self.match.seq
            async with self._working:
                if self.match.seq != seq:
                    break  # the player was quicker
                self._absorb(await asyncio.to_thread(self._next))
            if self._wait() != 0.0:
                break
        self._acting = False
        self._go_on()

    def _next(self) -> list[MatchEvent]:
        awaited = self.match.awaited()
        return self.match.time_out(awaited.seat) if awaited.person else self.match.step()

    async def _act(self, actions: Sequence[Action]) -> None:
        async with self._working:
            for action in actions:
                answer = self.match.act(action)
                self._absorb(answer.events)
                if not answer.accepted:
                    self.refuse(self.face.refused(answer))
                    break
            else:
                self._was_mine = False
        self._sent -= 1
        self._go_on()

    def _absorb(self, happened: list[MatchEvent]) -> None:
        for event in happened:
            self._view = event.after
            self._last = event
            self._notice = None
            self.face.absorb(event)

    # --- keys ---------------------------------------------------------------------------------------------

    def do(self, name: str) -> None:
        if name == "menu":
            self._menu()
        elif name == "skip":
            self._skip()
        elif name == "take_back":
            self._take_back()
        elif self.face.resting() and name in ("play", "select"):
            self._next_round()
        elif self.face.resting() and name == "replay":
            self._look_back()
        elif self.face.resting() and name == "sort":
            self._save_copy()
        else:
            self.face.command(name)

    def _next_round(self) -> None:
        if self.match.over():
            self.dismiss("over")
        elif self._next_step is None and not self._acting:
            self._step()

    def _look_back(self) -> None:
        """Replay the round that has just ended, on the same table."""
        from paiju.terminal.tui.replay import ReplayScreen, open_replay

        replay = open_replay(self._save.path, None)
        replay.start = replay.round_start(replay.length, -1)
        self.app.push_screen(ReplayScreen(replay, self.settings, self._appearance, self._texts, self._time))

    def _save_copy(self) -> None:
        """Save the record so far in the current folder."""
        t = self._texts
        try:
            copy = copy_record(self._save.path, Path.cwd())
        except OSError as error:
            why = system_error_text(error, t.language)
            self.read(t("menu.trouble"), [(t("copy.failed", why=why), "text")])
        else:
            self.read(t("copy.title"), [(t("copy.done", file=str(copy)), "text")])

    def _skip(self) -> None:
        """Skip to the player's next decision."""
        self._hurry = True
        if not self.let_go() and self._next_step is not None:
            self._go_on()

    def _take_back(self) -> None:
        """Take back the last move with all its consequences; only against bots."""
        if self.match.over() or self.match.viewer < 0 or self._sent or self._acting:
            self.refuse(self._texts.words("refuse.take_back"))
            return
        before = take_back(self._save, self.match.viewer)
        if before is None:
            self.refuse(self._texts.words("refuse.take_back"))
        else:
            self.taken_back = before
            self.dismiss("take_back")

    def _menu(self) -> None:
        t = self._texts
        names = ("pace", "patience", "signal") if self.face.makes_offers else ("pace", "signal")
        options = [
            Choice("back", t("ui.backToTable")),
            Choice("help", t("ui.keysAndRules")),
            Choice("language", t("ui.otherLanguage")),
            Choice("take_back", t("menu.take_back")),
            *(Choice(name, setting_text(self.settings, name, t)) for name in names),
            Choice("menu", t("menu.leave")),
            Choice("quit", t("menu.quit")),
        ]
        self.choose(t("menu.title"), options, self._from_menu)

    def _from_menu(self, choice: str) -> None:
        if choice in ("menu", "quit"):
            self.dismiss(choice)
        elif choice in ("pace", "patience"):
            self.settings = next_setting(self.settings, choice, self._texts.language)
            self.tell(setting_text(self.settings, choice, self._texts))
        elif choice in ("help", "language", "signal", "take_back"):
            self.command(choice)
