"""How large a game may be: what no table plays is refused before it keeps the server busy.

The command line scores a record of any length; these limits are the server's.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import islice

from scorekeeper.rules.values import Fault, Faults, figure

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
