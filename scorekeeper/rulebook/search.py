"""Finding a rule by the words of the table: spelling is forgiven, and a renege is a misplay."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from difflib import get_close_matches
from functools import cache, lru_cache

from scorekeeper.rulebook.book import PARTS, Rule, chapters

#: Words that mean the same at the table; the first of each row stands for all.
ALIKE = (
    ("misplay", "renege", "revoke"),
    ("nest", "kitty", "widow", "blind"),
    ("rook", "bird"),
    ("color", "suit", "colour"),
    ("trick", "book"),
    ("misdeal", "misdealt", "redeal"),
    ("pass", "throw", "thrown"),
)
#: Turns of speech, and what the rulebook says instead.
PHRASES = {
    "going set": "set back",
    "went set": "set back",
    "go set": "set back",
    "setback": "set back",
    "table-talk": "table talk",
}
#: Words that every question has and no answer needs.
SMALL = frozenset(
    re.findall(
        r"\w+",
        """a an and are as at be but by can do does for from get gets goes going has have he her him his how i if in is
        it its may me must my no not of on one or our she should so than that the their them then there they this to too
        up was we what when where which who whose why will with you your""",
    )
)
#: How near a misspelt word must be to a known one.
NEAR = 0.74
#: What a word is worth by the place in which it is found.
TITLE, TEXT, REASON = 6, 2, 1


@dataclass(frozen=True)
class Match:
    """A rule that answers, and how well."""

    rule: Rule
    worth: float


def words(text: str) -> list[str]:
    """The telling words of a text, each in its plain form."""
    plain = text.casefold()
    for phrase, meaning in PHRASES.items():
        plain = plain.replace(phrase, meaning)
    return [_plain(word) for word in re.findall(r"[a-z0-9]+", plain) if word not in SMALL]


@lru_cache(maxsize=10_000)
def _plain(word: str) -> str:
    """A word without its ending, as the table's first word for it."""
    stem = re.sub(r"(?<=\w{3})(ies|es|s|ing|ed)$", lambda match: "y" if match[1] == "ies" else "", word)
    for row in ALIKE:
        if not {word, stem, f"{stem}e"}.isdisjoint(row):
            return row[0]
    return stem


@cache
def _index() -> tuple[tuple[Rule, frozenset[str], frozenset[str], frozenset[str]], ...]:
    """Every rule of every game with the words of its title and question, its verdict and text, its reason."""
    rules = [rule for game, book in chapters().items() if game != "record" for rule in book.rules]
    return tuple(
        (
            rule,
            frozenset(words(f"{rule.id.replace('-', ' ')} {rule.title} {rule.ask}")),
            frozenset(words(f"{PARTS[rule.part]} {rule.verdict} {rule.text}")),
            frozenset(words(rule.reason)),
        )
        for rule in rules
    )


@cache
def _vocabulary() -> tuple[str, ...]:
    known = {word for _, *places in _index() for place in places for word in place}
    return tuple(sorted(known | {word for row in ALIKE for word in row}))


def _known(word: str) -> str:
    """The word itself, or the nearest one that the rulebook knows."""
    if word in _vocabulary():
        return word
    near = get_close_matches(word, _vocabulary(), n=1, cutoff=NEAR)
    return _plain(near[0]) if near else word


def search(question: str, game: str = "", most: int = 20) -> list[Match]:
    """The rules that answer best; with a game, only its own."""
    wanted = list(dict.fromkeys(_known(word) for word in words(question)))
    if not wanted:
        return []
    matches = [Match(rule, _worth(wanted, places)) for rule, *places in _index() if not game or rule.game == game]
    best = max((match.worth for match in matches), default=0)
    good = [match for match in matches if match.worth > 0 and match.worth >= best / 3]
    return sorted(good, key=lambda match: (-match.worth, match.rule.name))[:most]


def _worth(wanted: list[str], places: Iterable[frozenset[str]]) -> float:
    """Rules with more of the words come first; a title says more than a text."""
    worths = [_word_worth(word, places) for word in wanted]
    present = sum(worth > 0 for worth in worths)
    return sum(worths) * present / len(wanted)


def _word_worth(word: str, places: Iterable[frozenset[str]]) -> int:
    title, text, reason = places
    return (TITLE if word in title else 0) + (TEXT if word in text else 0) + (REASON if word in reason else 0)
