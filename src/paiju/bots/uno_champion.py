"""`champion`: the strongest UNO bot of the house that decides within 50 ms."""

from typing import ClassVar

from paiju.bots.base import Parameter
from paiju.bots.uno_search import SearchBot


class ChampionBot(SearchBot):
    """Search on top of the network, with a clock of its own that leaves room below 50 ms."""

    name = "champion"
    parameters: ClassVar[dict[str, Parameter]] = {}

    def __init__(self) -> None:
        super().__init__(worlds=120, ms=32.0)
