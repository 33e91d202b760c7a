"""What a question needs, and what an answer is."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from scorekeeper.rules.document import read_options
from scorekeeper.rules.fields.basic import Choice, Field
from scorekeeper.rules.fields.composite import Group
from scorekeeper.rules.game import Game, Options
from scorekeeper.rules.games import BY_SLUG, GAMES
from scorekeeper.rules.values import Fault, Faults, duplicate_entries, quote

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
class GameContext:
    """A question about a game: which, and with which options."""

    game: Game
    options: Options
    #: How many play, if that is known.
    players: int | None = None


class CheckedQuestion(NamedTuple):
    """A question checked at: the faults of its entries, and the keys that are sound."""

    faults: list[Fault]
    sound: frozenset[str]

    def all_sound(self, *keys: str) -> bool:
        """These entries are there, and nothing is wrong with them."""
        return self.sound.issuperset(keys)


def read_game(question: Mapping[str, Any], can: str) -> tuple[GameContext | None, list[Fault]]:
    """The game a question is about, if it has what is asked (`tricks` or `auction`), and its options."""
    fitting = {game.slug: game.name for game in GAMES if getattr(game, can) is not None}
    if faults := Choice(label="The game", rule=RULE, choices=fitting).check(question.get("game")):
        return None, [fault.under("game") for fault in faults]
    game = BY_SLUG[question["game"]]
    players = question.get("players")
    count = players if type(players) is int and players in game.players else None
    options, faults_of_options = read_options(game, question.get("options", {}), count)
    return GameContext(game, options), faults_of_options


def check_question(
    question: Mapping[str, Any], fields: tuple[Field, ...], elsewhere: tuple[str, ...] = ()
) -> CheckedQuestion:
    """Check the entries of a question, except the keys that are checked elsewhere."""
    entries = {key: value for key, value in question.items() if key not in elsewhere and key != "ask"}
    faults = Group(label="The question", rule=RULE, fields=fields).check(entries)
    bad = {fault.key for fault in faults}
    return CheckedQuestion(list(faults), frozenset(entries) - bad)


def key_faults(question: Mapping[str, Any], needed: tuple[str, ...]) -> list[Fault]:
    """What is known of a question whose game is not known: keys missing, and keys unknown."""
    anything = tuple(Anything(key=key, label=f"“{key}”", rule=RULE, needed=key != "trump") for key in needed)
    return check_question(question, anything, ("game", "options")).faults


@dataclass(frozen=True, kw_only=True)
class Anything(Field):
    """An entry of which only its presence can be judged."""

    def check(self, value: object) -> Faults:
        """Whatever it is."""
        return ()


def duplicates(names: list[str], key: str, rule: str) -> list[Fault]:
    """Two equal cards where each card exists once."""
    return [
        Fault(f"{quote(name)} is listed twice, but there is only one of each card.", rule, f"{key}[{index}]")
        for index, name in duplicate_entries(names)
    ]


def game_slug(ask: str) -> str:
    """The one game that a question of this name is about."""
    return next(game.slug for game in GAMES if ask in game.asks)
