"""Mistakes that tell somebody what he may not know, or the store and the logs what nobody should."""

from tests.server.broken_edits import breakage

_SCAN = "server/test_secrets.py::test_matches_leak_nothing_to_seats_and_spectators"
_UNO, _SHANDONG = f"{_SCAN}[asyncio-uno]", f"{_SCAN}[asyncio-shandong]"
_REJECTED = "server/test_refusals.py::test_a_refusal_is_the_callers_alone_and_tells_only_what_the_caller_knows"
_FRAMES = "server/test_secrets.py::test_a_frame_made_for_one_seat_goes_to_no_other"
_LAW = "server/test_hidden.py::test_views_stay_the_same_when_hidden_cards_change_places"
_LOGS = "server/test_recovery.py::test_logs_have_no_hands_seeds_or_secrets"
_ERRORS = "server/test_recovery.py::test_an_unexpected_error_is_told_and_logged_without_its_text"
_STORED = "server/test_recovery.py::test_the_store_knows_no_secret_and_no_mac"
_TURNS = "server/arena/test_matches.py::test_each_decision_has_one_private_turn_and_nobody_sees_another_hand_or_secret"
_CONDUCT = "server/arena/test_conduct.py::"
_RIGHTS = "server/arena/test_rights.py::"
_SEND = "event.only == client.seat:\n                await self._emit(client, event.name, event.build("

SECRETS = (
    # --- positions ------------------------------------------------------------------------------------------------
    breakage(
        "the first recipient's view is sent to all",
        "server/live/updates.py",
        "self._views.get(seat)",
        "next(iter(self._views.values()), None)",
        _UNO,
    ),
    breakage(
        "spectators see with the eyes of the first seat",
        "server/live/render.py",
        "state.view(Seat(seat)).to_json()",
        "state.view(Seat(max(seat, 0))).to_json()",
        _UNO,
    ),
    breakage(
        "over HTTP a spectator gets the first seat's view",
        "server/web/rooms_api.py",
        "return view_answer(table, seat, ",
        "return view_answer(table, max(seat, 0), ",
        _UNO,
    ),
    breakage(
        "every hand is in every view",
        "server/live/render.py",
        "state.view(Seat(seat)).to_json()",
        '{**state.view(Seat(seat)).to_json(), "hands": state.snapshot()["hands"]}',
        _UNO,
    ),
    breakage(
        "undealt cards are in every view",
        "server/live/render.py",
        "state.view(Seat(seat)).to_json()",
        '{**state.view(Seat(seat)).to_json(), "deck": state.snapshot().get("deck")}',
        _UNO,
    ),
    breakage(
        "the kitty is in every view",
        "server/live/render.py",
        "state.view(Seat(seat)).to_json()",
        '{**state.view(Seat(seat)).to_json(), "kitty": state.snapshot().get("kitty")}',
        _SHANDONG,
    ),
    breakage(
        "the kitty lies open once it is buried",
        "games/shandong/looks.py",
        "(p.phase > BURYING and seat == p.kitty_owner)",
        "p.phase > BURYING",
        f"{_LAW}[shandong]",
    ),
    breakage(
        "the cards taken from the kitty lie open",
        "games/shandong/looks.py",
        "if p.phase == BURYING and seat == p.kitty_owner:",
        "if p.phase == BURYING:",
        f"{_LAW}[shandong]",
    ),
    breakage(
        "a drawn card is shown to all",
        "games/uno/looks.py",
        "        if seat == p.current:\n",
        "        if p.current >= 0:\n",
        f"{_LAW}[uno]",
    ),
    breakage(
        "legal moves of the one on turn are sent to all",
        "server/live/render.py",
        'view.pop("legal", []))\n',
        'view.pop("legal", []) or state.view(Seat(max(state.turn(), 0))).to_json()["legal"])\n',
        _REJECTED,
    ),
    # --- events ---------------------------------------------------------------------------------------------------
    breakage(
        "what only the owner of an action may see is shown to all",
        "server/kinds.py",
        "if actor == recipient:",
        "if actor >= 0:",
        _SHANDONG,
    ),
    breakage(
        "no field of an event is hidden",
        "server/kinds.py",
        " if name in fields}",
        "}",
        _SHANDONG,
    ),
    breakage(
        "the order of a shuffle is in its event",
        "server/kinds.py",
        '"START": frozenset(("dealer",)),',
        '"START": frozenset(("dealer",)),\n            "SHUFFLE": frozenset(("order",)),',
        _UNO,
    ),
    breakage(
        "an event as its owner sees it is sent to all",
        "server/live/updates.py",
        "        if self._same:\n            self._plain = framed",
        "        self._plain = framed",
        _FRAMES,
    ),
    # --- seeds ----------------------------------------------------------------------------------------------------
    breakage(
        "the seed stands where its fingerprint should",
        "server/live/render.py",
        "commitment=header.commitment,",
        "commitment=header.seed,",
        _UNO,
    ),
    breakage(
        "the record of a running match has the seed",
        "server/history/export.py",
        'if folded.finished is None or folded.finished.reason != "complete":\n        raise Refusal("no_match")',
        "if folded.finished is None:\n        return folded.header.seed",
        "server/test_secrets.py::test_a_running_match_has_no_record",
    ),
    # --- refusals -------------------------------------------------------------------------------------------------
    breakage(
        "a refusal carries the position",
        "server/match/table.py",
        ".refusal_params(seat, action)",
        '.refusal_params(seat, action) | {"position": state.snapshot()}',
        _REJECTED,
    ),
    breakage(
        "a refusal carries hands as numbers",
        "server/match/table.py",
        ".refusal_params(seat, action)",
        '.refusal_params(seat, action) | {"hands": [list(hand) for hand in getattr(state, "hands", ())]}',
        _REJECTED,
    ),
    breakage(
        "a check carries the position",
        "server/match/table.py",
        "state.refusal_params(Seat(seat), action)",
        '{**state.refusal_params(Seat(seat), action), "position": state.snapshot()}',
        _REJECTED,
    ),
    breakage(
        "a rejected play is told to the others",
        "server/match/table.py",
        "raise penalty\n",
        "from paiju.server.rooms.chat import Said; "
        'said = Said(seat, "", "", str(action.to_json()), "", 0); '
        "[listener.on_chat(self, said) for listener in list(self.listeners)]; "
        "raise penalty\n",
        _REJECTED,
    ),
    # --- logs and the store ---------------------------------------------------------------------------------------
    breakage(
        "secrets are logged",
        "server/service.py",
        "            return table.seat_of(secret)\n",
        '            _log.info("asked", secret=secret)\n            return table.seat_of(secret)\n',
        _LOGS,
    ),
    breakage(
        "the text of an unexpected error is logged",
        "server/service.py",
        "kind=type(error).__name__, place",
        "kind=repr(error), place",
        _ERRORS,
    ),
    breakage(
        "the query of a request is logged",
        "server/service.py",
        'path=scope.get("path"))',
        'path=scope.get("path"), query=str(scope.get("query_string")))',
        _ERRORS,
    ),
    breakage(
        "the text of an unexpected error is told to the caller",
        "server/web/app.py",
        "problem.incident = service.incident(error, request.scope)",
        "problem.incident = service.incident(error, request.scope)\n    problem.text = str(error)",
        _ERRORS,
    ),
    breakage(
        "the text of an error in the background is logged",
        "server/house.py",
        "kind=type(error).__name__, expected",
        "kind=repr(error), expected",
        _ERRORS,
    ),
    breakage(
        "the secret of a seat is stored",
        "server/rooms/seating.py",
        "        address=address,\n    )\n\n\ndef house_bot",
        '        address=address,\n        extra={"secret": secret},\n    )\n\n\ndef house_bot',
        _STORED,
    ),
    breakage(
        "MACs are stored as they are",
        "server/arena/caller.py",
        'return hmac.new(self._key, mac.encode(), hashlib.sha256).hexdigest()[:32] if mac else ""',
        "return mac",
        _STORED,
    ),
    # --- arena ----------------------------------------------------------------------------------------------------
    breakage(
        "arena: the hand of the one on turn is sent to all",
        "server/arena/desk.py",
        "        if client.seat == state.current:\n            hand = state.hands[client.seat]",
        "        if state.current >= 0:\n            hand = state.hands[state.current]",
        _TURNS,
    ),
    breakage(
        "arena: an event with one player's secret is sent to all",
        "server/arena/desk.py",
        f"{_SEND}client.ids",
        f"{_SEND}self.clients()[0].ids",
        _TURNS,
    ),
    breakage(
        "arena: another's hand stands in the description of the room",
        "server/arena/rooms.py",
        'data["hand"] = wire.cards(state.hands[seat])',
        'data["hand"] = wire.cards(state.hands[state.current])',
        f"{_RIGHTS}test_the_room_shows_whoever_asks_the_own_hand_and_no_other",
    ),
    breakage(
        "arena: a hand shown after a challenge is shown to all",
        "server/arena/narrate.py",
        "only=challenger",
        "only=None",
        "server/arena/test_narrate.py::test_a_hand_is_shown_to_its_challenger_only",
    ),
    breakage(
        "arena: a decision is offered twice",
        "server/arena/desk.py",
        "if not self._new_decision(state) or not IDLE",
        "self._new_decision(state)\n        if not IDLE",
        _TURNS,
    ),
    breakage(
        "arena: a new socket is offered at once what an older one was just offered",
        "server/arena/desk.py",
        "wait = self._offered_at + _AGAIN_SECONDS - time.monotonic()",
        "wait = 0.0",
        f"{_RIGHTS}test_a_new_socket_waits_for_a_decision_that_the_older_one_was_just_offered",
    ),
    breakage(
        "arena: two joins at the same time give two seats",
        "server/arena/rooms.py",
        "self._joining.setdefault(member.mac, asyncio.Lock())",
        "asyncio.Lock()",
        f"{_CONDUCT}test_two_joins_of_one_mac_at_the_same_time_give_one_seat",
    ),
    breakage(
        "arena: the end is not told again to the successor of a lost socket",
        "server/arena/desk.py",
        "earlier is not None and (earlier is client or earlier.dismissed)",
        "earlier is not None",
        f"{_CONDUCT}test_the_end_of_a_match_reaches_the_successor_of_a_lost_socket_and_nobody_twice",
    ),
    breakage(
        "arena: a secret may be named as a target",
        "server/arena/moves.py",
        "        if place.public and place.public == public:\n",
        "        from paiju.server.auth import hashed\n\n"
        "        if place.public and (place.public == public or place.secret_hash == hashed(str(public))):\n",
        f"{_RIGHTS}test_a_secret_is_no_name_for_a_target",
    ),
)
