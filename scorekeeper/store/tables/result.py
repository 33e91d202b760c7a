"""Tables: results of finished games, placings, confirmations and protests."""

from __future__ import annotations

import datetime as dt
from typing import Any

from sqlalchemy import JSON, ForeignKey, Index, String, false
from sqlalchemy.orm import Mapped, mapped_column, relationship

from scorekeeper.store.base import Base
from scorekeeper.store.tables.club import Club, Member
from scorekeeper.store.tables.event import Event
from scorekeeper.store.tables.game import Game, UtcTime, now
from scorekeeper.store.tables.season import Season

OPEN, UPHELD, DISMISSED = "open", "upheld", "dismissed"


class GameResult(Base):
    """The result of a finished game, stored because standings read thousands. It can be recomputed."""

    __tablename__ = "result"
    __table_args__ = (Index("ix_result_season_id_counted", "season_id", "counted"),)

    id: Mapped[int] = mapped_column(primary_key=True)
    game_id: Mapped[str] = mapped_column(ForeignKey("game.id"), unique=True)
    club_id: Mapped[str] = mapped_column(ForeignKey(Club.id), index=True)
    #: The season in which it may count: that of its event, if the season plays this game.
    season_id: Mapped[str | None] = mapped_column(ForeignKey("season.id"))
    event_id: Mapped[str] = mapped_column(ForeignKey("event.id"), index=True)
    #: The number of the round.
    round: Mapped[int] = mapped_column(default=0)
    date: Mapped[dt.date]
    slug: Mapped[str] = mapped_column(String(20))
    hands: Mapped[int] = mapped_column(default=0)
    lowest_wins: Mapped[bool] = mapped_column(default=False, server_default=false())
    #: Its totals were typed, because it was scored on paper.
    on_paper: Mapped[bool] = mapped_column(default=False, server_default=false())
    counted: Mapped[bool] = mapped_column(default=True)
    made_at: Mapped[dt.datetime] = mapped_column(UtcTime, default=now)

    game: Mapped[Game] = relationship()
    season: Mapped[Season | None] = relationship()
    event: Mapped[Event] = relationship()
    #: Empty while the game is open again.
    placings: Mapped[list[Placing]] = relationship(
        back_populates="result", order_by="Placing.number", cascade="all, delete-orphan"
    )
    confirmations: Mapped[list[Confirmation]] = relationship(
        back_populates="result", order_by="(Confirmation.at, Confirmation.member_id)"
    )
    protests: Mapped[list[Protest]] = relationship(back_populates="result", order_by="Protest.id")


class Placing(Base):
    """A person of a finished game: the points and the place of the side, and the person's own bids."""

    __tablename__ = "placing"

    result_id: Mapped[int] = mapped_column(ForeignKey("result.id"), primary_key=True)
    #: The order within the game, side by side.
    number: Mapped[int] = mapped_column(primary_key=True)
    side: Mapped[int]
    member_id: Mapped[int] = mapped_column(ForeignKey("member.id"), index=True)
    points: Mapped[int]
    place: Mapped[int]
    #: A substitute, and the absent member, if it was for one.
    is_substitute: Mapped[bool] = mapped_column(default=False, server_default=false())
    instead_of: Mapped[int | None] = mapped_column(ForeignKey("member.id"), index=True)
    #: Left the seat before the end: only the bids are this person's.
    has_left: Mapped[bool] = mapped_column(default=False, server_default=false())
    #: The league's bidding as plain values; None where there was none.
    bids: Mapped[list[Any] | None] = mapped_column(JSON(none_as_null=True))

    result: Mapped[GameResult] = relationship(back_populates="placings")


class Confirmation(Base):
    """A member's confirmation of a result."""

    __tablename__ = "confirmation"

    result_id: Mapped[int] = mapped_column(ForeignKey("result.id"), primary_key=True)
    member_id: Mapped[int] = mapped_column(ForeignKey("member.id"), primary_key=True, index=True)
    #: The score that was accepted, as `TableState.score` writes it: another score asks again.
    score: Mapped[str]
    device_id: Mapped[str | None] = mapped_column(ForeignKey("device.id"))
    at: Mapped[dt.datetime] = mapped_column(UtcTime, default=now)

    result: Mapped[GameResult] = relationship(back_populates="confirmations")
    member: Mapped[Member] = relationship()


class Protest(Base):
    """A member's protest against a result, which an organizer decides."""

    __tablename__ = "protest"

    id: Mapped[int] = mapped_column(primary_key=True)
    result_id: Mapped[int] = mapped_column(ForeignKey("result.id"), index=True)
    member_id: Mapped[int] = mapped_column(ForeignKey("member.id"), index=True)
    device_id: Mapped[str | None] = mapped_column(ForeignKey("device.id"))
    #: The hand it is about, if it is about one.
    hand: Mapped[int | None]
    words: Mapped[str]
    #: The ruling of the dispute pages, if it was asked for.
    asked: Mapped[str | None]
    verdict: Mapped[str | None]
    effect: Mapped[str | None]
    rule: Mapped[str | None] = mapped_column(String(60))
    #: "open", "upheld" or "dismissed".
    state: Mapped[str] = mapped_column(String(10), default=OPEN)
    #: The organizer who decided, when, and the explanation.
    decided_by: Mapped[int | None] = mapped_column(ForeignKey("member.id"))
    decided_at: Mapped[dt.datetime | None] = mapped_column(UtcTime)
    decided_words: Mapped[str | None]
    at: Mapped[dt.datetime] = mapped_column(UtcTime, default=now)

    result: Mapped[GameResult] = relationship(back_populates="protests")
    member: Mapped[Member] = relationship(foreign_keys=[member_id])
    organizer: Mapped[Member | None] = relationship(foreign_keys=[decided_by])
