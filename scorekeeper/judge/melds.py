"""Whether cards may be laid down, what they are, and whether they are enough to begin."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from scorekeeper.judge.question import Answer, check_question, game_slug
from scorekeeper.rules.bidding.agreements import COLORS_1924
from scorekeeper.rules.cards.melds import MeldField, classify, opening_minimum, value
from scorekeeper.rules.fields.basic import AnyWhole, YesNo
from scorekeeper.rules.fields.composite import ListOf
from scorekeeper.rules.values import Fault, Faults


def meld(question: Mapping[str, Any]) -> Answer | Faults:
    """What a meld is."""
    slug = game_slug("meld")
    of = MeldField(key="meld", label="Meld", rule=f"{slug}.set", colors=COLORS_1924, boundless=True)
    out = YesNo(key="going_out", label="Going out", rule=f"{slug}.going-out", needed=False)
    if faults := check_question(question, (of, out)).faults:
        return tuple(faults)
    verdict = classify(question["meld"], question.get("going_out", False))
    return Answer(verdict.kind, verdict.why, f"{slug}.{verdict.rule}")


def opening(question: Mapping[str, Any]) -> Answer | Faults:
    """Whether a first play is worth enough."""
    slug = game_slug("opening")
    score = AnyWhole(key="score", label="The side's score", rule=f"{slug}.opening")
    of = MeldField(label="Meld", rule=f"{slug}.set", colors=COLORS_1924)
    melds = ListOf(key="melds", label="Melds", rule=f"{slug}.opening", of=of, least=1)
    checked = check_question(question, (score, melds))
    if faults := checked.faults + (_illegal(question["melds"], slug) if checked.all_sound("melds") else []):
        return tuple(faults)
    worth, minimum = sum(map(value, question["melds"])), opening_minimum(question["score"])
    enough = worth >= minimum
    why = f"These cards are worth {worth}. With this score, the first play must be worth at least {minimum}."
    return Answer(enough, why, f"{slug}.opening", {"value": worth, "minimum": minimum})


def _illegal(melds: list[Mapping[str, Any]], slug: str) -> list[Fault]:
    """Only legal melds are laid down."""
    verdicts = [classify(meld, False) for meld in melds]
    return [
        Fault(verdict.why, f"{slug}.{verdict.rule}", f"melds[{index}]")
        for index, verdict in enumerate(verdicts)
        if not verdict.legal
    ]
