"""A reader who does everything that a document says, from top to bottom, in an empty folder.

Each command is run as it stands, or under one of the rules below, which say why not. A command without a rule and a
block in an unknown language are errors.
"""

import doctest
import json
import os
import re
import runpy
import shlex
import sqlite3
import subprocess
import sys
import tomllib
from collections.abc import Callable
from contextlib import ExitStack, closing
from importlib.metadata import entry_points
from pathlib import Path
from typing import Any

import pytest

from bench.__main__ import PARTS
from paiju.bots import registry as bots
from paiju.cli import main
from paiju.games import registry as games
from paiju.games.registry import find_game
from paiju.server.settings import read_settings
from tests.cli.test_replay import a_record
from tests.house.documents import ROOT, Piece, commands
from tests.server.arena.playing import QUICK
from tests.server.serving import FAST
from tests.server.started import started
from tests.toy.package import install
from tools.repeat import parse as parse_repeat

PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
USUAL = "http://127.0.0.1:8000"
SHORTER = {"GAMES, STEPS, SEATS = 256, 1000, 2": "GAMES, STEPS, SEATS = 32, 400, 2"}
"""Loops that take minutes, with the figures that the test puts in their place."""
MOST_GAMES = 40


class Reader:
    """Follows one document."""

    def __init__(self, folder: Path, capsys: pytest.CaptureFixture[str], stack: ExitStack) -> None:
        self.folder = folder
        self.session: dict[str, Any] = {}
        self.output = ""
        """What the last command said."""
        self.said: dict[str, str] = {}
        """What each command said."""
        self._capsys = capsys
        self._stack = stack
        self._server = ""
        self._scripts: set[str] = set()
        (folder / "match.paiju").write_text(a_record(find_game("uno")), encoding="utf-8")
        self._blocks: dict[str, Callable[[Piece], None]] = {
            "sh": self._commands,
            "console": self._commands,
            "python": self._python,
            "env": self._settings,
            "toml": self._entry_point,
        }

    def follow(self, pieces: list[Piece]) -> None:
        """All pieces of a document. Samples of messages (`json`, `http`) and texts are checked elsewhere."""
        typed = " ".join(piece.text for piece in pieces if piece.language in ("sh", "console"))
        self._scripts = set(re.findall(r"python (\w+\.py)", typed))
        for piece in pieces:
            if piece.language in ("json", "http", "text"):
                continue
            assert piece.language in self._blocks, f"{piece.where}: no rule for a block in {piece.language!r}"
            self._blocks[piece.language](piece)

    @property
    def server(self) -> str:
        """The address of a quick server, which is started when it is first asked for."""
        if not self._server:
            quick = {f"PAIJU_{name.upper()}": str(value) for name, value in {**FAST, **QUICK}.items()}
            said = self._stack.enter_context(started(self.folder / "server.db", "--lang", "en", **quick))
            self._server = said.removeprefix("open ")
        return self._server

    # --- blocks ---------------------------------------------------------------------------------------------

    def _python(self, piece: Piece) -> None:
        """Prompts are a session, `part=` is a part of a file of ours, `file=` is saved; all else is run at once."""
        kind, _, name = piece.label.partition("=")
        if piece.text.startswith(">>>"):
            test = doctest.DocTestParser().get_doctest(piece.text, self.session, piece.where, piece.where, piece.line)
            runner = doctest.DocTestRunner(optionflags=doctest.ELLIPSIS)
            assert runner.run(test, clear_globs=False).failed == 0, piece.where
            self.session = test.globs
            return
        if kind == "part":
            assert piece.text.strip() in (ROOT / name).read_text(encoding="utf-8"), piece.where
            return
        assert kind in ("", "file"), f"{piece.where}: no rule for the label {piece.label!r}"
        text = piece.text
        for long, short in SHORTER.items():
            text = text.replace(long, short)
        file = self.folder / (name or f"line_{piece.line}.py")
        file.write_text(text, encoding="utf-8")
        if name not in self._scripts:  # those are run by their command
            names = self._run(file)
            for test_name, function in names.items():
                if test_name.startswith("test_"):
                    function()

    def _run(self, file: Path) -> dict[str, Any]:
        """Run a file as `python FILE` does: modules beside it can be imported, but only by this run."""
        before = set(sys.modules)
        sys.path.insert(0, str(self.folder))
        try:
            return runpy.run_path(str(file))
        finally:
            sys.path.remove(str(self.folder))
            for name in set(sys.modules) - before:
                if (self.folder / f"{name}.py").exists():
                    del sys.modules[name]

    def _settings(self, piece: Piece) -> None:
        """NAME=VALUE lines: the server reads them all."""
        lines = [line.split("  #")[0].strip() for line in piece.text.splitlines()]
        given = dict(line.split("=", 1) for line in lines)
        _, origins = read_settings({}, given)
        read = {f"PAIJU_{name.upper()}" for name, origin in origins.items() if origin == "environment"}
        assert read == set(given), piece.where

    def _entry_point(self, piece: Piece) -> None:
        points = tomllib.loads(piece.text)["project"]["entry-points"]
        assert set(points) <= {bots.GROUP, games.GROUP}, piece.where
        if games.GROUP in points:
            install(self.folder)
            sys.path.insert(0, str(self.folder))
            self._stack.callback(sys.path.remove, str(self.folder))
            installed = {(point.name, point.value) for point in entry_points(group=games.GROUP)}
            assert set(points[games.GROUP].items()) <= installed, piece.where

    def _commands(self, piece: Piece) -> None:
        for command, shown in commands(piece):
            self.output = ""
            words = shlex.split(command.replace("<game>", "uno").replace("FILE", "match.paiju"))
            rule = next((rule for start, rule in RULES.items() if re.match(start, command)), None)
            assert rule is not None, f"{piece.where}: no rule for {command!r}"
            try:
                rule(self, words)
            except AssertionError as error:
                raise AssertionError(f"{piece.where}: {command}: {error}") from error
            self.said[command] = self.output
            if shown:
                like = shown.replace("…", "...")
                assert doctest.OutputChecker().check_output(like, self.output, doctest.ELLIPSIS), (
                    f"{piece.where}: {command} says\n{self.output}"
                )

    # --- commands -------------------------------------------------------------------------------------------

    def paiju(self, words: list[str]) -> None:
        """Run as it stands, with fewer games."""
        words = words[1:]
        if "--games" in words:
            place = words.index("--games") + 1
            words[place] = str(min(int(words[place]), MOST_GAMES))
        self._capsys.readouterr()
        code = main(words)
        said = self._capsys.readouterr()
        self.output = said.out
        assert code == 0, said.err

    def help(self, words: list[str]) -> None:
        """A command that is only mentioned."""
        self.paiju([*words, "--help"])

    def serve(self, words: list[str]) -> None:
        """A server does not end, and its addresses are other people's: it says with which settings it would start.
        A real start is in tests/server/test_open.py and in `make_serve`."""
        self.paiju([*words, "--show-config"])

    def play(self, words: list[str]) -> None:
        """Run as it stands, by somebody who closes the keyboard at once: the match is saved and it ends."""
        environ = {**os.environ, "HOME": str(self.folder), "XDG_DATA_HOME": str(self.folder / "data")}
        self.program([sys.executable, "-m", "paiju", *words[1:]], environ)

    def program(self, words: list[str], environ: dict[str, str] | None = None) -> None:
        done = subprocess.run(
            words,
            check=False,
            cwd=self.folder,
            env=environ,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            timeout=250,
        )
        self.output = done.stdout
        assert done.returncode == 0, done.stdout

    def script(self, words: list[str]) -> None:
        """A file from this document, as it stands; the usual address is that of a server of the test."""
        self.program([sys.executable, *(self.server if word == USUAL else word for word in words[1:])])
        assert self.output.strip(), "a script of a document shows what it did"

    def module(self, words: list[str]) -> None:
        """The soak test would run for minutes, so would benchmarks: their parts exist."""
        if words[2] == "bench":
            assert set(words[3:]) <= set(PARTS)
            return
        assert words[:3] == ["python", "-m", "paiju.testing.soak"]
        self.program([sys.executable, *words[1:], "--actions", "300"])

    def make(self, words: list[str]) -> None:
        """Most targets run these tests: make says what it would do."""
        done = subprocess.run(["make", "-n", *words[1:]], check=False, cwd=ROOT, capture_output=True, text=True)
        assert done.returncode == 0, done.stderr

    def install(self, words: list[str]) -> None:
        """It would change the machine: the extras that it names exist, other packages are among those we install."""
        known = (ROOT / "constraints.txt").read_text(encoding="utf-8")
        for word in words[words.index("install") + 1 :]:
            found = re.fullmatch(
                r"(?P<name>paiju|\.|[\w-]+|dist/paiju-\*\.whl)(?:\[(?P<extras>[\w,]+)\])?(?: @ \.)?", word
            )
            assert found is not None, word
            if found["name"] in (".", "paiju", "dist/paiju-*.whl"):
                extras = set(filter(None, (found["extras"] or "").split(",")))
                assert extras <= set(PROJECT["optional-dependencies"]), word
                assert found["name"] != "paiju" or word.endswith(" @ ."), "paiju is not published yet"
            else:
                assert f"\n{found['name']}==" in known, word

    def build(self, words: list[str]) -> None:
        """Takes a minute, and tools/wheel does it: hatchling builds what pyproject.toml describes."""
        assert words == ["uv", "build"]

    def check(self, words: list[str]) -> None:
        """Run as it stands; where no database is named, a server has made the usual one before."""
        if "--database" not in words:
            with started(read_settings({}, dict(os.environ))[0].database.removeprefix("sqlite:///"), "--lang", "en"):
                pass
        self.paiju(words)

    def backup(self, words: list[str]) -> None:
        """The command of SQLite need not be installed: the same copy by the same function of the library."""
        assert words[2] == ".backup copy.db"
        store = self.folder / words[1]
        with started(store, "--lang", "en"), closing(sqlite3.connect(store)) as source:
            with closing(sqlite3.connect(self.folder / "copy.db")) as copy:
                source.backup(copy)

    def repeat(self, words: list[str]) -> None:
        """Runs everything N times: its options are read."""
        parse_repeat(words[1:] or ["1"])

    def npm(self, words: list[str]) -> None:
        """A script of the page: it exists. What it writes is compared by a test of its own."""
        assert words[2] in json.loads((ROOT / "web" / "package.json").read_bytes())["scripts"]

    def elsewhere(self, words: list[str]) -> None:
        """A program of others that changes more than this folder: it is not run."""


RULES: dict[str, Callable[[Reader, list[str]], None]] = {
    r"paiju serve .*--check": Reader.check,
    r"paiju (serve --show-config|--version)": Reader.paiju,
    r"paiju serve": Reader.serve,
    r"(\.venv/bin/)?paiju( play| --plain|$)": Reader.play,
    r"paiju (join|matches|rules|sim|train|replay|bots|explain|vectors)$": lambda reader, words: reader.paiju(
        [*words, "--help"]
    ),
    r"paiju (rules|sim|train|replay|bots|explain|vectors) ": Reader.paiju,
    r"python -m ": Reader.module,
    r"python \w+\.py": Reader.script,
    r"make \w+": Reader.make,
    r"PAIJU_(PYTHON|TEST_SEED)=\S+ make \w+": lambda reader, words: reader.make(words[1:]),
    r"(pip|uv tool) install ": Reader.install,
    r"uv build": Reader.build,
    r"sqlite3 ": Reader.backup,
    r"tools/repeat( |$)": Reader.repeat,
    r"npm run ": Reader.npm,
    r"git tag |pre-commit install|pg_dump": Reader.elsewhere,
}
"""How a command is run, by how it begins."""
