"""Mistakes that tell somebody what he may not know, or the store and the logs what nobody should."""

from tests.server.broken_edits import breakage

_SCAN = "test_matches_leak_nothing_to_seats_and_spectators"
_UNO, _SHANDONG = f"{_SCAN}[uno]", f"{_SCAN}[shandong]"
_LAW = "test_views_stay_the_same_when_hidden_cards_change_places"
_REJECTED = "test_a_refusal_is_the_callers_alone_and_tells_only_what_the_caller_knows"
_ERRORS = "test_an_unexpected_error_is_told_and_logged_without_its_text"
_STORED = "test_the_store_knows_no_secret_and_no_mac"
_TURNS = "test_each_decision_has_one_private_turn_and_nobody_sees_another_hand_or_secret"

SECRETS = (
    # --- positions ------------------------------------------------------------------------------------------------
    breakage(
        "the first recipient's view is sent to all",
        "Updates.with_view",
        "A.get(_)",
        "next(iter(A.values()), None)",
        _UNO,
    ),
    breakage("spectators see with the eyes of the first seat", "server.view_at", "Seat(A)", "Seat(max(A, 0))", _UNO),
    breakage(
        "over HTTP a spectator gets the first seat's view",
        "RoomsController.view",
        "view_answer(_, here(A), ...)",
        "max(A, 0)",
        _UNO,
    ),
    breakage(
        "every hand is in every view",
        "server.view_of",
        "A.to_json()",
        "{**found, 'hands': table.folded.state.snapshot()['hands']}",
        _UNO,
    ),
    breakage(
        "undealt cards are in every view",
        "server.view_of",
        "A.to_json()",
        "{**found, 'deck': table.folded.state.snapshot().get('deck')}",
        _UNO,
    ),
    breakage(
        "the kitty is in every view",
        "server.view_of",
        "A.to_json()",
        "{**found, 'kitty': table.folded.state.snapshot().get('kitty')}",
        _SHANDONG,
    ),
    breakage(
        "what is a seat's own is encoded for all",
        "updates._view",
        "A.own_part()",
        "(found if seat else view_at(self._table, 1).own_part())",
        "test_every_message_equals_its_plain_encoding",
    ),
    breakage(
        "the kitty lies open once it is buried",
        "shandong.build_view",
        "A > BURYING and _",
        "A > BURYING",
        f"{_LAW}[shandong]",
    ),
    breakage(
        "the cards taken from the kitty lie open",
        "shandong.build_view",
        "A == BURYING and _ == kitty_owner",
        "A == BURYING",
        f"{_LAW}[shandong]",
    ),
    breakage(
        "a drawn card is shown to all", "uno.view_builder.view_of", "_ == A.current", "A.current >= 0", f"{_LAW}[uno]"
    ),
    breakage(
        "legal moves of the one on turn are sent to all",
        "server.view_of",
        "pop('legal', ...)",
        "found or table.folded.state.view(Seat(max(table.folded.state.turn(), 0))).to_json()['legal']",
        _REJECTED,
    ),
    # --- events ---------------------------------------------------------------------------------------------------
    breakage(
        "what only the owner of an action may see is shown to all",
        "Game.visible",
        "actor == recipient",
        "True",
        _SHANDONG,
    ),
    breakage("no field of an event is hidden", "Game.visible", "_ or _", "True", _SHANDONG),
    breakage("the order of a shuffle is in its event", "Game.visible", "public_fields(_)", "found | {'order'}", _UNO),
    breakage(
        "an event as its owner sees it is sent to all",
        "Updates.plain",
        "A in _insiders",
        "False",
        "test_a_frame_made_for_one_seat_goes_to_no_other",
    ),
    # --- seeds ----------------------------------------------------------------------------------------------------
    breakage("the seed stands where its fingerprint should", "room_info", "A.commitment", "A.seed", _UNO),
    breakage(
        "the record of a running match has the seed",
        "record_lines",
        "Refusal('no_match')",
        "return folded.header.seed",
        "test_a_running_match_has_no_record",
    ),
    # --- refusals -------------------------------------------------------------------------------------------------
    breakage(
        "a refusal carries the position",
        "Table._act",
        "A.refusal_params(...)",
        "found | {'position': A.snapshot()}",
        _REJECTED,
    ),
    breakage(
        "a refusal carries hands as numbers",
        "Table._act",
        "A.refusal_params(...)",
        "found | {'hands': [list(hand) for hand in getattr(A, 'hands', ())]}",
        _REJECTED,
    ),
    breakage(
        "a check carries the position",
        "server.check",
        "A.refusal_params(...)",
        "{**found, 'position': A.snapshot()}",
        _REJECTED,
    ),
    breakage(
        "a rejected play is told to the others",
        "Table._act",
        "raise penalty",
        "from types import SimpleNamespace\n"
        "said = SimpleNamespace(seat=seat, public='', name='', text=str(action.to_json()), emote='', at=0)\n"
        "[listener.on_chat(self, said) for listener in list(self.listeners)]\n"
        "found",
        _REJECTED,
    ),
    # --- logs and the store ---------------------------------------------------------------------------------------
    breakage(
        "secrets are logged",
        "Services.seat",
        "return seat_of(A)",
        "_log.info('asked', secret=A); found",
        "test_logs_have_no_hands_seeds_or_secrets",
    ),
    breakage("the text of an unexpected error is logged", "incident", "type(A).__name__", "repr(A)", _ERRORS),
    breakage(
        "the query of a request is logged",
        "incident",
        "A.get('path')",
        "str(found) + str(A.get('query_string'))",
        _ERRORS,
    ),
    breakage(
        "the text of an unexpected error is told to the caller",
        "_unexpected",
        "A.incident = incident(B, ...)",
        "found; A.text = str(B)",
        _ERRORS,
    ),
    breakage("the text of an error in the background is logged", "_done", "type(A).__name__", "repr(A)", _ERRORS),
    breakage(
        "the secret of a seat is stored",
        "person",
        "Seated(...)",
        "import msgspec; return msgspec.structs.replace(found, extra={'secret': secret})",
        _STORED,
    ),
    breakage("MACs are stored as they are", "ArenaCaller._hashed", "_ if A else ''", "A", _STORED),
    # --- arena ----------------------------------------------------------------------------------------------------
    breakage(
        "arena: the hand of the one on turn is sent to all",
        "ArenaRoom._send_turn",
        "if _.seat == A.current: ...",
        "found; payload['hand'] = wire.cards(A.hands[A.current])",
        _TURNS,
    ),
    breakage(
        "arena: an event with one player's secret is sent to all",
        "ArenaRoom._send",
        "build(here(_), ...)",
        "self.clients()[0].ids",
        _TURNS,
    ),
    breakage(
        "arena: another's hand stands in the description of the room",
        "Rooms.described",
        "A.hands[_]",
        "A.hands[A.current]",
        "test_the_room_shows_whoever_asks_the_own_hand_and_no_other",
    ),
    breakage(
        "arena: a hand shown after a challenge is shown to all",
        "_hand_shown",
        "ArenaEvent(..., only=here(_))",
        "None",
        "test_a_hand_is_shown_to_its_challenger_only",
    ),
    breakage(
        "arena: a decision is offered twice",
        "ArenaRoom._perhaps_offer",
        "not _new_decision(_)",
        "found and False",
        _TURNS,
    ),
    breakage(
        "arena: a new socket is offered at once what an older one was just offered",
        "ArenaRoom._welcome",
        "_ + _AGAIN_SECONDS - _",
        "0.0",
        "test_a_new_socket_waits_for_a_decision_that_the_older_one_was_just_offered",
    ),
    breakage(
        "arena: two joins at the same time give two seats",
        "Rooms.join",
        "_joining.setdefault(_, A)",
        "A",
        "test_two_joins_of_one_mac_at_the_same_time_give_one_seat",
    ),
    breakage(
        "arena: the end is not told again to the successor of a lost socket",
        "ArenaRoom._tell_end",
        "A is not None and _",
        "A is not None",
        "test_the_end_of_a_match_reaches_the_successor_of_a_lost_socket_and_nobody_twice",
    ),
    breakage(
        "arena: a secret may be named as a target",
        "arena._seat_of",
        "for _ in enumerate(_): ...",
        "try: return table.seat_of(str(public))\nexcept Exception: found",
        "test_a_secret_is_no_name_for_a_target",
    ),
)
