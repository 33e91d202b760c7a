"""The rules: a record in, a score sheet or its faults out. Pure: no Flask, no database, no files."""

from scorekeeper.rules.engine import score
from scorekeeper.rules.games import BY_SLUG, GAMES
from scorekeeper.rules.json_text import read
from scorekeeper.rules.values import Fault, Line, Sheet

__all__ = ["BY_SLUG", "GAMES", "Fault", "Line", "Sheet", "read", "score"]
