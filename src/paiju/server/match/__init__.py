"""A live match: the log, the position it leads to, timers and bots."""
