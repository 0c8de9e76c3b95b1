"""Which appends share a commit."""

import asyncio
from collections.abc import Callable, Sequence

from sqlalchemy.engine import make_url
from sqlalchemy.ext.asyncio import create_async_engine

from paiju.storage.append import Append
from paiju.storage.database import Answers, Database
from paiju.storage.log import Entry, EventLog
from tests.skipping_loop import SkippingLoop


class Commits(Database):
    """Keeps nothing but when each commit began and which matches it was for; each takes a millisecond."""

    def __init__(self) -> None:
        url = make_url("sqlite+aiosqlite:///:memory:")
        super().__init__(create_async_engine(url), url)
        self.begun: list[tuple[float, list[str]]] = []

    def commit(self, appends: Sequence[Append], done: Callable[[Answers], None]) -> None:
        loop = asyncio.get_running_loop()
        self.begun.append((loop.time(), [append.rows[0][0] for append in appends]))
        answers: Answers = [None] * len(appends)
        loop.call_later(0.001, done, answers)


def commits_of(loop: SkippingLoop, pause_seconds: float, appends: Sequence[tuple[float, str]]) -> list[tuple[int, str]]:
    """After how many ms commits began, and for which matches. `appends`: after how many seconds, and to which match."""

    async def run() -> list[tuple[int, str]]:
        database = Commits()
        log = EventLog(database)
        log.pause_seconds = pause_seconds
        with loop.skipping():
            start = loop.time()

            async def append(after: float, match: str) -> None:
                await asyncio.sleep(start + after - loop.time())
                await log.append(Append(match, [Entry(0, 1, 0, "{}")]))

            await asyncio.gather(*(append(*one) for one in appends))
        await log.close()
        return [(round(1000 * (began - start)), "".join(matches)) for began, matches in database.begun]

    return loop.run_until_complete(run())


BUSY = [(0.010, "a"), (0.0105, "b"), (0.012, "c"), (0.013, "d"), (0.030, "e")]


def test_a_commit_takes_what_came_during_the_one_before(skipping_loop: SkippingLoop) -> None:
    assert [matches for _, matches in commits_of(skipping_loop, 0.0, BUSY)] == ["a", "b", "c", "d", "e"]


def test_with_a_pause_more_appends_share_a_commit_and_the_first_one_waits_for_nothing(
    skipping_loop: SkippingLoop,
) -> None:
    assert commits_of(skipping_loop, 0.004, BUSY) == [(10, "a"), (14, "bcd"), (30, "e")]
