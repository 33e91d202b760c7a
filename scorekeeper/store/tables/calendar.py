"""Tables: announced nights and sign-ups."""

from __future__ import annotations

import datetime as dt

from sqlalchemy import ForeignKey, String
from sqlalchemy.orm import Mapped, mapped_column, relationship

from scorekeeper.store.base import Base
from scorekeeper.store.tables.club import Club, Member
from scorekeeper.store.tables.event import Event
from scorekeeper.store.tables.game import UtcTime, now

COMING, MAYBE, NOT_COMING = "coming", "maybe", "not"
ANSWERS = (COMING, MAYBE, NOT_COMING)


class Announcement(Base):
    """An announced club night: when and where."""

    __tablename__ = "announcement"

    id: Mapped[str] = mapped_column(String(32), primary_key=True)
    club_id: Mapped[str] = mapped_column(ForeignKey(Club.id), index=True)
    name: Mapped[str] = mapped_column(String(60))
    date: Mapped[dt.date]
    #: Local time.
    starts: Mapped[dt.time]
    ends: Mapped[dt.time | None]
    #: Its time zone, such as "America/Chicago", if known.
    zone: Mapped[str | None] = mapped_column(String(60))
    place: Mapped[str] = mapped_column(String(120), default="")
    note: Mapped[str] = mapped_column(String(500), default="")
    #: The night that was opened for it.
    event_id: Mapped[str | None] = mapped_column(ForeignKey("event.id"), index=True)
    canceled_at: Mapped[dt.datetime | None] = mapped_column(UtcTime)
    #: Counts the changes, so that calendars can tell which version is newer.
    sequence: Mapped[int] = mapped_column(default=0)
    changed_at: Mapped[dt.datetime] = mapped_column(UtcTime, default=now)

    club: Mapped[Club] = relationship()
    event: Mapped[Event | None] = relationship()
    sign_ups: Mapped[list[SignUp]] = relationship(
        order_by="(SignUp.at, SignUp.member_id)", back_populates="announcement"
    )


class SignUp(Base):
    """A member's answer to an announcement."""

    __tablename__ = "sign_up"

    announcement_id: Mapped[str] = mapped_column(ForeignKey("announcement.id"), primary_key=True)
    member_id: Mapped[int] = mapped_column(ForeignKey("member.id"), primary_key=True, index=True)
    answer: Mapped[str] = mapped_column(String(10))
    at: Mapped[dt.datetime] = mapped_column(UtcTime, default=now)

    announcement: Mapped[Announcement] = relationship(back_populates="sign_ups")
    member: Mapped[Member] = relationship()
