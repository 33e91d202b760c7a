"""Standings of a tournament and its tie-breaks."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import combinations

from scorekeeper.league.event import LOT_WORDS, EntryId, Event, lot
from scorekeeper.league.matches import TIED, VOID, WALKOVER, Match, annulled, drawn_matches
from scorekeeper.league.pairings.values import NEW_PARTNERS, ROUND_ROBIN, SWISS
from scorekeeper.league.words import number

HALF = Fraction(1, 2)


@dataclass
class Account:
    """The figures of one entry; a walkover is won without points."""

    played: int = 0
    won: int = 0
    tied: int = 0
    lost: int = 0
    walkovers: int = 0
    byes: int = 0
    points: int = 0
    margin: Fraction = Fraction(0)
    opponents: list[EntryId] = field(default_factory=list)
    #: Half points scored against each opponent, and in how many matches.
    against: Counter[EntryId] = field(default_factory=Counter)
    meetings: Counter[EntryId] = field(default_factory=Counter)

    @property
    def match_points(self) -> Fraction:
        """One for a win, a walkover or a bye, half for a tie."""
        return self.won + self.walkovers + self.byes + self.tied * HALF

    @property
    def carried(self) -> Fraction:
        """Points at all tables; a round sat out counts as the average of the rounds played."""
        average = Fraction(self.points, self.played) if self.played else Fraction(0)
        return self.points + self.byes * average


Accounts = dict[EntryId, Account]


def accounts(event: Event) -> Accounts:
    """The account of every entry."""
    matches = drawn_matches(event)
    void = annulled(event, matches)
    books: Accounts = {entry.id: Account() for entry in event.entries}
    for match in matches:
        if not void & {entry for group in match.groups for entry in group}:
            _enter(books, match, event)
    for drawn in event.rounds:
        for entry in drawn.sitting_out:
            # In a round robin everybody sits out once, so it is worth nothing.
            books[entry].byes += event.plan.format != ROUND_ROBIN
    if event.plan.format == ROUND_ROBIN:
        _enter_missing(event, books, matches, void)
    return books


def _enter(books: Accounts, match: Match, event: Event) -> None:
    for side, group in enumerate(match.groups):
        others = [entry for other, entries in enumerate(match.groups) if other != side for entry in entries]
        for entry in group:
            if match.was_played:
                _enter_played(books[entry], match, side, others)
            elif match.how == WALKOVER:
                books[entry].walkovers += match.winner == side
            elif match.how == VOID and event.plan.format == NEW_PARTNERS and entry not in event.withdrawn:
                books[entry].byes += 1


def _enter_played(account: Account, match: Match, side: int, others: Sequence[EntryId]) -> None:
    account.played += 1
    tied = match.how == TIED and match.wins[side] == max(match.wins)
    won = match.winner == side
    account.won += won
    account.tied += tied
    account.lost += not (won or tied)
    account.points += match.points[side]
    rest = [points for other, points in enumerate(match.points) if other != side]
    lead = match.points[side] - Fraction(sum(rest), len(rest))
    account.margin += -lead if match.lowest_wins else lead
    for other in others:
        account.opponents.append(other)
        account.meetings[other] += 1
        account.against[other] += 2 * won + tied


def _enter_missing(event: Event, books: Accounts, matches: Sequence[Match], void: frozenset[EntryId]) -> None:
    """An entry that withdrew after half of its matches loses the rest by walkover."""
    met = {frozenset(entry for group in match.groups for entry in group) for match in matches}
    for away in sorted(event.withdrawn - void):
        for entry in event.active:
            if frozenset({away, entry.id}) not in met:
                books[entry.id].walkovers += 1


def score_of(event: Event, account: Account, lowest_wins: bool) -> Fraction:
    """The figure that counts; more is better."""
    if event.plan.format != NEW_PARTNERS:
        return account.match_points
    return -account.carried if lowest_wins else account.carried


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
    #: It depends on the tied group, so it is applied again when it has separated some of them.
    again: bool = False


@dataclass(frozen=True, slots=True)
class Step:
    """The value of a tie-break for one entry; None if it could not compare."""

    tie: TieBreak
    value: Figure | None


@dataclass(frozen=True, slots=True)
class Row:
    """One row of the standings; no place while an entry of a bracket is still in."""

    entry: EntryId
    place: int | None
    score: Fraction = Fraction(0)
    account: Account | None = None
    trail: tuple[Step, ...] = ()
    withdrawn: bool = False


def _of(figure: Callable[[Account], Fraction | int]) -> Callable[[Group], Values]:
    return lambda group: {entry: figure(group.books[entry]) for entry in group.entries}


def _head_to_head(group: Group) -> Values | None:
    """Points against the others who are tied, if all of them have met."""
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
    """The complements of the lots, because the smallest lot is the best."""
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
    NEW_PARTNERS: ("wins", "margin", "opponents"),
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
    """A score as it is printed: with its own sign where the lowest wins."""
    return -score if lowest_wins and event.plan.format == NEW_PARTNERS else score


def _separate(
    group: Group, ties: Sequence[TieBreak], trail: tuple[Step, ...]
) -> list[tuple[EntryId, tuple[Step, ...]]]:
    """Level entries in order, each with its trail of tie-breaks."""
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
    """The tie-break that put one entry above the next, in words; empty if the score did."""
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
