"""Chapters and rules, read from their texts."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Collection, Mapping
from dataclasses import dataclass, field, replace
from functools import cache
from importlib.resources import files
from typing import Any

#: The parts of a chapter, in the order in which a player meets them.
PARTS = {
    "setup": "Set-up and deal",
    "bidding": "Bidding",
    "play": "Play",
    "scoring": "Scoring",
    "wrong": "What goes wrong",
    "end": "The end",
}

#: The source of rules that no source prints.
OURS = "ours"
SOURCES = {
    "000": "Regular Rook, rules sheet (© 1924, renewed 1952)",
    "001": "Rook cards for playing 10 good games (booklet, undated)",
    "002": "Some additional, advanced Rook games (1924; Boston and Display © 1913)",
    "003": "Rules for the game of Club Rook (1957)",
    "004": "The Original ROOK partnership game for 4 players",
    "tables": "Agreements of modern tables",
    "record": "The record format of this score keeper",
    OURS: "Ours; no printed rule covers it",
}

#: The text with the rules that several games share; not a chapter.
SHARED = "shared"
#: What an entry of a chapter is, and the word for it on a page.
KINDS = {"rule": "Rule", "ruling": "Our ruling", "hint": "Hint", "example": "Example"}
#: The parts of a rule that a table's figures and options change.
TOLD_AT_TABLE = ("verdict", "text")
#: Kinds of entries that nobody can break.
ADVICE = ("hint", "example")


@dataclass(frozen=True)
class Rule:
    """One rule, one ruling of ours where the source is silent, one hint or one example."""

    game: str
    id: str
    part: str
    title: str
    text: str
    source: str
    heading: str = ""
    kind: str = "rule"
    rulings: tuple[str, ...] = ()
    reason: str = ""
    option: str = ""
    #: The question as a player at the table puts it, and its answer in one sentence (both or neither).
    ask: str = ""
    verdict: str = ""
    #: The parts with marked figures, and the wordings for tables.
    marked: Mapping[str, str] = field(default_factory=dict, repr=False, compare=False)
    table: tuple[Mapping[str, Any], ...] = field(default=(), repr=False, compare=False)

    @property
    def name(self) -> str:
        """The id by which lines, faults and answers cite it."""
        return f"{self.game}.{self.id}"

    @property
    def cited(self) -> str:
        """The document and the heading that it comes from."""
        return ": ".join(filter(None, (SOURCES[self.source], self.heading)))

    @property
    def is_advice(self) -> bool:
        """True for hints and examples."""
        return self.kind in ADVICE

    def at_table(self, options: Mapping[str, Any], figures: Mapping[str, str]) -> Rule:
        """The rule as a table with these options and figures plays it."""
        words = next((words for words in self.table if fits(words.get("when", {}), options)), {})
        parts = {part: words.get(part, text) for part, text in self.marked.items()}
        filled: dict[str, Any] = {part: fill_figures(text, figures) for part, text in parts.items()}
        return replace(self, **filled)


@dataclass(frozen=True)
class Chapter:
    """The rules of one game."""

    game: str
    title: str
    summary: str
    rules: tuple[Rule, ...]

    def part(self, part: str) -> tuple[Rule, ...]:
        """The rules of one part."""
        return tuple(rule for rule in self.rules if rule.part == part)


@cache
def chapter(game: str) -> Chapter:
    """The chapter of a game (or of the written record itself)."""
    text = _text(game)
    own = [_rule(game, entry) for entry in text["rules"]]
    rules = sorted(
        (*own, *_shared_rules(game, text, {rule.id for rule in own})), key=lambda rule: list(PARTS).index(rule.part)
    )
    return Chapter(game, text["title"], text["summary"], tuple(rules))


def _text(name: str) -> dict[str, Any]:
    return tomllib.loads(files(__package__).joinpath(f"{name}.toml").read_text("utf-8"))


def _shared_rules(game: str, text: Mapping[str, Any], own: Collection[str]) -> list[Rule]:
    """The shared rules for this game's topics, except those that the game replaces with its own."""
    entries = [entry for entry in _text(SHARED)["rules"] if entry["topic"] in text.get("topics", ())]
    without_topic = [{key: value for key, value in entry.items() if key != "topic"} for entry in entries]
    return [_rule(game, entry) for entry in without_topic if entry["id"] not in own]


def _rule(game: str, entry: Mapping[str, Any]) -> Rule:
    """An entry of a text; what no source prints, or what we had to decide, is a ruling."""
    rulings = tuple(entry.get("rulings", ()))
    kind = "ruling" if rulings or entry["source"] == OURS else "rule"
    marked = {part: entry[part] for part in TOLD_AT_TABLE if part in entry}
    usual = {part: usual_text(text) for part, text in marked.items()}
    more = {"rulings": rulings, "marked": marked, "table": tuple(entry.get("table", ()))}
    return Rule(game=game, **{"kind": kind, **entry, **usual, **more})


@cache
def chapters() -> dict[str, Chapter]:
    """All chapters by game."""
    texts = (entry.name for entry in files(__package__).iterdir() if entry.name.endswith(".toml"))
    games = sorted({name.removesuffix(".toml") for name in texts} - {SHARED})
    return {game: chapter(game) for game in games}


@cache
def _by_name() -> dict[str, Rule]:
    return {rule.name: rule for book in chapters().values() for rule in book.rules}


def rule(name: str) -> Rule:
    """The rule of this name, such as `original.set-back`; KeyError if there is none."""
    return _by_name()[name]


def is_rule(name: str) -> bool:
    """Whether there is a rule of this name."""
    return name in _by_name()


def disputed_rules(game: str) -> tuple[Rule, ...]:
    """The rules of a game about which people argue, in the order of its chapter."""
    return tuple(rule for rule in chapter(game).rules if rule.ask and not rule.is_advice)


#: A figure with the usual one, or by its name alone.
MARK = re.compile(r"\{([a-z_]+)(?:=([^{}]*))?\}")


def usual_text(marked: str) -> str:
    """The text with the usual values."""
    return MARK.sub(lambda mark: mark[2] if mark[2] is not None else mark[0], marked)


def fill_figures(marked: str, figures: Mapping[str, str]) -> str:
    """The text with the figures of a table, and the usual ones for figures that the table does not have."""
    return MARK.sub(lambda mark: figures.get(mark[1], mark[2] or mark[0]), marked)


def fits(when: Mapping[str, Any], options: Mapping[str, Any]) -> bool:
    """Whether a table's options are those that the words are for."""
    return all(_is(options.get(key), wanted) for key, wanted in when.items())


def _is(value: Any, wanted: Any) -> bool:
    """Compare a value with one of several, with set or not set, or with a single value."""
    if isinstance(wanted, list):
        return value in wanted
    return bool(value) is wanted if isinstance(wanted, bool) else value == wanted
