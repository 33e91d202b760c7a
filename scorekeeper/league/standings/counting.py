"""What counts in a season: an ordered table of ways to score a night.

A way gives every entrant a `Score` for a night: an amount, and for shares also the whole. Amounts and wholes of a
season are added separately, so a season's share is the part of all its points.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import NamedTuple

from scorekeeper.league.results import Entrant, places
from scorekeeper.league.totals import Totals, TotalsByEntrant
from scorekeeper.league.words import counted, points_share

FOR_SUBSTITUTE, FOR_ABSENT, FOR_NOBODY = "substitute", "absent", "nobody"
#: Who gets a substitute's game, with the labels of the choices.
SUBSTITUTES = {
    FOR_SUBSTITUTE: "The substitute",
    FOR_ABSENT: "The absent player",
    FOR_NOBODY: "Nobody",
}


class Score(NamedTuple):
    """What a night adds to a season."""

    amount: Fraction = Fraction(0)
    of: int = 0
    night: str = ""


@dataclass(frozen=True, slots=True)
class Scheme:
    """The scoring method of a season."""

    #: The id of a way.
    counts: str = "wins"
    #: Keys of `tie_breaks.TIES`, asked in this order.
    ties: tuple[str, ...] = ("head-to-head", "wins", "margin", "bids-made", "set-backs", "lot")
    #: What a bye adds, in the unit of what counts.
    bye: Fraction = Fraction(0)
    #: Nights that an entrant needs for a place.
    minimum_nights: int = 0
    #: Only so many best nights count, or all.
    best: int | None = None
    #: So many worst nights do not count; nights missed are the first of them.
    drop: int = 0
    #: No lead in a game counts for more.
    cap: int | None = None
    #: Season points for first, second, third …
    points_by_place: tuple[int, ...] = (3, 2, 1)
    #: Who gets a substitute's game in the standings of players: a key of `SUBSTITUTES`.
    substitutes: str = FOR_SUBSTITUTE

    @property
    def way(self) -> Way:
        """What counts."""
        return _EVERY_WAY[self.counts]


def scheme_faults(scheme: Scheme, ties: Collection[str]) -> tuple[str, ...]:
    """Everything that cannot be meant, in words; `ties` are the tie-breaks there are."""
    wrong = [tie for tie in scheme.ties if tie not in ties]
    checks = (
        (scheme.counts not in WAYS, f"There is no scoring method “{scheme.counts}”. Choose one of {', '.join(WAYS)}."),
        (
            scheme.substitutes not in SUBSTITUTES,
            "Choose who gets a substitute’s game: the substitute, the absent player or nobody.",
        ),
        (bool(wrong), f"There is no tie-break “{', '.join(wrong)}”. Choose from {', '.join(ties)}."),
        (len(set(scheme.ties)) < len(scheme.ties), "A tie-break is listed twice. Remove one of them."),
        ("lot" in scheme.ties[:-1], "A drawn lot must be the last tie-break."),
        (bool(scheme.best is not None and scheme.drop), "Take the best nights or drop the worst, not both."),
        (scheme.best is not None and scheme.best < 1, "At least one night must count: the best 1 or more."),
        (scheme.drop < 0 or scheme.minimum_nights < 0, "The number of nights must be 0 or more."),
        (scheme.cap is not None and scheme.cap < 1, "A cap on the margin must be 1 or more. Leave it empty for none."),
    )
    return tuple(message for wrong, message in checks if wrong)


@dataclass(frozen=True, slots=True)
class Way:
    """One way to count: its name, its meaning, a night's scores, and how to write a figure."""

    id: str
    title: str
    words: str
    scores: Callable[[Scheme, TotalsByEntrant], Mapping[Entrant, Score]]
    unit: tuple[str, str] = ("point", "points")
    share: bool = False
    #: A night is the sum of its games (and byes).
    by_game: bool = True
    #: Fewer points are better: figures are negative, and written without the sign.
    is_lowest: bool = False

    def figure(self, part: Score) -> Fraction:
        """The number in the standings."""
        return part.amount / part.of if self.share and part.of else part.amount

    def describe(self, figure: Fraction | int) -> str:
        """The number with its noun."""
        return points_share(figure) if self.share else counted(self.shown(figure), *self.unit)

    def shown(self, figure: Fraction | int) -> Fraction | int:
        """The number as it is printed."""
        return -figure if self.is_lowest else figure


def _by_totals(
    amount: Callable[[Scheme, Totals], Fraction | int],
) -> Callable[[Scheme, TotalsByEntrant], dict[Entrant, Score]]:

    def scores(scheme: Scheme, by_entrant: TotalsByEntrant) -> dict[Entrant, Score]:
        return {
            entrant: Score(amount(scheme, totals) + scheme.bye * totals.byes) for entrant, totals in by_entrant.items()
        }

    return scores


def _shares(scheme: Scheme, by_entrant: TotalsByEntrant) -> dict[Entrant, Score]:
    return {entrant: Score(Fraction(totals.taken), totals.stake) for entrant, totals in by_entrant.items()}


def _average_for_byes(scheme: Scheme, by_entrant: TotalsByEntrant) -> dict[Entrant, Score]:
    return {
        entrant: Score(totals.points + totals.byes * Fraction(totals.points, totals.games or 1))
        for entrant, totals in by_entrant.items()
    }


def _game_places(scheme: Scheme, totals: Totals) -> int:
    return sum(points * times for points, times in zip(scheme.points_by_place, totals.places, strict=False))


def _night_places(scheme: Scheme, by_entrant: TotalsByEntrant) -> dict[Entrant, Score]:
    """Season points by the place in the night: most wins first, then margin; byes come on top."""
    scores = {entrant: Score(scheme.bye * totals.byes) for entrant, totals in by_entrant.items()}
    for size in sorted({len(entrant) for entrant in by_entrant}):
        field = [entrant for entrant, totals in by_entrant.items() if len(entrant) == size and totals.games]
        for entrant, place in zip(
            field, places(_ranks(scheme, [by_entrant[entrant] for entrant in field])), strict=True
        ):
            points = scheme.points_by_place[place - 1] if place <= len(scheme.points_by_place) else 0
            scores[entrant] = Score(scores[entrant].amount + points)
    return scores


def _ranks(scheme: Scheme, entrants: list[Totals]) -> list[int]:
    """How many different results are below each one."""
    keys = [(totals.wins, totals.margin(scheme.cap)) for totals in entrants]
    order = sorted(set(keys))
    return [order.index(key) for key in keys]


_TABLE = (
    Way(
        "wins",
        "Wins",
        "Each game won counts as one win. A shared win is split.",
        _by_totals(lambda scheme, totals: totals.wins),
        ("win", "wins"),
    ),
    Way(
        "points",
        "Game points",
        "Points from the score sheets plus handicap. Where the lowest score wins, points count against you.",
        _by_totals(lambda scheme, totals: totals.points),
    ),
    Way(
        "share",
        "Share of points",
        "Your share of all points made at your tables. A negative total counts as 0. A bye changes nothing.",
        _shares,
        share=True,
    ),
    Way(
        "margin",
        "Margin",
        "Your lead over the best other side in each game, up to the cap. A deficit counts against you.",
        _by_totals(lambda scheme, totals: totals.margin(scheme.cap)),
        ("point of margin", "points of margin"),
    ),
    Way(
        "game-places",
        "Season points by game",
        "Points for your place in each game: 3, 2 and 1 unless you agree otherwise. Equal places get equal points.",
        _by_totals(_game_places),
        ("season point", "season points"),
    ),
    Way(
        "night-places",
        "Season points by night",
        "Points for your place in the night (most wins, then margin). Equal places get equal points.",
        _night_places,
        ("season point", "season points"),
        by_game=False,
    ),
)

#: What counts where partners change every round of a contest.
CARRIED = Way("carried", "Points", "Points at all tables. Sitting out counts as your average.", _average_for_byes)
CARRIED_LOWEST = replace(CARRIED, id="carried-lowest", is_lowest=True)

#: Every way to count a season, by its id, in the order in which they are offered.
WAYS: dict[str, Way] = {way.id: way for way in _TABLE}
_EVERY_WAY = WAYS | {way.id: way for way in (CARRIED, CARRIED_LOWEST)}
