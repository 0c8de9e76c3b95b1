"""Rooms, identity, timers, limits; thin adapters for HTTP, WebSocket and the arena dialect over one room service."""
