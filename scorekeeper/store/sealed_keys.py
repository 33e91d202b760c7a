"""Sealed keys of links: a copy of the database without the secret key opens no link.

Links are shown again later, so their keys are encrypted (AES-SIV), not hashed. Equal keys are stored as equal
texts, so the database can find and compare them like plain ones.
"""

from __future__ import annotations

import binascii
from base64 import urlsafe_b64decode, urlsafe_b64encode

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import AESSIV
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from sqlalchemy import Dialect, Engine, String
from sqlalchemy.types import TypeDecorator

#: Keeps this key different from others derived from the secret key.
PURPOSE = b"scorekeeper: keys of links"
#: Bytes of an AES-256-SIV key.
KEY_BYTES = 64
#: Length of a sealed key of 32 characters.
LENGTH = 64
#: A known text. Sealed, it shows which secret key a database belongs to.
KNOWN = "scorekeeper"
#: Attribute of an engine's dialect that holds the sealer. Engines do not share dialects.
SEALER = "scorekeeper_sealer"


class BrokenSealError(ValueError):
    """A stored text that was not sealed with this secret key."""


class Sealer:
    """Encrypts keys with the server's secret key. Equal keys give equal texts."""

    def __init__(self, secret: str | bytes) -> None:
        plain = secret.encode() if isinstance(secret, str) else secret
        self._cipher = AESSIV(HKDF(SHA256(), KEY_BYTES, None, PURPOSE).derive(plain))

    def seal(self, key: str) -> str:
        """Encrypt a key for storage."""
        # A link may contain anything, even an unpaired surrogate.
        sealed = self._cipher.encrypt(key.encode("utf-8", "replace"), None)
        return urlsafe_b64encode(sealed).rstrip(b"=").decode()

    def unseal(self, sealed: str) -> str:
        """Inverse of `seal`."""
        try:
            return self._cipher.decrypt(urlsafe_b64decode(sealed + "=" * (-len(sealed) % 4)), None).decode()
        except (InvalidTag, binascii.Error, ValueError):
            raise BrokenSealError from None

    @property
    def mark(self) -> str:
        """A text that only this secret key produces."""
        return self.seal(KNOWN)


def use_sealer(engine: Engine, sealer: Sealer) -> None:
    """Use a sealer in all connections of an engine."""
    setattr(engine.dialect, SEALER, sealer)


def sealer_of(dialect: Dialect) -> Sealer:
    """The sealer of an engine."""
    sealer: Sealer = getattr(dialect, SEALER)
    return sealer


class SealedKey(TypeDecorator[str]):
    """The key of a link: plain in Python, sealed in the database."""

    impl = String(LENGTH)
    cache_ok = True

    def process_bind_param(self, value: str | None, dialect: Dialect) -> str | None:
        """Seal the key."""
        return None if value is None else sealer_of(dialect).seal(value)

    def process_result_value(self, value: str | None, dialect: Dialect) -> str | None:
        """Unseal the key."""
        return None if value is None else sealer_of(dialect).unseal(value)
