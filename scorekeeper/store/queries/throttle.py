"""Token buckets of the throttle, shared by all processes of a server."""

from __future__ import annotations

import hashlib
from collections.abc import Collection, Mapping
from typing import NamedTuple

from flask import current_app
from sqlalchemy import ColumnElement, delete, select, text

from scorekeeper.store.base import db
from scorekeeper.store.tables.server import ThrottleBucket

#: A bucket that did not change for so many seconds is full again, whatever its limit.
FULL_AFTER = 3 * 60 * 60
#: Clocks of two machines may differ by so many seconds. A later time is from before a clock was set back.
CLOCK_TOLERANCE = 60
#: The same words on SQLite and PostgreSQL.
UPSERT = text(
    "INSERT INTO throttle (subject, tokens, at) VALUES (:subject, :tokens, :at) "
    "ON CONFLICT (subject) DO UPDATE SET tokens = excluded.tokens, at = excluded.at"
)


class Bucket(NamedTuple):
    """The tokens that are left, and when they changed last."""

    tokens: float
    at: float


def subject_of(limit: str, key: str) -> str:
    """A keyed hash of a limit and of an address or name, which can't be read from it."""
    secret = current_app.secret_key or b""
    keyed = hashlib.sha256(secret.encode() if isinstance(secret, str) else secret).digest()
    return hashlib.blake2b(f"{limit}\n{key}".encode("utf-8", "replace"), key=keyed, digest_size=16).hexdigest()


def read_buckets(subjects: Collection[str], now: float) -> dict[str, Bucket]:
    """The buckets by subject; those that are full are left out."""
    columns = (ThrottleBucket.subject, ThrottleBucket.tokens, ThrottleBucket.at)
    query = select(*columns).where(ThrottleBucket.subject.in_(subjects), _is_in_use(now))
    return {subject: Bucket(tokens, at) for subject, tokens, at in db.session.connection().execute(query)}


def write_buckets(buckets: Mapping[str, Bucket], now: float) -> None:
    """Store buckets by subject, and delete full ones that no other transaction has locked. The caller commits."""
    connection = db.session.connection()
    connection.execute(UPSERT, [{"subject": subject, **bucket._asdict()} for subject, bucket in buckets.items()])
    full = select(ThrottleBucket.subject).where(~_is_in_use(now)).with_for_update(skip_locked=True)
    connection.execute(delete(ThrottleBucket).where(ThrottleBucket.subject.in_(full)))


def _is_in_use(now: float) -> ColumnElement[bool]:
    return ThrottleBucket.at.between(now - FULL_AFTER, now + CLOCK_TOLERANCE)
