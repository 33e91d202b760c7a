"""League values as JSON, and back.

Rows are lists rather than objects, because a season has thousands of them. A fraction is a whole number, or text such
as “5/2”.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import fields, replace
from fractions import Fraction
from functools import lru_cache
from typing import Any

from scorekeeper.league.rating import Rating, Ratings
from scorekeeper.league.results import NO_BIDDING, Bidding, Entrant, HandedOver, Result, Side, Substitute
from scorekeeper.league.season_totals import Account, SeasonTotals, add_scores
from scorekeeper.league.standings.counting import Scheme, Score
from scorekeeper.league.totals import Meeting, Meetings, NightTotals, Rolling, Totals, TotalsByEntrant

Plain = Any


def fraction(value: Fraction) -> int | str:
    """A fraction, exactly."""
    return value.numerator if value.denominator == 1 else str(value)


@lru_cache(maxsize=4096)
def read_fraction(plain: int | str) -> Fraction:
    """Inverse of `fraction`; cached, because small fractions are frequent."""
    return Fraction(plain)


def bidding(value: Bidding) -> Plain:
    """A player's bids; 0 for none."""
    if value == NO_BIDDING:
        return 0
    *figures, colors = value
    return [*figures, [list(count) for count in colors]]


def read_bidding(plain: Plain) -> Bidding:
    """Inverse of `bidding`."""
    if not plain:
        return NO_BIDDING
    *figures, colors = plain
    return Bidding._make((*figures, tuple(map(tuple, colors))))


def result(value: Result) -> dict[str, Plain]:
    """A finished game."""
    left = [[own.player, own.side, bidding(own.bidding), own.is_substitute] for own in value.handed_over]
    return {
        "id": value.id,
        "evening": value.night,
        "round": value.round,
        "game": value.game,
        "hands": value.hands,
        "lowest_wins": value.lowest_wins,
        "date": value.date,
        "sides": [_side(side) for side in value.sides],
        "substitutes": [[substitute.player, substitute.instead_of] for substitute in value.substitutes],
    } | ({"handed_over": left} if left else {})


def _side(side: Side) -> Plain:
    bids = [bidding(own) for own in side.bidding]
    return [list(side.players), side.points, side.place, side.handicap, bids]


def read_result(plain: Mapping[str, Plain]) -> Result:
    """Inverse of `result`."""
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
        tuple(
            HandedOver(player, side, read_bidding(own), is_substitute)
            for player, side, own, is_substitute in plain.get("handed_over", ())
        ),
    )


def totals(value: Totals) -> Plain:
    """The totals of an entrant."""
    figures = [value.games, value.hands, fraction(value.wins), value.points, value.scratch, value.taken, value.stake]
    margins = [list(lead) for lead in value.margins]
    return [*figures, list(value.places), margins, value.byes, bidding(value.bidding)]


def read_totals(plain: Plain) -> Totals:
    """Inverse of `totals`."""
    games, hands, wins, *points, places, margins, byes, bids = plain
    leads = tuple(map(tuple, margins))
    return Totals._make((games, hands, read_fraction(wins), *points, tuple(places), leads, byes, read_bidding(bids)))


def night(value: NightTotals) -> dict[str, Plain]:
    """The totals of a night, entrants in order."""
    return {
        "tallies": _by_entrant(value.by_entrant),
        "as_substitute": _by_entrant(value.as_substitute),
        "meetings": [[list(entrant), opponents] for entrant, opponents in _opponents(value.meetings).items()],
    }


def read_night(plain: Mapping[str, Plain]) -> NightTotals:
    """Inverse of `night`."""
    return replace(read_night_totals(plain), meetings=_read_meetings(plain["meetings"]))


def read_night_totals(plain: Mapping[str, Plain]) -> NightTotals:
    """Read a night without its meetings, which takes half the time."""
    return NightTotals(_read_by_entrant(plain["tallies"]), _read_by_entrant(plain["as_substitute"]))


def _by_entrant(value: TotalsByEntrant) -> Plain:
    return [[list(entrant), totals(value[entrant])] for entrant in sorted(value)]


def _read_by_entrant(plain: Plain) -> dict[Entrant, Totals]:
    return {tuple(entrant): read_totals(row) for entrant, row in plain}


def _opponents(meetings: Meetings) -> dict[Entrant, list[Plain]]:
    opponents: dict[Entrant, list[Plain]] = {}
    for pair in sorted(meetings):
        games, ahead = meetings[pair]
        opponents.setdefault(pair[0], []).append([list(pair[1]), games, fraction(ahead)])
    return opponents


def _read_meetings(plain: Plain) -> dict[tuple[Entrant, Entrant], Meeting]:
    return {
        (tuple(entrant), tuple(opponent)): Meeting(games, read_fraction(ahead))
        for entrant, opponents in plain
        for opponent, games, ahead in opponents
    }


def score(value: Score) -> Plain:
    """The score of a night."""
    return [fraction(value.amount), value.of, value.night]


def read_score(plain: Plain) -> Score:
    """Inverse of `score`."""
    return Score(read_fraction(plain[0]), plain[1], plain[2])


def season(value: SeasonTotals) -> dict[str, Plain]:
    """The totals of a season without meetings, entrants in order."""
    accounts = [[list(entrant), *_account(value.accounts[entrant])] for entrant in sorted(value.accounts)]
    return {"held": value.nights_held, "accounts": accounts}


def read_season(scheme: Scheme, plain: Mapping[str, Plain]) -> SeasonTotals:
    """Inverse of `season`."""
    accounts = {tuple(entrant): _read_account(*account) for entrant, *account in plain["accounts"]}
    return SeasonTotals(scheme, plain["held"], accounts)


def _account(value: Account) -> Plain:
    extremes = [score(extreme) for extreme in value.extremes]
    return [value.nights, totals(value.totals), value.margin, score(value.score), extremes]


def _read_account(nights: int, own: Plain, margin: int, total: Plain, extremes: Plain) -> Account:
    scores = tuple(map(read_score, extremes))
    return Account(nights, read_totals(own), margin, read_score(total), scores, add_scores(*scores))


def ratings(value: Ratings) -> Plain:
    """Everybody's rating."""
    return [[player, value[player].mu, value[player].sigma, value[player].games] for player in sorted(value)]


def read_ratings(plain: Iterable[Plain]) -> dict[str, Rating]:
    """Inverse of `ratings`."""
    return {player: Rating(mu, sigma, games) for player, mu, sigma, games in plain}


def _key(name: str) -> str:
    """The key under which a field is stored: in stored values nights are still called evenings."""
    return name.replace("night", "evening")


def scheme(value: Scheme) -> dict[str, Plain]:
    """How a season is counted."""
    plain = {_key(own.name): getattr(value, own.name) for own in fields(Scheme)}
    more = {"ties": list(value.ties), "bye": fraction(value.bye), "points_by_place": list(value.points_by_place)}
    return plain | more


def read_scheme(plain: Mapping[str, Plain]) -> Scheme:
    """Inverse of `scheme`, with defaults for missing keys."""
    usual = {own.name: getattr(Scheme(), own.name) for own in fields(Scheme)}
    values = {name: plain.get(_key(name), value) for name, value in usual.items()}
    more = {"ties": tuple(values["ties"]), "bye": Fraction(values["bye"])}
    return Scheme(**values | more | {"points_by_place": tuple(values["points_by_place"])})


def rolling(value: Rolling) -> dict[str, Plain]:
    """How rolling handicaps are made."""
    return {"share": fraction(value.share), "evenings": value.nights, "games": value.games, "highest": value.highest}


def read_rolling(plain: Mapping[str, Plain]) -> Rolling:
    """Inverse of `rolling`."""
    return Rolling(Fraction(plain["share"]), plain["evenings"], plain["games"], plain["highest"])
