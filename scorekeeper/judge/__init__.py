"""The judge: one question, one answer with its reason and rule. Pure."""

from scorekeeper.judge.dispatch import ASKS, answer
from scorekeeper.judge.questions import Answer

__all__ = ["ASKS", "Answer", "answer"]
