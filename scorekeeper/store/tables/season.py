"""Tables: seasons."""

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
