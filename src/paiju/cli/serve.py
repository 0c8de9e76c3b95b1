"""`paiju serve`: rooms and a bot arena for everybody who can reach this machine."""

import asyncio
import threading
import webbrowser
from dataclasses import fields

from paiju.cli.common import Whole, language_of
from paiju.cli.errors import UsageError, find_name
from paiju.i18n import translator
from paiju.server.settings import Settings, read_settings, shown


def serve(
    *,
    host: str | None = None,
    port: Whole | None = None,
    database: str | None = None,
    redis: str | None = None,
    open_: bool = False,
    check: bool = False,
    copy_to: str | None = None,
    show_config: bool = False,
    lang: str = "",
    **more: str,
) -> int:
    """Serve rooms for people and bots."""
    language = language_of(lang)
    t = translator("server", language)
    flags = [f"--{item.name.replace('_', '-')}" for item in fields(Settings)]
    found = {find_name(f"--{name}", flags, "no_setting").removeprefix("--"): value for name, value in more.items()}
    named = {"host": host, "port": port, "database": database, "redis": redis}
    settings, origins = read_settings({**{name.replace("-", "_"): value for name, value in found.items()}, **named})
    if show_config:
        print("\n".join(shown(settings, origins, language)))
        return 0
    from paiju.server.history.check import check_store
    from paiju.server.run import serve as run
    from paiju.storage.copying import copy_database
    from paiju.storage.faults import BadStore

    try:
        if check:
            return asyncio.run(check_store(settings.database, print, language))
        if copy_to is not None:
            print(t("copied", entries=asyncio.run(copy_database(settings.database, copy_to))))
            return 0

        def ready(address: str) -> None:
            print(t("open", address=settings.public_url or address), flush=True)
            if open_:  # in a thread: a browser in the terminal would hold the server up
                threading.Thread(target=webbrowser.open, args=(address,), daemon=True).start()

        return run(settings, ready)
    except BadStore as error:
        raise UsageError("cannot_serve", reason=t(error.code, **error.params)) from error
