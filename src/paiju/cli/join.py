"""`paiju join`: a seat in a room on a server."""

from paiju.cli.common import can_draw, language_of
from paiju.cli.errors import INTERRUPTED, UsageError


def join(
    room: str,
    /,
    *,
    name: str = "",
    server: str = "",
    watch: bool = False,
    lang: str = "",
    plain: bool = False,
    no_color: bool = False,
) -> int:
    """Take a seat in a room: its link, or its code."""
    from paiju.terminal.remote import Refused, RemoteMatch, ServerAway, place_of
    from paiju.terminal.settings import load_settings
    from paiju.terminal.words import Words

    settings = load_settings()
    words = Words(language_of(lang))
    place = place_of(room, server)
    if place is None:
        raise UsageError("bad_room", room=room)
    match = RemoteMatch(place, words.language)
    try:
        match.enter(name or words("ui.guest"), watch=watch)
        if plain or not can_draw():
            from paiju.terminal.console.join import play_in_room
            from paiju.terminal.menu import make_talk

            talk = make_talk(words, settings, color=not no_color)
            play_in_room(talk, match, f"paiju join {place.base}/room/{match.info.room}")
        else:
            from paiju.terminal.tui import run_room

            return run_room(match, settings, words.language, color=not no_color)
    except Refused as refused:
        raise UsageError("server_says", text=refused.problem.text) from refused
    except ServerAway as error:
        raise UsageError("server_away", server=place.base) from error
    except KeyboardInterrupt:
        return INTERRUPTED
    finally:
        match.close()
    return 0
