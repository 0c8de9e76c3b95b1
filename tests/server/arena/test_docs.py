"""The bot in docs/arena.md is run as it stands there."""

import asyncio
from pathlib import Path
from typing import Any

from tests.server.arena.test_matches import QUICK
from tests.server.serving import serving

ARENA = Path(__file__).parents[3] / "docs" / "arena.md"


def test_the_bot_of_the_guide_plays_a_match(tmp_path: Path) -> None:
    code = ARENA.read_text(encoding="utf-8").split("```python\n")[1].split("```")[0]
    names: dict[str, Any] = {"__name__": "bot"}
    exec(compile(code, "bot.py", "exec"), names)

    async def run() -> None:
        async with serving(tmp_path, **QUICK) as server:
            result = await asyncio.wait_for(names["play_one_match"](server.base), 200)
            assert result["score"] >= 60

    asyncio.run(run())
