"""The rules, page by page: Enter goes on."""

from typing import Final

from paiju.terminal.console.talk import Talk

UNO_PAGES: Final = (
    "rules.uno.numbers",
    "rules.uno.actions",
    "rules.uno.wilds",
    "rules.uno.playing",
    "rules.uno.calling",
)
RULEBOOK_PAGES: Final = {
    "console": ("rules.console.challenge", "rules.console.scores", "rules.console.keys"),
    "official": ("rules.official.challenge", "rules.official.scores"),
    "platform": ("rules.platform",),
    "arena": ("rules.arena",),
}
SHANDONG_PAGES: Final = (
    "rules.shandong.cards",
    "rules.shandong.order",
    "rules.shandong.patterns",
    "rules.shandong.declaring",
    "rules.shandong.following",
    "rules.shandong.winning",
    "rules.shandong.scores",
)


def pages(game: str, rulebook: str) -> list[str]:
    """The message keys of the pages for a game and rulebook, in reading order."""
    if game == "shandong":
        return list(SHANDONG_PAGES)
    return [*UNO_PAGES, *RULEBOOK_PAGES.get(rulebook, ())]


def show_rules(talk: Talk, game: str, rulebook: str) -> None:
    """Show page after page; the player presses Enter between two, 0 goes back at once."""
    keys = pages(game, rulebook)
    for number, key in enumerate(keys, 1):
        talk.tell("rules.page", number=number, count=len(keys))
        for paragraph in talk.words(key).split("\n"):
            talk.say(paragraph, indent="")
        if number < len(keys):
            talk.tell("rules.next")
            if talk.listen() == "0":
                return
    talk.tell("rules.end")
    talk.listen()
