"""Small parts by themselves: limits, names, settings, JSON from strangers, refusals in words."""

import asyncio

import pytest
from hypothesis import given
from hypothesis import strategies as st

from paiju.i18n import LANGUAGES
from paiju.server.auth import clean_name, clean_text, hashed, name_key, new_room_code, new_secret, player_of
from paiju.server.errors import STATUS, Refusal, language_of
from paiju.server.match.room_semaphore import RoomSemaphore
from paiju.server.settings import BadSetting, Rate, Settings, origin_of, read_settings, shown, variable
from paiju.server.web.json_input import parse_json
from paiju.server.web.limits import _SWEEP_EVERY, Buckets, address_key, plain_address


class Now:
    """A clock that stands still until told."""

    def __init__(self) -> None:
        self.time = 1000.0

    def __call__(self) -> float:
        return self.time


def test_a_bucket_holds_its_count_and_refills_evenly() -> None:
    now = Now()
    buckets = Buckets(Rate(60, 60), clock=now)
    assert [buckets.take("a") for _ in range(60)] == [0] * 60
    assert buckets.take("a") == 1
    assert buckets.take("b") == 0
    now.time += 1.0
    assert buckets.take("a") == 0
    assert buckets.take("a") == 1


def test_a_refused_request_consumes_nothing_and_names_the_seconds_to_wait() -> None:
    now = Now()
    buckets = Buckets(Rate(5, 3600), clock=now)
    for _ in range(5):
        buckets.take("a")
    assert [buckets.take("a") for _ in range(100)] == [720] * 100
    now.time += 720
    assert buckets.take("a") == 0


def test_tokens_can_be_waited_for() -> None:
    now = Now()
    buckets = Buckets(Rate(60, 60), clock=now)
    for _ in range(60):
        buckets.take("a")
    assert buckets.wait_for("a", 3) == pytest.approx(3)
    now.time += 3
    assert buckets.tokens("a") == pytest.approx(3)


def test_full_buckets_are_forgotten() -> None:
    now = Now()
    buckets = Buckets(Rate(1, 1), clock=now)
    for number in range(_SWEEP_EVERY):
        assert buckets.take(str(number)) == 0
        now.time += 1
    assert set(buckets._full_at) == {str(_SWEEP_EVERY - 1)}


def test_what_is_no_address_is_its_own_key() -> None:
    assert plain_address("unknown") == "unknown"


@pytest.mark.parametrize("address", ["http://[::1", "ftp://example.com", "example.com", ""])
def test_an_address_that_is_not_of_the_web_has_no_origin(address: str) -> None:
    assert origin_of(address) == ""


def test_limits_count_ipv6_neighbours_together() -> None:
    assert address_key("2001:db8::1") == address_key("2001:db8::ffff:2")
    assert address_key("::ffff:10.0.0.1") == "10.0.0.1"
    assert address_key("10.0.0.1") != address_key("10.0.0.2")


@pytest.mark.parametrize(
    "bad", ["", " ", "\n", "a\x00", "a\u202eb", "\u200b", "\ud800", "x" * 33, "字" * 43, "\u0301\u0301"]
)
def test_names_that_hide_or_turn_text_are_refused(bad: str) -> None:
    assert clean_name(bad) == ""


def test_a_chat_line_that_is_not_text_is_empty() -> None:
    assert clean_text("\ud800", 100) == ""
    assert clean_text(" good\nmorning ", 100) == "good morning"


def test_names_are_trimmed_and_normalised() -> None:
    assert clean_name("  Ada   Bot ") == "Ada Bot"
    assert clean_name("Zoe\u0301") == "Zoé"
    assert name_key("ＡＤＡ") == name_key("ada")
    assert clean_name("👩‍🚀 小林") == "👩‍🚀 小林"


@given(st.text(max_size=60))
def test_a_clean_name_can_be_stored_and_stays_clean(raw: str) -> None:
    name = clean_name(raw)
    assert clean_name(name) == name
    name.encode("utf-8")


def test_secrets_are_long_and_tell_nothing_in_public() -> None:
    secret = new_secret()
    assert len(secret) >= 32
    assert secret not in hashed(secret) + player_of(secret)
    assert len({new_room_code() for _ in range(200)}) > 190


@pytest.mark.parametrize(
    "raw",
    [
        b"",
        b"[]",
        b"1",
        b"{",
        b'{"a":1,"a":2}',
        b'{"a":NaN}',
        b'{"a":Infinity}',
        b'{"a":1e999}',
        b'{"a":9007199254740993}',
    ]
    + [b'{"a":' + b"[" * n + b"]" * n + b"}" for n in (17, 100_000)]
    + [b'{"a":"\\ud800"}', b"\xff", b'{"a":' + b"1" * 10_000 + b"}"]
    + [  # a text with an escape is read in another way
        b'{"e":"\\n","a":1,"a":2}',
        b'{"e":"\\n","a":NaN}',
        b'{"e":"\\n","a":-Infinity}',
        b'{"e":"\\n","a":1e999}',
        b'{"e":"\\n","a":9007199254740993}',
        b'{"e":"\\n","a":' + b"[" * 17 + b"]" * 17 + b"}",
        b'["\\n"]',
    ],
)
def test_json_that_is_refused(raw: bytes) -> None:
    with pytest.raises(Refusal, match="bad_json"):
        parse_json(raw)


@given(st.binary(max_size=200))
def test_no_bytes_break_the_json_guard(raw: bytes) -> None:
    try:
        assert isinstance(parse_json(raw), dict)
    except Refusal as refusal:
        assert refusal.code == "bad_json"  # noqa: PT017 (both outcomes are right)


def test_settings_come_from_flags_then_the_environment_then_defaults() -> None:
    settings, origins = read_settings({"port": 1}, {"PAIJU_PORT": "2", "PAIJU_LIMITS_GAME": "7/8", "PAIJU_CHAT": "0"})
    assert (settings.port, settings.limits_game, settings.chat) == (1, Rate(7, 8), False)
    assert (origins["port"], origins["limits_game"], origins["host"]) == ("flag", "environment", "default")


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("PORT", "x"),
        ("PORT", "70000"),
        ("LIMITS_GAME", "60"),
        ("LIMITS_GAME", "0/1"),
        ("CHAT", "maybe"),
        ("PACE_MIN_MS", "9999"),
    ],
)
def test_a_setting_that_cannot_be_read_is_one_sentence(name: str, value: str) -> None:
    with pytest.raises(BadSetting) as bad:
        read_settings({}, {f"PAIJU_{name}": value})
    assert f"PAIJU_{name}" in str(bad.value)
    assert "\n" not in str(bad.value)


def test_a_flag_that_is_not_a_setting_is_named() -> None:
    with pytest.raises(BadSetting, match="--no-such-thing"):
        read_settings({"no_such_thing": 1}, {})


def test_every_setting_is_shown_without_passwords() -> None:
    settings, origins = read_settings({"database": "postgresql://u:hush@h/d", "metrics_token": "hush"}, {})
    lines = shown(settings, origins)
    assert len(lines) == len(Settings.__dataclass_fields__)
    assert all(line.startswith(variable(name)) for line, name in zip(lines, Settings.__dataclass_fields__, strict=True))
    assert "hush" not in "\n".join(lines)


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_refusal_has_words_in_both_languages(language: str) -> None:
    more = (
        "closed",
        "match_over",
        "not_over",
        "not_started",
        "already_started",
        "room_full",
        "seat_taken",
        "name_taken",
    )
    late = ("wrong_dialect", "stale", "not_entered", "catch_too_early", "catch_paused", "too_many_bots")
    params = {"ms": 1, "seconds": 1, "allowed": "x", "detail": "x", "seats": 4}
    for code in (*STATUS, *more, *late):
        problem = Refusal(code, params).problem(language)
        assert problem.text != code
        assert problem.code == code


def test_a_rulebook_may_have_its_own_words_for_a_refusal() -> None:
    console = Refusal("CANNOT_SKIP", {"rulebook": "console"}, game="uno").problem("zh-CN")
    arena = Refusal("CANNOT_SKIP", {"rulebook": "arena"}, game="uno").problem("zh-CN")
    assert (console.code, console.text) == ("CANNOT_SKIP", "尚未进行有效操作，不能结束回合")
    assert arena.text == "只能在摸牌后跳过"


def test_languages_are_found_in_the_header() -> None:
    assert language_of("zh-TW,zh;q=0.9,en;q=0.8") == "zh-CN"
    assert language_of("fr, en-GB") == "en-US"
    assert language_of("") == "en-US"


@pytest.mark.anyio
@pytest.mark.parametrize("given", [False, True])
async def test_a_call_that_is_cancelled_while_it_waits_leaves_its_turn_to_the_next(given: bool) -> None:
    permits = RoomSemaphore(1)
    await permits.acquire("a")
    first, second = (asyncio.create_task(permits.acquire(room)) for room in "bc")
    await asyncio.sleep(0)
    if given:
        permits.release()  # to the first, which has not gone on yet
    first.cancel()
    with pytest.raises(asyncio.CancelledError):
        await first
    if not given:
        permits.release()
    await asyncio.wait_for(second, 60)
    permits.release()
    await asyncio.wait_for(permits.acquire("d"), 60)
