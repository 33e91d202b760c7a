"""Every line of the five printed documents: the rules that tell it, the cases that work it, or why it is none."""

from __future__ import annotations

import csv
import json
from collections import Counter
from pathlib import Path

from scorekeeper.rulebook import chapters, rule
from tests.rows import each_row

HERE = Path(__file__).parent
#: How many lines each document has.
LINES = {"000": 119, "001": 222, "002": 138, "003": 110, "004": 78}
#: Why a line is no rule.
NO_RULE = {"blank", "title", "advertisement", "copyright"}
#: Told by the rules of another document: two decks for Club Rook.
ELSEWHERE = {("000", "119")}
#: How a game is entered here: ours, beside what the documents print.
ENTERING = {"record", "calls", "so-far", "misdeal-entry", "after-end", "plays-limit", "shown", "pegged", "cards"}

ROWS = list(csv.DictReader((HERE / "ledger.csv").read_text("utf-8").splitlines()))
TELLING = [row for row in ROWS if row["rules"]]


def lines_of(row: dict[str, str]) -> range:
    first, _, last = row["lines"].partition("-")
    return range(int(first), int(last or first) + 1)


@each_row(("document", "count"), LINES.items())
def test_no_line_is_missing_or_duplicated(document: str, count: int) -> None:
    lines = [line for row in ROWS if row["document"] == document for line in lines_of(row)]
    assert lines == list(range(1, count + 1))


def test_the_documents_are_the_five() -> None:
    assert {row["document"] for row in ROWS} == set(LINES)
    assert sum(LINES.values()) == 667


def test_a_printed_line_names_its_rule_or_the_reason_it_has_none() -> None:
    for row in ROWS:
        where = f"{row['document']}:{row['lines']}"
        assert bool(row["rules"]) != bool(row["no rule"]), where
        assert not row["no rule"] or row["no rule"] in NO_RULE, where
        assert not (row["cases"] and row["no rule"]), where


@each_row("row", TELLING, ids=lambda row: f"{row['document']}:{row['lines']}")
def test_the_rules_and_cases_of_a_line_exist(row: dict[str, str]) -> None:
    rules = [rule(name) for name in row["rules"].split()]
    assert len({entry.name for entry in rules}) == len(rules)
    if (row["document"], row["lines"]) not in ELSEWHERE:
        assert row["document"] in {entry.source for entry in rules}
    for name in filter(None, row["cases"].split(" | ")):
        file, _, case = name.partition("/")
        cases = json.loads((HERE.parent / "cases" / f"{file}.json").read_text("utf-8"))
        assert case in {entry["name"] for entry in cases}


#: Lines that state a rule, by document; typed from a reading of all five. None of them may be excused.
STATED = {
    "000": "42 64 66 68 70 72 74 76 78 80 82 84 86 88 90 92 94 96 98 100 102 119",
    "001": """29 39 40 42 44 46 48 50 52 54 56 58 60 62 64 66 68 70 76 77 78 80 82 84 86 88 90 92 96 98 100 102 104 106
    108 110 112 114 116 122 124 126 128 132 134 136 138 140 142 146 148 150 152 154 156 158 162 164 166 168 170 172 174
    176 178 180 182 184 188 190 192 198 200 202 208 210 212 214 216 218 220 222""",
    "002": """29 33 35 37 39 41 43 45 49 51 52 53 54 55 56 58 60 62 68 70 72 74 76 80 82 84 90 98 100 102 104 106 110
    112 114 116 118 120 124 126 130 132 136 138""",
    "003": """51 52 54 56 58 62 64 66 68 70 72 76 78 80 82 84 86 88 90 92 93 94 96 98 100 101 102 104 106 108""",
    "004": """5 9 11 13 15 17 19 21 23 25 27 29 31 33 34 35 36 40 42 44 46 48 50 52 54 56 58 60 62 64 66 68 69 70 72 74
    76 78""",
}


@each_row("document", STATED)
def test_every_printed_rule_is_covered(document: str) -> None:
    telling = {line for row in TELLING if row["document"] == document for line in lines_of(row)}
    assert telling == set(map(int, STATED[document].split()))


def test_what_the_rulebook_takes_from_a_document_has_its_line() -> None:
    """A printed rule, a hint or an example that no line tells would be made up."""
    told_by_a_line = {name for row in TELLING for name in row["rules"].split()}
    printed = [
        entry
        for book in chapters().values()
        for entry in book.rules
        if entry.source in LINES and entry.kind != "ruling" and entry.id not in ENTERING
    ]
    assert len(printed) > 250
    assert [entry.name for entry in printed if entry.name not in told_by_a_line] == []


def test_no_line_is_covered_by_everything() -> None:
    counts = Counter(len(row["rules"].split()) for row in TELLING)
    assert max(counts) <= 15
