"""Stored totals of seasons, and who met whom in them."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Any

from sqlalchemy import delete, insert, select
from sqlalchemy.dialects.sqlite import insert as upsert

from scorekeeper.store.base import db
from scorekeeper.store.tables.season import SeasonMeeting, SeasonTotal

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


def add_meetings(season_id: str, changes: MeetingCounts) -> None:
    """Add these counts to the meetings of a season; a meeting without games goes."""
    if not changes:
        return
    query = upsert(SeasonMeeting)
    sums = {name: SeasonMeeting.__table__.c[name] + query.excluded[name] for name in ("games", "half_games_ahead")}
    db.session.execute(query.on_conflict_do_update(set_=sums), _meeting_rows(season_id, changes))
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
