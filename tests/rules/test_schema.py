"""The JSON Schema of a record: valid itself, and wide enough for every record that scores."""

from __future__ import annotations

from typing import Any

from hypothesis import given, settings
from jsonschema import Draft202012Validator

from scorekeeper.rules import Sheet, score
from scorekeeper.rules.document import schema
from tests.budget import examples
from tests.rows import each_row
from tests.rules.test_cases import cases
from tests.samples import HANDS, record
from tests.strategies import field_records

SCHEMA = schema()
VALIDATOR = Draft202012Validator(SCHEMA)


def test_the_schema_is_a_schema() -> None:
    Draft202012Validator.check_schema(SCHEMA)


@each_row("case", [case for case in cases("record") if "expect" in case.values[0]])
def test_every_sound_case_fits(case: dict[str, Any]) -> None:
    assert not list(VALIDATOR.iter_errors(case["record"]))


@settings(max_examples=examples(200))
@given(field_records())
def test_every_scored_record_fits_the_schema(document: dict[str, Any]) -> None:
    if isinstance(score(document), Sheet):
        assert not list(VALIDATOR.iter_errors(document))


@each_row("slug", HANDS)
def test_a_misspelt_key_does_not_fit(slug: str) -> None:
    document = record(slug, hands=1)
    assert VALIDATOR.is_valid(document)
    document["hands"][0]["captrued"] = []
    assert not VALIDATOR.is_valid(document)


@each_row(
    ("slug", "change"),
    [
        ("original", {"bid": 72}),
        ("original", {"bid": 125}),
        ("original", {"trump": "blue"}),
        ("booklet", {"trump": "none"}),
        ("boston", {"tricks": [15, None]}),
        ("club", {"rooks": [4, 0]}),
    ],
)
def test_a_value_out_of_range_does_not_fit(slug: str, change: dict[str, Any]) -> None:
    document = record(slug, hands=1)
    document["hands"][0] |= change
    assert not VALIDATOR.is_valid(document)
