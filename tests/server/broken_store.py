"""Mistakes that lose, double or invent what was acknowledged."""

from tests.server.broken_edits import breakage

_DISK_FULL = "test_a_disk_that_is_full_answers_503_and_play_goes_on_afterwards"
_STRAIGHT_AWAY = "test_an_action_that_cannot_be_stored_is_refused_and_changes_nothing"
_SYNC_FAILS = "test_a_sync_that_fails_or_never_returns_is_not_acknowledged[fail]"
_BOTH_SYNC = "test_the_connection_that_writes_and_those_that_read_sync"
_NOT_WHOLE = "test_a_log_that_is_not_whole_is_not_read"

STORE = (
    # --- order: validate, append, commit and sync, apply, ack, publish ------------------------------------------
    breakage(
        "an action is acknowledged before it is stored",
        "Table.store",
        "append(...)",
        "(ack or list)(); found",
        _DISK_FULL,
    ),
    breakage(
        "an append returns before its commit",
        "EventLog.append",
        "await A",
        "A.add_done_callback(lambda late: late.exception())",
        "test_a_commit_that_did_not_happen_is_not_acknowledged_and_the_next_one_works[sqlite]",
    ),
    breakage(
        "the state is changed before it is stored",
        "Table.store",
        "A = prepare(...)",
        "found; self.take(A, ack)",
        _DISK_FULL,
    ),
    breakage(
        "the straight line: an action is acknowledged before it is stored",
        "hot_path.try_act",
        "submit(...)",
        "player.acknowledge(step.told[0].seq); found",
        _STRAIGHT_AWAY,
    ),
    breakage(
        "the straight line: the state is changed before it is stored",
        "hot_path.try_act",
        "A = prepare(...)",
        "found; table.take(A)",
        _STRAIGHT_AWAY,
    ),
    breakage(
        "the straight line: a repeated action id is carried out again",
        "hot_path.try_act",
        "may_know(...)",
        "False",
        "test_actions_over_a_socket_are_repeated_and_stale_like_all_others",
    ),
    breakage(
        "the straight line: expectedSeq is ignored",
        "hot_path.try_act",
        "_ <= expected_seq <= _",
        "True",
        "test_actions_over_a_socket_are_repeated_and_stale_like_all_others",
    ),
    breakage(
        "the straight line: a table that may be behind its log is written to",
        "hot_path.try_act",
        "is_current()",
        "True",
        "test_a_table_that_may_be_behind_its_log_reads_first",
    ),
    breakage(
        "half of an append is committed",
        "_Writer.commit",
        "append(VersionConflict())",
        "found; stored.append(what); rows.append(what.rows[0])",
        "test_an_append_is_all_or_nothing_over_two_matches[sqlite]",
    ),
    breakage(
        "one bad append takes those down that were gathered with it",
        "_Writer.commit",
        "append(VersionConflict())",
        "raise VersionConflict",
        "test_one_bad_append_does_not_harm_those_gathered_with_it[sqlite]",
    ),
    breakage(
        "who lost the race is stored too",
        "_Writer._fits",
        "_ <= newest",
        "False",
        "test_two_writers_cannot_both_be_number_one[sqlite]",
    ),
    # --- faults of the store --------------------------------------------------------------------------------------
    breakage(
        "a full disk is acknowledged",
        "EventLog._commit_failed",
        "None if _ else _",
        "None",
        "test_a_full_disk_is_not_acknowledged_reads_go_on_and_it_recovers",
    ),
    breakage(
        "a commit whose answer was lost is not looked up",
        "EventLog._commit_failed",
        "None if _ else A",
        "A",
        "test_a_commit_that_was_stored_although_its_answer_was_lost_is_acknowledged[sqlite]",
    ),
    breakage(
        "a failed sync is taken for a store that is away",
        "judged",
        "'SQLITE_IOERR'",
        "'SQLITE_CORRUPT'",
        _SYNC_FAILS,
        hangs=True,
    ),
    breakage(
        "the store is written again after a failed sync",
        "EventLog.submit",
        "isinstance(_, SyncFailed)",
        "False",
        "test_a_failed_sync_is_fatal_for_ever",
    ),
    breakage(
        "a connection stays in use although its statement could not be prepared",
        "PostgresDatabase._new_writer",
        "writer.terminate()",
        "self._writer = writer",
        "test_a_commit_whose_statement_cannot_be_prepared_is_answered_and_so_is_the_next[late]",
    ),
    breakage("a failed sync ends with exit code 0", "_serve", "1 if _ else 0", "0", _SYNC_FAILS),
    # --- promises of the database ---------------------------------------------------------------------------------
    breakage("commits are not synced", "_PRAGMAS", "'synchronous=FULL'", "'synchronous=NORMAL'", _BOTH_SYNC),
    breakage(
        "the connection that writes does not sync",
        "_sync_engine",
        "listen(_, 'connect', here(_))",
        "lambda connection, _: connection.execute('PRAGMA synchronous=NORMAL')",
        _BOTH_SYNC,
    ),
    breakage(
        "synchronous is not read back",
        "_check_promises",
        "_ != _FULL",
        "False",
        "test_a_store_that_does_not_sync_is_refused",
    ),
    breakage(
        "PostgreSQL commits asynchronously",
        "_SETTINGS",
        "'on'",
        "'off'",
        "test_what_was_appended_is_read_back_in_order[postgresql]",
    ),
    breakage(
        "a second process may open the same file",
        "_lock_file",
        "LOCK_EX",
        "fcntl.LOCK_SH",
        "test_a_second_server_on_the_same_file_is_refused_whatever_it_is_called[another process-same]",
    ),
    breakage(
        "a newer database is opened", "migrate", "A not in B", "A < min(B)", "test_a_newer_database_is_refused[sqlite]"
    ),
    # --- once, and in order ---------------------------------------------------------------------------------------
    breakage(
        "a repeated action id is taken for a lost race",
        "EventLog._explain",
        "await find(...)",
        "None",
        "test_a_repeated_action_id_names_the_first_place_and_adds_nothing[sqlite]",
    ),
    breakage(
        "memory does not know action ids",
        "Table.apply",
        "keys.add(...)",
        "pass",
        "test_a_repeated_action_id_is_carried_out_once_on_both_transports",
    ),
    breakage(
        "an action id that memory has forgotten is taken for a new one",
        "Table._seq_of",
        "may_know(_)",
        "False",
        "test_an_action_id_that_memory_has_forgotten_is_still_known",
    ),
    breakage(
        "action ids are forgotten at a restart",
        "_follow",
        "keys.add(...)",
        "pass",
        "test_after_a_restart_a_repeated_action_gets_its_first_answer",
    ),
    breakage(
        "who takes a seat over inherits its action ids",
        "Folded.key_of",
        "_ if late else A",
        "A",
        "test_somebody_who_took_the_seat_over_may_use_the_same_action_ids",
    ),
    breakage(
        "expectedSeq is ignored",
        "Table._act",
        "_ <= expected_seq <= _",
        "True",
        "test_a_late_action_that_names_its_position_is_refused_as_stale",
    ),
    # --- reading logs ---------------------------------------------------------------------------------------------
    breakage("a gap in a log is accepted", "_follow", "seq != _", "False", _NOT_WHOLE),
    breakage(
        "a shuffle that is not the seed's is accepted from a log", "_replay", "order(_) != order", "False", _NOT_WHOLE
    ),
    breakage("an illegal action is accepted from a log", "_replay", "refusal(...)", "''", _NOT_WHOLE),
    breakage("an entry of a newer version is read as if it were known", "_follow", "_ > VERSION", "False", _NOT_WHOLE),
    breakage(
        "running rooms are forgotten at a restart",
        "LIVE",
        "'playing'",
        "'waiting'",
        "test_after_a_restart_the_open_turn_has_its_full_time_again",
    ),
)
