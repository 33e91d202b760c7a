"""Keys of links are sealed: always in the same way, and readable with the secret key alone."""

from __future__ import annotations

import pytest

from scorekeeper.store.sealed_keys import BrokenSealError, Sealer
from tests.rows import each_row

SECRET = "a secret key of the server"
KEY = "AbCdEfGhIjKlMnOpQrStUv"
#: Computed from RFC 5869 and RFC 5297 apart from this project: databases of today must open in later releases.
SEALED = "kws0J8u1KVLmtBR6bCLDkzEOO5XP68nLf0AIJ6kTLcqMPWmANQ4"
MARK = "cRUWJWEVikNol1jLzvgmZEx3DeCPWd3Qmzkl"


def test_a_key_is_always_sealed_in_the_same_way() -> None:
    for sealer in (Sealer(SECRET), Sealer(SECRET.encode())):
        assert sealer.seal(KEY) == SEALED
        assert sealer.unseal(SEALED) == KEY
        assert sealer.mark == MARK


def test_only_its_own_secret_key_opens_it() -> None:
    other = Sealer("another secret key")
    assert other.seal(KEY) != SEALED
    broken = [f"{KEY}", SEALED[:-1], SEALED.replace("k", "l", 1), "é", "", "A"]
    for sealer, sealed in [(other, SEALED), *((Sealer(SECRET), text) for text in broken)]:
        with pytest.raises(BrokenSealError):
            sealer.unseal(sealed)


@each_row("key", ["ünï – 🂡", "a" * 100_000, "\0", " "])
def test_whatever_a_link_holds_is_looked_up(key: str) -> None:
    assert Sealer(SECRET).unseal(Sealer(SECRET).seal(key)) == key


def test_half_of_a_pair_is_nobodys_key() -> None:
    assert Sealer(SECRET).seal("\ud800") != SEALED
