"""“Why am I above her?” in a sentence: what is equal, what could not compare, what decided."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import takewhile

from scorekeeper.league.results.result import Entrant
from scorekeeper.league.standings.standings import Row, Standings, Step
from scorekeeper.league.words import Name, called, counted


def why(standings: Standings, a: Entrant, b: Entrant, name: Name = str) -> str:
    """Which of the two is above the other, and by what."""
    order = [row.entrant for row in standings.rows]
    upper, lower = sorted((standings.row(a), standings.row(b)), key=lambda row: order.index(row.entrant))
    if (upper.place is None) != (lower.place is None):
        return f"{_above(upper, lower, name)}: {_unplaced(standings, lower, name)}."
    pairs = zip(upper.trail, lower.trail, strict=False)
    common = [step for step, _ in takewhile(lambda pair: pair[0].value == pair[1].value, pairs)]
    parts = [*dict.fromkeys(_equal(standings, common))]
    if len(common) < len(upper.trail):
        parts.append(_decided(standings, upper, lower, len(common), name))
        return f"{_above(upper, lower, name)}: {'; '.join(parts)}."
    both = f"{called(upper.entrant, name)} and {called(lower.entrant, name)}"
    return f"{both} are tied: {'; '.join(parts)}."


def _above(upper: Row, lower: Row, name: Name) -> str:
    verb = "is" if len(upper.entrant) == 1 else "are"
    return f"{called(upper.entrant, name)} {verb} ahead of {called(lower.entrant, name)}"


def _unplaced(standings: Standings, row: Row, name: Name) -> str:
    nights = counted(row.account.nights, "night", "nights")
    verb = "has" if len(row.entrant) == 1 else "have"
    needed = standings.season.scheme.minimum_nights
    return f"{called(row.entrant, name)} {verb} played {nights}, and {needed} are needed for a place"


def _equal(standings: Standings, steps: list[Step]) -> Iterator[str]:
    """What both have, criterion by criterion; what cannot compare says so only where it has a reason."""
    for step in steps:
        if step.value is not None:
            yield f"both have {_describe(standings, step)}"
        elif step.criterion is not None:
            yield step.criterion.explain_silence(step.tie)


def _describe(standings: Standings, step: Step) -> str:
    if step.value is None:
        return ""
    return step.criterion.describe(step.value) if step.criterion else standings.season.scheme.way.describe(step.value)


def _decided(standings: Standings, upper: Row, lower: Row, at: int, name: Name) -> str:
    """The first criterion in which the two differ."""
    one, two = upper.trail[at], lower.trail[at]
    if one.criterion is not None and one.criterion.explain is not None:
        return one.criterion.explain(one.tie, upper.entrant, lower.entrant, name)
    has = "has" if len(upper.entrant) == 1 else "have"
    return (
        f"{called(upper.entrant, name)} {has} {_describe(standings, one)}, "
        f"{called(lower.entrant, name)} {_describe(standings, two)}"
    )
