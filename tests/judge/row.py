"""One dispute: where it came up, what was answered, and the ruling that the sources ask for."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from scorekeeper.judge.disputes import Case
from scorekeeper.rules import BY_SLUG

NAMES = ("Ann", "Ben", "Cal", "Dot", "Eve", "Fay", "Gus", "Hal")
NOBODY = "Nobody's score changes."
P = "pass"
Facts = dict[str, Any]


@dataclass(frozen=True, kw_only=True)
class At:
    """A table: who deals, the hand in dispute, how many hands counted before it, and the totals."""

    dealer: int = 0
    hand: Facts = field(default_factory=dict)
    counted: int = 0
    totals: tuple[int, ...] = ()
    finished: bool = False


@dataclass(frozen=True, kw_only=True)
class Row:
    """Expected: the rule, words of the verdict and of the effect, and what the hand is worth once it is written."""

    game: str
    situation: str
    answers: Facts = field(default_factory=dict)
    options: Facts = field(default_factory=dict)
    players: int = 4
    #: None away from a table.
    at: At | None = None
    rule: str
    says: tuple[str, ...] = ()
    never: tuple[str, ...] = ()
    effect: str = ""
    also: tuple[str, ...] = ()
    #: What the hand proposed gives each side, and with which facts it ends if it is open.
    points: list[int] | None = None
    then: Facts = field(default_factory=dict)
    next_dealer: int | None = None
    #: The hand that is proposed, exactly; the adjustments.
    hand: Facts | None = None
    adjust: list[Facts] = field(default_factory=list)
    #: Which card takes the trick, and the words beside each; which cards could be played.
    won: int | None = None
    card_words: tuple[str, ...] = ()
    legal: tuple[str, ...] = ()
    #: Ways to capture, each as indexes, and which of them are sweeps.
    ways: list[list[int]] | None = None
    sweeps: list[bool] | None = None

    def case(self) -> Case:
        """The case as the pages would make it."""
        game = BY_SLUG[self.game]
        setting, play = game.setting(self.players, game.with_defaults(self.options))
        if self.at is None:
            return Case(setting, play)
        at, sides = self.at, len(game.sides(setting))
        totals = at.totals or (0,) * sides
        names = NAMES[: self.players]
        return Case(setting, play, names, at.dealer, totals, totals, at.counted, at.hand, at.finished)

    @property
    def name(self) -> str:
        """For the list of tests."""
        where = "table" if self.at else "away"
        options = ",".join(f"{key}={value}" for key, value in self.options.items())
        answers = " ".join(f"{key}={value}" for key, value in self.answers.items())
        return f"{self.game} {options} {where} {self.situation}: {answers}"[:110]


def cards(text: str) -> list[str]:
    """“red 5, rook” as a list."""
    return text.split(", ")


def meld(text: str) -> Facts:
    """`9x4+3` is four nines and three wild cards, `red_4-6` a run."""
    if "x" in text:
        number, counts = text.split("x")
        natural, _, wild = counts.partition("+")
        return {"set": int(number), "natural": int(natural), **({"wild": int(wild)} if wild else {})}
    color, _, run = text.partition("_")
    first, last = run.split("-")
    return {"run": color, "from": int(first), "to": int(last)}
