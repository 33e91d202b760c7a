"""“Why am I above her?” in a sentence: what is equal, what could not compare, what decided."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import takewhile

from scorekeeper.league.results.result import Entrant
from scorekeeper.league.standings.standings import Row, Standings, Step
from scorekeeper.league.words import Name, called, counted, number


def why(standings: Standings, a: Entrant, b: Entrant, name: Name = str) -> str:
    """Which of the two is above the other, and by what."""
    order = [row.entrant for row in standings.rows]
    upper, lower = sorted((standings.row(a), standings.row(b)), key=lambda row: order.index(row.entrant))
    if (upper.place is None) != (lower.place is None):
        return f"{_above(upper, lower, name)}: {_unplaced(standings, lower, name)}."
    pairs = zip(upper.trail, lower.trail, strict=False)
    common = [step for step, _ in takewhile(lambda pair: pair[0].value == pair[1].value, pairs)]
    parts = [*dict.fromkeys(_equal(standings, common, (upper, lower), name))]
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


def _equal(standings: Standings, steps: list[Step], rows: tuple[Row, Row], name: Name) -> Iterator[str]:
    """What both have, criterion by criterion; what cannot compare says so only where it has a reason."""
    notes = [f"{called(row.entrant, name)}: {note}" for row in rows if (note := _bye_note(standings, row))]
    for step in steps:
        if step.value is not None and step.criterion is None and notes:
            yield f"both have {_describe(standings, step)} ({'; '.join(notes)})"
        elif step.value is not None:
            without = " without byes" if notes and _counts_byes(standings, step) else ""
            yield f"both have {_describe(standings, step)}{without}"
        elif step.criterion is not None:
            yield step.criterion.explain_silence(step.tie)


def _describe(standings: Standings, step: Step) -> str:
    if step.value is None:
        return ""
    return step.criterion.describe(step.value) if step.criterion else standings.season.scheme.way.describe(step.value)


def _bye_note(standings: Standings, row: Row) -> str:
    """What byes have added to a row's figure, where they add anything."""
    scheme, byes = standings.season.scheme, row.account.totals.byes
    if not byes or not scheme.bye or scheme.way.share:
        return ""
    if scheme.best is not None or scheme.drop:
        return f"with {counted(byes, 'bye', 'byes')}"
    return f"{number(scheme.bye * byes)} from {counted(byes, 'bye', 'byes')}"


def _counts_byes(standings: Standings, step: Step) -> bool:
    """A tie-break that reads like the figure, but leaves byes out."""
    way = standings.season.scheme.way
    return step.criterion is not None and step.criterion.id == way.id and step.value is not None


def _decided(standings: Standings, upper: Row, lower: Row, at: int, name: Name) -> str:
    """The first criterion in which the two differ."""
    one, two = upper.trail[at], lower.trail[at]
    if one.criterion is not None and one.criterion.explain is not None:
        return one.criterion.explain(one.tie, upper.entrant, lower.entrant, name)
    has = "has" if len(upper.entrant) == 1 else "have"
    return (
        f"{called(upper.entrant, name)} {has} {_describe(standings, one)}{_bye_words(standings, upper, lower, one)}, "
        f"{called(lower.entrant, name)} {_describe(standings, two)}{_bye_words(standings, lower, upper, two)}"
    )


def _bye_words(standings: Standings, row: Row, other: Row, step: Step) -> str:
    """What byes have to do with a row's value."""
    note = _bye_note(standings, row)
    if step.criterion is None:
        return f" ({note})" if note else ""
    either = note or _bye_note(standings, other)
    return " without byes" if either and _counts_byes(standings, step) else ""
