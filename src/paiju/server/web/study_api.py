"""Positions of finished matches and of uploaded records, and the rules in words.

Nothing here is secret: a match is shown only when it is over, and a record is the caller's own file.
"""

import asyncio
import json
from functools import lru_cache
from typing import Annotated, Any, Final

from litestar import Controller, Request, get, post
from litestar.params import JSONBody, PathParameter, QueryParameter

from paiju.engine.errors import BadRecord, GameError
from paiju.engine.facts import Fact, known_to
from paiju.engine.game import SPECTATOR, Seat, Shuffle, State
from paiju.engine.record import Record, read
from paiju.games.registry import find_game
from paiju.guide import describe_value, sections
from paiju.i18n import translator
from paiju.protocol import study as m
from paiju.server.errors import Refusal
from paiju.server.history.export import record_lines
from paiju.server.services import Served
from paiju.server.web.history_api import MatchId

_Request = Request[Any, Any, Any]
_ENTRY_BYTES: Final = 512
"""More than an entry of a record takes on average, escaped in JSON; those of long hands and shuffles included."""
_BYTES_PER_REQUEST: Final = 1 << 18
"""Every this many bytes, a record counts as one more request."""
RECORD_PATH: Final = "/api/v1/positions"
_HEAVY: Final = ("options", "legal", "knownCards", "playedCards")
"""Large parts of a view that no replay shows."""

First = Annotated[int, QueryParameter(name="first", ge=0, le=100_000, description="First position wanted.")]
Count = Annotated[int, QueryParameter(name="count", ge=0, le=60, description="How many positions.")]
AsSeat = Annotated[
    int, QueryParameter(name="seat", ge=SPECTATOR, le=31, description="Whose view is shown; −3 for all hands.")
]


class StudyController(Controller):
    """Positions of finished matches, and the rules."""

    path = "/api/v1"
    tags = ("study",)

    @get("/matches/{match:str}/positions", operation_id="positionsOfMatch")
    async def of_match(
        self,
        service: Served,
        request: _Request,
        match: MatchId,
        first: First = 0,
        count: Count = 40,
        seat: AsSeat = SPECTATOR,
    ) -> m.Positions:
        """Positions of a finished match."""
        service.limit(service.limits.reads, service.person(request.scope))
        await service.history.match(match)
        entries = await service.read(match, -1, service.settings.max_entries + 1000)
        text = record_lines(match, entries, service.deals.source)
        return await asyncio.to_thread(positions, text.encode(), first, count, seat)

    @post("/positions", operation_id="positionsOfRecord", status_code=200, request_max_body_size=None)
    async def of_record(self, service: Served, request: _Request, data: JSONBody[m.PositionsRequest]) -> m.Positions:
        """Positions of a record file. Nothing of it is stored."""
        cost = 1 + len(data.record) // _BYTES_PER_REQUEST
        service.limit(service.limits.reads, service.person(request.scope), cost)
        return await asyncio.to_thread(positions, data.record.encode(), data.first, data.count, data.seat)

    @get("/rules/{game:str}/{rulebook:str}", operation_id="rules")
    async def rules(
        self,
        service: Served,
        request: _Request,
        game: Annotated[str, PathParameter(max_length=32)],
        rulebook: Annotated[str, PathParameter(max_length=64)],
        code: Annotated[str, QueryParameter(name="code", max_length=64, description="A refusal to explain.")] = "",
    ) -> m.RulesText:
        """The rules of a rulebook in words, and which section explains a refusal."""
        service.limit(service.limits.reads, service.person(request.scope))
        return rules_text(game, rulebook, code, service.language(request.scope))


def largest_record(max_entries: int) -> int:
    """The most bytes of a record in a request: enough for any that a server with this setting writes."""
    return 65536 + max_entries * _ENTRY_BYTES


@lru_cache(maxsize=8)
def _read(data: bytes) -> Record:
    """The record in `data`, checked by replaying it. Cached, because a replay asks for it many times."""
    try:
        return read(data, find_game)
    except BadRecord:
        raise Refusal("bad_request") from None


def positions(data: bytes, first: int, count: int, seat: int) -> m.Positions:
    """The match of a record and `count` of its positions from `first` on, as `seat` saw them."""
    record = _read(data)
    if seat >= len(record.seats):
        raise Refusal("bad_seat")
    return m.Positions(
        game=record.game.name,
        rulebook=record.rules.rulebook,
        options=record.rules.options(),
        seats=record.seats,
        commitment=record.commitment,
        result=record.result,
        moves=_moves(record, _facts(data), seat),
        frames=_frames(record, first, min(first + count, len(record.entries) + 1), seat),
        damaged=record.damage is not None,
    )


@lru_cache(maxsize=8)
def _facts(data: bytes) -> list[list[Fact]]:
    """The facts of each action of a record."""
    record = _read(data)
    state = record.game.new(record.rules, len(record.seats))
    return [state.apply_with_facts(entry.seat, entry.action) for entry in record.entries]


def _moves(record: Record, facts: list[list[Fact]], seat: int) -> list[m.Move]:
    """The entries as `seat` could know them, or everything for SPECTATOR. Shuffles are sent without their order."""
    moves: list[m.Move] = []
    for seq, (entry, told) in enumerate(zip(record.entries, facts, strict=True), 1):
        action = entry.action.to_json()
        if seat != SPECTATOR:
            action = record.game.visible(action, entry.seat, seat)
            told = known_to(told, seat)
        action.pop("order", None)
        said = [fact.to_json() for fact in told]
        moves.append(m.Move(seq=seq, seat=int(entry.seat), action=action, at=entry.at, facts=said))
    return moves


def _frames(record: Record, first: int, end: int, seat: int) -> list[m.ReplayFrame]:
    state = record.game.new(record.rules, len(record.seats))
    frames: list[m.ReplayFrame] = []
    for seq in range(end):
        if seq > 0:
            entry = record.entries[seq - 1]
            state.apply(entry.seat, entry.action)
        if seq >= first and not _mid_shuffle(record, seq):
            frames.append(_frame(state, seq, seat, len(record.seats)))
    return frames


def _mid_shuffle(record: Record, seq: int) -> bool:
    """Whether the next entry is a shuffle: nobody sees such a position during the match."""
    return seq < len(record.entries) and isinstance(record.entries[seq].action, Shuffle)


def _frame(state: State, seq: int, seat: int, seats: int) -> m.ReplayFrame:
    view = state.view(Seat(seat) if seat >= 0 else SPECTATOR).to_json()
    shown = {name: value for name, value in view.items() if name not in _HEAVY}
    hands = [state.view(Seat(other)).own_cards() for other in range(seats)] if seat == SPECTATOR else []
    return m.ReplayFrame(seq=seq, view=shown, hands=hands)


def rules_text(game_name: str, rulebook: str, code: str, language: str) -> m.RulesText:
    """Sections and options of a rulebook, in words, and which section explains the refusal `code`."""
    try:
        game = find_game(game_name)
        rules = game.rules(rulebook, {})
    except GameError:
        raise Refusal("not_found") from None
    t = translator(game.catalogue(), language)
    options = []
    for knob in game.knobs():
        values = {json.dumps(value): describe_value(knob.name, value, t) for value in knob.values}
        label, about = f"option.{knob.name}", f"option.{knob.name}.about"
        options.append(
            m.OptionWords(
                name=knob.name,
                label=t(label) if label in t else knob.name,
                values=values,
                about=t(about) if about in t else "",
            )
        )
    found = [
        m.RulesSection(anchor=s.anchor, title=s.title, paragraphs=list(s.paragraphs))
        for s in sections(game, rules, language)
    ]
    wanted = game.rule_section(code)
    return m.RulesText(game=game.name, rulebook=rules.rulebook, sections=found, options=options, wanted=wanted)
