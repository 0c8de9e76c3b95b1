"""Bots that think long have processes of their own, which may die or hang and end with the server."""

import asyncio
import gc
import os
import signal
import socket
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from structlog.testing import capture_logs

from paiju.engine.drive import advance
from paiju.engine.game import HOST, Action, View
from paiju.engine.shuffle import FastSource
from paiju.games.uno.actions import DRAW
from paiju.games.uno.game import UNO
from paiju.server.match import bot_process
from paiju.server.match.bot_process import BotFailed
from paiju.server.match.bots import Decision, HouseBots, ProcessBot
from paiju.server.settings import read_settings
from tests.server.clock import ManualClock
from tests.server.compiled import replaces_internals
from tests.server.deals import StackedDeals, uno_deal
from tests.server.serving import Client, seat_of, serving, until
from tests.server.test_bot_conduct import actions

pytestmark = pytest.mark.anyio

BOTS = '''
import os
from pathlib import Path
from threading import Event
from paiju.bots.base import Bot, BotKind
from paiju.games.uno.actions import DRAW

HERE = Path(__file__).parent

def note(*words):
    with (HERE / "notes").open("a") as notes:
        print(*words, file=notes, flush=True)

class Counts(Bot):
    asked = 0
    def choose(self, view, source):
        self.asked += 1
        note("counts", os.getpid(), self.asked, source.below(1000))
        print("this is not an answer")
        return DRAW

class Dies(Bot):
    def choose(self, view, source):
        os._exit(3)

class Hangs(Bot):
    def choose(self, view, source):
        note("hangs", os.getpid())
        Event().wait()

class Dozes(Bot):
    """Hangs in the first process that it is asked in."""
    def choose(self, view, source):
        first = not (HERE / "notes").exists()
        note("dozes", os.getpid())
        if first:
            Event().wait()
        return DRAW

class Spins(Bot):
    def choose(self, view, source):
        note("spins", os.getpid())
        while True:
            pass

class Waits(Bot):
    """Takes long to be made: until somebody opens the gate."""
    def __init__(self):
        note("waits", os.getpid())
        (HERE / "gate").read_bytes()
    def choose(self, view, source):
        return DRAW

class Raises(Bot):
    def choose(self, view, source):
        raise ZeroDivisionError("r5 is in my hand")

class Quits(Bot):
    def choose(self, view, source):
        raise SystemExit(1)

class Mumbles(Bot):
    def choose(self, view, source):
        return "draw, please"

class Looks(Bot):
    def choose(self, view, source):
        for fd in os.listdir("/proc/self/fd"):
            try:
                note("open", os.readlink(f"/proc/self/fd/{fd}"))
            except OSError:
                pass
        return DRAW

KINDS = {made.__name__.lower(): BotKind(made.__name__.lower(), "uno", f"strange_bots:{made.__name__}", 1, slow=True)
         for made in Bot.__subclasses__() if made.__module__ == __name__}
globals().update(KINDS)
'''
NAMES = ("counts", "dies", "hangs", "dozes", "spins", "waits", "raises", "quits", "mumbles", "looks")


@pytest.fixture
def strangers(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Another package's bots, which think long."""
    folder = tmp_path / "strangers"
    metadata = folder / "strange_bots-1.0.dist-info"
    metadata.mkdir(parents=True)
    (folder / "strange_bots.py").write_text(BOTS, encoding="utf-8")
    (metadata / "METADATA").write_text("Metadata-Version: 2.1\nName: strange-bots\nVersion: 1.0\n", encoding="utf-8")
    points = "\n".join(["[paiju.bots]", *[f"{name} = strange_bots:{name}" for name in NAMES]])
    (metadata / "entry_points.txt").write_text(points, encoding="utf-8")
    os.mkfifo(folder / "gate")
    monkeypatch.syspath_prepend(str(folder))
    monkeypatch.delitem(sys.modules, "strange_bots", raising=False)
    return folder


def notes(folder: Path, name: str) -> list[list[str]]:
    """What bots of this name have noted: the words of each line after the name."""
    path = folder / "notes"
    lines = path.read_text(encoding="utf-8").splitlines() if path.exists() else []
    return [line.split()[1:] for line in lines if line.split()[0] == name]


def decision(room: str = "a", seconds: float = 1.0, seed: int = 1, view: View | None = None) -> Decision:
    return Decision(view or a_view(), seed, True, seconds, room)


def a_view() -> View:
    state = UNO.new(UNO.rules("official", {}), 2)
    advance(state, FastSource(4))
    return state.view(state.turn())


class House:
    """The bots of a server whose time stands still."""

    def __init__(self, processes: int = 1) -> None:
        self.clock = ManualClock()
        self.bots = HouseBots(1, processes, self.clock)

    async def __aenter__(self) -> "House":
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.bots.close()

    def bot(self, name: str) -> ProcessBot:
        bot = self.bots.make(name, UNO)
        assert isinstance(bot, ProcessBot)
        return bot

    def pid(self) -> int | None:
        return self.bots.processes[0].pid


async def test_a_bot_that_thinks_long_has_a_process_and_remembers(strangers: Path) -> None:
    async with House() as house:
        assert house.pid() is None  # nothing is started before it is needed
        first, second = house.bot("counts"), house.bot("counts")
        for bot, seed in ((first, 1), (first, 2), (second, 1)):
            assert await bot.decide(decision(seed=seed)) == DRAW
        pid = str(house.pid())
        assert int(pid) != os.getpid()
        draws = [str(FastSource(seed).below(1000)) for seed in (1, 2, 1)]
        assert notes(strangers, "counts") == [[pid, "1", draws[0]], [pid, "2", draws[1]], [pid, "1", draws[2]]]
    assert house.pid() is None


async def test_bots_of_tables_that_are_gone_are_forgotten(strangers: Path) -> None:
    async with House() as house:
        bot = house.bot("counts")
        await bot.decide(decision())
        process = house.bots.processes[0]
        assert len(process.bots) == 1
        del bot
        gc.collect()
        assert not process.bots
        assert process.forgotten() == (1,)


async def test_bots_are_spread_over_the_processes(strangers: Path) -> None:
    async with House(processes=2) as house:
        bots = [house.bot("counts") for _ in range(4)]
        for bot in bots:
            await bot.decide(decision())
        assert len({pid for pid, *_ in notes(strangers, "counts")}) == 2
        assert [len(process.bots) for process in house.bots.processes] == [2, 2]


async def test_a_process_that_dies_is_replaced(strangers: Path) -> None:
    async with House() as house:
        counts = house.bot("counts")
        await counts.decide(decision())
        with capture_logs() as logs, pytest.raises(BotFailed, match="died"):
            await house.bot("dies").decide(decision())
        assert [(line["event"], line["why"]) for line in logs] == [("a process of bots is replaced", "it died")]
        assert await counts.decide(decision()) == DRAW
        first, second = notes(strangers, "counts")
        assert first[0] != second[0]
        assert second[1] == "1"  # a new process has a new bot


async def test_an_idle_process_that_is_killed_is_replaced(strangers: Path) -> None:
    async with House() as house:
        bot = house.bot("counts")
        await bot.decide(decision())
        pid = house.pid()
        assert pid is not None
        os.kill(pid, signal.SIGKILL)
        await until(lambda: house.pid() is None)
        assert await bot.decide(decision()) == DRAW


async def test_a_bot_that_hangs_is_given_up_and_then_loses_its_process(strangers: Path) -> None:
    async with House() as house:
        hanging = asyncio.create_task(house.bot("hangs").decide(decision("a", 1.0)))
        await until(lambda: notes(strangers, "hangs"))
        waiting = asyncio.create_task(house.bot("counts").decide(decision("b", 1.0)))
        await until(lambda: house.clock.waiting_for(1.0))
        await house.clock.advance(1.0, settle=False)
        with pytest.raises(TimeoutError):
            await hanging
        assert str(house.pid()) == notes(strangers, "hangs")[0][0]  # it may still come to an end
        with capture_logs() as logs:
            await house.clock.advance(1.0, settle=False)
            (answer,) = await asyncio.gather(waiting, return_exceptions=True)
        assert answer == DRAW, "waiting was not thinking"
        assert [(line["event"], line["why"]) for line in logs] == [("a process of bots is replaced", "it hangs")]
        assert notes(strangers, "counts")[0][0] != notes(strangers, "hangs")[0][0]


async def test_a_bot_that_waits_while_the_server_stops_gets_no_process(strangers: Path) -> None:
    async with House() as house:
        hanging = asyncio.create_task(house.bot("hangs").decide(decision("a")))
        await until(lambda: notes(strangers, "hangs"))
        waiting = asyncio.create_task(house.bot("counts").decide(decision("b")))
        await asyncio.sleep(0)
        with capture_logs() as logs:
            await house.bots.close()
            answers = await asyncio.gather(hanging, waiting, return_exceptions=True)
    assert [type(answer) for answer in answers] == [asyncio.CancelledError, BotFailed]
    assert house.pid() is None
    assert not notes(strangers, "counts")
    assert not logs


async def test_making_a_bot_is_not_thinking(strangers: Path) -> None:
    async with House() as house:
        deciding = asyncio.create_task(house.bot("waits").decide(decision(seconds=1.0)))
        await until(lambda: notes(strangers, "waits"))
        await house.clock.advance(5.0, settle=False)
        assert not deciding.done()
        await asyncio.to_thread((strangers / "gate").write_bytes, b"")
        assert await deciding == DRAW


async def test_rooms_take_turns_at_a_process(strangers: Path) -> None:
    async with House() as house:
        order: list[str] = []

        async def ask(name: str, room: str) -> None:
            await house.bot(name).decide(decision(room))
            order.append(room)

        work = [asyncio.create_task(ask("waits", "first"))]
        await until(lambda: notes(strangers, "waits"))
        for room in ("greedy", "greedy", "greedy", "modest"):
            work.append(asyncio.create_task(ask("counts", room)))
            await asyncio.sleep(0)
        await asyncio.to_thread((strangers / "gate").write_bytes, b"")
        await asyncio.gather(*work)
        assert order == ["first", "greedy", "modest", "greedy", "greedy"]


@pytest.mark.parametrize(("name", "kind"), [("raises", "ZeroDivisionError"), ("quits", "SystemExit")])
async def test_what_a_bot_raises_leaves_its_process_alone(strangers: Path, name: str, kind: str) -> None:
    async with House() as house:
        with pytest.raises(BotFailed) as failed:
            await house.bot(name).decide(decision())
        assert str(failed.value) == kind  # the text of the error may show hands
        pid = house.pid()
        assert await house.bot("counts").decide(decision()) == DRAW
        assert house.pid() == pid


async def test_an_answer_that_is_not_an_action_is_none_here_either(strangers: Path) -> None:
    async with House() as house:
        answer = await house.bot("mumbles").decide(decision())
        assert answer is not None and not isinstance(answer, Action)


async def test_a_process_inherits_no_socket(strangers: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as listener:
        listener.set_inheritable(True)
        secret = os.readlink(f"/proc/self/fd/{listener.fileno()}")
        async with House() as house:
            await house.bot("looks").decide(decision())
    opened = [words[0] for words in notes(strangers, "open")]
    assert opened
    assert secret not in opened


async def test_a_process_imports_no_web_packages() -> None:
    program = "import sys, paiju.bots.worker; print(*sorted({name.split('.')[0] for name in sys.modules}))"
    done = subprocess.run([sys.executable, "-c", program], check=True, capture_output=True, text=True)
    loaded = set(done.stdout.split())
    assert "paiju" in loaded
    assert not loaded & {"asyncio", "litestar", "uvicorn", "websockets", "sqlalchemy", "structlog", "msgspec", "httpx2"}


@pytest.mark.parametrize("broken", ["executable", "code", "words"])
async def test_without_processes_threads_do_it_and_that_is_said_once(
    strangers: Path, monkeypatch: pytest.MonkeyPatch, broken: str
) -> None:
    if broken == "executable":
        monkeypatch.setattr(sys, "executable", str(strangers / "nothing"))
    else:
        code = "raise SystemExit(1)" if broken == "code" else "print(0)"
        monkeypatch.setattr(bot_process, "_CODE", code)
    async with House() as house:
        before = house.bot("counts")
        with capture_logs() as logs:
            for bot in (before, before, house.bots.make("counts", UNO)):
                assert await bot.decide(decision()) == DRAW
        assert [line["event"][:26] for line in logs] == ["no process can be started "]
        found = notes(strangers, "counts")
        assert [(pid, asked) for pid, asked, _ in found] == [(str(os.getpid()), n) for n in ("1", "2", "1")]


@replaces_internals
async def test_a_view_that_cannot_be_sent_is_looked_at_in_a_thread(strangers: Path) -> None:
    async with House() as house:
        view = a_view()
        view.__dict__["secret"] = lambda: None
        bot = house.bot("counts")
        with capture_logs() as logs:
            assert await bot.decide(decision(view=view)) == DRAW
            assert await bot.decide(decision(view=view)) == DRAW
        assert [line["event"] for line in logs] == ["a view cannot be sent to a process"]
        assert [words[0] for words in notes(strangers, "counts")] == [str(os.getpid())] * 2


class OnlyHere:
    """What a process cannot make again."""

    def __reduce__(self) -> Any:
        return eval, ("1 / 0",)


@replaces_internals
async def test_a_view_that_cannot_be_read_there_is_looked_at_in_a_thread(strangers: Path) -> None:
    async with House() as house:
        view = a_view()
        view.__dict__["secret"] = OnlyHere()
        with capture_logs() as logs:
            assert await house.bot("counts").decide(decision(view=view)) == DRAW
        assert [line["event"] for line in logs] == ["a view cannot be sent to a process"]
        assert [words[0] for words in notes(strangers, "counts")] == [str(os.getpid())]
        assert house.pid() is not None


PARENT = """
import asyncio, sys
sys.path.insert(0, sys.argv[1])
from tests.server.test_bot_processes import House, decision

async def main():
    async with House() as house:
        await house.bot("spins").decide(decision())

asyncio.run(main())
"""


async def test_a_process_ends_when_its_server_is_killed(strangers: Path) -> None:
    """Both have the same standard error, which ends when the last of them does."""
    command = (sys.executable, "-c", PARENT, str(strangers))
    root = Path(__file__).parents[2]
    server = await asyncio.create_subprocess_exec(*command, cwd=root, stderr=asyncio.subprocess.PIPE)
    [[spinning]] = await until(lambda: notes(strangers, "spins"))
    server.kill()
    assert server.stderr is not None
    reading = asyncio.create_task(server.stderr.read())
    ended, _ = await asyncio.wait((reading,), timeout=60)
    if not ended:
        os.kill(int(spinning), signal.SIGKILL)
    await reading
    await server.wait()  # returns only when its standard error has ended
    assert ended, "the process outlives its server"


@pytest.mark.parametrize("game", ["uno", "shandong"])
async def test_bots_that_think_long_play_in_a_room(tmp_path: Path, game: str) -> None:
    async with serving(tmp_path, bot_processes=1, think_seconds=60, deal_slowly=0) as server:
        async with Client(server.base) as client:
            fields: dict[str, Any] = {"bots": ["search"] * 3, "clock": 1}
            with capture_logs() as logs:
                mine = await seat_of(client, game, **fields)
                table = await server.service.lobby.table(mine.room)
                process = server.service.bots.processes[0]
                await until(lambda: process.pid is not None and process.bots and table.folded.game_seq > 12)
            assert not [line for line in logs if line["event"] in ("bot failed", "bot refused")]
    assert process.pid is None


async def test_a_bot_whose_process_is_killed_plays_the_default_action_and_thinks_on_in_a_new_one(
    tmp_path: Path, strangers: Path
) -> None:
    clock, deals = ManualClock(), StackedDeals()  # no time passes: nothing here is a time-out of the clock
    async with serving(tmp_path, clock, deals, bot_processes=1) as server, Client(server.base) as client:
        deals.stack(uno_deal(["r5 b7", "g1 g2"], "r9", "y1 y2", first=1))
        mine = await seat_of(client, bots=["dozes"], seats=2, options={"targetScore": None, "initialCards": 2})
        table = await server.service.lobby.table(mine.room)
        await until(lambda: notes(strangers, "dozes"))
        first = server.service.bots.processes[0].pid
        assert first is not None
        begun = await actions(server, mine)
        with capture_logs() as logs:
            os.kill(first, signal.SIGKILL)
            await until(lambda: table.folded.state is not None and table.folded.state.turn() == mine.seat)
        assert (await actions(server, mine))[len(begun) :] == [(HOST, {"type": "TIMEOUT", "playerId": "p2"})]
        said = [{key: line[key] for key in line.keys() & {"event", "why", "kind"}} for line in logs]
        assert {"event": "a process of bots is replaced", "why": "it died"} in said
        assert {"event": "bot failed", "kind": "died"} in said
        legal = (await client.view(mine.room, mine.secret)).legal
        await client.act(mine.room, mine.secret, next(action for action in legal if action["type"] == "PLAY_CARD"))
        await until(lambda: len(notes(strangers, "dozes")) == 2)
        second = notes(strangers, "dozes")[1][0]
        assert second == str(server.service.bots.processes[0].pid) != str(first)
        await until(lambda: table.folded.state is not None and table.folded.state.turn() == mine.seat)
        assert [action["type"] for seat, action in await actions(server, mine) if seat == 1] == ["DRAW_CARD"]


async def test_a_hint_of_a_strong_bot_comes_from_a_process(tmp_path: Path) -> None:
    async with serving(tmp_path, bot_processes=1, think_seconds=60) as server, Client(server.base) as client:
        mine = await seat_of(client, bots=["easy"], seats=2)
        table = await server.service.lobby.table(mine.room)
        await until(lambda: table.folded.state is not None and table.folded.state.turn() == mine.seat)
        async with client.table(mine.room, mine.secret) as live:
            assert await live.hint() is not None
        assert server.service.bots.processes[0].pid is not None


async def test_how_many_processes_is_a_setting() -> None:
    assert read_settings({}, {"PAIJU_BOT_PROCESSES": "3"})[0].bot_processes == 3
    house = HouseBots(1, 0, ManualClock())
    assert not isinstance(house.make("search", UNO), ProcessBot)
    await house.close()
