"""Tables: accounts, clubs, their members, logs and rules."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from sqlalchemy import JSON, ForeignKey, String, UniqueConstraint, false
from sqlalchemy.orm import Mapped, mapped_column, relationship

from scorekeeper.store.base import Base
from scorekeeper.store.sealed_keys import SealedKey
from scorekeeper.store.tables.game import UtcTime, now

ORGANIZER, SCORER, MEMBER = "organizer", "scorer", "member"
ROLES = (ORGANIZER, SCORER, MEMBER)


class Account(Base):
    """A person who can sign in. Deleting an account deletes the row; what was played stays with the member."""

    __tablename__ = "account"

    id: Mapped[str] = mapped_column(String(32), primary_key=True)
    name: Mapped[str] = mapped_column(String(40))
    #: As in `fold_name`.
    folded_name: Mapped[str] = mapped_column(unique=True)
    password: Mapped[str]
    #: Raised with every new password, which makes older sessions and reset links void.
    epoch: Mapped[int] = mapped_column(default=0)
    created_at: Mapped[datetime] = mapped_column(UtcTime, default=now)

    members: Mapped[list[Member]] = relationship(back_populates="account")


class Club(Base):
    """People who play together."""

    __tablename__ = "club"

    id: Mapped[str] = mapped_column(String(32), primary_key=True)
    name: Mapped[str] = mapped_column(String(60))
    #: The key of the invitation link; None while nobody is invited.
    invite_key: Mapped[str | None] = mapped_column(SealedKey)
    #: When the invitation link was made or renewed.
    invited_at: Mapped[datetime | None] = mapped_column(UtcTime)
    #: The key of the permanent table codes; None until they are made.
    table_key: Mapped[str | None] = mapped_column(SealedKey)
    #: The key of the calendar feed; None until it is made.
    calendar_key: Mapped[str | None] = mapped_column(SealedKey)
    created_at: Mapped[datetime] = mapped_column(UtcTime, default=now)

    members: Mapped[list[Member]] = relationship(order_by="Member.id", back_populates="club")

    @property
    def listed_members(self) -> list[Member]:
        """Everybody who is or was on the list, without newcomers who are waiting at the door."""
        return [member for member in self.members if member.waiting_at is None]


class Member(Base):
    """A name on a club's list, with or without an account. Rows are never deleted: results point here."""

    __tablename__ = "member"
    __table_args__ = (UniqueConstraint("club_id", "account_id"),)

    #: Short, because results name their players by it (as text).
    id: Mapped[int] = mapped_column(primary_key=True)
    club_id: Mapped[str] = mapped_column(ForeignKey("club.id"))
    name: Mapped[str] = mapped_column(String(40))
    account_id: Mapped[str | None] = mapped_column(ForeignKey("account.id"), index=True)
    role: Mapped[str] = mapped_column(String(10), default=MEMBER)
    joined_at: Mapped[datetime] = mapped_column(UtcTime, default=now)
    left_at: Mapped[datetime | None] = mapped_column(UtcTime)
    #: The event that a newcomer is waiting to join; None for everybody who is or was on the list.
    waiting_at: Mapped[str | None] = mapped_column(String(32))
    #: The key of the member's own calendar feed; None until it is made.
    calendar_key: Mapped[str | None] = mapped_column(SealedKey)
    #: The person asked to be forgotten; the name is “Former member”.
    erased: Mapped[bool] = mapped_column(default=False)
    #: Other members can't see the career across seasons.
    hides_career: Mapped[bool] = mapped_column(default=False, server_default=false())
    #: The member that this name is too: everything of this name is read as that person's.
    same_as: Mapped[int | None] = mapped_column(ForeignKey("member.id"), index=True)

    club: Mapped[Club] = relationship(back_populates="members")
    account: Mapped[Account | None] = relationship(back_populates="members")

    @property
    def retired(self) -> bool:
        """Whether the name can't return to the list, because it was forgotten or merged."""
        return self.erased or self.same_as is not None

    @property
    def person_id(self) -> int:
        """The id of the person: of another name if this one was merged into it."""
        return self.same_as or self.id


class LogEntry(Base):
    """An entry of a club's log: a decision, and who made it."""

    __tablename__ = "club_log"

    id: Mapped[int] = mapped_column(primary_key=True)
    club_id: Mapped[str] = mapped_column(ForeignKey("club.id"), index=True)
    #: What it is about, such as “member”, “season”, “night”, “result”.
    kind: Mapped[str] = mapped_column(String(20))
    #: Its id, if it is about one.
    about: Mapped[str | None] = mapped_column(String(32))
    #: The sentence in parts: text, or the id of a member, whose name is looked up when it is shown.
    sentence: Mapped[list[str | int]] = mapped_column(JSON)
    #: Who decided; None if it was not a member.
    member_id: Mapped[int | None] = mapped_column(ForeignKey("member.id"))
    #: The phone or program, if the person is unknown; None for the command line.
    actor: Mapped[str | None] = mapped_column(String(60))
    #: How to undo it: the name of the step and its facts; None if it can't be undone.
    undo: Mapped[dict[str, Any] | None] = mapped_column(JSON(none_as_null=True))
    undone_at: Mapped[datetime | None] = mapped_column(UtcTime)
    at: Mapped[datetime] = mapped_column(UtcTime, default=now)


class ClubRules(Base):
    """The options of a game that a club saved under a name."""

    __tablename__ = "club_rules"
    __table_args__ = (UniqueConstraint("club_id", "slug", "name"),)

    id: Mapped[int] = mapped_column(primary_key=True)
    club_id: Mapped[str] = mapped_column(ForeignKey("club.id"))
    slug: Mapped[str] = mapped_column(String(20))
    name: Mapped[str] = mapped_column(String(40))
    players: Mapped[int]
    options: Mapped[dict[str, Any]] = mapped_column(JSON)
    at: Mapped[datetime] = mapped_column(UtcTime, default=now)

    club: Mapped[Club] = relationship()
