"""Which section of the rules in words explains a refusal; the words are in `text`, read by `paiju.guide`."""

from typing import Final

SECTION_OF_CODE: Final = {
    "wrong_phase": "deal",
    "not_your_turn": "lead",
    "empty_play": "follow",
    "unknown_card": "cards",
    "duplicate_card": "cards",
    "card_not_in_hand": "cards",
    "lead_mixed_trump_side": "lead",
    "lead_mixed_suits": "lead",
    "lead_mixed_trump_suits": "patterns",
    "trump_pair_locked": "lead",
    "throw_choice_invalid": "throw",
    "wrong_count": "follow",
    "must_play_all_of_suit": "follow",
    "must_follow_suit": "follow",
    "must_follow_rain": "follow-special",
    "must_follow_thunder": "follow-special",
    "must_follow_flash": "follow-special",
    "must_follow_tractor": "follow-tractor",
    "must_follow_pair": "follow",
    "must_play_largest": "largest",
    "window_closed": "deal",
    "already_declared": "declare",
    "declare_wrong_count": "declare",
    "declare_needs_one_joker": "declare",
    "declare_needs_pair": "declare",
    "nothing_to_snatch": "snatch",
    "already_snatched": "snatch",
    "snatch_own": "snatch",
    "snatch_wrong_count": "snatch",
    "snatch_needs_joker_pair": "snatch",
    "snatch_needs_pair": "snatch",
    "stick_own": "stick",
    "already_stuck": "stick",
    "stick_wrong_count": "stick",
    "stick_needs_one_joker": "stick",
    "stick_needs_tractor": "stick",
    "stick_cannot_repay": "stick",
    "giveback_wrong_count": "stick",
    "giveback_not_allowed": "stick",
    "giveback_needs_high_trump": "stick",
    "giveback_needs_side_cards": "stick",
    "not_kitty_owner": "kitty-owner",
    "bury_wrong_count": "kitty-owner",
    "throw_failed": "throw",
    "redeal": "declare",
    "unknown_rulebook": "changes",
    "unknown_option": "changes",
    "bad_option": "changes",
    "option_not_offered": "changes",
    "bad_player_count": "aim",
}
"""Code → anchor; every code of the game has one."""


def section_for(code: str) -> str:
    """The anchor of the section that explains a refusal."""
    return SECTION_OF_CODE.get(code, "follow")
