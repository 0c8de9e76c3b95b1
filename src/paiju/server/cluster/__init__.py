"""Several servers on one database, see `docs/hosting.md`."""
