"""Finished matches: lists, ratings, export, checks."""
