"""The arena dialect: HTTP under /api and Socket.IO, for bots written for that server. A thin layer over the tables."""
