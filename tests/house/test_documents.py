"""The documents tell the truth: what they show is run, their links lead somewhere, they stand alone."""

import os
import re
import signal
import subprocess
import urllib.request
from contextlib import ExitStack
from dataclasses import fields
from pathlib import Path

import pytest

from paiju.cli import main
from paiju.cli.main import COMMANDS
from paiju.server.settings import Settings
from tests.house.documents import DOCUMENTS, ROOT, name_of, pieces
from tests.house.reader import Reader
from tools import repeat

NAMES = [name_of(path) for path in DOCUMENTS]


@pytest.mark.parametrize("document", DOCUMENTS, ids=NAMES)
def test_a_reader_can_do_everything_it_says(
    document: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("LANG", "en_US.UTF-8")
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    with ExitStack() as stack:
        reader = Reader(tmp_path, capsys, stack)
        reader.follow(pieces(document))
    if document.name == "api.md":
        assert "'winner'" in reader.said["python thirty.py http://127.0.0.1:8000"]
    if document.name == "arena.md":
        score = re.findall(r"'score': (\d+)", reader.said["python bot.py http://127.0.0.1:8000"])[0]
        assert int(score) >= 60
    if document.name == "writing-a-bot.md":
        assert any("MyBot" in said for command, said in reader.said.items() if "paiju sim" in command)
    if document.name == "training.md":  # "… that is enough to beat `random`"
        won, rounds = re.findall(r"seat 0 won (\d+) of (\d+)", reader.said["python learn.py"])[0]
        assert int(won) > 0.8 * int(rounds) > 10


@pytest.mark.parametrize("document", DOCUMENTS, ids=NAMES)
def test_links_lead_somewhere(document: Path) -> None:
    targets = re.findall(r"\]\((?!https?:)([^)#]+)", document.read_text(encoding="utf-8"))
    assert [target for target in targets if not (document.parent / target).exists()] == []


def test_the_bot_of_the_api_has_about_thirty_lines() -> None:
    (bot,) = [piece.text for piece in pieces(ROOT / "docs" / "api.md") if piece.label == "file=thirty.py"]
    assert len([line for line in bot.splitlines() if line.strip()]) <= 32


def test_the_readme_says_what_it_must() -> None:
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    opening = text.split("## ")[0]
    assert ">>> match" in opening
    assert "make play" in text and "make serve" in text
    for readers in ("players", "hosts", "bot authors", "researchers", "contributors"):
        assert f"## For {readers}" in text
    assert "not affiliated" in text


def test_every_document_is_in_the_index() -> None:
    index = (ROOT / "docs" / "index.md").read_text(encoding="utf-8")
    listed = {(ROOT / "docs" / target).resolve() for target in re.findall(r"\]\(([^)#]+)", index)}
    assert {path for path in DOCUMENTS if path.is_relative_to(ROOT / "docs")} - {ROOT / "docs" / "index.md"} <= listed


def test_nothing_in_the_project_reads_what_lies_outside_of_it() -> None:
    outside = re.compile(r"\.\./shared|(?<![\w.])/(work|root|home)/")
    tracked = subprocess.run(["git", "ls-files"], cwd=ROOT, check=True, capture_output=True, text=True).stdout
    found = []
    for name in tracked.splitlines():
        if name.endswith((".py", ".md", ".ts", ".tsx", ".toml", ".json", ".sh", "Makefile")) and name not in MAY_NAME:
            text = (ROOT / name).read_text(encoding="utf-8") if (ROOT / name).exists() else ""
            found += [f"{name}: {line}" for line in text.splitlines() if outside.search(line)]
    assert found == []


MAY_NAME = {"tests/house/test_documents.py"}


def test_every_port_that_is_named_is_the_usual_one_or_chosen_beside_it() -> None:
    named = re.compile(r"(?:127\.0\.0\.1|localhost|//host):(\d+)|--port (\d+)")
    for document in DOCUMENTS:
        for line in document.read_text(encoding="utf-8").splitlines():
            addresses, chosen = zip(*named.findall(line), strict=True) if named.search(line) else ((), ())
            assert set(filter(None, addresses)) <= {str(Settings().port), *filter(None, chosen)}, line


def test_every_option_that_is_named_exists(capsys: pytest.CaptureFixture[str]) -> None:
    """Also one that stands alone in a sentence."""
    for command in COMMANDS:
        assert main([command, "--help"]) == 0
    assert main(["--help"]) == 0
    settings = {f"--{field.name.replace('_', '-')}" for field in fields(Settings)}
    known = (
        {"--version"} | settings | set(re.findall(r"--[a-z][\w-]+", capsys.readouterr().out + (repeat.__doc__ or "")))
    )
    for document in DOCUMENTS:
        for text in re.findall(r"`(--[^`]*|paiju [^`]*)`", document.read_text(encoding="utf-8")):
            assert set(re.findall(r"(?<!\S)--[a-z][\w-]+", text)) <= known, f"{name_of(document)}: {text}"


def test_make_serve_says_what_to_open(tmp_path: Path) -> None:
    """The first command of the README, as it stands, on a free port."""
    flags = f"--port 0 --lang en --database sqlite:///{tmp_path / 'make.db'}"
    process = subprocess.Popen(
        ["make", "--no-print-directory", "serve", f"ARGS={flags}"],
        cwd=ROOT,
        env={name: value for name, value in os.environ.items() if not name.startswith(("MAKE", "MFLAGS"))},
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
        start_new_session=True,
    )
    assert process.stdout is not None
    with process.stdout:
        try:
            said = process.stdout.readline().strip()
            assert said.startswith("open http://127.0.0.1:")
            with urllib.request.urlopen(said.removeprefix("open "), timeout=60) as page:
                assert "<title>" in page.read().decode()
        finally:
            os.killpg(process.pid, signal.SIGTERM)
            process.wait(60)
