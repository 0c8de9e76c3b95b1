"""A recorded match on the table: step back and forth, play it automatically, see all hands or one seat's."""

from pathlib import Path
from typing import Final

from textual import events

from paiju.engine.facts import known_to
from paiju.engine.game import SPECTATOR, Seat, State
from paiju.engine.record import Record, read
from paiju.games.registry import find_game
from paiju.terminal.clock import SYSTEM, Handle, ScreenClock
from paiju.terminal.narrator import reader_of
from paiju.terminal.session import MatchEvent
from paiju.terminal.settings import Settings
from paiju.terminal.tui.appearance import Appearance
from paiju.terminal.tui.face import table_face
from paiju.terminal.tui.scene import KeyHint, Prompt
from paiju.terminal.tui.stage import Stage
from paiju.terminal.tui.texts import Texts

KEPT_EVERY: Final = 32
LOG_ENTRIES: Final = 40
KEYS: Final = {
    "left": "back",
    "right": "on",
    "home": "first",
    "end": "last",
    "pageup": "round_back",
    "pagedown": "round_on",
    "space": "run",
    "enter": "on",
    "a": "hands",
    "v": "hands",
    "escape": "leave",
    "q": "leave",
}


HELP_KEYS: Final = (
    "help.replay.step", "help.replay.ends", "help.replay.rounds", "help.replay.run", "help.replay.hands",
    "help.replay.seat", "help.key.read", "help.key.log", "help.key.language", "help.replay.leave",
)  # fmt: skip


class Replay:
    """The positions of a record, by how many entries have been played."""

    def __init__(self, record: Record, turn: int | None = None) -> None:
        self.record: Final = record
        self.length: Final = len(record.entries)
        self._kept: dict[int, State] = {0: record.game.new(record.rules, len(record.seats))}
        self.start = min(turn, self.length) if turn is not None else self.dealt(0)

    def position(self, turn: int) -> State:
        """An independent copy of the position after `turn` entries."""
        nearest = max(kept for kept in self._kept if kept <= turn)
        state = self._kept[nearest].copy()
        for number in range(nearest, turn):
            entry = self.record.entries[number]
            state.apply(entry.seat, entry.action)
            if (number + 1) % KEPT_EVERY == 0 and number + 1 not in self._kept:
                self._kept[number + 1] = state.copy()
        return state

    def dealt(self, turn: int) -> int:
        """The first turn from this one on at which cards are shuffled and in the hands, or `turn` if there is none."""
        state = self.position(turn)
        for later in range(turn, self.length + 1):
            if not state.chance() and any(state.view(Seat(seat)).own_cards() for seat in range(state.seats)):
                return later
            if later < self.length:
                entry = self.record.entries[later]
                state.apply(entry.seat, entry.action)
        return turn

    def round_start(self, turn: int, step: int) -> int:
        """The deal of the next round (step 1) or of the one before `turn` (step −1)."""
        starts = [self.dealt(start) for start in (0, *self.round_starts())]
        if step > 0:
            return next((start for start in starts if start > turn), self.length)
        return next((start for start in reversed(starts) if start < turn), 0)

    def round_starts(self) -> list[int]:
        """The entries that begin another round."""
        types = self.record.game.round_types()
        return [n for n, entry in enumerate(self.record.entries, 1) if entry.action.to_json()["type"] in types]

    def event(self, turn: int, seat: Seat) -> MatchEvent:
        """What the entry that led to `turn` did, as far as a seat may know it."""
        entry = self.record.entries[turn - 1]
        state = self.position(turn - 1)
        facts = known_to(state.apply_with_facts(entry.seat, entry.action), seat)
        kind = str(entry.action.to_json()["type"])
        return MatchEvent(turn, entry.seat, kind, facts, state.view(seat).to_json())


def past_events(path: Path, viewer: Seat) -> list[MatchEvent]:
    """What the log and the score sheet of a resumed match need: the ends of its rounds, and what happened last."""
    replay = Replay(read(path.read_bytes(), find_game))
    ends = [turn - 1 for turn in replay.round_starts()]
    last = range(max(1, replay.length - LOG_ENTRIES + 1), replay.length + 1)
    return [replay.event(turn, viewer) for turn in sorted({*ends, *last})]


def open_replay(path: Path, turn: int | None) -> Replay:
    """Read a record. Raises `BadRecord`; a damaged end is left out."""
    return Replay(read(path.read_bytes(), find_game), turn)


class ReplayScreen(Stage):
    """A record, step by step."""

    def __init__(
        self, replay: Replay, settings: Settings, appearance: Appearance, texts: Texts, clock: ScreenClock = SYSTEM
    ) -> None:
        self.replay: Final = replay
        record = replay.record
        self.turn = replay.start
        self.seat = Seat(max(0, reader_of(record.seats)))
        self.all_hands = True
        self._moving: Handle | None = None
        view = replay.position(self.turn).view(self.seat).to_json()
        super().__init__(record.game, record.rules, record.seats, view, settings, appearance, texts, clock)
        self._go(self.turn)

    # --- what faces see -----------------------------------------------------------------------------------

    @property
    def corner(self) -> str:
        state = "▶" if self._moving is not None else "·"
        return f"{state} {self.turn} / {self.replay.length}"

    @property
    def notice(self) -> Prompt | None:
        if self._notice is not None:
            return self._notice
        told = self.face.narrator().tell(self.replay.event(self.turn, self._told_to).facts) if self.turn else []
        text = told[0] if told else ""
        return Prompt(text, self._texts("tag.replay"), "info", self._seen())

    def _seen(self) -> str:
        """Whose hands are open."""
        if self.all_hands:
            return self._texts("replay.all")
        if self.seat == self.reader:
            return self._texts("replay.your_seat")
        return self._texts("replay.seat", who=self.names[self.seat])

    @property
    def reader(self) -> int:
        return reader_of(self.names)

    @property
    def hands(self) -> dict[int, list[str]] | None:
        if not self.all_hands:
            return None
        state = self.replay.position(self.turn)
        return {seat: state.view(Seat(seat)).own_cards() for seat in range(state.seats)}

    @property
    def key_hints(self) -> list[KeyHint] | None:
        t = self._texts
        return [
            KeyHint("←→", t("key.step"), "cmd:on"),
            KeyHint("Home End", t("key.ends"), "cmd:first"),
            KeyHint("PgUp PgDn", t("key.rounds"), "cmd:round_on"),
            KeyHint(t("key.space"), t("key.run"), "cmd:run"),
            KeyHint("A", t("key.hands"), "cmd:hands"),
            KeyHint(f"1-{len(self.names)}", t("key.seat"), ""),
        ]

    def help_keys(self) -> tuple[str, ...]:
        return HELP_KEYS

    def is_bot(self, seat: int) -> bool:
        return False

    # --- moving about -------------------------------------------------------------------------------------

    def on_key(self, event: events.Key) -> None:
        name = KEYS.get(event.key.lower() if len(event.key) == 1 else event.key, "")
        if event.key.isdigit():
            name = f"seat:{event.key}"
        if not name:
            super().on_key(event)
            return
        event.stop()
        event.prevent_default()
        self.command(name)

    def clicked(self, target: str, double: bool) -> None:
        kind, _, value = target.partition(":")
        if kind == "seat":
            self._sit(int(value))

    def do(self, name: str) -> None:
        if name == "back":
            self._go(self.turn - 1)
        elif name in ("on", "play"):
            self._go(self.turn + 1)
        elif name == "first":
            self._go(0)
        elif name == "last":
            self._go(self.replay.length)
        elif name in ("round_back", "round_on"):
            self._go(self.replay.round_start(self.turn, 1 if name == "round_on" else -1))
        elif name == "run":
            self._run_or_stop()
        elif name == "hands":
            self._sit(self.seat, not self.all_hands)
        elif name.startswith("seat:"):
            self._sit(int(name[5:]) - 1)
        elif name in ("leave", "menu"):
            self.dismiss("menu")
        elif name in ("trick", "declared", "read", "sort"):
            self.face.command(name)

    def _go(self, turn: int) -> None:
        """Show the position after `turn` entries, with the log that led to it."""
        turn = max(0, min(self.replay.length, turn))
        forward = turn == self.turn + 1
        self.turn = turn
        self._view = self.replay.position(turn).view(self.seat).to_json()
        if forward:
            self.face.absorb(self.replay.event(turn, self._told_to))
            return
        self.face = table_face(self._game, self)
        for number in range(max(1, turn - LOG_ENTRIES), turn + 1):
            self.face.absorb(self.replay.event(number, self._told_to))

    @property
    def _told_to(self) -> Seat:
        """The seat that is called "you"; none while all hands are open."""
        return SPECTATOR if self.all_hands else self.seat

    def _sit(self, seat: int, all_hands: bool = False) -> None:
        """Show what another seat sees."""
        if 0 <= seat < len(self.names):
            self.seat = Seat(seat)
            self.all_hands = all_hands
            turn, self.turn = self.turn, -1
            self._go(turn)

    def _run_or_stop(self) -> None:
        if self._moving is not None:
            self._stop()
        elif self.turn < self.replay.length:
            self._run()

    def _run(self) -> None:
        self._moving = self.after(max(0.1, self.settings.pace or 0.5), self._next_turn)

    def _next_turn(self) -> None:
        self._moving = None
        self._go(self.turn + 1)
        if self.turn < self.replay.length:
            self._run()
        self.board.redraw()

    def _stop(self) -> None:
        if self._moving is not None:
            self._moving.cancel()
            self._moving = None
