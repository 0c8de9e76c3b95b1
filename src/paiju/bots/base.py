"""The interface of bots: a bot gets a view and answers with an action. It never gets a position."""

from dataclasses import dataclass
from importlib import import_module
from typing import ClassVar

from paiju.engine.errors import BadRules
from paiju.engine.game import Action, View
from paiju.engine.shuffle import Source

Parameter = int | float | str


class Bot:
    """Base class of bots. Subclasses set `name` and implement `choose`.

    One object plays one seat of one match at a time and may keep state between its moves. All random numbers come
    from the source it is given, so that the same seed gives the same game.
    """

    name: str = "bot"
    parameters: ClassVar[dict[str, Parameter]] = {}
    """What `name:key=value` may set, with defaults. They are passed to the constructor by name."""

    def choose(self, view: View, source: Source) -> Action:
        """Choose an action on turn. Called again until the turn passes on."""
        raise NotImplementedError

    def react(self, view: View, source: Source) -> Action | None:
        """Choose an action out of turn (catch, call, jump in, declare), or None to wait."""
        return None


@dataclass(frozen=True)
class BotKind:
    """A bot that can be asked for by name. Offered by other packages as an entry point of the group `paiju.bots`."""

    name: str
    game: str
    """The game it can play."""
    target: str
    """Where its class is: `package.module:Class`."""
    skill: int
    """Its place in lists: 1 is the weakest, 5 the strongest."""
    about: str = ""
    """How it plays, in a few words for lists. Bots of this package have theirs in the catalogues, as `bot.NAME`."""
    slow: bool = False
    """Whether it thinks for more than a few milliseconds. A server limits how many of these an address may have."""

    def load(self) -> type[Bot]:
        """Import the class. Raises `BadRules` if it is not a `Bot`."""
        module, _, attribute = self.target.partition(":")
        found = getattr(import_module(module), attribute)
        if not (isinstance(found, type) and issubclass(found, Bot)):
            raise BadRules("bad_bot", f"{self.target} is not a bot", {"name": self.name})
        return found


def cause_of(error: BaseException) -> str:
    """A short description of an exception raised by third-party code."""
    return f"{type(error).__name__}: {error}"[:200]


def action_shown(answer: object) -> str:
    """A short description of a bot's answer, which may be any object; its methods may raise."""
    try:
        return answer.text() if isinstance(answer, Action) else repr(answer)[:80]
    except Exception:
        return f"an object of type {type(answer).__name__}"
