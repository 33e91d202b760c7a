"""The rulebook: every game in our own words, one text per game; every heading is a rule that can be cited.

The texts are TOML files in this folder. A rule is cited as `<game>.<id>`, such as
`original.set-back`; where the source is silent it is marked as our ruling, with its reason.
Hints and examples are kinds of their own.
"""

from scorekeeper.rulebook.book import (
    KINDS,
    PARTS,
    SOURCES,
    Chapter,
    Rule,
    chapter,
    chapters,
    disputed_rules,
    is_rule,
    rule,
)
from scorekeeper.rulebook.compare import QUESTIONS, Question, answers, ask, group_answers, question_of
from scorekeeper.rulebook.search import RuleGroup, is_house_rule, plain_words, search, search_groups, spelled

__all__ = [
    "KINDS",
    "PARTS",
    "QUESTIONS",
    "SOURCES",
    "Chapter",
    "Question",
    "Rule",
    "RuleGroup",
    "answers",
    "ask",
    "chapter",
    "chapters",
    "disputed_rules",
    "group_answers",
    "is_house_rule",
    "is_rule",
    "plain_words",
    "question_of",
    "rule",
    "search",
    "search_groups",
    "spelled",
]
