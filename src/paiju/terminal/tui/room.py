"""A seat in a room on a server, on the same table: the server sets the pace, a lost connection is made again."""

import asyncio
import math
import time
from typing import Final

from textual.timer import Timer

from paiju.engine.game import Action
from paiju.terminal.remote import BACK, RemoteMatch, ServerAway
from paiju.terminal.session import Answer, Event
from paiju.terminal.settings import Settings
from paiju.terminal.tui.face import ActionData, Option
from paiju.terminal.tui.look import Look
from paiju.terminal.tui.scene import Prompt
from paiju.terminal.tui.stage import Stage
from paiju.terminal.tui.texts import Texts

BACK_SECONDS: Final = 3.0
"""How long it is said that the connection is back."""
GONE: Final = {
    "replaced": "room.gone.replaced",
    "kicked": "room.gone.kicked",
    "left": "room.gone.left",
    "closed": "room.gone.closed",
    "restarting": "room.gone.closed",
}


class RoomScreen(Stage):
    """One room. The network is only touched from threads: keys are answered while the server is away."""

    def __init__(self, match: RemoteMatch, settings: Settings, look: Look, texts: Texts) -> None:
        self.match: Final = match
        self.settings: Final = settings
        self._busy = asyncio.Lock()
        self._answers: dict[tuple[int, Action], Answer] = {}
        self._advice: ActionData | None = None
        self._link: Prompt | None = None
        self._was_mine = False
        self._ready_at = -1
        self._ends = 0.0
        self._ticking: Timer | None = None
        match.goes_on = False  # here Enter on the score sheet says it
        super().__init__(match.game, match.rules, match.names, match.look(), look, texts)

    # --- what faces see -----------------------------------------------------------------------------------

    @property
    def names(self) -> list[str]:
        return self.match.names

    @property
    def clock(self) -> str:
        if not self._ends:
            return ""
        return self._texts("clock", time=self._texts.span(max(0, math.ceil(self._ends - time.monotonic()))))

    @property
    def corner(self) -> str:
        return self._texts("room.corner", room=self.match.info.room)

    @property
    def notice(self) -> Prompt | None:
        return self._link or self._notice

    def is_bot(self, seat: int) -> bool:
        return seat in self.match.seats.bots

    def check(self, action: ActionData) -> Answer:
        """What the server said, or nothing against it until it has: the server judges every play anyway."""
        wanted = self._game.action_from_json(action)
        key = (self.match.seq, wanted)
        if key not in self._answers:
            self._answers[key] = Answer("", {}, [])
            if wanted not in self.match.legal():
                self.run_worker(self._ask(key))
        return self._answers[key]

    async def _ask(self, key: tuple[int, Action]) -> None:
        try:
            self._answers[key] = await asyncio.to_thread(self.match.check, key[1])
        except ServerAway:
            del self._answers[key]
        self.board.redraw()

    def hint(self) -> ActionData | None:
        return self._advice

    def act(self, actions: list[ActionData]) -> None:
        self.run_worker(self._act(actions))

    # --- the course of the match --------------------------------------------------------------------------

    def on_mount(self) -> None:
        super().on_mount()
        self.run_worker(self._listen())

    async def _listen(self) -> None:
        """Everything that happens in the room, until it is over."""
        while True:
            async with self._busy:
                happened = await asyncio.to_thread(self.match.step)
            news = self._take_news()
            if happened or news or self._view != self.match.look():
                self._absorb(happened)
            if self.match.gone:
                self._link = Prompt(self._texts(GONE[self.match.gone]), self._texts("tag.refused"), "bad")
                self.board.redraw()
                return
            if self.match.over():
                return
            await asyncio.sleep(0)

    async def _act(self, actions: list[ActionData]) -> None:
        async with self._busy:
            for data in actions:
                try:
                    answer = await asyncio.to_thread(self.match.act, self._game.action_from_json(data))
                except ServerAway:
                    self.refuse(self._texts("room.away"))
                    break
                self._absorb(answer.events)
                if not answer.accepted:
                    self.refuse(self.face.refused(answer))
                    break
        self.board.redraw()

    def _absorb(self, happened: list[Event]) -> None:
        self._view = self.match.look()
        for event in happened:
            self._notice = None
            self.face.absorb(event)
        if happened:
            self._answers.clear()
            self._set_clock()
        mine = self.match.awaited().person
        if mine and not self._was_mine:
            self.face.turn_begins()
            if self.settings.bell:
                self.app.bell()
        self._was_mine = mine
        self.board.redraw()

    def _take_news(self) -> bool:
        """Whether the connection was lost or made again; says so."""
        news = self.match.news
        for kind, count in news:
            if kind == BACK:
                self._link = Prompt(self._texts("room.back", n=count), self._texts("tag.link"), "ok")
                self.set_timer(BACK_SECONDS, self._forget_link)
            else:
                self._link = Prompt(self._texts("room.lost"), self._texts("tag.link"), "warn")
        self.match.news = []
        return bool(news)

    def _forget_link(self) -> None:
        if self._link is not None and self._link.tone == "ok":
            self._link = None
            self.board.redraw()

    def _set_clock(self) -> None:
        left = self.match.left_ms
        self._ends = time.monotonic() + left / 1000 if left is not None else 0.0
        if self._ends and self._ticking is None:
            self._ticking = self.set_interval(1.0, self.board.redraw)
        elif not self._ends and self._ticking is not None:
            self._ticking.stop()
            self._ticking = None

    # --- keys ---------------------------------------------------------------------------------------------

    def do(self, name: str) -> None:
        if name == "menu":
            self._menu()
        elif name == "hint":
            self.run_worker(self._ask_hint())
        elif self.face.resting() and name in ("play", "select"):
            self._next_round()
        else:
            self.face.command(name)

    async def _ask_hint(self) -> None:
        try:
            action = await asyncio.to_thread(self.match.hint)
        except ServerAway:
            self.refuse(self._texts("room.away"))
        else:
            self._advice = None if action is None else action.to_json()
            self.face.command("hint")
        self.board.redraw()

    def _next_round(self) -> None:
        if self.match.over():
            self.dismiss("over")
        elif self._ready_at != self.match.seq:
            self._ready_at = self.match.seq
            self.tell(self._texts("room.ready"))
            self.run_worker(self._say_ready())

    async def _say_ready(self) -> None:
        try:
            await asyncio.to_thread(self.match.ready)
        except ServerAway:
            self._ready_at = -1
            self.refuse(self._texts("room.away"))

    def _menu(self) -> None:
        t = self._texts
        options = [
            Option("back", t("menu.back")),
            Option("help", t("menu.help")),
            Option("language", t("menu.language")),
            Option("quit", t("room.quit")),
        ]
        self.choose(t("menu.title"), options, self._from_menu)

    def _from_menu(self, choice: str) -> None:
        if choice == "quit":
            self.dismiss("quit")
        elif choice in ("help", "language"):
            self.command(choice)
