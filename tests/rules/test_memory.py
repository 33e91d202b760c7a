"""Games that were read lately are gone on with, and score as if they had never been read before."""

from __future__ import annotations

from copy import deepcopy
from typing import Any

import pytest

from scorekeeper.rules import GAMES, Sheet, engine, score
from scorekeeper.rules.memory import Memory
from tests.rows import each_row
from tests.samples import record

HAND = {"bidder": 0, "bid": 70, "trump": "red", "captured": [75, 45]}


@pytest.fixture(autouse=True)
def nothing_remembered() -> None:
    engine.MEMORY.clear()


def original(*hands: Any) -> dict[str, Any]:
    return {"format": "rook-record/1", "game": "original", "players": ["Ann", "Ben", "Cal", "Dot"], "hands": [*hands]}


def afresh(document: dict[str, Any]) -> object:
    """What the engine says of a record that it has never read."""
    engine.MEMORY.clear()
    return score(document)


@each_row("slug", [game.slug for game in GAMES])
def test_a_game_scored_hand_by_hand_scores_as_a_whole(slug: str) -> None:
    document = record(slug)
    hands = document["hands"][:12]
    grown = [score(document | {"hands": hands[:count]}) for count in range(len(hands) + 1)]
    assert grown == [afresh(document | {"hands": hands[:count]}) for count in range(len(hands) + 1)]
    assert isinstance(grown[-1], Sheet)


def test_only_the_new_hand_is_read(monkeypatch: pytest.MonkeyPatch) -> None:
    score(original(HAND, HAND))
    numbers: list[int] = []
    add = engine._Fold.add
    monkeypatch.setattr(
        engine._Fold, "add", lambda fold, number, *rest: (numbers.append(number), add(fold, number, *rest))
    )
    sheet = score(original(HAND, HAND, HAND))
    assert isinstance(sheet, Sheet)
    assert (sheet.totals, numbers) == ((225, 135), [3])


def test_a_corrected_hand_is_scored_again() -> None:
    assert totals(original(HAND, HAND, HAND)) == (225, 135)
    assert totals(original(HAND | {"bid": 80}, HAND, HAND)) == (70, 135)
    assert totals(original(HAND, HAND | {"bid": 80}, HAND)) == (70, 135)
    assert totals(original(HAND, HAND)) == (150, 90)


def test_other_names_and_another_dealer_are_another_game() -> None:
    first = score(original(HAND))
    renamed = score(original(HAND) | {"players": ["Zoe", "Ben", "Cal", "Dot"]})
    moved = score(original(HAND) | {"dealer": 2})
    assert isinstance(first, Sheet)
    assert isinstance(renamed, Sheet)
    assert isinstance(moved, Sheet)
    assert [sheet.sides[0].name for sheet in (first, renamed)] == ["Ann & Cal", "Zoe & Cal"]
    assert [sheet.next_dealer for sheet in (first, moved)] == [1, 3]


def test_an_open_hand_is_never_remembered() -> None:
    bid = {"open": True, "bidder": 1, "bid": 90}
    opened = score(original(HAND, bid))
    assert isinstance(opened, Sheet)
    assert opened.open == {"dealer": 1, "bidder": 1, "bid": 90}
    played = score(original(HAND, HAND))
    assert isinstance(played, Sheet)
    assert (played.open, played.totals) == (None, (150, 90))
    between = score(original(HAND, bid, HAND))
    assert not isinstance(between, Sheet)
    assert between == afresh(original(HAND, bid, HAND))


def test_a_faulty_game_gets_all_its_faults_every_time() -> None:
    faulty = original(HAND, HAND | {"bid": 71}, HAND)
    before = score(faulty)
    assert not isinstance(before, Sheet)
    assert score(faulty) == before == afresh(faulty)


def test_values_that_look_equal_are_not_the_same() -> None:
    """True is 1 and 70.0 is 70 to Python, but not in a record."""
    assert totals(original(HAND | {"bidder": 1})) == (75, -70)
    for wrong in ({"bidder": True}, {"bid": 70.0, "bidder": 1}):
        assert not isinstance(score(original(HAND | wrong)), Sheet)


def test_changing_a_record_later_does_not_change_the_cache() -> None:
    document = original(deepcopy(HAND))
    score(document)
    document["hands"][0]["bid"] = 80
    assert totals(document) == (-80, 45)
    assert totals(original(HAND)) == (75, 45)


def test_values_no_document_can_contain_are_scored_without_the_cache() -> None:
    faults = score(original(HAND, HAND | {"bid": object()}))
    assert not isinstance(faults, Sheet)
    assert [fault.hand for fault in faults] == [2]


def test_the_value_used_least_recently_is_forgotten() -> None:
    memory: Memory[int] = Memory(2)
    memory.put(b"a", 1)
    memory.put(b"b", 2)
    assert memory.get(b"a") == 1
    memory.put(b"c", 3)
    assert (memory.get(b"a"), memory.get(b"b"), memory.get(b"c")) == (1, None, 3)


def totals(document: dict[str, Any]) -> tuple[int, ...]:
    sheet = score(document)
    assert isinstance(sheet, Sheet), sheet
    return sheet.totals
