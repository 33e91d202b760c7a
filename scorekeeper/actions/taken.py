"""A season taken away: its records, as the command line reads them."""

from __future__ import annotations

import datetime as dt
from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Any

from scorekeeper.actions import sameday
from scorekeeper.actions.naming import folded
from scorekeeper.rules.document import KEYS
from scorekeeper.store import Evening, GameResult, Season, Seating, league
from scorekeeper.store.games import record_of


def records(season: Season) -> Iterator[dict[str, Any]]:
    """The record of every game that counts, in order of time, with the names of the club's list and its day.

    Where a day has several evenings, the note says which.
    """
    names = {member.id: member.name for member in season.club.members}
    held = [(evening, rows) for evening in league.evenings_of(season.id) if (rows := league.counted_rows(evening))]
    often = Counter(evening.date for evening, _ in held)
    number: Counter[dt.date] = Counter()
    for evening, rows in held:
        number[evening.date] += 1
        which = number[evening.date] if often[evening.date] > 1 else None
        for seating in _counted(evening, rows):
            record = record_of(seating.game, season.closed_at) if seating.game is not None else {}
            told = record | {"players": _players(seating, names), "date": evening.date.isoformat()}
            told |= {"note": sameday.told(record.get("note"), which)} if which else {}
            yield {key: told[key] for key in KEYS if key in told}


def _counted(evening: Evening, rows: Sequence[GameResult]) -> list[Seating]:
    """The tables of an evening whose games count."""
    games = {row.game_id for row in rows}
    return [seating for seating in league.tables_of_evening(evening.id) if seating.game_id in games]


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
