"""What the rulebook's pages show: parts of a chapter, a game's row, the results of a search."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from scorekeeper.rulebook import (
    PARTS,
    Chapter,
    Question,
    Rule,
    RuleGroup,
    is_house_rule,
    question_of,
    search_groups,
)
from scorekeeper.rules import BY_SLUG, GAMES
from scorekeeper.rules.game import Game, Setting
from scorekeeper.rules.script_facts import option_words, table_figures


@dataclass(frozen=True)
class BarTable:
    """What the bar of a table needs to know."""

    id: str
    may_score: bool


#: A rule with the name of its game.
NamedRule = tuple[str, Rule]
#: A rule, and the question by which games can be compared about it.
RuleEntry = tuple[Rule, Question | None]


@dataclass(frozen=True)
class Result:
    """A rule that answers a search: in the best game, and in the others that have it."""

    game: str
    rule: Rule
    same: Sequence[NamedRule]
    different: Sequence[NamedRule]
    question: Question | None


@dataclass(frozen=True)
class SearchResults:
    """What a search found; a question about house rules finds nothing, and the page says why."""

    rules: Sequence[Result]
    is_house_rule: bool


def chapter_parts(book: Chapter) -> list[tuple[str, str, list[RuleEntry]]]:
    """The parts of a chapter that have rules: id, title, rules."""
    return [
        (part, title, [(rule, _comparable(rule)) for rule in rules])
        for part, title in PARTS.items()
        if (rules := book.part(part))
    ]


def rule_at_table(rule: Rule, setting: Setting) -> Rule:
    """A rule of the game with the figures of this table in its text."""
    return rule.at_table(setting.options, table_figures(setting))


def chapter_at_table(book: Chapter, setting: Setting) -> Chapter:
    """The chapter with the figures of this table in its text."""
    return replace(book, rules=tuple(rule_at_table(rule, setting) for rule in book.rules))


def figures_in_short(setting: Setting, agreed: Mapping[str, Any]) -> dict[str, str]:
    """The figures of a table and its options that differ, in a few words by the id of the rule."""
    game = setting.game
    figures = {rule: [words] for rule, words in game.in_words(setting).items()}
    for option in game.options:
        rule = option.rule.partition(".")[2]
        if option.key in agreed and rule not in game.in_words(setting):
            figures.setdefault(rule, []).extend(option_words(game, {option.key: agreed[option.key]}))
    return {rule: "; ".join(words) for rule, words in figures.items()}


def bid_range(game: Game) -> str:
    """The bids of a game in words; empty if nobody bids."""
    if game.auction is None:
        return ""
    auction = game.setting(game.players[0], game.defaults)[0].auction()
    return f"{auction.lowest} to {auction.highest} by {auction.step}"


def search_results(question: str, slug: str = "") -> SearchResults | None:
    """The rules that answer a question, those of one game first; nothing where nothing was asked."""
    if not question:
        return None
    favored = list(dict.fromkeys(filter(None, (slug, GAMES[0].slug))))
    return SearchResults([_result(group) for group in search_groups(question, favored)], is_house_rule(question))


def _result(group: RuleGroup) -> Result:
    rule = group.rule
    same, different = (
        [(BY_SLUG[other.game].name, other) for other in rules] for rules in (group.same, group.different)
    )
    return Result(BY_SLUG[rule.game].name, rule, same, different, _comparable(rule))


def _comparable(rule: Rule) -> Question | None:
    return question_of(rule) if rule.game in BY_SLUG else None
