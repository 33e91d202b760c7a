"""Tables: devices, games, who may do what, and every version of every hand."""

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
#: The tables of club nights, which are described in another module.
SEATING = table("seating", column("game_id"), column("round_id"))
ROUND, NIGHT = table("round", column("id"), column("night_id")), table("night", column("id"), column("closed_at"))
#: The games of tournaments, likewise.
TOURNAMENT_GAME = table("tournament_game", column("game_id"))


def now() -> datetime:
    """This moment, in universal time."""
    return datetime.now(UTC)


class UtcTime(TypeDecorator[datetime]):
    """A moment; SQLite forgets the zone, so it is put back, and PostgreSQL answers in its own."""

    impl = DateTime(timezone=True)
    cache_ok = True

    def process_result_value(self, value: datetime | None, dialect: object) -> datetime | None:
        """The moment with its zone."""
        if value is None:
            return None
        return value.replace(tzinfo=UTC) if value.tzinfo is None else value.astimezone(UTC)


class Device(Base):
    """A phone or a computer that has been here: known by a cookie, not by a person."""

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
    #: Counts every change, so that a watching page can tell that it is old.
    revision: Mapped[int] = mapped_column(default=0)
    #: Counts the changes of names: a game without any spares a query, and two phones cannot overwrite each other.
    names_number: Mapped[int] = mapped_column(default=0, server_default="0")
    #: Adjustments brought over from paper, which the first finished hand carries.
    paper: Mapped[list[dict[str, Any]] | None] = mapped_column(JSON(none_as_null=True))
    #: Partners who change sit down opposite each other; a record has no place for it, and no score depends on it.
    moves_seats: Mapped[bool] = mapped_column(default=False, server_default=false())
    #: It is played at a table of a club night.
    is_of_night: Mapped[bool] = column_property(exists().where(SEATING.c.game_id == id), deferred=True)  # noqa: A003
    #: It is played in a tournament.
    is_of_tournament: Mapped[bool] = column_property(
        exists().where(TOURNAMENT_GAME.c.game_id == id),  # noqa: A003
        deferred=True,
    )
    #: That night is closed, so the codes of its tables only show the score.
    is_of_closed_night: Mapped[bool] = column_property(
        exists().where(
            SEATING.c.game_id == id,  # noqa: A003
            ROUND.c.id == SEATING.c.round_id,
            NIGHT.c.id == ROUND.c.night_id,
            NIGHT.c.closed_at.is_not(None),
        ),
        deferred=True,
    )

    disputes: Mapped[list[Dispute]] = relationship(order_by="Dispute.id", back_populates="game")
    name_changes: Mapped[list[NameChange]] = relationship(order_by="NameChange.number", back_populates="game")

    @cached_property
    def versions(self) -> Sequence[HandVersion]:
        """All that was ever saved in it, in order; read again after a commit."""
        session = object_session(self)
        if session is None:
            return ()
        return [*map(HandVersion._make, session.connection().execute(VERSIONS, {"game": self.id}).all())]


@event.listens_for(Game, "expire", raw=True)
def _expire_versions(state: InstanceState[Game], _attributes: object) -> None:
    """Versions are out of date when the rest of the game is."""
    state.dict.pop("versions", None)


class Grant(Base):
    """What a device may do with a game, and the key by which it was allowed."""

    __tablename__ = "grant"

    device_id: Mapped[str] = mapped_column(ForeignKey("device.id"), primary_key=True)
    game_id: Mapped[str] = mapped_column(ForeignKey("game.id"), primary_key=True, index=True)
    role: Mapped[str] = mapped_column(String(10))
    key: Mapped[str] = mapped_column(SealedKey)
    created_at: Mapped[datetime] = mapped_column(UtcTime, default=now)
    #: The organizer or scorer of the club who corrects on this device, also after the night was closed.
    member_id: Mapped[int | None] = mapped_column(ForeignKey("member.id"))


class Version(Base):
    """One version of one hand. Nothing is overwritten: a correction is a new version."""

    __tablename__ = "version"
    __table_args__ = (UniqueConstraint("game_id", "hand", "number"), UniqueConstraint("game_id", "token", "hand"))

    id: Mapped[int] = mapped_column(primary_key=True)
    game_id: Mapped[str] = mapped_column(ForeignKey("game.id"), index=True)
    #: Which hand, counted from 1 as they were begun; a deleted hand keeps its number.
    hand: Mapped[int]
    #: Which version of it, counted from 1.
    number: Mapped[int]
    #: The hand as a record holds it; None says that it was deleted.
    facts: Mapped[dict[str, Any] | None] = mapped_column(JSON(none_as_null=True))
    #: What was done: "saved", "corrected", "deleted", "undone".
    done: Mapped[str] = mapped_column(String(10))
    #: The form it came from: the same form sent twice is saved once.
    token: Mapped[str] = mapped_column(String(40))
    device_id: Mapped[str] = mapped_column(ForeignKey("device.id"))
    at: Mapped[datetime] = mapped_column(UtcTime, default=now)


class HandVersion(NamedTuple):
    """A version as it is read: a plain value, because every page reads all versions of its game."""

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
    """Something the table argued about, and how it was ruled; nothing of it is computed again."""

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
    #: It was written into the hand; otherwise it is only kept.
    applied: Mapped[bool]
    #: The form it came from: the same form sent twice is kept once.
    token: Mapped[str] = mapped_column(String(40))
    device_id: Mapped[str] = mapped_column(ForeignKey("device.id"))
    at: Mapped[datetime] = mapped_column(UtcTime, default=now)

    game: Mapped[Game] = relationship(back_populates="disputes")
    device: Mapped[Device] = relationship()


class NameChange(Base):
    """A name spelled otherwise, or a seat taken over. Nothing is overwritten: undoing it is one more change."""

    __tablename__ = "name_change"
    __table_args__ = (UniqueConstraint("game_id", "number"),)

    id: Mapped[int] = mapped_column(primary_key=True)
    game_id: Mapped[str] = mapped_column(ForeignKey("game.id"))
    #: Which change of this game's names, counted from 1.
    number: Mapped[int]
    #: Per seat who plays there from which hand on: `[[1, "Ann"], [4, "Zoe"]]`.
    before: Mapped[list[list[list[Any]]]] = mapped_column(JSON)
    after: Mapped[list[list[list[Any]]]] = mapped_column(JSON)
    #: It takes back the change before it.
    undoes: Mapped[bool] = mapped_column(default=False)
    #: The form it came from: the same form sent twice is saved once.
    token: Mapped[str] = mapped_column(String(40))
    device_id: Mapped[str] = mapped_column(ForeignKey("device.id"))
    #: The member of a club who left the seat to a substitute; None outside clubs.
    member_id: Mapped[int | None] = mapped_column(ForeignKey("member.id"))
    at: Mapped[datetime] = mapped_column(UtcTime, default=now)

    game: Mapped[Game] = relationship(back_populates="name_changes")
    device: Mapped[Device] = relationship()


class SavedRules(Base):
    """The options of a game under a name, as one device has saved them."""

    __tablename__ = "saved_rules"
    __table_args__ = (UniqueConstraint("device_id", "slug", "name"),)

    id: Mapped[int] = mapped_column(primary_key=True)
    device_id: Mapped[str] = mapped_column(ForeignKey("device.id"))
    slug: Mapped[str] = mapped_column(String(20))
    name: Mapped[str] = mapped_column(String(40))
    players: Mapped[int]
    options: Mapped[dict[str, Any]] = mapped_column(JSON)
    at: Mapped[datetime] = mapped_column(UtcTime, default=now)
