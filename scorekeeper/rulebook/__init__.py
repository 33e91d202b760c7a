"""The rulebook: every game in our own words, one text a game, every heading a rule to cite.

The texts are TOML files beside this one. A rule is cited as `<game>.<id>`, such as
`original.set-back`; where the source is silent it is marked as our ruling, with its reason.
"""

from scorekeeper.rulebook.book import PARTS, SOURCES, Chapter, Rule, chapter, chapters, disputed_rules, rule
from scorekeeper.rulebook.compare import QUESTIONS, Question, answers, ask
from scorekeeper.rulebook.search import Match, search

__all__ = [
    "PARTS",
    "QUESTIONS",
    "SOURCES",
    "Chapter",
    "Match",
    "Question",
    "Rule",
    "answers",
    "ask",
    "chapter",
    "chapters",
    "disputed_rules",
    "rule",
    "search",
]
