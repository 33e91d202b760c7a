"""What holds for every game, whatever is entered."""

from __future__ import annotations

import json
from collections import Counter
from copy import deepcopy
from typing import Any

from hypothesis import given, settings

from scorekeeper.rulebook import rule
from scorekeeper.rules import BY_SLUG, GAMES, Sheet, read, score
from tests.budget import examples
from tests.rows import each_row
from tests.samples import HANDS, record
from tests.strategies import field_records, junk, sound_records, spoiled_records

thorough = settings(max_examples=examples(300))


def scored(document: dict[str, Any]) -> Sheet:
    sheet = score(document)
    assert isinstance(sheet, Sheet), sheet
    return sheet


def check_sheet(sheet: Sheet) -> None:
    """Points are the sums of lines, totals of points; every side has its reasons; every rule exists."""
    running = list(sheet.opening or [0] * len(sheet.sides))
    for hand in sheet.hands:
        sums = Counter[int]()
        for line in hand.lines:
            sums[line.side] += line.points
            assert line.why.strip()
            assert rule(line.rule).game == sheet.game
        assert [sums[side] for side in range(len(sheet.sides))] == list(hand.points)
        assert {line.side for line in hand.lines} == set(range(len(sheet.sides)))
        running = [total + points for total, points in zip(running, hand.points, strict=True)]
        assert running == list(hand.totals)
    assert running == list(sheet.totals)
    assert (sheet.next_dealer is None) == sheet.over


def check_faults(faults: Any) -> None:
    assert isinstance(faults, tuple)
    assert faults
    for fault in faults:
        assert fault.message.strip().endswith((".", "?"))
        rule(fault.rule)
        assert fault.hand is None or fault.hand >= 1


@each_row("slug", BY_SLUG)
def test_a_sample_of_every_game_scores(slug: str) -> None:
    check_sheet(scored(record(slug)))


def test_every_game_has_a_sample() -> None:
    assert set(HANDS) == {game.slug for game in GAMES}


@thorough
@given(sound_records())
def test_a_prefix_of_hands_gives_a_prefix_of_the_sheet(document: dict[str, Any]) -> None:
    whole = scored(document)
    for count in range(len(document["hands"])):
        part = scored({**document, "hands": document["hands"][:count]})
        assert part.hands == whole.hands[:count]


@thorough
@given(sound_records())
def test_a_record_survives_json(document: dict[str, Any]) -> None:
    sheet = scored(document)
    again = read(json.dumps(document))
    assert again == document
    assert score(again) == sheet
    assert json.loads(json.dumps(sheet.as_json())) == sheet.as_json()


@thorough
@given(field_records())
def test_what_the_fields_allow_is_scored_or_refused_with_a_rule(document: dict[str, Any]) -> None:
    before = deepcopy(document)
    result = score(document)
    assert document == before
    check_sheet(result) if isinstance(result, Sheet) else check_faults(result)


@thorough
@given(spoiled_records())
def test_a_spoiled_record_is_scored_or_refused_with_a_rule(document: dict[str, Any]) -> None:
    result = score(document)
    check_sheet(result) if isinstance(result, Sheet) else check_faults(result)


@thorough
@given(junk)
def test_junk_is_refused(document: object) -> None:
    check_faults(score(document))


@each_row("slug", BY_SLUG)
def test_an_unknown_key_is_an_error_in_every_hand(slug: str) -> None:
    document = record(slug, hands=1)
    document["hands"][0]["captrued"] = []
    assert [(fault.hand, fault.path) for fault in score(document)] == [(1, "captrued")]


@each_row("slug", BY_SLUG)
@each_row("number", [True, 1.0, "1", 10**400, float("nan")])
def test_only_whole_numbers_are_numbers(slug: str, number: object) -> None:
    faults = score({**record(slug, hands=0), "dealer": number})
    assert [fault.path for fault in faults] == ["dealer"]


@each_row("slug", BY_SLUG)
def test_an_open_hand_waits(slug: str) -> None:
    document = record(slug, hands=0)
    sheet = scored({**document, "dealer": 1, "hands": [{"open": True, "note": "tea"}]})
    assert (sheet.hands, sheet.next_dealer) == ((), 1)
    assert sheet.as_json()["open"] == {"dealer": 1, "note": "tea"}
    early = score({**document, "hands": [{"open": True}, {"open": True}]})
    assert [(fault.hand, fault.path) for fault in early] == [(1, "open")]
