"""The `paiju` command as a user meets it: exit codes, one sentence, no traceback, quick to start."""

import os
import subprocess
import sys

import pytest

from paiju import __version__
from paiju.cli import main
from paiju.cli.main import COMMANDS


def paiju(*words: str, **environ: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "paiju", *words],
        check=False,
        capture_output=True,
        text=True,
        encoding="utf-8",
        stdin=subprocess.DEVNULL,
        env={**os.environ, "PYTHONUTF8": "1", **environ},
    )


def test_help_teaches_in_both_languages() -> None:
    english, chinese = paiju("--help", PAIJU_LANG="en"), paiju("--help", PAIJU_LANG="zh")
    assert (english.returncode, chinese.returncode) == (0, 0)
    assert "you and three bots" in english.stdout
    assert "你和三个机器人" in chinese.stdout
    for command in COMMANDS:
        assert f"paiju {command}" in english.stdout
        assert f"paiju {command}" in chinese.stdout


def test_without_arguments_it_is_the_menu_also_in_a_pipe() -> None:
    piped = paiju(PAIJU_LANG="zh")
    assert piped.returncode == 0
    assert "主菜单：1 开始  2 设置  3 规则  0 退出" in piped.stdout
    assert piped.stdout == paiju("--plain", PAIJU_LANG="zh").stdout


@pytest.mark.parametrize("command", ["sim", "train", "bots", "vectors", "play", "rules", "explain", "replay", "serve"])
def test_every_command_takes_a_language_before_or_after_its_name(
    command: str, capsys: pytest.CaptureFixture[str]
) -> None:
    for words in (["--lang", "zh", command, "--help"], [command, "--help", "--lang=en"]):
        assert main(words) == 0
        said = capsys.readouterr()
        assert f"paiju {command}" in said.out
        assert said.err == ""


def test_an_unknown_language_is_wrong_usage(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["bots", "--lang", "xx"]) == 2
    assert 'There is no language "xx"' in capsys.readouterr().err


@pytest.mark.parametrize(
    ("words", "package", "extra"), [(["serve"], "uvicorn", "server"), (["join", "ABCDEF"], "httpx2", "client")]
)
def test_what_is_not_installed_is_named_with_the_command_that_installs_it(
    words: list[str], package: str, extra: str
) -> None:
    without = f"import sys; sys.modules[{package!r}] = None; from paiju.cli import main; sys.exit(main({words!r}))"
    done = subprocess.run([sys.executable, "-c", without], check=False, capture_output=True, text=True)
    assert (done.returncode, done.stdout) == (2, "")
    assert f'This needs {package}, which is not installed: pip install "paiju[{extra}]"' in done.stderr
    assert done.stderr.count("\n") == 1


def test_another_error_of_an_import_is_not_hidden(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*_: object) -> None:
        raise ImportError("cannot import name 'Table' from 'rich.table'")

    monkeypatch.setattr("paiju.cli.bots.listed", broken)
    with pytest.raises(ImportError, match="cannot import name"):
        main(["bots"])


@pytest.mark.parametrize(
    "words", [["rules", "uno"], ["--version"], ["bots"], ["sim", "uno", "--bots", "random,random", "--games", "1"]]
)
def test_a_reader_who_has_seen_enough_ends_the_command_silently(words: list[str]) -> None:
    """As `head -1` does, while the command writes or when it has written everything."""
    reader, writer = os.pipe()
    os.close(reader)
    with os.fdopen(writer, "wb") as closed:
        command = [sys.executable, "-m", "paiju", *words]
        done = subprocess.run(command, check=False, stdout=closed, stderr=subprocess.PIPE)
    assert (done.returncode, done.stderr) == (0, b"")


def test_help_imports_neither_the_parser_nor_a_game() -> None:
    code = "import sys; from paiju.cli import main; main(['--help']); print(sorted(set(sys.modules)))"
    loaded = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout
    for heavy in ("cyclopts", "rich", "textual", "litestar", "sqlalchemy", "numpy", "paiju.games.uno"):
        assert f"'{heavy}'" not in loaded


def test_version(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--version"]) == 0
    assert capsys.readouterr().out == f"paiju {__version__}\n"


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["sevre"], 'There is no command "sevre"; did you mean "serve"?'),
        (["xyzzy"], "choose from play, matches, join"),
        (["--wrong"], "There is no option --wrong here"),
    ],
)
def test_wrong_usage_is_one_sentence_and_exit_2(words: list[str], sentence: str) -> None:
    done = paiju(*words, PAIJU_LANG="en")
    assert done.returncode == 2
    assert done.stdout == ""
    assert sentence in done.stderr
    assert done.stderr.startswith("paiju: ") and done.stderr.count("\n") == 1


def test_complaints_come_in_the_language_asked_for() -> None:
    assert "没有“sevre”这个命令" in paiju("sevre", "--lang", "zh").stderr
    assert "没有“sevre”这个命令" in paiju("sevre", "--lang=zh").stderr
