"""New partners every round: everybody partners everybody at most once, and meets everybody as evenly as can be.

For 4 to 32 players a whole schedule is made from base rounds (`base_rounds`); its rounds are put in an
order in which nobody sits out twice before everybody did once. A night that plays only part of it may
be more even if every round is searched for: then it is, as it is for more players.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import permutations

from scorekeeper.league.pairings.base_rounds import BASE_ROUNDS
from scorekeeper.league.pairings.quality import quality
from scorekeeper.league.pairings.search import search_round
from scorekeeper.league.pairings.values import RoundPlan, Schedule, TablePlan
from scorekeeper.league.results.result import Player

#: With so many players the beginning of the whole schedule is as even as rounds that are searched for, or more even.
#: A night of unknown length follows it; with other numbers every round is searched for. A test proves it.
EVEN_FROM_THE_START = frozenset({4, 5, 6, 7, 8, 10, 16, 32})
#: Two pairs of player numbers.
Four = tuple[int, int, int, int]
Tables = tuple[Four, ...]


def rotating(players: Sequence[Player], rounds: int | None = None) -> Schedule:
    """A schedule for these players: the whole one, or the best for so many rounds."""
    plan = planned(len(players), rounds) if rounds is not None else whole(len(players))
    return tuple(_named(tables, players) for tables in plan)


def next_of_schedule(
    players: Sequence[Player], history: Sequence[RoundPlan], rounds: int | None = None
) -> RoundPlan | None:
    """The next round of a schedule that the night has followed; None if it has left it, or is through with it.

    Everybody has the number of the seat taken in the first round, so a first round that was drawn or swapped
    otherwise begins a schedule like any other.
    """
    done = len(history)
    plan = planned(len(players), rounds) if (rounds or 0) > done else _unplanned(len(players))
    if done >= len(plan):
        return None
    for order in _numbered(players, plan[0], history):
        schedule = [_named(tables, order) for tables in plan[: done + 1]]
        if all(_is_same(made, drawn) for made, drawn in zip(schedule, history, strict=False)):
            return schedule[done]
    return None


def _numbered(players: Sequence[Player], first: Tables, history: Sequence[RoundPlan]) -> Iterator[Sequence[Player]]:
    """Players in the order of their numbers: as they come, or every order that makes the first round what it was."""
    if not history:
        yield players
        return
    drawn = history[0]
    seated = [player for table in drawn.tables for player in table.players]
    numbers = [number for table in first for number in table]
    if {*seated, *drawn.sitting_out} != {*players} or len(seated) != len(numbers):
        return
    left = [number for number in range(len(players)) if number not in numbers]
    for out in permutations(drawn.sitting_out):
        by_number = dict(zip([*numbers, *left], [*seated, *out], strict=True))
        yield [by_number[number] for number in range(len(players))]


def _is_same(made: RoundPlan, drawn: RoundPlan) -> bool:
    """Whether two rounds have the same tables; who sits out is named in any order."""
    return made.tables == drawn.tables and {*made.sitting_out} == {*drawn.sitting_out}


def _unplanned(count: int) -> tuple[Tables, ...]:
    """The schedule of a night of unknown length; empty if its rounds are better searched for."""
    return whole(count) if count in EVEN_FROM_THE_START else ()


@lru_cache(maxsize=256)
def planned(count: int, rounds: int) -> tuple[Tables, ...]:
    """So many rounds in player numbers; a whole schedule that is through starts again."""
    if count not in BASE_ROUNDS:
        return _searched(count, rounds)
    plan = whole(count)
    part = tuple(plan[number % len(plan)] for number in range(rounds))
    if rounds >= len(plan):
        return part
    searched = _searched(count, rounds)
    return part if _worth(part, count) <= _worth(searched, count) else searched


def _worth(plan: Sequence[Tables], count: int) -> tuple[int, int]:
    """Lower is better."""
    names = [f"{number:03}" for number in range(count)]
    figures = quality([_named(tables, names) for tables in plan])
    return figures.repeated_partners, figures.unevenness


def exact(count: int) -> bool:
    """Everybody can partner everybody exactly once and oppose everybody exactly twice."""
    return count in BASE_ROUNDS and count % 4 < 2


def _named(tables: Tables, players: Sequence[Player]) -> RoundPlan:
    seated = {number for table in tables for number in table}
    return RoundPlan(
        tuple(TablePlan(((players[a], players[b]), (players[c], players[d]))) for a, b, c, d in tables),
        tuple(player for number, player in enumerate(players) if number not in seated),
    )


def _searched(count: int, rounds: int) -> tuple[Tables, ...]:
    """Round after round, each the best that is found."""
    numbers = {f"{number:03}": number for number in range(count)}
    plans: list[RoundPlan] = []
    for _ in range(rounds):
        plans.append(search_round([*numbers], plans))
    return tuple(tuple(_four(table, numbers) for table in plan.tables) for plan in plans)


def _four(table: TablePlan, numbers: Mapping[Player, int]) -> Four:
    a, b, c, d = (numbers[player] for player in table.players)
    return a, b, c, d


@lru_cache(maxsize=64)
def whole(count: int) -> tuple[Tables, ...]:
    """The whole schedule in player numbers, well ordered; as many rounds as players where they are searched for."""
    if count not in BASE_ROUNDS:
        return _searched(count, count)
    order: list[Tables] = []
    met: Counter[tuple[int, int]] = Counter()
    for run in _runs(count):
        left = list(run)
        while left:
            best = min(left, key=lambda tables: sum(2 * met[couple] + 1 for couple in _opposed(tables)))
            left.remove(best)
            order.append(best)
            met.update(_opposed(best))
    return tuple(order)


def _runs(count: int) -> list[list[Tables]]:
    """Rounds in groups; within a group the order does not matter to who sits out.

    With three sitting out side by side, each round must begin where the last one ended.
    """
    step, texts = BASE_ROUNDS[count]
    blocks = [[_counted_on(_tables(text), by, step, count) for by in range(step)] for text in texts]
    if count % 4 < 2:
        return [[tables for block in blocks for tables in block]]
    if count % 4 == 2:
        return blocks
    if step == 1:
        return blocks
    if step % 3:
        return [[blocks[0][3 * number % step]] for number in range(step)]
    return [blocks[0][first::3] for first in range(3)]


def _tables(text: str) -> Tables:
    """“0+3 1+2, …” as numbers."""
    tables = []
    for table in text.split(", "):
        a, b, c, d = (int(number) for side in table.split() for number in side.split("+"))
        tables.append((a, b, c, d))
    return tuple(tables)


def _counted_on(tables: Tables, by: int, step: int, count: int) -> Tables:
    """Every number moved on within its block."""
    whole = count // step * step

    def moved(number: int) -> int:
        return number if number >= whole else number // step * step + (number + by) % step

    return tuple((moved(a), moved(b), moved(c), moved(d)) for a, b, c, d in tables)


def _opposed(tables: Tables) -> Iterator[tuple[int, int]]:
    """Every two who play against each other."""
    for a, b, c, d in tables:
        for one, other in ((a, c), (a, d), (b, c), (b, d)):
            yield (one, other) if one < other else (other, one)
