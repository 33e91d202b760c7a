"""Tables: devices, games, grants, and every version of every hand."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime
from typing import Any, NamedTuple

from sqlalchemy import (
    JSON,
    DateTime,
    ForeignKey,
    String,
    UniqueConstraint,
    bindparam,
    column,
    event,
    exists,
    false,
    select,
    table,
)
from sqlalchemy.orm import InstanceState, Mapped, column_property, mapped_column, object_session, relationship
from sqlalchemy.types import TypeDecorator
from werkzeug.utils import cached_property

from scorekeeper.store.base import Base
from scorekeeper.store.sealed_keys import SealedKey

SCORER, WATCHER = "scorer", "watcher"
#: Tables of events, whose classes are in modules that import this one.
SEATING = table("event_table", column("game_id"), column("round_id"))
ROUND, EVENT = table("round", column("id"), column("event_id")), table("event", column("id"), column("closed_at"))


def now() -> datetime:
    """The current time in UTC."""
    return datetime.now(UTC)


class UtcTime(TypeDecorator[datetime]):
    """A time in UTC. SQLite stores no zone, and PostgreSQL returns its own."""

    impl = DateTime(timezone=True)
    cache_ok = True

    def process_result_value(self, value: datetime | None, dialect: object) -> datetime | None:
        """The time in UTC."""
        if value is None:
            return None
        return value.replace(tzinfo=UTC) if value.tzinfo is None else value.astimezone(UTC)


class Device(Base):
    """A phone or a computer, known by a cookie."""

    __tablename__ = "device"

    id: Mapped[str] = mapped_column(String(32), primary_key=True)
    name: Mapped[str] = mapped_column(String(60))
    created_at: Mapped[datetime] = mapped_column(UtcTime, default=now)


class Game(Base):
    """A game: the head of its record, and the keys of its links."""

    __tablename__ = "game"

    id: Mapped[str] = mapped_column(String(32), primary_key=True)
    slug: Mapped[str] = mapped_column(String(20))
    players: Mapped[list[str]] = mapped_column(JSON)
    dealer: Mapped[int]
    options: Mapped[dict[str, Any]] = mapped_column(JSON)
    date: Mapped[str | None] = mapped_column(String(200))
    note: Mapped[str | None]
    scorer_key: Mapped[str] = mapped_column(SealedKey)
    watch_key: Mapped[str] = mapped_column(SealedKey)
    created_at: Mapped[datetime] = mapped_column(UtcTime, default=now)
    changed_at: Mapped[datetime] = mapped_column(UtcTime, default=now)
    deleted_at: Mapped[datetime | None] = mapped_column(UtcTime)
    #: Counts every change, so that a page can tell that it is out of date.
    revision: Mapped[int] = mapped_column(default=0)
    #: Counts the changes of names: 0 saves a query, and two phones can't overwrite each other.
    names_number: Mapped[int] = mapped_column(default=0, server_default="0")
    #: The totals before the first hand, of a game begun on paper.
    opening: Mapped[list[int] | None] = mapped_column(JSON(none_as_null=True))
    #: Players change seats when partners change. Not part of the record; no score depends on it.
    moves_seats: Mapped[bool] = mapped_column(default=False, server_default=false())
    #: It is played at a table of an event.
    is_of_event: Mapped[bool] = column_property(exists().where(SEATING.c.game_id == id), deferred=True)  # noqa: A003
    #: That event is closed, so its table codes only show the score.
    is_of_closed_event: Mapped[bool] = column_property(
        exists().where(
            SEATING.c.game_id == id,  # noqa: A003
            ROUND.c.id == SEATING.c.round_id,
            EVENT.c.id == ROUND.c.event_id,
            EVENT.c.closed_at.is_not(None),
        ),
        deferred=True,
    )

    disputes: Mapped[list[Dispute]] = relationship(order_by="Dispute.id", back_populates="game")
    name_changes: Mapped[list[NameChange]] = relationship(order_by="NameChange.number", back_populates="game")

    @cached_property
    def versions(self) -> Sequence[HandVersion]:
        """All versions of its hands in order; read again after a commit."""
        session = object_session(self)
        if session is None:
            return ()
        return [*map(HandVersion._make, session.connection().execute(VERSIONS, {"game": self.id}).all())]


@event.listens_for(Game, "expire", raw=True)
def _expire_versions(state: InstanceState[Game], _attributes: object) -> None:
    """Read versions again whenever the rest of the game is."""
    state.dict.pop("versions", None)


class Grant(Base):
    """What a device may do with a game, and the key by which it was allowed."""

    __tablename__ = "grant"

    device_id: Mapped[str] = mapped_column(ForeignKey("device.id"), primary_key=True)
    game_id: Mapped[str] = mapped_column(ForeignKey("game.id"), primary_key=True, index=True)
    role: Mapped[str] = mapped_column(String(10))
    key: Mapped[str] = mapped_column(SealedKey)
    created_at: Mapped[datetime] = mapped_column(UtcTime, default=now)
    #: The organizer or scorer who corrects the game on this device, even after the event was closed.
    member_id: Mapped[int | None] = mapped_column(ForeignKey("member.id"))


class Version(Base):
    """One version of one hand. Nothing is overwritten: a correction is a new version."""

    __tablename__ = "version"
    __table_args__ = (UniqueConstraint("game_id", "hand", "number"), UniqueConstraint("game_id", "token", "hand"))

    id: Mapped[int] = mapped_column(primary_key=True)
    game_id: Mapped[str] = mapped_column(ForeignKey("game.id"), index=True)
    #: The number of the hand, from 1; a deleted hand keeps its number.
    hand: Mapped[int]
    #: The number of the version of this hand, from 1.
    number: Mapped[int]
    #: The hand as in a record; None if it was deleted.
    facts: Mapped[dict[str, Any] | None] = mapped_column(JSON(none_as_null=True))
    #: What was done: "saved", "corrected", "deleted", "undone".
    done: Mapped[str] = mapped_column(String(10))
    #: The token of the form: the same form sent twice is saved once.
    token: Mapped[str] = mapped_column(String(40))
    device_id: Mapped[str] = mapped_column(ForeignKey("device.id"))
    at: Mapped[datetime] = mapped_column(UtcTime, default=now)


class HandVersion(NamedTuple):
    """A version as a plain value, because every page reads all versions of its game."""

    id: int
    game_id: str
    hand: int
    number: int
    facts: dict[str, Any] | None
    done: str
    token: str
    device_id: str
    at: datetime


ALL_VERSIONS = select(*(Version.__table__.c[name] for name in HandVersion._fields)).order_by(Version.id)
VERSIONS = ALL_VERSIONS.where(Version.game_id == bindparam("game"))


class Dispute(Base):
    """A dispute at a table and its ruling, stored as it was shown."""

    __tablename__ = "dispute"

    id: Mapped[int] = mapped_column(primary_key=True)
    game_id: Mapped[str] = mapped_column(ForeignKey("game.id"), index=True)
    #: The hand it was about.
    hand: Mapped[int]
    #: What was asked, and what was answered, in the players' words.
    asked: Mapped[str]
    answers: Mapped[list[list[str]]] = mapped_column(JSON)
    verdict: Mapped[str]
    effect: Mapped[str]
    rule: Mapped[str] = mapped_column(String(60))
    #: The ruling was written into the hand.
    applied: Mapped[bool]
    #: The token of the form: the same form sent twice is saved once.
    token: Mapped[str] = mapped_column(String(40))
    device_id: Mapped[str] = mapped_column(ForeignKey("device.id"))
    at: Mapped[datetime] = mapped_column(UtcTime, default=now)

    game: Mapped[Game] = relationship(back_populates="disputes")
    device: Mapped[Device] = relationship()


class NameChange(Base):
    """A corrected name, or a seat taken over. Nothing is overwritten: undoing it is another change."""

    __tablename__ = "name_change"
    __table_args__ = (UniqueConstraint("game_id", "number"),)

    id: Mapped[int] = mapped_column(primary_key=True)
    game_id: Mapped[str] = mapped_column(ForeignKey("game.id"))
    #: The number of the change in this game, from 1.
    number: Mapped[int]
    #: For each seat the players and their first hands: `[[1, "Ann"], [4, "Zoe"]]`.
    before: Mapped[list[list[list[Any]]]] = mapped_column(JSON)
    after: Mapped[list[list[list[Any]]]] = mapped_column(JSON)
    #: It undoes the change before it.
    undoes: Mapped[bool] = mapped_column(default=False)
    #: The token of the form: the same form sent twice is saved once.
    token: Mapped[str] = mapped_column(String(40))
    device_id: Mapped[str] = mapped_column(ForeignKey("device.id"))
    #: The member who left the seat to a substitute; None outside clubs.
    member_id: Mapped[int | None] = mapped_column(ForeignKey("member.id"))
    at: Mapped[datetime] = mapped_column(UtcTime, default=now)

    game: Mapped[Game] = relationship(back_populates="name_changes")
    device: Mapped[Device] = relationship()


class SavedRules(Base):
    """The options of a game that a device saved under a name."""

    __tablename__ = "saved_rules"
    __table_args__ = (UniqueConstraint("device_id", "slug", "name"),)

    id: Mapped[int] = mapped_column(primary_key=True)
    device_id: Mapped[str] = mapped_column(ForeignKey("device.id"))
    slug: Mapped[str] = mapped_column(String(20))
    name: Mapped[str] = mapped_column(String(40))
    players: Mapped[int]
    options: Mapped[dict[str, Any]] = mapped_column(JSON)
    at: Mapped[datetime] = mapped_column(UtcTime, default=now)
