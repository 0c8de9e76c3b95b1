"""The bots that play Shandong Upgrade."""

from typing import Final

from paiju.bots.base import BotKind
from paiju.games.shandong.game import SHANDONG

SHANDONG_BOTS: Final = (
    BotKind("random", SHANDONG.name, "paiju.bots.shandong_rules:ShandongRandomBot", 1),
    BotKind("rules", SHANDONG.name, "paiju.bots.shandong_rules:ShandongRulesBot", 3),
    BotKind("memory", SHANDONG.name, "paiju.bots.shandong_memory:ShandongMemoryBot", 4),
    BotKind("search", SHANDONG.name, "paiju.bots.shandong_search:ShandongSearchBot", 5, slow=True),
)
