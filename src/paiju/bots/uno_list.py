"""The bots that play UNO."""

from typing import Final

from paiju.bots.base import BotKind
from paiju.games.uno.game import UNO

UNO_BOTS: Final = (
    BotKind(
        "random",
        UNO.name,
        "paiju.bots.uno_simple:RandomBot",
        1,
        "plays anything that is allowed, but never forgets UNO",
    ),
    BotKind(
        "greedy", UNO.name, "paiju.bots.uno_simple:GreedyBot", 2, "color in force first, then action cards, wilds last"
    ),
    BotKind(
        "casual",
        UNO.name,
        "paiju.bots.uno_people:CasualBot",
        2,
        "like greedy, but human: forgets UNO 12 times in 100, misses catches, bluffs and challenges on a hunch",
    ),
    BotKind(
        "colour",
        UNO.name,
        "paiju.bots.uno_simple:ColourBot",
        3,
        "keeps wilds, stays in its longest color, sheds points",
    ),
    BotKind(
        "regular",
        UNO.name,
        "paiju.bots.uno_people:RegularBot",
        3,
        "like colour, but human: forgets UNO 5 times in 100, bluffs now and then, challenges what looks like a bluff",
    ),
    BotKind(
        "net",
        UNO.name,
        "paiju.bots.uno_net:NetBot",
        4,
        "a small network that learned at tables of simple players and of its own kind",
    ),
    BotKind(
        "search",
        UNO.name,
        "paiju.bots.uno_search:SearchBot",
        4,
        "tries the network's best moves in hundreds of imagined worlds",
        dear=True,
    ),
    BotKind(
        "champion",
        UNO.name,
        "paiju.bots.uno_champion:ChampionBot",
        5,
        "the network, and a search of up to 50 ms when two play; bluffs and challenges where it pays",
        dear=True,
    ),
)
