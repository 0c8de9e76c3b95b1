"""Every setting: its default, its variable in the environment, its check. Read once at start."""

# ruff: noqa: RUF009  (`_setting` makes dataclass fields)

import os
import re
from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from difflib import get_close_matches
from ipaddress import ip_network
from typing import Any, Final, get_type_hints
from urllib.parse import urlsplit

from platformdirs import user_data_path

from paiju.engine.errors import GameError
from paiju.i18n import translator

_HOST: Final = re.compile(r"[A-Za-z0-9._-]+")
_PROXIES: Final = "IP addresses, or networks like 10.0.0.0/16, separated by commas"
LEVELS: Final = ("debug", "info", "warning", "error")


class BadSetting(GameError):
    """A setting that does not exist or has a wrong value. `why` says how; `str` is one sentence for logs."""

    def __init__(self, why: str, detail: str, **params: object) -> None:
        super().__init__("bad_setting", detail, {"why": why, **params})

    def __str__(self) -> str:
        return self.detail


@dataclass(frozen=True)
class Rate:
    """A count per time in seconds, written `60/60`."""

    count: int
    seconds: int

    def __str__(self) -> str:
        return f"{self.count}/{self.seconds}"


def _default_database() -> str:
    return f"sqlite:///{user_data_path('paiju') / 'paiju.db'}"


def _setting(default: Any, help_text: str, low: float | None = None, high: float | None = None) -> Any:
    """A dataclass field with a help text and, for numbers, bounds. (Returns Any, as `field` does.)"""
    metadata = {"help": help_text, "low": low, "high": high}
    if callable(default):
        return field(default_factory=default, metadata=metadata)
    return field(default=default, metadata=metadata)


@dataclass(frozen=True)
class Settings:
    """All settings. Variables: `PAIJU_` and the name in capitals, `turn_seconds` → `PAIJU_TURN_SECONDS`."""

    host: str = _setting("127.0.0.1", "address to listen on")
    port: int = _setting(8000, "port to listen on; 0 = any free one", 0, 65535)
    database: str = _setting(_default_database, "sqlite:///FILE or postgresql://…")
    redis: str = _setting("", "redis://… of a Valkey or Redis: this server is one of several nodes on a PostgreSQL")
    public_url: str = _setting("", "address people use, for links and QR codes; default: the request's own")
    hosts: str = _setting("", "further names by which this server may be called, separated by commas")
    origins: str = _setting("", "further web origins that may connect, separated by commas")
    trust_proxy: bool = _setting(False, "trust X-Forwarded-For from the addresses in `proxies`")
    proxies: str = _setting("127.0.0.1,::1", "addresses or networks of trusted proxies, separated by commas")
    proxy_hops: int = _setting(1, "how many proxies, one behind the other, a request comes through", 1, 16)
    metrics_token: str = _setting("", "bearer token for /metrics; without one only this machine may read it")
    log_level: str = _setting("info", "debug, info, warning or error")

    chat: bool = _setting(True, "chat and emotes in native rooms")
    limits_chat: Rate = _setting(Rate(10, 30), "messages of one person")
    ready_pause_seconds: float = _setting(30.0, "longest pause between two rounds in native rooms", 0, 3600)
    deal_slowly: bool = _setting(True, "deal a few cards at a time where people play and the game knows how")
    absent_seconds: float = _setting(60.0, "after which a bot plays for an absent player", 0, 86400)
    idle_timeouts: int = _setting(2, "time-outs in a row after which a bot plays for a player; 0 = never", 0, 1000)
    quick_seconds: float = _setting(15.0, "how long a quick match waits for people before bots join", 0, 3600)
    host_away_seconds: float = _setting(60.0, "after which the host's rights move on", 0, 86400)
    room_idle_seconds: float = _setting(1800.0, "after which a waiting room with nobody present is closed", 1, 10**7)
    match_idle_seconds: float = _setting(86400.0, "after which a running match with nobody present is closed", 1, 10**7)
    ended_seconds: float = _setting(600.0, "how long a finished room stays", 1, 10**7)
    catch_grace_ms: int = _setting(1000, "UNO: a catch counts only after this time (native rooms)", 0, 60000)
    false_catch_pause_ms: int = _setting(2000, "UNO: pause after a false catch (native rooms)", 0, 60000)
    pace_min_ms: int = _setting(400, "shortest pause of a house bot in native rooms", 0, 60000)
    pace_max_ms: int = _setting(1200, "longest pause of a house bot in native rooms", 0, 60000)
    think_seconds: float = _setting(2.0, "a house bot that needs longer plays the default", 0.01, 60)
    bot_threads: int = _setting(2, "threads in which house bots think", 1, 64)
    bot_processes: int = _setting(2, "processes for house bots that think long; 0 = they use the threads", 0, 64)

    max_rooms: int = _setting(10000, "rooms at the same time", 1, 10**6)
    max_entries: int = _setting(20000, "entries in the log of one match", 100, 10**6)
    sockets_per_address: int = _setting(100, "open sockets of one address", 1, 10**6)
    slow_bots_per_address: int = _setting(24, "slow-thinking bots in open rooms of one address", 0, 10**6)
    seats_per_address: int = _setting(100, "seats of one address in open rooms", 1, 10**6)
    body_bytes: int = _setting(16384, "largest request body and frame", 1024, 1 << 20)
    queue_messages: int = _setting(64, "messages waiting for one socket", 4, 10**5)
    queue_bytes: int = _setting(262144, "bytes waiting for one socket", 16384, 1 << 26)
    stall_seconds: float = _setting(10.0, "a socket that does not read for this long is closed", 0.1, 600)
    enter_seconds: float = _setting(10.0, "a socket that enters no room within this time is closed", 0.1, 600)

    limits_enabled: bool = _setting(True, "0 switches all rate limits off")
    limits_global: Rate = _setting(Rate(100, 900), "requests that are not play, per person or seat")
    limits_rooms: Rate = _setting(Rate(5, 3600), "rooms made, per person")
    limits_game: Rate = _setting(Rate(60, 60), "actions, per seat")
    limits_list: Rate = _setting(Rate(120, 60), "room lists, ladders and other cheap reads, per person")
    limits_check: Rate = _setting(Rate(600, 60), "checks, hints and views, per seat or person")
    limits_secrets: Rate = _setting(Rate(30, 300), "wrong secrets and codes, per person")
    limits_enter: Rate = _setting(Rate(60, 60), "rooms entered on sockets, per seat")
    limits_sockets: Rate = _setting(Rate(300, 60), "sockets opened, per address")
    limits_frames: Rate = _setting(Rate(100, 10), "pings, refused and large messages of one socket")
    ip_factor: int = _setting(
        10, "limits of a whole address, as a multiple of those of one person or arena bot", 1, 10**6
    )

    max_players: int = _setting(4, "arena: seats of a room", 2, 10)
    open_rooms: int = _setting(1, "arena: empty rooms kept open per mode", 0, 100)
    ping_interval: float = _setting(10.0, "Socket.IO: seconds between pings", 0.1, 600)
    ping_timeout: float = _setting(10.0, "Socket.IO: seconds to wait for a pong", 0.1, 600)
    target_score: int = _setting(1000, "arena: points that win a match", 1, 10000)
    countdown_seconds: float = _setting(10.0, "arena: countdown before a match", 0, 3600)
    turn_seconds: float = _setting(15.0, "arena: time for a turn", 0.05, 3600)
    wd4_window_ms: int = _setting(1500, "arena: time to answer a Wild Draw Four", 0, 600000)
    wd4_sandbox_seconds: float = _setting(60.0, "arena: the same in sandbox rooms", 0, 3600)
    round_pause_ms: int = _setting(2000, "arena: pause between rounds", 0, 600000)
    post_game_ms: int = _setting(1500, "arena: from the end of a match to the disconnect", 0, 600000)
    event_gap_ms: int = _setting(50, "arena: from an answer to the next turn event", 0, 60000)
    max_rejects_per_turn: int = _setting(3, "arena: rejections in one turn before the default is played", 1, 1000)
    sandbox_orphan_seconds: float = _setting(60.0, "arena: sandbox seat without a socket is given up", 0.05, 86400)
    bot_delay_min_ms: int = _setting(800, "arena: shortest pause of a system bot", 0, 60000)
    bot_delay_max_ms: int = _setting(1500, "arena: longest pause of a system bot", 0, 60000)
    bot_forget_uno: float = _setting(0.0, "arena: chance that a system bot forgets to call", 0, 1)
    bot_catch: float = _setting(0.5, "arena: chance that a system bot catches", 0, 1)
    bot_challenge: float = _setting(0.1, "arena: chance that a system bot challenges", 0, 1)
    pace_turns: bool = _setting(True, "arena: hold a turn back until its player may answer it")
    seed: str = _setting("", "fixes shuffles and bots, for tests only: a server that people could use does not start")

    def __post_init__(self) -> None:
        for low, high in (("pace_min_ms", "pace_max_ms"), ("bot_delay_min_ms", "bot_delay_max_ms")):
            if getattr(self, low) > getattr(self, high):
                text = f"{variable(low)} is larger than {variable(high)}."
                raise BadSetting("order", text, low=variable(low), high=variable(high))
        self._must(self.log_level.lower() in LEVELS, "log_level", f"one of {', '.join(LEVELS)}")
        url = self.public_url
        self._must(not url or bool(origin_of(url)), "public_url", "an address like https://cards.example.org")
        origins = parts(self.origins)
        self._must(origins == [*map(origin_of, origins)], "origins", "addresses like https://cards.example.org")
        names = parts(self.hosts)
        self._must(all(map(_HOST.fullmatch, names)), "hosts", "names like cards.example.org, separated by commas")
        self._must(all(map(_is_network, parts(self.proxies))), "proxies", _PROXIES)

    def _must(self, right: bool, name: str, wanted: str) -> None:
        if not right:
            text = f"{variable(name)} is {getattr(self, name)!r}, but must be {wanted}."
            raise BadSetting("value", text, name=variable(name), value=getattr(self, name), wanted=wanted)


def parts(text: str) -> list[str]:
    """The parts of a comma-separated list, without empty ones."""
    return [part.strip() for part in text.split(",") if part.strip()]


def origin_of(address: str) -> str:
    """The origin (scheme and host) of a web address; "" if `address` is not one."""
    try:
        url = urlsplit(address)
    except ValueError:
        return ""
    return f"{url.scheme}://{url.netloc}" if url.scheme in ("http", "https") and url.hostname else ""


def host_in(address: str) -> str:
    """The name in a web address, in lower case; "" if `address` is not one."""
    return (urlsplit(address).hostname or "") if origin_of(address) else ""


def _is_network(text: str) -> bool:
    try:
        ip_network(text)
    except ValueError:
        return False
    return True


PREFIX: Final = "PAIJU_"
_TESTS: Final = "PAIJU_TEST_"
_OTHER: Final = frozenset(
    f"{PREFIX}{name}"
    for name in (
        "LANG",
        "SERVER",
        "PLAY_SEED",
        "PYTHON",
        "PURE",
        "NO_PAGE",
        "OPTIMIZE",
        "REQUIRE_COMPILED",
        "STRICT_TEXTS",
        "BENCH_PEERS",
        "BENCH_SHORT",
    )
)
"""Variables of the command, its installation and its tests."""
_TYPES: Final[dict[str, type]] = get_type_hints(Settings)


def variable(name: str) -> str:
    """The environment variable of a setting."""
    return PREFIX + name.upper()


def read_settings(
    flags: Mapping[str, object] | None = None, environment: Mapping[str, str] | None = None
) -> tuple[Settings, dict[str, str]]:
    """Settings from flags, then the environment, then defaults; and where each came from."""
    environment = os.environ if environment is None else environment
    flags = {name: value for name, value in (flags or {}).items() if value is not None}
    _check_names(environment)
    unknown = [name for name in flags if name not in _TYPES]
    if unknown:
        flag = f"--{unknown[0].replace('_', '-')}"
        raise BadSetting("unknown", f"There is no setting {flag}; --show-config prints all of them.", name=flag)
    values: dict[str, object] = {}
    origins: dict[str, str] = {}
    for item in fields(Settings):
        name, origin = item.name, "default"
        if name in flags:
            values[name], origin = _checked(name, str(flags[name]), f"--{name.replace('_', '-')}"), "flag"
        elif variable(name) in environment:
            values[name], origin = _checked(name, environment[variable(name)], variable(name)), "environment"
        origins[name] = origin
    return Settings(**values), origins  # type: ignore[arg-type]  # each value was read as its field's type


def _check_names(environment: Mapping[str, str]) -> None:
    """Refuse variables that look like settings but are not: a misspelt limit would have no effect."""
    known = [variable(name) for name in _TYPES]
    for name in environment:
        if not name.startswith(PREFIX) or name in known or name in _OTHER or name.startswith(_TESTS):
            continue
        close = get_close_matches(name, known, 1, 0.8)
        if close:
            text = f"There is no setting {name}; did you mean {close[0]}?"
            raise BadSetting("misspelt", text, name=name, meant=close[0])
        raise BadSetting("unknown", f"There is no setting {name}; --show-config prints all of them.", name=name)


def _checked(name: str, text: str, source: str) -> object:
    kind = _TYPES[name]
    try:
        value = _parsed(kind, text.strip())
    except ValueError:
        wanted = {bool: "1 or 0", int: "a whole number", float: "a number", Rate: "COUNT/SECONDS, like 60/60"}
        how = wanted.get(kind, "text")
        raise BadSetting(
            "value", f"{source} is {text!r}, but must be {how}.", name=source, value=text, wanted=how
        ) from None
    metadata = next(item.metadata for item in fields(Settings) if item.name == name)
    low, high = metadata["low"], metadata["high"]
    if isinstance(value, int | float) and low is not None and not low <= value <= high:
        raise BadSetting(
            "range",
            f"{source} is {text}, but must be between {low} and {high}.",
            name=source,
            value=text,
            low=low,
            high=high,
        )
    return value


def _parsed(kind: type, text: str) -> object:
    if kind is bool:
        if text.lower() in ("1", "true", "yes", "on"):
            return True
        if text.lower() in ("0", "false", "no", "off"):
            return False
        raise ValueError(text)
    if kind is Rate:
        count, slash, seconds = text.partition("/")
        rate = Rate(int(count), int(seconds))
        if not slash or rate.count < 1 or rate.seconds < 1:
            raise ValueError(text)
        return rate
    return kind(text)


def shown(settings: Settings, origins: Mapping[str, str], language: str = "en-US") -> list[str]:
    """One line per setting: variable, value, origin, meaning. Passwords and tokens are not shown."""
    t = translator("server", language)
    lines = []
    for item in fields(settings):
        value = getattr(settings, item.name)
        text = str(int(value)) if isinstance(value, bool) else str(value)
        if item.name == "metrics_token" and text:
            text = "(set)"
        if item.name in ("database", "redis") and "@" in text:
            text = text.split("://")[0] + "://…@" + text.rsplit("@", 1)[1]
        key = f"setting.{item.name}"
        meaning = t(key) if key in t else item.metadata["help"]
        origin = t(f"origin.{origins[item.name]}")
        lines.append(f"{variable(item.name):28} {text:24} {origin:12} {meaning}")
    return lines
