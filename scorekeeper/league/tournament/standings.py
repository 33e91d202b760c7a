"""Standings of a tournament, with tie-breaks that say what they found."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations

from scorekeeper.league.tournament.accounts import Account, Accounts, accounts, score_of
from scorekeeper.league.tournament.seeding import LOT_WORDS, lot
from scorekeeper.league.tournament.values import INDIVIDUAL, ROUND_ROBIN, SWISS, EntryId, Event
from scorekeeper.league.words import number

Figure = Fraction | int | str
Values = dict[EntryId, Figure]


@dataclass(frozen=True, slots=True)
class Group:
    """Entries that are level, and the accounts of all."""

    event: Event
    books: Accounts
    scores: dict[EntryId, Fraction]
    entries: tuple[EntryId, ...]


@dataclass(frozen=True, slots=True)
class TieBreak:
    """One way to separate entries that are level: higher is better."""

    id: str
    title: str
    words: str
    values: Callable[[Group], Values | None]
    #: It looks at those who are level alone, so it is asked again when it has separated some of them.
    again: bool = False


@dataclass(frozen=True, slots=True)
class Step:
    """What a tie-break found about one entry; None where it could not compare."""

    tie: TieBreak
    value: Figure | None


@dataclass(frozen=True, slots=True)
class Row:
    """One line of the standings; no place while an entry of a bracket is still in."""

    entry: EntryId
    place: int | None
    score: Fraction = Fraction(0)
    account: Account | None = None
    trail: tuple[Step, ...] = ()
    withdrawn: bool = False


def _of(figure: Callable[[Account], Fraction | int]) -> Callable[[Group], Values]:
    return lambda group: {entry: figure(group.books[entry]) for entry in group.entries}


def _head_to_head(group: Group) -> Values | None:
    """What everybody scored against the others who are level, if all of them have met."""
    books = group.books
    if not all(books[one].meetings[other] for one, other in combinations(group.entries, 2)):
        return None
    return {entry: Fraction(sum(books[entry].against[other] for other in group.entries), 2) for entry in group.entries}


def _opponents(group: Group) -> Values:
    """The sum of the scores of everybody met at the table."""
    return {
        entry: sum((group.scores[other] for other in group.books[entry].opponents), Fraction(0))
        for entry in group.entries
    }


def _lots(group: Group) -> Values:
    """The smallest lot is the best; turned round by its complement, so that higher is better."""
    flipped = str.maketrans("0123456789abcdef", "fedcba9876543210")
    return {entry: lot(group.event.plan.lot, entry).translate(flipped) for entry in group.entries}


_TABLE = (
    TieBreak(
        "head-to-head",
        "Head to head",
        "Matches among those who are tied, if all of them have met.",
        _head_to_head,
        again=True,
    ),
    TieBreak("opponents", "Opponents’ score", "The scores of all opponents added up.", _opponents),
    TieBreak("wins", "Wins", "Matches won.", _of(lambda account: account.won + account.tied * Fraction(1, 2))),
    TieBreak("margin", "Margin", "Points scored minus points given up.", _of(lambda account: account.margin)),
    TieBreak("points", "Game points", "Points scored.", _of(lambda account: account.points)),
    TieBreak("lot", "Drawn lot", LOT_WORDS, _lots),
)
#: Every tie-break by its id.
TIES = {tie.id: tie for tie in _TABLE}
LOT = TIES["lot"]
#: The usual tie-breaks of each format; the lot always comes last.
USUAL = {
    SWISS: ("opponents", "head-to-head", "margin"),
    ROUND_ROBIN: ("head-to-head", "margin", "points"),
    INDIVIDUAL: ("wins", "margin", "opponents"),
}


def ties_of(event: Event) -> tuple[TieBreak, ...]:
    """The tie-breaks of an event in order, the lot last."""
    chosen = event.plan.ties or USUAL.get(event.plan.format, ())
    return (*(TIES[tie] for tie in chosen if tie != LOT.id), LOT)


def standings(event: Event, lowest_wins: bool = False) -> tuple[Row, ...]:
    """The rows of a drawn tournament, best first."""
    books = accounts(event)
    scores = {entry: score_of(event, account, lowest_wins) for entry, account in books.items()}
    order = []
    for score in sorted({*scores.values()}, reverse=True):
        level = tuple(entry.id for entry in event.entries if scores[entry.id] == score)
        order += _separate(Group(event, books, scores, level), ties_of(event), ())
    return tuple(
        Row(entry, place, _shown(event, scores[entry], lowest_wins), books[entry], trail, entry in away)
        for away in (event.withdrawn,)
        for place, (entry, trail) in enumerate(order, 1)
    )


def _shown(event: Event, score: Fraction, lowest_wins: bool) -> Fraction:
    """A score as people read it: carried points keep their sign where the lowest wins."""
    return -score if lowest_wins and event.plan.format == INDIVIDUAL else score


def _separate(
    group: Group, ties: Sequence[TieBreak], trail: tuple[Step, ...]
) -> list[tuple[EntryId, tuple[Step, ...]]]:
    """Entries that are level, in order, each with what was asked about it."""
    if len(group.entries) == 1 or not ties:
        return [(entry, trail) for entry in group.entries]
    tie, rest = ties[0], ties[1:]
    values = tie.values(group)
    if values is None:
        return _separate(group, rest, (*trail, Step(tie, None)))
    order: list[tuple[EntryId, tuple[Step, ...]]] = []
    classes = sorted({*values.values()}, reverse=True)
    for value in classes:
        level = tuple(entry for entry in group.entries if values[entry] == value)
        asked = ties if tie.again and len(classes) > 1 else rest
        smaller = Group(group.event, group.books, group.scores, level)
        order += _separate(smaller, asked, (*trail, Step(tie, value)))
    return order


def why(above: Row, below: Row) -> str:
    """What put one entry above the next, in words; empty where the score did."""
    if above.score != below.score:
        return ""
    for own, other in zip(above.trail, below.trail, strict=False):
        if own.value != other.value:
            return _explain(own, other)
    return ""


def _explain(own: Step, other: Step) -> str:
    if isinstance(own.value, str) or own.value is None or other.value is None or isinstance(other.value, str):
        return own.tie.title
    return f"{own.tie.title}: {number(own.value)} to {number(other.value)}"
