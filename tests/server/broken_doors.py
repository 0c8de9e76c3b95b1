"""Mistakes that let in who or what should stay outside: authorisation, and what strangers send."""

from tests.server.broken_edits import breakage

_GATE = "server/test_gate.py::"
_HOSTILE = "server/test_hostile.py::"
_VERBS = f"{_GATE}test_every_verb_refuses_everybody_but_the_owner_of_the_seat"
_PARTS = "server/test_parts.py::"
_JSON = f"{_PARTS}test_json_that_is_refused"
_ROOMS = "server/test_rooms.py::"
_CONDUCT = "server/arena/test_conduct.py::"
_REQUESTS = f"{_CONDUCT}test_every_request_refuses_everybody_but_the_owner_of_the_seat_alike"
_CAPS = "server/test_caps.py::"
_ENTRANCE = "server/test_entrance.py::"
_ENGINEIO = "server/arena/test_engineio.py::"
_BODIES = f"{_HOSTILE}test_hostile_bodies_get_4xx_in_json"
_ORIGINS = f"{_HOSTILE}test_pages_of_other_sites_are_refused"

DOORS = (
    # --- who may do what ------------------------------------------------------------------------------------------
    breakage(
        "any secret opens the first seat",
        "server/match/replay.py",
        "        found = None\n",
        "        found = 0\n",
        _VERBS,
    ),
    breakage(
        "a public id is accepted as a secret",
        "server/match/table.py",
        "self.folded.seat_of(hashed(secret))",
        "next((n for n, place in enumerate(self.folded.places) if place.public == secret),"
        " self.folded.seat_of(hashed(secret)))",
        _VERBS,
    ),
    breakage(
        "the secret of a seat in another room is accepted",
        "server/service.py",
        "            return table.seat_of(secret)\n",
        "            for other in self.lobby.tables.values():\n"
        "                if (seat := other.folded.seat_of(hashed(secret))) is not None:\n"
        "                    return seat\n"
        "            return table.seat_of(secret)\n",
        _VERBS,
    ),
    breakage(
        "the secret of a seat left before the start lives on",
        "server/match/replay.py",
        "            self.places[entry.seat] = Place()\n        else:",
        '            self.places[entry.seat].public = ""\n        else:',
        f"{_ROOMS}test_a_leaver_frees_the_seat_before_the_start_and_the_host_moves_on",
    ),
    breakage(
        "the secret of a seat left in a running match lives on",
        "server/match/replay.py",
        '            place.secret_hash = ""\n            place.left',
        "            place.left",
        f"{_ROOMS}test_a_bot_replaces_a_leaver_and_a_late_joiner_gets_the_seat_next_round",
    ),
    breakage(
        "over HTTP nobody acts for the first seat",
        "server/web/rooms_api.py",
        '        raise Refusal("no_secret")\n    table = await',
        '        return Caller(await service.lobby.table(room), 0, "", address)\n    table = await',
        _VERBS,
    ),
    breakage(
        "a spectator acts for the first seat",
        "server/live/socket.py",
        '            raise Refusal("no_secret")\n        if self.seat == SPECTATOR',
        "            return table, 0\n        if self.seat == SPECTATOR",
        f"{_GATE}test_spectators_and_strangers_can_do_nothing_on_the_socket",
    ),
    breakage(
        "a player acts in another's name",
        "server/match/table.py",
        'if who is not None and who != f"p{seat + 1}":',
        'if who is not None and not str(who).startswith("p"):',
        f"{_GATE}test_acting_for_another_player_or_as_the_host_is_refused",
    ),
    breakage(
        "anybody kicks",
        "server/rooms/seating.py",
        "if table.folded.host != host:",
        "if table.folded.host is None:",
        f"{_GATE}test_only_the_host_kicks_seats_bots_and_starts",
    ),
    breakage(
        "a match that is over goes on",
        "server/match/table.py",
        '        if self.folded.finished is not None:\n            raise Refusal("match_over")\n',
        "",
        f"{_GATE}test_a_secret_dies_with_the_room",
    ),
    breakage(
        "wrong secrets are not counted",
        "server/service.py",
        "            self.limit(self.limits.secrets, address)\n",
        "",
        f"{_GATE}test_guessing_secrets_is_limited_by_address",
    ),
    breakage(
        "a room by link is in the list of rooms",
        "server/rooms/lobby.py",
        'table.folded.header.visibility == "listed"\n            and ',
        "",
        f"{_ROOMS}test_rules_are_shown_before_joining_and_codes_work_in_any_case",
    ),
    breakage(
        "a match by link is in the list of matches",
        "server/history/matches.py",
        '.where(MATCHES.c.visibility == "listed")',
        "",
        "server/test_history.py::test_everybodys_matches_are_paged_newest_first_and_filtered",
    ),
    breakage(
        "the code of a room by link is in a player's list",
        "server/history/matches.py",
        'if row.visibility != "listed":',
        "if not row.visibility:",
        "server/test_history.py::test_a_room_by_link_is_found_only_through_its_own_player_and_without_its_code",
    ),
    breakage(
        "arena: a public id is accepted as a secret",
        "server/arena/http.py",
        "seat = table.folded.seat_of(hashed(secret)) if isinstance(secret, str) else None",
        "seat = next((n for n, place in enumerate(table.folded.places) if place.public and place.public == secret),"
        " table.folded.seat_of(hashed(str(secret))))",
        _REQUESTS,
    ),
    breakage(
        "arena: a public id opens a socket",
        "server/arena/arena.py",
        "found = table.folded.seat_of(hashed(secret)) if isinstance(secret, str) else None",
        "found = next((n for n, place in enumerate(table.folded.places) if place.public == secret),"
        " table.folded.seat_of(hashed(str(secret))))",
        _REQUESTS,
    ),
    breakage(
        "arena: the MAC of a request is not compared",
        "server/arena/caller.py",
        "if self.header_mac and self.header_mac != label:",
        "if self.header_mac and not label:",
        _REQUESTS,
    ),
    breakage(
        "arena: a join changes the mode of a room",
        "server/arena/rooms.py",
        'raise Fault("ROOM_MODE_MISMATCH")',
        "pass",
        f"{_CONDUCT}test_one_room_per_mac_mode_mismatch_find_join_and_leaving",
    ),
    breakage(
        "arena: a match that is over goes on",
        "server/arena/moves.py",
        '    if table.folded.finished is not None:\n        raise Fault("GAME_ENDED")\n',
        "",
        "server/arena/test_rights.py::test_no_request_changes_a_match_that_is_over",
    ),
    breakage(
        "who is kicked keeps his connection",
        "server/match/table.py",
        "            listener.on_gone(self, reason)\n",
        "            pass\n",
        f"{_ROOMS}test_the_host_kicks_and_others_cannot",
        hangs=True,
    ),
    # --- caps -----------------------------------------------------------------------------------------------------
    breakage(
        "an address may open any number of sockets",
        "server/live/socket.py",
        "if not service.sockets_left(address):",
        "if not address:",
        f"{_CAPS}test_an_address_has_only_so_many_sockets",
    ),
    breakage(
        "an address may take any number of seats",
        "server/service.py",
        'raise Refusal("too_many_seats")',
        "pass",
        f"{_CAPS}test_an_address_has_only_so_many_seats",
    ),
    breakage(
        "there may be any number of rooms",
        "server/rooms/lobby.py",
        'raise Refusal("too_many_rooms")',
        "pass",
        f"{_CAPS}test_there_are_only_so_many_rooms",
    ),
    breakage(
        "a match may have any number of entries",
        "server/match/table.py",
        "folded.seq + len(draft.lines) > self.house.settings.max_entries",
        "folded.seq < 0",
        f"{_CAPS}test_a_match_has_only_so_many_entries",
    ),
    breakage(
        "the metrics are for everybody",
        "server/web/rooms_api.py",
        'if (token and not same(bearer(request) or "", token))',
        "if (token and not bearer(request))",
        f"{_CAPS}test_metrics_are_for_whoever_has_the_token",
    ),
    # --- JSON -----------------------------------------------------------------------------------------------------
    breakage(
        "a key may come twice",
        "server/web/json_input.py",
        "if len(found) != len(pairs):",
        "if len(found) > len(pairs):",
        _JSON,
    ),
    breakage(
        "a key may come twice in an ordinary message",
        "server/web/json_input.py",
        '== text.count(":")',
        '<= text.count(":")',
        _JSON,
    ),
    breakage("JSON may be deep", "server/web/json_input.py", "_DEEPEST: Final = 16", "_DEEPEST: Final = 1600", _JSON),
    breakage(
        "NaN is a number",
        "server/web/json_input.py",
        "    raise _BadJson(text)\n",
        "    return float(text)\n",
        _JSON,
    ),
    breakage(
        "a number may be infinite",
        "server/web/json_input.py",
        "if not math.isfinite(number):",
        "if math.isnan(number):",
        _JSON,
    ),
    breakage(
        "integers may be larger than clients can hold",
        "server/web/json_input.py",
        "_LARGEST: Final = 2**53 - 1",
        "_LARGEST: Final = 2**63 - 1",
        _JSON,
    ),
    breakage(
        "lone surrogates are let in",
        "server/web/json_input.py",
        'json.dumps(value, ensure_ascii=False).encode("utf-8")',
        "json.dumps(value)",
        _JSON,
    ),
    breakage(
        "unknown fields are ignored",
        "protocol/base.py",
        "forbid_unknown_fields=True",
        "forbid_unknown_fields=False",
        f"{_HOSTILE}test_unknown_fields_are_refused_on_both_transports",
    ),
    # --- sizes ----------------------------------------------------------------------------------------------------
    breakage(
        "the body of a request may have any size",
        "server/web/middleware.py",
        "if len(body) > limit:",
        "if limit < 0:",
        f"{_ENTRANCE}test_a_body_that_is_too_large_is_refused_while_it_is_read",
    ),
    breakage(
        "the body of an Engine.IO request may have any size",
        "server/web/middleware.py",
        "if len(body) > limit:",
        'if len(body) > limit and not scope["path"].startswith(_SOCKET_IO):',
        f"{_ENTRANCE}test_a_body_that_is_too_large_is_refused_while_it_is_read",
    ),
    breakage(
        "the head of a request may have any size",
        "server/web/http_protocol.py",
        "if self._head > LARGEST_HEAD:",
        "if self._head < -1:",
        f"{_ENTRANCE}test_a_head_that_is_too_large_is_refused_while_it_is_read",
    ),
    breakage(
        "a head may take for ever",
        "server/web/http_protocol.py",
        "self.loop.call_later(READ_SECONDS, ",
        "self.loop.call_later(READ_SECONDS * 1000, ",
        f"{_ENTRANCE}test_a_head_that_never_ends_is_waited_for_only_so_long[asyncio-]",
        hangs=True,
    ),
    breakage(
        "a frame may have any size",
        "server/run.py",
        "ws_max_size=settings.body_bytes",
        "ws_max_size=1 << 24",
        "server/test_line.py::test_wrong_frames_close_the_connection_with_the_right_code[asyncio-too_large]",
    ),
    # --- names ----------------------------------------------------------------------------------------------------
    breakage(
        "names are not normalised",
        "server/auth.py",
        'name = " ".join(unicodedata.normalize("NFC", raw).split())',
        'name = " ".join(raw.split())',
        f"{_PARTS}test_names_are_trimmed_and_normalised",
    ),
    breakage(
        "two people may look alike",
        "server/auth.py",
        'unicodedata.normalize("NFKC", name).casefold()',
        "name",
        f"{_ROOMS}test_two_people_cannot_look_alike",
    ),
    breakage(
        "names may turn the text around them",
        "server/auth.py",
        '"Cc", "Cf", ',
        '"Cc", ',
        f"{_PARTS}test_names_that_hide_or_turn_text_are_refused",
    ),
    # --- requests -------------------------------------------------------------------------------------------------
    breakage(
        "any content type is read as JSON",
        "server/web/middleware.py",
        'if kind != "application/json":',
        'if kind == "multipart/form-data":',
        _BODIES,
    ),
    breakage(
        "compressed requests are let in",
        "server/web/middleware.py",
        'not in ("", "identity")',
        'not in ("", "identity", "gzip")',
        _BODIES,
    ),
    breakage(
        "the page may run anybody's scripts",
        "server/web/middleware.py",
        "script-src 'self';",
        "script-src *;",
        _ORIGINS,
    ),
    breakage(
        "private answers may be kept by caches",
        "server/web/middleware.py",
        'b"no-store" if private else b"no-cache"',
        'b"no-cache"',
        _ORIGINS,
    ),
    breakage(
        "pages of all sites may ask",
        "server/service.py",
        "return origin in own or origin in self._origins",
        "return True",
        _ORIGINS,
    ),
    breakage(
        "pages of all sites may open sockets",
        "server/web/middleware.py",
        "if self._service.stopping or not self._service.origin_allowed(scope):",
        "if self._service.stopping:",
        _ORIGINS,
    ),
    breakage(
        "pages of all sites may poll",
        "server/web/middleware.py",
        "        if not self._service.origin_allowed(scope):\n",
        '        if not scope["path"].startswith(_SOCKET_IO) and not self._service.origin_allowed(scope):\n',
        _ORIGINS,
    ),
    breakage(
        "Engine.IO's scripts for other sites exist",
        "server/web/middleware.py",
        'b"j" in parse_qs(scope["query_string"])',
        'b"" in parse_qs(scope["query_string"])',
        f"{_ENGINEIO}test_sessions_that_are_unknown_or_over_get_400_in_json_and_jsonp_does_not_exist",
    ),
    breakage(
        "arena: frames reach Engine.IO unfiltered",
        "server/web/app.py",
        "                receive, send = filtered.receive, filtered.send\n",
        "",
        f"{_ENGINEIO}test_no_packet_causes_a_5xx_or_an_incident",
    ),
    breakage(
        "arena: polled packets reach Engine.IO unfiltered",
        "server/web/middleware.py",
        "if not is_payload(body):",
        "if not is_payload(b'2'):",
        f"{_ENGINEIO}test_no_packet_causes_a_5xx_or_an_incident",
    ),
)
