"""State of the server itself: the mark of its secret key, and rate limits."""

from __future__ import annotations

from sqlalchemy import Double, String
from sqlalchemy.orm import Mapped, mapped_column

from scorekeeper.store.base import Base


class SecretMark(Base):
    """One row that only the right secret key makes; the secret key cannot be read from it."""

    __tablename__ = "secret_mark"

    #: As in `Sealer.mark`.
    mark: Mapped[str] = mapped_column(String(64), primary_key=True)


class ThrottleCount(Base):
    """What is remembered of somebody's tries; whose they are cannot be read from it."""

    __tablename__ = "throttle"

    #: A keyed hash of what is limited, and of the address or name.
    subject: Mapped[str] = mapped_column(String(32), primary_key=True)
    #: Tokens left, or failures.
    number: Mapped[float] = mapped_column(Double)
    #: When it changed last, in seconds since 1970.
    at: Mapped[float] = mapped_column(Double, index=True)
