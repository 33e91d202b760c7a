"""Standings of players and of partnerships.

What counts comes first, then the tie-breaks of the scheme in their order. Every row keeps its trail:
what was asked, in which company, and what it had to show; `why` turns two trails into words.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import NamedTuple

from scorekeeper.league.results.result import Entrant
from scorekeeper.league.standings.tie_breaks import LOT, TIES, Lots, Tie, TieBreak, could_meet
from scorekeeper.league.totals.season import Account, SeasonTotals


class Step(NamedTuple):
    """One question on the way to a place; no value where it could not compare."""

    tie: Tie
    #: None for what counts in the season itself.
    criterion: TieBreak | None
    value: Fraction | int | None


class Row(NamedTuple):
    """One line of standings; without a place until the entrant has played enough nights."""

    entrant: Entrant
    place: int | None
    figure: Fraction | int
    account: Account
    trail: tuple[Step, ...]
    #: Others share the place: nothing could separate them.
    level: bool = False


@dataclass(frozen=True)
class Standings:
    """The rows, best first, those without a place last."""

    season: SeasonTotals
    rows: tuple[Row, ...]
    _by_entrant: Mapping[Entrant, Row] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "_by_entrant", {row.entrant: row for row in self.rows})

    def row(self, entrant: Entrant) -> Row:
        """The row of an entrant; KeyError if it has none."""
        return self._by_entrant[entrant]

    def need_lot(self) -> tuple[tuple[Entrant, ...], ...]:
        """Groups of placed entrants that wait for a lot, best first."""
        steps = (step for row in self.rows if row.place is not None for step in row.trail)
        waiting = (step.tie.group for step in steps if step.criterion is TIES[LOT] and step.value is None)
        return tuple(dict.fromkeys(waiting))


NOTHING = Fraction(0)
#: A class of entrants that are level, with the trail they have in common.
Level = tuple[tuple[Entrant, ...], tuple[Step, ...]]


def of_players(season: SeasonTotals, lots: Lots = ()) -> Standings:
    """Standings of players."""
    return standings(season, lambda entrant: len(entrant) == 1, lots)


def of_partnerships(season: SeasonTotals, lots: Lots = ()) -> Standings:
    """Standings of partnerships, also of those who played together only once."""
    return standings(season, lambda entrant: len(entrant) > 1, lots)


def standings(season: SeasonTotals, wanted: Callable[[Entrant], bool], lots: Lots = ()) -> Standings:
    """Standings of all entrants that are wanted."""
    entrants = sorted(entrant for entrant in season.accounts if wanted(entrant))
    enough = season.scheme.minimum_nights
    placed = tuple(entrant for entrant in entrants if season.accounts[entrant].nights >= enough)
    others = tuple(entrant for entrant in entrants if season.accounts[entrant].nights < enough)
    rows = [*_rows(Tie(season, placed, lots), 1), *_rows(Tie(season, others, lots), None)]
    return Standings(season, tuple(rows))


def _rows(tie: Tie, first: int | None) -> Iterator[Row]:
    """A row for everybody; entrants that stay level share a place."""
    place = first
    for group, trail in _ranked(tie):
        figure = trail[0].value or NOTHING
        level = place is not None and len(group) > 1
        for entrant in group:
            yield Row(entrant, place, figure, tie.season.accounts[entrant], trail, level)
        place = place and place + len(group)


def _ranked(tie: Tie) -> Iterator[Level]:
    """The classes of a group, best first."""
    figures = {entrant: tie.season.figure(tie.season.accounts[entrant]) for entrant in tie.group}
    breaks = tuple(TIES[key] for key in tie.season.scheme.ties)
    classes = list(_classes(figures, tie.group))
    level = [entrant for _, group in classes if len(group) > 1 and could_meet(group) for entrant in group]
    # All at once, because every group of its own would cost a query.
    meetings = tie.season.meetings_among(level) if level else {}
    for value, group in classes:
        level_tie = Tie(tie.season, group, tie.lots, meetings if could_meet(group) else None)
        yield from _broken(level_tie, breaks, (Step(tie, None, value),))


def _broken(tie: Tie, breaks: tuple[TieBreak, ...], trail: tuple[Step, ...]) -> Iterator[Level]:
    """A level group, separated by the first tie-break that can, and so on."""
    if len(tie.group) < 2 or not breaks:
        yield tie.group, trail
        return
    first, rest = breaks[0], breaks[1:]
    values = first.values(tie)
    if values is None:
        yield from _broken(tie, rest, (*trail, Step(tie, first, None)))
        return
    classes = list(_classes(values, tie.group))
    again = first.again and len(classes) > 1
    for value, group in classes:
        longer = (*trail, Step(tie, first, value))
        if len(group) == 1:
            yield group, longer
        else:
            part = Tie(tie.season, group, tie.lots, tie.known_meetings)
            yield from _broken(part, breaks if again else rest, longer)


def _classes(
    values: Mapping[Entrant, Fraction | int], group: Iterable[Entrant]
) -> Iterator[tuple[Fraction | int, tuple[Entrant, ...]]]:
    """Entrants with equal values together, the highest first."""
    equal: dict[tuple[int, int], list[Entrant]] = {}
    for entrant in group:
        equal.setdefault(values[entrant].as_integer_ratio(), []).append(entrant)
    for ratio in sorted(equal, key=_comparable, reverse=True):
        yield values[equal[ratio][0]], tuple(equal[ratio])


def _comparable(ratio: tuple[int, int]) -> Fraction | int:
    """Whole numbers, which are most, compare faster than fractions."""
    return ratio[0] if ratio[1] == 1 else Fraction(*ratio)
