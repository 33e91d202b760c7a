"""How actions say no: exceptions for what may not be seen or done, `Refusal` for what a person can correct."""

from __future__ import annotations

from dataclasses import dataclass


class NotFoundError(LookupError):
    """It does not exist, or it has not been shown to whoever asks."""


class NotAllowedError(PermissionError):
    """This device may watch the game, but not change it."""


class NotYoursError(PermissionError):
    """Somebody of the club wanted what needs a higher role; the message is the role."""


@dataclass(frozen=True)
class Refusal:
    """Why an action was refused, in messages for the person."""

    messages: tuple[str, ...]


@dataclass(frozen=True)
class Wait(Refusal):
    """It was tried too often; so many seconds from now it may be tried again."""

    seconds: int
