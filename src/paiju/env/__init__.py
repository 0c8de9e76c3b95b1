"""Environments for reinforcement learning. They need the extra `rl`: pip install 'paiju[rl]'."""
