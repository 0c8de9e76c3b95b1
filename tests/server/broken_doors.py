"""Mistakes that let in who or what should stay outside: authorisation, and what strangers send."""

from tests.server.broken_edits import breakage

_VERBS = "test_every_verb_refuses_everybody_but_the_owner_of_the_seat"
_REQUESTS = "test_every_request_refuses_everybody_but_the_owner_of_the_seat_alike"
_JSON = "test_json_that_is_refused"
_LARGE_BODY = "test_http_protocol.test_a_body_that_is_too_large_is_refused_while_it_is_read"
_BODIES = "test_hostile_bodies_get_4xx_in_json"
_ORIGINS = "test_pages_of_other_sites_are_refused"
_PACKETS = "test_no_packet_causes_a_5xx_or_an_incident"
_PUBLIC_OR = "next((n for n, place in enumerate(B.places) if place.public and place.public == A), found)"
"""The public id of a seat opens it too."""

DOORS = (
    # --- who may do what ------------------------------------------------------------------------------------------
    breakage("any secret opens the first seat", "Folded.seat_of", "_ = here(None)", "0", _VERBS),
    breakage("a public id is accepted as a secret", "Table.seat_of", "B.seat_of(hashed(A))", _PUBLIC_OR, _VERBS),
    breakage(
        "the secret of a seat in another room is accepted",
        "Services.seat",
        "return seat_of(A)",
        "for other in self.lobby.tables.values():\n"
        "    try: return other.seat_of(A)\n"
        "    except Refusal: continue\n"
        "found",
        _VERBS,
    ),
    breakage(
        "the secret of a seat left before the start lives on",
        "Folded._unseat",
        "A = Place()",
        "A.public = ''",
        "test_a_leaver_frees_the_seat_before_the_start_and_the_host_moves_on",
    ),
    breakage(
        "the secret of a seat left in a running match lives on",
        "Folded._unseat",
        "secret_hash = ''",
        "pass",
        "test_a_bot_replaces_a_leaver_and_a_late_joiner_gets_the_seat_next_round",
    ),
    breakage(
        "over HTTP nobody acts for the first seat",
        "server.caller",
        "Refusal('no_secret')",
        "return SeatCaller(await service.lobby.table(room), 0, '')",
        _VERBS,
    ),
    breakage(
        "a spectator acts for the first seat",
        "Socket._own",
        "Refusal('no_secret')",
        "return table, 0",
        "test_spectators_and_strangers_can_do_nothing_on_the_socket",
    ),
    breakage(
        "a player acts in another's name",
        "Table.read_action",
        "A != player_ids[_]",
        "not str(A).startswith('p')",
        "test_acting_for_another_player_or_as_the_host_is_refused",
    ),
    breakage(
        "anybody kicks", "seating.kick", "Refusal('not_host')", "pass", "test_only_the_host_kicks_seats_bots_and_starts"
    ),
    breakage(
        "a match that is over goes on",
        "Table.running",
        "_outside(A, 'match_over')",
        "pass",
        "test_nobody_goes_on_with_a_match_that_had_too_many_entries",
    ),
    breakage(
        "wrong secrets are not counted",
        "Services.seat",
        "limit(...)",
        "pass",
        "test_guessing_secrets_is_limited_by_address",
    ),
    breakage(
        "a room by link is in the list of rooms",
        "Lobby.listed",
        "open_tables(...)",
        "self.directory.open_tables(game=game)",
        "test_rules_are_shown_before_joining_and_codes_work_in_any_case",
    ),
    breakage(
        "a match by link is in the list of matches",
        "History.listed",
        "A.where(_ == 'listed')",
        "A",
        "test_everybodys_matches_are_paged_newest_first_and_filtered",
    ),
    breakage(
        "the code of a room by link is in a player's list",
        "History._page",
        "_ != 'listed'",
        "False",
        "test_a_room_by_link_is_found_only_through_its_own_player_and_without_its_code",
    ),
    breakage(
        "arena: a public id is accepted as a secret", "ArenaHttp._seat", "B.seat_of(hashed(A))", _PUBLIC_OR, _REQUESTS
    ),
    breakage("arena: a public id opens a socket", "Arena._enter", "B.seat_of(hashed(A))", _PUBLIC_OR, _REQUESTS),
    breakage(
        "arena: the MAC of a request is not compared",
        "confirm_mac",
        "ArenaRefusal('MAC_MISMATCH', ...)",
        "pass",
        _REQUESTS,
    ),
    breakage(
        "arena: a join changes the mode of a room",
        "Rooms.join",
        "ArenaRefusal('ROOM_MODE_MISMATCH')",
        "pass",
        "test_one_room_per_mac_mode_mismatch_find_join_and_leaving",
    ),
    breakage(
        "arena: a match that is over goes on",
        "arena._running",
        "ArenaRefusal('GAME_ENDED')",
        "pass",
        "test_no_request_changes_a_match_that_is_over",
    ),
    breakage(
        "who is kicked keeps his connection",
        "Table.send_away",
        "on_gone(...)",
        "pass",
        "test_the_host_kicks_and_others_cannot",
        hangs=True,
    ),
    # --- caps -----------------------------------------------------------------------------------------------------
    breakage(
        "an address may open any number of sockets",
        "LiveSockets.has_room_for",
        "_ < _",
        "True",
        "test_an_address_has_only_so_many_sockets",
    ),
    breakage(
        "an address may take any number of seats",
        "seats_left",
        "Refusal('too_many_seats')",
        "pass",
        "test_an_address_has_only_so_many_seats",
    ),
    breakage(
        "there may be any number of rooms",
        "Lobby.create",
        "Refusal('too_many_rooms')",
        "pass",
        "test_there_are_only_so_many_rooms",
    ),
    breakage(
        "a match may have any number of entries",
        "Table.prepare",
        "_ > max_entries",
        "False",
        "test_a_match_has_only_so_many_entries",
    ),
    breakage(
        "the metrics are for everybody",
        "HealthController.metrics",
        "same(A or _, _)",
        "A",
        "test_metrics_are_for_whoever_has_the_token",
    ),
    # --- JSON -----------------------------------------------------------------------------------------------------
    breakage("a key may come twice", "json_input._pairs", "len(_) != len(_)", "False", _JSON),
    breakage(
        "a key may come twice in an ordinary message", "parse_json", "A == B.count(':')", "A <= B.count(':')", _JSON
    ),
    breakage("JSON may be deep", "_DEEPEST", "16", "1600", _JSON),
    breakage("NaN is a number", "json_input._constant", "raise _(A)", "return float(A)", _JSON),
    breakage("a number may be infinite", "json_input._number", "not isfinite(_)", "False", _JSON),
    breakage("integers may be larger than clients can hold", "json_input._LARGEST", "53", "63", _JSON),
    breakage("lone surrogates are let in", "_read_strictly", "dumps(...)", "pass", _JSON),
    breakage(
        "unknown fields are ignored",
        "protocol.Wire",
        "True",
        "False",
        "test_unknown_fields_are_refused_on_both_transports",
    ),
    # --- sizes ----------------------------------------------------------------------------------------------------
    breakage("the body of a request may have any size", "_whole_body", "len(_) > _", "False", _LARGE_BODY),
    breakage(
        "the body of an Engine.IO request may have any size",
        "_whole_body",
        "len(_) > _",
        "found and not scope['path'].startswith('/socket.io/')",
        _LARGE_BODY,
    ),
    breakage(
        "the head of a request may have any size",
        "HttpProtocol._parse",
        "_ > LARGEST_HEAD",
        "False",
        "test_a_head_that_is_too_large_is_refused_while_it_is_read[at once]",
    ),
    breakage(
        "a turn parses any number of bytes",
        "HttpProtocol._parse",
        "A[:BYTES_AT_ONCE]",
        "A",
        "test_a_turn_of_the_loop_reads_few_bytes_of_a_request[small]",
    ),
    breakage(
        "any number of requests of a connection wait",
        "HttpProtocol.on_message_begin",
        "len(_) >= MOST_WAITING",
        "False",
        "test_only_few_requests_of_a_connection_wait",
        hangs=True,
    ),
    breakage(
        "fields after a body are kept",
        "HttpProtocol.on_header",
        "self._head < 0",
        "False",
        "test_fields_after_a_body_are_refused",
        hangs=True,
    ),
    breakage(
        "the rest of a body is read after its answer",
        "HttpProtocol.on_response_complete",
        "self._hang_up()",
        "pass",
        "test_a_body_that_nobody_asked_for_is_not_read",
    ),
    breakage(
        "a connection is reset while its last answer is under way",
        "HttpProtocol._hang_up",
        "self.transport.write_eof()",
        "self.transport.close()",
        "test_an_answer_reaches_a_client_that_sends_all_of_its_body_before_it_reads",
    ),
    breakage(
        "a head may take for ever",
        "_wait_for_head",
        "READ_SECONDS",
        "found * 1000",
        "test_a_head_that_never_ends_is_waited_for_only_so_long[]",
        hangs=True,
    ),
    breakage(
        "a frame may have any size",
        "server_for",
        "_(..., ws_max_size=here(_))",
        "1 << 24",
        "test_wrong_frames_close_the_connection_with_the_right_code[too_large]",
    ),
    # --- names ----------------------------------------------------------------------------------------------------
    breakage("names are not normalised", "clean_name", "normalize(_, A)", "A", "test_names_are_trimmed_and_normalised"),
    breakage(
        "two people may look alike", "name_key", "normalize(_, A).casefold()", "A", "test_two_people_cannot_look_alike"
    ),
    breakage(
        "names may turn the text around them",
        "_INVISIBLE",
        "'Cf'",
        "'Cc'",
        "test_names_that_hide_or_turn_text_are_refused",
    ),
    # --- requests -------------------------------------------------------------------------------------------------
    breakage(
        "any content type is read as JSON",
        "_whole_body",
        "A != 'application/json'",
        "A == 'multipart/form-data'",
        _BODIES,
    ),
    breakage("compressed requests are let in", "middleware._check", "('', 'identity')", "(*found, 'gzip')", _BODIES),
    breakage(
        "the page may run anybody's scripts",
        "middleware._headers",
        "(b'content-security-policy', here(_))",
        "found.replace(b\"script-src 'self'\", b'script-src *')",
        _ORIGINS,
    ),
    breakage("private answers may be kept by caches", "middleware._headers", "b'no-store' if _ else A", "A", _ORIGINS),
    breakage("pages of all sites may ask", "origin_allowed", "return _ or _ or _", "return True", _ORIGINS),
    breakage("pages of all sites may open sockets", "middleware._socket", "not origin_allowed(_)", "False", _ORIGINS),
    breakage(
        "pages of all sites may poll",
        "middleware._check",
        "not origin_allowed(A)",
        "found and not A['path'].startswith('/socket.io/')",
        _ORIGINS,
    ),
    breakage(
        "Engine.IO's scripts for other sites exist",
        "middleware._check",
        "b'j'",
        "b''",
        "test_sessions_that_are_unknown_or_over_get_400_in_json_and_jsonp_does_not_exist",
    ),
    breakage(
        "arena: a client says where it comes from",
        "is_packet",
        "_ not in _RESERVED",
        "True",
        "test_no_packet_causes_a_5xx_or_an_incident",
    ),
    breakage(
        "arena: frames reach Engine.IO unfiltered", "Dialects.__call__", "_ = (A.receive, A.send)", "pass", _PACKETS
    ),
    breakage("arena: polled packets reach Engine.IO unfiltered", "_whole_body", "is_payload(_)", "True", _PACKETS),
)
