"""A bracket as a drawing: boxes in columns, joined by lines. Everything in it is also on the page as a list."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from scorekeeper.actions.tournament.access import TournamentAccess
from scorekeeper.actions.tournament.tables import part_title, round_title
from scorekeeper.league.tournament.bracket import BracketMatch
from scorekeeper.league.tournament.values import FINAL, LOSERS, RESET, THIRD, WINNERS, Node
from scorekeeper.league.words import number

WIDTH, HEIGHT = 220, 46
COLUMN, ROW, TOP = 252, 66, 34
#: Longer names are cut in the drawing.
LONGEST = 24


@dataclass(frozen=True)
class Box:
    """A match in the drawing."""

    key: str
    x: int
    y: int
    names: tuple[str, str]
    points: tuple[str, str]
    winner: int | None
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


def bracket_parts(access: TournamentAccess, sources: dict[str, tuple[str, str]]) -> list[Part]:
    """The drawings of a bracket."""
    matches = access.outcome.bracket
    upper = [own for own in matches.values() if own.node.part in (WINNERS, FINAL, RESET, THIRD)]
    lower = [own for own in matches.values() if own.node.part == LOSERS]
    title = part_title(WINNERS) if lower else "Bracket"
    parts = [_part(access, title, upper, sources)]
    return [*parts, _part(access, part_title(LOSERS), lower, sources)] if lower else parts


def _part(
    access: TournamentAccess, title: str, matches: Sequence[BracketMatch], sources: dict[str, tuple[str, str]]
) -> Part:
    shown = [own for own in matches if own.is_shown]
    columns = sorted({_column(own.node, matches) for own in shown})
    tallest = max(sum(_column(own.node, matches) == column for own in matches) for column in columns) if columns else 1
    places = {
        own.node.key: (columns.index(_column(own.node, matches)) * COLUMN, _height(own.node, matches, tallest))
        for own in shown
    }
    running = {state.row.match for state in access.running}
    boxes = tuple(_box(access, own, places[own.node.key], sources, running) for own in shown)
    heads = {places[own.node.key][0]: round_title(access, own.node) for own in shown if own.node.part != THIRD}
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
    """The column of a match; finals come after everything else, third place stands below the final."""
    last = max((own.node.round for own in matches if own.node.part in (WINNERS, LOSERS)), default=0)
    return {FINAL: last + 1, RESET: last + 2, THIRD: last}.get(node.part, node.round)


def _height(node: Node, matches: Sequence[BracketMatch], tallest: int) -> int:
    """The middle of the matches that lead here."""
    count = sum((own.node.part, own.node.round) == (node.part, node.round) for own in matches)
    middle = (2 * node.position - 1) * tallest * ROW // (2 * count) - HEIGHT // 2
    return TOP + middle + (ROW * 3 // 2 if node.part == THIRD else 0)


def _box(
    access: TournamentAccess,
    own: BracketMatch,
    place: tuple[int, int],
    sources: dict[str, tuple[str, str]],
    running: set[str],
) -> Box:
    match = own.match
    names = [
        cut(access.group_name(side)) if side else sources[match.key][index] for index, side in enumerate(match.sides)
    ]
    figures = match.wins if access.event.plan.best_of > 1 else match.points
    points = [number(figures[index]) if match.legs else "" for index in (0, 1)]
    return Box(match.key, *place, (names[0], names[1]), (points[0], points[1]), match.winner, match.key in running)


def cut(name: str) -> str:
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
