"""Nights put together to a season, so that a standing costs the same after two and after two hundred.

An `Account` holds what an entrant has in a season: sums, and of single nights only those that the
scheme may have to take or drop. Accounts of different nights add up in any order, so a night is
added once, when it is over; the one that is going on can be added on top for a look.
"""

from __future__ import annotations

from bisect import insort
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from typing import NamedTuple

from scorekeeper.league.results.result import Entrant, Result, Side
from scorekeeper.league.standings.counting import Part, Scheme
from scorekeeper.league.totals.night import Book, Meetings, Tallies, Tally, book, merged

#: What is added to a season at a time: a night's id and its book.
Nights = Mapping[str, Book]
NO_TALLY, NO_PART = Tally(), Part()


@dataclass(frozen=True, slots=True)
class Account:
    """One entrant's season: nights played, what was done in them, and what counts."""

    nights: int = 0
    #: Without the margin of every game; `margin` is their sum, each up to the cap.
    tally: Tally = NO_TALLY
    margin: int = 0
    total: Part = NO_PART
    #: The best nights, best first, or the worst, worst first: as many as the scheme takes or drops.
    ends: tuple[Part, ...] = ()
    #: Their sum, so that nobody has to add them up again.
    ends_sum: Part = NO_PART


@dataclass(frozen=True)
class Season:
    """Everybody's account, who met whom, and how many nights were held."""

    scheme: Scheme = field(default_factory=Scheme)
    held: int = 0
    accounts: Mapping[Entrant, Account] = field(default_factory=dict)
    meetings: Meetings = field(default_factory=dict)

    def __add__(self, other: Season) -> Season:
        """Two parts of a season that have no night in common."""
        return _joined(self.scheme, (self, other))

    def counted(self, account: Account) -> Part:
        """What counts of an account, best or worst nights considered."""
        if self.scheme.best is not None:
            return account.ends_sum
        missed = self.held - account.nights
        dropped = account.ends[: max(0, self.scheme.drop - missed)]
        return less(account.total, *dropped) if dropped else account.total

    def figure(self, account: Account) -> Fraction:
        """The same as the number that stands in the table."""
        return self.scheme.way.figure(self.counted(account))


def season(scheme: Scheme, nights: Nights) -> Season:
    """A whole season from its nights."""
    return _joined(scheme, [night(scheme, key, nights[key]) for key in sorted(nights)])


def night(scheme: Scheme, key: str, played: Book) -> Season:
    """A season of one night."""
    tallies = counting(scheme, played)
    parts = scheme.way.parts(scheme, tallies)
    accounts = {who: _account(scheme, tally, parts[who]._replace(night=key)) for who, tally in tallies.items()}
    return Season(scheme, 1, accounts, played.meetings)


def counting(scheme: Scheme, played: Book) -> Tallies:
    """What counts of a book: games as a substitute only if the club says so."""
    return merged(played.tallies, played.as_substitute) if scheme.substitutes_count else played.tallies


def opened(scheme: Scheme, who: Entrant, nights: Nights) -> dict[str, tuple[Part, bool]]:
    """An entrant's nights in their order: what each adds, and whether it counts."""
    tables = {key: counting(scheme, played) for key, played in sorted(nights.items())}
    parts = [
        scheme.way.parts(scheme, tallies)[who]._replace(night=key) for key, tallies in tables.items() if who in tallies
    ]
    missed = len(nights) - len(parts)
    ranked = sorted(parts, key=rank(scheme))
    left = ranked[: max(0, scheme.drop - missed)] if scheme.best is None else ranked[scheme.best :]
    out = {part.night for part in left}
    return {part.night: (part, part.night not in out) for part in parts}


class Opened(NamedTuple):
    """One game behind a night's figure: the side somebody played on, and what the game added."""

    result: Result
    side: Side
    #: None where only the whole night counts.
    part: Part | None


def opened_night(scheme: Scheme, who: Entrant, results: Iterable[Result]) -> list[Opened]:
    """The games of an entrant in a night, in order of time."""
    found = []
    for result in sorted(results, key=lambda result: result.when):
        side = result.side_of(who)
        tally = counting(scheme, book([result])).get(who)
        if side is not None and tally is not None:
            part = scheme.way.parts(scheme, {who: tally})[who] if scheme.way.by_game else None
            found.append(Opened(result, side, part))
    return found


def added(*parts: Part) -> Part:
    """The sum of parts."""
    if not parts:
        return NO_PART
    return Part(sum((part.amount for part in parts), Fraction(0)), sum(part.of for part in parts))


def less(part: Part, *others: Part) -> Part:
    """A part without others."""
    gone = added(*others)
    return Part(part.amount - gone.amount, part.of - gone.of)


def _account(scheme: Scheme, tally: Tally, part: Part) -> Account:
    total = part._replace(night="")
    account = Account(1, replace(tally, margins=()), tally.margin(scheme.cap), total)
    return replace(account, ends=(part,), ends_sum=total) if scheme.best or scheme.drop else account


def _joined(scheme: Scheme, parts: Sequence[Season]) -> Season:
    """Parts of a season added up; the first, which may be long, is only copied."""
    accounts = dict(parts[0].accounts) if parts else {}
    meetings = dict(parts[0].meetings) if parts else {}
    for part in parts[1:]:
        for who, account in part.accounts.items():
            accounts[who] = both(scheme, accounts[who], account) if who in accounts else account
        for pair, meeting in part.meetings.items():
            meetings[pair] = meetings[pair].plus(meeting) if pair in meetings else meeting
    return Season(scheme, sum(part.held for part in parts), accounts, meetings)


def both(scheme: Scheme, one: Account, other: Account) -> Account:
    """Two accounts of one entrant that have no night in common."""
    sums = (one.nights + other.nights, one.tally + other.tally, one.margin + other.margin)
    total = added(one.total, other.total)
    if not one.ends and not other.ends:
        return Account(*sums, total)
    ends, beyond = _ends(scheme, one.ends, other.ends)
    return Account(*sums, total, tuple(ends), less(added(one.ends_sum, other.ends_sum), *beyond))


def _ends(scheme: Scheme, one: tuple[Part, ...], other: tuple[Part, ...]) -> tuple[list[Part], list[Part]]:
    """As many nights as the scheme takes or drops, and those that are too many; both lists given are in order."""
    short, long = sorted((one, other), key=len)
    ends = list(long)
    for part in short:
        insort(ends, part, key=rank(scheme))
    size = scheme.drop if scheme.best is None else scheme.best
    return ends[:size], ends[size:]


def rank(scheme: Scheme) -> Callable[[Part], tuple[Fraction, str]]:
    """Best first if the best count, worst first if the worst are dropped; of equal ones the earlier first."""
    sign = 1 if scheme.best is None else -1
    return lambda part: (sign * scheme.way.figure(part), part.night)
