"""Hands in which everybody has a share of a fixed whole: counters, or cards."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from scorekeeper.rules.cards.counters import Counters, divide
from scorekeeper.rules.fields.basic import Field, Whole
from scorekeeper.rules.fields.composite import PerSide
from scorekeeper.rules.game import Hand, Moment, Outcome, Setting, missing_faults
from scorekeeper.rules.values import Fault, Faults, Line, reason


def per_player(
    setting: Setting,
    key: str,
    label: str,
    rule: str,
    *,
    high: int,
    rest: bool = False,
    step: int = 1,
    needed: bool = True,
    instead: bool = False,
    blank: int | None = None,
) -> PerSide:
    """A field with a whole number for every player."""
    of = Whole(label=label, rule=setting.rule(rule), high=high, step=step)
    return PerSide(
        key=key,
        label=label,
        rule=setting.rule(rule),
        of=of,
        count=setting.players,
        rest=rest,
        needed=needed,
        instead=instead,
        blank=blank,
    )


def captured_points(
    setting: Setting, counters: Counters, known: Mapping[str, Field], hand: Hand, bad: frozenset[str]
) -> tuple[tuple[int, ...], list[Fault]]:
    """Everybody's captured points, and what is wrong with them."""
    faults = missing_faults(known, ("captured",), hand, bad)
    if "captured" not in hand:
        return (), faults
    division = divide(counters, counters.entries(hand["captured"]), True)
    if division.problem:
        faults.append(Fault(division.problem, setting.rule("total"), "captured"))
    return division.points, faults


def score_captured(
    setting: Setting,
    counters: Counters,
    known: Mapping[str, Field],
    why: str,
    hand: Hand,
    bad: frozenset[str],
    at: Moment,
) -> Outcome | Faults:
    """Everybody scores what they captured, and nothing else."""
    points, faults = captured_points(setting, counters, known, hand, bad)
    if faults or bad:
        return tuple(faults)
    return Outcome(tuple(Line(seat, share, why, setting.rule("counters")) for seat, share in enumerate(points)))


def share_facts(setting: Setting, counters: Counters, why: str) -> dict[str, Any]:
    """The same as data."""
    return {"kind": "shares", "key": "captured", **counters.facts(), "each": reason(why, setting.rule("counters"))}


def fill_rest(field: Field, given: list[int | None], whole: int, name: str) -> tuple[tuple[int, ...], list[Fault]]:
    """The shares of a whole, one of which may be “the rest”."""
    total = sum(share for share in given if share is not None)
    if total > whole or (total < whole and None not in given):
        return (), [Fault(f"That adds up to {total} {name}. There are {whole} in all.", field.rule, field.key)]
    return tuple(whole - total if share is None else share for share in given), []
