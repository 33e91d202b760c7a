"""Finding a rule by the words of the table: spelling is forgiven, and a renege is a misplay."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from difflib import get_close_matches
from functools import cache, lru_cache
from math import log

from scorekeeper.rulebook.book import PARTS, Rule, chapters
from scorekeeper.rulebook.vocabulary import (
    ALIKE,
    SMALL,
    asked_rules,
    in_rulebook_words,
    is_house_rule,
    plain_word,
    plain_words,
)

#: How near a misspelt word must be to a known one.
NEAR = 0.74
#: What a word is worth by the place in which it is found.
NAME, TITLE, TEXT, REASON = 2, 6, 2, 1
#: The words of the question name the rule.
NAMED = 1.2
#: What a rule is worth in addition if it is known to answer the question.
KNOWN_ANSWER = 60
#: Hints and examples rank below rules.
ADVICE_WORTH = 0.5
#: Hits must be so good, compared with the best one.
GOOD = 1 / 3
#: How much more the rules of the favored games count, the nearest game first.
FAVORED = (1.5, 1.3)
#: Nobody asks at greater length.
LONGEST = 200


@dataclass(frozen=True)
class Match:
    """A rule that answers, and how well."""

    rule: Rule
    worth: float


@dataclass(frozen=True)
class RuleGroup:
    """One rule as several games have it: the best hit, games with the same answer, games with another one."""

    rule: Rule
    same: tuple[Rule, ...]
    different: tuple[Rule, ...]


@dataclass(frozen=True)
class _Entry:
    """A rule with the words of its name, of its title and question, of its verdict and text, of its reason."""

    rule: Rule
    name: frozenset[str]
    title: frozenset[str]
    text: frozenset[str]
    reason: frozenset[str]

    def worth(self, word: str) -> int:
        """What one word is worth here; a title says more than a text."""
        places = ((NAME, self.name), (TITLE, self.title), (TEXT, self.text), (REASON, self.reason))
        return sum(worth for worth, words in places if word in words)


@cache
def _index() -> tuple[_Entry, ...]:
    rules = [rule for game, book in chapters().items() if game != "record" for rule in book.rules]
    return tuple(
        _Entry(
            rule,
            frozenset(plain_words(rule.id.replace("-", " "))),
            frozenset(plain_words(f"{rule.title} {rule.ask}")),
            frozenset(plain_words(f"{PARTS[rule.part]} {rule.verdict} {rule.text}")),
            frozenset(plain_words(rule.reason)),
        )
        for rule in rules
    )


@cache
def _rarity() -> dict[str, float]:
    """How telling each word of the rulebook is: rare words more than common ones."""
    counts = Counter(word for entry in _index() for word in entry.name | entry.title | entry.text | entry.reason)
    return {word: log(1 + len(_index()) / count) for word, count in counts.items()}


@cache
def _vocabulary() -> tuple[str, ...]:
    return tuple(sorted({*_rarity(), *(word for row in ALIKE for word in row)}))


def _known(word: str) -> str:
    """The word itself, or the nearest one that the rulebook knows."""
    if word in _rarity() or word.isdigit():
        return word
    near = get_close_matches(word, _vocabulary(), n=1, cutoff=NEAR)
    return plain_word(near[0]) if near else word


def spelled(question: str) -> str:
    """The question with its misspelt words put right."""
    return re.sub(r"[a-z]+", lambda match: _spelled_word(match[0]), in_rulebook_words(question[:LONGEST]))


def _spelled_word(word: str) -> str:
    plain = plain_word(word)
    return word if word in SMALL or plain in _rarity() else _known(plain)


def search(question: str, game: str = "", most: int = 20) -> list[Match]:
    """The rules that answer best; with a game, only its own. What only house rules know finds nothing."""
    entries = [entry for entry in _index() if not game or entry.rule.game == game]
    return _best(entries, question)[:most]


def search_groups(question: str, favored: Sequence[str] = (), most: int = 8) -> list[RuleGroup]:
    """The rules of all games that answer best, each rule once, and the favored games first."""
    favored = [*filter(_is_game_name, _words(question)), *favored]
    groups: dict[str, list[Rule]] = {}
    for match in _best(_index(), question, favored):
        groups.setdefault(match.rule.id, []).append(match.rule)
    return [_group(sorted(rules, key=lambda rule: _distance(rule, favored))) for rules in groups.values()][:most]


def _words(question: str) -> list[str]:
    """The telling words of a question, each once and spelled as the rulebook has them."""
    return list(dict.fromkeys(_known(word) for word in plain_words(spelled(question))))


def _distance(rule: Rule, favored: Sequence[str]) -> int:
    """How far a rule is from the table: the favored games in their order, then the others."""
    return favored.index(rule.game) if rule.game in favored else len(favored)


def _best(entries: Iterable[_Entry], question: str, favored: Sequence[str] = ()) -> list[Match]:
    """The good ones of these rules, the best first; favored games count more."""
    words = _words(question)
    wanted = [word for word in words if not _is_game_name(word)] or words
    if not wanted or is_house_rule(question):
        return []
    answers = asked_rules(spelled(question))
    favor = dict(reversed([*zip(favored, FAVORED, strict=False)]))
    matches = [(Match(entry.rule, _worth(entry, wanted)), entry.rule.id in answers) for entry in entries]
    best = max((match.worth for match, _ in matches), default=0)
    good = [match for match, known in matches if known or (match.worth > 0 and match.worth >= best * GOOD)]
    weighed = [Match(match.rule, _weigh(match, answers, favor)) for match in good]
    return sorted(weighed, key=lambda match: (-match.worth, _distance(match.rule, favored), match.rule.name))


@lru_cache(maxsize=1000)
def _is_game_name(word: str) -> bool:
    """Only the name of a game, because none of its titles has the word."""
    return word in chapters() and not any(word in entry.title for entry in _index() if entry.rule.game == word)


def _weigh(match: Match, answers: Sequence[str], favor: Mapping[str, float]) -> float:
    """The worth of a match, more for a known answer and for a favored game."""
    id_ = match.rule.id
    known = KNOWN_ANSWER / (1 + answers.index(id_)) if id_ in answers else 0
    return (match.worth + known) * favor.get(match.rule.game, 1)


def _worth(entry: _Entry, wanted: Sequence[str]) -> float:
    """Rules with more of the words come first, and rare words say more than common ones."""
    rarity = {word: _rarity().get(word, 0.0) for word in wanted}
    present = sum(rarity[word] for word in wanted if entry.worth(word))
    if not present:
        return 0.0
    named = NAMED if entry.name <= set(wanted) else 1.0
    coverage: float = pow(present / sum(rarity.values()), 1.5)
    kind = ADVICE_WORTH if entry.rule.is_advice else 1.0
    return kind * named * coverage * sum(rarity[word] * entry.worth(word) for word in wanted)


def _group(rules: Sequence[Rule]) -> RuleGroup:
    """The first of these rules with the other games that have it, by whether they answer alike."""
    first, *others = rules
    same = tuple(other for other in others if (other.verdict or other.text) == (first.verdict or first.text))
    return RuleGroup(first, same, tuple(other for other in others if other not in same))
