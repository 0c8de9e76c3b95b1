"""The shipped checks pass on a sound game, and each of them fails on a game that breaks its promise."""

from collections.abc import Callable, Mapping
from typing import cast

import pytest

from paiju.engine.drive import advance
from paiju.engine.errors import BadNotation, BadRules, IllegalAction
from paiju.engine.facts import Fact
from paiju.engine.game import NOBODY, Action, Fields, Game, Outcome, Rules, Seat, State, View
from paiju.engine.shuffle import FastSource, Source
from paiju.testing import ContractBroken, check_game, check_no_leak, divide, perft
from paiju.testing.conformance import check_match
from paiju.testing.options import random_rules
from paiju.testing.soak import Figures, main, soak
from tests.toy.high_card import HIGH_CARD, PLAYS, START, HighCardState, HighCardView, Play, Slow


def test_a_sound_game_passes() -> None:
    check_game(HIGH_CARD, seeds=range(40))
    check_no_leak(HIGH_CARD, seeds=range(10), every=1)


def test_a_soak_counts_what_it_did() -> None:
    figures = soak(HIGH_CARD, 3000, seed=1)
    assert figures.actions >= 3000
    assert figures.accepted > 1000 and figures.refused > 200
    assert set(figures.rulebooks) == {"high", "low"}
    again = soak(HIGH_CARD, 3000, seed=1)
    assert (again.accepted, again.refused, again.matches) == (figures.accepted, figures.refused, figures.matches)


class Wrapped(State):
    """High card with one promise broken by a subclass. (The engine's classes are final, so it is wrapped.)"""

    def __init__(self, inner: HighCardState) -> None:
        self.inner = inner
        self.seats = inner.seats

    def tell(self, fact: Fact) -> None:
        if self.facts is not None:
            self.facts.append(fact)

    def again(self, inner: HighCardState) -> "Wrapped":
        return type(self)(inner)

    def over(self) -> bool:
        return self.inner.over()

    def outcome(self) -> Outcome | None:
        return self.inner.outcome()

    def chance(self) -> int:
        return self.inner.chance()

    def turn(self) -> Seat:
        return self.inner.turn()

    def reactors(self) -> list[Seat]:
        return self.inner.reactors()

    def upkeep(self) -> Action | None:
        return self.inner.upkeep()

    def timeout(self, seat: Seat) -> Action:
        return self.inner.timeout(seat)

    def candidates(self, seat: Seat) -> list[Action]:
        return self.inner.candidates(seat)

    def refusal(self, seat: Seat, action: Action) -> str:
        return self.inner.refusal(seat, action)

    def apply(self, seat: Seat, action: Action) -> None:
        self.inner.facts = self.facts
        self.inner.apply(seat, action)
        self.inner.facts = None

    def view(self, seat: Seat) -> View:
        return self.inner.view(seat)

    def snapshot(self) -> dict[str, object]:
        return self.inner.snapshot()

    def census(self) -> list[str]:
        return self.inner.census()

    def copy(self) -> State:
        return self.again(self.inner.copy())

    def resampled(self, seat: Seat, source: Source) -> State:
        return self.again(self.inner.copy().resampled(seat, source))  # type: ignore[arg-type]  # it is one


class WrappedGame(Game):
    """High card with positions of a broken kind."""

    def __init__(self, kind: type[Wrapped]) -> None:
        self.name = "broken"
        self.default_rulebook = "high"
        self.kind = kind

    def rulebooks(self) -> list[str]:
        return HIGH_CARD.rulebooks()

    def knobs(self) -> list[object]:  # type: ignore[override]  # none are needed here
        return []

    def rules(self, rulebook: str, options: Mapping[str, object]) -> Rules:
        return HIGH_CARD.rules(rulebook, options)

    def seat_range(self, rules: Rules) -> tuple[int, int]:
        return 2, 4

    def new(self, rules: Rules, seats: int) -> State:
        inner = HIGH_CARD.new(rules, seats)
        assert isinstance(inner, HighCardState)
        return self.kind(inner)

    def action_from_json(self, data: Mapping[str, object]) -> Action:
        return HIGH_CARD.action_from_json(data)

    def parse_action(self, text: str) -> Action:
        return HIGH_CARD.parse_action(text)

    def imagine(self, view: View, source: Source) -> State:
        inner = HIGH_CARD.imagine(view, source)
        assert isinstance(inner, HighCardState)
        return self.kind(inner)


class ForgetsToCopyHands(Wrapped):
    def copy(self) -> State:
        other = self.inner.copy()
        other.hands = self.inner.hands
        return self.again(other)


class LosesACard(Wrapped):
    def apply(self, seat: Seat, action: Action) -> None:
        super().apply(seat, action)
        if len(self.inner.gone) > 3:
            self.inner.gone.pop()


class ListsWhatItRefuses(Wrapped):
    def legal(self, seat: Seat) -> list[Action]:
        return self.candidates(seat)


class HidesALegalAction(Wrapped):
    """Only from the seat that leads a trick."""

    def candidates(self, seat: Seat) -> list[Action]:
        return self.inner.candidates(seat)[: 3 if self.inner.trick else 1]

    def view(self, seat: Seat) -> View:
        view = self.inner.view(seat)
        view.legal = self.legal(seat)
        return view


class OrderOfLegalChanges(Wrapped):
    turned = False

    def candidates(self, seat: Seat) -> list[Action]:
        OrderOfLegalChanges.turned = not OrderOfLegalChanges.turned
        return self.inner.candidates(seat)[:: -1 if self.turned else 1]


class RefusedActionLeavesATrace(Wrapped):
    def play(self, seat: Seat, action: Action) -> None:
        if self.refusal(seat, action):
            self.inner.tricks[0] += 1
        super().play(seat, action)


class AcceptsWhatItRefuses(Wrapped):
    def play(self, seat: Seat, action: Action) -> None:
        return


class RefusalMutates(Wrapped):
    def refusal(self, seat: Seat, action: Action) -> str:
        self.inner.tricks[0] += 1
        return self.inner.refusal(seat, action)


class NeverEnds(Wrapped):
    def apply(self, seat: Seat, action: Action) -> None:
        super().apply(seat, action)
        if self.inner.over():
            self.inner.hands = [[self.inner.gone.pop()] for _ in range(self.seats)]
            for other, hand in enumerate(self.inner.hands):
                self.tell(Fact("got", other, {"cards": list(hand)}, other))


class LetsPlayersActForTheHost(Wrapped):
    def refusal(self, seat: Seat, action: Action) -> str:
        return self.inner.refusal(seat, action) if isinstance(action, Play) else ""


class AcceptsAfterTheEnd(Wrapped):
    def refusal(self, seat: Seat, action: Action) -> str:
        return "" if self.over() else self.inner.refusal(seat, action)


class ShowsTheNextHand(Wrapped):
    def view(self, seat: Seat) -> View:
        view = self.inner.view(seat)
        assert isinstance(view, HighCardView)
        view.tricks.append(sum(self.inner.hands[(seat + 1) % self.seats]))
        return view


class TellsByItsRefusal(Wrapped):
    def refusal(self, seat: Seat, action: Action) -> str:
        code = self.inner.refusal(seat, action)
        if code == "card_not_held" and isinstance(action, Play):
            return "another_holds_it" if any(action.card in hand for hand in self.inner.hands) else code
        return code


class NeverResamples(Wrapped):
    def resampled(self, seat: Seat, source: Source) -> State:
        return self.copy()


class LosesHiddenCards(Wrapped):
    def resampled(self, seat: Seat, source: Source) -> State:
        other = self.inner.copy()
        del other.stock[:1]
        return self.again(other)


class TellsNothingOfTimeouts(Wrapped):
    """The card of a player whose time ran out just lies there."""

    def apply(self, seat: Seat, action: Action) -> None:
        if isinstance(action, Slow):
            self.inner.apply(seat, action)
        else:
            super().apply(seat, action)


class TellsOnlySpectatorsNothing(Wrapped):
    """Every seat is told of a time-out, but only in private."""

    def apply(self, seat: Seat, action: Action) -> None:
        if isinstance(action, Slow):
            played = [min(self.inner.hands[action.seat])]
            self.inner.apply(seat, action)
            for other in range(self.seats):
                cards: list[object] = list(played) if other == action.seat else []
                self.tell(Fact("played", other, {"cards": cards}, other))
        else:
            super().apply(seat, action)


class TellsAnotherCard(Wrapped):
    def apply(self, seat: Seat, action: Action) -> None:
        if isinstance(action, Play):
            self.inner.apply(seat, action)
            self.tell(Fact("played", seat, {"cards": [(action.card + 1) % 12]}))
        else:
            super().apply(seat, action)


class TellsWhatIsNotJson(Wrapped):
    def apply(self, seat: Seat, action: Action) -> None:
        super().apply(seat, action)
        self.tell(Fact("pair", None, {"of": (1, 2)}))


class TellsOfAStranger(Wrapped):
    def apply(self, seat: Seat, action: Action) -> None:
        super().apply(seat, action)
        self.tell(Fact("watched", self.seats))


class TellsOtherFactsEachTime(Wrapped):
    times = 0

    def apply(self, seat: Seat, action: Action) -> None:
        super().apply(seat, action)
        TellsOtherFactsEachTime.times += 1
        self.tell(Fact("counted", None, {"times": self.times}))


class TellsTheNextHand(Wrapped):
    def apply(self, seat: Seat, action: Action) -> None:
        super().apply(seat, action)
        if isinstance(action, Play):
            self.tell(Fact("peeked", seat, {"sum": sum(self.inner.hands[(seat + 1) % self.seats])}))


class TurnsACardInSilence(Wrapped):
    """After each play everybody can see a card of the stock, and no fact says so."""

    turned: list[int] | None = None

    def again(self, inner: HighCardState) -> "Wrapped":
        other = super().again(inner)
        assert isinstance(other, TurnsACardInSilence)
        other.turned = self.turned
        return other

    def apply(self, seat: Seat, action: Action) -> None:
        super().apply(seat, action)
        if isinstance(action, Play):
            self.turned = self.inner.stock[:1]

    def view(self, seat: Seat) -> View:
        view = self.inner.view(seat)
        assert isinstance(view, HighCardView)
        view.tricks.extend(self.turned or [])
        return view


class OffersATimeOutItRefuses(Wrapped):
    def timeout(self, seat: Seat) -> Action:
        return Slow(Seat((seat + 1) % self.seats))


class PlaysWithAnotherCode(Wrapped):
    def play(self, seat: Seat, action: Action) -> None:
        if self.refusal(seat, action):
            raise IllegalAction("no", "not that")
        super().play(seat, action)


class SavesWhatIsNotJson(Wrapped):
    def snapshot(self) -> dict[str, object]:
        return {**self.inner.snapshot(), "trick": tuple(self.inner.trick)}


class CopiesAnotherPosition(Wrapped):
    def copy(self) -> State:
        other = self.inner.copy()
        other.tricks[0] += 1
        return self.again(other)


class DiffersFromMatchToMatch(Wrapped):
    """Something that no action says is part of the position."""

    made = 0

    def __init__(self, inner: HighCardState, number: int = 0) -> None:
        super().__init__(inner)
        DiffersFromMatchToMatch.made += 1
        self.number = number or self.made

    def again(self, inner: HighCardState) -> "Wrapped":
        return type(self)(inner, self.number)

    def snapshot(self) -> dict[str, object]:
        return {**self.inner.snapshot(), "number": self.number}


class LetsSpectatorsPlay(Wrapped):
    def view(self, seat: Seat) -> View:
        view = self.inner.view(seat)
        if seat < 0:
            view.legal = [PLAYS[0]]
        return view


class ListsNothingInItsView(Wrapped):
    def view(self, seat: Seat) -> View:
        view = self.inner.view(seat)
        view.legal = []
        return view


class OddView(View):
    """The view of high card, with fields that a test changes."""

    def __init__(self, inner: View, changed: dict[str, object]) -> None:
        self.inner = inner
        self.seat, self.legal = inner.seat, inner.legal
        self.changed = changed

    def to_json(self) -> dict[str, object]:
        return {**self.inner.to_json(), **self.changed}


class ShowsWhatIsNotJson(Wrapped):
    def view(self, seat: Seat) -> View:
        return OddView(self.inner.view(seat), {"trick": tuple(self.inner.trick)})


class EmptyPartView(OddView):
    def own_part(self) -> Fields:
        return {}


class SendsNothingOfItsView(Wrapped):
    def view(self, seat: Seat) -> View:
        return EmptyPartView(self.inner.view(seat), {})


class StopsHalfway(Wrapped):
    """Nobody is awaited, and nobody may do anything."""

    def turn(self) -> Seat:
        return NOBODY if self.inner.trick else self.inner.turn()

    def candidates(self, seat: Seat) -> list[Action]:
        return [] if self.inner.trick else self.inner.candidates(seat)


class AsksWhoCannotAnswer(Wrapped):
    def candidates(self, seat: Seat) -> list[Action]:
        return [] if self.inner.trick else self.inner.candidates(seat)


class HasNoOutcome(Wrapped):
    def outcome(self) -> Outcome | None:
        return None


class ForgetsAScore(Wrapped):
    def outcome(self) -> Outcome | None:
        found = self.inner.outcome()
        return found and Outcome(found.winners, found.scores[1:], found.placements, found.result)


class LetsAStrangerWin(Wrapped):
    def outcome(self) -> Outcome | None:
        found = self.inner.outcome()
        return found and Outcome([Seat(self.seats)], found.scores, found.placements, found.result)


class WaitsAfterTheEnd(Wrapped):
    def upkeep(self) -> Action | None:
        return Slow(Seat(0)) if self.over() else self.inner.upkeep()


class ListsAfterTheEnd(Wrapped):
    def legal(self, seat: Seat) -> list[Action]:
        return [PLAYS[0]] if self.over() else super().legal(seat)


@pytest.mark.parametrize(
    ("kind", "promise"),
    [
        (ForgetsToCopyHands, "on a copy changed the original"),
        (LosesACard, "cards are not conserved"),
        (ListsWhatItRefuses, "but refusal allows"),
        (HidesALegalAction, "but not listed"),
        (OrderOfLegalChanges, "the order of legal"),
        (RefusedActionLeavesATrace, "changed the position"),
        (AcceptsWhatItRefuses, "should be refused with"),
        (RefusalMutates, "changed"),
        (NeverEnds, "did not end within"),
        (LetsPlayersActForTheHost, "only the host may"),
        (AcceptsAfterTheEnd, "the match is over, but"),
        (TellsNothingOfTimeouts, "sees a change that no fact tells it"),
        (TellsOnlySpectatorsNothing, "seat -3 sees a change that no fact tells it"),
        (TellsAnotherCard, "other cards than it holds"),
        (TellsWhatIsNotJson, "comes back from JSON"),
        (TellsOfAStranger, "which does not exist"),
        (TellsOtherFactsEachTime, "replayed, reports"),
        (OffersATimeOutItRefuses, "was offered, but is refused with not_your_turn"),
        (PlaysWithAnotherCode, "play says no"),
        (SavesWhatIsNotJson, "the snapshot is not plain JSON"),
        (CopiesAnotherPosition, "the copy is another position"),
        (DiffersFromMatchToMatch, "the record leads to another position"),
        (LetsSpectatorsPlay, "a spectator has legal actions"),
        (ListsNothingInItsView, "the view of seat"),
        (ShowsWhatIsNotJson, "is not plain JSON"),
        (SendsNothingOfItsView, "are not those of its view"),
        (StopsHalfway, "nobody can act"),
        (AsksWhoCannotAnswer, "has no legal action"),
        (HasNoOutcome, "without an outcome"),
        (ForgetsAScore, "not one score and place for each seat"),
        (LetsAStrangerWin, "are not seats"),
        (WaitsAfterTheEnd, "somebody is awaited"),
        (ListsAfterTheEnd, "can still act"),
    ],
)
def test_the_conformance_walk_finds(kind: type[Wrapped], promise: str) -> None:
    with pytest.raises(ContractBroken, match=promise):
        check_game(WrappedGame(kind), seeds=range(30), most_actions=300, every=1)


@pytest.mark.parametrize(
    ("kind", "promise"),
    [
        (ShowsTheNextHand, "can see hidden cards in view"),
        (TellsByItsRefusal, "can see hidden cards in refusals"),
        (LosesHiddenCards, "lost or doubled cards"),
        (NeverResamples, "nothing was tested"),
        (TellsTheNextHand, "can see hidden cards in the facts of"),
        (TurnsACardInSilence, "what its view shows in"),
    ],
)
def test_the_leak_test_finds(kind: type[Wrapped], promise: str) -> None:
    with pytest.raises(ContractBroken, match=promise):
        check_no_leak(WrappedGame(kind), seeds=range(10), every=1)


@pytest.mark.parametrize("kind", [LosesACard, RefusedActionLeavesATrace, ShowsTheNextHand, AcceptsWhatItRefuses])
def test_a_soak_finds(kind: type[Wrapped]) -> None:
    with pytest.raises(ContractBroken, match=r"match \d+, seed \d+: "):
        soak(WrappedGame(kind), 20_000, seed=1)


class FaceDown(Wrapped):
    """Cards are laid face down: nobody but their owner learns what they are."""

    def apply(self, seat: Seat, action: Action) -> None:
        if not isinstance(action, Play):
            return super().apply(seat, action)
        self.inner.apply(seat, action)
        self.tell(Fact("gave", seat, {"cards": [action.card]}, seat))
        return self.tell(Fact("laid", seat))

    def view(self, seat: Seat) -> View:
        view = self.inner.view(seat)
        assert isinstance(view, HighCardView)
        view.trick[:], view.gone[:] = [-1] * len(view.trick), [-1] * len(view.gone)
        return view


class ShowingGame(WrappedGame):
    """A game that shows everybody these fields of its actions."""

    def __init__(self, kind: type[Wrapped], fields: set[str]) -> None:
        super().__init__(kind)
        self.fields = frozenset(fields)

    def public_fields(self, kind: str) -> frozenset[str]:
        return self.fields


@pytest.mark.parametrize(
    ("fields", "promise"),
    [({"card"}, "can see hidden cards in the action play"), ({"order"}, "can see the order of a shuffle")],
)
def test_the_leak_test_finds_actions_that_show_too_much(fields: set[str], promise: str) -> None:
    check_no_leak(ShowingGame(FaceDown, set()), seeds=range(3), every=1)
    with pytest.raises(ContractBroken, match=promise):
        check_no_leak(ShowingGame(FaceDown, fields), seeds=range(3), every=1)


class BadReader(WrappedGame):
    def __init__(self, read: Callable[[Mapping[str, object]], Action]) -> None:
        super().__init__(Wrapped)
        self.read = read

    def action_from_json(self, data: Mapping[str, object]) -> Action:
        return self.read(data)


def test_the_conformance_walk_finds_a_reader_that_crashes_on_nonsense() -> None:
    def careless(data: Mapping[str, object]) -> Action:
        return Play(cast(int, data["card"]) + 0) if data["type"] == "PLAY" else HIGH_CARD.action_from_json(data)

    with pytest.raises(ContractBroken, match="should be BadNotation"):
        check_game(BadReader(careless), seeds=range(5))


def test_the_conformance_walk_finds_an_action_that_comes_back_as_another() -> None:
    def wrong(data: Mapping[str, object]) -> Action:
        action = HIGH_CARD.action_from_json(data)
        return PLAYS[0] if isinstance(action, Play) else action

    with pytest.raises(ContractBroken, match="comes back from JSON"):
        check_game(BadReader(wrong), seeds=range(5))


def test_the_conformance_walk_finds_a_text_that_is_read_as_another_action() -> None:
    class Misreads(WrappedGame):
        def parse_action(self, text: str) -> Action:
            return START if text.startswith("play") else super().parse_action(text)

    with pytest.raises(ContractBroken, match="comes back from its text as start"):
        check_game(Misreads(Wrapped), seeds=range(5))


def test_the_conformance_walk_finds_a_record_that_cannot_be_read() -> None:
    def no_time_outs(data: Mapping[str, object]) -> Action:
        if data.get("type") == "SLOW":
            raise BadNotation("bad_action", "never heard of it")
        return HIGH_CARD.action_from_json(data)

    with pytest.raises(ContractBroken, match="the record of a legal match cannot be read: record_damaged"):
        check_game(BadReader(no_time_outs), seeds=range(30), every=1000)


@pytest.mark.parametrize(
    ("imagined", "promise"), [("another hand", "does not fit its view"), ("fewer cards", "has other cards")]
)
def test_the_conformance_walk_finds_a_careless_imagination(imagined: str, promise: str) -> None:
    class Careless(WrappedGame):
        def imagine(self, view: View, source: Source) -> State:
            inner = HIGH_CARD.imagine(view, source)
            assert isinstance(inner, HighCardState)
            if imagined == "another hand":
                inner.hands[view.seat] = inner.hands[view.seat][1:]
            else:
                del inner.stock[:1]
            return self.kind(inner)

    with pytest.raises(ContractBroken, match=promise):
        check_game(Careless(Wrapped), seeds=range(5))


class ForgetfulRules(Rules):
    """High card with two cards each, which its overrides do not say."""

    hand_size = 2

    def __init__(self) -> None:
        self.rulebook = "high"

    def options(self) -> dict[str, object]:
        return {"handSize": 2}

    def overrides(self) -> dict[str, object]:
        return {}


def test_the_conformance_walk_finds_rules_that_a_record_does_not_hold() -> None:
    with pytest.raises(ContractBroken, match="rulebook and overrides give other rules"):
        check_match(WrappedGame(Wrapped), ForgetfulRules(), 2, seed=1)


def test_options_that_always_contradict_each_other_leave_the_rulebook_as_it_is() -> None:
    class Contradictory(WrappedGame):
        def knobs(self) -> list[object]:  # type: ignore[override]  # as above
            return list(HIGH_CARD.knobs())

        def rules(self, rulebook: str, options: Mapping[str, object]) -> Rules:
            if options:
                raise BadRules("contradiction", "not together")
            return HIGH_CARD.rules(rulebook, options)

    game = Contradictory(Wrapped)
    assert random_rules(game, FastSource(2), tries=1).overrides() == {}


def test_the_soak_command_prints_the_broken_promise(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def broken(*_: object) -> Figures:
        raise ContractBroken("match 3, seed 7: cards are not conserved")

    monkeypatch.setattr("paiju.testing.soak.soak", broken)
    assert main(["--actions", "10"]) == 1
    assert "match 3, seed 7: cards are not conserved" in capsys.readouterr().err


def test_perft_counts_the_ways_a_match_can_go_on() -> None:
    state = HIGH_CARD.new(HIGH_CARD.rules("high", {}), 2)
    advance(state, FastSource(1))
    # Two seats with three cards each: 3 leads, 3 answers, then 2 · 2 and 1 · 1.
    assert [perft(state, depth) for depth in range(7)] == [1, 3, 9, 18, 36, 36, 36]
    assert sum(divide(state, 2).values()) == 9
