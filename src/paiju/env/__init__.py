"""Environments for learning. Needs the extra `rl`: pip install 'paiju[rl]'."""
