"""The toy game as a package of its own, installed the way pip does it: modules and metadata in a folder of the path."""

import shutil
from pathlib import Path

_MODULE = Path(__file__).parent / "high_card.py"
_TEXTS = """msgid ""
msgstr ""
"Language: {language}\\n"
"Content-Type: text/plain; charset=UTF-8\\n"

msgid "card_not_held"
msgstr "{text}"
"""


def install(folder: Path) -> None:
    """Put the package into `folder`: the game, its words in two languages, and an entry point that names it."""
    shutil.copy(_MODULE, folder / "high_card_game.py")
    for language, text in (("en_US", "You do not hold this card."), ("zh_CN", "你手里没有这张牌。")):
        catalogues = folder / "locale" / language / "LC_MESSAGES"
        catalogues.mkdir(parents=True)
        words = _TEXTS.format(language=language, text=text)
        (catalogues / "high-card.po").write_text(words, encoding="utf-8")
    metadata = folder / "high_card_game-1.0.dist-info"
    metadata.mkdir()
    (metadata / "METADATA").write_text("Metadata-Version: 2.1\nName: high-card-game\nVersion: 1.0\n", encoding="utf-8")
    points = "[paiju.games]\nhigh-card = high_card_game:HIGH_CARD\n"
    (metadata / "entry_points.txt").write_text(points, encoding="utf-8")
