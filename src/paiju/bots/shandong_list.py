"""The bots that play Shandong Upgrade."""

from typing import Final

from paiju.bots.base import BotKind
from paiju.games.shandong.game import SHANDONG

SHANDONG_BOTS: Final = (
    BotKind(
        "random", SHANDONG.name, "paiju.bots.shandong_rules:ShandongRandomBot", 1, "plays anything that is allowed"
    ),
    BotKind(
        "rules",
        SHANDONG.name,
        "paiju.bots.shandong_rules:ShandongRulesBot",
        3,
        "bids, buries and follows by the book",
    ),
    BotKind(
        "memory",
        SHANDONG.name,
        "paiju.bots.shandong_memory:ShandongMemoryBot",
        4,
        "by the book, and remembers every card played",
    ),
    BotKind(
        "search",
        SHANDONG.name,
        "paiju.bots.shandong_search:ShandongSearchBot",
        5,
        "plays out imagined hands before it decides",
        dear=True,
    ),
)
