"""Shandong Upgrade (山东升级). The checks below work on plain data, without a running game."""

from paiju.games.shandong.game import SHANDONG
from paiju.games.shandong.plain import follow_refusal, identify, is_trump, order, split, throw_test, winner

__all__ = ["SHANDONG", "follow_refusal", "identify", "is_trump", "order", "split", "throw_test", "winner"]
