"""Actions of the random tables: one rule draws one of them each time, so that a short run has some of all.

Hypothesis leaves out some rules of a machine in every example, which is right for thousands of them and not for thirty.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, TypeVar

from hypothesis.strategies import SearchStrategy

Method = TypeVar("Method", bound=Callable[..., None])


@dataclass(frozen=True)
class Action:
    """What a method draws, and when it can be done."""

    strategies: dict[str, SearchStrategy[Any]]
    when: Callable[[Any], object]


def action(
    when: Callable[[Any], object] = lambda _: True, **strategies: SearchStrategy[Any]
) -> Callable[[Method], Method]:
    """Mark a method of a machine as an action, as `rule` and `precondition` would."""

    def mark(method: Method) -> Method:
        vars(method)["action"] = Action(strategies, when)
        return method

    return mark


def actions_of(machine: type) -> dict[str, Action]:
    """The actions of a machine by the names of their methods."""
    return {
        name: vars(method)["action"]
        for name in dir(machine)
        if "action" in getattr(method := getattr(machine, name), "__dict__", ())
    }
