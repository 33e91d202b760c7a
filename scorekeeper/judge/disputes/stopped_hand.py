"""A hand that is stopped: what must be known of it to write it down."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from scorekeeper.judge.disputes.dispute import Answers, Case
from scorekeeper.rules.bidding.contract import CONTRACT, TRICKS_IN_DEAL
from scorekeeper.rules.bidding.scoring import BidHands
from scorekeeper.rules.fields.basic import Field, Points, Whole


def contract_fields(case: Case) -> list[Field]:
    """Who bid how much on what, as far as it is not known at the table."""
    return [replace(case.play.fields[key], needed=True) for key in CONTRACT if key not in case.hand]


def contract(case: Case, answers: Answers) -> dict[str, Any]:
    """The bid, from the table or from the answers."""
    return {key: case.hand.get(key, answers.get(key)) for key in CONTRACT if key in case.hand or key in answers}


def so_far_fields(case: Case, bids: BidHands, guilty: int) -> list[Field]:
    """What every innocent team has taken so far, and in a fold what the others have, which does not count."""
    innocent = [team for team in range(len(case.teams)) if team != guilty]
    fields: list[Field] = []
    for team in innocent:
        fields += taken_fields(case, bids, team, f"{case.team(team)}: ", True)
    return fields + taken_fields(case, bids, guilty, f"{case.team(guilty)} (doesn't count): ", False)


def taken_fields(case: Case, bids: BidHands, team: int, whose: str, needed: bool) -> list[Field]:
    """What a team has taken: counters, and tricks where they count."""
    counters, rules = bids.terms.counters, bids.terms.rules
    when = "result" if needed else "more"
    fields: list[Field] = [
        Points(
            key=f"counters-{team}",
            label=f"{whose}counters captured",
            rule=rules["total"],
            high=counters.total,
            makeable=counters.makeable,
            needed=needed,
            when=when,
        )
    ]
    if bids.terms.trick_values is not None:
        rule = rules["tricks"]
        high = TRICKS_IN_DEAL
        label = f"{whose}tricks taken"
        fields.append(Whole(key=f"tricks-{team}", label=label, rule=rule, high=high, needed=needed, when=when))
    return fields


def taken_so_far(case: Case, bids: BidHands, answers: Answers) -> dict[str, Any]:
    """`captured` and `tricks` of a stopped hand; what was not answered is nothing."""
    teams = range(len(case.teams))
    taken: dict[str, Any] = {"captured": [answers.get(f"counters-{team}", 0) for team in teams]}
    if bids.terms.trick_values is not None:
        taken["tricks"] = [answers.get(f"tricks-{team}", 0) for team in teams]
    return taken


def points_so_far(case: Case, bids: BidHands, answers: Answers, team: int, trump: str) -> int:
    """What a team's counters and tricks so far are worth."""
    values = bids.terms.trick_values
    worth = values[trump] * answers.get(f"tricks-{team}", 0) if values is not None else 0
    return int(answers.get(f"counters-{team}", 0) + worth)


def question_keys(case: Case) -> dict[str, str]:
    """Where the entries of a stopped hand were asked for."""
    return {"captured": "counters-0", "tricks": "tricks-0"} | {
        f"{entry}[{team}]": f"{key}-{team}"
        for team in range(len(case.teams))
        for entry, key in (("captured", "counters"), ("tricks", "tricks"))
    }


def join_words(items: Sequence[str]) -> str:
    """Names in a sentence."""
    return items[0] if len(items) == 1 else f"{', '.join(items[:-1])} and {items[-1]}"
