"""Bots by name: `random`, `search:worlds=400`, `search:worlds=400:depth=2`.

Ours are the rows of `BUILTIN`; others come in as entry points of the group `paiju.bots`, each loading to a `BotKind`.
Nothing is imported before a bot is really asked for, so listing stays quick. Only names are read here, never files:
a name may come from a stranger (see `bots.files` for the ones that may not).
"""

from collections.abc import Callable
from dataclasses import dataclass
from importlib import import_module
from importlib.metadata import entry_points

from paiju.bots.base import Bot, Parameter
from paiju.engine.errors import BadRules
from paiju.engine.game import Game


@dataclass(frozen=True)
class BotKind:
    """A row of the registry."""

    name: str
    game: str
    """The game it can play."""
    target: str
    """Where its class is: `package.module:Class`."""
    skill: int
    """Where screens list it: 1 easy … 5 strongest."""
    about: str = ""
    """How it plays, in a few words."""

    def load(self) -> type[Bot]:
        """Import the class."""
        module, _, attribute = self.target.partition(":")
        found = getattr(import_module(module), attribute)
        if not (isinstance(found, type) and issubclass(found, Bot)):
            raise BadRules("bad_bot", f"{self.target} is no bot", {"name": self.name})
        return found


BUILTIN: tuple[BotKind, ...] = (
    BotKind(
        "random", "uno", "paiju.bots.uno_simple:RandomBot", 1, "plays anything that is allowed, but never forgets UNO"
    ),
    BotKind(
        "greedy", "uno", "paiju.bots.uno_simple:GreedyBot", 2, "colour in force first, then action cards, wilds last"
    ),
    BotKind(
        "colour", "uno", "paiju.bots.uno_simple:ColourBot", 3, "keeps wilds, stays in its longest colour, sheds points"
    ),
    BotKind(
        "net",
        "uno",
        "paiju.bots.uno_net:NetBot",
        4,
        "a small network that learned at tables of simple players and of its own kind",
    ),
    BotKind(
        "search",
        "uno",
        "paiju.bots.uno_search:SearchBot",
        4,
        "tries the network's best moves in hundreds of imagined worlds",
    ),
    BotKind(
        "champion",
        "uno",
        "paiju.bots.uno_champion:ChampionBot",
        5,
        "the network, and a search of up to 50 ms when two play",
    ),
    BotKind("random", "shandong", "paiju.bots.shandong_rules:ShandongRandomBot", 1, "plays anything that is allowed"),
    BotKind(
        "rules", "shandong", "paiju.bots.shandong_rules:ShandongRulesBot", 3, "bids, buries and follows by the book"
    ),
    BotKind(
        "memory",
        "shandong",
        "paiju.bots.shandong_memory:ShandongMemoryBot",
        4,
        "by the book, and remembers every card played",
    ),
    BotKind(
        "search",
        "shandong",
        "paiju.bots.shandong_search:ShandongSearchBot",
        5,
        "plays out imagined hands before it decides",
    ),
)


def bot_kinds(game: str) -> list[BotKind]:
    """Every bot for a game, ours first, each name once."""
    kinds = [kind for kind in BUILTIN if kind.game == game]
    for point in entry_points(group="paiju.bots"):
        kind = point.load()
        if isinstance(kind, BotKind) and kind.game == game and kind.name not in [known.name for known in kinds]:
            kinds.append(kind)
    return kinds


def find_bot(spec: str, game: Game) -> Bot:
    """A new bot for one seat. Raises `BadRules` for an unknown name, parameter or value."""
    return bot_maker(spec, game)()


def bot_maker(spec: str, game: Game) -> Callable[[], Bot]:
    """What makes such bots, one after the other: the name is looked up only once. Raises `BadRules`."""
    name, *settings = spec.split(":")
    ours = [kind for kind in BUILTIN if kind.game == game.name and kind.name == name]
    kinds = ours or bot_kinds(game.name)  # looking through entry points takes longer than all the rest
    for kind in kinds:
        if kind.name == name:
            return maker_of(kind.load(), spec, settings)
    known = ", ".join(kind.name for kind in kinds)
    raise BadRules(
        "unknown_bot", f"there is no bot {name!r} for {game.name}; there are {known}", {"name": name, "allowed": known}
    )


def maker_of(made: type[Bot], spec: str, settings: list[str]) -> Callable[[], Bot]:
    """What makes bots of this class with these `key=value` settings. Raises `BadRules`."""
    parameters = _parameters(spec, made.parameters, settings)

    def make() -> Bot:
        bot = made(**parameters)
        bot.name = spec
        return bot

    return make


def _parameters(spec: str, defaults: dict[str, Parameter], settings: list[str]) -> dict[str, Parameter]:
    chosen = dict(defaults)
    for setting in settings:
        key, equals, text = setting.partition("=")
        if not equals or key not in defaults:
            known = ", ".join(defaults) or "none"
            raise BadRules("bad_bot_parameter", f"{spec!r}: parameters are {known}", {"name": spec, "allowed": known})
        try:
            chosen[key] = type(defaults[key])(text)
        except ValueError:
            raise BadRules(
                "bad_bot_parameter",
                f"{spec!r}: {key} cannot be {text!r}",
                {"name": spec, "allowed": str(defaults[key])},
            ) from None
    return chosen
