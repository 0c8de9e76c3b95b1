"""Shandong Upgrade in the terminal."""

ASKS_RULEBOOK = False
"""The menu does not ask, because most people know only one way to play; `paiju play --rulebook` has the others."""
