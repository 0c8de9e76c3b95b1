"""Three real nodes on a real PostgreSQL and a real Valkey, with faults of all kinds while people and bots play."""

import os
from pathlib import Path

import pytest

from tests.cluster.faults import run
from tests.cluster.world import world

pytestmark = pytest.mark.anyio


async def test_twenty_faults_lose_double_and_fork_nothing(tmp_path: Path) -> None:
    seed = os.environ.get("PAIJU_TEST_SEED") or "1"
    print(f"python -m tests.cluster.faults --faults 20 --seed {seed}")
    async with world(tmp_path) as place:
        report = await run(place, 20, seed, pause=1.0, least=100)
    print(report)
    assert report.wrong == []
    assert len(report.faults) == 20
