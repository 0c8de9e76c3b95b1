"""The bots that play UNO."""

from typing import Final

from paiju.bots.base import BotKind
from paiju.games.uno.game import UNO

UNO_BOTS: Final = (
    BotKind("random", UNO.name, "paiju.bots.uno_simple:RandomBot", 1),
    BotKind("greedy", UNO.name, "paiju.bots.uno_simple:GreedyBot", 2),
    BotKind("casual", UNO.name, "paiju.bots.uno_people:CasualBot", 2),
    BotKind("colour", UNO.name, "paiju.bots.uno_simple:ColourBot", 3),
    BotKind("regular", UNO.name, "paiju.bots.uno_people:RegularBot", 3),
    BotKind("net", UNO.name, "paiju.bots.uno_net:NetBot", 4),
    BotKind("search", UNO.name, "paiju.bots.uno_search:SearchBot", 4, slow=True),
    BotKind("champion", UNO.name, "paiju.bots.uno_champion:ChampionBot", 5, slow=True),
)
