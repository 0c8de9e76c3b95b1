"""Mistakes in what goes on over time: connections, clocks, ladders, limits."""

from tests.server.broken_edits import breakage

_SLOW = "test_a_slow_reader_is_closed_alone"
_LIMITS = "test_limits_answer_429_with_the_time_to_wait"

CLOCKS = (
    # --- connections ----------------------------------------------------------------------------------------------
    breakage(
        "what a slow reader does not take is thrown away",
        "Connection.send",
        "close(CLOSE_SLOW)",
        "self._queue.popleft()",
        f"{_SLOW}[too much waits]",
        hangs=True,
    ),
    breakage(
        "a reader that takes nothing is kept",
        "_watch",
        "close(CLOSE_SLOW)",
        "pass",
        f"{_SLOW}[it takes nothing]",
        hangs=True,
    ),
    breakage(
        "arena: what a slow reader does not take is kept for ever",
        "Arena._send",
        "qsize() >= _",
        "False",
        "test_a_client_that_does_not_poll_loses_its_connection",
    ),
    breakage(
        "sockets that enter no room are kept",
        "_watch",
        "close(CLOSE_NOT_ENTERED)",
        "pass",
        "test_a_socket_that_enters_no_room_is_closed",
        hangs=True,
    ),
    breakage(
        "arena: connections that enter no room are kept",
        "_must_enter",
        "_ not in _",
        "False",
        "test_a_connection_that_enters_no_room_is_closed",
        hangs=True,
    ),
    breakage(
        "a replaced connection stays open",
        "TablePresence.add_listener",
        "on_gone(_, 'replaced')",
        "pass",
        "test_a_second_tab_replaces_the_first_and_the_seat_goes_on",
        hangs=True,
    ),
    breakage(
        "who comes back misses an event",
        "Socket._missed",
        "entries_after(here(A))",
        "A + 1",
        "test_a_connection_that_comes_back_gets_exactly_what_it_missed_or_a_snapshot",
    ),
    breakage(
        "sockets are not told that the server comes back",
        "app.stop",
        "CLOSE_RESTART",
        "1000",
        "test_sigterm_ends_in_order",
    ),
    breakage(
        "the server says ready without its store",
        "HealthController.ready",
        "await writable()",
        "True",
        "test_an_unready_store_is_told_and_reads_go_on",
    ),
    # --- late messages --------------------------------------------------------------------------------------------
    breakage(
        "arena: a late request that names its turn is carried out",
        "arena.move",
        "wanted is None or open_now",
        "True",
        "test_a_card_that_does_not_match_costs_two_cards_and_the_decision_is_offered_again",
    ),
    breakage(
        "arena: a repeated move is punished",
        "forgiven",
        "return _",
        "return False",
        "test_a_pass_after_an_unplayable_draw_is_excused_once_and_a_repeated_move_is_forgiven",
    ),
    # --- clocks ---------------------------------------------------------------------------------------------------
    breakage(
        "a time-out fires twice",
        "set_clocks",
        "decision != _decision",
        "self._due is None",
        "test_a_turn_times_out_once_and_not_after_its_player_has_acted",
    ),
    breakage(
        "after a restart a turn has only the time it had left",
        "restart_clocks",
        "A, _ = due_after(_)",
        "import time; found; A = max(0, self.folded.due - time.time_ns() // 10**6) if A and self.folded.due else A",
        "test_after_a_restart_the_open_turn_has_its_full_time_again",
    ),
    breakage(
        "clocks run while the store is away",
        "_after_outage",
        "restart_clocks()",
        "pass",
        "test_clocks_stand_still_while_the_store_is_away[elsewhere]",
    ),
    breakage(
        "turns are measured by the wall clock",
        "Schedule.__init__",
        "A.monotonic",
        "lambda: A.now_ms() / 1000",
        "test_a_jump_of_the_wall_clock_changes_no_turn",
    ),
    # --- ladders --------------------------------------------------------------------------------------------------
    breakage(
        "a match counts again at every look at the ladder",
        "Boards._catch_up",
        "_ not in rated",
        "True",
        "test_a_match_is_rated_once_when_several_people_look_at_the_same_time",
    ),
    breakage(
        "an abandoned match is recorded",
        "finish_statements",
        "_ == 'complete'",
        "True",
        "test_a_match_has_only_so_many_entries",
    ),
    # --- limits ---------------------------------------------------------------------------------------------------
    breakage("429 without the time to wait", "_refused", "{'retry-after': _}", "{}", f"test_hostile.{_LIMITS}"),
    breakage("arena: 429 without the time to wait", "arena.answer", "b'retry-after'", "pass", f"arena.{_LIMITS}"),
    breakage(
        "play counts as requests",
        "SeatController.act",
        "A = await caller(...)",
        "found; service.limit(service.limits.api, A.address)",
        f"test_hostile.{_LIMITS}",
    ),
    breakage(
        "arena: play counts as requests",
        "ArenaHttp._game",
        "confirm_mac(...)",
        "self._limit(self._service.limits.api, self._wide_api, caller); found",
        "test_play_does_not_count_as_requests",
    ),
    breakage(
        "what is refused is counted",
        "Buckets.take",
        "_ = A - now - _",
        "found; self._full_at[key] = A",
        "test_a_refused_request_consumes_nothing_and_names_the_seconds_to_wait",
    ),
    breakage(
        "anybody may say from which address he comes",
        "Callers.address",
        "_trusts and _",
        "True",
        "test_forwarded_addresses_are_believed_only_from_a_configured_proxy",
    ),
)
