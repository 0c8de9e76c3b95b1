"""Random orders of actions and faults over three nodes in one process, which shrink; and broken builds are noticed."""

import asyncio
import random
from collections.abc import Callable
from functools import partial
from typing import Any

import pytest
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, rule

from paiju.engine.game import HOST, SPECTATOR, State
from paiju.server.cluster.node import Node
from paiju.server.errors import Refusal
from paiju.server.match import timers
from paiju.server.match.changes import Change, Listener
from paiju.server.match.draft import Draft
from paiju.server.match.table import Table
from paiju.storage.faults import StoreError, VersionConflict
from paiju.storage.log import Append, EventLog
from tests.cluster.model import Model, random_steps

NODES = st.integers(0, 2)
CHOICES = st.integers(0, 99)


class ThreeNodes(RuleBasedStateMachine):
    """What three nodes may go through. Nothing of it forks, loses or doubles anything."""

    def __init__(self) -> None:
        super().__init__()
        self.loop = asyncio.new_event_loop()
        self.model: Model

    def do(self, work: Any) -> Any:
        return self.loop.run_until_complete(asyncio.wait_for(work, 120))

    @initialize()
    def start(self) -> None:
        async def made() -> Model:
            model = Model()
            await model.start()
            return model

        self.model = self.do(made())

    @rule(node=NODES, choice=CHOICES)
    def act(self, node: int, choice: int) -> None:
        self.do(self.model.act(node, choice))

    @rule(node=NODES)
    def act_again(self, node: int) -> None:
        self.do(self.model.act_again(node))

    @rule(choices=st.lists(CHOICES, min_size=3, max_size=3))
    def race(self, choices: list[int]) -> None:
        self.do(self.model.race(choices))

    @rule(seconds=st.sampled_from((0.1, 1.0, 3.0, 6.0)))
    def pass_time(self, seconds: float) -> None:
        self.do(self.model.pass_time(seconds))

    @rule(node=NODES, what=st.sampled_from(("store", "others", "answers")), on=st.booleans())
    def switch(self, node: int, what: str, on: bool) -> None:
        self.model.switch(node, what, on)

    @rule(node=NODES)
    def kill(self, node: int) -> None:
        self.do(self.model.kill(node))

    def teardown(self) -> None:
        if hasattr(self, "model"):
            wrong = self.do(self.model.finish())
            self.do(self.model.close())
            self.loop.close()
            assert wrong == []


TestThreeNodes = ThreeNodes.TestCase
TestThreeNodes.settings = settings(
    max_examples=12, stateful_step_count=25, deadline=None, suppress_health_check=list(HealthCheck), derandomize=True
)


# --- broken builds ------------------------------------------------------------------------------------------------


def without_key(_monkeypatch: pytest.MonkeyPatch, model: Model) -> None:
    """The store has no primary key."""
    model.world.store.keyed = False


def acknowledged_first(monkeypatch: pytest.MonkeyPatch, _model: Model) -> None:
    """An action is acknowledged before it is stored."""
    submit = EventLog.submit

    def too_soon(log: EventLog, what: Append, done: Callable[[StoreError | None], None]) -> None:
        submit(log, what, lambda _fault: None)
        done(None)

    monkeypatch.setattr(EventLog, "submit", too_soon)


def poke_is_state(monkeypatch: pytest.MonkeyPatch, _model: Model) -> None:
    """A message "(match, seq) changed" is believed instead of read."""

    def believe(node: Node, match: str, seq: int) -> None:
        table = node._tables.get(match)
        if table is not None:
            table.folded.seq = max(table.folded.seq, seq)

    monkeypatch.setattr(Node, "_newer", believe)


def two_holders(monkeypatch: pytest.MonkeyPatch, model: Model) -> None:
    """Every node carries out time-outs, and one that lost the race does it again without looking."""
    first = timers._time_out

    async def stubborn(table: Table, state: State) -> None:
        try:
            await first(table, state)
        except VersionConflict:
            await table.refresh()
            now = table.folded.state
            if now is not None and now.turn() >= 0:
                draft = Draft(table.folded)
                draft.act(HOST, now.timeout(now.turn()))
                draft.advance(table.host_step)
                await table.store(draft)

    monkeypatch.setattr(timers, "_time_out", stubborn)

    async def always(_node: Node, _match: str) -> bool:
        return True

    monkeypatch.setattr(Node, "take", always)


BROKEN = {make.__name__: make for make in (without_key, acknowledged_first, poke_is_state, two_holders)}


async def tried(change: Callable[[Model], None], seed: int) -> list[str]:
    async with Model() as model:
        try:
            change(model)
            for member in model.members:
                table = await member.service.lobby.load(model.match)
                if await member.node.take(model.match) and not table.held:
                    table.hold()
            await random_steps(model, random.Random(seed), 40)
            return await model.finish()
        except (AssertionError, ValueError, KeyError, IndexError, Refusal, StoreError) as error:
            return [f"{type(error).__name__}: {error}"]


@pytest.mark.anyio
@pytest.mark.parametrize("build", BROKEN)
async def test_a_broken_build_is_noticed(build: str, monkeypatch: pytest.MonkeyPatch) -> None:
    for seed in range(12):
        with monkeypatch.context() as patched:
            if await tried(partial(BROKEN[build], patched), seed):
                return
    pytest.fail("nothing was noticed")


@pytest.mark.anyio
@pytest.mark.parametrize("seed", range(3))
async def test_a_build_that_is_not_broken_is_right(seed: int) -> None:
    assert await tried(lambda _model: None, seed) == []


@pytest.mark.anyio
async def test_missed_events_end_where_the_next_update_begins() -> None:
    async with Model() as model:
        table = await model.table(1)
        model.switch(1, "others", True)
        await model.act(0, 0)
        told, seq = [line.seq for line in await table.entries_after(0)], table.folded.seq
    assert told == list(range(1, seq + 1))  # what another node has stored since is told as an update


class Heard(Listener[Table]):
    """Notes which entries each change told of."""

    def __init__(self, step_by_step: bool) -> None:
        self._step_by_step = step_by_step
        self.changes: list[list[int]] = []

    @property
    def step_by_step(self) -> bool:
        return self._step_by_step

    def on_change(self, _table: Table, change: Change) -> None:
        self.changes.append([line.seq for line in change.entries])


@pytest.mark.anyio
@pytest.mark.parametrize("step_by_step", [False, True])
async def test_steps_that_are_read_together_are_told_together_unless_a_listener_needs_each(step_by_step: bool) -> None:
    async with Model() as model:
        table = await model.table(1)
        listener = Heard(step_by_step)
        table.listeners[listener] = int(SPECTATOR)
        known = table.folded.seq
        model.switch(1, "others", True)
        for _ in range(3):
            await model.act(0, 0)
            await model.pass_time(0.1)
        assert listener.changes == []
        model.switch(1, "others", False)
        await model.pass_time(3)
        seq = len(model.log()) - 1
    assert [told for change in listener.changes for told in change] == list(range(known + 1, seq + 1))
    assert len(listener.changes) == (3 if step_by_step else 1)


@pytest.mark.anyio
async def test_a_busy_node_reads_what_others_have_stored_together(monkeypatch: pytest.MonkeyPatch) -> None:
    reads: list[dict[str, int]] = []
    read_several = EventLog.read_several

    async def noted(log: EventLog, since: dict[str, int]) -> Any:
        reads.append(since)
        return await read_several(log, since)

    async with Model() as model:
        await model.table(1)
        await model.pass_time(1)
        monkeypatch.setattr(EventLog, "read_several", noted)
        node = model.members[1].node
        for match in (model.match, "another", "a third"):
            node._catch_up((match,))
            await model.pass_time(0)
        assert len(reads) == 1
        await model.pass_time(0.1)
        assert len(reads) == 2


@pytest.mark.anyio
async def test_whoever_loses_three_races_is_told_that_the_action_is_stale() -> None:
    tries = 0

    async def beaten() -> None:
        nonlocal tries
        tries += 1
        raise VersionConflict

    async with Model() as model:
        with pytest.raises(Refusal) as refused:
            await (await model.table(0)).write(beaten)
    assert refused.value.code == "stale"
    assert tries == 3
