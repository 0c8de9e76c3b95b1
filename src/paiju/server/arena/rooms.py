"""Arena rooms: list, make, join, find somebody, leave, count down, begin. Each is one stored step."""

import asyncio
from functools import partial
from typing import Any, Final
from weakref import WeakValueDictionary

from paiju.engine.game import HOST, SPECTATOR, Seat
from paiju.games.uno.game import UNO
from paiju.server.arena import wire
from paiju.server.arena.caller import ArenaCaller
from paiju.server.arena.policy import DIALECT, SYSTEM
from paiju.server.arena.refusals import ArenaRefusal
from paiju.server.arena.wire import Json
from paiju.server.auth import MAC_PLAYER, hashed, name_key, new_public_id, new_secret
from paiju.server.errors import Refusal
from paiju.server.live.render import iso
from paiju.server.match.derived_rows import status_statement
from paiju.server.match.draft import Draft
from paiju.server.match.entries import MOVED, Countdown, Finished, Seated, Started, Unseated
from paiju.server.match.replay import Folded, seated_again
from paiju.server.match.table import Table
from paiju.server.rooms.lobby import RoomPlan
from paiju.server.rooms.seating import close
from paiju.server.services import Services
from paiju.server.web.callers import Person

_FULL_ROOM_SECONDS: Final = 3.0
_EMPTY_SECONDS: Final = 600.0
_MOST_MODES: Final = 100_000


class Member:
    """A player who asks for a seat."""

    def __init__(self, name: str, mac: str, address: str, only_players: bool) -> None:
        self.name: Final = name
        self.mac: Final = mac
        """Keyed hash; the address itself is kept nowhere."""
        self.address: Final = address
        self.only_players: Final = only_players


class Rooms:
    """The rooms of the arena."""

    def __init__(self, service: Services) -> None:
        self._service: Final = service
        self._modes: Final[dict[str, bool]] = {}
        """MAC → whether its last room was a sandbox."""
        self._joining: Final[WeakValueDictionary[str, asyncio.Lock]] = WeakValueDictionary()
        """Serializes the joins of one MAC: two at the same time would not see each other's seat."""

    # --- looking ----------------------------------------------------------------------------------------------

    async def find(self, room: str, verb: str) -> Table:
        """The room with this id, for somebody who wants to do `verb` there. Raises `Refusal`."""
        try:
            table = await self._service.lobby.table(room)
        except Refusal as refusal:
            if refusal.code == "no_room":
                raise ArenaRefusal("ROOM_NOT_FOUND") from None
            raise
        if table.folded.header.room != room:  # codes of the arena are exact
            raise ArenaRefusal("ROOM_NOT_FOUND")
        if table.policy.refusal(verb, table.folded, DIALECT) == "wrong_dialect" or table.folded.closed:
            raise ArenaRefusal("ROOM_NOT_FOUND")
        return table

    async def find_to_watch(self, room: str, address: str) -> Table:
        """A room that bots' clients can show: the arena's, and native ones of the same game."""
        table = await self._service.table(room, Person(address, address))
        if table.folded.header.game != UNO.name or table.folded.closed:
            raise ArenaRefusal("ROOM_NOT_FOUND")
        return table

    async def tables(self) -> list[Table]:
        """Every arena room whose match has not ended, oldest first."""
        return await self._service.lobby.directory.open_tables(dialect=DIALECT)

    async def listed(self, mac: str, sandbox: bool | None) -> list[Json]:
        """Joinable rooms first, then running ones; rooms of the other mode are hidden from a known MAC."""
        if sandbox is None:
            sandbox = self._modes.get(mac)
        shown = [
            table
            for table in await self.tables()
            if (sandbox is None or (table.folded.header.mode == "sandbox") == sandbox)
        ]
        free = [t for t in shown if t.folded.state is None and any(place.free for place in t.folded.places)]
        running = [t for t in shown if t.folded.state is not None]
        return [self._row(table.folded) for table in [*free, *running]]

    def _row(self, folded: Folded) -> Json:
        names = [place.name for place in folded.places if not place.free]
        return {
            "id": folded.header.room,
            "status": status(folded),
            "isSandbox": folded.header.mode == "sandbox",
            "onlyPlayers": only_players(folded),
            "playerCount": len(names),
            "maxPlayers": folded.header.seats,
            "players": names,
            "createdAt": iso(folded.created_at),
        }

    def described(self, table: Table, seat: int | None, secret: str, turn_id: int) -> Json:
        """One room; with the hand for the owner of a seat."""
        folded = table.folded
        state = wire.position_of(folded)
        ids = wire.ids_for(folded, SPECTATOR if seat is None else seat, secret)
        data: Json = {
            "id": folded.header.room,
            "status": status(folded),
            "isSandbox": folded.header.mode == "sandbox",
            "onlyPlayers": only_players(folded),
            "targetScore": folded.rules.options()["targetScore"],
            "round": 0,
            "turnId": turn_id,
            "players": wire.players_in(folded, state, ids),
        }
        if state is not None:
            data |= wire.table_facts(folded, state, ids)
            data["currentPlayerId"] = ids(state.current) if state.current >= 0 else None
        seats = state.order if state is not None else [s for s, place in enumerate(folded.places) if not place.free]
        for row, number in zip(data["players"], seats, strict=True):
            row["connected"] = table.is_present(number) or bool(folded.places[number].bot)
        if seat is not None and state is not None:
            data["hand"] = wire.cards(state.hands[seat])
        return data

    # --- making and joining -----------------------------------------------------------------------------------

    def _remember(self, mac: str, sandbox: bool) -> None:
        """Remember the mode that a bot asked for last. From then on it is shown only rooms of that mode."""
        self._modes.pop(mac, None)
        self._modes[mac] = sandbox
        if len(self._modes) > _MOST_MODES:
            del self._modes[next(iter(self._modes))]

    async def create(self, caller: ArenaCaller, sandbox: bool, options: dict[str, Any], seats: int | None) -> Table:
        """A waiting room without anybody in it."""
        if caller.mac:
            self._remember(caller.mac, sandbox)
        return await self._make(sandbox, options, seats or self._service.settings.max_players)

    async def _make(self, sandbox: bool, options: dict[str, Any], seats: int) -> Table:
        options = {"targetScore": self._service.settings.target_score, **options, "maxPlayers": seats}
        plan = RoomPlan(UNO.name, "arena", options, seats)
        mode = "sandbox" if sandbox else "competitive"
        header = self._service.lobby.header(
            room=self._service.lobby.free_code(),
            game=UNO.name,
            rulebook=plan.rules.rulebook,
            options=plan.rules.overrides(),
            seats=seats,
            clock_ms=0 if sandbox else int(self._service.settings.turn_seconds * 1000),
            mode=mode,
            dialect=DIALECT,
            visibility="listed",
            chat=False,
        )
        return await self._service.lobby.create(header, [])

    async def join(self, table: Table, member: Member, sandbox: bool | None) -> tuple[int, str]:
        """Take a seat. Returns it with its secret, which is shown only once."""
        if sandbox is not None:
            self._remember(member.mac, sandbox)
            if sandbox != (table.folded.header.mode == "sandbox"):
                raise ArenaRefusal("ROOM_MODE_MISMATCH")
        async with self._joining.setdefault(member.mac, asyncio.Lock()):
            await self._one_room(member)
            return await self._take_seat(table, member)

    async def _take_seat(self, table: Table, member: Member) -> tuple[int, str]:
        secret = new_secret()

        async def take() -> int:
            folded = table.folded
            table.policy.permit("join", folded, DIALECT)
            free = [seat for seat, place in enumerate(folded.places) if place.free]
            if not free:
                raise ArenaRefusal("ROOM_FULL")
            draft = Draft(folded)
            draft.room(
                Seated(
                    seat=free[0],
                    public=new_public_id(),
                    name=member.name,
                    secret_hash=hashed(secret),
                    player=player_of(member),
                    label=member.mac,
                    address=member.address,
                    extra={"onlyPlayers": member.only_players},
                )
            )
            await table.store(draft)
            return free[0]

        seat = await table.write(take)
        self._remember(member.mac, table.folded.header.mode == "sandbox")
        await table.write(partial(self._count_down, table))
        return seat, secret

    async def _one_room(self, member: Member) -> None:
        """One seat per MAC in open rooms. A crashed bot that starts again gives up its old seat first."""
        await self._service.lobby.all_loaded()
        for table in await self._service.lobby.directory.with_label(member.mac):
            for seat in table.folded.people():
                place = table.folded.places[seat]
                if place.label != member.mac:
                    continue
                yields = table.folded.status == "waiting" or table.folded.header.mode == "sandbox"
                if table.is_present(seat) or not yields or place.address != member.address:
                    raise ArenaRefusal("ALREADY_IN_ROOM")
                await self.give_up(table, seat)

    async def find_join(self, member: Member, wanted: str) -> tuple[Table, int, str]:
        """Join the player with this name: equal names first, then equal parts, then substrings; oldest room first."""
        self._remember(member.mac, True)
        key = name_key(wanted)
        waiting = [
            table
            for table in await self.tables()
            if table.folded.status == "waiting"
            and table.folded.header.mode == "sandbox"
            and any(place.free for place in table.folded.places)
        ]
        for fits in (
            lambda name: name == key,
            lambda name: key in name.split(" "),
            lambda name: key in name,
        ):
            for table in waiting:
                if any(place.person and fits(name_key(place.name)) for place in table.folded.places):
                    seat, secret = await self.join(table, member, True)
                    return table, seat, secret
        raise ArenaRefusal("PLAYER_NOT_FOUND")

    # --- counting down ----------------------------------------------------------------------------------------

    async def _count_down(self, table: Table) -> None:
        """Begin, shorten or stop the countdown, as the seats demand. The caller holds the lock."""
        folded = table.folded
        if folded.status != "waiting":
            return
        people = len(folded.people())
        wanted = people >= (2 if only_players(folded) else 1)
        now = self._service.clock.now_ms()
        ends_at = folded.countdown
        if not wanted:
            ends_at = None
        else:
            if ends_at is None:
                ends_at = now + int(self._service.settings.countdown_seconds * 1000)
            if not any(place.free for place in folded.places):
                ends_at = min(ends_at, now + int(_FULL_ROOM_SECONDS * 1000))
        if ends_at != folded.countdown:
            draft = Draft(folded)
            draft.room(Countdown(ends_at=ends_at))
            await table.store(draft)

    async def begin(self, table: Table) -> None:
        """The countdown is over: bots take free seats if they may, the others close up. The caller holds the lock."""
        folded = table.folded
        if folded.state is not None or not folded.people():
            return
        draft = Draft(folded)
        if only_players(folded):
            seats = self._close_up(draft, folded)
        else:
            seats = len(folded.places)
            number = 0
            for seat, place in enumerate(folded.places):
                if place.free:
                    number += 1
                    draft.room(system_bot(seat, number))
        draft.room(Started(seats=seats))
        draft.begin(folded.game.new(folded.rules, seats))
        draft.advance(table.host_step)
        await table.store(draft, also=[status_statement(folded.match, "playing")])

    def _close_up(self, draft: Draft, folded: Folded) -> int:
        """Move players up so that no seat between them is empty. They keep secret and name."""
        taken = [(seat, place) for seat, place in enumerate(folded.places) if not place.free]
        for new, (old, place) in enumerate(taken):
            if new != old:
                draft.room(Unseated(seat=old, reason=MOVED))
                draft.room(seated_again(new, place))
        return len(taken)

    # --- leaving ----------------------------------------------------------------------------------------------

    async def leave(self, table: Table, seat: int) -> None:
        """Give up the seat of the caller, if the policy allows it."""
        await self.give_up(table, seat, by_request=True)

    async def give_up(self, table: Table, seat: int, *, by_request: bool = False) -> None:
        """Invalidate the secret of a seat. In a running match a system bot takes over, or the seat is removed."""
        owner = table.public_of(seat)

        async def give_up() -> None:
            folded = table.folded
            if by_request:
                table.policy.permit("leave", folded, DIALECT)
            place = folded.places[seat]
            if not place.person or place.public != owner or folded.closed:
                return
            draft = Draft(folded)
            if folded.status == "playing":
                self._abandon(table, draft, seat)
            else:
                draft.room(Unseated(seat=seat, reason="left"))
            await table.store(draft)

        await table.write(give_up)
        await table.write(partial(self._count_down, table))

    def _abandon(self, table: Table, draft: Draft, seat: int) -> None:
        folded = table.folded
        others = [other for other in folded.people() if other != seat]
        state = wire.position_of(folded)
        remove = only_players(folded)
        if not others or (remove and state is not None and len(state.order) <= 2):
            draft.room(Unseated(seat=seat, reason="left"))
            draft.room(Finished(reason="abandoned", result={}))
        elif remove and state is not None:
            draft.room(Unseated(seat=seat, reason="left"))
            removal = state.removal(Seat(seat))
            if removal is not None:
                draft.act(HOST, removal)
            draft.advance(table.host_step)
        else:
            numbers = sum(1 for place in folded.places if place.bot) + 1
            draft.room(system_bot(seat, numbers, folded.places[seat].public))

    # --- keeping house ----------------------------------------------------------------------------------------

    async def tidy(self, empty_since: dict[str, float]) -> None:
        """Give up abandoned seats of sandbox and waiting rooms; close empty waiting rooms except those kept open."""
        now = self._service.clock.monotonic()
        settings = self._service.settings
        empty: dict[bool, list[Table]] = {True: [], False: []}
        for table in await self.tables():
            folded = table.folded
            if folded.status == "waiting" and not folded.people():
                empty[folded.header.mode == "sandbox"].append(table)
            else:
                empty_since.pop(folded.match, None)
            if not table.held:
                continue
            table.touched = now
            patience = _EMPTY_SECONDS if folded.status == "waiting" else settings.sandbox_orphan_seconds
            if folded.header.mode == "sandbox" or folded.status == "waiting":
                for seat in folded.people():
                    since = table.absent_since.get(seat)
                    if since is not None and now - since >= patience:
                        await self.give_up(table, seat)
        if not self._service.cluster.keeps_house():
            return
        for sandbox, tables in empty.items():
            for table in tables[settings.open_rooms :]:
                since = empty_since.setdefault(table.folded.match, now)
                if now - since >= _EMPTY_SECONDS:
                    empty_since.pop(table.folded.match, None)
                    await close(table, "idle")
            for _ in range(settings.open_rooms - len(tables)):
                await self._make(sandbox, {}, settings.max_players)


def system_bot(seat: int, number: int, public: str = "") -> Seated:
    """The entry that gives this seat to a system bot permanently. The seat keeps its public id."""
    return Seated(seat=seat, public=public or new_public_id(), name=f"System Bot {number}", bot=SYSTEM)


def only_players(folded: Folded) -> bool:
    """Whether a seated player wants no bots."""
    return any(bool(place.extra.get("onlyPlayers")) for place in folded.places if place.person)


def player_of(member: Member) -> str:
    """The row of the leaderboard: one per MAC and name."""
    return MAC_PLAYER + hashed(f"{member.mac}/{name_key(member.name)}")[:24]


def status(folded: Folded) -> str:
    """WAITING, PLAYING or ENDED."""
    if folded.finished is not None or folded.closed:
        return "ENDED"
    return "WAITING" if folded.state is None else "PLAYING"
