"""The command that scores an exported tournament again."""

from __future__ import annotations

import argparse
import json

from scorekeeper.actions.tournament.tournaments import score_document
from scorekeeper.cli.database_commands import print_errors
from scorekeeper.cli.documents import print_text, read_file


def run(options: argparse.Namespace) -> int:
    """Print the matches and standings of a tournament, computed from the records of its games."""
    text = read_file(options.file)
    if text is None:
        return 2
    try:
        outcome = score_document(json.loads(text))
    except ValueError as error:
        return print_errors(str(error))
    print_text(json.dumps(outcome, ensure_ascii=False, indent=1))
    return 0
