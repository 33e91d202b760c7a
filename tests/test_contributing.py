"""CONTRIBUTING.md is true: a toy game, option and page are added by its steps alone, and everything knows them."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest

from tests.rows import each_row
from tests.script.node import Node
from tests.script.test_score import by_script
from tests.toy import ROOT, TOY, Project, add_game, add_option, add_page, copy_project

TEXT = (ROOT / "CONTRIBUTING.md").read_text("utf-8")
RECORDS: list[dict[str, Any]] = [
    case["record"] for case in json.loads((TOY / "sevens.json").read_text("utf-8")) if "expect" in case
]


@pytest.fixture(scope="module")
def project(tmp_path_factory: pytest.TempPathFactory) -> Project:
    """A copy of the project with the toys in it."""
    copy = copy_project(tmp_path_factory.mktemp("project"))
    add_game(copy)
    add_option(copy)
    add_page(copy)
    return copy


@pytest.fixture(scope="module")
def answers(project: Project) -> Any:
    """What the copy says about the toy game."""
    return project.probe({"slug": "sevens", "records": RECORDS})


def test_the_toy_game_is_on_every_page(answers: Any) -> None:
    pages = answers["pages"]
    assert {page: status for page, (status, _) in pages.items()} == dict.fromkeys(pages, 200)
    for page in ("/", "/rules", "/new/{}", "/rules/{}", "/settle/{}"):
        assert "Sevens" in pages[page][1], page
    assert "Each 7 counts 7" in pages["/rules/{}"][1]


def test_the_toy_game_scores(answers: Any) -> None:
    first, second = answers["sheets"]
    assert [hand["points"] for hand in first["hands"]] == [[14, 7, 7], [14, 14, 0]]
    assert second["winners"] == [0]


def test_the_script_scores_the_toy_game(answers: Any) -> None:
    """On a phone without a network, and without a line of script."""
    node = Node()
    assert by_script(node, list(zip(answers["facts"], RECORDS, strict=True))) == answers["sheets"]
    node.close()


def test_programs_know_the_toy_game(project: Project, answers: Any) -> None:
    assert "sevens" in project.run("-m", "scorekeeper", "games")
    assert "Twenty-eight a hand" in project.run("-m", "scorekeeper", "rules", "sevens")
    assert answers["schema"]["title"] == "Sevens"
    assert "record-sevens" in json.loads(answers["pages"]["/api/openapi.json"][1])["components"]["schemas"]


def test_a_phone_without_network_gets_the_toy_game(answers: Any) -> None:
    kits = json.loads(answers["pages"]["/offline/kits.json"][1])
    (kit,) = [kit for kit in kits if kit["facts"]["game"] == "sevens" and kit["facts"]["players"] == 3]
    assert kit["facts"]["hand"]["counters"] == {"7": 7}
    assert 'name="captured[2]' in kit["form"]


def test_the_toy_option_is_offered_and_explained(project: Project) -> None:
    record = json.loads((TOY / "option.json").read_text("utf-8"))[0]["record"]
    answers = project.probe({"slug": "high14", "records": [record]})
    assert "Short game" in answers["pages"]["/new/{}"][1]
    assert "20 points win" in answers["pages"]["/rules/{}"][1]
    assert answers["schema"]["properties"]["options"]["properties"]["short"] == {
        "title": "Short game",
        "type": "boolean",
    }
    assert answers["facts"][0]["end"]["points"] == 20
    node = Node()
    assert by_script(node, [(answers["facts"][0], record)]) == answers["sheets"]
    node.close()


def test_the_toy_page_is_there(answers: Any) -> None:
    assert "the cards laid aside in the deal" in answers["pages"]["/glossary"][1]


#: The worked cases, by the engine and through the forms; the contract, the schema; the whole rulebook and all rooms.
CHECKS = (
    "tests/rules/test_cases.py",
    "tests/web/table/test_table.py",
    "tests/rules/test_contract.py",
    "tests/rules/test_schema.py",
    "tests/rulebook/test_rulebook.py",
    "tests/test_rooms.py",
)
CHOSEN = "sevens or high14 or (every and test_contract) or test_schema or test_rulebook or test_rooms"


@pytest.mark.long
def test_the_tests_of_every_game_pass_with_the_toys(project: Project) -> None:
    printed = project.run("-m", "pytest", "-v", "-x", "-p", "no:cacheprovider", "-k", CHOSEN, *CHECKS)
    for file in CHECKS:
        assert file in printed


def test_every_file_that_the_text_names_exists() -> None:
    named = re.findall(r"`((?:scorekeeper|templates|static|tests)/[\w/.-]*)`", TEXT)
    assert len(named) > 15
    for name in named:
        assert Path(ROOT, name).exists(), name


@each_row("heading", ["Add a game", "Add an option", "Add a page", "Change a text"])
def test_the_text_has_its_sections(heading: str) -> None:
    assert f"\n## {heading}\n" in TEXT


def test_the_parts_that_a_game_may_use_are_where_the_text_says() -> None:
    rows = [line for line in TEXT.splitlines() if line.startswith("   | ") and "scorekeeper/" in line]
    pairs = [pair for row in rows for pair in re.findall(r"((?:`\w+`(?:, )?)+) in `([\w/]+\.py)`", row)]
    assert len(pairs) == 8
    for names, path in pairs:
        for name in re.findall(r"\w+", names):
            assert re.search(rf"^class {name}\b", (ROOT / path).read_text("utf-8"), re.M), (name, path)
