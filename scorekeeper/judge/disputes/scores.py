"""Disputes about the score: penalties, agreed adjustments, what a hand is worth, and who has won."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from scorekeeper.judge.disputes.dispute import (
    NO_EFFECT,
    Answers,
    Case,
    Ruling,
    Situation,
    minus,
    so_far_fields,
    taken_so_far,
    with_hand,
)
from scorekeeper.rules.bidding.auction import PASS
from scorekeeper.rules.bidding.scoring import FINE, NEST_FINE, UNPLAYED
from scorekeeper.rules.fields import Choice, Field, Group, ListOf, Whole
from scorekeeper.rules.game import Outcome, adjustment_lines
from scorekeeper.rules.values import BIGGEST, Faults

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


def fine_ruling(case: Case, answers: Answers, kind: str, verdict: str, also: tuple[str, ...] = ()) -> Ruling:
    """The usual fine for a side, on top of the result."""
    if not case.at_table:
        return Ruling(
            verdict, case.rule(kind), f"The offender's side {minus(FINE)}, in addition to the hand's score.", also
        )
    team = case.team_of(answers["by"])
    effect = f"{case.team(team)} {minus(FINE)}, in addition to the hand's score."
    if not UNPLAYED.isdisjoint(case.hand):
        # A hand that was not played has no room for a penalty.
        adjust = tuple(case.adjustments(team, -FINE, kinds(case)[kind].capitalize()))
        return Ruling(verdict, case.rule(kind), effect, also, adjust=adjust)
    penalties = [*case.hand.get("penalties", []), {"kind": kind, "by": answers["by"]}]
    return Ruling(verdict, case.rule(kind), effect, also, case.hand_with(penalties=penalties))


def _offender_fields(case: Case, ask: str, rule: str) -> list[Field]:
    return [case.seat("by", ask, rule)] if case.at_table else []


def talk_questions(case: Case, answers: Answers) -> Sequence[Field]:
    """Who talked, where it costs something."""
    return _offender_fields(case, "Who talked?", TALK) if TALK in kinds(case) else []


def talk_ruling(case: Case, answers: Answers) -> Ruling:
    """A fine for every incident, in games that have one."""
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
    """A fine, and the hand goes on; the 1924 rules have none."""
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
        bid_entries = {key: answers[key] for key in ("bidder", "bid") if key in answers}
        hand = case.hand_with(**bid_entries, penalties=[{"kind": NEST_COUNTER, "by": bidder}])
        if not case.finished or case.bids is None:
            return Ruling(verdict, rule, effect, (), hand)
        # A hand that is scored already is counted again: nobody has the counter in the nest.
        return with_hand(case, Ruling(verdict, rule, effect), {**hand, **taken_so_far(case, case.bids, answers)})
    return Ruling(f"{verdict} {NO_NEST}", rule, effect)


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
    points = answers["points"]
    effect = f"{case.sides[answers['side']]} {f'+{points}' if points > 0 else minus(-points)}."
    return Ruling(verdict, case.rule("adjust"), effect, adjust=(dict(answers),))


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


def nobody_ruling(case: Case, answers: Answers) -> Ruling | Faults:
    """The hand is thrown in, unless the dealer must bid."""
    if "passed_out" in case.play.fields:
        return _thrown_in(case)
    if case.bids is not None:
        lowest = case.setting.auction().lowest
        verdict = f"That can't happen: the dealer must bid. A dealer who refuses is entered at {lowest}."
        return Ruling(verdict, case.rule("dealer-five"))
    verdict = "The dealer names trump with no bid to make and no penalty. Everyone scores what they capture."
    return Ruling(verdict, case.rule("no-offer"))


def _thrown_in(case: Case) -> Ruling | Faults:
    """No score. An auction of which only the first passes were entered is left out."""
    ruling = Ruling("The hand is thrown in. Nobody scores, and the next dealer deals.", case.rule("passed-out"))
    if not case.at_table:
        return ruling
    calls = case.hand.get("calls", [])
    is_partial = len(calls) < case.setting.players and all(call == PASS for call in calls)
    keys = ("note", "adjust") if is_partial else ("calls", "note", "adjust")
    return with_hand(case, ruling, {key: case.hand[key] for key in keys if key in case.hand} | {"passed_out": True})


def ends_by_points(case: Case) -> bool:
    """The totals alone decide who has won."""
    return case.setting.game.adjusts and not case.play.end.needs_contract


def line_questions(case: Case, answers: Answers) -> Sequence[Field]:
    """Everybody's total, and where hands are counted, how many."""
    rule = case.rule(case.play.end.rule)
    known = case.totals_now or [None] * len(case.sides)
    totals: list[Field] = [
        Whole(key=f"total-{side}", label=f"{name}: total", rule=rule, low=-BIGGEST, default=known[side])
        for side, name in enumerate(case.sides)
    ]
    if case.play.end.hands is None and case.play.end.house is None:
        return totals
    hands = Whole(key="hands", label="Hands played", rule=rule, high=999, default=case.hands_played or None)
    return [*totals, hands]


def line_ruling(case: Case, answers: Answers) -> Ruling:
    """Who has won at these totals, or why nobody has."""
    end = case.play.end
    totals = [answers[f"total-{side}"] for side in range(len(case.sides))]
    winners = end.winners(totals, answers.get("hands", 0))
    names = case.sides
    in_play = (case.rule("win-in-play"),) if case.play.live is not None else ()
    rule, also = case.rule(end.rule), (case.rule("tie"), *in_play)
    if winners:
        winner_names = " and ".join(names[side] for side in winners)
        wins = "share the win" if len(winners) > 1 else "won"
        return Ruling(f"{winner_names} {wins}. {end.why(totals[winners[0]], len(winners))}", rule, also=also)
    best = max(totals)
    tied = [names[side] for side, total in enumerate(totals) if total == best]
    if len(tied) > 1 and end.reached(best, answers.get("hands", 0)):
        verdict = f"Nobody yet. {' and '.join(tied)} are tied at {best}, so everyone plays another hand."
        return Ruling(verdict, case.rule("tie"), also=(rule, *in_play))
    return Ruling(f"Nobody yet. The game ends at {end.describe()}.", rule, also=also)


def worth_questions(case: Case, answers: Answers) -> Sequence[Field]:
    """The entries of an ordinary hand that are not known at the table."""
    if case.finished:
        return []
    wanted = [field for field in case.play.fields.values() if field.when in ("bid", "result") and field.key != "calls"]
    return [
        replace(field, needed=field.needed and not _has_alternative(field, wanted, answers))
        for field in wanted
        if field.key not in case.hand
    ]


def _has_alternative(field: Field, wanted: list[Field], answers: Answers) -> bool:
    """Something that may stand instead was entered."""
    return field.key not in answers and any(other.instead and other.key in answers for other in wanted)


def worth_ruling(case: Case, answers: Answers) -> Ruling | Faults:
    """The engine's own lines."""
    hand = case.finished_hand(**answers)
    outcome = case.play.score(hand, frozenset(), case.moment)
    if not isinstance(outcome, Outcome):
        return outcome if answers or case.finished else ()
    lines, names = (*outcome.lines, *adjustment_lines(case.setting, case.hand)), case.sides
    points = [sum(line.points for line in lines if line.side == side) for side in range(len(names))]
    verdict = ", ".join(f"{name} {worth}".replace("-", "−") for name, worth in zip(names, points, strict=True)) + "."
    rules = dict.fromkeys(line.rule for line in lines)
    first, *also = rules or [case.rule("record")]
    words = tuple((names[line.side], line.points, line.why, line.rule) for line in lines)
    return Ruling(verdict, first, "See each line below.", tuple(also), picture="lines", more={"lines": words})


NOBODY_BID = Situation(
    "nobody-bid",
    (("Nobody wants to bid", {}),),
    lambda case: case.setting.game.auction is not None or "offer" in case.play.fields,
    lambda case, answers: (),
    nobody_ruling,
)
LINE = Situation(
    "line", (("Who has won? Tie at the target", {}),), ends_by_points, line_questions, line_ruling, at_once=True
)
WORTH = Situation(
    "worth", (("What is this hand worth?", {}),), lambda case: True, worth_questions, worth_ruling, at_once=True
)
