"""How actions refuse: exceptions for missing rights, `Refusal` for what a person can correct."""

from __future__ import annotations

from dataclasses import dataclass


class NotFoundError(LookupError):
    """Not found, or not visible to this caller."""


class NotAllowedError(PermissionError):
    """This device may watch the game, but not change it."""


class NotYoursError(PermissionError):
    """The action needs a higher role in the club; the message names the role."""


@dataclass(frozen=True)
class Refusal:
    """Why an action was refused, in messages for the person."""

    messages: tuple[str, ...]


@dataclass(frozen=True)
class Wait(Refusal):
    """Tried too often; allowed again after so many seconds."""

    seconds: int
