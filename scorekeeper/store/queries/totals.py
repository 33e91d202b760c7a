"""Stored totals of seasons, and who met whom in them."""

from __future__ import annotations

import json
from collections.abc import Collection, Mapping, Sequence
from fractions import Fraction
from typing import Any

from sqlalchemy import ColumnElement, delete, insert, select

from scorekeeper.store.base import db
from scorekeeper.store.json_parts import entries_beginning, upsert
from scorekeeper.store.tables.night import Night
from scorekeeper.store.tables.season import SeasonMeeting, SeasonTotal

#: The lists in the totals of a night of which every entry begins with its entrant.
ENTRANT_LISTS = ("tallies", "as_substitute")
#: By the keys of two entrants: games, and half games in which the first came out ahead.
MeetingCounts = dict[tuple[str, str], tuple[int, int]]


def season_totals(season_id: str, kind: str) -> Any:
    """The stored totals of one kind, or None."""
    query = select(SeasonTotal.plain).where(SeasonTotal.season_id == season_id, SeasonTotal.kind == kind)
    return db.session.scalar(query)


def put_season_totals(season_id: str, totals: Mapping[str, Any]) -> None:
    """Replace the totals of a season."""
    db.session.execute(delete(SeasonTotal).where(SeasonTotal.season_id == season_id))
    if totals:
        rows = [{"season_id": season_id, "kind": kind, "plain": plain} for kind, plain in totals.items()]
        db.session.execute(insert(SeasonTotal), rows)


def night_totals(season_id: str, nights: Collection[str] | None = None) -> dict[str, Any]:
    """The stored totals of the nights of a season, or of some of them, by the id of the night."""
    query = select(Night.id, Night.totals).where(*_held(season_id, nights))
    return {row.id: row.totals for row in db.session.execute(query)}


def night_totals_of(
    season_id: str, entrants: Collection[Sequence[str]], nights: Collection[str] | None = None
) -> dict[str, Any]:
    """The same for some entrants alone, picked out by the database: a night is long and JSON is slow to read."""
    lists = [entries_beginning(Night.totals, name, entrants) for name in ENTRANT_LISTS]
    query = select(Night.id, *lists).where(*_held(season_id, nights))
    return {
        night_id: {name: json.loads(text) for name, text in zip(ENTRANT_LISTS, texts, strict=True)}
        for night_id, *texts in db.session.execute(query)
    }


def _held(season_id: str, nights: Collection[str] | None) -> tuple[ColumnElement[bool], ...]:
    """Nights of a season in which a game counts."""
    held = (Night.season_id == season_id, Night.totals.is_not(None))
    return held if nights is None else (*held, Night.id.in_(nights))


def add_meetings(season_id: str, changes: MeetingCounts) -> None:
    """Add these counts to the meetings of a season; a meeting without games goes."""
    if not changes:
        return
    query = upsert(SeasonMeeting)
    sums = {name: SeasonMeeting.__table__.c[name] + query.excluded[name] for name in ("games", "half_games_ahead")}
    known = query.on_conflict_do_update(index_elements=["season_id", "entrant", "opponent"], set_=sums)
    db.session.execute(known, _meeting_rows(season_id, changes))
    if any(games < 0 for games, _ in changes.values()):
        db.session.execute(delete(SeasonMeeting).where(SeasonMeeting.season_id == season_id, SeasonMeeting.games == 0))


def replace_meetings(season_id: str, meetings: MeetingCounts) -> None:
    """Replace all meetings of a season."""
    db.session.execute(delete(SeasonMeeting).where(SeasonMeeting.season_id == season_id))
    if meetings:
        db.session.execute(insert(SeasonMeeting), _meeting_rows(season_id, meetings))


def _meeting_rows(season_id: str, meetings: MeetingCounts) -> list[dict[str, Any]]:
    return [
        {"season_id": season_id, "entrant": one, "opponent": other, "games": games, "half_games_ahead": ahead}
        for (one, other), (games, ahead) in meetings.items()
    ]


def meetings(season_id: str, among: Collection[str] | None = None) -> MeetingCounts:
    """The meetings of a season, or those among some entrants."""
    columns = (
        SeasonMeeting.entrant,
        SeasonMeeting.opponent,
        SeasonMeeting.games,
        SeasonMeeting.half_games_ahead,
    )
    query = select(*columns).where(SeasonMeeting.season_id == season_id)
    if among is not None:
        query = query.where(SeasonMeeting.entrant.in_(among), SeasonMeeting.opponent.in_(among))
    return {(one, other): (games, ahead) for one, other, games, ahead in db.session.connection().execute(query)}


def meetings_of_two(seasons: Collection[str], one: str, other: str) -> dict[str, tuple[int, Fraction]]:
    """Games of two entrants against each other and those in which the first came out ahead, by season."""
    first, second = sorted((one, other))
    columns = (SeasonMeeting.season_id, SeasonMeeting.games, SeasonMeeting.half_games_ahead)
    where = (SeasonMeeting.entrant == first, SeasonMeeting.opponent == second, SeasonMeeting.season_id.in_(seasons))
    rows = db.session.execute(select(*columns).where(*where))
    ahead = {season_id: (games, Fraction(halves, 2)) for season_id, games, halves in rows}
    return {season: (games, own if one == first else games - own) for season, (games, own) in ahead.items()}
