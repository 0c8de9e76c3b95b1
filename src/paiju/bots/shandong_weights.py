"""The values with which `memory` weighs plays.

They were tuned by self-play: two sets that differed a little in every value played the same deals from both sides, and
the values moved towards the winner (simultaneous perturbation, 1250 steps of 30 deals; `tools/tune_shandong.py` does
the same, but is newer than these values). Not every value has the sign that its name suggests; together they gain 0.13
levels per hand over the guesses they started from.
"""

from typing import Final, final


@final
class Weights:
    """Values are in points of the game unless noted. Other sets exist only for tuning; bots play with `WEIGHTS`."""

    def __init__(self) -> None:
        # both
        self.tempo = 2.77
        """The right to lead."""
        self.tempo_winner = -0.63
        """Added to `tempo` for each side card that nobody can beat."""
        self.cost = 0.54
        """Points for a unit of power given up."""
        self.cost_late = 0.38
        """How much more or less power costs when the hand ends: it can no longer be used."""
        # power of cards
        self.trump_least = 3.5
        self.trump_beats = 9.7
        """Multiplied by the share of the trumps out that the card beats."""
        self.trump_beats_square = 3.8
        self.trump_boss = 0.82
        self.side_best = 2.46
        """Divided by one more than the cards above it."""
        self.side_strength = 0.11
        self.side_thin = -0.06
        """Share of a side card's power that is gone when nobody else has the suit any more."""
        self.pair = 2.07
        self.trump_pair = 0.6
        self.torn_pair = 4.2
        self.torn_tractor = 1.91
        # leading
        self.feed = 6.8
        """What the others put into a trick for its winner."""
        self.feed_more = 1.06
        """Added to `feed` for each further card."""
        self.lead_size = 3.7
        self.rescue_kill = 0.5
        """The chance that a partner who has run out of the suit kills."""
        self.rescue_suit = 0.11
        """The chance that the partner has a higher card."""
        self.rescue_share = 0.02
        """Added to `rescue_suit`, multiplied by the partner's share of the suit."""
        self.rescue_many = 0.05
        """The chance that the partner beats more than two cards."""
        self.draw = 4.4
        """For leading trumps. The following values are added to it."""
        self.draw_long = 1.86
        """With at least as many trumps as the opponents can have."""
        self.draw_short = -3.2
        """With fewer."""
        self.draw_excess = 0.12
        """For each trump beyond half of those out."""
        self.draw_winner = 0.72
        """For each winner that is safe afterwards."""
        self.draw_setter = 0.47
        """If the partner set trump; subtracted if an opponent did."""
        self.draw_vain = -1.16
        """If the opponents have no trumps left."""
        self.lead_void = 0.45
        """The last card of a side suit, with trumps to kill later."""
        self.lead_length = -0.18
        """For each other card of the side suit."""
        # following
        self.stake = 2.06
        """What each opponent after us may add to the trick."""
        self.partner_feeds = -0.95
        """What a partner who still has to play adds to a trick that we win."""
        self.pass_base = 0.06
        """The chance that a partner who still has to play wins, whatever the hand."""
        self.pass_odds = 0.15
        """How much of the partner's computed chance is added to `pass_base`."""
        self.discard_void = 3.8
        """For discarding the last card of a side suit."""
        self.discard_short = 0.59
        """For discarding another one, divided by the number of cards left in the suit."""
        # odds
        self.buried = 2.11
        """Places in the kitty for a hidden card of any suit. Fewer than four, because nobody buries at random."""
        self.kills = 0.83
        """How often somebody who has run out of a suit and may hold trumps kills a winner."""
        self.kills_more = 0.9
        """For each further card."""
        # the kitty
        self.bury_points = 6.7
        """For each point."""
        self.bury_ace = 7.6
        self.bury_king = 9.1
        self.bury_queen = 3.2
        self.bury_pair = 7.7
        self.bury_rank = 0.23
        self.bury_void = 18.8
        self.bury_trump = 26.1


WEIGHTS: Final = Weights()
