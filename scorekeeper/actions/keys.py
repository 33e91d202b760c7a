"""Keys that nobody can guess: they name games, clubs and nights, and open links."""

from __future__ import annotations

import secrets
from base64 import urlsafe_b64encode
from hashlib import sha256


def new_key() -> str:
    """A random key; on a command line it does not look like an option."""
    key = secrets.token_urlsafe(16)
    return key if key[0] != "-" else new_key()


def same_key(one: str, other: str) -> bool:
    """Constant-time comparison."""
    return secrets.compare_digest(one.encode("utf-8", "replace"), other.encode())


def picture_key(key: str) -> str:
    """The key of a game's picture, made from the key of a link: it opens nothing else, and ends with the link."""
    return urlsafe_b64encode(sha256(f"picture {key}".encode()).digest()).decode()[:22]
