"""Rounds of partnerships in which some people have no partner.

They play together where they can; else they take turns with others at sitting out.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import replace
from functools import partial

from scorekeeper.league.pairings.values import Lineup, RoundPlan, TablePlan, pair, past, sit_outs
from scorekeeper.league.results import Entrant, Player, partnership
from scorekeeper.league.words import Name, listed


def partnerships_of(entrants: Sequence[Entrant]) -> tuple[Entrant, ...]:
    """Entrants that are complete: as many people as the largest of them."""
    size = max(map(len, entrants), default=1)
    return tuple(entrant for entrant in entrants if len(entrant) == size)


def with_strays(partnerships: Sequence[Entrant], present: Sequence[Player]) -> tuple[Entrant, ...]:
    """The partnerships, then everybody present who is in none of them, alone."""
    return (*partnerships, *((player,) for player in _strays(partnerships, [tuple(present)])))


def as_sides(lineup: Lineup) -> Lineup:
    """The partnerships of a lineup, as many more as people without a partner can make, and the rounds they played."""
    whole = partnerships_of(lineup.entrants)
    sides = (*whole, *_play_together(_strays(whole, lineup.entrants), len(whole[0]) if whole else 1, lineup))
    return replace(lineup, entrants=sides, history=as_partnerships(lineup.history, sides))


def _strays(partnerships: Iterable[Entrant], entrants: Iterable[Entrant]) -> list[Player]:
    """The people among the entrants who are in no partnership."""
    paired = {player for side in partnerships for player in side}
    return [player for entrant in entrants for player in entrant if player not in paired]


def _play_together(single: Sequence[Player], size: int, lineup: Lineup) -> list[Entrant]:
    """Sides of this size, of people who have played together least, tonight and then in the season."""
    left, sides = list(single), []
    pasts = past(lineup.history), lineup.earlier

    def together(player: Player, side: Sequence[Player]) -> list[int]:
        return [sum(rounds.partners[pair(player, other)] for other in side) for rounds in pasts]

    while len(left) >= size:
        side = [left.pop(0)]
        while len(side) < size:
            mate = min(left, key=partial(together, side=side))
            left.remove(mate)
            side.append(mate)
        sides.append(tuple(side))
    return sides


def rotate(plan: RoundPlan, lineup: Lineup) -> RoundPlan:
    """Give seats to people who have none if others, who then sit out, have sat out less often."""
    seated = [player for table in plan.tables for player in table.players]
    left = _strays([(*seated, *plan.sitting_out)], lineup.entrants)
    out = sit_outs(lineup.history, [*seated, *left], len(left), lineup.earlier)
    helpers = [player for player in left if player not in out]
    seats = dict(zip((player for player in out if player not in left), helpers, strict=True))
    return RoundPlan(plan.renamed(seats).tables, (*plan.sitting_out, *out))


def explain_rotation(plan: RoundPlan, partnerships: Sequence[Entrant], name: Name = str) -> list[str]:
    """Sentences about the people of a round who have no partner."""
    seated = [table.players for table in plan.tables]
    single, out = _strays(partnerships, [*seated, plan.sitting_out]), {*plan.sitting_out}
    sides = [side for table in plan.tables for side in table.sides if any(player in single for player in side)]
    waiting = [player for player in single if player in out]
    sentences = [_explain_side(side, partnerships, out, name) for side in sides if len(side) > 1]
    if waiting:
        verbs = ("has", "sits") if len(waiting) == 1 else ("have", "sit")
        turns = "Next round it is someone else’s turn." if partnerships else ""
        sentences.append(f"{listed([*map(name, waiting)])} {verbs[0]} no partner and {verbs[1]} out. {turns}".strip())
    return sentences


def _explain_side(side: Entrant, partnerships: Sequence[Entrant], out: Collection[Player], name: Name) -> str:
    single = _strays(partnerships, [side])
    mates = [player for player in side if player not in single]
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
