"""The main menu of the plain console: 1 play, 2 settings, 3 rules, 0 quit."""

from collections.abc import Callable
from dataclasses import replace
from typing import Final

from paiju.games.registry import all_games
from paiju.terminal.console.pages import show_rules
from paiju.terminal.console.talk import InputEnded, Talk
from paiju.terminal.faces import chosen_game, chosen_rulebook, game_name, rulebook_name
from paiju.terminal.settings import SIGNAL_NAMES, Settings, save_settings, stepped
from paiju.terminal.words import Words

Play = Callable[[Talk, Settings], None]

LANGUAGE_NAMES: Final = {"": "settings.language.auto", "zh-CN": "settings.language.zh", "en-US": "settings.language.en"}
ON_OFF: Final = {True: "settings.on", False: "settings.off"}


MENU_RULEBOOK: Final = "console"
"""What "play" plays where the game has it, unless the settings name another rulebook."""


def main_menu(talk: Talk, settings: Settings, play: Play, relanguage: Callable[[Settings], str]) -> None:
    """Ask what to do until the player quits or the input ends. `relanguage` returns the language of settings."""
    talk.tell("menu.title")
    try:
        while True:
            answer = talk.ask(talk.words("menu.main"), ("1", "2", "3", "0"), show=_unknown(talk))
            if answer == "0":
                break
            if answer == "1":
                play(talk, settings)
            elif answer == "2":
                settings = settings_menu(talk, settings, relanguage)
            else:
                game = chosen_game(settings)
                show_rules(talk, game, game.rules(chosen_rulebook(game, settings, MENU_RULEBOOK), {}))
    except (InputEnded, KeyboardInterrupt):
        pass
    talk.tell("menu.bye")


def settings_menu(talk: Talk, settings: Settings, relanguage: Callable[[Settings], str]) -> Settings:
    """Show and change the settings. Each change is saved at once."""
    while True:
        _show(talk, settings)
        answer = talk.ask(talk.words("settings.ask"), ("1", "2", "3", "4", "5", "6", "7", "0"))
        if answer == "0":
            return settings
        changed = _changed(talk, settings, answer)
        if changed != settings:
            settings = changed
            talk.words = Words(relanguage(settings))
            talk.paint.on = settings.colour and talk.can_colour
            talk.tell("settings.kept" if save_settings(settings) else "settings.not_kept")


def _show(talk: Talk, settings: Settings) -> None:
    words = talk.words
    talk.tell("ui.settings")
    talk.tell("settings.colour", value=words(ON_OFF[settings.colour]))
    talk.tell("settings.language", value=words(LANGUAGE_NAMES[settings.language]))
    game = chosen_game(settings)
    name, book = game_name(game, words), rulebook_name(game, chosen_rulebook(game, settings, MENU_RULEBOOK), words)
    talk.tell("settings.game", value=name)
    talk.tell("settings.rulebook", game=name, value=book)
    talk.tell("settings.bots", value=settings.bots or words("settings.bots.default"))
    talk.tell("settings.pace", value=f"{settings.pace:g}")
    talk.tell("settings.signal", value=words(SIGNAL_NAMES[settings.signal]))


def _changed(talk: Talk, settings: Settings, answer: str) -> Settings:
    words = talk.words
    if answer == "1":
        return replace(settings, colour=not settings.colour)
    if answer == "2":
        languages = {key: words(name) for key, name in LANGUAGE_NAMES.items()}
        return replace(settings, language=_pick(talk, languages, settings.language))
    if answer == "3":
        now = chosen_game(settings).name
        picked = _pick(talk, {game.name: game_name(game, words) for game in all_games()}, now)
        return replace(settings, game=picked, bots=settings.bots if picked == now else "")
    if answer == "4":
        game = chosen_game(settings)
        books = {name: rulebook_name(game, name, words) for name in game.rulebooks()}
        return replace(settings, rulebook=_pick(talk, books, settings.rulebook))
    if answer == "5":
        return replace(settings, bots=_pick_bot(talk, settings))
    return stepped(settings, "pace" if answer == "6" else "signal")


def _pick_bot(talk: Talk, settings: Settings) -> str:
    from paiju.bots.registry import bot_kinds

    names = {"": talk.words("settings.bots.default")} | {
        kind.name: kind.name for kind in bot_kinds(chosen_game(settings).name)
    }
    return _pick(talk, names, settings.bots)


def _pick(talk: Talk, choices: dict[str, str], now: str) -> str:
    """One of the keys of `choices` by its number; 0 keeps what is set."""
    for number, text in enumerate(choices.values(), 1):
        talk.say(f" {number} {text}")
    answer = talk.ask(talk.words("settings.pick", last=len(choices)), [str(n) for n in range(len(choices) + 1)])
    return now if answer == "0" else list(choices)[int(answer) - 1]


def _unknown(talk: Talk) -> Callable[[str], bool]:
    """Answer unknown input. Somebody who types `q`, as in other programs, is told that 0 quits."""

    def show(answer: str) -> bool:
        if answer not in ("q", "?", "h"):
            return False
        talk.tell("menu.help")
        return True

    return show
