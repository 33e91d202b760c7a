"""Limits of the server: how often people may try something, and how large a game may be.

The command line scores a record of any length.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import islice

from scorekeeper.rules.values import Fault, Faults, figure


@dataclass(frozen=True)
class Limit:
    """A token bucket: so many tries at once, and so many more a second."""

    burst: int
    rate: float
    #: Tokens that come back when a try turns out not to count: one, or all.
    refund: float = 1
    #: For limits on requests: how many a process takes from the shared bucket at a time, and how many it allows an
    #: address without counting them there.
    step: int = 1
    free: int = 0


#: Every throttle, by name.
LIMITS = {
    # Wrong passwords for a name from one address: after five a try every 15 seconds, after a dozen every 15 minutes.
    "guesses": Limit(burst=5, rate=1 / 15, refund=5),
    "guesses, slow": Limit(burst=12, rate=1 / 900, refund=12),
    # Wrong passwords from one address, whatever the names: sixty people of a club mistype less often.
    "wrong passwords of an address": Limit(burst=20, rate=1 / 10),
    # Wrong passwords for one name, from any address.
    "wrong passwords for a name": Limit(burst=100, rate=1 / 10),
    # New accounts from one address: a club signs up in a few minutes, and nobody makes thousands.
    "sign-ups": Limit(burst=20, rate=1 / 5),
    "sign-ups, slow": Limit(burst=150, rate=1 / 60),
    # Check-ins by the link of one night: a phone changes its mind a few times, a whole club may share one address.
    "check-ins of a phone": Limit(burst=6, rate=1 / 300),
    "check-ins of an address": Limit(burst=100, rate=1 / 10),
    # Games that are started at one address, and phones that follow links there for the first time.
    "new games": Limit(burst=300, rate=1 / 5),
    "new phones": Limit(burst=3_000, rate=1),
    # Requests from one address, by kind. A whole club is behind one address, so these are the limits of a full hall: a
    # thousand who watch and sixty who score. Settings may change burst and rate.
    "READ": Limit(burst=20_000, rate=200, step=200, free=300),
    "WRITE": Limit(burst=3_000, rate=30, step=50, free=60),
    "API": Limit(burst=100, rate=20, step=10),
}

#: The rule that a fault about the size of a record names.
RULE = "record.limits"
#: Hands of a game.
MOST_HANDS = 1_000
#: Versions of a game's hands: every save, correction and undo is one.
MOST_VERSIONS = 5_000
#: Values in one hand: bids, melds, cards, adjustments.
MOST_VALUES = 2_000
#: Characters of all text in one hand, or in the head of a record.
LONGEST_TEXT = 2_000


def hand_count(record: object) -> int:
    """How many hands a document has."""
    hands = record.get("hands") if isinstance(record, Mapping) else None
    return len(hands) if isinstance(hands, list) else 0


def size_faults(record: object) -> Faults:
    """What makes a record larger than a game can be."""
    if (count := hand_count(record)) > MOST_HANDS:
        return (Fault(f"A game can have at most {figure(MOST_HANDS)} hands, not {figure(count)}.", RULE, "hands"),)
    if not isinstance(record, Mapping):
        return ()
    hands = enumerate(record["hands"] if count else (), 1)
    head = {key: value for key, value in record.items() if key != "hands"}
    return (
        *hand_size_faults(head, "record"),
        *(fault.in_hand(number) for number, hand in hands for fault in hand_size_faults(hand)),
    )


def hand_size_faults(hand: object, whole: str = "hand") -> Iterator[Fault]:
    """A hand with more values or longer text than any table writes down."""
    values = [*islice(_values(hand), MOST_VALUES + 1)]
    if len(values) > MOST_VALUES:
        yield Fault(f"A {whole} can have at most {figure(MOST_VALUES)} values.", RULE)
    if sum(len(value) for value in values if isinstance(value, str)) > LONGEST_TEXT:
        yield Fault(f"The text in a {whole} can have at most {figure(LONGEST_TEXT)} characters.", RULE)


def _values(document: object) -> Iterator[object]:
    """Every value in a document, however deep."""
    waiting = [document]
    while waiting:
        value = waiting.pop()
        yield value
        if isinstance(value, Mapping):
            waiting.extend(value.values())
        elif isinstance(value, list):
            waiting.extend(value)


def full_game_faults(hand: int, versions: int) -> Faults:
    """What keeps a game from taking one more version of a hand."""
    if hand > MOST_HANDS:
        return (Fault(f"A game can have at most {figure(MOST_HANDS)} hands. Start another game.", RULE),)
    if versions >= MOST_VERSIONS:
        return (Fault(f"This game was changed {figure(versions)} times. Start another game.", RULE),)
    return ()
