"""Standings of players and of partnerships.

What counts comes first, then the tie-breaks of the scheme in their order. Every row keeps its trail:
what was asked, in which company, and what it had to show; `why` turns two trails into words.

A page asks for some of the rows (`Rows`). Then ties are broken only where such a row is, and the places are
the same as in the whole.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
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


@dataclass(frozen=True, slots=True)
class Rows:
    """The rows that are wanted: so many from the top, or all, and those of some entrants."""

    first: int | None = None
    entrants: frozenset[Entrant] = frozenset()

    def want(self, index: int, entrant: Entrant) -> bool:
        """Whether the row of an entrant, with so many rows above it, is wanted."""
        return self.first is None or index < self.first or entrant in self.entrants

    def want_any(self, index: int, group: Collection[Entrant]) -> bool:
        """Whether a row of a group is wanted, the first of which has so many rows above it."""
        return self.first is None or index < self.first or not self.entrants.isdisjoint(group)


ALL_ROWS = Rows()


@dataclass(frozen=True)
class Standings:
    """The rows that were wanted, best first, those without a place last."""

    season: SeasonTotals
    rows: tuple[Row, ...]
    #: How many rows there are in all.
    size: int
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


def of_players(season: SeasonTotals, lots: Lots = (), rows: Rows = ALL_ROWS) -> Standings:
    """Standings of players."""
    return standings(season, lambda entrant: len(entrant) == 1, lots, rows)


def of_partnerships(season: SeasonTotals, lots: Lots = (), rows: Rows = ALL_ROWS) -> Standings:
    """Standings of partnerships, also of those who played together only once."""
    return standings(season, lambda entrant: len(entrant) > 1, lots, rows)


def standings(
    season: SeasonTotals, takes_part: Callable[[Entrant], bool], lots: Lots = (), rows: Rows = ALL_ROWS
) -> Standings:
    """Standings of all entrants that take part, or some of their rows."""
    entrants = sorted(entrant for entrant in season.accounts if takes_part(entrant))
    enough = season.scheme.minimum_nights
    placed = tuple(entrant for entrant in entrants if season.accounts[entrant].nights >= enough)
    others = tuple(entrant for entrant in entrants if season.accounts[entrant].nights < enough)
    ranked = _rows(Tie(season, placed, lots), rows)
    unranked = (row._replace(place=None, level=False) for row in _rows(Tie(season, others, lots), rows, len(placed)))
    return Standings(season, (*ranked, *unranked), len(entrants))


def _rows(tie: Tie, rows: Rows, above: int = 0) -> Iterator[Row]:
    """The rows of a group, below so many others; entrants that stay level share a place."""
    for start, group in _levels(tie, rows, above):
        for entrants, trail in group:
            figure, level = trail[0].value or NOTHING, len(entrants) > 1
            for index, entrant in enumerate(entrants, start):
                if rows.want(index, entrant):
                    yield Row(entrant, start + 1, figure, tie.season.accounts[entrant], trail, level)
            start += len(entrants)


def _levels(tie: Tie, rows: Rows, above: int) -> Iterator[tuple[int, Iterator[Level]]]:
    """The classes of a group in which a row is wanted, best first: how many rows are above, and who is level."""
    breaks = tuple(TIES[key] for key in tie.season.scheme.ties)
    classes = [(index, value, group) for index, value, group in _by_figure(tie, above) if rows.want_any(index, group)]
    level = [entrant for *_, group in classes if len(group) > 1 and could_meet(group) for entrant in group]
    # All at once, because every group of its own would cost a query.
    meetings = tie.season.meetings_among(level) if level else {}
    for index, value, group in classes:
        level_tie = Tie(tie.season, group, tie.lots, meetings if could_meet(group) else None)
        yield index, _broken(level_tie, breaks, (Step(tie, None, value),))


def _by_figure(tie: Tie, above: int) -> Iterator[tuple[int, Fraction | int, tuple[Entrant, ...]]]:
    """The classes of a group by what counts, best first, each with how many rows are above it."""
    figures = {entrant: tie.season.figure(tie.season.accounts[entrant]) for entrant in tie.group}
    for value, group in _classes(figures, tie.group):
        yield above, value, group
        above += len(group)


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
