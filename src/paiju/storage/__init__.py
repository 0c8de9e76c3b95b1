"""The log of every match on disk: SQLite by default, PostgreSQL by its address, one code path."""
