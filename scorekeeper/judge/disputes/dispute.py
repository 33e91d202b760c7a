"""What a dispute is: a situation in the players' words, what is asked about it, and the ruling.

A situation knows at which tables it can come up, which questions it asks (the next may depend on
the answers before it), and how it is decided. What a misplay costs, how a misdeal ends and what a
penalty is come from the game itself. A ruling never edits a total: it proposes the hand as it
would be entered, or an agreed adjustment.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from scorekeeper.rules.bidding.contract import CONTRACT, TRICKS_IN_DEAL
from scorekeeper.rules.bidding.scoring import BidHands
from scorekeeper.rules.fields import Field, Points, Seat, Whole
from scorekeeper.rules.game import Hand, Moment, Outcome, Play, Setting, entries_of
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
        """The case is at a real table, so a ruling can be applied."""
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
    def moment(self) -> Moment:
        """Where the hand stands in its game."""
        return Moment(self.counted, self.dealer, self.totals or (0,) * len(self.setting.game.sides(self.setting)))

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

    def finished_hand(self, **entries: Any) -> dict[str, Any]:
        """The hand in dispute, ended with these entries."""
        return {key: value for key, value in self.hand.items() if key != "open"} | entries

    def hand_with(self, **entries: Any) -> dict[str, Any]:
        """The hand in dispute with these entries; a hand that is being played stays open."""
        return self.finished_hand(**entries) | ({} if self.finished else {"open": True})

    def adjustments(self, team: int, points: int, why: str) -> list[dict[str, Any]]:
        """An agreed adjustment for every side of a team."""
        sides = self.setting.game.sides(self.setting)
        of_team = [side for side, seats in enumerate(sides) if set(seats) <= set(self.teams[team])]
        return [{"side": side, "points": points, "why": why} for side in of_team]


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
    #: The picture shown with it, and its data.
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
    """The ruling, the faults of the answers, or None while an answer is missing."""
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


def with_hand(case: Case, ruling: Ruling, hand: Hand) -> Ruling | Faults:
    """The ruling with the hand that it proposes, or the faults of that hand at the questions they come from."""
    scored = case.play.score(hand, frozenset(), case.moment)
    if isinstance(scored, Outcome):
        return replace(ruling, hand=hand)
    keys = question_keys(case)
    return tuple(Fault(fault.message, fault.rule, keys.get(fault.path or "", fault.path)) for fault in scored)


def contract_fields(case: Case) -> list[Field]:
    """The parts of the contract that are not known at the table."""
    return [replace(case.play.fields[key], needed=True) for key in CONTRACT if key not in case.hand]


def contract(case: Case, answers: Answers) -> dict[str, Any]:
    """The bid, from the table or from the answers."""
    return {key: case.hand.get(key, answers.get(key)) for key in CONTRACT if key in case.hand or key in answers}


def so_far_fields(case: Case, bids: BidHands, guilty: int) -> list[Field]:
    """What every innocent team has captured, and, folded away, what the guilty team has, which does not count."""
    innocent = [team for team in range(len(case.teams)) if team != guilty]
    fields = [field for team in innocent for field in taken_fields(case, bids, team, f"{case.team(team)}: ", True)]
    return fields + taken_fields(case, bids, guilty, f"{case.team(guilty)} (doesn't count): ", False)


def taken_fields(case: Case, bids: BidHands, team: int, whose: str, needed: bool) -> list[Field]:
    """What a team has taken: counters, and tricks where they count."""
    counters, terms = bids.terms.counters, bids.terms
    when = "result" if needed else "more"
    fields: list[Field] = [
        Points(
            key=f"counters-{team}",
            label=f"{whose}counters captured",
            rule=terms.rule("total"),
            high=counters.total,
            makeable=counters.makeable,
            needed=needed,
            when=when,
        )
    ]
    if terms.trick_values is not None:
        label = f"{whose}tricks taken"
        rule = terms.rule("tricks")
        fields.append(
            Whole(key=f"tricks-{team}", label=label, rule=rule, high=TRICKS_IN_DEAL, needed=needed, when=when)
        )
    return fields


def taken_so_far(case: Case, bids: BidHands, answers: Answers) -> dict[str, Any]:
    """`captured` and `tricks` of a stopped hand; what was not answered is 0."""
    teams = range(len(case.teams))
    taken: dict[str, Any] = {"captured": [answers.get(f"counters-{team}", 0) for team in teams]}
    if bids.terms.trick_values is not None:
        taken["tricks"] = [answers.get(f"tricks-{team}", 0) for team in teams]
    return taken


def points_so_far(case: Case, bids: BidHands, answers: Answers, team: int, trump: str) -> int:
    """What a team's captured counters and tricks are worth."""
    values = bids.terms.trick_values
    worth = values[trump] * answers.get(f"tricks-{team}", 0) if values is not None else 0
    return int(answers.get(f"counters-{team}", 0) + worth)


def question_keys(case: Case) -> dict[str, str]:
    """The questions from which the entries of a stopped hand come."""
    return {"captured": "counters-0", "tricks": "tricks-0"} | {
        f"{entry}[{team}]": f"{key}-{team}"
        for team in range(len(case.teams))
        for entry, key in (("captured", "counters"), ("tricks", "tricks"))
    }


def join_words(items: Sequence[str]) -> str:
    """Names in a sentence."""
    return items[0] if len(items) == 1 else f"{', '.join(items[:-1])} and {items[-1]}"
