"""Tables: rules that somebody saved under a name."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from sqlalchemy import JSON, ForeignKey, String, UniqueConstraint
from sqlalchemy.orm import Mapped, mapped_column

from scorekeeper.store.base import Base
from scorekeeper.store.tables.game import UtcTime, now


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
