"""The judge: one question, one answer with its reason and rule. Pure."""

from scorekeeper.judge.bench import ASKS, answer
from scorekeeper.judge.question import Answer

__all__ = ["ASKS", "Answer", "answer"]
