"""Tables: rules that a club has saved under a name."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from sqlalchemy import JSON, ForeignKey, String, UniqueConstraint
from sqlalchemy.orm import Mapped, mapped_column, relationship

from scorekeeper.store.base import Base
from scorekeeper.store.tables.club import Club
from scorekeeper.store.tables.game import UtcTime, now


class ClubRules(Base):
    """The options of a game under a name, for everybody in a club."""

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
