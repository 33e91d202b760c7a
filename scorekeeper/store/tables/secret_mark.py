"""Tables: which secret key the keys of all links are sealed with."""

from __future__ import annotations

from sqlalchemy import String
from sqlalchemy.orm import Mapped, mapped_column

from scorekeeper.store.base import Base


class SecretMark(Base):
    """One row that only the right secret key makes; the secret key cannot be read from it."""

    __tablename__ = "secret_mark"

    #: As in `Sealer.mark`.
    mark: Mapped[str] = mapped_column(String(64), primary_key=True)
