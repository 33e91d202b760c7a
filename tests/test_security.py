"""What SECURITY.md says is shown by tests that exist."""

from __future__ import annotations

import re
from pathlib import Path

ROOT = Path(__file__).parent.parent
ROWS = [
    line
    for line in (ROOT / "SECURITY.md").read_text("utf-8").splitlines()
    if line.startswith("| ") and not line.startswith("| threat")
]
TEST = re.compile(r"`(tests/[\w/]+\.py)::(test_\w+)`")


def test_every_threat_names_tests_that_exist() -> None:
    assert len(ROWS) > 25
    for row in ROWS:
        cells = row.strip("| ").split(" | ")
        assert len(cells) == 3, row
        named = TEST.findall(cells[2])
        assert named, row
        assert TEST.sub("", cells[2]).strip(", ") == "", row
        for path, name in named:
            source = (ROOT / path).read_text("utf-8")
            assert re.search(rf"^def {name}\(", source, re.M), f"{path}::{name}"
