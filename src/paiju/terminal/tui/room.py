"""A seat in a room on a server, on the same table: the server sets the pace, and a lost connection is restored."""

import math
from collections.abc import Sequence
from typing import Final

from paiju.engine.game import Action
from paiju.terminal.clock import SYSTEM, Handle, ScreenClock
from paiju.terminal.remote import BACK, Refused, RemoteMatch, ServerAway, judged, refusal
from paiju.terminal.session import ActionResult, MatchEvent
from paiju.terminal.settings import Settings
from paiju.terminal.tui.appearance import Appearance
from paiju.terminal.tui.connection import BACK_SECONDS, RoomConnection
from paiju.terminal.tui.face import Choice
from paiju.terminal.tui.menu import setting_text
from paiju.terminal.tui.scene import Prompt
from paiju.terminal.tui.stage import Stage
from paiju.terminal.tui.texts import Texts


class RoomScreen(Stage):
    """One room. The screen never waits for the network: keys are answered while the server is away.

    An action is sent exactly once, even if the connection is lost meanwhile. Until it is answered, and while there is
    no connection, another one is refused with a message.
    """

    def __init__(
        self, match: RemoteMatch, settings: Settings, appearance: Appearance, texts: Texts, clock: ScreenClock = SYSTEM
    ) -> None:
        self.match: Final = match
        self._connection: Final = RoomConnection(match)
        self._answers: dict[tuple[int, Action], ActionResult] = {}
        self._advice: Action | None = None
        self._sending = False
        self._acked = 0
        """The seq of this player's last action: until the log has reached it, the table shown is out of date."""
        self._penalty = ""
        """Why the rules answered the last action with a penalty, until that is on the table."""
        self._was_mine = False
        self._seat = match.viewer
        self._ready = False
        """Whether this player has said to be ready for the next round."""
        self._ends = 0.0
        self._ticking: Handle | None = None
        super().__init__(match.game, match.rules, match.names, match.look(), settings, appearance, texts, clock)

    # --- what faces see -----------------------------------------------------------------------------------

    @property
    def names(self) -> list[str]:
        return self.match.names

    @property
    def clock(self) -> str:
        if not self._ends:
            return ""
        return self._texts("clock", time=self._texts.span(max(0, math.ceil(self._ends - self._time.now()))))

    @property
    def corner(self) -> str:
        key = "room.corner.watching" if self.match.viewer < 0 else "ui.roomTitle"
        return self._texts(key, code=self.match.info.room)

    @property
    def notice(self) -> Prompt | None:
        ready = Prompt(self._texts("room.ready"), self._texts("tag.hint"), "info") if self._ready else None
        return self._notice or self._connection.prompt(self._texts) or ready

    @property
    def goes_on(self) -> bool:
        return self.match.viewer >= 0 or self.match.over()

    @property
    def reader(self) -> int:
        return self.match.viewer

    def is_bot(self, seat: int) -> bool:
        return seat in self.match.seats.bots

    def check(self, action: Action) -> ActionResult:
        """The server's answer. Until it arrives the action counts as legal: the server checks every play anyway."""
        key = (self.match.seq, action)
        found = self._answers.get(key)
        if found is None:
            found = self._answers[key] = ActionResult("", {}, [])
            if action not in self.match.legal() and not self.match.gone and not self.match.connection.away:
                self.run_worker(self._ask(key))
        return found

    async def _ask(self, key: tuple[int, Action]) -> None:
        try:
            self._answers[key] = judged(
                await self.match.connection.answer(self.match.connection.check(key[1].to_json()))
            )
        except Refused as refused:
            self._answers[key] = refusal(refused.problem)
        except ServerAway:
            self._answers.pop(key, None)
        self.board.redraw()

    def hint(self) -> Action | None:
        return self._advice

    def act(self, actions: Sequence[Action]) -> None:
        if self._reachable():
            self._sending = True
            self.run_worker(self._act(actions))

    def _reachable(self) -> bool:
        """Whether something can be sent now; if not, says so."""
        if self.match.gone:
            return False
        if self.match.connection.away:
            self._say_away()
        elif self._sending or self.match.seq < self._acked:
            self.refuse(self._texts("room.sending"))
        else:
            return True
        return False

    def _say_away(self) -> None:
        """Say that nothing was sent, unless a reason for that stands there which will not pass."""
        if not self.match.gone:
            self.refuse(self._texts("room.away"))
            self.board.redraw()

    async def _act(self, actions: Sequence[Action]) -> None:
        try:
            for action in actions:
                acked = await self.match.connection.answer(self.match.connection.act(action.to_json()))
                self._acked = acked.seq
                if acked.penalty is not None:
                    self._penalty = self.face.refused(refusal(acked.penalty))
                    break
        except Refused as refused:
            self.refuse(self.face.refused(refusal(refused.problem)))
        except ServerAway:
            self._say_away()
        finally:
            self._sending = False
        self._absorb([])

    # --- the course of the match --------------------------------------------------------------------------

    def on_mount(self) -> None:
        super().on_mount()
        for event in self.match.past:
            self.face.absorb(event)
        if self.match.watching:
            self.tell(self._texts.words(self.match.watching))
        self._set_clock()
        self._absorb([])
        self._connection.open()
        self.run_worker(self._listen())

    def on_unmount(self) -> None:
        super().on_unmount()
        self._connection.close()

    async def _listen(self) -> None:
        """Everything that happens in the room, until it is over."""
        while not self.match.over():
            await self._connection.arrival()
            happened = self.match.collect()
            news = self._take_news()
            if happened or news or self._view != self.match.look():
                self._absorb(happened)
        if self._ready and not self.match.gone and self.is_current:
            self.dismiss("over")  # Enter was pressed at the result, before the server said that the match is over
        self._ready = False
        self.board.redraw()

    def _absorb(self, happened: list[MatchEvent]) -> None:
        seated = self.match.viewer >= 0 > self._seat
        self._view, self._seat = self.match.look(), self.match.viewer
        for event in happened:
            self._notice = None
            self.face.absorb(event)
            if event.kind in self._game.round_types():
                self._ready = False
        if seated:
            self.tell(self._texts.words("room.seated"))
        if happened:
            self._answers.clear()
            self._set_clock()
        if self._penalty and self.match.seq >= self._acked:
            self.refuse(self._penalty)
            self._penalty = ""
        mine = self.match.awaited().person
        if mine and not self._was_mine:
            self.face.turn_begins()
            self.signal()
        self._was_mine = mine
        self.board.redraw()

    def _take_news(self) -> bool:
        """Show whether the connection was lost or restored; returns whether it was."""
        news = self._connection.take_news()
        if news:
            self._notice = None
        if news == BACK:
            self.after(BACK_SECONDS, self._forget_good_news)
        return bool(news)

    def _forget_good_news(self) -> None:
        self._connection.forget_good_news()
        self.board.redraw()

    def _set_clock(self) -> None:
        left = self.match.left_ms
        self._ends = self._time.now() + left / 1000 if left is not None else 0.0
        if self._ends and self._ticking is None:
            self._ticking = self.after(1.0, self._next_second)
        elif not self._ends and self._ticking is not None:
            self._ticking.cancel()
            self._ticking = None

    def _next_second(self) -> None:
        self._ticking = self.after(1.0, self._next_second)
        self.board.redraw()

    # --- keys ---------------------------------------------------------------------------------------------

    def do(self, name: str) -> None:
        if name == "menu":
            self._menu()
        elif name == "hint":
            if self._reachable():
                self.run_worker(self._ask_hint())
        elif self.face.resting() and name in ("play", "select"):
            if self.goes_on:
                self._next_round()
        else:
            self.face.command(name)

    async def _ask_hint(self) -> None:
        try:
            advice = await self.match.connection.answer(self.match.connection.hint())
        except Refused:
            advice = None
        except ServerAway:
            self._say_away()
            return
        self._advice = None if advice is None else self._game.action_from_json(advice)
        self.face.command("hint")
        self.board.redraw()

    def _next_round(self) -> None:
        if self.match.over():
            self.dismiss("over")
        elif not self._ready and self._reachable():
            self._ready = True
            self.run_worker(self._say_ready())

    async def _say_ready(self) -> None:
        try:
            await self.match.connection.answer(self.match.connection.ready())
        except Refused:
            pass  # it has begun meanwhile
        except ServerAway:
            self._ready = False
            self._say_away()

    def _menu(self) -> None:
        t = self._texts
        options = [
            Choice("back", t("ui.backToTable")),
            Choice("help", t("ui.keysAndRules")),
            Choice("language", t("ui.otherLanguage")),
            Choice("signal", setting_text(self.settings, "signal", t)),
            Choice("quit", t("room.quit" if self.match.viewer >= 0 else "room.stop_watching")),
        ]
        self.choose(t("menu.title"), options, self._from_menu)

    def _from_menu(self, choice: str) -> None:
        if choice == "quit":
            self.dismiss("quit")
        elif choice in ("help", "language", "signal"):
            self.command(choice)
