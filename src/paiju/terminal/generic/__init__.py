"""Screens for any game: its view as lines, its legal actions as a numbered list, its facts as a log."""
