"""A process of `paiju.bots.worker`: started when it is first needed, replaced when it dies or hangs."""

import asyncio
import json
import sys
from asyncio.subprocess import PIPE, Process
from contextlib import suppress
from typing import Final

import structlog

from paiju.server.clock import Clock
from paiju.server.match.room_semaphore import RoomSemaphore

_START_SECONDS: Final = 60.0
"""Seconds for a process to start, and for a bot to be made. Neither counts as thinking."""
_LONGEST_LINE: Final = 1 << 20
_CODE: Final = "import json, sys; sys.path[:] = json.loads(sys.argv[1]); from paiju.bots.worker import main; main()"
"""The process gets the import path of this one, so that it finds the packages of third-party bots and games."""
_STARTS: Final = (OSError, NotImplementedError, RuntimeError, ValueError, EOFError, TimeoutError)
"""Raised if a process cannot be started, or dies or hangs while it starts."""

_log: Final = structlog.get_logger("paiju.bots")


class CannotStart(Exception):
    """No process can be started here."""


class BotFailed(Exception):
    """A bot raised an exception, its process died, or the server stops. The text is the type of the exception, `died`
    or `stopping`."""


class BotProcess:
    """One process, which thinks about one question at a time. Rooms whose bots wait for it take turns."""

    def __init__(self, clock: Clock) -> None:
        self._clock: Final = clock
        self._permits: Final = RoomSemaphore(1)
        self._process: Process | None = None
        self._work: asyncio.Task[list[object]] | None = None
        self._closed = False
        self.bots: Final[set[int]] = set()
        """Numbers of the bots in this process."""
        self._forgotten: Final[list[int]] = []

    def forget(self, bot: int) -> None:
        """This bot will not be asked again."""
        self.bots.discard(bot)
        self._forgotten.append(bot)

    def forgotten(self) -> tuple[int, ...]:
        """The bots that were forgotten since the last question."""
        numbers = tuple(self._forgotten)
        self._forgotten.clear()
        return numbers

    @property
    def pid(self) -> int | None:
        """The process, if one is running."""
        return None if self._process is None or self._process.returncode is not None else self._process.pid

    async def ask(self, question: bytes, seconds: float, room: str) -> list[object]:
        """The words with which a bot answers, see `paiju.bots.worker`.

        Raises `TimeoutError` after `seconds` of thinking: waiting for the process, its start and making the bot do not
        count. A bot that thinks twice as long loses its process. Raises `BotFailed`, and `CannotStart`.
        """
        await self._permits.acquire(room)
        if self._closed:
            self._permits.release()
            raise BotFailed("stopping")
        loop = asyncio.get_running_loop()
        begun: asyncio.Future[None] = loop.create_future()
        work = self._work = loop.create_task(self._converse(question, seconds, begun))
        work.add_done_callback(self._free)
        await asyncio.wait((work, begun), return_when=asyncio.FIRST_COMPLETED)
        async with self._clock.timeout(seconds):
            return await asyncio.shield(work)

    def _free(self, work: "asyncio.Task[list[object]]") -> None:
        if not work.cancelled():
            work.exception()  # marks it as retrieved: the caller may have given up
        self._permits.release()

    async def _converse(self, question: bytes, seconds: float, begun: asyncio.Future[None]) -> list[object]:
        process = await self._running()
        try:
            assert process.stdin is not None
            process.stdin.write(question)
            async with self._clock.timeout(_START_SECONDS):
                words = await _words(process)
            if words == ["thinking"]:
                begun.set_result(None)
                async with self._clock.timeout(2 * seconds):
                    words = await _words(process)
        except (OSError, EOFError, ValueError, TimeoutError) as error:
            hangs = isinstance(error, TimeoutError)
            _log.warning("a process of bots is replaced", why="it hangs" if hangs else "it died")
            await self.stop()
            raise BotFailed("TimeoutError" if hangs else "died") from error
        if words[0] == "failed":
            raise BotFailed(str(words[1]))
        return words

    async def _running(self) -> Process:
        """The process, ready for a question. Raises `CannotStart`."""
        process = self._process
        if process is not None and process.returncode is None:
            return process
        try:
            # Nothing is inherited but the standard error: no socket, no file of the database.
            command = (sys.executable, "-P", "-c", _CODE, json.dumps(sys.path))
            process = await asyncio.create_subprocess_exec(*command, stdin=PIPE, stdout=PIPE, limit=_LONGEST_LINE)
            self._process = process
            async with self._clock.timeout(_START_SECONDS):
                await _words(process)
        except _STARTS as error:
            await self.stop()
            raise CannotStart(f"{type(error).__name__}: {error}") from error
        return process

    async def stop(self) -> None:
        """Kill the process, if there is one. Another is started when it is needed."""
        process, self._process = self._process, None
        if process is None:
            return
        with suppress(ProcessLookupError):  # it has just ended by itself
            process.kill()
        await process.wait()

    async def close(self) -> None:
        """Kill the process for good. Pending calls of `ask` raise `BotFailed`."""
        self._closed = True
        if self._work is not None:
            self._work.cancel()
            await asyncio.wait((self._work,))
        await self.stop()


async def _words(process: Process) -> list[object]:
    """The next line of a process. Raises `EOFError` when it has died, `ValueError` for nonsense."""
    assert process.stdout is not None
    line = await process.stdout.readline()
    if not line.endswith(b"\n"):
        raise EOFError("the process has ended")
    words = json.loads(line)
    if not isinstance(words, list) or not words:
        raise ValueError("not a line of ours")
    return words
