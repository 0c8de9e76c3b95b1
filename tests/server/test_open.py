"""`paiju serve` says what to open, and opens it, at the moment it answers."""

import os
import sys
from pathlib import Path

import pytest

from paiju.server.run import address_of
from tests.server.started import started

BROWSER = """#!{python}
import os, sys, urllib.request
with urllib.request.urlopen(sys.argv[1] + "/readyz", timeout=60) as answer:
    said = f"{{answer.status}} {{sys.argv[1]}}"
with open({pipe!r}, "w") as pipe:
    pipe.write(said)
"""
"""Asks once, without trying again: a page that is opened too early fails."""


def test_it_says_what_to_open_in_the_language_asked_for(tmp_path: Path) -> None:
    with started(tmp_path / "open.db", "--lang", "zh", "--public-url", "https://cards.example.org") as said:
        assert said == "请用浏览器打开 https://cards.example.org"


def test_the_browser_is_sent_there_when_it_answers(tmp_path: Path) -> None:
    pipe, browser = tmp_path / "seen", tmp_path / "browser"
    os.mkfifo(pipe)
    browser.write_text(BROWSER.format(python=sys.executable, pipe=str(pipe)), encoding="utf-8")
    browser.chmod(0o755)
    with started(tmp_path / "open.db", "--lang", "en", "--open", BROWSER=f"{browser} %s") as said:
        assert said.startswith("open http://127.0.0.1:")
        assert pipe.read_text(encoding="utf-8") == said.replace("open", "200")


@pytest.mark.parametrize(
    ("host", "address"),
    [
        ("127.0.0.1", "http://127.0.0.1:8000"),
        ("0.0.0.0", "http://127.0.0.1:8000"),
        ("192.168.1.7", "http://192.168.1.7:8000"),
        ("::1", "http://[::1]:8000"),
        ("::", "http://[::1]:8000"),
    ],
)
def test_the_address_is_one_that_this_machine_can_open(host: str, address: str) -> None:
    assert address_of(host, 8000) == address
