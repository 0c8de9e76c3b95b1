"""Every phase of both games as seat 0 sees it, played by the rules alone: no server, no browser, always the same."""

import random
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache
from typing import Any, Final, cast

from paiju.engine.game import CHANCE, HOST, Action, Seat, Shuffle, State
from paiju.engine.shuffle import FastSource
from paiju.games.registry import find_game

Json = dict[str, Any]
Wish = Callable[[Json], bool]
"""Whether what seat 0 sees is the moment."""
Taste = Callable[[Json, int], list[Json]]
"""What a seat would rather do than anything else; empty: anything legal."""

ME: Final = Seat(0)
STEPS: Final = 600
SEEDS: Final = 60
TEN_NAMES: Final = ("Ann", "Lin", "Maya", "Sage", "Kit", "Omar", "Yuki", "Ana", "Pine", "Wei")


@dataclass(frozen=True)
class Phase:
    """A moment of a match."""

    name: str
    game: str
    seats: int
    view: Json
    legal: list[Json]
    turn: int
    facts: list[Json] = field(default_factory=list)
    """What the last action brought about, as seat 0 may know it."""
    actor: int = -2
    action: Json = field(default_factory=dict)
    select: tuple[str, ...] = ()
    """Cards that are selected then."""
    ask: str = ""
    """The card that is laid then, so that a question comes up."""


class Match:
    """A match whose people do as they are told."""

    def __init__(self, game: str, seats: int, seed: int, options: Mapping[str, object]) -> None:
        self.game: Final = find_game(game)
        self.state: Final[State] = self.game.new(self.game.rules(self.game.default_rulebook, options), seats)
        self.dice: Final = random.Random(seed)
        self.source: Final = FastSource(seed)
        self.facts: list[Json] = []
        self.actor: int = HOST
        self.action: Json = {}
        self.stop = ""
        """A phase after which the moment cannot come any more."""

    def seen(self, seat: int = 0) -> Json:
        """What a seat sees and may do, and whose turn it is."""
        view = cast("Json", self.state.view(Seat(seat)).to_json())
        return {"legal": view.pop("legal"), "view": view, "turn": int(self.state.turn()), "facts": self.facts}

    def apply(self, seat: Seat, action: Action) -> None:
        """Do it, and remember what seat 0 may know of it."""
        facts = self.state.apply_with_facts(seat, action)
        told = [fact.to_json() for fact in facts if fact.to in (None, ME)]
        if seat == CHANCE:  # a shuffle belongs to what it was needed for
            self.facts = self.facts + told
            return
        self.facts = told
        self.actor = seat
        self.action = self.game.visible(action.to_json(), seat, ME)

    def step(self, taste: Taste) -> None:
        """Chance, then somebody who wants something, then whoever is awaited."""
        state = self.state
        wanted = state.chance()
        if wanted:
            self.apply(CHANCE, Shuffle(self.source.order(wanted)))
            return
        seats = sorted({int(seat) for seat in (state.turn(), *state.reactors()) if seat >= 0})
        for seat in self.dice.sample(seats, len(seats)):
            for data in taste(self.seen(seat), seat):
                action = self.game.action_from_json(data)
                if not state.refusal(Seat(seat), action):
                    self.apply(Seat(seat), action)
                    return
        slow = state.slow_upkeep()
        upkeep = slow[0] if slow else state.upkeep()
        if upkeep is not None:
            self.apply(HOST, upkeep)
            return
        turn = state.turn()
        legal = [a for a in state.legal(turn) if a.to_json()["type"] not in ("CALL_UNO", "CHALLENGE_UNO")]
        plays = [a for a in legal if a.to_json()["type"] in ("PLAY_CARD", "PLAY")]
        self.apply(turn, self.dice.choice(plays or legal))

    def until(self, wish: Wish, taste: Taste) -> Json | None:
        """Go on until the moment has come; None when it does not."""
        for _ in range(STEPS):
            if not self.state.chance():
                seen = self.seen()
                if wish(seen):
                    return seen
                if seen["view"]["phase"] == self.stop:
                    return None
            if self.state.over():
                return None
            self.step(taste)
        return None


def no_taste(_seen: Json, _seat: int) -> list[Json]:
    """Nothing in particular."""
    return []


def actions(seen: Json, *types: str) -> list[Json]:
    """Legal actions of these types."""
    return [action for action in seen["legal"] if action["type"] in types]


def mine(seen: Json) -> bool:
    """Whether seat 0 is on turn."""
    return bool(seen["turn"] == 0)


def happened(*types: str, seat: int | None = None, **fields: object) -> Wish:
    """A fact of one of these types has just come about."""

    def wish(seen: Json) -> bool:
        return any(
            fact["type"] in types
            and seat in (None, fact.get("seat"))
            and all(fact.get(name) == value for name, value in fields.items())
            for fact in seen["facts"]
        )

    return wish


def phase(*names: str) -> Wish:
    """The game is in one of these phases."""
    return lambda seen: seen["view"]["phase"] in names


# --- UNO ----------------------------------------------------------------------------------------------------------


def cards_first(*kinds: str) -> Taste:
    """Lay cards of these kinds as soon as they fit."""

    def taste(seen: Json, seat: int) -> list[Json]:
        return [a for a in actions(seen, "PLAY_CARD") if any(kind in a["cardId"] for kind in kinds)] if seat else []

    return taste


def draw_only(seen: Json, seat: int) -> list[Json]:
    """Seat 0 gathers cards."""
    return actions(seen, "DRAW_CARD", "SKIP_TURN") if seat == 0 else []


def all_draw(seen: Json, _seat: int) -> list[Json]:
    """Everybody gathers cards."""
    return actions(seen, "DRAW_CARD", "SKIP_TURN")


def answers(kind: str) -> Taste:
    """Wild Draw Fours are laid, and answered like this."""

    def taste(seen: Json, seat: int) -> list[Json]:
        return actions(seen, kind) or cards_first("draw-four")(seen, seat + 1)

    return taste


def draws_while_others_lay_fours(seen: Json, seat: int) -> list[Json]:
    """Seat 0 gathers cards, the others lay Wild Draw Fours as soon as they can."""
    return draw_only(seen, seat) or cards_first("draw-four")(seen, seat)


def accuses(seen: Json, _seat: int) -> list[Json]:
    """Whoever can catch somebody does."""
    exposed = seen["view"]["unoExposed"]
    return [a for a in actions(seen, "CHALLENGE_UNO") if a["targetPlayerId"] == exposed] if exposed else []


def calls(seen: Json, _seat: int) -> list[Json]:
    """Everybody says UNO in time."""
    view = seen["view"]
    two = len(view["hand"]) == 2 and view["currentPlayerIndex"] == view["seat"] and view["unoCalledBy"] is None
    return actions(seen, "CALL_UNO") if two else []


def fits(kind: str) -> Wish:
    """My turn, and a card of this kind can be laid."""
    return lambda seen: mine(seen) and any(kind in action["cardId"] for action in actions(seen, "PLAY_CARD"))


def held(count: int) -> Wish:
    """My turn with so many cards, one of which fits."""
    return lambda seen: mine(seen) and len(seen["view"]["hand"]) == count and bool(actions(seen, "PLAY_CARD"))


def challenged_with(count: int) -> Wish:
    """A Wild Draw Four is laid on me, who hold so many cards or more."""
    return lambda seen: len(seen["view"]["hand"]) >= count and bool(actions(seen, "CHALLENGE_WILD_DRAW_FOUR"))


def my_turn(seen: Json) -> bool:
    """Seat 0 has something to play."""
    return mine(seen) and bool(actions(seen, "PLAY_CARD"))


Wanted = tuple[int, Json, Taste, Wish]
"""Seats, options, what people do, the moment."""

STACKS: Final = {"stackDrawCards": True}
UNO: Final[dict[str, Wanted]] = {
    **{f"{n}-seats": (n, {}, no_taste, my_turn) for n in (2, 3, 4, 5, 6, 7, 8, 9, 10)},
    **{f"{n}-cards": (4, {}, draw_only, held(n)) for n in (8, 11, 14, 18, 24, 30)},
    "1-card": (4, {"initialCards": 2}, no_taste, held(1)),
    "nothing-fits": (
        4,
        {},
        no_taste,
        lambda s: mine(s) and not actions(s, "PLAY_CARD") and s["view"]["phase"] == "turn",
    ),
    "drawn": (4, {}, draw_only, lambda s: mine(s) and s["view"]["drawnCardId"] is not None),
    "wild": (4, {}, draw_only, fits("wild-1")),
    "wild-of-ten": (10, {}, no_taste, fits("wild-1")),
    "swap": (4, {"sevenSwap": True}, draw_only, fits("-7-")),
    "swap-of-ten": (10, {"sevenSwap": True}, no_taste, fits("-7-")),
    "challenge": (4, {}, cards_first("draw-four"), lambda s: bool(actions(s, "CHALLENGE_WILD_DRAW_FOUR"))),
    **{f"challenge-with-{n}-cards": (4, {}, draws_while_others_lay_fours, challenged_with(n)) for n in (12, 20)},
    "challenge-of-ten": (10, {}, cards_first("draw-four"), lambda s: bool(actions(s, "CHALLENGE_WILD_DRAW_FOUR"))),
    "catch": (4, {"initialCards": 3}, no_taste, lambda s: s["view"]["unoExposed"] not in (None, "p1")),
    "catch-of-ten": (10, {"initialCards": 3}, no_taste, lambda s: s["view"]["unoExposed"] not in (None, "p1")),
    "forgot": (4, {"initialCards": 3}, no_taste, lambda s: s["view"]["unoExposed"] == "p1"),
    "debt": (
        4,
        {"stackDrawCards": True},
        cards_first("draw_two", "draw-four"),
        lambda s: mine(s) and s["view"]["drawPending"] > 3 and s["view"]["phase"] == "turn",
    ),
    "debt-of-ten": (
        10,
        {"stackDrawCards": True},
        cards_first("draw_two", "draw-four"),
        lambda s: s["view"]["drawPending"] > 3 and s["view"]["phase"] == "turn",
    ),
    "jump-in": (4, {"jumpIn": True}, no_taste, lambda s: bool(actions(s, "JUMP_IN"))),
    "first-colour": (4, {}, no_taste, lambda s: mine(s) and s["view"]["phase"] == "choose_color"),
    "hit": (4, {}, cards_first("draw_two"), happened("drew", seat=0, why="draw_two")),
    "other-hit": (4, {}, cards_first("draw_two"), happened("drew", seat=2, why="draw_two")),
    "skipped": (4, {}, cards_first("skip"), happened("skipped", seat=0, why="skip")),
    "swapped": (4, {"sevenSwap": True}, cards_first("-7-"), happened("hands_swapped")),
    "rotated": (4, {"zeroRotate": True}, cards_first("-0-"), happened("hands_rotated")),
    "bluff-found": (4, {}, answers("CHALLENGE_WILD_DRAW_FOUR"), happened("challenged", won=True)),
    "bluff-of-ten": (10, {}, answers("CHALLENGE_WILD_DRAW_FOUR"), happened("challenged", won=True)),
    "challenge-lost": (4, {}, answers("CHALLENGE_WILD_DRAW_FOUR"), happened("challenged", seat=0, won=False)),
    "caught": (4, {"initialCards": 3}, accuses, happened("caught", target=0)),
    "said-uno": (4, {"initialCards": 3}, calls, happened("called_uno", seat=2)),
    "round-over": (4, {"initialCards": 5}, no_taste, phase("round_over")),
    "round-over-of-ten": (10, {"initialCards": 5}, no_taste, phase("round_over")),
    "match-over": (4, {"initialCards": 5, "targetScore": 100}, no_taste, phase("ended")),
    "match-over-of-ten": (10, {"initialCards": 3, "targetScore": 50}, no_taste, phase("ended")),
}
QUESTIONS: Final = {"wild": "wild-1", "wild-of-ten": "wild-1", "swap": "-7-", "swap-of-ten": "-7-"}
"""Moments of a question that laying such a card brings up."""


# --- Shandong -----------------------------------------------------------------------------------------------------


def eager(*types: str) -> Taste:
    """Everybody but seat 0 declares, snatches or sticks as soon as possible; seat 0 waits."""
    return lambda seen, seat: actions(seen, *types) if seat else []


def bids(seen: Json, _seat: int) -> list[Json]:
    """Everybody declares, at the end of the deal."""
    return actions(seen, "DECLARE") if seen["view"]["phase"] == "declaring" else []


def exchanges(exchanger: bool) -> Taste:
    """Seat 0 exchanges cards as soon as possible and the others declare, or the other way round."""
    return lambda seen, seat: actions(seen, *(("STICK",) if exchanger == (seat == 0) else ("DECLARE",)))


def giving(seen: Json) -> bool:
    """Somebody has to give cards back."""
    return bool(seen["view"]["waitingFor"] == "giveBack")


def suggested(seen: Json, seat: int) -> list[Json]:
    """Everybody declares and plays what the rules suggest."""
    view = seen["view"]
    wanted = view["suggestion"] if view["turn"] == view["seat"] else None
    return bids(seen, seat) or ([wanted] if wanted else [])


def bold(seen: Json, seat: int) -> list[Json]:
    """Everybody leads as many cards as the rules allow without a throw that may fail."""
    view = seen["view"]
    if view["phase"] != "playing" or view["turn"] != seat or view["trick"] is not None:
        return suggested(seen, seat)
    return sorted(actions(seen, "PLAY"), key=lambda action: -len(action["cards"]))[:1]


def throws(seen: Json, seat: int) -> list[Json]:
    """Leads its highest and its lowest card of a side suit together."""
    view = seen["view"]
    if view["phase"] != "playing" or view["trick"] is not None:
        return bids(seen, seat)
    sides = [group["cards"] for group in view["groups"] if group["suit"] != "trump" and len(group["cards"]) > 2]
    return [{"type": "PLAY", "cards": [cards[0], cards[-1]]} for cards in sides]


def in_trick(plays: int, least: int = 1) -> Wish:
    """My turn, so many have played, each at least so many cards."""

    def wish(seen: Json) -> bool:
        trick = seen["view"]["trick"]
        played = trick["plays"] if trick else []
        big = not played or len(played[0]["cards"]) >= least
        return mine(seen) and seen["view"]["phase"] == "playing" and len(played) == plays and big

    return wish


def short_of_suit(seen: Json) -> bool:
    """I must follow with more cards of a suit than I hold."""
    follow = seen["view"]["follow"]
    return bool(follow) and 0 < len(follow["cards"]) < follow["count"]


def last_of_its_suit(seen: Json) -> bool:
    """My turn with many cards and a single one of the last suit."""
    groups = seen["view"]["groups"]
    return in_trick(2)(seen) and len(groups) > 2 and len(groups[-1]["cards"]) == 1 and len(seen["view"]["hand"]) > 14


LAST_LEVEL: Final = {"startLevel": "A", "mandatoryLevels": []}
SHANDONG: Final[dict[str, Wanted]] = {
    "dealing": (4, {}, no_taste, lambda s: s["view"]["phase"] == "dealing" and len(s["view"]["hand"]) == 9),
    "declare": (4, {}, no_taste, lambda s: bool(actions(s, "DECLARE"))),
    "declare-whole-hand": (4, {}, no_taste, lambda s: bool(actions(s, "DECLARE")) and len(s["view"]["hand"]) == 26),
    "declaring": (4, {}, no_taste, lambda s: s["view"]["phase"] == "declaring" and not actions(s, "DECLARE")),
    "declared": (4, {}, eager("DECLARE"), happened("declared")),
    "redealt": (4, {}, no_taste, happened("redealt")),
    "snatch": (4, {}, eager("DECLARE"), lambda s: bool(actions(s, "SNATCH"))),
    "stick": (4, {}, eager("DECLARE"), lambda s: bool(actions(s, "STICK"))),
    "give-back": (4, {}, exchanges(exchanger=True), lambda s: giving(s) and mine(s)),
    "exchanged": (4, {}, exchanges(exchanger=False), giving),
    "others-bury": (4, {}, eager("DECLARE"), lambda s: s["view"]["phase"] == "burying" and not mine(s)),
    "bury": (4, {}, bids, lambda s: mine(s) and s["view"]["phase"] == "burying" and len(s["view"]["hand"]) == 30),
    "trump-shown": (4, {}, bids, happened("trump_shown")),
    "lead": (4, {}, bids, in_trick(0)),
    "follow": (4, {}, bids, in_trick(3)),
    "second": (4, {}, bold, in_trick(1, 2)),
    "many-cards": (4, {}, bold, in_trick(3, 4)),
    "short": (4, {}, bold, short_of_suit),
    "last-of-its-suit": (4, {}, suggested, last_of_its_suit),
    "trick-won": (4, {}, suggested, happened("trick_won")),
    "throw-failed": (4, {}, throws, lambda s: s["view"]["failedThrow"] is not None),
    "few-cards": (4, {}, suggested, lambda s: in_trick(2)(s) and len(s["view"]["hand"]) < 5),
    "last-card": (4, {}, suggested, lambda s: in_trick(2)(s) and len(s["view"]["hand"]) == 1),
    "no-cards": (4, {}, suggested, lambda s: s["view"]["phase"] == "playing" and not s["view"]["hand"]),
    "hand-over": (4, {}, suggested, phase("scored")),
    "match-over": (
        4,
        {"startLevel": "A", "mandatoryLevels": []},
        suggested,
        lambda s: s["view"]["matchWinner"] is not None,
    ),
}

BIDDING: Final = (
    *("declare", "declare-whole-hand", "declaring", "declared", "redealt", "snatch", "stick", "give-back", "exchanged"),
    "bury",
)
"""Phases before the first trick."""
PHASES: Final = {"uno": UNO, "shandong": SHANDONG}


@cache
def find(game: str, name: str) -> Phase:
    """A phase by its name; the first seed that leads to it."""
    seats, options, taste, wish = PHASES[game][name]
    for seed in range(SEEDS):
        match = Match(game, seats, seed, options)
        match.stop = "playing" if name in BIDDING else ""
        seen = match.until(wish, taste)
        if seen is None:
            continue
        question = QUESTIONS.get(name, "") if game == "uno" else ""
        asked = [a["cardId"] for a in actions(seen, "PLAY_CARD") if question and question in a["cardId"]]
        return Phase(
            name=f"{game}-{name}",
            game=game,
            seats=seats,
            view=seen["view"],
            legal=seen["legal"],
            turn=seen["turn"],
            facts=match.facts,
            actor=match.actor,
            action=match.action,
            ask=asked[0] if asked else "",
        )
    raise LookupError(f"{game}-{name} never comes")


def every(game: str) -> Iterator[Phase]:
    """All phases of a game."""
    for name in PHASES[game]:
        yield find(game, name)
