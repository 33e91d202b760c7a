"""A game added as CONTRIBUTING.md says is scored by the script on the phone too, without a line of script."""

from __future__ import annotations

import json
from pathlib import Path

from playwright.sync_api import Page

from tests.browser.offline.test_score_js import by_script
from tests.toy import TOY, add_game, add_option, copy_project


def test_the_script_scores_the_toys(module: Page, tmp_path: Path) -> None:
    project = copy_project(tmp_path / "project")
    add_game(project)
    add_option(project)
    records = [
        case["record"]
        for name in ("sevens", "option")
        for case in json.loads((TOY / f"{name}.json").read_text("utf-8"))
        if "expect" in case
    ]
    answers = project.probe({"slug": "sevens", "records": records})
    assert by_script(module, list(zip(answers["facts"], records, strict=True))) == answers["sheets"]
