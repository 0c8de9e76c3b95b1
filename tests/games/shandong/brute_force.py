"""Compare following with the textbook on many random positions:

python -m tests.games.shandong.brute_force --positions 100000 --seed 1
"""

import argparse
import sys
from collections import Counter
from random import Random

from paiju.games.shandong.cards import cards_of
from paiju.games.shandong.follow import follow_refusal
from paiju.games.shandong.patterns import identify
from paiju.games.shandong.plain import context_of, number_of
from paiju.games.shandong.plays import default_follow, follow_playable, follow_plays
from tests.games.shandong.positions import KINDS, random_position
from tests.games.shandong.textbook import Card


def numbers(cards: tuple[Card, ...]) -> list[int]:
    return [number_of(f"{suit}_{rank}_{index}") for suit, rank, index in cards]


def compare(rng: Random, kind: str, most: int = 8) -> str:
    """One position, all its selections: "" or what differs."""
    book, level, trump, config, lead, hand = random_position(rng, kind, most)
    ctx = context_of(level, trump, config)
    pattern = identify(ctx, cards_of(numbers(lead)))
    held = cards_of(numbers(hand))
    where = f"level {level} trump {trump} {config}: lead {pattern.cards.text()}, hand {held.text()}"
    if pattern.type_name() != kind:
        return f"{where}: the lead is a {pattern.type_name()}, not a {kind}"
    units = sorted((unit.type_name(), tuple(unit.cards.numbers())) for unit in pattern.units)
    if kind == "mixed" and units != sorted((u[0], tuple(sorted(numbers(cards)))) for u, cards in book.split(lead)):
        return f"{where}: split differs"
    answers = book.answers(lead, hand)
    legal = set()
    for play, code in answers.items():
        cards = cards_of(numbers(play))
        mine = follow_refusal(ctx, pattern, held, cards)
        if mine != code:
            return f"{where}, play {cards.text()}: {mine or 'legal'}, the text says {code or 'legal'}"
        if not code:
            legal.add(cards)
    if not legal:
        return f"{where}: no legal play"
    listed, complete = follow_plays(ctx, pattern, held)
    if not complete or set(listed) != legal or len(listed) != len(legal):
        return f"{where}: {len(listed)} plays listed, {len(legal)} are legal"
    if default_follow(ctx, pattern, held) not in legal:
        return f"{where}: the default follow is illegal"
    together = cards_of([number for cards in legal for number in cards.numbers()])
    return "" if follow_playable(ctx, pattern, held) == together else f"{where}: other cards are playable"


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--positions", type=int, default=100_000)
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args()
    rng = Random(asked.seed)
    counts: Counter[str] = Counter()
    for i in range(asked.positions):
        kind = KINDS[i % len(KINDS)]
        problem = compare(rng, kind)
        if problem:
            print(problem)
            return 1
        counts[kind] += 1
    print(", ".join(f"{kind} {count}" for kind, count in counts.items()))
    print(f"{asked.positions} positions agree with the text")
    return 0


if __name__ == "__main__":
    sys.exit(main())
