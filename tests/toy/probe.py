"""Run in a copy of the project: what it says about a game, as JSON."""

from __future__ import annotations

import json
import sys
import tempfile
from pathlib import Path
from typing import Any

from scorekeeper.rules import BY_SLUG, score
from scorekeeper.rules.document import schema
from scorekeeper.rules.json_text import result_json
from scorekeeper.rules.script_facts import facts
from scorekeeper.web import create_app

PAGES = ("/", "/new/{}", "/rules", "/rules/{}", "/settle/{}", "/offline/kits.json", "/api/openapi.json", "/glossary")


def probe(slug: str, records: list[dict[str, Any]]) -> dict[str, Any]:
    """Pages with their status and text, the schema, and of every record its sheet and the facts for the script."""
    with tempfile.TemporaryDirectory() as folder:
        client = create_app({"TESTING": True}, Path(folder)).test_client()
        answers = {page: client.get(page.format(slug)) for page in PAGES}
        pages = {page: [answer.status_code, answer.text] for page, answer in answers.items()}
    return {
        "pages": pages,
        "schema": schema()["$defs"].get(slug),
        "sheets": [result_json(score(record)) for record in records],
        "facts": [_facts(record) for record in records],
    }


def _facts(record: dict[str, Any]) -> dict[str, Any]:
    game = BY_SLUG[record["game"]]
    return facts(*game.setting(len(record["players"]), game.with_defaults(record.get("options", {}))))


if __name__ == "__main__":
    print(json.dumps(probe(**json.load(sys.stdin))))
