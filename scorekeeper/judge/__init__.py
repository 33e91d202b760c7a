"""The judge: one question, one answer with its reason and rule. Pure."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from scorekeeper.judge.questions import RULE, Answer, auction, capture, fifteens, meld, opening
from scorekeeper.judge.tricks import follow, trick
from scorekeeper.rules.values import Fault, Faults, quote

ASKS: Mapping[str, Callable[[Mapping[str, Any]], Answer | Faults]] = {
    "trick": trick,
    "follow": follow,
    "auction": auction,
    "meld": meld,
    "opening": opening,
    "fifteens": fifteens,
    "capture": capture,
}


def answer(question: object) -> Answer | Faults:
    """The answer to a question, or everything that is wrong with the question."""
    if not isinstance(question, dict):
        return (Fault(f"A question must be one object, not {quote(question)}.", "record.json"),)
    ask = question.get("ask")
    if not isinstance(ask, str) or ask not in ASKS:
        problem = f"The judge can't answer {quote(ask)}" if "ask" in question else "The question is missing"
        return (Fault(f"{problem}. Set “ask” to one of {', '.join(ASKS)}.", RULE, "ask"),)
    return ASKS[ask](question)


__all__ = ["ASKS", "Answer", "answer"]
