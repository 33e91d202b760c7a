"""Passwords: what may be one, hashing, and checking."""

from __future__ import annotations

import secrets
import unicodedata
from collections.abc import Callable
from functools import cache
from threading import BoundedSemaphore
from typing import TypeVar

import gevent
from gevent import monkey
from werkzeug.security import check_password_hash, generate_password_hash

from scorekeeper.actions.names import replace_half_characters

SHORTEST_PASSWORD, LONGEST_PASSWORD = 8, 200
#: A hash takes 32 MB and some 60 ms of a processor: so many at once in one process, and the others wait their turn.
MOST_AT_ONCE = 4

R = TypeVar("R")
turns = BoundedSemaphore(MOST_AT_ONCE)


def password_faults(password: str) -> tuple[str, ...]:
    """What is wrong with a new password."""
    length = len(_normal(password))
    if length < SHORTEST_PASSWORD:
        return (f"Passwords have at least {SHORTEST_PASSWORD} characters. This one has {length}.",)
    if length > LONGEST_PASSWORD:
        return (f"Passwords have at most {LONGEST_PASSWORD} characters. This one has {length}.",)
    return ()


def hash_password(password: str) -> str:
    """The hash to store."""
    with turns:
        return _in_thread(generate_password_hash, _normal(password))


def check_password(stored: str | None, password: str) -> bool:
    """Whether a password fits its hash; without a hash it takes as long. The caller has taken one of the `turns`."""
    return _in_thread(check_password_hash, stored or _unknown_hash(), _normal(password)) and stored is not None


def _in_thread(compute: Callable[..., R], *args: str) -> R:
    """Compute in a thread of its own, so that the server's other requests go on; without gevent they do anyway."""
    if not monkey.is_module_patched("threading"):
        return compute(*args)
    result: R = gevent.get_hub().threadpool.apply(compute, args)
    return result


@cache
def _unknown_hash() -> str:
    """A hash that no password fits."""
    return generate_password_hash(secrets.token_urlsafe(32))


def _normal(password: str) -> str:
    """Keyboards write the same letter in different ways."""
    return unicodedata.normalize("NFC", replace_half_characters(password))
