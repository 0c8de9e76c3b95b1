"""A random match, one action at a time. All checks run on such a match."""

from typing import Final

from paiju.engine.drive import automatic
from paiju.engine.facts import Fact
from paiju.engine.game import HOST, Action, Game, Rules, Seat, State
from paiju.engine.shuffle import Source

POOL: Final = 48
"""How many different actions a walk remembers, to try them again later where they are probably illegal."""


class ContractBroken(AssertionError):
    """A game does not keep its contract. The message says which promise, and where."""


class Walk:
    """Plays random legal actions of all seats, with time-outs, removals and pauses as the game offers them."""

    def __init__(self, game: Game, rules: Rules, seats: int, source: Source) -> None:
        self.game = game
        self.rules = rules
        self.source = source
        self.state: State = game.new(rules, seats)
        self.log: list[tuple[Seat, Action]] = []
        self.facts: list[list[Fact]] = []
        """The facts of each entry of the log."""
        self.pool: list[Action] = []
        """Actions that were legal for somebody at some time, host actions included."""

    def seats(self) -> list[Seat]:
        """All players' seats."""
        return [Seat(i) for i in range(self.state.seats)]

    def settle(self) -> None:
        """Let CHANCE and the host do what needs no waiting."""
        entry = automatic(self.state, self.source)
        while entry is not None:
            self._apply(*entry)
            entry = automatic(self.state, self.source)

    def next_action(self) -> tuple[Seat, Action] | None:
        """Who does what next, chosen at random; None when the match is over. Call after `settle`."""
        state, source = self.state, self.source
        if state.over():
            return None
        turn = state.turn()
        dice = source.below(100)
        if turn >= 0 and dice < 3:
            return HOST, state.timeout(turn)
        if turn >= 0 and dice == 3 and source.below(8) == 0:
            removal = state.removal(source.choice(self.seats()))
            if removal is not None and not state.refusal(HOST, removal):
                return HOST, removal
        if turn >= 0 and dice < 80:
            actions = self.legal(turn)
            self.remember(source.choice(actions))  # probably not the one played: others may try it
            return turn, source.choice(actions)
        choices = [(seat, action) for seat in self.seats() for action in state.legal(seat)]
        upkeep = state.upkeep()
        if upkeep is not None and (not choices or dice % 2):
            return HOST, upkeep
        if not choices:
            raise ContractBroken(f"nobody can act and the match is not over\n{self.story()}")
        return source.choice(choices)

    def legal(self, seat: Seat) -> list[Action]:
        """The legal actions of the seat on turn. Raises `ContractBroken` if there is none."""
        actions = self.state.legal(seat)
        if not actions:
            raise ContractBroken(f"it is seat {seat}'s turn, but it has no legal action\n{self.story()}")
        return actions

    def apply(self, seat: Seat, action: Action) -> None:
        """Play a legal action and remember it."""
        self._apply(seat, action)
        self.remember(action)

    def _apply(self, seat: Seat, action: Action) -> None:
        self.facts.append(self.state.apply_with_facts(seat, action))
        self.log.append((seat, action))

    def remember(self, action: Action) -> None:
        """Keep an action for later illegal attempts."""
        if len(self.pool) < POOL:
            self.pool.append(action)
        else:
            self.pool[self.source.below(POOL)] = action

    def step(self) -> bool:
        """One action of somebody; False when the match is over."""
        self.settle()
        chosen = self.next_action()
        if chosen is None:
            return False
        self.apply(*chosen)
        return True

    def story(self, last: int = 12) -> str:
        """How the match got here, for error messages."""
        start = max(0, len(self.log) - last)
        lines = [f"  {number}: {seat} {action}" for number, (seat, action) in enumerate(self.log[start:], start + 1)]
        rules = f"{self.game.name} {self.rules.rulebook} {self.rules.overrides()}, {self.state.seats} seats"
        return "\n".join([rules, *[line[:160] for line in lines]])
