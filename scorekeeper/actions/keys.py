"""Random keys: ids of games, clubs and nights, and keys of links."""

from __future__ import annotations

import secrets
from base64 import urlsafe_b64encode
from hashlib import sha256


def new_key() -> str:
    """A random key that does not begin with a hyphen, so a command line does not take it for an option."""
    key = secrets.token_urlsafe(16)
    return key if key[0] != "-" else new_key()


def same_key(one: str, other: str) -> bool:
    """Constant-time comparison."""
    return secrets.compare_digest(one.encode("utf-8", "replace"), other.encode())


def picture_key(key: str) -> str:
    """The key of a game's picture, derived from a link's key. It opens nothing else and is void when the link is."""
    return urlsafe_b64encode(sha256(f"picture {key}".encode()).digest()).decode()[:22]
