"""Somebody at the keyboard: starts `paiju` on a real pseudo-terminal and types."""

import os
import random
import re
import sys
from dataclasses import dataclass
from pathlib import Path

import pexpect

PROMPT = r"\n> "
GARBAGE = (
    "x", "-1", "99", "1 2 3", "0x1", "红桃", "１", "出牌", "; rm -rf", "\x01\x02", "1e9", "?", "h", "null", "+4", "3.0",
    "é" * 50, "l",
)  # fmt: skip


@dataclass(frozen=True)
class Home:
    """Where settings, matches and compiled texts of one test are kept."""

    path: Path

    def environment(self) -> dict[str, str]:
        """Variables that make the program live here."""
        return {
            "HOME": str(self.path),
            "XDG_CONFIG_HOME": str(self.path / "config"),
            "XDG_DATA_HOME": str(self.path / "data"),
            "PAIJU_STRICT_TEXTS": "1",
        }

    def matches(self) -> list[Path]:
        """Records in the usual folder, oldest first."""
        return sorted((self.path / "data" / "paiju" / "matches").glob("*.paiju"), key=lambda path: path.stat().st_mtime)


class Terminal:
    """A running `paiju` on a pseudo-terminal of 80 × 24."""

    def __init__(self, home: Home, *arguments: str, variables: dict[str, str] | None = None) -> None:
        environment = {
            key: value for key, value in os.environ.items() if key not in ("NO_COLOR", "LC_ALL", "PAIJU_LANG")
        }
        environment |= home.environment() | {"TERM": "xterm-256color", "LANG": "C.UTF-8"} | (variables or {})
        self.child = pexpect.spawn(
            sys.executable,
            ["-m", "paiju", *arguments],
            env=environment,
            encoding="utf-8",
            timeout=120,
            dimensions=(24, 80),
        )
        self.child.delaybeforesend = None
        self.child.delayafterread = None
        self.said = ""
        """Everything the program printed so far."""

    def listen(self) -> str:
        """What was said up to the next question; empty when the program has ended."""
        found = self.child.expect([PROMPT, pexpect.EOF])
        heard = (self.child.before or "").replace("\r", "")
        self.said += heard + "\n"
        return heard if found == 0 else ""

    def type(self, text: str) -> str:
        """Answer, and listen to what comes of it."""
        self.child.sendline(text)
        return self.listen()

    def interrupt(self) -> None:
        """Ctrl-C, once."""
        self.child.sendintr()

    def ended(self) -> bool:
        """Whether the program has ended by itself."""
        return not self.child.isalive()

    def exit_code(self) -> int:
        """The exit code of the ended program."""
        self.child.expect(pexpect.EOF)
        self.said += (self.child.before or "").replace("\r", "")
        self.child.close()
        return self.child.exitstatus if self.child.exitstatus is not None else -int(self.child.signalstatus or 0)


class Player:
    """Plays to the end by typing: sensible answers at random, with garbage thrown in."""

    def __init__(self, terminal: Terminal, seed: int, garbage: float = 0.05) -> None:
        self.terminal = terminal
        self.random = random.Random(seed)
        self.garbage = garbage

    def answer(self, heard: str) -> str:
        """Something to type after hearing this."""
        if self.random.random() < self.garbage:
            return self.random.choice(GARBAGE)
        last = heard.rstrip("\n").rsplit("\n", 1)[-1]
        if "编号或牌名" in last or "number or name" in last:
            return "" if "Enter plays it" in heard or "回车就出" in heard else "h"
        numbered = re.search(r"1-(\d+)", last)
        if numbered:
            return str(self.random.randint(0, int(numbered.group(1))))
        return self.random.choice(["0", "1", "1", "2", "2", "3", "4", ""])

    def play_to_the_end(self, most: int = 20_000) -> None:
        """Answer every question until the program ends."""
        heard = self.terminal.listen()
        for _ in range(most):
            if not heard:
                return
            heard = self.terminal.type(self.answer(heard))
        raise AssertionError(f"no end after {most} answers; last heard: {heard[-500:]}")
