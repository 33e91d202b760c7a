"""What a dispute is: a situation in the players' words, what is asked about it, and the ruling.

A situation knows which tables it can come up at, which questions it asks (the next may depend on
the answers so far), and how it is decided. Facts of a game are taken from the game itself: what a
misplay costs, how a misdeal ends, what a penalty is. A ruling never edits a total: it proposes
the hand as it would be written down, or an agreed adjustment.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from scorekeeper.rules.bidding.scoring import BidHands, FixedMoment
from scorekeeper.rules.fields.basic import Field, Seat
from scorekeeper.rules.game import Hand, Play, Setting, entries_of
from scorekeeper.rules.values import Fault, Faults

Answers = Mapping[str, Any]

NO_EFFECT = "Nobody's score changes."


@dataclass(frozen=True)
class Case:
    """What is known where a dispute came up: the game, and at a table also names, dealer, totals and the hand."""

    setting: Setting
    play: Play
    names: tuple[str, ...] = ()
    dealer: int | None = None
    #: Before the hand in dispute, and as they stand now.
    totals: tuple[int, ...] = ()
    totals_now: tuple[int, ...] = ()
    counted: int = 0
    hand: Hand = field(default_factory=dict)
    #: The hand in dispute is scored already.
    finished: bool = False
    #: Hands that have counted by now.
    hands_played: int = 0

    @property
    def at_table(self) -> bool:
        """People sit there, and a ruling can be applied."""
        return bool(self.names)

    @property
    def player_names(self) -> tuple[str, ...]:
        """Everybody's name, or a number where nobody has one."""
        return self.names or tuple(f"Player {seat + 1}" for seat in range(self.setting.players))

    @property
    def sides(self) -> tuple[str, ...]:
        """The sides that score, by their players' names."""
        return tuple(self.join_names(seats) for seats in self.setting.game.sides(self.setting))

    def join_names(self, seats: Sequence[int]) -> str:
        """Players by their names."""
        return " & ".join(self.player_names[seat] for seat in seats)

    @property
    def bids(self) -> BidHands | None:
        """The scoring of a bid game, if it is one."""
        return self.play.score if isinstance(self.play.score, BidHands) else None

    @property
    def teams(self) -> tuple[tuple[int, ...], ...]:
        """Who plays together in this hand."""
        return entries_of(self.setting, self.play, self.counted, self.hand)

    @property
    def moment(self) -> FixedMoment:
        """Where the hand stands in its game."""
        return FixedMoment(self.counted, self.dealer, self.totals or (0,) * len(self.setting.game.sides(self.setting)))

    def rule(self, name: str) -> str:
        """The full id of a rule of this game."""
        return self.setting.rule(name)

    def team_of(self, seat: int) -> int:
        """The team that a seat plays for."""
        return next(team for team, seats in enumerate(self.teams) if seat in seats)

    def team(self, team: int) -> str:
        """A team by its players' names."""
        return self.join_names(self.teams[team])

    def seat(self, key: str, ask: str, rule: str) -> Seat:
        """A question for one of the players."""
        return Seat(key=key, label=ask.rstrip("?"), ask=ask, rule=self.rule(rule), high=self.setting.players - 1)

    def hand_with(self, **facts: Any) -> dict[str, Any]:
        """The hand in dispute with these facts; a hand that is being played stays open."""
        still_open = {} if self.finished else {"open": True}
        return {key: value for key, value in self.hand.items() if key != "open"} | facts | still_open

    def finished_hand(self, **facts: Any) -> dict[str, Any]:
        """The hand in dispute, ended with these facts."""
        return {key: value for key, value in self.hand.items() if key != "open"} | facts


@dataclass(frozen=True)
class Ruling:
    """The answer, its effect on the score in numbers, its rule, and what it proposes to write down."""

    verdict: str
    rule: str
    effect: str = NO_EFFECT
    #: Other rules that bear on it.
    also: tuple[str, ...] = ()
    #: The hand as it would be written down.
    hand: Hand | None = None
    #: Agreed adjustments, where the game has no fact for it.
    adjust: tuple[Mapping[str, Any], ...] = ()
    #: What is drawn beside it, and from what.
    picture: str = ""
    more: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True)
class Situation:
    """Something people argue about."""

    id: str
    #: Words for the list, each with the answers that they already give.
    starts: tuple[tuple[str, Answers], ...]
    fits: Callable[[Case], bool]
    questions: Callable[[Case, Answers], Sequence[Field]]
    rule: Callable[[Case, Answers], Ruling | Faults]
    #: All questions stand on one page; otherwise each one comes when those before it are answered.
    at_once: bool = False

    @property
    def words(self) -> str:
        """What it is called."""
        return self.starts[0][0]


def settle(situation: Situation, case: Case, answers: Answers) -> Ruling | Faults | None:
    """The ruling; what is wrong with the answers; or nothing as long as something is still to be answered."""
    fields = situation.questions(case, answers)
    given = {field.key: answers[field.key] for field in fields if field.key in answers}
    known = [field for field in fields if field.key in given]
    if faults := [fault.under(field.key) for field in known for fault in field.check(given[field.key])]:
        return tuple(faults)
    if any(field.needed and field.key not in given for field in fields):
        return None
    return situation.rule(case, given)


def minus(points: int) -> str:
    """Points lost, with a real minus sign."""
    return f"−{points}"


def faults_at(faults: Faults, keys: Mapping[str, str]) -> Faults:
    """Faults of a hand at the questions from which its entries came."""
    return tuple(Fault(fault.message, fault.rule, keys.get(fault.path or "", fault.path)) for fault in faults)
