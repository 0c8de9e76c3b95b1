"""Rooms: opening, finding, seats, chat."""
