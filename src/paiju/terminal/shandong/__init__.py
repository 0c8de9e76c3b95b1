"""Shandong Upgrade in the terminal."""

ASKS_RULEBOOK = False
"""Most people know one way to play it: the menu does not ask, `paiju play --rulebook` has the others."""
