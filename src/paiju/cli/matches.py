"""`paiju matches`: the matches on this machine, to resume, watch or delete, and the player's results."""

import json as json_format
from datetime import datetime

from paiju.cli.common import Whole, game_of, language_of
from paiju.cli.errors import UsageError
from paiju.i18n import translator
from paiju.terminal.cells import harmless
from paiju.terminal.library import Kept, date_of, kept_matches, players_of, results, results_line, state_of, title_of
from paiju.terminal.words import Words


def matches(
    game: str = "",
    /,
    *,
    resume: Whole | None = None,
    replay: Whole | None = None,
    delete: list[Whole] | None = None,
    json: bool = False,
    plain: bool = False,
    no_color: bool = False,
    lang: str = "",
) -> int:
    """List matches, or resume, replay or delete one of them."""
    found = kept_matches(game_of(game).name if game else "")
    if resume is not None:
        from paiju.cli.play import play

        return play(resume=True, save=_numbered(found, resume).path, plain=plain, no_color=no_color, lang=lang)
    if replay is not None:
        from paiju.cli.replay import replay as watch

        return watch(_numbered(found, replay).path, plain=plain, no_color=no_color, lang=lang)
    if delete:
        _delete([_numbered(found, number) for number in delete], language_of(lang))
    elif json:
        print(json_format.dumps([_as_json(one) for one in found], ensure_ascii=False, indent=2))
    else:
        _list(found, language_of(lang))
    return 0


def _numbered(found: list[Kept], number: int) -> Kept:
    if not 1 <= number <= len(found):
        raise UsageError("matches.number", n=number, count=len(found))
    return found[number - 1]


def _delete(chosen: list[Kept], language: str) -> None:
    from paiju.terminal.saves import delete

    for one in dict.fromkeys(match.path for match in chosen):
        delete(one)
        print(translator("cli", language)("matches.deleted", file=one))


def _as_json(one: Kept) -> dict[str, object]:
    return {
        **vars(one),
        "path": str(one.path),
        "changed": datetime.fromtimestamp(one.changed).isoformat("T", "seconds"),
    }


def _list(found: list[Kept], language: str) -> None:
    t, words = translator("cli", language), Words(language)
    if not found:
        print(t("matches.none"))
        return
    from rich.table import Table
    from rich.text import Text

    from paiju.cli.output import output

    table = Table(box=None, pad_edge=False)
    for heading in ("", "date", "game", "players", "state"):
        table.add_column(t(f"matches.{heading}") if heading else "", justify="left" if heading else "right")
    for number, one in enumerate(found, 1):
        cells = (str(number), date_of(one), title_of(one, words), players_of(one, words), state_of(one, words))
        table.add_row(*(Text(harmless(cell)) for cell in cells))
    output(120).print(table)
    for line in results(found):
        print(results_line(line, words))
    print(t("matches.use"))
