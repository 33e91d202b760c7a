"""Keys of links, sealed: whoever reads the database without the secret key can open none of them.

Links are shown again later, so their keys are encrypted (AES-SIV) and not hashed. Equal keys are stored as equal
texts, so the database finds and compares them as if they were plain.
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

#: What the secret key is used for here: keys made from it for other uses are no help.
PURPOSE = b"scorekeeper: keys of links"
#: Bytes of a key of AES-256-SIV.
KEY_BYTES = 64
#: A key of 32 characters has so many when it is sealed.
LENGTH = 64
#: A text that everybody knows: sealed, it shows which secret key a database belongs to.
KNOWN = "scorekeeper"
#: Where an engine's dialect, which no other engine shares, has its sealer.
SEALER = "scorekeeper_sealer"


class BrokenSealError(ValueError):
    """A stored text that was not sealed with this secret key."""


class Sealer:
    """Seals keys with the secret key of the server, always in the same way."""

    def __init__(self, secret: str | bytes) -> None:
        plain = secret.encode() if isinstance(secret, str) else secret
        self._cipher = AESSIV(HKDF(SHA256(), KEY_BYTES, None, PURPOSE).derive(plain))

    def seal(self, key: str) -> str:
        """A key as it is stored."""
        # A link may hold anything; half of a surrogate pair is in nobody's key.
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
        """What shows that a database was sealed with this secret key."""
        return self.seal(KNOWN)


def use_sealer(engine: Engine, sealer: Sealer) -> None:
    """Let all connections of an engine seal and unseal with it."""
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
        """Seal it."""
        return None if value is None else sealer_of(dialect).seal(value)

    def process_result_value(self, value: str | None, dialect: Dialect) -> str | None:
        """Unseal it."""
        return None if value is None else sealer_of(dialect).unseal(value)
