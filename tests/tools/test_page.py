"""The script that builds the page: what it installs, and when."""

import json
import os
import re
import subprocess
from pathlib import Path

import pytest

from paiju.server.settings import Settings
from tools import page

LOCK = {
    "": {"name": "paiju-web"},
    "node_modules/vite": {"version": "8.0.0"},
    "node_modules/vitest": {"version": "4.0.0", "dev": True},
    "node_modules/typescript": {"version": "5.0.0", "devOptional": True},
    "node_modules/only-on-windows": {"version": "1.0.0", "optional": True},
}
BUILD = {"node_modules/vite": {"version": "8.0.0"}}
TESTS = {"node_modules/vitest": {"version": "4.0.0"}, "node_modules/typescript": {"version": "5.0.0"}}


@pytest.fixture
def web(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A web folder with nothing but a lock file."""
    (tmp_path / "package-lock.json").write_text(json.dumps({"packages": LOCK}), encoding="utf-8")
    monkeypatch.setattr(page, "WEB", tmp_path)
    return tmp_path


def install(web: Path, packages: dict[str, dict[str, str]]) -> None:
    """Leave what npm leaves after an install."""
    (web / "node_modules").mkdir(exist_ok=True)
    (web / "node_modules" / ".package-lock.json").write_text(json.dumps({"packages": packages}), encoding="utf-8")


def test_a_fresh_clone_lacks_everything(web: Path) -> None:
    assert page.packages_are_missing(dev=False)
    assert page.packages_are_missing(dev=True)


def test_packages_of_the_build_are_not_enough_for_the_tests(web: Path) -> None:
    install(web, BUILD)
    assert not page.packages_are_missing(dev=False)
    assert page.packages_are_missing(dev=True)


def test_packages_of_the_tests_are_enough_for_both(web: Path) -> None:
    install(web, BUILD | TESTS)
    assert not page.packages_are_missing(dev=False)
    assert not page.packages_are_missing(dev=True)


def test_another_version_than_the_locked_one_counts_as_missing(web: Path) -> None:
    install(web, {"node_modules/vite": {"version": "7.9.9"}})
    assert page.packages_are_missing(dev=False)


@pytest.mark.parametrize("dev", [False, True])
def test_what_is_there_is_not_installed_again(web: Path, monkeypatch: pytest.MonkeyPatch, dev: bool) -> None:
    calls: list[tuple[str, ...]] = []
    monkeypatch.setattr(page, "npm", lambda *arguments, doing: calls.append(arguments))
    page.install_packages(dev=dev)
    assert [("--omit=dev" in call) for call in calls] == [not dev]
    install(web, BUILD | TESTS)
    page.install_packages(dev=dev)
    assert len(calls) == 1


def test_the_development_server_asks_the_port_on_which_paiju_listens() -> None:
    config = (page.ROOT / "web" / "vite.config.ts").read_text(encoding="utf-8")
    assert re.findall(r"http://127\.0\.0\.1:(\d+)", config) == [str(Settings().port)]


def test_a_build_says_its_steps_and_what_npm_says_only_if_it_fails(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    npm = tmp_path / "npm"
    npm.write_text('#!/bin/sh\necho "noise of npm $1"\n[ "$1" != "$FAILS" ]\n', encoding="utf-8")
    npm.chmod(0o755)
    monkeypatch.setenv("PATH", str(tmp_path), prepend=os.pathsep)
    monkeypatch.setattr(page, "WEB", tmp_path)
    monkeypatch.setattr(page, "system_has_node", lambda: True)
    page.build_page()
    assert capfd.readouterr() == ("", "Installing what builds the page …\nBuilding the page …\n")
    monkeypatch.setenv("FAILS", "run")
    with pytest.raises(subprocess.CalledProcessError):
        page.build_page()
    assert "noise of npm run" in capfd.readouterr().err
