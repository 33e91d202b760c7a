"""Tables: results of finished games, who has confirmed them, and who protests."""

from __future__ import annotations

import datetime as dt
from typing import Any

from sqlalchemy import JSON, ForeignKey, Index, String
from sqlalchemy.orm import Mapped, mapped_column, relationship

from scorekeeper.store.base import Base
from scorekeeper.store.tables.club import Club, Member
from scorekeeper.store.tables.game import Game, UtcTime, now
from scorekeeper.store.tables.night import Night
from scorekeeper.store.tables.season import Season

OPEN, UPHELD, DISMISSED = "open", "upheld", "dismissed"


class GameResult(Base):
    """The placing of a finished game, kept beside it because standings read thousands; it can be made anew."""

    __tablename__ = "result"
    __table_args__ = (
        Index("ix_result_season_id_date", "season_id", "date"),
        Index("ix_result_season_id_counted", "season_id", "counted"),
    )

    id: Mapped[int] = mapped_column(primary_key=True)
    game_id: Mapped[str] = mapped_column(ForeignKey("game.id"), unique=True)
    club_id: Mapped[str] = mapped_column(ForeignKey(Club.id), index=True)
    season_id: Mapped[str | None] = mapped_column(ForeignKey("season.id"))
    night_id: Mapped[str | None] = mapped_column(ForeignKey("night.id"), index=True)
    #: Which round of the night.
    round: Mapped[int] = mapped_column(default=0)
    date: Mapped[dt.date]
    #: The league's result as plain values; its players are ids of members.
    plain: Mapped[dict[str, Any]] = mapped_column(JSON)
    counted: Mapped[bool] = mapped_column(default=True)
    #: The game was stopped before its end.
    stopped: Mapped[bool] = mapped_column(default=False)
    #: The revision of the game that it was made from.
    game_revision: Mapped[int]
    made_at: Mapped[dt.datetime] = mapped_column(UtcTime, default=now)

    game: Mapped[Game] = relationship()
    season: Mapped[Season | None] = relationship()
    night: Mapped[Night | None] = relationship()
    confirmations: Mapped[list[Confirmation]] = relationship(
        back_populates="result", order_by="(Confirmation.at, Confirmation.member_id)"
    )
    protests: Mapped[list[Protest]] = relationship(back_populates="result", order_by="Protest.id")


class Confirmation(Base):
    """Somebody accepts a result as it stands."""

    __tablename__ = "confirmation"

    result_id: Mapped[int] = mapped_column(ForeignKey("result.id"), primary_key=True)
    member_id: Mapped[int] = mapped_column(ForeignKey("member.id"), primary_key=True, index=True)
    #: The revision of the game that was accepted: a later correction asks again.
    game_revision: Mapped[int]
    device_id: Mapped[str | None] = mapped_column(ForeignKey("device.id"))
    at: Mapped[dt.datetime] = mapped_column(UtcTime, default=now)

    result: Mapped[GameResult] = relationship(back_populates="confirmations")
    member: Mapped[Member] = relationship()


class Protest(Base):
    """Somebody does not accept a result; an organizer decides."""

    __tablename__ = "protest"

    id: Mapped[int] = mapped_column(primary_key=True)
    result_id: Mapped[int] = mapped_column(ForeignKey("result.id"), index=True)
    member_id: Mapped[int] = mapped_column(ForeignKey("member.id"), index=True)
    device_id: Mapped[str | None] = mapped_column(ForeignKey("device.id"))
    #: The hand it is about, if one is.
    hand: Mapped[int | None]
    words: Mapped[str]
    #: What the rules say to it, as the dispute pages ruled; None if nobody asked them.
    asked: Mapped[str | None]
    verdict: Mapped[str | None]
    effect: Mapped[str | None]
    rule: Mapped[str | None] = mapped_column(String(60))
    #: "open", "upheld" or "dismissed".
    state: Mapped[str] = mapped_column(String(10), default=OPEN)
    #: The organizer who decided, when, and in which words.
    decided_by: Mapped[int | None] = mapped_column(ForeignKey("member.id"))
    decided_at: Mapped[dt.datetime | None] = mapped_column(UtcTime)
    decided_words: Mapped[str | None]
    at: Mapped[dt.datetime] = mapped_column(UtcTime, default=now)

    result: Mapped[GameResult] = relationship(back_populates="protests")
    member: Mapped[Member] = relationship(foreign_keys=[member_id])
    organizer: Mapped[Member | None] = relationship(foreign_keys=[decided_by])
