"""The rules: a written-down game in, a score sheet or its faults out. Pure: no Flask, no database, no files."""

from scorekeeper.rules.engine import score, score_once
from scorekeeper.rules.games import BY_SLUG, GAMES
from scorekeeper.rules.json_text import read
from scorekeeper.rules.values import Fault, Line, Sheet

__all__ = ["BY_SLUG", "GAMES", "Fault", "Line", "Sheet", "read", "score", "score_once"]
