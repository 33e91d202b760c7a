"""Page values of a seating: the tables of a proposed round, and what repeats in it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from scorekeeper.actions.night.access import NightAccess
from scorekeeper.actions.night.drafts import Draft
from scorekeeper.actions.night.seating import FIXED, MOVEMENT, game_of, history
from scorekeeper.league.pairings import Repeat, RoundPlan, TablePlan, repeated_opponents, repeated_partners, times_out
from scorekeeper.league.words import listed
from scorekeeper.rules.game import Movement
from scorekeeper.web.night.views import RoundView

#: Four names of this length fit side by side on a phone.
LONGEST_SHORT_NAME = 9
#: More repeats at one table are only counted.
NAMED_REPEATS = 3
ORDINALS = ("first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth")

#: The id of a person and the name.
Seat = tuple[str, str]


@dataclass(frozen=True)
class SeatingTable:
    """A table to be seated: its sides as ids and names, and remarks on it."""

    number: int
    sides: tuple[tuple[Seat, ...], ...]
    remarks: tuple[str, ...] = ()


@dataclass(frozen=True)
class Seating:
    """The tables of a round, and who sits out, with a remark for each."""

    tables: tuple[SeatingTable, ...]
    out: tuple[tuple[Seat, str], ...]
    #: Who is here and not in the round.
    others: tuple[Seat, ...] = ()

    @property
    def has_long_names(self) -> bool:
        """Whether four names in a row would have to be broken on a phone."""
        return any(len(name) > LONGEST_SHORT_NAME for table in self.tables for side in table.sides for _, name in side)


def draft_seating(access: NightAccess, draft: Draft) -> Seating:
    """The seating of a proposed round, with everything that repeats in it."""
    names = {str(member): name for member, name in access.names.items()}
    earlier = history(access)
    movement = game_of(access.night).movement if draft.method == MOVEMENT else None
    tables = tuple(
        SeatingTable(
            number,
            tuple(tuple((player, names.get(player, "?")) for player in side) for side in table.sides),
            (*_repeats(earlier, table, names, draft.method in FIXED), *_stages(movement, table, names)),
        )
        for number, table in enumerate(draft.plan.tables, 1)
    )
    out = tuple(((player, names.get(player, "?")), _out_remark(earlier, player)) for player in draft.plan.sitting_out)
    return Seating(tables, out)


def round_seating(access: NightAccess, current_round: RoundView) -> Seating:
    """The seating of a round that was drawn, and who else is here."""
    tables = tuple(
        SeatingTable(
            table.number,
            tuple(tuple((str(member), name) for member, name in side.members) for side in table.sides),
            (table.words,) if table.begun else (),
        )
        for table in current_round.tables
    )
    placed = {member for table in current_round.tables for member, _ in table.seats} | {*dict(current_round.out)}
    present = [presence.member_id for presence in access.present if presence.member_id not in placed]
    others = sorted(((str(member), access.names[member]) for member in present), key=lambda seat: seat[1].casefold())
    out = tuple(((str(member), name), "sits out") for member, name in current_round.out)
    return Seating(tables, out, tuple(others))


def _out_remark(earlier: Sequence[RoundPlan], player: str) -> str:
    before = times_out(earlier, player)
    return f"sits out for the {ORDINALS[before]} time" if before < len(ORDINALS) else f"has sat out {before} times"


def _repeats(earlier: Sequence[RoundPlan], table: TablePlan, names: Mapping[str, str], fixed: bool) -> tuple[str, ...]:
    """Who was together before: partners, unless they stay together all night, and opponents."""
    partners = (
        [] if fixed else [_repeat(repeat, names, "were partners") for repeat in repeated_partners(earlier, table)]
    )
    opponents = [_repeat(repeat, names, "met") for repeat in repeated_opponents(earlier, table)]
    more = len(opponents) - NAMED_REPEATS
    rest = [f"{more} more {'pair' if more == 1 else 'pairs'} met before."] if more > 0 else []
    return (*partners, *opponents[:NAMED_REPEATS], *rest)


def _repeat(repeat: Repeat, names: Mapping[str, str], verb: str) -> str:
    pair = listed([names.get(player, "?") for player in repeat.pair])
    rounds = listed([str(number) for number in repeat.rounds])
    return f"{pair} {verb} in {'round' if len(repeat.rounds) == 1 else 'rounds'} {rounds}."


def _stages(movement: Movement | None, table: TablePlan, names: Mapping[str, str]) -> tuple[str, ...]:
    """Who plays with whom, stretch by stretch of hands."""
    seats = [names.get(player, "?") for player in table.seats]
    if movement is None or len(seats) != len(movement.seats):
        return ()
    return tuple(
        f"Hands {first} to {last}: " + " against ".join(" & ".join(seats[seat] for seat in side) for side in sides)
        for first, last, sides in movement.stretches()
    )
