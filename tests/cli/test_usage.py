"""What the command line says: one sentence for every mistake, help with examples, both languages, any letter case."""

import inspect
import io
import json
import re
from dataclasses import fields
from importlib import import_module
from pathlib import Path

import pytest
from cyclopts import CycloptsError

from paiju.bots.levels import listed
from paiju.cli import main
from paiju.cli.main import COMMANDS, help_text
from paiju.cli.usage import usage_error
from paiju.games.registry import GAMES
from paiju.i18n import LANGUAGES, error_text, translator
from paiju.server.settings import Settings as ServerSettings
from tests.terminal.console.player import Home

pytestmark = pytest.mark.usefixtures("home")


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Home:
    made = Home(tmp_path)
    for name, value in made.environment().items():
        monkeypatch.setenv(name, value)
    monkeypatch.chdir(tmp_path)
    return made


MISTAKES = [
    (["play", "uno", "--seats", "4.5"], '--seats must be a whole number, not "4.5".', "整数"),
    (["play", "uno", "--seats", "40"], "must be 2–10", "2–10"),
    (["play", "uno", "--seed", "x"], '--seed must be a whole number, not "x".', "整数"),
    (["play", "uno", "--pace", "fast"], '--pace must be a number, not "fast".', "数字"),
    (["play", "uno", "--bots", ",,,"], "--bots needs names", "逗号"),
    (["play", "uno", "--bots", "search:worlds=-1"], "cannot be -1", "不能是 -1"),
    (["play", "uno", "--bots", "greddy"], 'did you mean "greedy"?', "“greedy”"),
    (["play", "uno", "--bots", "./none.py:Bot"], 'none.py".', "none.py”这个文件"),
    (["play", "uno", "--bots", "random,random,random,random,random"], "only 4 seats", "只有 4 个座位"),
    (["play", "unno"], 'did you mean "uno"?', "“uno”"),
    (["play", "uno", "--rulebook", "offical"], 'did you mean "official"?', "“official”"),
    (["play", "uno", "--option", "stackDrawCard=true"], 'did you mean "stackDrawCards"?', "“stackDrawCards”"),
    (["play", "uno", "--option", "targetScore"], "NAME=VALUE", "名称=值"),
    (["play", "uno", "--sets", "4"], "did you mean --seats?", "--seats"),
    (["play", "uno", "extra"], "Too many words: extra", "多出来的内容：extra"),
    (["play", "uno", "--seed", "1", "--seed", "2"], "--seed is given twice.", "--seed"),
    (["play", "uno", "--seats"], "--seats needs a value", "后面要有值"),
    (["play", "uno", "--save", "none/x.paiju"], 'There is no folder "none".', "没有“none”这个文件夹"),
    (["play", "--resume"], "There is no unfinished match", "没有可以接着打的牌局"),
    (["play", "--resume", "--save", "none.paiju"], "There is no file", "没有"),
    (["play", "--resume", "--save", __file__], "is not an unfinished match", "不是没打完的牌局"),
    (["sim"], "Something is missing: GAME", "少了 GAME"),
    (["sim", "uno"], "Something is missing: --bots", "少了 --bots"),
    (["sim", "uno", "--bots"], "--bots needs a value", "--bots 后面要有值"),
    (["sim", "uno", "--bots", "random,random", "--games", "0"], "--games must be at least 1", "至少是 1"),
    (["sim", "uno", "--bots", "random,random", "--jobs", "0"], "--jobs must be at least 1", "至少是 1"),
    (["sim", "uno", "--bots", "random,random", "--plot", "a.txt"], ".png or .svg", ".png 或 .svg"),
    (["sim", "uno", "--bots", "random,random", "--plot", "no/a.svg"], 'There is no folder "no".', "没有“no”这个文件夹"),
    (["train", "shandong"], "There is no network", "没有可训练的网络"),
    (["train", "uno", "--rounds", "0"], "--rounds must be at least 1", "至少是 1"),
    (["bots", "chess"], "choose from uno, shandong", "可选：uno, shandong"),
    (["replay", "none.paiju"], "no such file", "没有这个文件"),
    (["replay", "."], "folder", "文件夹"),
    (["vectors"], "at least one file", "至少一个"),
    (["serve", "--port", "x"], "--port must be a whole number", "整数"),
    (["serve", "--turn-secnds", "3"], "did you mean --turn-seconds?", "--turn-seconds"),
    (["serve", "--turn-seconds", "x"], "must be a number", "数字"),
    (["serve", "--turn-seconds", "-1"], "between", "之间"),
    (["join", "not a room"], "is not a room", "不是房间"),
    (["matches", "--resume", "1"], "no match number 1", "没有第 1 局"),
    (["sevre"], 'did you mean "serve"?', "“serve”"),
    (["xyzzy"], "choose from play, matches, join", "play, matches, join"),
    (["--wrong"], "There is no option --wrong here; paiju --help", "--wrong"),
]


@pytest.mark.parametrize(("words", "english", "chinese"), MISTAKES, ids=[" ".join(words) for words, _, _ in MISTAKES])
def test_a_mistake_is_one_sentence_in_either_language(
    words: list[str], english: str, chinese: str, capsys: pytest.CaptureFixture[str]
) -> None:
    for language, expected, start in (("en", english, "paiju: "), ("zh", chinese, "paiju：")):
        assert main([*words, "--lang", language]) == 2
        said = capsys.readouterr()
        assert said.out == ""
        assert said.err.startswith(start) and said.err.count("\n") == 1
        assert expected in said.err
    assert re.search("[\u4e00-\u9fff]", said.err), "the sentence is Chinese"


def test_a_mistake_that_the_parser_alone_knows_is_said_in_its_words() -> None:
    said = error_text(usage_error(CycloptsError(msg="Odd words. "), "play"), "en-US", "cli")
    assert said == "Odd words. paiju play --help shows examples."


def test_a_mistyped_folder_is_not_made(home: Home) -> None:
    main(["play", "uno", "--save", "none/x.paiju"])
    assert not (home.path / "none").exists()


def test_names_are_found_in_any_letter_case(home: Home, capsys: pytest.CaptureFixture[str]) -> None:
    words = ["SIM", "Uno", "--bots", "Greedy,EASY", "--games", "1", "--rulebook", "Official"]
    assert main([*words, "--option", "TARGETSCORE=100"]) == 0
    assert "greedy" in capsys.readouterr().out


@pytest.mark.parametrize("command", COMMANDS)
def test_the_help_of_a_command_has_examples_and_every_option(command: str) -> None:
    function = getattr(import_module(f"paiju.cli.{command}"), command)
    parameters = inspect.signature(function).parameters.values()
    flags = {"--" + p.name.strip("_").replace("_", "-") for p in parameters if p.kind is p.KEYWORD_ONLY}
    for language, examples in (("en-US", "Example"), ("zh-CN", "例子")):
        text = help_text(command, language)
        options, _, shown = text.partition(f"\n{examples}")
        assert f"paiju {command} " in shown
        described = set(re.findall(r"^  (--[\w-]+)", options, re.MULTILINE))
        assert described == flags
        assert 'default: ""' not in text
    assert flags, "every command takes --lang at least"


def test_help_is_asked_for_in_many_ways(capsys: pytest.CaptureFixture[str]) -> None:
    said = set()
    for words in (["play", "--help"], ["--help", "play"], ["help", "play"], ["play", "uno", "-h"], ["Play", "--help"]):
        assert main(words) == 0
        said.add(capsys.readouterr().out)
    assert len(said) == 1


@pytest.mark.parametrize("game", [game.name for game in GAMES])
def test_the_character_of_every_bot_is_told_in_both_languages(game: str) -> None:
    chinese, english = (listed(game, language) for language in LANGUAGES)
    for one, other in zip(chinese, english, strict=True):
        assert one.character and other.character and one.character != other.character


def test_bots_and_tournaments_speak_chinese(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["bots", "uno", "--lang", "zh"]) == 0
    assert "特点" in capsys.readouterr().out
    assert main(["sim", "uno", "--bots", "random,greedy", "--games", "20", "--lang", "zh"]) == 0
    said = capsys.readouterr().out
    assert "胜率" in said and "random 落后其他机器人" in said
    assert not re.search(r"[a-z]+ (of|is|the|on) ", said)


def test_the_language_of_the_settings_is_that_of_every_command(home: Home, capsys: pytest.CaptureFixture[str]) -> None:
    from paiju.terminal.settings import Settings, save_settings

    save_settings(Settings(language="zh-CN"))
    assert main(["bots", "uno"]) == 0
    assert "特点" in capsys.readouterr().out
    assert main(["sevre"]) == 2
    assert "没有“sevre”这个命令" in capsys.readouterr().err


def test_names_of_bots_are_not_turned_into_pictures(home: Home, capsys: pytest.CaptureFixture[str]) -> None:
    folder = home.path / "a:bomb:[red]"
    folder.mkdir()
    (folder / "b.py").write_text("from paiju.bots.uno_simple import RandomBot as B", encoding="utf-8")
    assert main(["sim", "uno", "--bots", f"{folder}/b.py:B,random", "--games", "1"]) == 0
    assert "a:bomb:[red]" in capsys.readouterr().out


def test_the_settings_choose_rulebook_and_bots_where_the_command_line_does_not(
    home: Home, monkeypatch: pytest.MonkeyPatch
) -> None:
    from paiju.terminal.settings import Settings, save_settings

    save_settings(Settings(rulebook="platform", bots="greedy"))
    monkeypatch.setattr("sys.stdin", io.StringIO())
    found = {}
    for words in (["uno"], ["shandong"], ["uno", "--rulebook", "arena", "--bots", "random"]):
        assert main(["play", *words, "--save", "match.paiju"]) == 0
        record = json.loads(Path("match.paiju").read_text(encoding="utf-8").split("\n")[0])
        note = json.loads(Path("match.paiju.resume").read_text(encoding="utf-8"))
        found[" ".join(words)] = (record["rulebook"], set(note["bots"].values()))
        Path("match.paiju").unlink()
    assert found["uno"] == ("platform", {"greedy"})
    assert found["shandong"][0] == "standard"
    assert found["uno --rulebook arena --bots random"] == ("arena", {"random"})


def test_the_settings_of_the_server_are_explained_in_chinese(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["serve", "--show-config", "--lang", "zh"]) == 0
    said = capsys.readouterr().out.splitlines()
    assert sum(bool(re.search("[\u4e00-\u9fff]", line.split("默认", 1)[-1])) for line in said) >= 69
    english = translator("server", "en-US")
    for item in fields(ServerSettings):
        if f"setting.{item.name}" in english:
            assert english(f"setting.{item.name}") == item.metadata["help"]
