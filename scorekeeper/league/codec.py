"""The league's values as plain ones, which JSON can hold, and back again: nothing is lost on the way.

Rows are lists rather than objects, for a season holds thousands of them. A fraction is a whole number,
or text such as “5/2”.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import fields
from fractions import Fraction
from typing import Any

from scorekeeper.league.rating import Rating, Ratings
from scorekeeper.league.results.result import NO_BIDDING, Bidding, Entrant, Result, Side, Substitute
from scorekeeper.league.standings.counting import Part, Scheme
from scorekeeper.league.totals.handicap import Rolling
from scorekeeper.league.totals.night import Book, Meeting, Meetings, Tallies, Tally
from scorekeeper.league.totals.season import Account, added

Plain = Any
#: How one entrant fared against others.
Met = Mapping[Entrant, Meeting]


def fraction(value: Fraction) -> int | str:
    """A fraction, exactly."""
    return value.numerator if value.denominator == 1 else str(value)


def bidding(value: Bidding) -> Plain:
    """What a player did as bidder; nothing at all is 0."""
    if value == NO_BIDDING:
        return 0
    figures = [value.made, value.set_back, value.highest, value.over, value.under, value.known]
    return [*figures, [list(count) for count in value.colors]]


def read_bidding(plain: Plain) -> Bidding:
    """The same back."""
    if not plain:
        return NO_BIDDING
    made, set_back, highest, over, under, known, colors = plain
    counts = tuple((color, times) for color, times in colors)
    return Bidding(made, set_back, highest, over, under, known, counts)


def result(value: Result) -> dict[str, Plain]:
    """A finished game."""
    return {
        "id": value.id,
        "evening": value.night,
        "round": value.round,
        "game": value.game,
        "hands": value.hands,
        "lowest_wins": value.lowest_wins,
        "date": value.date,
        "sides": [_side(side) for side in value.sides],
        "substitutes": [[each.player, each.instead_of] for each in value.substitutes],
    }


def _side(side: Side) -> Plain:
    bids = [bidding(each) for each in side.bidding]
    return [list(side.players), side.points, side.place, side.handicap, bids]


def read_result(plain: Mapping[str, Plain]) -> Result:
    """The same back."""
    sides = tuple(
        Side(tuple(players), points, place, handicap, tuple(map(read_bidding, bids)))
        for players, points, place, handicap, bids in plain["sides"]
    )
    return Result(
        plain["id"],
        plain["evening"],
        plain["round"],
        plain["game"],
        sides,
        plain["hands"],
        plain["lowest_wins"],
        plain["date"],
        tuple(Substitute(player, absent) for player, absent in plain["substitutes"]),
    )


def tally(value: Tally) -> Plain:
    """What an entrant did."""
    figures = [value.games, value.hands, fraction(value.wins), value.points, value.scratch, value.taken, value.stake]
    margins = [list(lead) for lead in value.margins]
    return [*figures, list(value.places), margins, value.byes, bidding(value.bidding)]


def read_tally(plain: Plain) -> Tally:
    """The same back."""
    games, hands, wins, points, scratch, taken, stake, places, margins, byes, bids = plain
    leads = tuple((lead, times) for lead, times in margins)
    figures = (games, hands, Fraction(wins), points, scratch, taken, stake)
    return Tally(*figures, tuple(places), leads, byes, read_bidding(bids))


def book(value: Book) -> dict[str, Plain]:
    """A night, added up; entrants in their order."""
    return {
        "tallies": _tallies(value.tallies),
        "as_substitute": _tallies(value.as_substitute),
        "meetings": [[list(one), met(others)] for one, others in by_entrant(value.meetings).items()],
    }


def read_book(plain: Mapping[str, Plain]) -> Book:
    """The same back."""
    meetings = {
        (tuple(one), other): meeting for one, others in plain["meetings"] for other, meeting in read_met(others).items()
    }
    return Book(_read_tallies(plain["tallies"]), _read_tallies(plain["as_substitute"]), meetings)


def _tallies(value: Tallies) -> Plain:
    return [[list(who), tally(value[who])] for who in sorted(value)]


def _read_tallies(plain: Plain) -> dict[Entrant, Tally]:
    return {tuple(who): read_tally(each) for who, each in plain}


def by_entrant(meetings: Meetings) -> dict[Entrant, dict[Entrant, Meeting]]:
    """Meetings apart for each entrant, in order."""
    found: dict[Entrant, dict[Entrant, Meeting]] = {}
    for one, other in sorted(meetings):
        found.setdefault(one, {})[other] = meetings[one, other]
    return found


def met(value: Met) -> Plain:
    """One entrant's meetings."""
    return [[list(other), value[other].games, fraction(value[other].ahead)] for other in sorted(value)]


def read_met(plain: Plain) -> dict[Entrant, Meeting]:
    """The same back."""
    return {tuple(other): Meeting(games, Fraction(ahead)) for other, games, ahead in plain}


def part(value: Part) -> Plain:
    """What a night adds."""
    return [fraction(value.amount), value.of, value.night]


def read_part(plain: Plain) -> Part:
    """The same back."""
    return Part(Fraction(plain[0]), plain[1], plain[2])


def accounts(value: Mapping[Entrant, Account]) -> Plain:
    """What entrants have in a season, in their order."""
    return [[list(who), *_account(value[who])] for who in sorted(value)]


def _account(value: Account) -> Plain:
    ends = [part(each) for each in value.ends]
    return [value.nights, tally(value.tally), value.margin, part(value.total), ends]


def read_accounts(plain: Plain) -> dict[Entrant, Account]:
    """The same back."""
    return {tuple(who): _read_account(*account) for who, *account in plain}


def _read_account(nights: int, own: Plain, margin: int, total: Plain, ends: Plain) -> Account:
    found = tuple(map(read_part, ends))
    return Account(nights, read_tally(own), margin, read_part(total), found, added(*found))


def ratings(value: Ratings) -> Plain:
    """Everybody's rating."""
    return [[who, value[who].mu, value[who].sigma, value[who].games] for who in sorted(value)]


def read_ratings(plain: Iterable[Plain]) -> dict[str, Rating]:
    """The same back."""
    return {who: Rating(mu, sigma, games) for who, mu, sigma, games in plain}


def _key(name: str) -> str:
    """The key under which a field is stored: in stored values nights are still called evenings."""
    return name.replace("night", "evening")


def scheme(value: Scheme) -> dict[str, Plain]:
    """How a season is counted."""
    plain = {_key(each.name): getattr(value, each.name) for each in fields(Scheme)}
    more = {"ties": list(value.ties), "bye": fraction(value.bye), "points_by_place": list(value.points_by_place)}
    return plain | more


def read_scheme(plain: Mapping[str, Plain]) -> Scheme:
    """The same back; what is not said is as usual."""
    usual = {each.name: getattr(Scheme(), each.name) for each in fields(Scheme)}
    told = {name: plain.get(_key(name), value) for name, value in usual.items()}
    more = {"ties": tuple(told["ties"]), "bye": Fraction(told["bye"])}
    return Scheme(**told | more | {"points_by_place": tuple(told["points_by_place"])})


def rolling(value: Rolling) -> dict[str, Plain]:
    """How rolling handicaps are made."""
    return {
        "share": fraction(value.share),
        "evenings": value.nights,
        "games": value.games,
        "highest": value.highest,
    }


def read_rolling(plain: Mapping[str, Plain]) -> Rolling:
    """The same back."""
    return Rolling(Fraction(plain["share"]), plain["evenings"], plain["games"], plain["highest"])
