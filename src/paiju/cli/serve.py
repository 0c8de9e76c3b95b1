"""`paiju serve`: rooms and a bot arena for everybody who can reach this machine."""

import asyncio
import threading
import webbrowser
from typing import Annotated

from cyclopts import Parameter

from paiju.cli.common import language_of
from paiju.cli.errors import UsageError
from paiju.i18n import translator
from paiju.server.settings import BadSetting, read_settings, shown


def serve(
    *,
    host: str | None = None,
    port: int | None = None,
    database: str | None = None,
    redis: str | None = None,
    open_: Annotated[bool, Parameter(name="--open")] = False,
    check: bool = False,
    show_config: bool = False,
    lang: str | None = None,
    **more: Annotated[str, Parameter(show=False)],
) -> int:
    """Serve rooms for people and bots.

    Every setting that --show-config prints is a flag and a variable: --turn-seconds 20 or PAIJU_TURN_SECONDS=20.

    Parameters
    ----------
    host
        Address to listen on (127.0.0.1).
    port
        Port to listen on (8000); 0 takes any free one.
    database
        sqlite:///FILE or postgresql://… (a file in your data folder).
    redis
        Kept for several nodes. This version serves as one node and connects to no Redis.
    open_
        Open the page in a browser as soon as it is there.
    check
        Replay every log in the database, compare, and exit.
    show_config
        Print every setting with its variable, value and origin, and exit.
    lang
        Language of messages, zh or en.
    more
        Any other setting.
    """
    t = translator("server", language_of(lang))
    try:
        named = {"host": host, "port": port, "database": database, "redis": redis}
        settings, origins = read_settings({**{name.replace("-", "_"): value for name, value in more.items()}, **named})
    except BadSetting as error:
        raise UsageError(str(error)) from error
    if show_config:
        print("\n".join(shown(settings, origins)))
        return 0
    from paiju.server.history.check import check_store
    from paiju.server.run import CannotServe
    from paiju.server.run import serve as run
    from paiju.storage.faults import BadStore

    try:
        if check:
            return asyncio.run(check_store(settings.database, print))

        def ready(address: str) -> None:
            print(t("open", address=settings.public_url or address), flush=True)
            if open_:  # in a thread: a browser in the terminal would hold the server up
                threading.Thread(target=webbrowser.open, args=(address,), daemon=True).start()

        return run(settings, ready)
    except (CannotServe, BadStore) as error:
        raise UsageError(t("cannot_serve", reason=str(error))) from error
