"""The arena dialect: HTTP under /api and Socket.IO, for bots written for such a server. Thin over the same tables."""
