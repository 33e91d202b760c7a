"""Keys that nobody can guess: they name games, clubs and nights, and open links."""

from __future__ import annotations

import secrets


def new_key() -> str:
    """A random key; on a command line it does not look like an option."""
    key = secrets.token_urlsafe(16)
    return key if key[0] != "-" else new_key()


def same_key(one: str, other: str) -> bool:
    """Constant-time comparison."""
    return secrets.compare_digest(one.encode("utf-8", "replace"), other.encode())
