"""Round robins, and rounds of partnerships in which some people have no partner."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import replace

from scorekeeper.league.pairings.values import Past, RoundPlan, Schedule, TablePlan, pair, past, sit_outs
from scorekeeper.league.results import Entrant, Player, partnership
from scorekeeper.league.words import Name, listed


def strays(partnerships: Iterable[Entrant], present: Sequence[Player]) -> list[Player]:
    """The people present who have no partner."""
    paired = {player for side in partnerships for player in side}
    return [player for player in present if player not in paired]


def with_pairs_of_strays(
    partnerships: Sequence[Entrant], present: Sequence[Player], history: Sequence[RoundPlan]
) -> tuple[Entrant, ...]:
    """The partnerships, and as many more as people without a partner can make."""
    size = len(partnerships[0]) if partnerships else 1
    return (*partnerships, *_play_together(strays(partnerships, present), size, past(history)))


def _play_together(single: Sequence[Player], size: int, so_far: Past) -> list[Entrant]:
    """Sides of this size, of people who have played together least."""
    left, sides = list(single), []
    while len(left) >= size:
        side = [left.pop(0)]
        while len(side) < size:
            mate = min(left, key=lambda player: sum(so_far.partners[pair(player, other)] for other in side))
            left.remove(mate)
            side.append(mate)
        sides.append(tuple(side))
    return sides


def rotate(plan: RoundPlan, present: Sequence[Player], history: Sequence[RoundPlan]) -> RoundPlan:
    """Give seats to people who have none if others, who then sit out, have sat out less often."""
    seated = [player for table in plan.tables for player in table.players]
    left = strays([(*seated, *plan.sitting_out)], present)
    out = sit_outs(history, [*seated, *left], len(left))
    helpers = [player for player in left if player not in out]
    seats = dict(zip((player for player in out if player not in left), helpers, strict=True))
    tables = tuple(
        TablePlan(tuple(tuple(seats.get(player, player) for player in side) for side in table.sides))
        for table in plan.tables
    )
    return RoundPlan(tables, (*plan.sitting_out, *out))


def explain_rotation(plan: RoundPlan, partnerships: Sequence[Entrant], name: Name = str) -> list[str]:
    """Sentences about the people of a round who have no partner."""
    everybody = [*(player for table in plan.tables for player in table.players), *plan.sitting_out]
    single, out = strays(partnerships, everybody), {*plan.sitting_out}
    sides = [side for table in plan.tables for side in table.sides if any(player in single for player in side)]
    waiting = [player for player in single if player in out]
    sentences = [_explain_side(side, partnerships, out, name) for side in sides if len(side) > 1]
    if waiting:
        verbs = ("has", "sits") if len(waiting) == 1 else ("have", "sit")
        turns = "Next round it is someone else’s turn." if partnerships else ""
        sentences.append(f"{listed([*map(name, waiting)])} {verbs[0]} no partner and {verbs[1]} out. {turns}".strip())
    return sentences


def _explain_side(side: Entrant, partnerships: Sequence[Entrant], out: Collection[Player], name: Name) -> str:
    single, mates = (
        strays(partnerships, side),
        [player for player in side if any(player in two for two in partnerships)],
    )
    replaced = [player for two in partnerships if {*mates} & {*two} for player in two if player in out]
    if not mates:
        return f"{listed([*map(name, side)])} have no partners and play together."
    has, plays = ("has", "plays") if len(single) == 1 else ("have", "play")
    turn = f": it is {name(replaced[0])}’s turn to sit out" if len(replaced) == 1 else ""
    odd, partners = listed([*map(name, single)]), listed([*map(name, mates)])
    return f"{odd} {has} no partner tonight and {plays} with {partners} in this round{turn}."


def as_partnerships(history: Sequence[RoundPlan], partnerships: Sequence[Entrant]) -> tuple[RoundPlan, ...]:
    """Rounds in which a side with one substitute partner stands for its partnership."""
    known = {partnership(side): side for side in partnerships}
    paired = {player for side in partnerships for player in side}

    def entrant(side: Entrant) -> Entrant:
        mates = [player for player in side if player in paired]
        owners = [other for other in partnerships if {*mates} < {*other}]
        stands_for = owners[0] if len(owners) == 1 and 0 < len(mates) == len(side) - 1 else side
        return known.get(partnership(side), stands_for)

    return tuple(
        replace(plan, tables=tuple(TablePlan(tuple(map(entrant, table.sides))) for table in plan.tables))
        for plan in history
    )


#: Two numbers, counted from 1; the first-named has the first deal.
Pairing = tuple[int, int]


def berger(count: int) -> tuple[tuple[Pairing, ...], ...]:
    """The rounds for so many entries; with an odd number, the opponent of the last number sits out."""
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


def round_robin(entrants: Sequence[Entrant]) -> Schedule:
    """All rounds, in each of which everybody has another opponent."""
    if len(entrants) < 2:
        return ()
    by_number = dict(enumerate(entrants, 1))
    return tuple(
        RoundPlan(
            tuple(
                TablePlan((by_number[one], by_number[other])) for one, other in pairs if {one, other} <= {*by_number}
            ),
            tuple(player for two in pairs if not {*two} <= {*by_number} for player in by_number[min(two)]),
        )
        for pairs in berger(len(entrants))
    )
