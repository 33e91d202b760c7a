"""How often somebody may sign up or try a password: by name, by address, and by both."""

from __future__ import annotations

import math

from scorekeeper.actions.throttle import Backoff, Limit, TokenBucket, Try

#: After five wrong passwords for a name from one address every try waits, 15 seconds first and 15 minutes at most.
GUESSES = Limit("guesses", Backoff(free_tries=5, first_wait=15, longest_wait=15 * 60, forgotten_after=60 * 60))
#: Wrong passwords from one address, whatever the names: sixty people of a club mistype less often.
WRONG_BY_ADDRESS = Limit("wrong by address", TokenBucket(rate=1 / 10, burst=20))
#: Wrong passwords for one name, wherever they come from.
WRONG_BY_NAME = Limit("wrong by name", TokenBucket(rate=1 / 10, burst=100))
#: New accounts from one address: a club signs up in a few minutes, and nobody makes thousands.
SIGN_UPS = Limit("sign-ups", TokenBucket(rate=1 / 5, burst=20))
SIGN_UPS_A_DAY = Limit("sign-ups a day", TokenBucket(rate=1 / 60, burst=150))


def password_tries(folded_name: str, address: str) -> tuple[Try, ...]:
    """Where a password counts until it is right."""
    return (
        (GUESSES, f"{folded_name}\n{address}"),
        (WRONG_BY_ADDRESS, address),
        (WRONG_BY_NAME, folded_name),
    )


def sign_up_tries(address: str) -> tuple[Try, ...]:
    """Where a new account counts."""
    return (SIGN_UPS, address), (SIGN_UPS_A_DAY, address)


def in_words(seconds: int) -> str:
    """A time to wait."""
    if seconds < 100:
        return f"{seconds} seconds" if seconds > 1 else "a second"
    return f"{math.ceil(seconds / 60)} minutes"
