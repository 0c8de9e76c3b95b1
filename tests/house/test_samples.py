"""Samples of messages in the documents have the names and kinds of the real ones."""

import json
import re
from pathlib import Path
from typing import Any

import anyio
import httpx2
import msgspec
import pytest

from paiju.engine.record import read, replay
from paiju.games.registry import find_game
from paiju.games.uno.cards import card_from_id, card_json
from paiju.protocol.messages import ClientMessage, ServerMessage
from paiju.server.settings import read_settings
from tests.cli.test_replay import a_record
from tests.house.documents import DOCUMENTS, ROOT, Piece, name_of, pieces
from tests.server.arena.legacy import LegacyBot, fits
from tests.server.arena.playing import QUICK
from tests.server.serving import serving

pytestmark = pytest.mark.anyio

API = ROOT / "docs" / "api.md"
ARENA = ROOT / "docs" / "rules" / "arena-wire.md"
ONLY_SOMETIMES = {"chosenColor", "value"}
"""Fields of some cards only."""


def samples(document: Path) -> dict[str, Piece]:
    """The blocks that nobody can type, by language and label."""
    kinds = ("json", "http", "text")
    return {f"{p.language} {p.label}": p for p in pieces(document) if p.language in kinds}


def parsed(text: str) -> list[Any]:
    """The values of a sample, where `{…}` and `[4,0,…]` stand for more of the same."""
    text = re.sub(r",?\s*…\s*(?=[\]}])", "", text)
    found, place = [], 0
    while place < len(text.rstrip()):
        value, place = json.JSONDecoder().raw_decode(text, place)
        found.append(value)
        place += len(text[place:]) - len(text[place:].lstrip())
    return found


def differences(sample: object, real: object, path: str = "") -> list[str]:
    """Where the names and kinds in a sample differ from something real."""
    if sample is None or real is None:
        return []
    if isinstance(sample, dict) and isinstance(real, dict):
        names = [name for name in sample if name != "…"]
        missing = [f"{path}.{name} does not exist" for name in names if name not in real and name not in ONLY_SOMETIMES]
        both = [name for name in names if name in real]
        return missing + [line for name in both for line in differences(sample[name], real[name], f"{path}.{name}")]
    if isinstance(sample, list) and isinstance(real, list):
        return differences(sample[0], real[0], f"{path}[]") if sample and real else []
    number = isinstance(sample, (int, float)) and not isinstance(sample, bool)
    same = isinstance(real, (int, float)) and not isinstance(real, bool) if number else type(sample) is type(real)
    return [] if same else [f"{path} is {real!r}, not like {sample!r}"]


def test_every_sample_is_compared_with_something() -> None:
    """A new one gets a label, and a comparison in this file."""
    known = {
        API: {"http request", "json update"},
        ARENA: {f"json {name}" for name in ARENA_SAMPLES.split()} | {"http limited"},
        ROOT / "docs" / "facts.md": {"json facts"},
        ROOT / "docs" / "records.md": {"json record"},
        ROOT / "docs" / "hosting.md": {
            "text address",
            *(f"text {name}" for name in ("Caddyfile", "nginx", "haproxy", "nodes")),  # tests/server/test_proxies.py
        },
        ROOT / "docs" / "rules" / "uno.md": {"json card"},
        ROOT / "docs" / "rules" / "uno-vectors.md": {"json vectors", "text pseudo-code"},
    }
    for document in DOCUMENTS:
        assert set(samples(document)) == known.get(document, set()), name_of(document)


def test_differences_are_found() -> None:
    real = {"id": "x", "seat": 0, "cards": [{"type": "SKIP"}], "ready": False}
    assert differences({"id": "…", "cards": [{"type": "WILD"}], "seat": 3}, real) == []
    assert differences({"name": "Ada"}, real) == [".name does not exist"]
    assert differences({"cards": [{"type": 1}], "ready": 0}, real) == [
        ".cards[].type is 'SKIP', not like 1",
        ".ready is False, not like 0",
    ]


async def test_the_request_of_the_api_is_answered_as_shown(tmp_path: Path) -> None:
    request, answer = samples(API)["http request"].text.splitlines()
    verb, path, body = request.split(maxsplit=2)
    status, shown = answer.split(maxsplit=1)
    async with serving(tmp_path) as server, httpx2.AsyncClient(base_url=server.base, trust_env=False) as http:
        reply = await http.request(verb, path, json=json.loads(body))
        assert reply.status_code == int(status)
        assert set(reply.json()) == set(parsed(shown)[0])
        assert differences(parsed(shown)[0], reply.json()) == []


def test_the_messages_of_the_api_are_messages() -> None:
    update = samples(API)["json update"].text
    msgspec.convert(parsed(update)[0], ServerMessage)
    sent = re.findall(r'`(\{"type": "(?:enter|act|check|hint|events|view)".*?\})`', API.read_text(encoding="utf-8"))
    assert len(sent) >= 6
    for text in sent:
        secret = text.replace('"secret": "…"', f'"secret": "{"s" * 32}"')
        msgspec.convert(parsed(secret)[0], ClientMessage)


async def test_the_table_of_requests_is_complete(tmp_path: Path) -> None:
    text = API.read_text(encoding="utf-8")
    shown = set()
    for verb, path in re.findall(r"^\| `(GET|POST) (\S+?)(?:\?\S*)?`", text, re.MULTILINE):
        shown.add((verb, path.replace("…", "/api/v1/rooms/{room}")))
    async with serving(tmp_path) as server, httpx2.AsyncClient(base_url=server.base, trust_env=False) as http:
        schema = (await http.get("/schema")).json()
    real = {(verb.upper(), path) for path, verbs in schema["paths"].items() for verb in verbs}
    assert shown <= real, shown - real
    assert {(verb, path) for verb, path in real - shown if path.startswith("/api/v1/")} == set()


def test_a_record_looks_as_shown() -> None:
    shown = parsed(samples(ROOT / "docs" / "records.md")["json record"].text)
    real = [json.loads(line) for line in a_record(find_game("uno")).splitlines()]
    kinds = {(entry["seat"] == -1): entry for entry in real[1:-1]}
    assert set(shown[0]) == set(real[0]) and differences(shown[0], real[0]) == []
    assert set(shown[-1]) == set(real[-1])
    for entry in shown[1:-1]:
        assert set(entry) == set(real[1])
        assert differences(entry, {**kinds[entry["seat"] == -1], "action": entry["action"]}) == []
        find_game("uno").action_from_json(entry["action"] if entry["seat"] != -1 else {"type": "START"})


def test_facts_look_as_shown() -> None:
    """Those of a whole match, by type and, where there is one, reason."""
    record = read(a_record(find_game("uno")).encode(), find_game)
    state = replay(record, 0)
    real = [fact.to_json() for entry in record.entries for fact in state.apply_with_facts(entry.seat, entry.action)]
    for shown in parsed(samples(ROOT / "docs" / "facts.md")["json facts"].text):
        alike = [fact for fact in real if (fact["type"], fact.get("why")) == (shown["type"], shown.get("why"))]
        assert any(set(fact) == set(shown) and differences(shown, fact) == [] for fact in alike), shown


def test_a_card_looks_as_shown() -> None:
    shown = parsed(samples(ROOT / "docs" / "rules" / "uno.md")["json card"].text)[0]
    assert card_json(card_from_id(shown["id"])) == shown


def test_the_file_of_vectors_looks_as_shown() -> None:
    shown = parsed(samples(ROOT / "docs" / "rules" / "uno-vectors.md")["json vectors"].text)[0]
    real = json.loads((ROOT / "tests" / "vectors" / "uno-vectors.json").read_text(encoding="utf-8"))
    assert set(shown) == set(real) and shown["format"] == real["format"]


def test_the_settings_in_the_guide_for_hosts_exist_and_have_these_defaults() -> None:
    text = (ROOT / "docs" / "hosting.md").read_text(encoding="utf-8")
    settings, _ = read_settings({}, {})
    names = {name: getattr(settings, name.lower()) for name in set(re.findall(r"PAIJU_([A-Z_]+)", text)) - {""}}
    rows = re.findall(r"^\| `PAIJU_([A-Z_]+)` \| (\S+) \|", text, re.MULTILINE)
    assert len(rows) >= 7
    for name, default in rows:
        assert str(names[name]) == str(getattr(read_settings({name.lower(): default}, {})[0], name.lower())), name


ARENA_SAMPLES = (
    "shapes cards rooms create joining join room play draw penalty leaderboard turn hand action gameEnd limited"
)


class Clumsy(LegacyBot):
    """Plays a card that does not fit once, and draws now and then though it could play."""

    clumsy = True

    async def on_turn(self, turn: dict[str, Any]) -> None:
        hand = turn.get("hand") or []
        wrong = [i for i, card in enumerate(hand) if not fits(card, turn["topCard"], turn["currentColor"])]
        if self.clumsy and wrong and turn["playerId"] == self.me and turn.get("drawnCardIndex") is None:
            self.clumsy = False
            await self.request("play", cardIndex=wrong[0])
        await super().on_turn(turn)


async def test_the_arena_answers_as_shown(tmp_path: Path) -> None:
    shown = {name: parsed(samples(ARENA)[f"json {name}"].text) for name in ARENA_SAMPLES.split()}
    seen: dict[str, Any] = {}
    async with serving(tmp_path, **QUICK) as server:
        bot = Clumsy(server.base, 1)
        bot.voluntary_draws = True
        seen["create"] = (await bot.post("/api/rooms", {"isSandbox": True}))[1]
        room = seen["create"]["roomId"]
        status, seen["join"] = await bot.post(f"/api/rooms/{room}/join", shown["joining"][0])
        assert status == 200
        seen["rooms"] = [row for row in (await bot.http.get("/api/rooms/list")).json() if row["players"]]
        bot.room, bot.me = room, seen["join"]["playerId"]
        await bot.connect()
        await bot.gone.wait()
        seen["gameEnd"] = bot.ends[-1]
        seen["leaderboard"] = (await bot.http.get("/api/leaderboard?sandbox=true")).json()
        await bot.close()
    answers = {verb: data for verb, _, data in bot.answers if data["success"]}
    events = [data for name, data in bot.events if name == "turn"]
    seen |= {"play": answers["play"], "draw": next(d for v, _, d in bot.answers if v == "draw" and d["success"])}
    seen["penalty"] = next(data for _, _, data in bot.answers if "penalty" in data.get("result", {}))
    seen["turn"] = next(data for data in events if data["playerId"] != bot.me)
    seen["hand"] = next(data for data in events if data["playerId"] == bot.me)
    seen["action"] = next(data for name, data in bot.events if name == "action" and data["type"] == "play")
    wrong = {name: differences(shown[name][0], real) for name, real in seen.items()}
    assert {name: lines for name, lines in wrong.items() if lines} == {}
    for sample, real in zip(shown["shapes"], (seen["play"], seen["penalty"]), strict=True):
        assert differences(sample, real) == []
    cards = [card for turn in bot.turns for card in turn["hand"]]
    for card in shown["cards"]:
        assert set(card) in [set(real) for real in cards if (real["type"] == "NUMBER") == (card["type"] == "NUMBER")]


async def test_the_arena_shows_a_room_and_refuses_too_many_requests_as_shown(tmp_path: Path) -> None:
    slow = {**QUICK, "bot_delay_min_ms": "60000", "bot_delay_max_ms": "60000"}
    async with serving(tmp_path, **slow, limits_enabled="1", limits_rooms="1/3600") as server:
        bot = LegacyBot(server.base, 1)
        bot.silent = True
        await bot.join()
        await bot.connect()
        while not any(name == "turn" for name, _ in bot.events):
            await anyio.sleep(0.01)
        room = (await bot.http.get(f"/api/rooms/{bot.room}", params={"playerId": bot.me})).json()
        await bot.post("/api/rooms", {"isSandbox": True})
        limited = await bot.http.post("/api/rooms", json={"isSandbox": True})
        await bot.close()
    assert differences(parsed(samples(ARENA)["json room"].text)[0], room) == []
    assert differences(parsed(samples(ARENA)["json limited"].text)[0], limited.json()) == []
    status, *headers = samples(ARENA)["http limited"].text.splitlines()
    assert status == f"HTTP/1.1 {limited.status_code} {limited.reason_phrase}"
    assert [line.split(":")[0] for line in headers if line.split(":")[0] not in limited.headers] == []
