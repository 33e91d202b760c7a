"""What every entry of a drawn tournament has to show: games, points, margin, opponents, byes."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from fractions import Fraction

from scorekeeper.league.tournament.drawn import annulled, drawn_matches
from scorekeeper.league.tournament.matches import TIED, VOID, WALKOVER, Match
from scorekeeper.league.tournament.values import INDIVIDUAL, ROUND_ROBIN, EntryId, Event

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
        for entry in drawn.byes:
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
            elif match.how == VOID and event.plan.format == INDIVIDUAL and entry not in event.withdrawn:
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
    """Whoever withdrew after half of their matches loses the rest by walkover."""
    met = {frozenset(entry for group in match.groups for entry in group) for match in matches}
    for away in sorted(event.withdrawn - void):
        for entry in event.active:
            if frozenset({away, entry.id}) not in met:
                books[entry.id].walkovers += 1


def score_of(event: Event, account: Account, lowest_wins: bool) -> Fraction:
    """What the standings go by, more being better."""
    if event.plan.format != INDIVIDUAL:
        return account.match_points
    return -account.carried if lowest_wins else account.carried
