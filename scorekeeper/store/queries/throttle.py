"""Counts of tries, read and written by all processes of a server."""

from __future__ import annotations

import hashlib
from collections.abc import Collection, Mapping
from typing import cast

from flask import current_app
from sqlalchemy import Table, delete, select, text

from scorekeeper.store.base import db
from scorekeeper.store.tables.server import ThrottleCount

_THROTTLE = cast(Table, ThrottleCount.__table__)
#: The same words on SQLite and PostgreSQL.
UPSERT = text(
    "INSERT INTO throttle (subject, number, at) VALUES (:subject, :number, :at) "
    "ON CONFLICT (subject) DO UPDATE SET number = excluded.number, at = excluded.at"
)


def subject_of(limit: str, key: str) -> str:
    """What a count is stored under: nobody reads an address or a name from it."""
    secret = current_app.secret_key or b""
    keyed = hashlib.sha256(secret.encode() if isinstance(secret, str) else secret).digest()
    return hashlib.blake2b(f"{limit}\n{key}".encode("utf-8", "replace"), key=keyed, digest_size=16).hexdigest()


def read_counts(subjects: Collection[str]) -> dict[str, tuple[float, float]]:
    """Number and time by subject, of those that have a count."""
    query = select(_THROTTLE).where(_THROTTLE.c.subject.in_(subjects))
    return {subject: (number, at) for subject, number, at in db.session.connection().execute(query)}


def write_counts(counts: Mapping[str, tuple[float, float]]) -> None:
    """Store number and time by subject. The caller commits."""
    rows = [{"subject": subject, "number": number, "at": at} for subject, (number, at) in counts.items()]
    if rows:
        db.session.connection().execute(UPSERT, rows)


def forget_counts(subjects: Collection[str], before: float) -> None:
    """Drop these counts, and all that are older than a time and in nobody else's hands. The caller commits."""
    old = select(_THROTTLE.c.subject).where(_THROTTLE.c.at < before).with_for_update(skip_locked=True)
    dropped = _THROTTLE.c.subject.in_(subjects) | _THROTTLE.c.subject.in_(old)
    db.session.connection().execute(delete(_THROTTLE).where(dropped))
