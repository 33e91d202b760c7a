"""A season taken away: its records, as the command line reads them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from scorekeeper.actions.naming import folded
from scorekeeper.rules.document import KEYS
from scorekeeper.store import Season, Seating, league
from scorekeeper.store.games import record_of


def records(season: Season) -> Iterator[dict[str, Any]]:
    """The record of every game that counts, in order of time, with the names of the club's list and its day."""
    names = {member.id: member.name for member in season.club.members}
    for evening in league.evenings_of(season.id):
        counted = {row.game_id for row in league.counted_rows(evening)}
        for seating in league.tables_of_evening(evening.id):
            if seating.game is not None and seating.game_id in counted:
                record = record_of(seating.game, season.closed_at)
                told = record | {"players": _players(seating, names), "date": evening.date.isoformat()}
                yield {key: told[key] for key in KEYS if key in told}


def _players(seating: Seating, names: dict[int, str]) -> list[str]:
    """Names in seat order; a record has no name twice, so people who are forgotten get numbers."""
    told: list[str] = []
    for member in seating.seats:
        name, number = names[member], 1
        while folded(name) in map(folded, told):
            number += 1
            name = f"{names[member]} {number}"
        told.append(name)
    return told
