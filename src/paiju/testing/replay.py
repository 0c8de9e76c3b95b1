"""A record leads to the position that it came from."""

from paiju.engine.facts import Fact
from paiju.engine.game import Action, Game, Rules, Seat, State
from paiju.engine.record import entry_line, header_line, read, result_line
from paiju.testing.walk import ContractBroken


def written(game: Game, rules: Rules, state: State, log: list[tuple[Seat, Action]]) -> bytes:
    """The record of a log, as a file would hold it."""
    names = [f"seat {i}" for i in range(state.seats)]
    lines = [header_line(game, rules, names, "")]
    lines += [entry_line(seq, seat, action, "") for seq, (seat, action) in enumerate(log, 1)]
    outcome = state.outcome()
    if outcome is not None:
        lines.append(result_line(outcome.result, None))
    return "".join(lines).encode()


def check_replay(
    game: Game, rules: Rules, state: State, log: list[tuple[Seat, Action]], facts: list[list[Fact]] | None = None
) -> None:
    """Write the log as a record, read it again and compare the position it leads to, and the facts on the way."""
    record = read(written(game, rules, state, log), lambda name: game)
    if record.damage is not None:
        raise ContractBroken(f"the record of a legal match cannot be read: {record.damage} {record.damage.params}")
    if record.rules.options() != rules.options():
        raise ContractBroken(f"rulebook and overrides give other rules: {record.rules.options()} {rules.options()}")
    again = game.new(record.rules, len(record.seats))
    for number, entry in enumerate(record.entries):
        found = again.apply_with_facts(entry.seat, entry.action)
        if facts is not None and found != facts[number]:
            raise ContractBroken(f"{entry.action}, replayed, reports {found}; in the match it was {facts[number]}")
    if again.snapshot() != state.snapshot():
        raise ContractBroken("the record leads to another position")
