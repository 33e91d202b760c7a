"""The drawing of a bracket: boxes for its matches, and lines from each to the next."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from scorekeeper.actions.event.contest import ContestView, part_title
from scorekeeper.league.contest import Match
from scorekeeper.league.pairings.bracket import (
    FINAL,
    LOSERS,
    NOBODY,
    RESET,
    THIRD,
    WINNERS,
    Bracket,
    BracketMatch,
    Node,
    Source,
)
from scorekeeper.league.words import number

#: Where the sides of every match come from, in words.
Sources = Mapping[str, tuple[str, str]]

WIDTH, HEIGHT = 196, 46
COLUMN, ROW, TOP = 222, 66, 34
#: Longer names are cut in the drawing.
LONGEST = 21


@dataclass(frozen=True)
class SideLine:
    """A side of a match."""

    name: str
    points: str
    won: bool
    known: bool


@dataclass(frozen=True)
class Box:
    """A match in the drawing."""

    number: int
    x: int
    y: int
    sides: tuple[SideLine, ...]
    is_live: bool


@dataclass(frozen=True)
class Part:
    """One drawing: the winners' bracket with the finals, or the losers' bracket."""

    title: str
    width: int
    height: int
    heads: tuple[tuple[int, str], ...]
    boxes: tuple[Box, ...]
    lines: tuple[str, ...]


def bracket_parts(view: ContestView, sources: Sources) -> list[Part]:
    """The drawings of a bracket."""
    matches = view.outcome.bracket
    upper = [own for own in matches.values() if own.node.part in (WINNERS, FINAL, RESET, THIRD)]
    lower = [own for own in matches.values() if own.node.part == LOSERS]
    title = part_title(WINNERS) if lower else "Bracket"
    parts = [_part(view, title, upper, sources)]
    return [*parts, _part(view, part_title(LOSERS), lower, sources)] if lower else parts


def _part(view: ContestView, title: str, matches: Sequence[BracketMatch], sources: Sources) -> Part:
    shown = [own for own in matches if own.is_shown]
    columns = sorted({_column(own.node, matches) for own in shown})
    tallest = max(sum(_column(own.node, matches) == column for own in matches) for column in columns) if columns else 1
    places = {
        own.node.key: (columns.index(_column(own.node, matches)) * COLUMN, _height(own.node, matches, tallest))
        for own in shown
    }
    running = {state.table.match for state in view.running}
    boxes = tuple(
        Box(
            own.match.number,
            *places[own.node.key],
            tuple(replace(side, name=_cut(side.name)) for side in match_sides(view, own.match, sources)),
            own.match.key in running,
        )
        for own in shown
    )
    heads = {places[own.node.key][0]: view.round_title(own.node) for own in shown if own.node.part != THIRD}
    low = max((y for _, y in places.values()), default=0)
    return Part(
        title,
        len(columns) * COLUMN - COLUMN + WIDTH + 2,
        low + HEIGHT + 8,
        tuple(heads.items()),
        boxes,
        _lines(shown, places),
    )


def _column(node: Node, matches: Sequence[BracketMatch]) -> int:
    """The column of a match; finals come last, and the match for third place is below the final."""
    last = max((own.node.round for own in matches if own.node.part in (WINNERS, LOSERS)), default=0)
    return {FINAL: last + 1, RESET: last + 2, THIRD: last}.get(node.part, node.round)


def _height(node: Node, matches: Sequence[BracketMatch], tallest: int) -> int:
    """The middle of the matches that lead here."""
    count = sum((own.node.part, own.node.round) == (node.part, node.round) for own in matches)
    middle = (2 * node.position - 1) * tallest * ROW // (2 * count) - HEIGHT // 2
    return TOP + middle + (ROW * 3 // 2 if node.part == THIRD else 0)


def _cut(name: str) -> str:
    """A name that fits into a box."""
    return name if len(name) <= LONGEST else f"{name[: LONGEST - 1]}…"


def _lines(shown: Sequence[BracketMatch], places: dict[str, tuple[int, int]]) -> tuple[str, ...]:
    """Lines from every match to the one that its winner plays next."""
    paths = []
    for own in shown:
        if own.node.part == RESET:
            continue
        x, y = places[own.node.key]
        for source in own.node.sources:
            if source.match in places and not source.loses:
                from_x, from_y = places[source.match]
                turn = from_x + WIDTH + (COLUMN - WIDTH) // 2
                paths.append(f"M{from_x + WIDTH} {from_y + HEIGHT // 2}H{turn}V{y + HEIGHT // 2}H{x}")
    return tuple(paths)


def match_sides(view: ContestView, match: Match, sources: Sources) -> tuple[SideLine, ...]:
    """The sides of a match with their points, or with games won in the best of three."""
    names = sources.get(match.key, ("?", "?"))
    figures = match.wins if view.contest.plan.best_of > 1 else match.points
    return tuple(
        SideLine(
            view.group_name(side) if side else names[index],
            number(figures[index]) if match.legs else "",
            match.winner == index,
            bool(side),
        )
        for index, side in enumerate(match.sides)
    )


def source_names(view: ContestView) -> Sources:
    """Where the sides of every bracket match come from, in words."""
    matches = view.outcome.bracket
    return {
        key: (_source_name(own.node.sources[0], matches), _source_name(own.node.sources[1], matches))
        for key, own in matches.items()
    }


def _source_name(source: Source, matches: Bracket) -> str:
    """Where a side comes from; through a match that is a bye, from where its only side comes."""
    if source.seed:
        return f"Seed {source.seed}"
    own = matches[source.match]
    if not source.loses and NOBODY in own.match.sides and own.match.sides != (NOBODY, NOBODY):
        return _source_name(own.node.sources[own.match.sides[0] == NOBODY], matches)
    return f"{'Loser' if source.loses else 'Winner'} of match {own.match.number}"
