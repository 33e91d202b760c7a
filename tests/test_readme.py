"""The README shows what the real command prints, and names every command."""

from __future__ import annotations

import re
from pathlib import Path

from scorekeeper.cli.commands import parser
from scorekeeper.cli.documents import text_sheet
from scorekeeper.rules import Sheet, read, score

README = (Path(__file__).parent.parent / "README.md").read_text("utf-8")


def test_the_sheet_in_the_readme_is_real() -> None:
    source = re.search(r"```json\n(.*?)```", README, re.DOTALL)
    printed = re.search(r"```text\n(.*?)\n```", README, re.DOTALL)
    assert source
    assert printed
    record = read(source[1])
    assert isinstance(record, dict)
    sheet = score(record)
    assert isinstance(sheet, Sheet)
    assert text_sheet(sheet, record) == printed[1]


def test_the_readme_names_every_command() -> None:
    help_text = parser().format_help()
    for command in re.findall(r"^    (\w+)  ", help_text, re.MULTILINE):
        assert f"`scorekeeper {command}" in README
