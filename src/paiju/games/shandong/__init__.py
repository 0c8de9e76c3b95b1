"""Shandong Upgrade (山东升级). The checks below work on plain data, without a running game."""

from paiju.games.shandong.game import SHANDONG
from paiju.games.shandong.plain import (
    check_follow,
    check_mandatory_follow,
    create_test_card,
    follow_refusal,
    identify,
    identify_card_type,
    is_card_trump,
    is_trump,
    order,
    split,
    throw_test,
    validate_follow_cards,
    winner,
)
from paiju.games.shandong.validators import CardValidator

__all__ = [
    "SHANDONG",
    "CardValidator",
    "check_follow",
    "check_mandatory_follow",
    "create_test_card",
    "follow_refusal",
    "identify",
    "identify_card_type",
    "is_card_trump",
    "is_trump",
    "order",
    "split",
    "throw_test",
    "validate_follow_cards",
    "winner",
]
