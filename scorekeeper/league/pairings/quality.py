"""How good a schedule is: partners repeated, how evenly people meet, how evenly they sit out."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations

from scorekeeper.league.pairings.values import RoundPlan, past
from scorekeeper.league.words import counted, listed, times


@dataclass(frozen=True, slots=True)
class Quality:
    """The figures of a schedule; less is better, and each `least` close to its `most`."""

    #: Pairs who are partners more than once, counted as often as they are too often.
    repeated_partners: int
    opponents_least: int
    opponents_most: int
    #: The sum of squares of how often every two oppose each other: the lower, the more even.
    unevenness: int
    sit_outs_least: int
    sit_outs_most: int

    @property
    def perfect(self) -> bool:
        """No partner twice, and everybody meets and sits out as evenly as whole numbers allow."""
        return (
            not self.repeated_partners
            and self.opponents_most - self.opponents_least <= 1
            and self.sit_outs_most - self.sit_outs_least <= 1
        )

    def sentence(self, partners: bool = True, repeated: int | None = None) -> str:
        """The figures in a sentence; without partners, only what can be said of people who play alone.

        `repeated` is how many partnerships the last round repeats; without it, all of them are counted.
        """
        clauses = [f"everybody plays against everybody {_span(self.opponents_least, self.opponents_most)}"]
        if partners or self.repeated_partners:
            clauses.insert(0, self._partners_clause(repeated))
        if self.sit_outs_most:
            clauses.append(f"everybody sits out {_span(self.sit_outs_least, self.sit_outs_most)}")
        return f"{listed(clauses)}.".capitalize()

    def _partners_clause(self, repeated: int | None) -> str:
        if not self.repeated_partners:
            return "nobody has the same partner twice"
        if repeated is None:
            return counted(self.repeated_partners, "partnership is repeated", "partnerships are repeated")
        if not repeated:
            return "this round repeats no partnership"
        return f"this round repeats {counted(repeated, 'partnership', 'partnerships')}"


def _span(least: int, most: int) -> str:
    if least == most:
        return times(least) if least else "never"
    return f"{times(least)} to {times(most)}" if least else f"at most {times(most)}"


def quality(rounds: Sequence[RoundPlan]) -> Quality:
    """The quality of some rounds, among all who take part in them."""
    so_far = past(rounds)
    players = sorted({*so_far.played, *so_far.sat_out})
    opponents = [so_far.opponents[one, other] for one, other in combinations(players, 2)]
    out = [so_far.sat_out[player] for player in players]
    return Quality(
        sum(often - 1 for often in so_far.partners.values()),
        min(opponents, default=0),
        max(opponents, default=0),
        sum(often * often for often in opponents),
        min(out, default=0),
        max(out, default=0),
    )
