"""Tables: announced club nights, and who is coming."""

from __future__ import annotations

import datetime as dt

from sqlalchemy import ForeignKey, String
from sqlalchemy.orm import Mapped, mapped_column, relationship

from scorekeeper.store.base import Base
from scorekeeper.store.tables.club import Club, Member
from scorekeeper.store.tables.game import UtcTime, now
from scorekeeper.store.tables.night import Night

COMING, MAYBE, NOT_COMING = "coming", "maybe", "not"
ANSWERS = (COMING, MAYBE, NOT_COMING)


class Announcement(Base):
    """A club night to come: when and where."""

    __tablename__ = "announcement"

    id: Mapped[str] = mapped_column(String(32), primary_key=True)
    club_id: Mapped[str] = mapped_column(ForeignKey(Club.id), index=True)
    name: Mapped[str] = mapped_column(String(60))
    date: Mapped[dt.date]
    #: As the clock on the wall shows it.
    starts: Mapped[dt.time]
    ends: Mapped[dt.time | None]
    #: The time zone of that clock, such as "America/Chicago"; None if nobody knows.
    zone: Mapped[str | None] = mapped_column(String(60))
    place: Mapped[str] = mapped_column(String(120), default="")
    note: Mapped[str] = mapped_column(String(500), default="")
    #: The night that was opened for it.
    night_id: Mapped[str | None] = mapped_column(ForeignKey("night.id"), index=True)
    canceled_at: Mapped[dt.datetime | None] = mapped_column(UtcTime)
    #: Counts the changes, so that calendars know which version is newer.
    sequence: Mapped[int] = mapped_column(default=0)
    changed_at: Mapped[dt.datetime] = mapped_column(UtcTime, default=now)

    club: Mapped[Club] = relationship()
    night: Mapped[Night | None] = relationship()
    sign_ups: Mapped[list[SignUp]] = relationship(
        order_by="(SignUp.at, SignUp.member_id)", back_populates="announcement"
    )


class SignUp(Base):
    """What a member answered to an announcement."""

    __tablename__ = "sign_up"

    announcement_id: Mapped[str] = mapped_column(ForeignKey("announcement.id"), primary_key=True)
    member_id: Mapped[int] = mapped_column(ForeignKey("member.id"), primary_key=True, index=True)
    answer: Mapped[str] = mapped_column(String(10))
    at: Mapped[dt.datetime] = mapped_column(UtcTime, default=now)

    announcement: Mapped[Announcement] = relationship(back_populates="sign_ups")
    member: Mapped[Member] = relationship()
