"""Tables: events, entrants, rounds, tables, seats, byes and forfeits."""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterable
from typing import Any

from sqlalchemy import JSON, ForeignKey, Index, String, UniqueConstraint, false, true
from sqlalchemy.orm import Mapped, mapped_column, relationship

from scorekeeper.store.base import Base
from scorekeeper.store.sealed_keys import SealedKey
from scorekeeper.store.tables.club import Club, Member
from scorekeeper.store.tables.game import Game, UtcTime, now
from scorekeeper.store.tables.season import Season


class Event(Base):
    """A club night, a tournament, or the games of a day that were played without either."""

    __tablename__ = "event"
    #: Standings read the latest events of many.
    __table_args__ = (Index("ix_event_season_id_date", "season_id", "date", "id"),)

    id: Mapped[str] = mapped_column(String(32), primary_key=True)
    club_id: Mapped[str] = mapped_column(ForeignKey(Club.id), index=True)
    #: The season it counts for, if any.
    season_id: Mapped[str | None] = mapped_column(ForeignKey("season.id"))
    #: It counts for no season, whatever its date.
    apart: Mapped[bool] = mapped_column(default=False, server_default=false())
    date: Mapped[dt.date]
    name: Mapped[str] = mapped_column(String(60))
    #: The game and its options; None for games that were added one by one.
    slug: Mapped[str | None] = mapped_column(String(20))
    options: Mapped[dict[str, Any] | None] = mapped_column(JSON(none_as_null=True))
    #: The league's plan as plain values; None if every round is drawn as people choose (a club night).
    plan: Mapped[dict[str, Any] | None] = mapped_column(JSON(none_as_null=True))
    #: How many people an entrant has.
    entrant_size: Mapped[int] = mapped_column(default=1, server_default="1")
    #: The planned number of rounds, if any.
    planned: Mapped[int | None]
    #: A game ends after so many hands, and a round after so many minutes; None if it is played to its end.
    hands: Mapped[int | None]
    minutes: Mapped[int | None]
    #: What decides the seeds ("lot", "hand", "standing" or "rating"), and the season whose standings or ratings do.
    seeding: Mapped[str] = mapped_column(String(10), default="lot", server_default="lot")
    seeded_by: Mapped[str | None] = mapped_column(ForeignKey("season.id"))
    #: Prizes in words, the first place first.
    prizes: Mapped[list[str]] = mapped_column(JSON, default=list, server_default="[]")
    #: The keys of the check-in link and of the big screen, which needs no account; None if there is none.
    checkin_key: Mapped[str | None] = mapped_column(SealedKey)
    screen_key: Mapped[str | None] = mapped_column(SealedKey)
    #: The key of the public page, and whether that shortens names to initials; None while there is no page.
    public_key: Mapped[str | None] = mapped_column(SealedKey)
    initials: Mapped[bool] = mapped_column(default=False, server_default=false())
    created_at: Mapped[dt.datetime] = mapped_column(UtcTime, default=now)
    #: When the entrants of a tournament were seeded.
    started_at: Mapped[dt.datetime | None] = mapped_column(UtcTime)
    closed_at: Mapped[dt.datetime | None] = mapped_column(UtcTime)
    #: Deleted events count nowhere and are shown to nobody; deleting can be undone.
    deleted_at: Mapped[dt.datetime | None] = mapped_column(UtcTime)
    #: Counts every change, so that a page can tell that it is out of date.
    revision: Mapped[int] = mapped_column(default=0)
    #: The league's totals of its results, and all ratings after it; None if no game counts. Both can be recomputed.
    totals: Mapped[dict[str, Any] | None] = mapped_column(JSON(none_as_null=True), deferred=True)
    ratings: Mapped[list[Any] | None] = mapped_column(JSON(none_as_null=True), deferred=True)

    club: Mapped[Club] = relationship()
    season: Mapped[Season | None] = relationship(foreign_keys=[season_id])
    seeds_from: Mapped[Season | None] = relationship(foreign_keys=[seeded_by])
    entrants: Mapped[list[Entrant]] = relationship(
        back_populates="event", order_by="Entrant.number", cascade="all, delete-orphan"
    )
    people: Mapped[list[EntrantMember]] = relationship(
        back_populates="event", order_by="(EntrantMember.arrived_at, EntrantMember.member_id)", cascade="all"
    )
    #: Every round that has started, and the one that was drawn ahead.
    all_rounds: Mapped[list[Round]] = relationship(back_populates="event", order_by="Round.number")
    forfeits: Mapped[list[Forfeit]] = relationship(cascade="all, delete-orphan")

    @property
    def rounds(self) -> list[Round]:
        """The rounds that have started, in order."""
        return [own for own in self.all_rounds if own.started_at is not None]

    @property
    def drawn_ahead(self) -> Round | None:
        """The next round, if it was drawn and has not started."""
        return next((own for own in self.all_rounds if own.started_at is None), None)

    @property
    def tables(self) -> list[EventTable]:
        """The tables of all rounds that have started, in order."""
        return [table for own in self.rounds for table in own.tables]


class Entrant(Base):
    """One person whose partners change, a pair or a team."""

    __tablename__ = "entrant"
    __table_args__ = (UniqueConstraint("event_id", "number"),)

    id: Mapped[int] = mapped_column(primary_key=True)
    event_id: Mapped[str] = mapped_column(ForeignKey("event.id"))
    #: From 1 in order of entry; lots are drawn by it.
    number: Mapped[int]
    #: The name of a team; None if the names of its members are used.
    name: Mapped[str | None] = mapped_column(String(60))
    #: The place in the draw; before the start only if it is set by hand.
    seed: Mapped[int | None]
    #: How many rounds were drawn before it entered.
    joined: Mapped[int] = mapped_column(default=0, server_default="0")
    withdrawn_at: Mapped[dt.datetime | None] = mapped_column(UtcTime)

    event: Mapped[Event] = relationship(back_populates="entrants")
    members: Mapped[list[EntrantMember]] = relationship(
        back_populates="entrant", order_by="EntrantMember.place", cascade="all"
    )

    @property
    def people(self) -> list[int]:
        """The ids of its members in order."""
        return [own.person for own in self.members]


class EntrantMember(Base):
    """A member who takes part in an event."""

    __tablename__ = "entrant_member"

    id: Mapped[int] = mapped_column(primary_key=True)
    event_id: Mapped[str] = mapped_column(ForeignKey("event.id"), index=True)
    entrant_id: Mapped[int] = mapped_column(ForeignKey("entrant.id"), index=True)
    member_id: Mapped[int] = mapped_column(ForeignKey("member.id"), index=True)
    #: The order within the entrant.
    place: Mapped[int] = mapped_column(default=0, server_default="0")
    #: The phone by which the member checked in; it acts for the member at this event.
    device_id: Mapped[str | None] = mapped_column(ForeignKey("device.id"))
    arrived_at: Mapped[dt.datetime] = mapped_column(UtcTime, default=now)
    left_at: Mapped[dt.datetime | None] = mapped_column(UtcTime)

    event: Mapped[Event] = relationship(back_populates="people")
    entrant: Mapped[Entrant] = relationship(back_populates="members")
    member: Mapped[Member] = relationship()

    @property
    def person(self) -> int:
        """The id of the member, or of the one that this name was merged into."""
        return self.member.person_id


class Round(Base):
    """A round: how its tables were drawn, how good the draw is, and its clock."""

    __tablename__ = "round"
    __table_args__ = (UniqueConstraint("event_id", "number"),)

    id: Mapped[int] = mapped_column(primary_key=True)
    event_id: Mapped[str] = mapped_column(ForeignKey("event.id"))
    number: Mapped[int]
    method: Mapped[str] = mapped_column(String(20))
    #: How many sit at a table, and how often the round was drawn before.
    size: Mapped[int] = mapped_column(default=4, server_default="4")
    again: Mapped[int] = mapped_column(default=0, server_default="0")
    #: The quality of the draw, in words.
    quality: Mapped[str] = mapped_column(default="")
    made_at: Mapped[dt.datetime] = mapped_column(UtcTime, default=now)
    #: None for a round that was drawn ahead.
    started_at: Mapped[dt.datetime | None] = mapped_column(UtcTime)
    #: When the clock was started, moved by every pause: the time played is the time since then.
    clock_started_at: Mapped[dt.datetime | None] = mapped_column(UtcTime)
    clock_seconds: Mapped[int | None]
    clock_paused_at: Mapped[dt.datetime | None] = mapped_column(UtcTime)
    #: When tables were told to finish their hand, and when all were stopped in the middle of it.
    time_up_at: Mapped[dt.datetime | None] = mapped_column(UtcTime)
    stopped_at: Mapped[dt.datetime | None] = mapped_column(UtcTime)

    event: Mapped[Event] = relationship(back_populates="all_rounds")
    tables: Mapped[list[EventTable]] = relationship(back_populates="round", order_by="EventTable.number")
    byes: Mapped[list[Bye]] = relationship(
        back_populates="round", order_by="Bye.member_id", cascade="all, delete-orphan"
    )

    @property
    def out(self) -> list[int]:
        """The ids of the members who are to sit out."""
        return [bye.person for bye in self.byes if bye.sits_out]


class EventTable(Base):
    """A table of a round: who sits where, and the game that is played there."""

    __tablename__ = "event_table"

    id: Mapped[int] = mapped_column(primary_key=True)
    round_id: Mapped[int] = mapped_column(ForeignKey("round.id"), index=True)
    #: The number of the table in the room.
    number: Mapped[int]
    #: The key of the match, such as “W1-3” or “2-1”, where there are matches.
    match: Mapped[str | None] = mapped_column(String(12))
    #: The number of the game in its match, and of its table there.
    leg: Mapped[int] = mapped_column(default=1, server_default="1")
    board: Mapped[int] = mapped_column(default=1, server_default="1")
    #: None until it is started.
    game_id: Mapped[str | None] = mapped_column(ForeignKey("game.id"), unique=True)
    #: The final totals of a game that was scored on paper alone.
    paper: Mapped[list[int] | None] = mapped_column(JSON(none_as_null=True))
    #: It was stopped before its end.
    stopped: Mapped[bool] = mapped_column(default=False, server_default=false())

    round: Mapped[Round] = relationship(back_populates="tables")
    game: Mapped[Game | None] = relationship()
    #: Everybody who sits here or sat here, in order.
    chairs: Mapped[list[Seat]] = relationship(
        back_populates="table", order_by="(Seat.seat, Seat.id)", cascade="all, delete-orphan"
    )

    def stints(self, seat: int) -> list[Seat]:
        """Everybody who had a seat, the present one last."""
        return [chair for chair in self.chairs if chair.seat == seat]

    @property
    def current(self) -> list[Seat]:
        """Who sits here now, in seat order."""
        latest = {chair.seat: chair for chair in self.chairs}
        return [latest[seat] for seat in sorted(latest)]

    @property
    def seats(self) -> list[int]:
        """The ids of the members who sit here now, in seat order."""
        return [chair.person for chair in self.current]

    @property
    def drawn(self) -> list[int]:
        """The members as the seats were drawn."""
        return [self.stints(chair.seat)[0].person for chair in self.current]

    @property
    def substitutes(self) -> list[tuple[int, int]]:
        """The substitutes who play now, each with the absent member."""
        return [(chair.person, chair.absent) for chair in self.current if chair.absent is not None]

    def seats_in(self, hand: int) -> list[int]:
        """The members who played a hand, by its number."""
        return [_in_hand(self.stints(chair.seat), hand).person for chair in self.current]

    @property
    def played(self) -> set[int]:
        """The members who sit here, or sat here for a hand."""
        hands = {chair.first_hand - 1 for chair in self.chairs} - {0}
        return {*self.seats, *(member for hand in hands for member in self.seats_in(hand))}

    @property
    def people(self) -> set[int]:
        """Everybody who is or was to sit here, and the members who have a substitute here."""
        absent = (chair.absent for chair in self.chairs if chair.absent is not None)
        return {*(chair.person for chair in self.chairs), *absent}

    def sit(self, members: Iterable[int], entrants: Iterable[int | None] | None = None) -> None:
        """Seat these members, in seat order, from the first hand on."""
        seated = list(members)
        of = list(entrants) if entrants is not None else [None] * len(seated)
        self.chairs = [
            Seat(seat=seat, member_id=member, entrant_id=entrant)
            for seat, (member, entrant) in enumerate(zip(seated, of, strict=True))
        ]


def _in_hand(stints: list[Seat], hand: int) -> Seat:
    """Who had a seat in a hand; the first one before anybody took over."""
    return next((chair for chair in reversed(stints) if chair.first_hand <= hand), stints[0])


class Seat(Base):
    """A member in a seat of a table from a hand on, perhaps as a substitute."""

    __tablename__ = "seat"

    id: Mapped[int] = mapped_column(primary_key=True)
    table_id: Mapped[int] = mapped_column(ForeignKey("event_table.id"), index=True)
    seat: Mapped[int]
    member_id: Mapped[int] = mapped_column(ForeignKey("member.id"), index=True)
    first_hand: Mapped[int] = mapped_column(default=1, server_default="1")
    #: The absent member whose place a substitute takes.
    instead_of: Mapped[int | None] = mapped_column(ForeignKey("member.id"), index=True)
    #: The entrant that this seat plays for, where entrants are fixed.
    entrant_id: Mapped[int | None] = mapped_column(ForeignKey("entrant.id"), index=True)

    table: Mapped[EventTable] = relationship(back_populates="chairs")
    member: Mapped[Member] = relationship(foreign_keys=[member_id], lazy="joined")
    absent_member: Mapped[Member | None] = relationship(foreign_keys=[instead_of])
    entrant: Mapped[Entrant | None] = relationship()

    @property
    def person(self) -> int:
        """The id of the member, or of the one that this name was merged into."""
        return self.member.person_id

    @property
    def absent(self) -> int | None:
        """The same of the absent member, if this is a substitute."""
        return self.absent_member.person_id if self.absent_member is not None else None


class Bye(Base):
    """A member who sits out a round, or whose fixed partner does."""

    __tablename__ = "bye"

    round_id: Mapped[int] = mapped_column(ForeignKey("round.id"), primary_key=True)
    member_id: Mapped[int] = mapped_column(ForeignKey("member.id"), primary_key=True, index=True)
    #: False for somebody who plays with others while a fixed partner sits out.
    sits_out: Mapped[bool] = mapped_column(default=True, server_default=true())
    #: Members with the same number are fixed partners, who have the bye together.
    together: Mapped[int | None]
    #: Who sits out, where entrants are fixed.
    entrant_id: Mapped[int | None] = mapped_column(ForeignKey("entrant.id"), index=True)

    round: Mapped[Round] = relationship(back_populates="byes")
    member: Mapped[Member] = relationship()
    entrant: Mapped[Entrant | None] = relationship()

    @property
    def person(self) -> int:
        """The id of the member, or of the one that this name was merged into."""
        return self.member.person_id


class Forfeit(Base):
    """A match that an entrant gave up."""

    __tablename__ = "forfeit"

    event_id: Mapped[str] = mapped_column(ForeignKey("event.id"), primary_key=True)
    match: Mapped[str] = mapped_column(String(12), primary_key=True)
    entrant_id: Mapped[int] = mapped_column(ForeignKey("entrant.id"), index=True)

    entrant: Mapped[Entrant] = relationship()
