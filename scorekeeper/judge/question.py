"""What a question needs, and what an answer is."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from scorekeeper.rules.document import options_in_force
from scorekeeper.rules.fields import Choice, Field
from scorekeeper.rules.game import Game, Options
from scorekeeper.rules.games import BY_SLUG, GAMES
from scorekeeper.rules.shapes import Group
from scorekeeper.rules.values import Fault, Faults, shown

RULE = "record.question"


@dataclass(frozen=True)
class Answer:
    """The answer to a question, why, and by which rule; `more` where the question has more to say."""

    answer: Any
    why: str
    rule: str
    more: Mapping[str, Any] = field(default_factory=dict)

    def as_json(self) -> dict[str, Any]:
        """The answer as the record format prints it."""
        return {"answer": self.answer, **self.more, "why": self.why, "rule": self.rule}


@dataclass(frozen=True)
class AboutGame:
    """A question about a game: which, with which options, and the question's own keys."""

    game: Game
    options: Options


def game_asked(question: Mapping[str, Any], can: str) -> AboutGame | Faults:
    """The game a question is about, if it has what is asked (`tricks` or `auction`)."""
    fitting = {game.slug: game.name for game in GAMES if getattr(game, can) is not None}
    if faults := Choice(label="The game", rule=RULE, choices=fitting).check(question.get("game")):
        return tuple(fault.under("game") for fault in faults)
    game = BY_SLUG[question["game"]]
    options, found = options_in_force(game, question.get("options", {}), None)
    return tuple(found) or AboutGame(game, options)


def own_faults(question: Mapping[str, Any], fields: tuple[Field, ...], also: tuple[str, ...] = ()) -> Faults:
    """Faults of a question's own keys; `also` are keys looked at elsewhere."""
    entries = {key: value for key, value in question.items() if key not in also and key != "ask"}
    return Group(label="The question", rule=RULE, fields=fields).check(entries)


def duplicates(names: list[str], key: str, rule: str) -> list[Fault]:
    """Two equal cards where each card exists once."""
    return [
        Fault(f"{shown(name)} is there twice: every card exists once.", rule, f"{key}[{index}]")
        for index, name in enumerate(names)
        if name in names[:index]
    ]


def slug_asked(ask: str) -> str:
    """The one game that a question of this name is about."""
    return next(game.slug for game in GAMES if ask in game.asks)
