"""State of the server itself: the mark of its secret key, and rate limits."""

from __future__ import annotations

from sqlalchemy import Double, String
from sqlalchemy.orm import Mapped, mapped_column

from scorekeeper.store.base import Base


class SecretMark(Base):
    """One row that only the right secret key makes; it does not reveal the key."""

    __tablename__ = "secret_mark"

    #: As in `Sealer.mark`.
    mark: Mapped[str] = mapped_column(String(64), primary_key=True)


class ThrottleBucket(Base):
    """How many tries somebody has left; whose they are cannot be read from it."""

    __tablename__ = "throttle"

    #: A keyed hash of the limit and of the address or name.
    subject: Mapped[str] = mapped_column(String(32), primary_key=True)
    tokens: Mapped[float] = mapped_column(Double)
    #: When the tokens changed last, in seconds since 1970.
    at: Mapped[float] = mapped_column(Double, index=True)
