"""Tables: club nights, who is there, rounds, tables, and who sits out."""

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


class Night(Base):
    """A club night, or the games of one day that were played without one."""

    __tablename__ = "night"
    #: Standings ask for the latest nights, however many there are.
    __table_args__ = (Index("ix_night_season_id_date", "season_id", "date", "id"),)

    id: Mapped[str] = mapped_column(String(32), primary_key=True)
    club_id: Mapped[str] = mapped_column(ForeignKey(Club.id), index=True)
    #: The season it counts for, if any.
    season_id: Mapped[str | None] = mapped_column(ForeignKey("season.id"))
    #: Whoever opened it chose that it counts for none, whatever its day.
    apart: Mapped[bool] = mapped_column(default=False, server_default=false())
    date: Mapped[dt.date]
    name: Mapped[str] = mapped_column(String(60))
    #: The game of the night and its options; None if each table chooses.
    slug: Mapped[str | None] = mapped_column(String(20))
    options: Mapped[dict[str, Any] | None] = mapped_column(JSON(none_as_null=True))
    #: The key of the check-in link; None if nobody checks in by phone.
    checkin_key: Mapped[str | None] = mapped_column(SealedKey)
    #: How many rounds are meant to be played; None if nobody knows.
    planned: Mapped[int | None]
    #: How long a round lasts; None if nobody looks at a clock.
    minutes: Mapped[int | None]
    #: The next round as it was drawn last, before it is started.
    draft: Mapped[dict[str, Any] | None] = mapped_column(JSON(none_as_null=True))
    #: The key by which a big screen shows the night without anybody signed in.
    screen_key: Mapped[str | None] = mapped_column(SealedKey)
    #: The key of the public summary, which shortens names to initials if somebody chose that; None while there is none.
    public_key: Mapped[str | None] = mapped_column(SealedKey)
    initials: Mapped[bool] = mapped_column(default=False, server_default=false())
    created_at: Mapped[dt.datetime] = mapped_column(UtcTime, default=now)
    closed_at: Mapped[dt.datetime | None] = mapped_column(UtcTime)
    #: It is deleted: it counts nowhere and nobody sees it, until somebody undoes that.
    deleted_at: Mapped[dt.datetime | None] = mapped_column(UtcTime)
    #: Counts every change, so that the big screen can tell that it is old.
    revision: Mapped[int] = mapped_column(default=0)
    #: The league's totals of its results, and everybody's rating after it; None where no game counts.
    #: Both can be computed again.
    totals: Mapped[dict[str, Any] | None] = mapped_column(JSON(none_as_null=True), deferred=True)
    ratings: Mapped[list[Any] | None] = mapped_column(JSON(none_as_null=True), deferred=True)

    club: Mapped[Club] = relationship()
    season: Mapped[Season | None] = relationship()
    presences: Mapped[list[Presence]] = relationship(
        back_populates="night", order_by="(Presence.arrived_at, Presence.member_id)"
    )
    rounds: Mapped[list[Round]] = relationship(back_populates="night", order_by="Round.number")


class Presence(Base):
    """Somebody who came to a night, and perhaps left before its end."""

    __tablename__ = "presence"

    night_id: Mapped[str] = mapped_column(ForeignKey("night.id"), primary_key=True)
    member_id: Mapped[int] = mapped_column(ForeignKey("member.id"), primary_key=True, index=True)
    #: The phone by which the person checked in: it speaks for the person on tonight.
    device_id: Mapped[str | None] = mapped_column(ForeignKey("device.id"))
    arrived_at: Mapped[dt.datetime] = mapped_column(UtcTime, default=now)
    left_at: Mapped[dt.datetime | None] = mapped_column(UtcTime)
    #: Who has the same number plays together all night; None where partners change.
    team: Mapped[int | None]

    night: Mapped[Night] = relationship(back_populates="presences")
    member: Mapped[Member] = relationship()


class Round(Base):
    """One round of a night: how its tables were made, and how well it came out."""

    __tablename__ = "round"
    # Databases have the constraint under the name that it got when nights were called evenings.
    __table_args__ = (UniqueConstraint("night_id", "number", name="uq_round_evening_id_number"),)

    id: Mapped[int] = mapped_column(primary_key=True)
    night_id: Mapped[str] = mapped_column(ForeignKey("night.id"))
    number: Mapped[int]
    method: Mapped[str] = mapped_column(String(20))
    #: What can be said for and against it, in words.
    quality: Mapped[str]
    made_at: Mapped[dt.datetime] = mapped_column(UtcTime, default=now)
    #: When the clock was started; later by every pause, so that the time played is the time since then.
    clock_started_at: Mapped[dt.datetime | None] = mapped_column(UtcTime)
    clock_seconds: Mapped[int | None]
    clock_paused_at: Mapped[dt.datetime | None] = mapped_column(UtcTime)
    #: Since when every table finishes its hand and stops, and since when all have stopped in the middle of it.
    time_up_at: Mapped[dt.datetime | None] = mapped_column(UtcTime)
    stopped_at: Mapped[dt.datetime | None] = mapped_column(UtcTime)

    night: Mapped[Night] = relationship(back_populates="rounds")
    tables: Mapped[list[NightTable]] = relationship(back_populates="round", order_by="NightTable.number")
    byes: Mapped[list[Bye]] = relationship(back_populates="round", order_by="Bye.member_id")


class NightTable(Base):
    """A table of a round: who sits where, and the game that is played there."""

    __tablename__ = "seating"
    __table_args__ = (UniqueConstraint("round_id", "number"),)

    id: Mapped[int] = mapped_column(primary_key=True)
    round_id: Mapped[int] = mapped_column(ForeignKey("round.id"))
    number: Mapped[int]
    #: None until it is started.
    game_id: Mapped[str | None] = mapped_column(ForeignKey("game.id"), unique=True)
    #: Ids of members in seat order.
    seats: Mapped[list[int]] = mapped_column(JSON)
    #: Pairs of ids: who helps out, and for whom (None for nobody in particular).
    substitutes: Mapped[list[list[int | None]]] = mapped_column(JSON, default=list)
    #: Who left a seat, in order: the seat, the member, and the first hand of whoever came next. None for tables from
    #: before this was stored: there everybody played all hands in the seat they had at the end.
    left_seats: Mapped[list[list[int]] | None] = mapped_column(JSON(none_as_null=True), default=list)

    round: Mapped[Round] = relationship(back_populates="tables")
    game: Mapped[Game | None] = relationship()

    @property
    def drawn(self) -> list[int]:
        """The members for whom the seats were drawn."""
        return self.seats_in(0)

    def seats_in(self, hand: int) -> list[int]:
        """The members who played a hand, by its number."""
        seats = list(self.seats)
        for seat, member, next_hand in reversed(self.left_seats or []):
            if hand < next_hand:
                seats[seat] = member
        return seats

    @property
    def played(self) -> set[int]:
        """The members who sit here, or sat here for a hand; nobody at a table that does not know."""
        if self.left_seats is None:
            return set()
        hands = {next_hand - 1 for _, _, next_hand in self.left_seats} - {0}
        return {*self.seats, *(member for hand in hands for member in self.seats_in(hand))}


class Bye(Base):
    """Somebody who sits a round out."""

    __tablename__ = "bye"

    round_id: Mapped[int] = mapped_column(ForeignKey("round.id"), primary_key=True)
    member_id: Mapped[int] = mapped_column(ForeignKey("member.id"), primary_key=True, index=True)
    #: The fixed partners, who cannot play together while this member sits out.
    partners: Mapped[list[int]] = mapped_column(JSON, default=list, server_default="[]")

    round: Mapped[Round] = relationship(back_populates="byes")
    member: Mapped[Member] = relationship()


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
    #: The score that was accepted, as `TableState.score` writes it: another score asks again.
    score: Mapped[str]
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
