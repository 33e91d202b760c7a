"""A contest as JSON: what it is computed from, and what follows from it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict
from fractions import Fraction
from typing import Any

from scorekeeper.league.codec import fraction
from scorekeeper.league.contest import ContestEntrant, Group, Match, Plan
from scorekeeper.league.outcome import Outcome, Record, match_records
from scorekeeper.league.pairings.values import RoundPlan, TablePlan
from scorekeeper.league.standings.standings import Row

Plain = Any
FORMAT = "rook-event/1"


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
