"""Mistakes that lose, double or invent what was acknowledged."""

from tests.server.broken_edits import breakage

_LOG = "storage/test_log.py::TestLog::"
_FILES = "storage/test_log.py::TestSqliteFiles::"
_PROMISES = "storage/test_promises.py::"
_GATE = "server/test_gate.py::"
_RECOVERY = "server/test_recovery.py::"
_CRASH = "server/test_crash.py::"
_NOT_WHOLE = f"{_RECOVERY}test_a_log_that_is_not_whole_is_not_read"

STORE = (
    # --- order: validate, append, commit and sync, apply, ack, publish ------------------------------------------
    breakage(
        "an action is acknowledged before it is stored",
        "server/match/table.py",
        "        try:\n            await self.house.log.append(append)\n",
        "        try:\n            (ack or list)()\n            await self.house.log.append(append)\n",
        f"{_GATE}test_a_disk_that_is_full_answers_503_and_play_goes_on_afterwards",
    ),
    breakage(
        "an append returns before its commit",
        "storage/log.py",
        "        await done\n",
        "        done.add_done_callback(lambda late: late.exception())\n",
        f"{_LOG}test_a_commit_that_did_not_happen_is_not_acknowledged_and_the_next_one_works[asyncio-sqlite]",
    ),
    breakage(
        "the state is changed before it is stored",
        "server/match/table.py",
        "        step = self.prepare(draft, key)\n",
        "        step = self.prepare(draft, key)\n        self.take(step, ack)\n",
        f"{_GATE}test_a_disk_that_is_full_answers_503_and_play_goes_on_afterwards",
    ),
    breakage(
        "half of an append is committed",
        "storage/log.py",
        "            self._insert_rows(connection, rows)\n",
        "            for row in rows:\n"
        "                self._insert_rows(connection, [row])\n"
        '                connection.exec_driver_sql("COMMIT")\n',
        f"{_LOG}test_an_append_is_all_or_nothing_over_two_matches[asyncio-sqlite]",
    ),
    breakage(
        "one bad append takes those down that were gathered with it",
        "storage/log.py",
        "if len(batch) > 1:",
        "if len(batch) > 10_000:",
        f"{_LOG}test_one_bad_append_does_not_harm_those_gathered_with_it[asyncio-sqlite]",
    ),
    breakage(
        "who lost the race overwrites",
        "storage/log.py",
        "compile(dialect=database.engine.dialect))",
        'compile(dialect=database.engine.dialect)).replace("INSERT", "INSERT OR REPLACE")',
        f"{_LOG}test_two_writers_cannot_both_be_number_one[asyncio-sqlite]",
    ),
    # --- faults of the store --------------------------------------------------------------------------------------
    breakage(
        "a full disk is acknowledged",
        "storage/log.py",
        "None if stored else fault",
        "None",
        f"{_FILES}test_a_full_disk_is_not_acknowledged_reads_go_on_and_it_recovers",
    ),
    breakage(
        "a commit whose answer was lost is not looked up",
        "storage/log.py",
        "None if stored else fault",
        "fault",
        f"{_LOG}test_a_commit_that_was_stored_although_its_answer_was_lost_is_acknowledged[asyncio-sqlite]",
    ),
    breakage(
        "a failed sync is taken for a store that is away",
        "storage/faults.py",
        '.startswith(("SQLITE_IOERR", "SQLITE_CORRUPT"))',
        '.startswith("SQLITE_CORRUPT")',
        f"{_CRASH}test_a_sync_that_fails_or_never_returns_is_not_acknowledged[asyncio-fail]",
        hangs=True,
    ),
    breakage(
        "the store is written again after a failed sync",
        "storage/log.py",
        "        if isinstance(self.fault, SyncFailed):\n            raise self.fault\n",
        "",
        f"{_FILES}test_a_failed_sync_is_fatal_for_ever",
    ),
    breakage(
        "a failed sync ends with exit code 0",
        "server/run.py",
        "return 1 if failed else 0",
        "return 0",
        f"{_CRASH}test_a_sync_that_fails_or_never_returns_is_not_acknowledged[asyncio-fail]",
    ),
    # --- promises of the database ---------------------------------------------------------------------------------
    breakage(
        "commits are not synced",
        "storage/database.py",
        '"synchronous=FULL",',
        '"synchronous=NORMAL",',
        f"{_PROMISES}test_the_connection_that_writes_and_those_that_read_sync",
    ),
    breakage(
        "the connection that writes does not sync",
        "storage/database.py",
        'event.listen(engine, "connect", _set_pragmas)',
        'event.listen(engine, "connect", lambda connection, _: connection.execute("PRAGMA synchronous=NORMAL"))',
        f"{_PROMISES}test_the_connection_that_writes_and_those_that_read_sync",
    ),
    breakage(
        "synchronous is not read back",
        "storage/database.py",
        'if journal != "wal" or sync != _FULL:',
        'if journal != "wal":',
        f"{_PROMISES}test_a_store_that_does_not_sync_is_refused",
    ),
    breakage(
        "PostgreSQL commits asynchronously",
        "storage/database.py",
        '"synchronous_commit": "on"',
        '"synchronous_commit": "off"',
        f"{_LOG}test_what_was_appended_is_read_back_in_order[asyncio-postgresql]",
    ),
    breakage(
        "a second process may open the same file",
        "storage/database.py",
        "fcntl.LOCK_EX | fcntl.LOCK_NB",
        "fcntl.LOCK_SH | fcntl.LOCK_NB",
        f"{_FILES}test_a_second_process_on_the_same_file_is_refused",
    ),
    breakage(
        "a newer database is opened",
        "storage/database.py",
        "current not in known",
        "current < min(known)",
        f"{_LOG}test_a_newer_database_is_refused[asyncio-sqlite]",
    ),
    # --- once, and in order ---------------------------------------------------------------------------------------
    breakage(
        "the store does not know action ids",
        "storage/migrations/versions/0001_first.py",
        '        sa.UniqueConstraint("match", "action_key", name="events_action_once"),\n',
        "",
        f"{_LOG}test_a_repeated_action_id_names_the_first_place_and_adds_nothing[asyncio-sqlite]",
    ),
    breakage(
        "memory does not know action ids",
        "server/match/table.py",
        "folded.remember(key, step.entries[0].seq)",
        "pass",
        f"{_GATE}test_a_repeated_action_id_is_carried_out_once_on_both_transports",
    ),
    breakage(
        "an action id that memory has forgotten is taken for a new one",
        "server/match/table.py",
        "if seq is None and not self.folded.remembers_all():",
        "if seq is None and self.folded.closed:",
        "server/test_repeats.py::test_an_action_id_that_memory_has_forgotten_is_still_known",
    ),
    breakage(
        "action ids are forgotten at a restart",
        "server/match/replay.py",
        "folded.remember(entry.key, entry.seq)",
        "pass",
        f"{_RECOVERY}test_after_a_restart_a_repeated_action_gets_its_first_answer",
    ),
    breakage(
        "who takes a seat over inherits its action ids",
        "server/match/replay.py",
        'f"{seat}@{place.joined}:{action_id}" if place.late else ',
        "",
        "server/test_repeats.py::test_somebody_who_took_the_seat_over_may_use_the_same_action_ids",
    ),
    breakage(
        "expectedSeq is ignored",
        "server/match/table.py",
        "not folded.game_seq <= expected_seq <= folded.seq",
        "expected_seq > folded.seq",
        f"{_GATE}test_a_late_action_that_names_its_position_is_refused_as_stale",
    ),
    # --- reading logs ---------------------------------------------------------------------------------------------
    breakage(
        "a gap in a log is accepted",
        "server/match/replay.py",
        "if entry.seq != expected:",
        "if entry.seq < expected:",
        _NOT_WHOLE,
    ),
    breakage(
        "a shuffle that is not the seed's is accepted from a log",
        "server/match/replay.py",
        "folded.source.order(wanted) != action.order",
        "len(folded.source.order(wanted)) != len(action.order)",
        _NOT_WHOLE,
    ),
    breakage(
        "an illegal action is accepted from a log",
        "server/match/replay.py",
        "elif actor != HOST and state.refusal(actor, action):",
        "elif actor != HOST and not entry.data:",
        _NOT_WHOLE,
    ),
    breakage(
        "an entry of a newer version is read as if it were known",
        "server/match/replay.py",
        "if entry.version > VERSION:",
        "if entry.version < VERSION:",
        _NOT_WHOLE,
    ),
    breakage(
        "running rooms are forgotten at a restart",
        "server/rooms/lobby.py",
        '("waiting", "playing", "ended")\n_SWEEP',
        '("waiting", "ended")\n_SWEEP',
        f"{_RECOVERY}test_after_a_restart_the_open_turn_has_its_full_time_again",
    ),
)
