"""What nodes agree on beside the logs: rate limits, how often they commit, and which entries may be written while an
older node is alive."""

import pytest

from paiju.server.errors import Refusal
from paiju.server.rooms import seating
from paiju.server.settings import Rate
from paiju.storage.rows import VERSION
from tests.cluster.model import Model

pytestmark = pytest.mark.anyio


async def test_a_limit_counts_what_happens_at_all_nodes_and_alone_while_they_do_not_hear_each_other() -> None:
    async with Model() as model:
        here, there = (
            model.members[number].node.buckets("trial", Rate(10, 3600), True, model.world.clock.monotonic)
            for number in (0, 1)
        )
        assert here.take("somebody", 6) == 0
        await model.pass_time(0.3)
        assert round(there.tokens("somebody")) == 4
        assert there.take("somebody", 6) > 0

        model.switch(0, "others", True)
        assert here.take("somebody else", 10) == 0
        await model.pass_time(0.3)
        assert there.take("somebody else", 10) == 0, "nobody waits for Valkey"


async def test_a_new_kind_of_entry_is_not_written_while_an_older_node_is_alive() -> None:
    model = Model()
    model.world.entry_version = VERSION - 1
    async with model:
        table = await model.table(0)
        before = table.folded.seq
        with pytest.raises(Refusal, match="upgrading"):
            await seating.vote(table, 0, 1)
        assert table.folded.seq == before
        await model.act(0, 0)
        assert table.folded.seq > before, "play goes on"

        model.world.entry_version = VERSION
        await model.pass_time(1.5)
        await seating.vote(table, 0, 1)


async def test_commits_keep_a_distance_while_other_nodes_are_alive() -> None:
    async with Model() as model:
        logs = [member.service.log for member in model.members]
        assert all(0 < log.pause_seconds <= 0.01 for log in logs)
        for _ in range(2):
            await model.members.pop().kill()
        await model.pass_time(8)
        assert logs[0].pause_seconds == 0


async def test_what_is_said_and_who_is_muted_is_known_at_all_nodes() -> None:
    async with Model() as model:
        here, there = [await model.table(number) for number in (0, 1)]
        one, other = [member.service for member in model.members[:2]]
        other.say(there, 1, "hello", "")
        await model.pass_time(0.1)
        assert [line.text for line in here.chat.lines_for(here.public_of(0))] == ["hello"]

        one.mute(here, 0, 1, True)
        await model.pass_time(0.1)
        assert there.chat.lines_for(there.public_of(0)) == []
        one.mute(here, 0, 1, False)
        await model.pass_time(0.1)
        assert [line.text for line in there.chat.lines_for(there.public_of(0))] == ["hello"]


async def test_who_is_active_at_one_node_is_not_absent_at_another() -> None:
    async with Model() as model:
        here, there = [await model.table(number) for number in (0, 1)]
        there.absent_since[0] = there.now()
        await model.pass_time(30)
        await here.seen(0)
        await model.pass_time(0.1)
        assert there.now() - there.absent_since[0] < 1
