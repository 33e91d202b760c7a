"""League values as JSON, and back.

Rows are lists rather than objects, because a season has thousands of them. A fraction is a whole number, or text such
as “5/2”.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import asdict, fields
from fractions import Fraction
from functools import lru_cache
from typing import Any

from scorekeeper.league.contest import ContestEntrant, Group, Match, Plan
from scorekeeper.league.outcome import Outcome, Record, match_records
from scorekeeper.league.pairings.values import RoundPlan, TablePlan
from scorekeeper.league.rating import Rating, Ratings
from scorekeeper.league.results import NO_BIDDING, Bidding, Entrant
from scorekeeper.league.standings.counting import Scheme
from scorekeeper.league.standings.standings import Row
from scorekeeper.league.totals import NightTotals, Rolling, Totals, TotalsByEntrant

Plain = Any
#: The format of a contest with its outcome.
FORMAT = "rook-event/1"


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
    """The totals of a night by kind, entrants in order; a page reads one kind."""
    regular = value.by_entrant
    players = [entrant for entrant in regular if len(entrant) == 1]
    pairs = [entrant for entrant in regular if len(entrant) > 1]
    substitutes = _rows(value.as_substitute, value.as_substitute)
    return {"players": _rows(regular, players), "substitutes": substitutes, "pairs": _rows(regular, pairs)}


def read_night(plain: Mapping[str, Plain]) -> NightTotals:
    """Inverse of `night`, or of some of its kinds."""
    regular = _read_rows(plain.get("players", ())) | _read_rows(plain.get("pairs", ()))
    return NightTotals(regular, _read_rows(plain.get("substitutes", ())))


def _rows(value: TotalsByEntrant, entrants: Iterable[Entrant]) -> Plain:
    return [[list(entrant), totals(value[entrant])] for entrant in sorted(entrants)]


def _read_rows(plain: Plain) -> dict[Entrant, Totals]:
    return {tuple(entrant): read_totals(row) for entrant, row in plain}


def ratings(value: Ratings) -> Plain:
    """Everybody's rating."""
    return [[player, value[player].mu, value[player].sigma, value[player].games] for player in sorted(value)]


def read_ratings(plain: Iterable[Plain]) -> dict[str, Rating]:
    """Inverse of `ratings`."""
    return {player: Rating(mu, sigma, games) for player, mu, sigma, games in plain}


def scheme(value: Scheme) -> dict[str, Plain]:
    """How a season is counted."""
    plain = {own.name: getattr(value, own.name) for own in fields(Scheme)}
    more = {"ties": list(value.ties), "bye": fraction(value.bye), "points_by_place": list(value.points_by_place)}
    return plain | more


def read_scheme(plain: Mapping[str, Plain]) -> Scheme:
    """Inverse of `scheme`, with defaults for missing keys."""
    usual = {own.name: getattr(Scheme(), own.name) for own in fields(Scheme)}
    values = {name: plain.get(name, value) for name, value in usual.items()}
    more = {"ties": tuple(values["ties"]), "bye": Fraction(values["bye"])}
    return Scheme(**values | more | {"points_by_place": tuple(values["points_by_place"])})


def rolling(value: Rolling) -> dict[str, Plain]:
    """How rolling handicaps are made."""
    return {"share": fraction(value.share), "nights": value.nights, "games": value.games, "highest": value.highest}


def read_rolling(plain: Mapping[str, Plain]) -> Rolling:
    """Inverse of `rolling`."""
    return Rolling(Fraction(plain["share"]), plain["nights"], plain["games"], plain["highest"])


def plan(value: Plan) -> dict[str, Plain]:
    """How a contest is played."""
    return asdict(value) | {"ties": list(value.ties)}


def read_plan(plain: Mapping[str, Plain]) -> Plan:
    """Inverse of `plan`."""
    return Plan(**{**plain, "ties": tuple(plain.get("ties", ()))})


def entrant(value: ContestEntrant) -> dict[str, Plain]:
    """An entrant."""
    return asdict(value) | {"players": list(value.players)}


def read_entrant(plain: Mapping[str, Plain]) -> ContestEntrant:
    """Inverse of `entrant`; what else is written there is for people."""
    known = {key: plain[key] for key in ("id", "seed", "joined", "withdrawn")}
    return ContestEntrant(players=tuple(plain["players"]), **known)


def groups(value: tuple[Group | None, ...]) -> list[list[str] | None]:
    """The sides of a match."""
    return [None if side is None else list(side) for side in value]


def read_groups(plain: Plain) -> tuple[Group, ...]:
    """Inverse of `groups` where all sides are known."""
    return tuple(map(tuple, plain))


def drawn_round(number: int, value: RoundPlan) -> dict[str, Plain]:
    """A drawn round."""
    matches = [groups(table.sides) for table in value.tables]
    return {"number": number, "matches": matches, "byes": list(value.sitting_out)}


def read_drawn_round(plain: Mapping[str, Plain]) -> RoundPlan:
    """Inverse of `drawn_round`, without the number."""
    return RoundPlan(tuple(TablePlan(read_groups(sides)) for sides in plain["matches"]), tuple(plain["byes"]))


def outcome(value: Outcome) -> dict[str, Plain]:
    """Matches and standings, for programs and for comparing."""
    records = match_records(value.contest)
    return {
        "over": value.is_over,
        "champion": value.champion,
        "matches": [_match(match) for match in value.matches],
        "standings": [_row(value, row, records.get(row.entrant[0])) for row in value.rows],
    }


def _match(value: Match) -> dict[str, Plain]:
    return {
        "match": value.key,
        "round": value.round,
        "sides": groups(value.sides),
        "points": list(value.points),
        "games_won": [fraction(Fraction(games)) for games in value.wins],
        "games": value.legs,
        "how": value.how,
        "winner": value.winner,
    }


def _row(value: Outcome, row: Row, record: Record | None) -> dict[str, Plain]:
    entrant = row.entrant[0]
    plain = {"entrant": entrant, "place": row.place, "withdrawn": entrant in value.contest.withdrawn}
    if record is None:
        return plain
    score = value.standings.season.scheme.way.shown(row.figure)
    return plain | {"score": fraction(Fraction(score)), **record._asdict(), "margin": row.account.margin}
