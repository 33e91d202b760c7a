"""Standings of players, partnerships and entrants of a contest.

The figure that counts comes first, then the tie-breaks of the scheme in order. Every row has a trail of steps: the
criterion, the group in which it was applied, and the value; `why` turns two trails into words.

A page asks for some of the rows (`Rows`). Then only ties that contain such a row are broken; places do not change.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from itertools import takewhile
from typing import Any, NamedTuple

from scorekeeper.league.results import Entrant
from scorekeeper.league.season_totals import Account, Nights, SeasonTotals, season_of_night, subtract_scores
from scorekeeper.league.standings.tie_breaks import LOT, TIES, Field, Lots, Tie, TieBreak, Value, Values, could_meet
from scorekeeper.league.words import Name, called, counted, number


class Step(NamedTuple):
    """A criterion applied to a row; no value if it could not compare."""

    tie: Tie
    #: None for the figure that counts.
    criterion: TieBreak | None
    value: Value | None


NOTHING, NO_ACCOUNT = Fraction(0), Account()


class Row(NamedTuple):
    """One row of standings; without a place until the entrant has played enough nights, or is out of a bracket."""

    entrant: Entrant
    place: int | None
    figure: Fraction = NOTHING
    account: Account = NO_ACCOUNT
    trail: tuple[Step, ...] = ()
    #: Others share the place: nothing could separate them.
    level: bool = False


@dataclass(frozen=True, slots=True)
class Rows:
    """The rows to compute: so many from the top, or all, and those of some entrants."""

    first: int | None = None
    entrants: frozenset[Entrant] = frozenset()

    def want(self, index: int, group: Collection[Entrant]) -> bool:
        """Whether a row of a group is wanted, the first of which has so many rows above it."""
        return self.first is None or index < self.first or not self.entrants.isdisjoint(group)


ALL_ROWS = Rows()


@dataclass(frozen=True)
class Standings:
    """The rows that were wanted, best first, those without a place last."""

    field: Field
    rows: tuple[Row, ...]

    @property
    def season(self) -> SeasonTotals:
        """The totals that were ranked."""
        return self.field.season

    @property
    def size(self) -> int:
        """How many rows there are in all."""
        return len(self.field.entrants)

    @cached_property
    def _by_entrant(self) -> Mapping[Entrant, Row]:
        return {row.entrant: row for row in self.rows}

    def row(self, entrant: Entrant) -> Row:
        """The row of an entrant; KeyError if it has none."""
        return self._by_entrant[entrant]

    def need_lot(self) -> tuple[tuple[Entrant, ...], ...]:
        """Groups of placed entrants that wait for a lot, best first."""
        steps = (step for row in self.rows if row.place is not None for step in row.trail)
        waiting = (step.tie.group for step in steps if step.criterion is TIES[LOT] and step.value is None)
        return tuple(dict.fromkeys(waiting))


#: A class of entrants that are level, with the trail they have in common.
Level = tuple[tuple[Entrant, ...], tuple[Step, ...]]


def of_players(season: SeasonTotals, lots: Lots = (), rows: Rows = ALL_ROWS) -> Standings:
    """Standings of players."""
    entrants = sorted(entrant for entrant in season.accounts if len(entrant) == 1)
    return rank(Field(season, tuple(entrants), lots), rows)


def of_partnerships(season: SeasonTotals, lots: Lots = (), rows: Rows = ALL_ROWS) -> Standings:
    """Standings of partnerships, also of those who played together only once."""
    entrants = sorted(entrant for entrant in season.accounts if len(entrant) > 1)
    return rank(Field(season, tuple(entrants), lots), rows)


def rank(field: Field, rows: Rows = ALL_ROWS) -> Standings:
    """Standings of a field, or some of their rows."""
    accounts, enough = field.season.accounts, field.season.scheme.minimum_nights
    placed = tuple(entrant for entrant in field.entrants if accounts[entrant].nights >= enough)
    others = tuple(entrant for entrant in field.entrants if accounts[entrant].nights < enough)
    ranked = _rows(Tie(field, placed), rows)
    unranked = (row._replace(place=None, level=False) for row in _rows(Tie(field, others), rows, len(placed)))
    return Standings(field, (*ranked, *unranked))


def _rows(tie: Tie, rows: Rows, above: int = 0) -> Iterator[Row]:
    """The rows of a group that has so many rows above it; level entrants share a place."""
    for start, group in _levels(tie, rows, above):
        for entrants, trail in group:
            figure, level = tie.field.figures[entrants[0]], len(entrants) > 1
            for index, entrant in enumerate(entrants, start):
                if rows.want(index, (entrant,)):
                    yield Row(entrant, start + 1, figure, tie.field.season.accounts[entrant], trail, level)
            start += len(entrants)


def _levels(tie: Tie, rows: Rows, above: int) -> Iterator[tuple[int, Iterator[Level]]]:
    """The classes of a group with a wanted row, best first: how many rows are above, and who is level."""
    breaks = tuple(TIES[key] for key in tie.field.season.scheme.ties)
    classes = [(index, value, group) for index, value, group in _by_figure(tie, above) if rows.want(index, group)]
    level = [entrant for *_, group in classes if len(group) > 1 and could_meet(group) for entrant in group]
    # All at once, because every group of its own would cost a query.
    meetings = tie.field.season.meetings_among(level) if level else {}
    for index, value, group in classes:
        level_tie = Tie(tie.field, group, meetings if could_meet(group) else None)
        yield index, _separate(level_tie, breaks, (Step(tie, None, value),))


def _by_figure(tie: Tie, above: int) -> Iterator[tuple[int, Value, tuple[Entrant, ...]]]:
    """The classes of a group by what counts, best first, each with how many rows are above it."""
    for value, group in _classes(tie.field.figures, tie.group):
        yield above, value, group
        above += len(group)


def _separate(tie: Tie, breaks: tuple[TieBreak, ...], trail: tuple[Step, ...]) -> Iterator[Level]:
    """Separate a level group by the tie-breaks in order."""
    if len(tie.group) < 2 or not breaks:
        yield tie.group, trail
        return
    first, rest = breaks[0], breaks[1:]
    values = first.values(tie)
    if values is None:
        yield from _separate(tie, rest, (*trail, Step(tie, first, None)))
        return
    classes = list(_classes(values, tie.group))
    again = first.again and len(classes) > 1
    for value, group in classes:
        longer = (*trail, Step(tie, first, value))
        if len(group) == 1:
            yield group, longer
        else:
            part = Tie(tie.field, group, tie.known_meetings)
            yield from _separate(part, breaks if again else rest, longer)


def _classes(values: Values, group: Iterable[Entrant]) -> Iterator[tuple[Value, tuple[Entrant, ...]]]:
    """Entrants with equal values together, the highest first."""
    equal: dict[tuple[int, ...], list[Entrant]] = {}
    for entrant in group:
        value = values[entrant]
        # A fraction is slow to hash.
        equal.setdefault(value if isinstance(value, tuple) else value.as_integer_ratio(), []).append(entrant)
    classes = [(values[entrants[0]], tuple(entrants)) for entrants in equal.values()]
    yield from sorted(classes, key=lambda part: _comparable(part[0]), reverse=True)


def _comparable(value: Value) -> Any:
    """Whole numbers, which are most, compare faster than fractions."""
    return value.numerator if not isinstance(value, tuple) and value.denominator == 1 else value


#: Places gained, below zero for places lost; None for an entrant that had no place before.
Movement = Mapping[Entrant, int | None]


def movement(before: Standings, now: Standings) -> Movement:
    """Places gained since the standings before; empty if there were none.

    Of the standings before, only rows of the same entrants are needed.
    """
    if not before.size:
        return {}
    places = {row.entrant: row.place for row in before.rows}
    moved: dict[Entrant, int | None] = {}
    for row in now.rows:
        if row.place is not None:
            place = places.get(row.entrant)
            moved[row.entrant] = None if place is None else place - row.place
    return moved


class Climb(NamedTuple):
    """The largest number of places gained, and who gained them."""

    places: int
    entrants: tuple[Entrant, ...]


def biggest_climb(moved: Movement) -> Climb | None:
    """Everybody who gained the most places; None if nobody gained any."""
    most = max((gained for gained in moved.values() if gained is not None), default=0)
    return Climb(most, tuple(entrant for entrant, gained in moved.items() if gained == most)) if most > 0 else None


def race(season: SeasonTotals, nights: Nights, entrants: Sequence[Entrant]) -> list[tuple[Fraction, ...]]:
    """The figures of some entrants after each of these nights, which are the latest of the season.

    Where only the best nights count, or the worst are dropped, all nights of the season are needed.
    """
    scheme = season.scheme
    by_night = [season_of_night(scheme, key, nights[key]).accounts for key in sorted(nights)]
    total = SeasonTotals(scheme, season.nights_held - len(nights), _before(season, by_night, entrants))
    rows = []
    for accounts in by_night:
        played = {entrant: accounts[entrant] for entrant in entrants if entrant in accounts}
        total = total + SeasonTotals(scheme, 1, played)
        rows.append(tuple(total.figure(total.accounts.get(entrant, NO_ACCOUNT)) for entrant in entrants))
    return rows


def _before(
    season: SeasonTotals, by_night: Sequence[Mapping[Entrant, Account]], entrants: Sequence[Entrant]
) -> dict[Entrant, Account]:
    if season.nights_held == len(by_night):
        return {}
    scores = {entrant: [night[entrant].score for night in by_night if entrant in night] for entrant in entrants}
    return {
        entrant: Account(score=subtract_scores(season.accounts[entrant].score, *scores[entrant]))
        for entrant in entrants
    }


def why(standings: Standings, a: Entrant, b: Entrant, name: Name = str) -> str:
    """A sentence about which of the two is ahead, and why."""
    order = [row.entrant for row in standings.rows]
    upper, lower = sorted((standings.row(a), standings.row(b)), key=lambda row: order.index(row.entrant))
    if (upper.place is None) != (lower.place is None):
        return f"{_above(standings, upper, lower, name)}: {_unplaced(standings, lower, name)}."
    common = upper.trail[: _equal_steps(upper, lower)]
    parts = [*dict.fromkeys(_equal(standings, common, (upper, lower), name))]
    if len(common) < len(upper.trail):
        parts.append(_decided(standings, upper, lower, len(common), name))
        return f"{_above(standings, upper, lower, name)}: {'; '.join(parts)}."
    both = f"{called(upper.entrant, name)} and {called(lower.entrant, name)}"
    return f"{both} are tied: {'; '.join(parts)}."


def deciding_tie_break(upper: Row, lower: Row) -> TieBreak | None:
    """The tie-break that put one row above the other; None if the figure did, or nothing."""
    equal = _equal_steps(upper, lower)
    return upper.trail[equal].criterion if equal < len(upper.trail) else None


def _equal_steps(upper: Row, lower: Row) -> int:
    """How many criteria could not separate two rows."""
    pairs = zip(upper.trail, lower.trail, strict=False)
    return sum(1 for _ in takewhile(lambda pair: pair[0].value == pair[1].value, pairs))


def _above(standings: Standings, upper: Row, lower: Row, name: Name) -> str:
    verb = "are" if standings.field.is_plural(upper.entrant) else "is"
    return f"{called(upper.entrant, name)} {verb} ahead of {called(lower.entrant, name)}"


def _have(standings: Standings, row: Row) -> str:
    return "have" if standings.field.is_plural(row.entrant) else "has"


def _unplaced(standings: Standings, row: Row, name: Name) -> str:
    nights = counted(row.account.nights, "night", "nights")
    needed = standings.season.scheme.minimum_nights
    return f"{called(row.entrant, name)} {_have(standings, row)} played {nights}, and {needed} are needed for a place"


def _equal(standings: Standings, steps: Sequence[Step], rows: tuple[Row, Row], name: Name) -> Iterator[str]:
    """The criteria in which two rows are equal, and why some could not compare them."""
    notes = [f"{called(row.entrant, name)}: {note}" for row in rows if (note := _bye_note(standings, row))]
    for step in steps:
        if step.value is not None and step.criterion is None and notes:
            yield f"both have {_describe(standings, step)} ({'; '.join(notes)})"
        elif step.value is not None:
            without = " without byes" if notes and _counts_byes(standings, step) else ""
            yield f"both have {_describe(standings, step)}{without}"
        elif step.criterion is not None:
            yield step.criterion.explain_silence(step.tie)


def _describe(standings: Standings, step: Step) -> str:
    describe: Callable[[Any], str] = (step.criterion or standings.season.scheme.way).describe
    return "" if step.value is None else describe(step.value)


def _bye_note(standings: Standings, row: Row) -> str:
    """What byes added to a row's figure, if anything."""
    scheme, byes = standings.season.scheme, row.account.totals.byes
    if not byes or not scheme.bye or scheme.way.share:
        return ""
    # In a contest, walkovers are among them.
    nouns = ("unplayed round", "unplayed rounds") if standings.field.same_rounds else ("bye", "byes")
    rounds = counted(byes, *nouns)
    if scheme.best is not None or scheme.drop:
        return f"with {rounds}"
    return f"{number(scheme.bye * byes)} from {rounds}"


def _counts_byes(standings: Standings, step: Step) -> bool:
    """Whether this tie-break has the name of the figure, but does not count byes."""
    way = standings.season.scheme.way
    return step.criterion is not None and step.criterion.id == way.id and step.value is not None


def _decided(standings: Standings, upper: Row, lower: Row, at: int, name: Name) -> str:
    """The first criterion in which the two differ."""
    one, two = upper.trail[at], lower.trail[at]
    if one.criterion is not None and one.criterion.explain is not None:
        return one.criterion.explain(one.tie, upper.entrant, lower.entrant, name)
    own = f"{_have(standings, upper)} {_describe(standings, one)}{_bye_words(standings, upper, lower, one)}"
    others = f"{_describe(standings, two)}{_bye_words(standings, lower, upper, two)}"
    return f"{called(upper.entrant, name)} {own}, {called(lower.entrant, name)} {others}"


def _bye_words(standings: Standings, row: Row, other: Row, step: Step) -> str:
    note = _bye_note(standings, row)
    if step.criterion is None:
        return f" ({note})" if note else ""
    either = note or _bye_note(standings, other)
    return " without byes" if either and _counts_byes(standings, step) else ""
