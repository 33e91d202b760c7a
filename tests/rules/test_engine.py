"""A record is scored from its own hands only, however often it was scored before."""

from __future__ import annotations

from typing import Any

import pytest

from scorekeeper.rules import GAMES, Sheet, score
from tests.samples import record

HAND = {"bidder": 0, "bid": 70, "trump": "red", "captured": [75, 45]}


def original(*hands: Any) -> dict[str, Any]:
    return {"format": "rook-record/1", "game": "original", "players": ["Ann", "Ben", "Cal", "Dot"], "hands": [*hands]}


def totals(document: dict[str, Any]) -> tuple[int, ...]:
    sheet = score(document)
    assert isinstance(sheet, Sheet), sheet
    return sheet.totals


@pytest.mark.parametrize("slug", [game.slug for game in GAMES])
def test_earlier_hands_do_not_change_with_later_ones(slug: str) -> None:
    document = record(slug)
    whole = score(document)
    assert isinstance(whole, Sheet)
    for count in range(len(document["hands"])):
        part = score(document | {"hands": document["hands"][:count]})
        assert isinstance(part, Sheet)
        assert part.hands == whole.hands[:count]


def test_a_corrected_hand_is_scored_again() -> None:
    assert totals(original(HAND, HAND, HAND)) == (225, 135)
    assert totals(original(HAND | {"bid": 80}, HAND, HAND)) == (70, 135)
    assert totals(original(HAND, HAND | {"bid": 80}, HAND)) == (70, 135)
    assert totals(original(HAND, HAND)) == (150, 90)


def test_only_the_last_hand_can_be_open() -> None:
    bid = {"open": True, "bidder": 1, "bid": 90}
    opened = score(original(HAND, bid))
    assert isinstance(opened, Sheet)
    assert opened.open == {"dealer": 1, "bidder": 1, "bid": 90}
    assert not isinstance(score(original(HAND, bid, HAND)), Sheet)


def test_values_that_look_equal_are_not_the_same() -> None:
    """True is 1 and 70.0 is 70 to Python, but not in a record."""
    assert totals(original(HAND | {"bidder": 1})) == (75, -70)
    for wrong in ({"bidder": True}, {"bid": 70.0, "bidder": 1}):
        assert not isinstance(score(original(HAND | wrong)), Sheet)


def test_values_no_document_can_contain_are_faults() -> None:
    faults = score(original(HAND, HAND | {"bid": object()}))
    assert not isinstance(faults, Sheet)
    assert [fault.hand for fault in faults] == [2]
