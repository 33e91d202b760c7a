"""Tables: seasons, their totals and meetings."""

from __future__ import annotations

import datetime as dt
from typing import Any

from sqlalchemy import JSON, ForeignKey, String
from sqlalchemy.orm import Mapped, mapped_column, relationship

from scorekeeper.store.base import Base
from scorekeeper.store.sealed_keys import SealedKey
from scorekeeper.store.tables.club import Club
from scorekeeper.store.tables.game import UtcTime, now

BY_DATE, BY_HAND = "date", "hand"


class Season(Base):
    """A club's season: dates, game, scoring scheme and public page."""

    __tablename__ = "season"

    id: Mapped[str] = mapped_column(String(32), primary_key=True)
    club_id: Mapped[str] = mapped_column(ForeignKey(Club.id), index=True)
    name: Mapped[str] = mapped_column(String(60))
    starts: Mapped[dt.date]
    ends: Mapped[dt.date]
    #: The game that is played; None for any.
    slug: Mapped[str | None] = mapped_column(String(20))
    #: Options other than the game's defaults; None for any.
    options: Mapped[dict[str, Any] | None] = mapped_column(JSON(none_as_null=True))
    #: Whether games count by their date, or when an organizer adds them.
    counting: Mapped[str] = mapped_column(String(10), default=BY_DATE)
    #: The league's scheme, handicaps and drawn lots as plain values.
    scheme: Mapped[dict[str, Any]] = mapped_column(JSON, default=dict)
    handicaps: Mapped[dict[str, Any]] = mapped_column(JSON, default=dict)
    lots: Mapped[list[Any]] = mapped_column(JSON, default=list)
    #: A closed season no longer changes.
    closed_at: Mapped[dt.datetime | None] = mapped_column(UtcTime)
    #: An archived season is not on the club's page.
    archived_at: Mapped[dt.datetime | None] = mapped_column(UtcTime)
    #: A deleted season is shown to nobody; deleting can be undone.
    deleted_at: Mapped[dt.datetime | None] = mapped_column(UtcTime)
    #: The key of the public page; None while there is no page.
    public_key: Mapped[str | None] = mapped_column(SealedKey)
    #: The public page shortens names to initials.
    initials: Mapped[bool] = mapped_column(default=False)
    created_at: Mapped[dt.datetime] = mapped_column(UtcTime, default=now)
    #: Counts every change, so that a page can tell that it is out of date.
    revision: Mapped[int] = mapped_column(default=0)

    club: Mapped[Club] = relationship()


class SeasonTotal(Base):
    """The league's totals of all nights of a season except the latest. They can be recomputed."""

    __tablename__ = "season_total"

    season_id: Mapped[str] = mapped_column(ForeignKey("season.id"), primary_key=True)
    #: "players" or "pairs".
    kind: Mapped[str] = mapped_column(String(60), primary_key=True)
    plain: Mapped[Any] = mapped_column(JSON)


class SeasonMeeting(Base):
    """The games of two entrants of a season against each other. They can be recomputed."""

    __tablename__ = "season_meeting"

    season_id: Mapped[str] = mapped_column(ForeignKey("season.id"), primary_key=True)
    #: Ids of members; the entrant sorts before the opponent.
    entrant: Mapped[str] = mapped_column(String(120), primary_key=True)
    opponent: Mapped[str] = mapped_column(String(120), primary_key=True)
    games: Mapped[int]
    #: Two for a game in which the entrant was ahead, one for a shared place.
    half_games_ahead: Mapped[int]
