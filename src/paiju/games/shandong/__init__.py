"""Shandong Upgrade (山东升级). The checks below work on plain data, without a running game."""

from paiju.games.shandong.game import SHANDONG
from paiju.games.shandong.plain import (
    check_follow,
    follow_refusal,
    identify,
    is_trump,
    order,
    split,
    throw_test,
    winner,
)
from paiju.games.shandong.validators import register, validate

__all__ = [
    "SHANDONG",
    "check_follow",
    "follow_refusal",
    "identify",
    "is_trump",
    "order",
    "register",
    "split",
    "throw_test",
    "validate",
    "winner",
]
