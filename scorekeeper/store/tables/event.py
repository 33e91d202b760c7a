"""Tables: club nights, presences, rounds, tables, byes, announcements, results and protests."""

from __future__ import annotations

import datetime as dt
from typing import Any

from sqlalchemy import JSON, ForeignKey, Index, String, UniqueConstraint, false
from sqlalchemy.orm import Mapped, mapped_column, relationship

from scorekeeper.store.base import Base
from scorekeeper.store.sealed_keys import SealedKey
from scorekeeper.store.tables.club import Club, Member
from scorekeeper.store.tables.game import Game, UtcTime, now
from scorekeeper.store.tables.season import Season


class Event(Base):
    """A club night, or the games of a day that were played without one."""

    __tablename__ = "event"
    #: Standings read the latest nights of many.
    __table_args__ = (Index("ix_night_season_id_date", "season_id", "date", "id"),)

    id: Mapped[str] = mapped_column(String(32), primary_key=True)
    club_id: Mapped[str] = mapped_column(ForeignKey(Club.id), index=True)
    #: The season it counts for, if any.
    season_id: Mapped[str | None] = mapped_column(ForeignKey("season.id"))
    #: It counts for no season, whatever its date.
    apart: Mapped[bool] = mapped_column(default=False, server_default=false())
    date: Mapped[dt.date]
    name: Mapped[str] = mapped_column(String(60))
    #: The game of the night and its options; None if each table chooses.
    slug: Mapped[str | None] = mapped_column(String(20))
    options: Mapped[dict[str, Any] | None] = mapped_column(JSON(none_as_null=True))
    #: The key of the check-in link; None if there is none.
    checkin_key: Mapped[str | None] = mapped_column(SealedKey)
    #: The planned number of rounds, if any.
    planned: Mapped[int | None]
    #: Minutes of a round; None without a clock.
    minutes: Mapped[int | None]
    #: The proposed next round, before it is started.
    draft: Mapped[dict[str, Any] | None] = mapped_column(JSON(none_as_null=True))
    #: The key of the big screen, which needs no account.
    screen_key: Mapped[str | None] = mapped_column(SealedKey)
    #: The key of the public summary, and whether that shortens names to initials; None while there is no summary.
    public_key: Mapped[str | None] = mapped_column(SealedKey)
    initials: Mapped[bool] = mapped_column(default=False, server_default=false())
    created_at: Mapped[dt.datetime] = mapped_column(UtcTime, default=now)
    closed_at: Mapped[dt.datetime | None] = mapped_column(UtcTime)
    #: Deleted nights count nowhere and are shown to nobody; deleting can be undone.
    deleted_at: Mapped[dt.datetime | None] = mapped_column(UtcTime)
    #: Counts every change, so that the big screen can tell that it is out of date.
    revision: Mapped[int] = mapped_column(default=0)
    #: The league's totals of its results, and all ratings after it; None if no game counts. Both can be recomputed.
    totals: Mapped[dict[str, Any] | None] = mapped_column(JSON(none_as_null=True), deferred=True)
    ratings: Mapped[list[Any] | None] = mapped_column(JSON(none_as_null=True), deferred=True)

    club: Mapped[Club] = relationship()
    season: Mapped[Season | None] = relationship()
    presences: Mapped[list[Presence]] = relationship(
        back_populates="event", order_by="(Presence.arrived_at, Presence.member_id)"
    )
    rounds: Mapped[list[Round]] = relationship(back_populates="event", order_by="Round.number")


class Presence(Base):
    """A member at a night."""

    __tablename__ = "presence"

    event_id: Mapped[str] = mapped_column(ForeignKey("event.id"), primary_key=True)
    member_id: Mapped[int] = mapped_column(ForeignKey("member.id"), primary_key=True, index=True)
    #: The phone by which the member checked in; it acts for the member tonight.
    device_id: Mapped[str | None] = mapped_column(ForeignKey("device.id"))
    arrived_at: Mapped[dt.datetime] = mapped_column(UtcTime, default=now)
    left_at: Mapped[dt.datetime | None] = mapped_column(UtcTime)
    #: Members with the same number are partners all night; None if partners change.
    team: Mapped[int | None]

    event: Mapped[Event] = relationship(back_populates="presences")
    member: Mapped[Member] = relationship()


class Round(Base):
    """A round of a night: how its tables were drawn, and how good the draw is."""

    __tablename__ = "round"
    __table_args__ = (UniqueConstraint("event_id", "number"),)

    id: Mapped[int] = mapped_column(primary_key=True)
    event_id: Mapped[str] = mapped_column(ForeignKey("event.id"))
    number: Mapped[int]
    method: Mapped[str] = mapped_column(String(20))
    #: The quality of the draw, in words.
    quality: Mapped[str]
    made_at: Mapped[dt.datetime] = mapped_column(UtcTime, default=now)
    #: When the clock was started, moved by every pause: the time played is the time since then.
    clock_started_at: Mapped[dt.datetime | None] = mapped_column(UtcTime)
    clock_seconds: Mapped[int | None]
    clock_paused_at: Mapped[dt.datetime | None] = mapped_column(UtcTime)
    #: When tables were told to finish their hand, and when all were stopped in the middle of it.
    time_up_at: Mapped[dt.datetime | None] = mapped_column(UtcTime)
    stopped_at: Mapped[dt.datetime | None] = mapped_column(UtcTime)

    event: Mapped[Event] = relationship(back_populates="rounds")
    tables: Mapped[list[EventTable]] = relationship(back_populates="round", order_by="EventTable.number")
    byes: Mapped[list[Bye]] = relationship(back_populates="round", order_by="Bye.member_id")


class EventTable(Base):
    """A table of a round: who sits where, and the game that is played there."""

    __tablename__ = "event_table"
    __table_args__ = (UniqueConstraint("round_id", "number"),)

    id: Mapped[int] = mapped_column(primary_key=True)
    round_id: Mapped[int] = mapped_column(ForeignKey("round.id"))
    number: Mapped[int]
    #: None until it is started.
    game_id: Mapped[str | None] = mapped_column(ForeignKey("game.id"), unique=True)
    #: Ids of members in seat order.
    seats: Mapped[list[int]] = mapped_column(JSON)
    #: Pairs of ids: the substitute, and the absent member or None.
    substitutes: Mapped[list[list[int | None]]] = mapped_column(JSON, default=list)
    #: Who left a seat, in order: the seat, the member, and the first hand of the next player.
    left_seats: Mapped[list[list[int]]] = mapped_column(JSON, default=list)

    round: Mapped[Round] = relationship(back_populates="tables")
    game: Mapped[Game | None] = relationship()

    @property
    def drawn(self) -> list[int]:
        """The members as the seats were drawn."""
        return self.seats_in(0)

    def seats_in(self, hand: int) -> list[int]:
        """The members who played a hand, by its number."""
        seats = list(self.seats)
        for seat, member, next_hand in reversed(self.left_seats):
            if hand < next_hand:
                seats[seat] = member
        return seats

    @property
    def played(self) -> set[int]:
        """The members who sit here, or sat here for a hand."""
        hands = {next_hand - 1 for _, _, next_hand in self.left_seats} - {0}
        return {*self.seats, *(member for hand in hands for member in self.seats_in(hand))}


class Bye(Base):
    """A member who sits out a round."""

    __tablename__ = "bye"

    round_id: Mapped[int] = mapped_column(ForeignKey("round.id"), primary_key=True)
    member_id: Mapped[int] = mapped_column(ForeignKey("member.id"), primary_key=True, index=True)
    #: The fixed partners, who can't play together while this member sits out.
    partners: Mapped[list[int]] = mapped_column(JSON, default=list, server_default="[]")

    round: Mapped[Round] = relationship(back_populates="byes")
    member: Mapped[Member] = relationship()


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


OPEN, UPHELD, DISMISSED = "open", "upheld", "dismissed"


class GameResult(Base):
    """The placing of a finished game, stored because standings read thousands. It can be recomputed."""

    __tablename__ = "result"
    __table_args__ = (
        Index("ix_result_season_id_date", "season_id", "date"),
        Index("ix_result_season_id_counted", "season_id", "counted"),
    )

    id: Mapped[int] = mapped_column(primary_key=True)
    game_id: Mapped[str] = mapped_column(ForeignKey("game.id"), unique=True)
    club_id: Mapped[str] = mapped_column(ForeignKey(Club.id), index=True)
    season_id: Mapped[str | None] = mapped_column(ForeignKey("season.id"))
    event_id: Mapped[str | None] = mapped_column(ForeignKey("event.id"), index=True)
    #: The number of the round.
    round: Mapped[int] = mapped_column(default=0)
    date: Mapped[dt.date]
    #: The league's result as plain values, with ids of members as players.
    plain: Mapped[dict[str, Any]] = mapped_column(JSON)
    counted: Mapped[bool] = mapped_column(default=True)
    #: The game was stopped before its end.
    stopped: Mapped[bool] = mapped_column(default=False)
    made_at: Mapped[dt.datetime] = mapped_column(UtcTime, default=now)

    game: Mapped[Game] = relationship()
    season: Mapped[Season | None] = relationship()
    event: Mapped[Event | None] = relationship()
    confirmations: Mapped[list[Confirmation]] = relationship(
        back_populates="result", order_by="(Confirmation.at, Confirmation.member_id)"
    )
    protests: Mapped[list[Protest]] = relationship(back_populates="result", order_by="Protest.id")


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
