"""Mistakes in what people share: the event loop, the time of bots, an address, a database."""

from tests.server.broken_edits import breakage

_FEW = "test_a_turn_of_the_loop_handles_few_control_frames_of_a_socket"
_SHARE = "test_a_flood_gets_its_share_and_is_closed"
_NO_PONGS = "test_a_socket_that_reads_no_pongs_is_not_read_either"
_CHUNK = "test_messages_of_one_chunk_wait_for_their_turn"
_KILLED = "test_a_bot_whose_process_is_killed_plays_the_default_action_and_thinks_on_in_a_new_one"
_HANGS = "test_a_bot_that_hangs_is_given_up_and_then_loses_its_process"
_COUNTED = "test_the_client_is_counted_from_the_right"
_NAMES = "test_a_server_answers_to_its_own_names_only"
_NATIVE_VERBS = "test_native_verbs_do_nothing_in_a_room_of_the_arena"
_ARENA_VERBS = "test_arena_verbs_do_nothing_in_a_native_room"
_ONE_SERVER = "test_a_second_server_on_the_same_file_is_refused_whatever_it_is_called"
_DAMAGED = "test_a_match_on_a_damaged_page_is_put_aside_and_all_others_go_on"
_STORE_LINES = "test_the_log_says_when_the_store_goes_and_when_it_is_back"

SHARING = (
    # --- the event loop -------------------------------------------------------------------------------------------
    breakage("a turn handles any number of frames", "_handle_frames", "A >= FRAMES_AT_ONCE", "False", _FEW),
    breakage(
        "any number of messages wait for their turn",
        "Connection.receive",
        "len(_) > _MOST_UNREAD",
        "False",
        "test_messages_wait_outside_while_one_is_handled",
    ),
    breakage(
        "a turn handles any number of bytes", "_handle_frames", "A >= _BYTES_AT_ONCE", "False", f"{_CHUNK}[large]"
    ),
    breakage(
        "control frames cost nothing",
        "LiveProtocol.handle_frame",
        "self._allowance.charge(large + _)",
        "pass",
        f"{_SHARE}[native-control]",
        hangs=True,
    ),
    breakage(
        "large messages cost nothing",
        "LiveProtocol.handle_frame",
        "self._allowance.charge(large)",
        "pass",
        f"{_SHARE}[native-large]",
    ),
    breakage(
        "pings cost nothing",
        "Socket._ping",
        "charge()",
        "None",
        f"{_SHARE}[native-pings]",
        hangs=True,
    ),
    breakage(
        "refused messages cost nothing",
        "Socket.handle",
        "charge()",
        "None",
        f"{_SHARE}[native-refused]",
        hangs=True,
    ),
    breakage(
        "actions beyond the limit cost nothing",
        "Socket.on_limit",
        "charge()",
        "None",
        "test_actions_beyond_the_limit_are_a_flood_too",
    ),
    breakage("a message to Engine.IO costs as little as another", "_THROUGH_ASGI", "4", "1", f"{_SHARE}[arena-pings]"),
    breakage(
        "requests that are carried out cost like refused ones",
        "LiveProtocol._handle_text",
        "connection.receive(text)",
        "self.charge(); found",
        "test_ordinary_requests_cost_nothing",
        hangs=True,
    ),
    breakage(
        "messages that come one by one are not held back",
        "LiveProtocol._handle_text",
        "self._allowance.wait()",
        "False",
        "test_messages_that_come_one_by_one_are_held_back_too",
    ),
    breakage(
        "a flood is read to its end",
        "_handle_frames",
        "self._allowance.flooded()",
        "False",
        f"{_SHARE}[native-control]",
        hangs=True,
    ),
    breakage(
        "a flood is read while it waits",
        "LiveProtocol._adjust_reading",
        "self._next_turn is None",
        "True",
        f"{_SHARE}[native-control]",
    ),
    breakage(
        "a peer that does not read is read",
        "LiveProtocol._adjust_reading",
        "self.writable.is_set()",
        "True",
        _NO_PONGS,
    ),
    # --- bots that think ------------------------------------------------------------------------------------------
    breakage(
        "the room that asks most has most threads",
        "RoomSemaphore.acquire",
        "setdefault(here(room), _)",
        "''",
        "test_rooms_take_turns_at_the_threads",
    ),
    breakage(
        "the room that asks most has most of a process",
        "RoomSemaphore.acquire",
        "setdefault(here(room), _)",
        "''",
        "test_rooms_take_turns_at_a_process",
    ),
    breakage(
        "waiting for a thread is thinking",
        "BotThreads.run",
        "await acquire(room)",
        "async with self._clock.timeout(seconds): found",
        "test_waiting_for_a_thread_is_not_thinking",
    ),
    breakage(
        "waiting for a process is thinking",
        "BotProcess.ask",
        "await acquire(room)",
        "async with self._clock.timeout(seconds): found",
        _HANGS,
    ),
    breakage(
        "making a bot is thinking",
        "BotProcess._converse",
        "_START_SECONDS",
        "seconds",
        "test_making_a_bot_is_not_thinking",
    ),
    breakage(
        "bots that think long have threads",
        "HouseBots.make",
        "not is_slow(...)",
        "True",
        "test_a_bot_that_thinks_long_has_a_process_and_remembers",
    ),
    breakage(
        "a hint holds up the loop",
        "HouseBots.make",
        "not is_slow(...)",
        "True",
        "test_a_hint_of_a_strong_bot_comes_from_a_process",
    ),
    breakage("a bot may think for ever", "BotProcess._converse", "2 * seconds", "10 ** 9", _HANGS, hangs=True),
    breakage("a process that hangs is kept", "BotProcess._converse", "await self.stop()", "pass", _HANGS, hangs=True),
    breakage(
        "a dead process is asked again",
        "BotProcess._running",
        "A.returncode is None",
        "True",
        "test_an_idle_process_that_is_killed_is_replaced",
    ),
    breakage(
        "the death of a process is an error of the server", "FAILURES", "BotFailed", "MemoryError", _KILLED, hangs=True
    ),
    breakage(
        "a bot that fails does nothing",
        "think",
        "here(on_turn) or _",
        "False",
        _KILLED,
        hangs=True,
    ),
    breakage(
        "a process outlives its server",
        "worker._listen",
        "os._exit(0)",
        "pass",
        "test_a_process_ends_when_its_server_is_killed",
    ),
    breakage(
        "an address may have any number of bots that think long",
        "Services.bots_left",
        "Refusal('too_many_slow_bots', _)",
        "pass",
        "test_an_address_has_only_so_many_bots_that_think_long",
    ),
    # --- limits -----------------------------------------------------------------------------------------------------
    breakage(
        "a decision that a limit refuses runs out of time",
        "Table.limited",
        "give_back(...)",
        "None",
        "test_a_decision_that_is_lost_to_a_limit_gets_its_time_back_once",
    ),
    breakage(
        "the client does not wait for a limit",
        "client._wait_or_raise",
        "refused.problem.code != 'rate_limited'",
        "True",
        "test_bots_of_the_documentation_play_each_other_to_the_end_under_the_usual_limits",
    ),
    breakage(
        "people behind one address are counted as one",
        "Callers.person",
        "Person(_, here(_))",
        "address",
        "test_a_class_of_thirty_gets_its_rooms_lists_and_seats",
    ),
    breakage(
        "invented sessions are people",
        "Services.limit",
        "A.take(who.address, _)",
        "0",
        "test_inventing_sessions_does_not_help_for_long",
    ),
    breakage(
        "what an address is refused is counted for the person",
        "Services.limit",
        "A.wait_for(who.address, _)",
        "0.0",
        "test_inventing_sessions_does_not_help_for_long",
    ),
    breakage(
        "wrong codes are counted for everybody at an address",
        "Callers.person",
        "Person(_, here(_))",
        "address",
        "test_a_valid_code_is_never_refused_for_the_mistakes_of_others",
    ),
    breakage(
        "every start page has a list made",
        "RoomLists.of",
        "now - _ >= _SECONDS",
        "True",
        "test_thirty_start_pages_cost_one_list_a_second",
    ),
    # --- whose request it is ----------------------------------------------------------------------------------------
    breakage(
        "only the first line of X-Forwarded-For is read",
        "Callers.address",
        "_lines(scope, _)",
        "found[:1]",
        _COUNTED,
        "test_a_second_line_of_the_header_makes_no_new_client",
    ),
    breakage("the client is counted from the left", "Callers.address", "A[-self._hops]", "A[0]", _COUNTED),
    breakage("every port is a client of its own", "Callers.address", "_without_port(A)", "A", _COUNTED),
    breakage("a server answers to any name", "Callers.host_allowed", "bool(host) and _", "True", _NAMES),
    breakage(
        "a socket is opened by any name",
        "LimitsMiddleware._socket",
        "not callers.host_allowed(scope)",
        "False",
        "test_a_socket_for_another_name_is_refused",
    ),
    breakage("native verbs work in rooms of the arena", "Services.table", "permit(...)", "None", _NATIVE_VERBS),
    breakage("arena verbs work in native rooms", "Policy.refusal", "'wrong_dialect'", "''", _ARENA_VERBS),
    breakage(
        "a room is made of nothing",
        "ArenaHttp.__call__",
        "ArenaRefusal('BAD_REQUEST')",
        "pass",
        "test_an_arena_room_is_not_made_of_nothing",
    ),
    # --- a database -------------------------------------------------------------------------------------------------
    breakage(
        "two servers may use one PostgreSQL",
        "Claim.take",
        "not await fetchval(...)",
        "False",
        "test_a_second_server_is_refused_until_the_first_is_gone",
        "test_a_second_paiju_serve_on_the_same_postgresql_says_so_and_ends",
        hangs=True,
    ),
    breakage(
        "a claim that was interrupted is not taken again",
        "Claim._interrupted",
        "_ is not None",
        "False",
        "test_a_lost_connection_is_taken_again",
        hangs=True,
    ),
    breakage(
        "a file is known by one name only",
        "_lock_file",
        "flock(...)",
        "pass",
        f"{_ONE_SERVER}[another process-hard link]",
    ),
    breakage(
        "a process may open a file twice",
        "FileLock.__init__",
        "A in self._held",
        "False",
        "test_the_refused_server_takes_no_lock_of_the_first_one_away",
    ),
    breakage(
        "everybody may read the database",
        "_open_to_lock",
        "os.open(path, has(os.O_RDWR), here(_))",
        "0o644",
        "test_nobody_else_may_read_the_files",
    ),
    breakage(
        "files of other programs get our tables",
        "must_be_ours",
        "BadStore('store.foreign', ...)",
        "pass",
        "test_a_file_of_another_program_is_refused_and_left_alone",
    ),
    breakage("a damaged page is a store that is away", "_DAMAGE", "'SQLITE_CORRUPT'", "'-'", _DAMAGED),
    breakage(
        "a damaged match is put aside silently", "Lobby._replay", "error('match put aside', ...)", "None", _DAMAGED
    ),
    breakage("the check ends at a damaged match", "check_store", "t('check.unreadable', ...)", "raise", _DAMAGED),
    breakage("nobody is told that the store is away", "EventLog._note", "listener(fault)", "None", _STORE_LINES),
    breakage(
        "a hanging PostgreSQL is waited for",
        "PostgresDatabase.__init__",
        "_ANSWER_SECONDS",
        "None",
        "test_a_postgresql_that_hangs_is_given_up",
        hangs=True,
    ),
    breakage(
        "readiness is not tried out",
        "EventLog.probe",
        "await self.database.write(work)",
        "pass",
        _STORE_LINES,
    ),
    # --- several nodes --------------------------------------------------------------------------------------------
    breakage(
        "nodes migrate at the same time",
        "opening.migrate",
        "A == 'postgresql'",
        "False",
        "test_a_node_waits_while_another_one_migrates",
    ),
    breakage(
        "a busy node reads once for every message",
        "Node._read_on",
        "A > 0",
        "False",
        "test_a_busy_node_reads_what_others_have_stored_together",
    ),
    breakage(
        "whoever loses races goes on trying",
        "reading.TRIES",
        "3",
        "4",
        "test_whoever_loses_three_races_is_told_that_the_action_is_stale",
    ),
    breakage(
        "nobody is told that there is no replica",
        "tell_of_replica",
        "A is not None",
        "False",
        "test_the_log_says_whether_there_is_a_synchronous_replica",
    ),
    # --- what is said -----------------------------------------------------------------------------------------------
    breakage(
        "a misspelt variable is ignored",
        "read_settings",
        "_check_names(...)",
        "None",
        "test_a_misspelt_variable_stops_the_start",
    ),
    breakage(
        "a record of ours is too long to be opened",
        "largest_record",
        "65536 + _",
        "850000",
        "test_the_longest_record_that_we_write_can_be_opened_again",
    ),
    breakage(
        "bad UTF-8 is an error of the server",
        "LiveProtocol.send_receive_event_to_app",
        "text.decode()",
        "None",
        "test_text_that_is_no_utf8_is_the_fault_of_the_client_only",
    ),
    breakage(
        "--redis without PostgreSQL does nothing",
        "server.run._serve",
        "raise CannotServe('serve.redis_alone')",
        "return 0",
        "test_redis_is_refused_where_it_would_do_nothing",
    ),
    breakage(
        "too many rooms are too many requests",
        "_FROM_NATIVE",
        "'SERVER_FULL'",
        "'RATE_LIMITED'",
        "test_caps_are_no_rate_limits",
    ),
    breakage(
        "a start on a full disk does not say so",
        "open_database",
        "disk_full(...)",
        "None",
        "test_a_start_without_room_for_the_database_says_so",
    ),
    breakage(
        "arena: a system bot gets a public id of its own",
        "system_bot",
        "A or new_public_id()",
        "new_public_id()",
        "test_a_seat_keeps_its_public_id_when_a_system_bot_takes_it_over",
    ),
)
