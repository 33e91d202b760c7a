"""A misplay (renege, revoke): a card of another color was played though the color led was in hand."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import replace

from scorekeeper.judge.disputes.dispute import (
    Answers,
    Case,
    Ruling,
    Situation,
    contract,
    contract_fields,
    join_words,
    minus,
    points_so_far,
    so_far_fields,
    taken_so_far,
    with_hand,
)
from scorekeeper.judge.tricks import NO_COLOR
from scorekeeper.rules.bidding.scoring import FINE, BidHands
from scorekeeper.rules.fields import Choice, Field
from scorekeeper.rules.values import Faults

IN_TIME, LATE, SCORED = "in-time", "late", "scored"
WHEN = {IN_TIME: "before the next trick was taken", LATE: "later in the hand", SCORED: "after the hand was scored"}
LED, LONE = "led", "lone"
DUTIES = {
    LED: "the Rook card was led, and somebody held back trump",
    LONE: "trump was led, and somebody held back the Rook card, their only trump",
}


def has_tricks(case: Case) -> bool:
    """Colors are followed in this game."""
    return case.setting.game.tricks is not None


def has_rook(case: Case) -> bool:
    """The Rook card is in play in the tricks of this game."""
    tricks = case.setting.game.tricks
    return tricks is not None and case.bids is not None and tricks.rook(case.setting.options)


def questions(case: Case, answers: Answers) -> Sequence[Field]:
    """When it was noticed, who did it, and what the others have captured."""
    if case.bids is None:
        return [case.seat("by", "Who did it?", "misplay")] if case.at_table else []
    when = Choice(key="when", label="When was it noticed?", rule=case.rule("misplay"), choices=WHEN)
    if answers.get("when") != LATE:
        return [when]
    return [when, *_late_fields(case, case.bids, answers)]


def _late_fields(case: Case, bids: BidHands, answers: Answers) -> list[Field]:
    if not _knows_teams(case, bids):
        return [case.play.fields["bid"]] if costs_the_bid(bids) else []
    offender = case.seat("by", "Who did it?", "misplay")
    if "by" not in answers or offender.check(answers["by"]):
        return [offender]
    return [offender, *contract_fields(case), *so_far_fields(case, bids, case.team_of(answers["by"]))]


def _knows_teams(case: Case, bids: BidHands) -> bool:
    """Whether the teams are known: at a table, and where partners are called, once one is."""
    return case.at_table and (not bids.terms.called or {"bidder", "partner"} <= case.hand.keys())


def costs_the_bid(bids: BidHands) -> bool:
    """The cost of a misplay is the bid, no matter who made it."""
    return bids.policy.misplay_cost is None


def misplay_cost(bids: BidHands, bid: int, by_bidders: bool = False) -> int:
    """What a misplay found late costs its side."""
    fixed = bids.policy.misplay_cost
    if fixed is None:
        return bid
    return fixed + bid if by_bidders and bids.policy.misplay_costs_bid else fixed


def ruling(case: Case, answers: Answers) -> Ruling | Faults:
    """Noticed in time it is corrected; late it ends the hand; after scoring it stands."""
    if case.bids is None:
        return _silent(case, answers)
    if answers["when"] == IN_TIME:
        verdict = "It can be put right. The player takes the card back, follows suit, and the hand goes on."
        return Ruling(verdict, case.rule("misplay-in-time"))
    if answers["when"] == SCORED:
        verdict = "The score stands. Once a hand is scored, it's too late to claim a misplay."
        return Ruling(verdict, case.rule("misplay-at-count" if costs_the_bid(case.bids) else "misplay-count"))
    return _late(case, case.bids, answers)


def _late(case: Case, bids: BidHands, answers: Answers) -> Ruling | Faults:
    verdict = "The hand ends here. The offender's side pays, and the others score what they have already captured."
    rule = case.rule("misplay")
    if not _knows_teams(case, bids):
        cost = misplay_cost(bids, answers.get("bid", 0))
        why = " (the bid, no matter who made it)" if costs_the_bid(bids) else ""
        why = " and its bid, if it won the bidding," if bids.policy.misplay_costs_bid else why
        effect = (
            f"The offender's side: {minus(cost)}{why} and nothing else. The others: what they have already captured."
        )
        return Ruling(verdict, rule, effect, _also(case))
    bid = contract(case, answers)
    hand = case.finished_hand(**bid, misplay=answers["by"], **taken_so_far(case, bids, answers))
    guilty = case.team_of(answers["by"])
    stake = bids.terms.moon if "moon" in case.hand else bid["bid"]
    cost = misplay_cost(bids, stake, guilty == case.team_of(bid["bidder"]))
    others = _others_points(case, bids, answers, bid["trump"], {guilty})
    effect = f"{case.team(guilty)} {minus(cost)}, {join_words(others)}."
    return with_hand(case, Ruling(verdict, rule, effect, _also(case)), hand)


def _others_points(case: Case, bids: BidHands, answers: Answers, trump: str, guilty: Collection[int]) -> list[str]:
    return [
        f"{case.team(team)} +{points_so_far(case, bids, answers, team, trump)}"
        for team in range(len(case.teams))
        if team not in guilty
    ]


def _also(case: Case) -> tuple[str, ...]:
    """Related rulings: what the offender keeps, and a bidder who misplays."""
    assert case.bids is not None
    names = ("misplay-count",) if costs_the_bid(case.bids) else ("misplay-offender", "misplay-bidder")
    return tuple(case.rule(name) for name in names)


def _silent(case: Case, answers: Answers) -> Ruling:
    """Games whose source names no penalty: correct it, or agree on something."""
    if "misplay" in case.play.fields:
        return _agreed(case)
    verdict = "This game's rules name no penalty. Correct the trick if you can; otherwise, agree on an adjustment."
    sign = 1 if case.play.end.lowest else -1
    figure = f"+{FINE} against" if sign > 0 else minus(FINE)
    effect = "Nobody's score changes automatically. Our suggestion, which is not a printed rule: "
    effect += f"{figure}, as in the Rook games of 1924."
    adjust = case.adjustments(case.team_of(answers["by"]), sign * FINE, "Misplay") if "by" in answers else []
    return Ruling(verdict, case.rule("misplay"), effect, adjust=tuple(adjust))


def _agreed(case: Case) -> Ruling:
    verdict = "Your table agreed that a misplay ends the hand. Enter who did it, and what everyone has taken."
    figure = f"+{FINE} against" if case.play.end.lowest else minus(FINE)
    effect = f"The offender: {figure} and nothing else. The others: what they have already captured."
    return Ruling(verdict, case.rule("misplay"), effect)


def duty_questions(case: Case, answers: Answers) -> Sequence[Field]:
    """Which duty, then as for any misplay."""
    rule = "rook-renege" if is_rook_forced(case) else "rook-duty"
    duty = Choice(key="duty", label="What happened?", rule=case.rule(rule), choices=DUTIES)
    if answers.get("duty") not in DUTIES or not is_duty(case, answers["duty"]):
        return [duty]
    color = _color_fields(case)
    if is_without_color(case, answers) or (color and "trump" not in answers):
        return [duty, *color]
    return [duty, *color, *(field for field in questions(case, answers) if not color or field.key != "trump")]


def _color_fields(case: Case) -> list[Field]:
    """The trump, where a hand may have none and the table has not named it."""
    tricks = case.setting.game.tricks
    if tricks is None or not tricks.may_be_none or "trump" in case.hand:
        return []
    return [replace(case.play.fields["trump"], needed=True)]


def is_without_color(case: Case, answers: Answers) -> bool:
    """No color is trump in this hand."""
    return bool(case.hand.get("trump", answers.get("trump")) == NO_COLOR)


def is_rook_forced(case: Case) -> bool:
    """The lone Rook card must be played to a led trump."""
    tricks = case.setting.game.tricks
    return tricks is not None and tricks.rook_is_forced


def is_duty(case: Case, duty: str) -> bool:
    """Trump to a led Rook card always; the lone Rook card only where the game says so."""
    return duty == LED or is_rook_forced(case)


def duty_ruling(case: Case, answers: Answers) -> Ruling | Faults:
    """A breach of a duty of the Rook card is a misplay like any other."""
    if not is_duty(case, answers["duty"]):
        verdict = "That's allowed. In this game, you never have to play the Rook card."
        return Ruling(verdict, case.rule("rook-free"))
    if is_without_color(case, answers):
        verdict = "That's allowed. With no trump color, nobody has to follow the Rook card. It takes the trick."
        return Ruling(verdict, case.rule("rook-no-color"))
    misplay = ruling(case, answers)
    if not isinstance(misplay, Ruling):
        return misplay
    rule = case.rule("rook-renege" if is_rook_forced(case) else "rook-duty")
    return Ruling(
        f"That's a misplay. {misplay.verdict}", rule, misplay.effect, (misplay.rule, *misplay.also), misplay.hand
    )


MISPLAY = Situation(
    "misplay",
    (
        ("Somebody didn't follow suit, noticed too late", {"when": LATE}),
        ("Somebody didn't follow suit, noticed in time", {"when": IN_TIME}),
        ("A renege was noticed after scoring", {"when": SCORED}),
    ),
    lambda case: has_tricks(case) and case.bids is not None,
    questions,
    ruling,
)
SILENT_MISPLAY = Situation(
    "no-follow",
    (("Somebody didn't follow suit", {}),),
    lambda case: has_tricks(case) and case.bids is None,
    questions,
    ruling,
)
ROOK_DUTY = Situation(
    "rook-duty", (("Somebody held back the Rook card or trump", {}),), has_rook, duty_questions, duty_ruling
)


TWO_VERDICT = (
    "The hand ends here. A side pays once, no matter how often it misplayed. "
    "If both sides misplayed, both pay and score nothing else."
)


def has_misplays(case: Case) -> bool:
    """A misplay costs points here, and everybody knows who plays together."""
    return has_tricks(case) and case.bids is not None and "partner" not in case.play.fields


def two_questions(case: Case, answers: Answers) -> Sequence[Field]:
    """Who they were, the bid, and what the others have taken."""
    if not case.at_table or case.bids is None:
        return []
    offenders = [
        case.seat("first", "Who misplayed first?", "two-misplays"),
        case.seat("second", "Who misplayed second?", "two-misplays"),
    ]
    if any(field.key not in answers or field.check(answers[field.key]) for field in offenders):
        return offenders
    guilty = {case.team_of(answers["first"]), case.team_of(answers["second"])}
    skipped = {f"{key}-{team}" for team in guilty for key in ("counters", "tricks")} if len(guilty) > 1 else set()
    taken = so_far_fields(case, case.bids, case.team_of(answers["first"]))
    return [*offenders, *contract_fields(case), *(field for field in taken if field.key not in skipped)]


def two_ruling(case: Case, answers: Answers) -> Ruling | Faults:
    """One penalty for each side that misplayed; the others keep what they have."""
    rule, also = case.rule("two-misplays"), (case.rule("misplay"),)
    if not case.at_table or case.bids is None:
        return Ruling(
            TWO_VERDICT, rule, "Each side that misplayed pays once. The others: what they have captured.", also
        )
    bids, bid = case.bids, contract(case, answers)
    first, second = case.team_of(answers["first"]), case.team_of(answers["second"])
    costs = {team: misplay_cost(bids, bid["bid"], team == case.team_of(bid["bidder"])) for team in (first, second)}
    hand = case.finished_hand(**bid, misplay=answers["first"], **taken_so_far(case, bids, answers))
    if second != first:
        # The record holds one misplay, so the second one is an agreed adjustment.
        second_cost = case.adjustments(second, -costs[second], "Second misplay of the hand")
        hand["adjust"] = [*hand.get("adjust", []), *second_cost]
    paid = [f"{case.team(team)} {minus(cost)}" for team, cost in costs.items()]
    effect = f"{join_words([*paid, *_others_points(case, bids, answers, bid['trump'], costs)])}."
    return with_hand(case, Ruling(TWO_VERDICT, rule, effect, also), hand)


TWO_MISPLAYS = Situation("two-misplays", (("Two reneges in one hand", {}),), has_misplays, two_questions, two_ruling)
