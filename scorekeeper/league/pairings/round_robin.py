"""Round robins: everybody meets everybody once, by the tables of Berger."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations

from scorekeeper.league.pairings.by_standing import meetings, swiss
from scorekeeper.league.pairings.values import Lineup, RoundPlan, TablePlan
from scorekeeper.league.results import Entrant, partnership

#: Two numbers, counted from 1; the first-named has the first deal.
Pairing = tuple[int, int]
#: Two entrants.
Couple = tuple[Entrant, Entrant]


def berger(count: int) -> tuple[tuple[Pairing, ...], ...]:
    """The rounds for so many entrants; with an odd number, the opponent of the last number sits out."""
    size = count + count % 2
    return tuple(_round(number, size) for number in range(1, size)) if size else ()


def _round(number: int, size: int) -> tuple[Pairing, ...]:
    circle = size - 1
    top = (number + 1) // 2 if number % 2 else (number + size) // 2
    first = (top, size) if number % 2 else (size, top)
    rest = [(_on(top + step, circle), _on(top - step, circle)) for step in range(1, size // 2)]
    return (first, *rest)


def _on(number: int, circle: int) -> int:
    """A number moved forward or back around the circle."""
    return (number - 1) % circle + 1


def berger_rounds(entrants: Sequence[Entrant]) -> tuple[RoundPlan, ...]:
    """All rounds, in each of which everybody has another opponent."""
    if len(entrants) < 2:
        return ()
    by_number = dict(enumerate(entrants, 1))
    return tuple(
        _plan([(by_number[one], by_number[other]) for one, other in pairs if {one, other} <= {*by_number}], entrants)
        for pairs in berger(len(entrants))
    )


def _plan(couples: Sequence[Couple], entrants: Sequence[Entrant]) -> RoundPlan:
    """A round of these meetings; everybody else sits out."""
    seated = {entrant for couple in couples for entrant in couple}
    out = tuple(player for entrant in entrants if entrant not in seated for player in entrant)
    return RoundPlan(tuple(map(TablePlan, couples)), out)


def round_robin(lineup: Lineup) -> RoundPlan:
    """The next round by the Berger table while it is followed; then those who have not met.

    Where nobody may meet twice, entrants without a new opponent sit out.
    """
    entrants, history = lineup.entrants, lineup.history
    planned, done = berger_rounds(entrants), len(history)
    if done < len(planned) and all(one.tables == two.tables for one, two in zip(planned, history, strict=False)):
        return planned[done]
    if not lineup.meet_once:
        return swiss(lineup)
    return _plan(_matching(unmet(entrants, history), entrants), entrants)


def unmet(entrants: Sequence[Entrant], history: Sequence[RoundPlan]) -> list[Couple]:
    """Every two entrants that have not met."""
    met = meetings(history)
    return [two for two in combinations(entrants, 2) if not met[partnership(two[0]), partnership(two[1])]]


def _matching(couples: Sequence[Couple], entrants: Sequence[Entrant]) -> list[Couple]:
    """As many of these couples as can play at once, those with the most left to play first."""
    # Importing networkx takes half a second, and only round robins with late entries need it.
    import networkx

    left = {entrant: sum(entrant in couple for couple in couples) for entrant in entrants}
    graph = networkx.Graph()
    for one, other in couples:
        graph.add_edge(one, other, weight=1 + left[one] + left[other])
    place = {entrant: index for index, entrant in enumerate(entrants)}
    matched = [sorted(couple, key=place.__getitem__) for couple in networkx.max_weight_matching(graph, True)]
    return sorted(((one, other) for one, other in matched), key=lambda couple: place[couple[0]])
