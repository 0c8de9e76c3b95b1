"""Mistakes in what goes on over time: connections, clocks, ladders, limits."""

from tests.server.broken_edits import breakage

_GATE = "server/test_gate.py::"
_HOSTILE = "server/test_hostile.py::"
_RECOVERY = "server/test_recovery.py::"
_CLOCKS = "server/test_clocks.py::"
_CONDUCT = "server/arena/test_conduct.py::"
_RIGHTS = "server/arena/test_rights.py::"
_ENGINEIO = "server/arena/test_engineio.py::"
_SLOW = f"{_HOSTILE}test_a_slow_reader_is_closed_alone"

CLOCKS = (
    # --- connections ----------------------------------------------------------------------------------------------
    breakage(
        "what a slow reader does not take is thrown away",
        "server/live/connection.py",
        "            self.close(CLOSE_SLOW)\n",
        "            self._queue.popleft()\n",
        f"{_SLOW}[asyncio-too much waits]",
        hangs=True,
    ),
    breakage(
        "a reader that takes nothing is kept",
        "server/web/app.py",
        "socket.close(CLOSE_SLOW)",
        "pass",
        f"{_SLOW}[asyncio-it takes nothing]",
        hangs=True,
    ),
    breakage(
        "arena: what a slow reader does not take is kept for ever",
        "server/arena/arena.py",
        "if socket.queue.qsize() >= self.service.settings.queue_messages:",
        "if socket.queue.qsize() < 0:",
        f"{_RIGHTS}test_a_client_that_does_not_poll_loses_its_connection",
    ),
    breakage(
        "sockets that enter no room are kept",
        "server/web/app.py",
        "socket.close(CLOSE_NOT_ENTERED)",
        "pass",
        f"{_HOSTILE}test_a_socket_that_enters_no_room_is_closed",
        hangs=True,
    ),
    breakage(
        "arena: connections that enter no room are kept",
        "server/arena/arena.py",
        "if connection not in entered:",
        "if not connection:",
        f"{_ENGINEIO}test_a_connection_that_enters_no_room_is_closed",
        hangs=True,
    ),
    breakage(
        "a replaced connection stays open",
        "server/match/table.py",
        'older.on_gone(self, "replaced")',
        "pass",
        f"{_GATE}test_a_second_tab_replaces_the_first_and_the_seat_goes_on",
        hangs=True,
    ),
    breakage(
        "who comes back misses an event",
        "server/live/socket.py",
        "self._service.read(table.folded.match, last, ",
        "self._service.read(table.folded.match, last + 1, ",
        f"{_RECOVERY}test_a_connection_that_comes_back_gets_exactly_what_it_missed_or_a_snapshot",
    ),
    breakage(
        "sockets are not told that the server comes back",
        "server/web/app.py",
        "socket.close(CLOSE_RESTART)",
        "socket.close(1000)",
        "server/test_crash.py::test_sigterm_ends_in_order",
    ),
    breakage(
        "the server says ready without its store",
        "server/web/rooms_api.py",
        "good = service.log.fault is None and not service.stopping",
        "good = not service.stopping",
        f"{_RECOVERY}test_an_unready_store_is_told_and_reads_go_on",
    ),
    # --- late messages --------------------------------------------------------------------------------------------
    breakage(
        "arena: a late request that names its turn is carried out",
        "server/arena/moves.py",
        "(wanted != desk.turn_id or state.current != seat)",
        "wanted == -1",
        f"{_CONDUCT}test_a_card_that_does_not_match_costs_two_cards_and_the_decision_is_offered_again",
    ),
    breakage(
        "arena: a repeated move is punished",
        "server/arena/moves.py",
        'return code == "NOT_YOUR_TURN" and desk.recently_acted(seat)',
        "return False",
        f"{_CONDUCT}test_a_pass_after_an_unplayable_draw_is_excused_once_and_a_repeated_move_is_forgiven",
    ),
    # --- clocks ---------------------------------------------------------------------------------------------------
    breakage(
        "a time-out fires twice",
        "server/match/schedule.py",
        "if decision != self._decision or due is None:",
        "if self._due is None or due is None:",
        f"{_CLOCKS}test_a_turn_times_out_once_and_not_after_its_player_has_acted",
    ),
    breakage(
        "after a restart a turn has only the time it had left",
        "server/match/schedule.py",
        "        due, decision = self.due_after(state)\n",
        "        due, decision = self.due_after(state)\n"
        "        if due is not None and self.folded.due is not None:\n"
        "            due = max(0, self.folded.due - time.time_ns() // 1_000_000)\n",
        f"{_RECOVERY}test_after_a_restart_the_open_turn_has_its_full_time_again",
    ),
    breakage(
        "clocks run while the store is away",
        "server/match/schedule.py",
        "        self.restart_clocks()\n        self._tick()",
        "        self._tick()",
        f"{_CLOCKS}test_clocks_stand_still_while_the_store_is_away",
    ),
    breakage(
        "turns are measured by the wall clock",
        "server/match/schedule.py",
        "import time\n",
        "import time as real\nfrom types import SimpleNamespace\n\n"
        "AHEAD = real.monotonic() - real.time()\n"
        "time = SimpleNamespace(time=lambda: real.time(), monotonic=lambda: real.time() + AHEAD)\n",
        f"{_RECOVERY}test_a_jump_of_the_wall_clock_changes_no_turn",
    ),
    # --- ladders --------------------------------------------------------------------------------------------------
    breakage(
        "a match counts again at every look at the ladder",
        "server/history/ratings.py",
        "if row.match not in rated:",
        "if row.match:",
        "server/test_ladder.py::test_a_match_is_rated_once_when_several_people_look_at_the_same_time",
    ),
    breakage(
        "an abandoned match is recorded",
        "server/match/projection.py",
        'if finished.reason == "complete" and state is not None:',
        "if state is not None:",
        "server/test_caps.py::test_a_match_has_only_so_many_entries",
    ),
    # --- limits ---------------------------------------------------------------------------------------------------
    breakage(
        "429 without the time to wait",
        "server/web/app.py",
        'else {"retry-after": str(refusal.retry_after)}',
        "else {}",
        f"{_HOSTILE}test_limits_answer_429_with_the_time_to_wait",
    ),
    breakage(
        "arena: 429 without the time to wait",
        "server/arena/http.py",
        '        headers.append((b"retry-after", str(retry_after).encode()))',
        "        pass",
        f"{_CONDUCT}test_limits_answer_429_with_the_time_to_wait",
    ),
    breakage(
        "play counts as requests",
        "server/web/rooms_api.py",
        'stored and synced."""\n        who = await caller(service, request, room)\n',
        'stored and synced."""\n        who = await caller(service, request, room)\n'
        "        service.limit(service.limits.api, who.address)\n",
        f"{_HOSTILE}test_limits_answer_429_with_the_time_to_wait",
    ),
    breakage(
        "arena: play counts as requests",
        "server/arena/http.py",
        "        caller.confirm_mac(table.folded.places[seat].label)\n        async with",
        "        self._limit(self._service.limits.api, self._wide_api, caller)\n"
        "        caller.confirm_mac(table.folded.places[seat].label)\n        async with",
        f"{_RIGHTS}test_play_does_not_count_as_requests",
    ),
    breakage(
        "what is refused is counted",
        "server/web/limits.py",
        "        late = full_at - now - self.rate.seconds\n",
        "        late = full_at - now - self.rate.seconds\n        self._full_at[key] = full_at\n",
        "server/test_parts.py::test_a_refused_request_consumes_nothing_and_names_the_seconds_to_wait",
    ),
    breakage(
        "anybody may say from which address he comes",
        "server/service.py",
        "if self.settings.trust_proxy and plain_address(address) in self._proxies:",
        'if header(scope, b"x-forwarded-for"):',
        f"{_HOSTILE}test_forwarded_addresses_are_believed_only_from_a_configured_proxy",
    ),
)
