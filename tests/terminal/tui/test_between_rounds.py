"""The score sheet: saving a copy of the record, what is said there, and which keys it offers."""

import re
from pathlib import Path

import pytest
from textual.pilot import Pilot

from paiju.terminal.tui.sheets import Reader
from paiju.terminal.tui.table import TableScreen
from tests.terminal.tui.moments import MOMENTS, reached
from tests.terminal.tui.tables import click, front, screen_of, shown

pytestmark = pytest.mark.anyio

SHEETS = {"uno": MOMENTS["uno-round-over"], "shandong": MOMENTS["shandong-result"]}


@pytest.fixture
def kept(tmp_path: Path) -> Path:
    """Where matches are kept."""
    folder = tmp_path / "kept"
    folder.mkdir()
    return folder


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The current folder, another one, with a long name."""
    folder = tmp_path / ("here" * 40)
    folder.mkdir()
    monkeypatch.chdir(folder)
    return folder


def reads(pilot: Pilot[int], *texts: object) -> bool:
    """Whether all this lies over the table to be read, wherever its lines end."""
    reader = pilot.app.screen
    assert isinstance(reader, Reader)
    said = re.sub(r"[│\s]", "", reader.board.canvas.text())
    return all(re.sub(r"\s", "", str(text)) in said for text in texts)


@pytest.mark.parametrize("game", ["uno", "shandong"])
async def test_s_saves_a_copy_of_the_record_in_the_current_folder(game: str, kept: Path, here: Path) -> None:
    async with reached(SHEETS[game], kept, "en-US").run_test(size=(100, 30)) as pilot:
        await pilot.pause()
        record, copy = kept / f"{game}.paiju", here / f"{game}.paiju"
        await pilot.press("s")
        await pilot.pause()
        assert reads(pilot, "Saved as", copy), "the whole path, however long it is"
        assert copy.read_bytes() == record.read_bytes()
        await pilot.press("escape")
        copy.write_bytes(record.read_bytes()[:-100])  # as it was some moves ago
        await click(pilot, "cmd:sort")
        assert reads(pilot, "Saved as")
        assert copy.read_bytes() == record.read_bytes()


@pytest.mark.parametrize(
    ("language", "said"),
    [
        ("en-US", ("could not be written", "this file already exists")),
        ("zh-CN", ("另存失败", "文件已经存在")),
    ],
)
async def test_a_copy_never_overwrites_another_file(
    language: str, said: tuple[str, ...], kept: Path, here: Path
) -> None:
    (here / "uno.paiju").write_text("mine")
    async with reached(SHEETS["uno"], kept, language).run_test(size=(100, 30)) as pilot:
        await pilot.pause()
        await pilot.press("s")
        await pilot.pause()
        assert reads(pilot, *said)
        assert (here / "uno.paiju").read_text() == "mine"
        await pilot.press("escape")
        await pilot.pause()
        assert front(pilot) is TableScreen


async def test_a_current_folder_that_is_gone_takes_no_copy_and_nothing_is_lost(kept: Path, here: Path) -> None:
    async with reached(SHEETS["uno"], kept, "en-US").run_test(size=(100, 30)) as pilot:
        await pilot.pause()
        record = (kept / "uno.paiju").read_bytes()
        here.rmdir()
        await pilot.press("s")
        await pilot.pause()
        assert reads(pilot, "there is no such file or folder")
        await pilot.press("escape", "enter")
        await pilot.pause()
        assert not screen_of(pilot).face.resting(), "the next round has begun"
        assert (kept / "uno.paiju").read_bytes().startswith(record)


async def test_a_record_is_no_copy_of_itself(tmp_path: Path, kept: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Also where its folder has two names."""
    (tmp_path / "other-name").symlink_to(kept)
    monkeypatch.chdir(kept)
    async with reached(SHEETS["uno"], tmp_path / "other-name", "en-US").run_test(size=(100, 30)) as pilot:
        await pilot.pause()
        before = (kept / "uno.paiju").stat().st_mtime_ns
        await pilot.press("s")
        await pilot.pause()
        assert reads(pilot, "Saved as")
        assert (kept / "uno.paiju").stat().st_mtime_ns == before, "not written again"


@pytest.mark.parametrize("game", ["uno", "shandong"])
async def test_what_is_said_can_be_read_on_the_sheet(game: str, kept: Path) -> None:
    async with reached(SHEETS[game], kept, "en-US").run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        before = shown(pilot).splitlines()
        await pilot.press("m")
        await pilot.pause()
        after = shown(pilot).splitlines()
        changed = [(one, other) for one, other in zip(before, after, strict=True) if one != other]
        assert len(changed) == 1
        assert "Enter starts the next" in changed[0][0]
        assert "bell" in changed[0][1]
