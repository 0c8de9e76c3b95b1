"""The bot in docs/api.md is run as it stands there."""

import asyncio
import re
import sys
from pathlib import Path

import pytest

from tests.server.serving import serving

pytestmark = pytest.mark.anyio

API = Path(__file__).parents[2] / "docs" / "api.md"


def bot() -> str:
    found = re.search(r"```python\n(import asyncio.*?)```", API.read_text(encoding="utf-8"), re.DOTALL)
    assert found is not None
    return found.group(1)


def test_the_bot_has_about_thirty_lines() -> None:
    assert len([line for line in bot().splitlines() if line.strip()]) <= 32


async def test_the_bot_of_the_documentation_plays_a_match(tmp_path: Path) -> None:
    script = tmp_path / "thirty.py"
    script.write_text(bot(), encoding="utf-8")
    async with serving(tmp_path) as server:
        process = await asyncio.create_subprocess_exec(
            sys.executable, str(script), server.base, stdout=asyncio.subprocess.PIPE, stderr=asyncio.subprocess.STDOUT
        )
        output, _ = await asyncio.wait_for(process.communicate(), 200)
    assert process.returncode == 0, output.decode()
    assert b"'winner'" in output
