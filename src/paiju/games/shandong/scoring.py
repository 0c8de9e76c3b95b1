"""Points, kitty, levels, next banker, end of the match (§10)."""

from typing import Final

from paiju.games.shandong.cards import RANKS, Cards
from paiju.games.shandong.patterns import FLASH, PAIR, RAIN, SINGLE, THROW, THUNDER, TRACTOR, Pattern
from paiju.games.shandong.rules import ShandongRules
from paiju.games.shandong.trump import Context

TOP_LEVEL: Final = 12
BANK_NEEDS: Final = 80
"""From here on the attackers take the bank."""
NO_SIDE: Final = -1


def multiplier(rules: ShandongRules, lead: Pattern) -> int:
    """The factor for the points of the kitty after this lead of the last trick (§10.2)."""
    if rules.kitty_mode == "cardCount":
        return lead.size
    if lead.kind < THROW:
        return _unit_multiplier(rules, lead)
    if lead.units[0].kind == SINGLE:
        return rules.singles_throw_multiplier
    most = max([unit.size for unit in lead.units])
    return max([_unit_multiplier(rules, unit) for unit in lead.units if unit.size == most])


def _unit_multiplier(rules: ShandongRules, unit: Pattern) -> int:
    if unit.kind == SINGLE:
        return 2
    if unit.kind in (PAIR, FLASH, THUNDER):
        return 4
    if unit.kind == RAIN:
        return 5
    if unit.kind == TRACTOR:
        return int(2 ** (unit.pair_count + 1)) if rules.tractor_multiplier == "power" else 2 * unit.pair_count + 2
    raise ValueError(f"no multiplier for {unit.type_name()}")


def kitty_gain(rules: ShandongRules, lead: Pattern, kitty: Cards, idle_won: bool, won_with_trump: bool) -> int:
    """The change of S that the kitty causes after the last trick."""
    if rules.kitty_trump_only and not won_with_trump:
        return 0
    worth = kitty.points() * multiplier(rules, lead)
    if idle_won:
        return worth
    return -worth if rules.kitty_deduct else 0


def advance(rules: ShandongRules, level: int, steps: int) -> int:
    """Up the ladder step by step, stopping at the first mandatory level reached (§10.4)."""
    while steps > 0 and level < TOP_LEVEL:
        level += 1
        steps -= 1
        if RANKS[level] in rules.mandatory_levels:
            break
    return level


def advance_idle(rules: ShandongRules, level: int, steps: int) -> int:
    """As `advance`, but attackers on a mandatory level stay there."""
    return level if RANKS[level] in rules.mandatory_levels else advance(rules, level, steps)


def banker_steps(score: int) -> int:
    """Levels the banker side gains with S < 80."""
    if score < 0:
        return 4
    if score == 0:
        return 3
    return 2 if score < 40 else 1


def idle_steps(rules: ShandongRules, score: int) -> int:
    """Levels the attackers gain with S ≥ 80."""
    steps = (score - BANK_NEEDS) // 40
    cap = rules.idle_max_advance
    return steps if cap is None or steps <= cap else cap


def hand_result(rules: ShandongRules, score: int, banker_seat: int, levels: list[int]) -> tuple[list[int], int, int]:
    """Levels, banker seat of the next hand and the side that has won the match (or NO_SIDE), §10.3–5."""
    side = banker_seat % 2
    after = list(levels)
    if score < BANK_NEEDS:
        won = side if levels[side] == TOP_LEVEL else NO_SIDE
        after[side] = advance(rules, levels[side], banker_steps(score))
        return after, (banker_seat + 2) % 4, won
    idle = 1 - side
    after[idle] = advance_idle(rules, levels[idle], idle_steps(rules, score))
    return after, (banker_seat + 1) % 4, NO_SIDE


def is_hooked(rules: ShandongRules, ctx: Context, banker_side: int, winner: int, won_with: Cards) -> bool:
    """`hookJack`: bankers at level J have lost the last trick to level Js and nothing else."""
    if not rules.hook_jack or RANKS[ctx.level] != "J" or winner % 2 == banker_side:
        return False
    return won_with.within(~ctx.level_faces).empty()


def nobody_declared(
    rules: ShandongRules, first_hand: bool, banker_seat: int, levels: list[int]
) -> tuple[list[int], int]:
    """Levels and banker seat of the new deal (§6.6). The three steps are a rule of their own: no cap applies."""
    after = list(levels)
    if first_hand:
        return after, banker_seat
    idle = 1 - banker_seat % 2
    if rules.no_declare_later == "idlePlus3":
        after[idle] = advance_idle(rules, levels[idle], 3)
    return after, (banker_seat + 1) % 4
