"""The interface between the table of a game and the screen on which it is drawn."""

from collections.abc import Callable, Mapping, Sequence
from typing import ClassVar, Final, Protocol

from paiju.engine.game import Action, Game
from paiju.terminal.faces import find_face
from paiju.terminal.narrator import Narrator
from paiju.terminal.session import ActionResult, MatchEvent, ViewJson
from paiju.terminal.tui.canvas import Canvas
from paiju.terminal.tui.scene import Frame, KeyHint, Prompt
from paiju.terminal.tui.texts import Texts

WAYS: Final = ("left", "right", "up", "down", "home", "end")
"""Keys that move in the hand."""


class Host(Protocol):
    """The screen, as a face sees it. Nothing can be played in a replay: there `check`, `act` and `hint` are not called,
    because no key that leads to them reaches the face."""

    @property
    def texts(self) -> Texts: ...
    @property
    def view(self) -> ViewJson: ...
    @property
    def game(self) -> Game: ...
    @property
    def reader(self) -> int:
        """The seat that is called "you"; negative in most replays."""

    @property
    def names(self) -> list[str]: ...
    @property
    def log_open(self) -> bool | None: ...
    @property
    def clock(self) -> str: ...
    @property
    def corner(self) -> str: ...
    @property
    def notice(self) -> Prompt | None: ...
    @property
    def hands(self) -> dict[int, list[str]] | None:
        """Everybody's cards, in a replay with open hands."""

    @property
    def skippable(self) -> bool:
        """Whether the moves of the others can be skipped: not in a room, where people play."""

    @property
    def keeps_record(self) -> bool:
        """Whether the record can be replayed and copied: that of a room is the server's."""

    @property
    def goes_on(self) -> bool:
        """Whether the player can go on from a score sheet: in a room, who only watches cannot."""

    @property
    def key_hints(self) -> list[KeyHint] | None:
        """Keys shown instead of the game's, in a replay."""

    def is_bot(self, seat: int) -> bool: ...
    def check(self, action: Action) -> ActionResult: ...
    def act(self, actions: Sequence[Action]) -> None: ...
    def refuse(self, sentence: str, cards: bool = False) -> None:
        """Say why something is not possible; `cards` when it is about cards somebody wanted to play."""

    def tell(self, sentence: str) -> None: ...
    def let_go(self) -> bool:
        """Decline what is offered for now. Returns False if nothing is offered."""

    def hint(self) -> Action | None: ...
    def choose(self, title: str, options: "list[Choice]", then: Callable[[str], None]) -> None: ...
    def read(self, title: str, lines: "list[tuple[str, str]]") -> None: ...


class Choice:
    """One line of a chooser."""

    def __init__(self, value: str, text: str, tone: str = "text") -> None:
        self.value: Final = value
        self.text: Final = text
        self.tone: Final = tone


class Face:
    """One game on the screen: draws views, turns keys and clicks into actions."""

    help_keys: ClassVar[tuple[str, ...]] = ()
    """Texts of the help that explain the keys of this game."""
    makes_offers: ClassVar[bool] = False
    """Whether `offers` ever has something. If so, the menu has a setting for the time to answer."""
    keys: Mapping[str, Callable[[], None]]
    """What the keys and buttons do that are neither digits nor arrows, by the names of `stage.KEYS`."""

    def __init__(self, host: Host) -> None:
        self.host: Final = host

    def paint(self, canvas: Canvas) -> None:
        """Draw everything."""
        raise NotImplementedError

    def command(self, name: str) -> None:
        """Handle a key or a button: `left`, `digit:3`, `play`, `draw` … This game may ignore it."""
        if name.startswith("digit:"):
            self.digit(int(name[6:]))
        elif name in WAYS:
            self.move(name)
        elif name in self.keys:
            self.keys[name]()

    def digit(self, digit: int) -> None:
        """Choose a card, or one of the things offered, by its digit."""
        raise NotImplementedError

    def move(self, way: str) -> None:
        """Move in the hand: one of `WAYS`."""
        raise NotImplementedError

    def clicked(self, target: str, double: bool) -> None:
        """A click on something that is not a button."""
        raise NotImplementedError

    def absorb(self, event: MatchEvent) -> None:
        """Take note of something that happened."""
        raise NotImplementedError

    def narrator(self) -> Narrator:
        """The narrator for the current language."""
        host = self.host
        return find_face(host.game).narrator(host.game, host.texts.words, self.who, host.reader)

    def turn_begins(self) -> None:
        """The player's turn begins: nothing is chosen yet."""
        raise NotImplementedError

    def pace(self, event: MatchEvent | None) -> float:
        """How much longer or shorter than usual to wait after `event`: 1 = the pace of the settings."""
        raise NotImplementedError

    def resting(self) -> bool:
        """Whether a round is over and the score sheet lies on the table."""
        raise NotImplementedError

    def can_react(self) -> bool:
        """Whether the player could do something now although it is not their turn, so that bots should wait."""
        raise NotImplementedError

    def offers(self) -> frozenset[object]:
        """What the player is offered out of turn while the others wait. An offer stays equal as long as it stands."""
        return frozenset()

    def reaction_seconds(self) -> float:
        """How long the others wait for a player who can react, where the rules set no time."""
        return 1.5

    def log_by_default(self) -> bool:
        """Whether the log is open in a small window unless the player closes it."""
        raise NotImplementedError

    def log_open(self) -> bool:
        """Whether the log is to be shown in a small window."""
        asked = self.host.log_open
        return self.log_by_default() if asked is None else asked

    # --- shared helpers ---------------------------------------------------------------------------------

    def who(self, seat: int) -> str:
        """The name of a seat; the reader is "you", also where the record has the word in the other language."""
        if seat == self.host.reader:
            return self.host.texts("ui.you")
        names = self.host.names
        return names[seat] if 0 <= seat < len(names) else "?"

    def refused(self, answer: ActionResult) -> str:
        """Why an action is not allowed."""
        host, book = self.host, str(self.host.view.get("rulebook", ""))
        return host.texts.words.refusal(host.game.name, answer.code, answer.params, book)

    def read_out(self, title: str, lines: list[str]) -> None:
        """Show a text to read, one fact per line."""
        self.host.read(self.host.texts(title), [(line, "text") for line in lines])

    def sheet_frame(self, title: str, enter: str, replay: str) -> Frame:
        """The parts around a score sheet; `enter` and `replay` say what Enter and R do."""
        t = self.host.texts
        keys = [KeyHint(t("ask.enter"), t(enter), "cmd:play")] if self.host.goes_on else []
        if self.host.keeps_record:
            keys += [KeyHint("R", t(replay), "cmd:replay"), KeyHint("S", t("key.copy"), "cmd:sort")]
        return self._framed(title, "", Prompt(""), keys, [])

    def frame(self, title: str, prompt: Prompt, keys: list[KeyHint], subtitle: str = "") -> Frame:
        """The parts around the table; a notice takes the place of the prompt."""
        t = self.host.texts
        during = [KeyHint("N", t("key.skip"), "cmd:skip")] if self.host.skippable else []
        during.append(KeyHint("G", t("key.log"), "cmd:log"))
        return self._framed(title, subtitle, prompt, keys, during)

    def _framed(self, title: str, subtitle: str, prompt: Prompt, keys: list[KeyHint], during: list[KeyHint]) -> Frame:
        t, host = self.host.texts, self.host
        more = [
            KeyHint("?", t("ui.keysAndRules").lower(), "cmd:help"),
            KeyHint("L", t("ui.otherLanguage"), "cmd:language"),
            *during,
            KeyHint("Esc", t("key.menu"), "cmd:menu"),
        ]
        return Frame(title, subtitle, host.clock, host.notice or prompt, host.key_hints or keys, more, host.corner)


def table_face(game: Game, host: Host) -> Face:
    """The drawn table of a game."""
    made: Face = find_face(game).part("face")(host)
    return made
