"""The nest, table talk, and what a table agrees on: facts that stand beside the result of a hand."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from scorekeeper.judge.disputes.dispute import (
    NO_EFFECT,
    Answers,
    Case,
    Ruling,
    Situation,
    faults_at,
    minus,
    question_keys,
    so_far_fields,
    taken_so_far,
)
from scorekeeper.rules.bidding.scoring import FINE, NEST_FINE, UNPLAYED
from scorekeeper.rules.fields import Choice, Field, Group, ListOf
from scorekeeper.rules.game import Outcome
from scorekeeper.rules.values import Faults

TALK, NEST_SIZE, NEST_COUNTER = "table-talk", "nest-size", "nest-counter"
BEFORE, AFTER = "before", "after"
NO_NEST = "This table plays with no nest, so enter the difference under “We agreed on something else”."
LED = {BEFORE: "before the first lead", AFTER: "during the play"}


def kinds(case: Case) -> Mapping[str, str]:
    """The penalties that a hand of this game can hold."""
    field = case.play.fields.get("penalties")
    if not isinstance(field, ListOf) or not isinstance(field.of, Group):
        return {}
    kind = field.of.known["kind"]
    return kind.choices if isinstance(kind, Choice) else {}


def _with_penalty(case: Case, kind: str, by: int) -> dict[str, object]:
    """The hand with one more penalty."""
    return case.hand_with(penalties=[*case.hand.get("penalties", []), {"kind": kind, "by": by}])


def fine_ruling(case: Case, answers: Answers, kind: str, verdict: str, also: tuple[str, ...] = ()) -> Ruling:
    """The usual fine for a side, on top of the result."""
    if not case.at_table:
        return Ruling(
            verdict, case.rule(kind), f"The offender's side {minus(FINE)}, in addition to the hand's score.", also
        )
    team = case.team_of(answers["by"])
    effect = f"{case.team(team)} {minus(FINE)}, in addition to the hand's score."
    if not UNPLAYED.isdisjoint(case.hand):
        return Ruling(verdict, case.rule(kind), effect, also, adjust=_fine_adjustments(case, kind, team))
    return Ruling(verdict, case.rule(kind), effect, also, _with_penalty(case, kind, answers["by"]))


def _fine_adjustments(case: Case, kind: str, team: int) -> tuple[dict[str, object], ...]:
    """The fine beside a hand that was not played, which has no room for a penalty."""
    sides = case.setting.game.sides(case.setting)
    of_team = [side for side, seats in enumerate(sides) if set(seats) <= set(case.teams[team])]
    return tuple({"side": side, "points": -FINE, "why": kinds(case)[kind].capitalize()} for side in of_team)


def _offender_fields(case: Case, ask: str, rule: str) -> list[Field]:
    return [case.seat("by", ask, rule)] if case.at_table else []


def talk_questions(case: Case, answers: Answers) -> Sequence[Field]:
    """Who talked, where it costs something."""
    return _offender_fields(case, "Who talked?", TALK) if TALK in kinds(case) else []


def talk_ruling(case: Case, answers: Answers) -> Ruling:
    """A fine for every incident; elsewhere a word among friends."""
    if TALK in kinds(case):
        verdict = "Every hint to a partner costs the side a penalty. It doesn't change whether the bid is made."
        return fine_ruling(case, answers, TALK, verdict, (case.rule("table-talk-again"),))
    verdict = (
        "This game's rules name no penalty for table talk. Ask for silence, and enter only what everyone agrees on."
    )
    return Ruling(verdict, case.rule(TALK))


def size_questions(case: Case, answers: Answers) -> Sequence[Field]:
    """When it was noticed, and who laid the nest."""
    if NEST_SIZE not in kinds(case):
        return []
    when = Choice(key="when", label="When was it noticed?", rule=case.rule(NEST_SIZE), choices=LED)
    known = "bidder" in case.hand
    return [when, *([] if known else _offender_fields(case, "Who had the nest?", NEST_SIZE))]


def size_ruling(case: Case, answers: Answers) -> Ruling:
    """A fine, and the hand goes on; the 1924 texts know none."""
    if NEST_SIZE not in kinds(case) and case.setting.game.redeals:
        verdict = "Correct the nest and play on. If it's too late for that, agree on what it costs."
        return Ruling(verdict, case.rule(NEST_SIZE))
    if NEST_SIZE not in kinds(case):
        verdict = "Correct the nest and play on. The 1924 rules name no penalty for it."
        return Ruling(verdict, case.rule(NEST_SIZE))
    then = (
        "The nest is put right, and the hand is played."
        if answers["when"] == BEFORE
        else "Play on. Extra cards go into the nest and to the last trick."
    )
    by = {"by": case.hand["bidder"]} if "bidder" in case.hand else {}
    return fine_ruling(
        case, {**answers, **by}, NEST_SIZE, f"It costs a penalty. {then}", (case.rule("nest-size-play"),)
    )


def counter_questions(case: Case, answers: Answers) -> Sequence[Field]:
    """Who bid how much, where it costs the bid and is not known."""
    if case.setting.game.redeals:
        return []
    wanted = ("bidder", "bid") if case.at_table else ("bid",)
    fields = [replace(case.play.fields[key], needed=True) for key in wanted if key not in case.hand]
    if case.bids is None or not case.finished or NEST_COUNTER not in kinds(case) or "bidder" not in case.hand:
        return fields
    return [*fields, *so_far_fields(case, case.bids, case.team_of(case.hand["bidder"]))]


def counter_ruling(case: Case, answers: Answers) -> Ruling | Faults:
    """Allowed in the modern game; in 1924 it costs the bid and twenty."""
    if case.setting.game.redeals:
        verdict = "That's allowed. Counters may be in the nest, and the side that takes the last trick scores them."
        return Ruling(verdict, case.rule("nest-counters"), NO_EFFECT, (case.rule("last-trick"),))
    bid = case.hand.get("bid", answers.get("bid", 0))
    verdict = "The bidder must take counters out of the nest and put none into it. It costs the bid and 20 more."
    rule, cost = case.rule(NEST_COUNTER), bid + NEST_FINE
    if not case.at_table:
        return Ruling(verdict, rule, f"The bidder {minus(cost)}. The others score what they capture.")
    bidder = case.hand.get("bidder", answers.get("bidder"))
    team = case.team_of(bidder)
    effect = f"{case.team(team)} {minus(cost)} instead of the hand's score. The others score what they capture."
    if NEST_COUNTER in kinds(case):
        facts = {key: answers[key] for key in ("bidder", "bid") if key in answers}
        hand = case.hand_with(**facts, penalties=[{"kind": NEST_COUNTER, "by": bidder}])
        return _with_counters(case, answers, Ruling(verdict, rule, effect, (), hand))
    return Ruling(f"{verdict} {NO_NEST}", rule, effect)


def _with_counters(case: Case, answers: Answers, ruling: Ruling) -> Ruling | Faults:
    """A hand written down already is counted again: nobody has the counter in the nest."""
    if not case.finished or case.bids is None or ruling.hand is None:
        return ruling
    hand = {**ruling.hand, **taken_so_far(case, case.bids, answers)}
    scored = case.play.score(hand, frozenset(), case.moment)
    return replace(ruling, hand=hand) if isinstance(scored, Outcome) else faults_at(scored, question_keys(case))


def agreed_questions(case: Case, answers: Answers) -> Sequence[Field]:
    """Whose score changes, by how much, and why."""
    field = case.play.fields["adjust"]
    of = field.of if isinstance(field, ListOf) else field
    return of.fields if case.at_table and isinstance(of, Group) else []


def agreed_ruling(case: Case, answers: Answers) -> Ruling:
    """What all agree on is booked as its own line."""
    verdict = "Whatever the whole table agrees on is added as a separate line, with the reason."
    if not case.at_table:
        return Ruling(verdict, case.rule("adjust"))
    return Ruling(verdict, case.rule("adjust"), _effect(case, answers), adjust=(dict(answers),))


def _effect(case: Case, answers: Answers) -> str:
    points = answers["points"]
    return f"{case.sides[answers['side']]} {f'+{points}' if points > 0 else minus(-points)}."


def has_bids(case: Case) -> bool:
    """A game with a bid, and so perhaps with a nest."""
    return case.bids is not None


TABLE_TALK = Situation("table-talk", (("Somebody talked about the cards", {}),), has_bids, talk_questions, talk_ruling)
NEST_SIZES = Situation(
    "nest-size", (("The nest has the wrong number of cards", {}),), has_bids, size_questions, size_ruling
)
NEST_COUNTERS = Situation(
    "nest-counter", (("There's a counter in the nest", {}),), has_bids, counter_questions, counter_ruling
)
AGREED = Situation(
    "agreed",
    (("We agreed on something else", {}),),
    lambda case: case.setting.game.adjusts,
    agreed_questions,
    agreed_ruling,
    at_once=True,
)
