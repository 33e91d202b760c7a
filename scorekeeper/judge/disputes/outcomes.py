"""What a hand is worth, what happens if nobody bids, and who has won."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from scorekeeper.judge.disputes.dispute import Answers, Case, Ruling, Situation, faults_at
from scorekeeper.rules.bidding.auction import PASS
from scorekeeper.rules.fields import Field, Whole
from scorekeeper.rules.game import Outcome, adjustment_lines
from scorekeeper.rules.values import BIGGEST, Faults


def nobody_ruling(case: Case, answers: Answers) -> Ruling | Faults:
    """Thrown in where nobody is forced; else the dealer has bid."""
    if "passed_out" in case.play.fields:
        return _thrown_in(case)
    if case.bids is not None:
        lowest = case.setting.auction().lowest
        verdict = f"That can't happen: the dealer must bid. A dealer who refuses is entered at {lowest}."
        return Ruling(verdict, case.rule("dealer-five"))
    verdict = "The dealer names trump with no bid to make and no penalty. Everyone scores what they capture."
    return Ruling(verdict, case.rule("no-offer"))


def _thrown_in(case: Case) -> Ruling | Faults:
    """No score; an auction of which only the first passes were written down is left out."""
    ruling = Ruling("The hand is thrown in. Nobody scores, and the next dealer deals.", case.rule("passed-out"))
    if not case.at_table:
        return ruling
    facts = {key: case.hand[key] for key in ("calls", "note", "adjust") if key in case.hand}
    calls = facts.get("calls", [])
    if len(calls) < case.setting.players and all(call == PASS for call in calls):
        facts.pop("calls", None)
    hand = facts | {"passed_out": True}
    scored = case.play.score(hand, frozenset(), case.moment)
    return replace(ruling, hand=hand) if isinstance(scored, Outcome) else faults_at(scored, {})


def ends_by_points(case: Case) -> bool:
    """Totals decide it, hand after hand."""
    return case.setting.game.adjusts and not case.play.end.needs_contract


def line_questions(case: Case, answers: Answers) -> Sequence[Field]:
    """Everybody's total, and where hands are counted, how many."""
    rule = case.rule(case.play.end.rule)
    totals: list[Field] = [
        Whole(key=f"total-{side}", label=f"{name}: total", rule=rule, low=-BIGGEST, default=_known(case, side))
        for side, name in enumerate(case.sides)
    ]
    if case.play.end.hands is None and case.play.end.house is None:
        return totals
    hands = Whole(key="hands", label="Hands played", rule=rule, high=999, default=case.hands_played or None)
    return [*totals, hands]


def _known(case: Case, side: int) -> int | None:
    return case.totals_now[side] if case.totals_now else None


def line_ruling(case: Case, answers: Answers) -> Ruling:
    """At or over the line and alone in front; a tie plays on, or shares where the game says so."""
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
    """What an ordinary hand holds, as far as it is not known at the table."""
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
        return faults_at(outcome, {}) if answers or case.finished else ()
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
